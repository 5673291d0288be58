//! Shows a byte as two hexadecimal digits on a multiplexed display of four.
//!
//! ```text
//! digit     ==< 0001 >==< 0010 >==< 0001 >==   0.25 ms each: 2000 refreshes a second
//! segments  ==< low  >==< high >==< low  >==
//! ```
//!
//! | port     | dir | width | meaning                                                   | initial |
//! |----------|-----|-------|-----------------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge; 25 MHz by default                            | –       |
//! | value    | in  | 8     | the byte to show                                          | –       |
//! | segments | out | 7     | bit 0 a to bit 6 g, active high                           | 0       |
//! | digit    | out | 4     | the lit digit, one bit each, bit 0 rightmost, active high | 0       |
//!
//! Only the two digits on the right are lit, in turn. Boards with active-low lines invert them in their top module.

pub mod checks;

use std::ops::RangeInclusive;

use super::hex_digit::HexDigit;
use crate::director::SECOND;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct SevenSegmentState<const LEFT: usize> {
    /// Clocks until the other digit is lit.
    left: Bits<LEFT>,
    high: Bit,
    segments: Bits<7>,
    digit: Bits<4>,
}

/// `LEFT` is the width of the counter for a digit's time. The default is enough for 25 MHz.
#[derive(Circuit)]
pub struct SevenSegment<const LEFT: usize = 13> {
    pub clock: Signal<In, Clock>,
    pub value: Signal<In, Bits<8>>,
    pub segments: Signal<Out, Bits<7>>,
    pub digit: Signal<Out, Bits<4>>,

    state: Register<SevenSegmentState<LEFT>>,
    hex: HexDigit,
    #[given]
    lit: Constant<Bits<LEFT>>,
}

/// The circuit with a wider counter, for clocks of up to 262 MHz.
pub type FastSevenSegment = SevenSegment<16>;

/// Digits lit in a second: each is lit for 0.25 ms at a time.
const LIT: u32 = 4_000;

impl<const LEFT: usize> SevenSegment<LEFT> {
    /// The supported clock frequencies, in Hz.
    pub const CLOCKS: RangeInclusive<u32> = LIT..=(1 << LEFT) * LIT;

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`SevenSegment::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        assert!(
            Self::CLOCKS.contains(&hertz),
            "digits at {hertz} Hz: {:?}",
            Self::CLOCKS
        );
        SevenSegment::given(Constant::new(u64::from(hertz / LIT - 1).into()))
    }
}

impl Default for SevenSegment {
    fn default() -> Self {
        SevenSegment::at(SECOND)
    }
}

#[kernel]
impl<const LEFT: usize> Logic for SevenSegment<LEFT> {
    fn update(&mut self) {
        hex.nibble = if q.high { value.get_bits::<4>(4) } else { bit_cast::<4, 8>(value) };
        d.left = q.left - 1;
        if q.left == 0 {
            d.left = lit;
            d.high = !q.high;
            d.segments = hex.segments;
            d.digit = if q.high { 0b0010 } else { 0b0001 };
        }
        SevenSegmentState { segments, digit, .. } = q;
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
