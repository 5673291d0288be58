//! The number of the next stone, in decimal: one more than the last. Combinational.
//!
//! | port  | dir | width | meaning                                                            | reset |
//! |-------|-----|-------|--------------------------------------------------------------------|-------|
//! | last  | in  | 10    | hundreds (bits 9..8), tens (7..4) and ones (3..0), 0 to 298        | –     |
//! | after | out | 10    | that number and one                                                | –     |

use rust_hdl::prelude::*;

use crate::Circuit;

#[derive(Circuit)]
pub struct MoveNumber {
    pub last: Signal<In, Bits<10>>,
    pub after: Signal<Out, Bits<10>>,

    ones_full: Signal<Local, Bit>,
    tens_full: Signal<Local, Bit>,

    nine: Constant<Bits<4>>,
    /// What carries from a 9: the digit's own 6 codes above it.
    carry_ones: Constant<Bits<10>>,
    carry_tens: Constant<Bits<10>>,
}

impl Default for MoveNumber {
    fn default() -> Self {
        MoveNumber {
            last: Default::default(),
            after: Default::default(),
            ones_full: Default::default(),
            tens_full: Default::default(),
            nine: Constant::new(9.into()),
            carry_ones: Constant::new((1 + 6).into()),
            carry_tens: Constant::new((1 + 6 + 0x60).into()),
        }
    }
}

impl Logic for MoveNumber {
    #[hdl_gen]
    fn update(&mut self) {
        self.ones_full.next = self.last.val().get_bits::<4>(0) == self.nine.val();
        self.tens_full.next = self.last.val().get_bits::<4>(4) == self.nine.val();
        self.after.next = self.last.val() + 1;
        if self.ones_full.val() {
            self.after.next = self.last.val() + self.carry_ones.val();
            if self.tens_full.val() {
                self.after.next = self.last.val() + self.carry_tens.val();
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
