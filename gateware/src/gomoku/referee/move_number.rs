//! The number of the next stone in decimal: counts up when a stone is placed, and down when one is taken back.
//!
//! ```text
//! clock         ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! up            ____/‾‾‾\_______/‾‾‾\___________________
//! down          ____________________/‾‾‾\_______________
//! clear         ____________________________/‾‾‾‾‾‾‾‾‾‾‾
//! number (hex)  = 1 ====X 2 ========X 3 X 2 ====X 1 ====
//! ```
//!
//! | port   | dir | width | meaning                                           | initial |
//! |--------|-----|-------|---------------------------------------------------|---------|
//! | clock  | in  | 1     | rising edge                                       |         |
//! | clear  | in  | 1     | strobe: sets the number to 1                      |         |
//! | up     | in  | 1     | strobe: adds 1; not beyond 299                    |         |
//! | down   | in  | 1     | strobe: subtracts 1; not below 0                  |         |
//! | number | out | 10    | hundreds (bits 9..8), tens (7..4) and ones (3..0) | 1       |

use rust_hdl::prelude::*;

use crate::{Circuit, Register, kernel};

/// A decimal digit leaves 6 of its 16 codes unused; a carry has to skip them.
const UNUSED: u64 = 6;

const NINE: u64 = 9;
const STEP_TENS: u64 = 1 + UNUSED;
const STEP_HUNDREDS: u64 = 1 + UNUSED + (UNUSED << 4);

#[derive(Circuit)]
pub struct MoveNumber {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub up: Signal<In, Bit>,
    pub down: Signal<In, Bit>,
    pub number: Signal<Out, Bits<10>>,

    #[init(1)]
    state: Register<Bits<10>>,
    /// The ones carry or borrow; the tens carry or borrow.
    ones_wrap: Signal<Local, Bit>,
    tens_wrap: Signal<Local, Bit>,
    step: Signal<Local, Bits<10>>,
}

#[kernel]
impl Logic for MoveNumber {
    fn update(&mut self) {
        ones_wrap = q.get_bits::<4>(0) == NINE;
        tens_wrap = q.get_bits::<4>(4) == NINE;
        if down {
            ones_wrap = !q.get_bits::<4>(0).any();
            tens_wrap = !q.get_bits::<4>(4).any();
        }
        step = 1;
        if ones_wrap {
            step = if tens_wrap { STEP_HUNDREDS } else { STEP_TENS };
        }
        if up {
            d = q + step;
        }
        if down {
            d = q - step;
        }
        if clear {
            d = 1;
        }
        number = q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    fn decimal(number: u64) -> u64 {
        (number / 100) << 8 | (number / 10 % 10) << 4 | (number % 10)
    }

    #[test]
    fn up_to_299_and_down_to_nought() {
        let mut circuit = Native::new(MoveNumber::default());
        circuit.drive("up", 1);
        for number in 1..299 {
            assert_eq!(circuit.read("number"), decimal(number), "{number}");
            circuit.step();
        }
        circuit.drive("up", 0);
        circuit.drive("down", 1);
        for number in (1..=299).rev() {
            assert_eq!(circuit.read("number"), decimal(number), "{number}");
            circuit.step();
        }
        assert_eq!(circuit.read("number"), 0);
        circuit.drive("clear", 1);
        circuit.step();
        assert_eq!(circuit.read("number"), 1);
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            up     0 1 0*2 1 0
            down   0*5 1 0
            clear  0*7 1
        ";
        tengen_sim::expect_waves(file!(), MoveNumber::default(), stimulus, 0..10);
    }
}
