//! The order in which the moves of a node are tried: each is made for one clock to count the opponent's replies, and
//! is inserted into a sorted list.
//!
//! ```text
//! clock     __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! made      ____/‾‾‾‾‾‾‾‾‾\___________     makes a move; `answers` are the replies to it in the next clock
//! insert    __________/‾‾‾‾‾‾‾‾‾\_____     inserts it into the list
//! squares   = - ============< a >< b a >     the best first
//! ```
//!
//! | port                           | dir | width              | meaning                                                      | initial |
//! |--------------------------------|-----|--------------------|--------------------------------------------------------------|---------|
//! | clock                          | in  | 1                  | rising edge                                                  | –       |
//! | by                             | in  | By                 | how a move is chosen                                         | –       |
//! | shuffle                        | in  | 1                  | choose at random among equally good moves, else the first    | –       |
//! | look                           | in  | 1                  | takes `remembered` and `remembered_at` of the node           | –       |
//! | remembered, remembered_at      | in  | 1, 6               | the table has the node; its best move, which is sorted first | –       |
//! | made                           | in  | 1                  | a move is made: takes `square` and `penalty`                 | –       |
//! | square, penalty                | in  | 6, 4               | its square, and the penalty of that square                   | –       |
//! | answers                        | in  | 64                 | the opponent's legal squares after the move made last        | –       |
//! | clear                          | in  | 1                  | a new node: empties the list                                 | –       |
//! | restore, squares_in, filled_in | in  | 1, SQUARES, LISTED | sets the list to these values                                | –       |
//! | insert                         | in  | 1                  | inserts the move made last into the list                     | –       |
//! | drop_first                     | in  | 1                  | removes the first move from the list                         | –       |
//! | squares, filled                | out | SQUARES, LISTED    | the list, see [`MoveList`]                                   | 0       |
//! | first                          | out | 6                  | the first move, counting the one made last as inserted       | 0       |
//! | room                           | out | 1                  | the list has room for the move made last and one more        | 1       |

use rust_hdl::prelude::*;

use super::move_key::MoveKey;
use super::move_list::{LISTED, MoveList, SQUARES};
use crate::othello::ports::By;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::library::lfsr::Lfsr;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Sorted {
    /// The square of the move made last.
    at: Bits<6>,
    /// Its penalty.
    penalty: Bits<4>,
    /// The table has the node.
    remembered: Bit,
    /// Its best move in the table.
    remembered_at: Bits<6>,
}

#[derive(Circuit)]
pub struct MoveOrder {
    pub clock: Signal<In, Clock>,
    pub by: Signal<In, By>,
    pub shuffle: Signal<In, Bit>,
    pub look: Signal<In, Bit>,
    pub remembered: Signal<In, Bit>,
    pub remembered_at: Signal<In, Bits<6>>,
    pub made: Signal<In, Bit>,
    pub square: Signal<In, Bits<6>>,
    pub penalty: Signal<In, Bits<4>>,
    pub answers: Signal<In, Bits<64>>,
    pub clear: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub squares_in: Signal<In, Bits<SQUARES>>,
    pub filled_in: Signal<In, Bits<LISTED>>,
    pub insert: Signal<In, Bit>,
    pub drop_first: Signal<In, Bit>,

    pub squares: Signal<Out, Bits<SQUARES>>,
    pub filled: Signal<Out, Bits<LISTED>>,
    pub first: Signal<Out, Bits<6>>,
    pub room: Signal<Out, Bit>,

    state: Register<Sorted>,
    move_key: MoveKey,
    list: MoveList,
    lfsr: Lfsr,
}

#[kernel]
impl Logic for MoveOrder {
    fn update(&mut self) {
        if look {
            state.d.remembered = remembered;
            state.d.remembered_at = remembered_at;
        }
        if made {
            state.d.at = square;
            state.d.penalty = penalty;
        }

        move_key = MoveKey { by, moves: answers, penalty: state.q.penalty };
        move_key.remembered = state.q.remembered & (state.q.remembered_at == state.q.at);
        lfsr.enable = shuffle;
        list = MoveList { clear, restore, squares_in, filled_in, insert, drop_first, at: state.q.at };
        list.key = (bit_cast::<8, 6>(move_key.key) << 2) | bit_cast::<8, 2>(lfsr.random.get_bits::<2>(0));

        MoveList { squares, filled, .. } = list;
        first = if list.leads { state.q.at } else { list.squares.get_bits::<6>(0) };
        room = !list.filled.get_bit(10);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    /// Makes the move and inserts it; it has this many replies, none of them a corner.
    fn insert(order: &mut Native<MoveOrder>, square: u64, answers: u64) {
        order.drive("square", square);
        order.strobe("made");
        order.drive("answers", ((1 << answers) - 1) << 9);
        order.strobe("insert");
    }

    #[test]
    fn the_remembered_move_is_first_then_those_with_fewest_answers() {
        let mut order = Native::new(MoveOrder::default());
        order.drive_as("by", By::Search);
        let mut random = Random::new(3);
        for remembers in [0, 1].repeat(20) {
            order.strobe("clear");
            order.drive("remembered", remembers);
            order.drive("remembered_at", 13);
            order.strobe("look");
            let mut expected = vec![];
            for square in 10..21 {
                let answers = random.below(6u64);
                order.settle();
                assert_eq!(order.read("room"), 1);
                insert(&mut order, square, answers);
                expected.push((if remembers == 1 && square == 13 { 0 } else { 1 + answers }, square));
            }
            assert_eq!(order.read("room"), 0);
            expected.sort();
            // A move that leads the list is output before it is inserted.
            order.drive("square", 50);
            order.strobe("made");
            order.drive("answers", 0);
            order.settle();
            let leads = expected[0].0 > 1;
            assert_eq!(order.read("first"), if leads { 50 } else { expected[0].1 });
            for (_, square) in expected {
                order.settle();
                assert_eq!(order.circuit.squares.val().get_bits::<6>(0).index() as u64, square);
                order.strobe("drop_first");
            }
            assert_eq!(order.read("filled"), 0);
        }
    }
}
