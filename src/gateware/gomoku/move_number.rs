//! The number of the next stone, in decimal: one more than the last. Combinational.
//!
//! | port  | dir | width | meaning                                                     | initial |
//! |-------|-----|-------|-------------------------------------------------------------|---------|
//! | last  | in  | 10    | hundreds (bits 9..8), tens (7..4) and ones (3..0), 0 to 298 | –       |
//! | after | out | 10    | that number and one                                         | –       |

use rust_hdl::prelude::*;

use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct MoveNumber {
    pub last: Signal<In, Bits<10>>,
    pub after: Signal<Out, Bits<10>>,

    ones_full: Signal<Local, Bit>,
    tens_full: Signal<Local, Bit>,

    #[init(9)]
    nine: Constant<Bits<4>>,
    /// What carries from a 9: the digit's own 6 codes above it.
    #[init(1 + 6)]
    carry_ones: Constant<Bits<10>>,
    #[init(1 + 6 + 0x60)]
    carry_tens: Constant<Bits<10>>,
}

#[kernel]
impl Logic for MoveNumber {
    fn update(&mut self) {
        ones_full = last.get_bits::<4>(0) == nine;
        tens_full = last.get_bits::<4>(4) == nine;
        after = last + 1;
        if ones_full {
            after = last + carry_ones;
            if tens_full {
                after = last + carry_tens;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn from_nought_to_299() {
        let mut circuit = Native::new(MoveNumber::default());
        let (last, after) = (circuit.port("last"), circuit.port("after"));
        let decimal = |number: u64| (number / 100) << 8 | (number / 10 % 10) << 4 | (number % 10);
        for number in 0..299 {
            circuit.set(last, decimal(number));
            circuit.settle();
            assert_eq!(circuit.get(after), decimal(number + 1), "{number}");
        }
    }
}
