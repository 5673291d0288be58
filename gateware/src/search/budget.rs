//! Tells when the time of a think is up.
//!
//! ```text
//! clock   __/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! start   __/‾‾‾\___________________   with a budget of 5
//! counts  ______/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//! clocks  ======X 2 =X 3 =X 4 =X 5 =   the clock of the strobe is number 1
//! late    __________________/‾‾‾‾‾‾‾   from the fifth clock on
//! ```
//!
//! If strobes coincide, `start` wins over `whole`, and `whole` over `quarter`.
//!
//! | port   | dir | width | meaning                                                           | initial |
//! |--------|-----|-------|-------------------------------------------------------------------|---------|
//! | clock  | in  | 1     | rising edge                                                       | –       |
//! | start  | in  | 1     | strobe: a think begins, with the whole `budget`                   | –       |
//! | budget | in  | 32    | clocks that the think may take, sampled with `start`; 0: no limit | –       |
//! | quarter | in | 1 | strobe: from now on a quarter of the budget may be used, or the rest if it is less | – |
//! | whole  | in  | 1     | strobe: the whole rest of the budget may be used                  | –       |
//! | counts | in  | 1     | clocks are counted while high                                     | –       |
//! | stop   | in  | 1     | ends the time: `late` rises with the next clock                   | –       |
//! | late   | out | 1     | the time is up                                                    | 0       |

use rust_hdl::prelude::*;

use crate::{Circuit, LogicStruct, Register, kernel};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    budget: Bits<32>,
    /// The number of the current clock.
    clocks: Bits<32>,
    /// The first clock in which it is late; 0: no limit.
    limit: Bits<32>,
    late: Bit,
}

#[derive(Circuit)]
pub struct Budget {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub budget: Signal<In, Bits<32>>,
    pub quarter: Signal<In, Bit>,
    pub whole: Signal<In, Bit>,
    pub counts: Signal<In, Bit>,
    pub stop: Signal<In, Bit>,
    pub late: Signal<Out, Bit>,

    state: Register<State>,
}

#[kernel]
impl Logic for Budget {
    fn update(&mut self) {
        let next = q.clocks + 1;
        let quarter_end = q.clocks + (q.budget >> 2);

        if counts {
            d.clocks = next;
        }
        d.late = stop | (q.limit.any() & (next >= q.limit));
        if start {
            d = State { budget, limit: budget, clocks: 2, late: false };
        } else if whole {
            d.limit = q.budget;
        } else if quarter & q.budget.any() {
            d.limit = if quarter_end > q.budget { q.budget } else { quarter_end };
        }
        late = q.late;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// A think in its second clock, started with this budget.
    fn begun(budget: u64) -> Native<Budget> {
        let mut circuit = Native::new(Budget::default());
        circuit.drive("budget", budget);
        circuit.strobe("start");
        circuit.drive("counts", 1);
        circuit
    }

    /// The number of the first clock in which it is late; the current clock is `now`.
    fn late_in(circuit: &mut Native<Budget>, now: u64) -> Option<u64> {
        (now..200).find(|_| {
            let late = circuit.read("late") == 1;
            circuit.step();
            late
        })
    }

    #[test]
    fn it_is_late_in_the_last_clock_of_the_budget() {
        for budget in [3, 4, 100] {
            assert_eq!(late_in(&mut begun(budget), 2), Some(budget));
        }
        assert_eq!(late_in(&mut begun(0), 2), None, "without a limit");
    }

    #[test]
    fn a_quarter_is_counted_from_its_strobe_and_ends_with_the_budget() {
        for (clocks, budget, expected) in [(10, 100, Some(35)), (90, 100, Some(100)), (10, 0, None)] {
            let mut circuit = begun(budget);
            (2..clocks).for_each(|_| circuit.step());
            circuit.strobe("quarter");
            assert_eq!(late_in(&mut circuit, clocks + 1), expected);
        }
        let mut circuit = begun(100);
        circuit.strobe("quarter");
        circuit.strobe("whole");
        assert_eq!(late_in(&mut circuit, 4), Some(100));
    }

    #[test]
    fn a_stop_is_seen_in_the_next_clock_and_at_rest_nothing_is_counted() {
        let mut circuit = begun(50);
        circuit.drive("counts", 0);
        (0..100).for_each(|_| circuit.step());
        assert_eq!(circuit.read("late"), 0);
        circuit.drive("stop", 1);
        circuit.step();
        assert_eq!(circuit.read("late"), 1);
    }
}
