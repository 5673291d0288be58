//! Selects the next search of a think: first the search by fours, then alpha-beta searches, each a ply deeper.
//!
//! ```text
//! clock       __/‾\_/‾\_/‾\_/‾\_
//! start       __/‾‾‾\___________
//! next        __________/‾‾‾\___   the search by fours has ended
//! fours_only  ======/‾‾‾‾‾‾‾\___
//! looks       ==============X 1     then 2, 3, ...
//! ```
//!
//! | port       | dir | width | meaning                                                             | initial |
//! |------------|-----|-------|---------------------------------------------------------------------|---------|
//! | clock      | in  | 1     | rising edge                                                         | –       |
//! | start      | in  | 1     | strobe: a think begins; wins over `next`                            | –       |
//! | deepest    | in  | 6     | the depth of the deepest search, sampled with `start`; 0: no limit  | –       |
//! | next       | in  | 1     | strobe: the current search has ended                                | –       |
//! | fours_only | out | 1     | the current search is the one by fours                              | 0       |
//! | looks      | out | 6     | depth of the alpha-beta search in plies; undefined before the first | 0       |
//! | following  | out | 6     | the value of `looks` after `next`                                   | 1       |
//! | last       | out | 1     | the current alpha-beta search is the deepest                        | 1       |

use rust_hdl::prelude::*;

use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_rules::gomoku::search::alpha_beta;

/// Greatest depth of an alpha-beta search.
pub const DEEPEST: u64 = alpha_beta::DEEPEST as u64;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    fours_only: Bit,
    looks: Bits<6>,
    deepest: Bits<6>,
}

#[derive(Circuit)]
pub struct Deepening {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub deepest: Signal<In, Bits<6>>,
    pub next: Signal<In, Bit>,
    pub fours_only: Signal<Out, Bit>,
    pub looks: Signal<Out, Bits<6>>,
    pub following: Signal<Out, Bits<6>>,
    pub last: Signal<Out, Bit>,

    state: Register<State>,
}

#[kernel]
impl Logic for Deepening {
    fn update(&mut self) {
        let after = if q.fours_only { 1 } else { q.looks + 1 };
        if start {
            d.fours_only = true;
            d.deepest = deepest;
        } else if next {
            d.fours_only = false;
            d.looks = after;
        }
        State { fours_only, looks, .. } = q;
        following = after;
        last = (q.looks == DEEPEST) | (q.looks == q.deepest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Native};

    #[test]
    fn fours_come_first_and_then_a_ply_more_each_time() {
        let mut circuit = Native::new(Deepening::default());
        for (deepest, end) in [(4, 4), (0, DEEPEST), (1, 1)] {
            circuit.drive("deepest", deepest);
            circuit.strobe("start");
            assert_eq!((circuit.read("fours_only"), circuit.read("following")), (1, 1));
            for plies in 1..=end {
                assert!(plies == 1 || circuit.read("last") == 0);
                circuit.strobe("next");
                assert_eq!((circuit.read("fours_only"), circuit.read("looks")), (0, plies));
                assert_eq!(circuit.read("last"), u64::from(plies == end));
            }
        }
    }
}
