//! The child: the position after the move made last, seen by the side to move, with its legal moves and, for a leaf,
//! its score.
//!
//! | clock   | `put` | `turn` | `position`, `moves`          | `score` with `evaluated` |
//! |---------|-------|--------|------------------------------|--------------------------|
//! | made    | 1     |        | the position before the move |                          |
//! | entered |       | 1      | seen by the side to move     |                          |
//! | Differ  |       |        | seen by the other side       |                          |
//! | Weigh   |       |        | the same                     |                          |
//! | Add     |       |        | the same                     |                          |
//! | Sum     |       |        | the same                     | that of the position     |
//!
//! | port      | dir | width | meaning                                                                 | initial |
//! |-----------|-----|-------|-------------------------------------------------------------------------|---------|
//! | clock     | in  | 1     | rising edge                                                             | –       |
//! | put       | in  | 1     | takes `discs`, and clears `passed`; takes priority over `turn`          | –       |
//! | discs     | in  | Discs | the position for `put`                                                  | –       |
//! | turn      | in  | 1     | exchanges the sides                                                     | –       |
//! | pass      | in  | 1     | with `turn`: the mover has no move                                      | –       |
//! | empties   | in  | 7     | the empty squares of the position                                       | –       |
//! | side      | in  | 2     | the side of the board that the evaluation reads: 0 while entered, then 1 to 3 | – |
//! | evaluated | in  | 1     | `score` is the evaluation of the position before `turn`; else that of a finished game | – |
//! | position  | out | Discs | the position                                                            | 0       |
//! | passed    | out | 1     | a pass has led to the position                                          | 0       |
//! | moves     | out | 64    | legal squares                                                           | 0       |
//! | odd       | out | 4     | quadrants with an odd number of empty squares                           | 0       |
//! | count     | out | 7     | discs of the side to move                                               | 0       |
//! | score     | out | 12    | seen by the side that made the last move, offset by 2048; combinational | –       |

use rust_hdl::prelude::*;

use super::evaluation::Evaluation;
use super::final_score::FinalScore;
use super::legal_moves::LegalMoves;
use super::node::Discs;
use super::population::Population;
use super::squares::QUADRANTS;
use crate::{Circuit, LogicStruct, Optional, Register, kernel};

/// The score 0.
const ZERO: u64 = 2048;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Made {
    discs: Discs,
    passed: Bit,
}

#[derive(Circuit)]
pub struct Child {
    pub clock: Signal<In, Clock>,
    pub put: Signal<In, Bit>,
    pub discs: Signal<In, Discs>,
    pub turn: Signal<In, Bit>,
    pub pass: Signal<In, Bit>,
    pub empties: Signal<In, Bits<7>>,
    pub side: Signal<In, Bits<2>>,
    pub evaluated: Signal<In, Bit>,

    pub position: Signal<Out, Discs>,
    pub passed: Signal<Out, Bit>,
    pub moves: Signal<Out, Bits<64>>,
    pub odd: Signal<Out, Bits<4>>,
    pub count: Signal<Out, Bits<7>>,
    pub score: Signal<Out, Bits<12>>,

    made: Register<Made>,
    legal: LegalMoves,
    own_discs: Population,
    result: FinalScore,
    evaluation: Optional<Evaluation>,

    parity: Signal<Local, Bits<4>>,
    #[init(QUADRANTS.map(|quadrant| Constant::new(quadrant.into())))]
    quadrants: [Constant<Bits<64>>; 4],
}

impl Child {
    /// Creates the circuit with or without the evaluation of middle-game positions.
    pub fn new(evaluates: bool) -> Self {
        Child { evaluation: Optional::when(evaluates), ..Default::default() }
    }
}

#[kernel]
impl Logic for Child {
    fn update(&mut self) {
        if put {
            made.d = Made { discs, passed: false };
        } else if turn {
            made.d.discs.own = made.q.discs.opponent;
            made.d.discs.opponent = made.q.discs.own;
            made.d.passed = made.q.passed | pass;
        }

        let own = made.q.discs.own;
        let opponent = made.q.discs.opponent;
        legal = LegalMoves { own, opponent };
        own_discs.squares = own;
        parity = 0;
        for i in 0..4 {
            parity = parity.replace_bit(i, (quadrants[i] & !(own | opponent)).xor());
        }
        odd = parity;
        position = made.q.discs;
        passed = made.q.passed;
        moves = legal.moves;
        count = own_discs.count;

        result = FinalScore { discs: own_discs.count, empties };
        evaluation = Evaluation { own, opponent, moves: legal.moves, empties: empties.get_bits::<6>(0), side };
        let for_mover = if evaluated { evaluation.score } else { result.score };
        score = if made.q.passed { ZERO + for_mover } else { ZERO - for_mover };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::Position;
    use tengen_rules::othello::evaluation::{WEIGHTS, evaluate};
    use tengen_sim::{ByName, Engine, Native, Random};

    fn put(child: &mut Native<Child>, position: Position) {
        child.circuit.discs.next = Discs { own: position.own.into(), opponent: position.opponent.into() };
        child.drive("empties", position.empties().into());
        child.strobe("put");
    }

    #[test]
    fn a_position_has_the_moves_and_the_score_of_the_rules() {
        let mut child = Native::new(Child::default());
        let mut random = Random::new(8);
        for _ in 0..200 {
            let (own, other) = (random.bits(64) & random.bits(64), random.bits(64));
            let position = Position { own, opponent: other & !own };
            put(&mut child, position);
            assert_eq!(child.read("moves"), position.legal());
            assert_eq!(child.read("count"), u64::from(own.count_ones()));
            let empty = !(position.own | position.opponent);
            let odd = (0..4).filter(|i| (QUADRANTS[*i] & empty).count_ones() % 2 == 1);
            assert_eq!(child.read("odd"), odd.fold(0, |odd, i| odd | 1 << i));
            let of_a_game = 2048 - position.final_score() * 16;
            assert_eq!(child.read("score"), of_a_game as u64 & 0xFFF);
            // The same position after a pass, seen by the other side.
            child.drive("pass", 1);
            child.strobe("turn");
            child.drive("pass", 0);
            assert_eq!(child.read("moves"), position.passed().legal());
            assert_eq!(
                [child.read("passed"), child.read("score")],
                [1, of_a_game as u64 & 0xFFF]
            );
        }
    }

    #[test]
    fn a_leaf_is_evaluated_in_four_clocks() {
        let mut child = Native::new(Child::default());
        let mut random = Random::new(9);
        for _ in 0..60 {
            let (own, other) = (random.bits(64) & random.bits(64), random.bits(64));
            let position = Position { own, opponent: other & !own };
            if position.own | position.opponent == u64::MAX {
                continue;
            }
            put(&mut child, position);
            child.strobe("turn");
            for side in 1..4 {
                child.drive("side", side);
                child.step();
            }
            child.drive("side", 0);
            child.drive("evaluated", 1);
            child.settle();
            assert_eq!(child.read("score"), (2048 - evaluate(position, &WEIGHTS)) as u64);
            child.drive("evaluated", 0);
        }
    }
}
