//! Shows a byte as two hexadecimal digits on a multiplexed display of four.
//!
//! ```text
//! digit     ==< 0001 >==< 0010 >==< 0001 >==   0.25 ms each: 2000 refreshes a second
//! segments  ==< low  >==< high >==< low  >==
//! ```
//!
//! | port     | dir | width | meaning                                             | reset |
//! |----------|-----|-------|-----------------------------------------------------|-------|
//! | clock    | in  | 1     | 25 MHz                                              | –     |
//! | value    | in  | 8     | the byte                                            | –     |
//! | segments | out | 7     | bit 0 a to bit 6 g, active high                     | 0     |
//! | digit    | out | 4     | the digit that is lit, bit 0 rightmost, active high | 0     |
//!
//! Only the two digits on the right are ever lit, and they share the time between them. Boards with active-low lines
//! invert them in their top.

use super::hex_digit::HexDigit;
use crate::{Circuit, Register};
use rust_hdl::prelude::*;

/// A digit is lit for so many clocks: 0.25 ms.
const LIT: u64 = 6_250;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct SevenSegmentState {
    /// Clocks until the other digit's turn.
    left: Bits<13>,
    high: Bit,
    segments: Bits<7>,
    digit: Bits<4>,
}

#[derive(Circuit)]
pub struct SevenSegment {
    pub clock: Signal<In, Clock>,
    pub value: Signal<In, Bits<8>>,
    pub segments: Signal<Out, Bits<7>>,
    pub digit: Signal<Out, Bits<4>>,

    state: Register<SevenSegmentState>,
    hex: HexDigit,
    lit: Constant<Bits<13>>,
}

impl Default for SevenSegment {
    fn default() -> Self {
        SevenSegment {
            clock: Default::default(),
            value: Default::default(),
            segments: Default::default(),
            digit: Default::default(),
            state: Default::default(),
            hex: Default::default(),
            lit: Constant::new((LIT - 1).into()),
        }
    }
}

impl Logic for SevenSegment {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        if self.state.q.val().high {
            self.hex.nibble.next = self.value.val().get_bits::<4>(4);
        } else {
            self.hex.nibble.next = bit_cast::<4, 8>(self.value.val());
        }
        self.state.d.next.left = self.state.q.val().left - 1;
        if self.state.q.val().left == 0 {
            self.state.d.next.left = self.lit.val();
            self.state.d.next.high = !self.state.q.val().high;
            self.state.d.next.segments = self.hex.segments.val();
            self.state.d.next.digit = 0b0001.into();
            if self.state.q.val().high {
                self.state.d.next.digit = 0b0010.into();
            }
        }
        self.segments.next = self.state.q.val().segments;
        self.digit.next = self.state.q.val().digit;
    }
}

#[cfg(test)]
mod tests {
    use super::super::hex_digit::drawing;
    use super::*;
    use tengen_sim::{Engine, Native};

    const MILLISECOND: u32 = 25_000;

    #[test]
    fn both_digits_are_shown_in_turn_and_for_the_same_time() {
        let mut display = Native::new(SevenSegment::default());
        let [value, segments, digit] = ["value", "segments", "digit"].map(|name| display.port(name));
        display.step();
        for shown in [0x00, 0x1D, 0xF0, 0x5A, 0xE7] {
            display.set(value, shown);
            (0..MILLISECOND).for_each(|_| display.step());
            let mut lit = [0, 0];
            for _ in 0..MILLISECOND {
                display.step();
                let place = [0b0001, 0b0010]
                    .iter()
                    .position(|place| *place == display.get(digit))
                    .expect("one of two");
                assert_eq!(drawing::read(display.get(segments)), Some(shown >> (4 * place) & 15));
                lit[place] += 1;
            }
            assert_eq!(lit, [MILLISECOND / 2; 2]);
        }
    }
}
