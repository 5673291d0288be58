//! A decimal up/down counter from 0 to 99 for a number of the club.
//!
//! ```text
//! restart  ________/‾\_____________
//! up       __/‾‾‾\_________________
//! down     ______________/‾‾‾‾‾\___
//! zero     ________________/‾‾‾‾‾‾‾
//! full     ________________________
//! ```
//!
//! | port    | dir | width   | meaning                                                      | initial   |
//! |---------|-----|---------|--------------------------------------------------------------|-----------|
//! | clock   | in  | 1       | rising edge                                                  | –         |
//! | restart | in  | 1       | back to the start value; takes priority over `up` and `down` | –         |
//! | up      | in  | 1       | adds one; ignored at 99                                      | –         |
//! | down    | in  | 1       | subtracts one; ignored at 0; not together with `up`          | –         |
//! | value   | out | Decimal | the value in decimal                                         | its start |
//! | zero    | out | 1       | the value is 0                                               |           |
//! | full    | out | 1       | the value is 99                                              |           |

use rust_hdl::prelude::*;

use crate::ports::Decimal;
use crate::{Circuit, Register, kernel};

const NINE: u64 = 9;

#[derive(Circuit)]
pub struct Counter {
    pub clock: Signal<In, Clock>,
    pub restart: Signal<In, Bit>,
    pub up: Signal<In, Bit>,
    pub down: Signal<In, Bit>,
    pub value: Signal<Out, Decimal>,
    pub zero: Signal<Out, Bit>,
    pub full: Signal<Out, Bit>,

    #[given]
    state: Register<Decimal>,

    #[given]
    start: Constant<Decimal>,
}

impl Counter {
    /// Creates a counter that starts from this number, below 100.
    pub fn from(start: u32) -> Self {
        let start = decimal(start);
        Counter::given(Register::new(start), Constant::new(start))
    }
}

/// The digits of a number below 100.
pub fn decimal(number: u32) -> Decimal {
    Decimal { tens: u64::from(number / 10).into(), ones: u64::from(number % 10).into() }
}

impl Default for Counter {
    fn default() -> Self {
        Counter::from(0)
    }
}

#[kernel]
impl Logic for Counter {
    fn update(&mut self) {
        let is_zero = !q.tens.any() & !q.ones.any();
        let is_full = (q.tens == NINE) & (q.ones == NINE);
        if up {
            if !is_full {
                d.ones = q.ones + 1;
                if q.ones == NINE {
                    d.ones = 0;
                    d.tens = q.tens + 1;
                }
            }
        } else if down & !is_zero {
            d.ones = q.ones - 1;
            if !q.ones.any() {
                d.ones = NINE;
                d.tens = q.tens - 1;
            }
        }
        if restart {
            state.d = start;
        }
        value = state.q;
        zero = is_zero;
        full = is_full;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Native};

    #[test]
    fn it_counts_in_decimal_and_stops_at_both_ends() {
        let mut counter = Native::new(Counter::from(97));
        let mut expected = 97u32;
        for (port, times) in [("up", 5), ("down", 120), ("up", 12), ("restart", 2), ("down", 1)] {
            for _ in 0..times {
                counter.strobe(port);
                expected = match port {
                    "up" => (expected + 1).min(99),
                    "down" => expected.saturating_sub(1),
                    _ => 97,
                };
                assert_eq!(counter.read_as::<Decimal>("value"), decimal(expected));
                assert_eq!(counter.read("zero"), u64::from(expected == 0));
                assert_eq!(counter.read("full"), u64::from(expected == 99));
            }
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            restart  0*4 1 0
            up       0 1*2 0
            down     0*7 1*3 0
        ";
        tengen_sim::expect_waves(file!(), Counter::from(1), stimulus, 0..12);
    }
}
