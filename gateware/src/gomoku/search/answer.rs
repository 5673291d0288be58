//! Keeps the answer of a think: the move, the expected reply, the score, the depth and the number of positions.
//!
//! ```text
//! clock    __/‾\_/‾\_/‾\_/‾\_/‾\_
//! start    __/‾‾‾\_______________
//! choose   __________/‾‾‾\_______   a move is chosen
//! best     ======X 15 ===X a ====   15: none
//! found    ==0===========/‾‾‾‾‾‾‾
//! ```
//!
//! | port           | dir | width       | meaning                                                          | initial |
//! |----------------|-----|-------------|------------------------------------------------------------------|---------|
//! | clock          | in  | 1           | rising edge                                                      | –       |
//! | start | in | 1 | strobe: a think begins; no move, score, depth and nodes 0 | – |
//! | forget         | in  | 1           | strobe: the move is discarded                                    | –       |
//! | choose         | in  | 1           | strobe: the move becomes `at`; `start` and `forget` win over it  | –       |
//! | at             | in  | Crossing    | the move                                                         | –       |
//! | answered       | in  | 1           | with `choose`: `by` is the expected reply                        | –       |
//! | by             | in  | Crossing    | the expected reply                                               | –       |
//! | report         | in  | 1           | strobe: a search has ended, with score `worth` and depth `plies` | –       |
//! | worth          | in  | 14          | score of the search, offset by 8192                              | –       |
//! | plies          | in  | 7           | depth of the search                                              | –       |
//! | count          | in  | 1           | strobe: a position is entered                                    | –       |
//! | found          | out | 1           | there is a move                                                  | 0       |
//! | best           | out | Crossing    | the move; 15, 15 if there is none                                | 0, 0    |
//! | expects, reply | out | 1, Crossing | whether a reply is expected; the reply                           | 0       |
//! | score          | out | 14          | the score last reported, offset by 8192                          | 0       |
//! | depth          | out | 7           | the depth last reported                                          | 0       |
//! | nodes          | out | 32          | positions entered                                                | 0       |

use rust_hdl::prelude::*;

use super::valuation::ZERO;
use crate::ports::Crossing;
use crate::{Circuit, LogicStruct, Register, kernel};

/// Row and column of the answer if there is no move.
const NOWHERE: u64 = 15;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    found: Bit,
    best: Crossing,
    expects: Bit,
    reply: Crossing,
    score: Bits<14>,
    depth: Bits<7>,
    nodes: Bits<32>,
}

#[derive(Circuit)]
pub struct Answer {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub forget: Signal<In, Bit>,
    pub choose: Signal<In, Bit>,
    pub at: Signal<In, Crossing>,
    pub answered: Signal<In, Bit>,
    pub by: Signal<In, Crossing>,
    pub report: Signal<In, Bit>,
    pub worth: Signal<In, Bits<14>>,
    pub plies: Signal<In, Bits<7>>,
    pub count: Signal<In, Bit>,
    pub found: Signal<Out, Bit>,
    pub best: Signal<Out, Crossing>,
    pub expects: Signal<Out, Bit>,
    pub reply: Signal<Out, Crossing>,
    pub score: Signal<Out, Bits<14>>,
    pub depth: Signal<Out, Bits<7>>,
    pub nodes: Signal<Out, Bits<32>>,

    state: Register<State>,
}

#[kernel]
impl Logic for Answer {
    fn update(&mut self) {
        if start | forget {
            d.found = false;
            d.best.row = NOWHERE;
            d.best.col = NOWHERE;
            d.expects = false;
        } else if choose {
            d.found = true;
            d.best = at;
            d.expects = answered;
            d.reply = by;
        }
        if start {
            d.score = ZERO;
            d.depth = 0;
            d.nodes = 0;
        }
        if report {
            d.score = worth;
            d.depth = plies;
        }
        if count {
            d.nodes = q.nodes + 1;
        }
        State { found, best, expects, reply, score, depth, nodes, .. } = q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Native};

    fn crossing(row: u64, col: u64) -> Crossing {
        Crossing { row: row.into(), col: col.into() }
    }

    #[test]
    fn a_move_is_kept_until_it_is_forgotten_and_the_report_until_the_next_think() {
        let mut circuit = Native::new(Answer::default());
        circuit.strobe("start");
        let none = crossing(NOWHERE, NOWHERE);
        assert_eq!((circuit.circuit.found.val(), circuit.circuit.best.val()), (false, none));
        circuit.circuit.at.next = crossing(3, 4);
        circuit.circuit.by.next = crossing(5, 6);
        circuit.drive("answered", 1);
        circuit.strobe("choose");
        circuit.drive("worth", 9000);
        circuit.drive("plies", 7);
        circuit.strobe("report");
        circuit.strobe("count");
        circuit.strobe("count");
        let shown = |circuit: &Native<Answer>| {
            let part = &circuit.circuit;
            (part.found.val(), part.best.val(), part.expects.val())
        };
        assert_eq!(shown(&circuit), (true, crossing(3, 4), true));
        assert_eq!(circuit.circuit.reply.val(), crossing(5, 6));
        circuit.drive("choose", 1);
        circuit.strobe("forget");
        assert_eq!(shown(&circuit), (false, none, false));
        circuit.drive("choose", 0);
        assert_eq!(["score", "depth", "nodes"].map(|port| circuit.read(port)), [9000, 7, 2]);
        circuit.strobe("start");
        assert_eq!(["score", "depth", "nodes"].map(|port| circuit.read(port)), [ZERO, 0, 0]);
    }
}
