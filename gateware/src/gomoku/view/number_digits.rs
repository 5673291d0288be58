//! Which digit of a stone's move number is in a column of its cell. Up to three digits are centred, without leading
//! zeros. Combinational.
//!
//! ```text
//! x         0   4   8   12  16  20  24  28
//! 1 digit                |ones |
//! 2 digits          |tens |ones |
//! 3 digits      |hund.|tens |ones |
//! ```
//!
//! | port   | dir | width | meaning                                                                            |
//! |--------|-----|-------|------------------------------------------------------------------------------------|
//! | number | in  | 10    | `[3:0]` ones, `[7:4]` tens, `[9:8]` hundreds, each a digit of `digits.rs`; 0: none |
//! | x      | in  | 5     | the column in the cell                                                             |
//! | shown  | out | 1     | a digit's slot covers this column                                                  |
//! | digit  | out | 4     | the digit, if one is shown                                                         |
//! | column | out | 3     | the column in the digit's slot                                                     |

use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct NumberDigits {
    pub number: Signal<In, Bits<10>>,
    pub x: Signal<In, Bits<5>>,
    pub shown: Signal<Out, Bit>,
    pub digit: Signal<Out, Bits<4>>,
    pub column: Signal<Out, Bits<3>>,
}

#[kernel]
impl Logic for NumberDigits {
    fn update(&mut self) {
        let tens = number.get_bits::<4>(4);
        let three = number.get_bits::<2>(8).any();
        let two = tens.any() & !three;

        // Slots are eight columns wide. With an odd number of digits they begin four columns earlier.
        let place = if two { x } else { x + 4 };
        column = bit_cast::<3, 5>(place);

        shown = false;
        digit = bit_cast::<4, 10>(number);
        if place.get_bits::<2>(3) == 1 {
            shown = two | three;
            digit = if three { bit_cast::<4, 2>(number.get_bits::<2>(8)) } else { tens };
        }
        if place.get_bits::<2>(3) == 2 {
            shown = number.any();
            if three {
                digit = tens;
            }
        }
        if place.get_bits::<2>(3) == 3 {
            shown = three;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// For each column of the cell, the digit shown and its column in the digit.
    fn spread(number: u64) -> Vec<Option<(u64, u64)>> {
        let mut circuit = Native::new(NumberDigits::default());
        circuit.drive("number", number);
        (0..32)
            .map(|at| {
                circuit.drive("x", at);
                circuit.settle();
                (circuit.read("shown") == 1).then(|| (circuit.read("digit"), circuit.read("column")))
            })
            .collect()
    }

    #[test]
    fn every_number_stands_in_the_middle_without_leading_zeros() {
        for number in 1..=399u64 {
            let digits = number.to_string();
            let coded = u64::from_str_radix(&digits, 16).unwrap();
            let left = 16 - 4 * digits.len();
            let expected: Vec<_> = (0..32usize)
                .map(|at| {
                    let digit = at.checked_sub(left).and_then(|from| digits.as_bytes().get(from / 8))?;
                    Some((u64::from(digit - b'0'), ((at - left) % 8) as u64))
                })
                .collect();
            assert_eq!(spread(coded), expected, "{number}");
        }
    }

    #[test]
    fn no_number_shows_nothing_and_the_cross_is_two_digits() {
        assert!(spread(0).iter().all(Option::is_none));
        let cross = spread(0x0AB);
        assert!((0..8).all(|column| cross[8 + column] == Some((10, column as u64))));
        assert!((0..8).all(|column| cross[16 + column] == Some((11, column as u64))));
        assert!(cross[..8].iter().chain(&cross[24..]).all(Option::is_none));
    }
}
