//! Keeps the score that a child has returned to its parent, and the expected reply to the parent's move.
//!
//! ```text
//! clock     __/‾\_/‾\_/‾\_/‾\_
//! finish    __/‾‾‾\___________   the child is finished
//! returned  ______/‾‾‾‾‾‾‾\___
//! take      __________/‾‾‾\___   the parent has used the score
//! ```
//!
//! | strobe | value                              | valid   | entered                 | reply                     |
//! |--------|------------------------------------|---------|-------------------------|---------------------------|
//! | enter  | the score on entry, if it is known | `exact` | yes                     | none                      |
//! | settle | the table's score, or the value    | no      | unchanged               | `best`                    |
//! | finish | the score of its search            | no      | no; unchanged if forced | `best` or the forced move |
//!
//! Only one of the first three comes in a clock; each wins over `take`. finish gives no reply if no move was tried.
//!
//! | port     | dir | width     | meaning                                                                   | initial |
//! |----------|-----|-----------|---------------------------------------------------------------------------|---------|
//! | clock    | in  | 1         | rising edge                                                               | –       |
//! | enter, settle, finish, take | in  | 1         | see above; take: the parent uses the score             | –       |
//! | score    | in  | 14        | with the first three strobes: the score, for the child's mover            | –       |
//! | returns  | in  | 1         | with enter: the score is known                                            | –       |
//! | exact    | in  | 1         | with enter: the score is valid for any window                             | –       |
//! | estimates | in | 1         | with enter: the score is the position's value, which comes a clock later  | –       |
//! | node     | in  | Node      | with finish: the child                                                    | –       |
//! | best     | in  | Crossing  | the child's best move                                                     | –       |
//! | returned | out | 1         | a score has returned and was not used yet                                 | 0       |
//! | value    | out | 14        | the score                                                                 | 0       |
//! | estimated | out | 1        | the score is the position's value, and `value` is not                     | 0       |
//! | valid    | out | 1         | the score is valid for any window                                         | 0       |
//! | entered  | out | 1         | it was found without scanning rows, so the parent's set of rows is intact | 0       |
//! | answered | out | 1         | a reply is expected                                                       | 0       |
//! | reply    | out | Candidate | the reply; its key is only valid for a forced move                        | none    |

use rust_hdl::prelude::*;

use super::node::Node;
use super::ports::Candidate;
use crate::ports::Crossing;
use crate::{Circuit, LogicStruct, Register, kernel};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    returned: Bit,
    value: Bits<14>,
    estimated: Bit,
    valid: Bit,
    entered: Bit,
    answered: Bit,
    reply: Candidate,
}

#[derive(Circuit)]
pub struct Returned {
    pub clock: Signal<In, Clock>,
    pub enter: Signal<In, Bit>,
    pub settle: Signal<In, Bit>,
    pub finish: Signal<In, Bit>,
    pub take: Signal<In, Bit>,
    pub score: Signal<In, Bits<14>>,
    pub returns: Signal<In, Bit>,
    pub exact: Signal<In, Bit>,
    pub estimates: Signal<In, Bit>,
    pub node: Signal<In, Node>,
    pub best: Signal<In, Crossing>,
    pub returned: Signal<Out, Bit>,
    pub value: Signal<Out, Bits<14>>,
    pub estimated: Signal<Out, Bit>,
    pub valid: Signal<Out, Bit>,
    pub entered: Signal<Out, Bit>,
    pub answered: Signal<Out, Bit>,
    pub reply: Signal<Out, Candidate>,

    state: Register<State>,
}

#[kernel]
impl Logic for Returned {
    fn update(&mut self) {
        if take {
            d.returned = false;
        }
        if enter {
            d.returned = returns;
            d.value = score;
            d.estimated = estimates;
            d.valid = exact;
            d.entered = true;
            d.answered = false;
        }
        if settle | finish {
            d.returned = true;
            d.value = score;
            d.estimated = false;
            d.valid = false;
            d.answered = settle | node.number.any();
            d.reply.row = best.row;
            d.reply.col = best.col;
        }
        if finish {
            if node.forced {
                // If the same position is entered again, this move is the block again.
                d.reply = node.at;
                d.reply.key.key = 1;
                d.reply.key.four = true;
            } else {
                d.entered = false;
            }
        }
        State { returned, value, estimated, valid, entered, answered, reply, .. } = q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Native};

    fn told(circuit: &Native<Returned>) -> [u64; 5] {
        ["returned", "value", "valid", "entered", "answered"].map(|port| circuit.read(port))
    }

    #[test]
    fn a_score_is_kept_until_it_is_taken() {
        let mut circuit = Native::new(Returned::default());
        circuit.drive("score", 9000);
        circuit.drive("exact", 1);
        circuit.strobe("enter");
        assert_eq!(told(&circuit), [0, 9000, 1, 1, 0], "it is a node");
        circuit.drive("returns", 1);
        circuit.strobe("enter");
        assert_eq!(told(&circuit), [1, 9000, 1, 1, 0]);
        circuit.strobe("take");
        assert_eq!(told(&circuit)[0], 0);

        circuit.circuit.best.next = Crossing { row: 3.into(), col: 4.into() };
        circuit.drive("score", 8000);
        circuit.drive("take", 1);
        circuit.strobe("settle");
        assert_eq!(told(&circuit), [1, 8000, 0, 1, 1]);
        circuit.drive("score", 7000);
        circuit.strobe("finish");
        assert_eq!(told(&circuit), [1, 7000, 0, 0, 0], "there was no move");
        let reply = circuit.circuit.reply.val();
        assert_eq!((reply.row.index(), reply.col.index()), (3, 4));
    }

    #[test]
    fn the_reply_to_a_four_is_the_forced_move() {
        let mut circuit = Native::new(Returned::default());
        circuit.strobe("enter");
        let at = Candidate { row: 7.into(), col: 8.into(), ..Candidate::default() };
        circuit.circuit.node.next = Node { forced: true, number: 1.into(), at, ..Node::default() };
        circuit.strobe("finish");
        assert_eq!(told(&circuit), [1, 0, 0, 1, 1]);
        let reply = circuit.circuit.reply.val();
        assert_eq!((reply.row.index(), reply.col.index(), reply.key.four), (7, 8, true));
    }
}
