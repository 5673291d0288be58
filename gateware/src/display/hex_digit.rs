//! One hexadecimal digit as the segments of a display.
//!
//! ```text
//!    -a-      segments: bit 0 is a, bit 6 is g; high lights the segment
//!   f   b
//!    -g-      0 1 2 3 4 5 6 7 8 9 A b C d E F
//!   e   c
//!    -d-
//! ```
//!
//! | port     | dir | width | meaning                    | initial |
//! |----------|-----|-------|----------------------------|---------|
//! | nibble   | in  | 4     | the digit                  | –       |
//! | segments | out | 7     | segments g..a, active high | –       |
//!
//! Combinational.

use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct HexDigit {
    pub nibble: Signal<In, Bits<4>>,
    pub segments: Signal<Out, Bits<7>>,
}

#[kernel]
impl Logic for HexDigit {
    fn update(&mut self) {
        match nibble.index() {
            0 => segments = 0b0111111.into(),
            1 => segments = 0b0000110.into(),
            2 => segments = 0b1011011.into(),
            3 => segments = 0b1001111.into(),
            4 => segments = 0b1100110.into(),
            5 => segments = 0b1101101.into(),
            6 => segments = 0b1111101.into(),
            7 => segments = 0b0000111.into(),
            8 => segments = 0b1111111.into(),
            9 => segments = 0b1101111.into(),
            10 => segments = 0b1110111.into(),
            11 => segments = 0b1111100.into(),
            12 => segments = 0b0111001.into(),
            13 => segments = 0b1011110.into(),
            14 => segments = 0b1111001.into(),
            _ => segments = 0b1110001.into(),
        }
    }
}

/// Draws segments, for the tests of all circuits that show digits.
#[cfg(test)]
pub(super) mod drawing {
    /// The segments as three lines of three characters, as in the picture above.
    pub fn draw(segments: u64) -> [String; 3] {
        let part = |bit: u32, character| if segments >> bit & 1 == 1 { character } else { ' ' };
        [
            [' ', part(0, '_'), ' '],
            [part(5, '|'), part(6, '_'), part(1, '|')],
            [part(4, '|'), part(3, '_'), part(2, '|')],
        ]
        .map(String::from_iter)
    }

    /// The digits 0 to F side by side.
    pub const DIGITS: [&str; 3] = [
        " _       _   _       _   _   _   _   _   _       _       _   _  ",
        "| |   |  _|  _| |_| |_  |_    | |_| |_| |_| |_  |    _| |_  |_  ",
        "|_|   | |_   _|   |  _| |_|   | |_|  _| | | |_| |_  |_| |_  |   ",
    ];

    /// The digit shown by these segments.
    pub fn read(segments: u64) -> Option<u64> {
        let drawn = draw(segments);
        (0..16).find(|&digit| {
            let at = 4 * digit as usize;
            DIGITS
                .iter()
                .zip(&drawn)
                .all(|(line, part)| line[at..at + 3] == part[..])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_digit_looks_like_itself() {
        let mut digit = Native::new(HexDigit::default());
        for value in 0..16 {
            digit.drive("nibble", value);
            digit.settle();
            assert_eq!(drawing::read(digit.read("segments")), Some(value));
        }
    }
}
