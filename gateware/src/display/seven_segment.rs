//! Shows a byte as two hexadecimal digits on a multiplexed display of four.
//!
//! ```text
//! digit     ==< 0001 >==< 0010 >==< 0001 >==   0.25 ms each: 2000 refreshes a second
//! segments  ==< low  >==< high >==< low  >==
//! ```
//!
//! | port     | dir | width | meaning                                             | initial |
//! |----------|-----|-------|-----------------------------------------------------|---------|
//! | clock    | in  | 1     | 25 MHz                                              | –       |
//! | value    | in  | 8     | the byte                                            | –       |
//! | segments | out | 7     | bit 0 a to bit 6 g, active high                     | 0       |
//! | digit    | out | 4     | the digit that is lit, bit 0 rightmost, active high | 0       |
//!
//! Only the two digits on the right are ever lit, and they share the time between them. Boards with active-low lines
//! invert them in their top.

use super::hex_digit::HexDigit;
use crate::{Circuit, LogicStruct, Register, kernel};
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
    #[init(LIT - 1)]
    lit: Constant<Bits<13>>,
}

#[kernel]
impl Logic for SevenSegment {
    fn update(&mut self) {
        if q.high {
            hex.nibble = value.get_bits::<4>(4);
        } else {
            hex.nibble = bit_cast::<4, 8>(value);
        }
        d.left = q.left - 1;
        if q.left == 0 {
            d.left = lit;
            d.high = !q.high;
            d.segments = hex.segments;
            d.digit = 0b0001;
            if q.high {
                d.digit = 0b0010;
            }
        }
        segments = q.segments;
        digit = q.digit;
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
