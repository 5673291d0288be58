//! The best answer of a think so far.
//!
//! ```text
//! clock    ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! restart  ____/‾‾‾\___________________________
//! offer    ____________/‾‾‾\___/‾‾‾\___________
//! square   = 0 ========X 19 ===X 26 ===========
//! best     = 0 ============X 19 ===X 26 =======   the square last offered
//! found    ________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//! ends     ________________________/‾‾‾\_______
//! done     ____________________________/‾‾‾\___
//! ```
//!
//! | port     | dir | width | meaning                                                                    | initial |
//! |----------|-----|-------|----------------------------------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge                                                                | –       |
//! | restart  | in  | 1     | a think begins: clears the answer                                          | –       |
//! | offer    | in  | 1     | `square` is the best move so far                                           | –       |
//! | square   | in  | 6     | the move for `offer`                                                       | –       |
//! | stuck    | in  | 1     | the side to move has no move                                               | –       |
//! | entered  | in  | 1     | a position is entered: counts a node                                       | –       |
//! | searched | in  | 1     | a search is complete: takes `value` and `looks`                            | –       |
//! | value    | in  | 12    | its score, seen from the other side, offset by 2048                        | –       |
//! | looks    | in  | 6     | its depth in plies                                                         | –       |
//! | ends     | in  | 1     | the think ends                                                             | –       |
//! | done     | out | 1     | one clock after `ends`                                                     | 0       |
//! | best     | out | 6     | the move last offered; 0 if none was                                       | 0       |
//! | found    | out | 1     | a move was offered                                                         | 0       |
//! | passes   | out | 1     | the side to move has no move                                               | 0       |
//! | score    | out | 12    | the mover's score in the last search, two's complement; 0 without a search | 0       |
//! | depth    | out | 6     | depth in plies of the last search; 0 without a search                      | 0       |
//! | nodes    | out | 32    | positions entered                                                          | 0       |

use rust_hdl::prelude::*;

use crate::{Circuit, LogicStruct, Register, kernel};

/// The bit that turns a score offset by 2048 into two's complement.
const SIGN: u64 = 2048;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Known {
    done: Bit,
    best: Bits<6>,
    found: Bit,
    passes: Bit,
    /// The mover's score, two's complement.
    score: Bits<12>,
    depth: Bits<6>,
    nodes: Bits<32>,
}

#[derive(Circuit)]
pub struct Answer {
    pub clock: Signal<In, Clock>,
    pub restart: Signal<In, Bit>,
    pub offer: Signal<In, Bit>,
    pub square: Signal<In, Bits<6>>,
    pub stuck: Signal<In, Bit>,
    pub entered: Signal<In, Bit>,
    pub searched: Signal<In, Bit>,
    pub value: Signal<In, Bits<12>>,
    pub looks: Signal<In, Bits<6>>,
    pub ends: Signal<In, Bit>,

    pub done: Signal<Out, Bit>,
    pub best: Signal<Out, Bits<6>>,
    pub found: Signal<Out, Bit>,
    pub passes: Signal<Out, Bit>,
    pub score: Signal<Out, Bits<12>>,
    pub depth: Signal<Out, Bits<6>>,
    pub nodes: Signal<Out, Bits<32>>,

    known: Register<Known>,
    #[init(Known::default())]
    nothing: Constant<Known>,
}

#[kernel]
impl Logic for Answer {
    fn update(&mut self) {
        if offer {
            known.d.best = square;
            known.d.found = true;
        }
        if stuck {
            known.d.passes = true;
        }
        if entered {
            known.d.nodes = known.q.nodes + 1;
        }
        if searched {
            known.d.score = (0 - value) ^ SIGN;
            known.d.depth = looks;
        }
        if restart {
            known.d = nothing;
        }
        known.d.done = ends;

        Known { done, best, found, passes, score, depth, nodes, .. } = known.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    fn read(answer: &Native<Answer>) -> [u64; 7] {
        ["done", "best", "found", "passes", "score", "depth", "nodes"].map(|port| answer.read(port))
    }

    #[test]
    fn it_keeps_what_it_is_told_until_the_next_think() {
        let mut answer = Native::new(Answer::default());
        answer.drive("square", 37);
        answer.strobe("offer");
        assert_eq!(read(&answer), [0, 37, 1, 0, 0, 0, 0]);
        answer.strobe("entered");
        answer.strobe("entered");
        answer.drive("value", 2048 + 5);
        answer.drive("looks", 3);
        answer.strobe("searched");
        assert_eq!(read(&answer), [0, 37, 1, 0, 4096 - 5, 3, 2]);
        answer.drive("square", 12);
        answer.drive("ends", 1);
        answer.strobe("offer");
        assert_eq!(read(&answer), [1, 12, 1, 0, 4096 - 5, 3, 2]);
        answer.drive("ends", 0);
        answer.step();
        assert_eq!(read(&answer), [0, 12, 1, 0, 4096 - 5, 3, 2]);
        answer.strobe("restart");
        assert_eq!(read(&answer), [0; 7]);
        answer.strobe("stuck");
        assert_eq!(read(&answer), [0, 0, 0, 1, 0, 0, 0]);
    }

    #[test]
    fn the_simulation_draws_the_waves_above() {
        let stimulus = "restart 0 1 0\noffer 0 0 0 1 0 1 0\nsquare 0 0 0 19 19 26 26\nends 0*6 1 0";
        tengen_sim::expect_waves(file!(), Answer::default(), stimulus, 0..9);
    }
}
