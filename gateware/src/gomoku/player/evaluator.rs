//! The scores of a crossing for the mover and for the opponent: the sums over its four lines. One crossing a clock.
//!
//! ```text
//! clock                     __/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! crossing and neighbours   ==< a >==< b >==< c >======
//! veto                      ========< of a >< of b >===   one clock later
//! crossing and scores out   ==========================< a >   four clocks later
//! ```
//!
//! Two clocks are spent in the lines, one adds the four scores in pairs, and one adds the pairs. The crossing and three
//! marks are only delayed along with the scores, except that a veto clears `candidate`.
//!
//! | port             | dir | width   | meaning                                                          | initial |
//! |------------------|-----|---------|------------------------------------------------------------------|---------|
//! | clock            | in  | 1       | rising edge                                                      | –       |
//! | profile          | in  | Profile | the player whose weights are used; constant while crossings pass | –       |
//! | rule             | in  | Rule    | what wins; constant while crossings pass                         | –       |
//! | colour           | in  | 1       | 0 black, 1 white: the mover; constant while crossings pass       | –       |
//! | row_in, col_in   | in  | 4       | the crossing                                                     | –       |
//! | candidate_in, landed_in, last_in | in  | 1       | marks to delay with the scores                   | –       |
//! | veto             | in  | 1       | the crossing of the clock before is no candidate                 | –       |
//! | mover, opponent, empty | in  | 4 x 10  | the cells around the crossing, as in `Ring`                | –       |
//! | row, col, candidate, landed, last | out | 4, 4, 1, 1, 1 | the crossing and marks that belong to the scores | 0 |
//! | attack           | out | 20      | the mover's score, in the player's unit of attack                | 0       |
//! | inverted_defence | out | 18      | complement of the opponent's score, in the unit of defence       | 0       |
//! | five             | out | 1       | a stone of the mover wins here                                   | 0       |

use super::line::Line;
use crate::gomoku::ports::{Profile, Rule};
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// The crossing and marks, delayed with the scores.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Label {
    row: Bits<4>,
    col: Bits<4>,
    candidate: Bit,
    landed: Bit,
    last: Bit,
}

/// The sums of lines 0 and 1, and of lines 2 and 3.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    attack_01: Bits<19>,
    attack_23: Bits<19>,
    defence_01: Bits<17>,
    defence_23: Bits<17>,
    five: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Scores {
    attack: Bits<20>,
    inverted_defence: Bits<18>,
    five: Bit,
}

#[derive(Circuit)]
pub struct Evaluator {
    pub clock: Signal<In, Clock>,
    pub profile: Signal<In, Profile>,
    pub rule: Signal<In, Rule>,
    pub colour: Signal<In, Bit>,
    pub row_in: Signal<In, Bits<4>>,
    pub col_in: Signal<In, Bits<4>>,
    pub candidate_in: Signal<In, Bit>,
    pub landed_in: Signal<In, Bit>,
    pub last_in: Signal<In, Bit>,
    pub veto: Signal<In, Bit>,
    pub mover: [Signal<In, Bits<10>>; 4],
    pub opponent: [Signal<In, Bits<10>>; 4],
    pub empty: [Signal<In, Bits<10>>; 4],
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,
    pub candidate: Signal<Out, Bit>,
    pub landed: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub attack: Signal<Out, Bits<20>>,
    pub inverted_defence: Signal<Out, Bits<18>>,
    pub five: Signal<Out, Bit>,

    lines: [Line; 4],
    label_1: Register<Label>,
    label_2: Register<Label>,
    label_3: Register<Label>,
    label_4: Register<Label>,
    pairs: Register<Pairs>,
    scores: Register<Scores>,
}

impl Evaluator {
    /// See [`LineClass::new`](super::line_class::LineClass::new).
    pub fn new(shapes: bool) -> Self {
        Evaluator { lines: std::array::from_fn(|_| Line::new(shapes)), ..Default::default() }
    }
}

#[kernel]
impl Logic for Evaluator {
    fn update(&mut self) {
        let mover_exact = (rule == Rule::ExactFive) | ((rule == Rule::Renju) & !colour);
        let opponent_exact = (rule == Rule::ExactFive) | ((rule == Rule::Renju) & colour);
        for i in 0..4 {
            lines[i] = Line { clock, profile, mover_exact, opponent_exact };
            lines[i].mover = mover[i];
            lines[i].opponent = opponent[i];
            lines[i].empty = empty[i];
        }

        label_1.d.row = row_in;
        label_1.d.col = col_in;
        label_1.d.candidate = candidate_in;
        label_1.d.landed = landed_in;
        label_1.d.last = last_in;
        label_2.d = label_1.q;
        label_2.d.candidate = label_1.q.candidate & !veto;
        label_3.d = label_2.q;
        label_4.d = label_3.q;

        pairs.d.attack_01 = bit_cast::<19, 18>(lines[0].attack) + bit_cast::<19, 18>(lines[1].attack);
        pairs.d.attack_23 = bit_cast::<19, 18>(lines[2].attack) + bit_cast::<19, 18>(lines[3].attack);
        pairs.d.defence_01 = bit_cast::<17, 16>(lines[0].defence) + bit_cast::<17, 16>(lines[1].defence);
        pairs.d.defence_23 = bit_cast::<17, 16>(lines[2].defence) + bit_cast::<17, 16>(lines[3].defence);
        pairs.d.five = lines[0].five | lines[1].five | lines[2].five | lines[3].five;

        scores.d.attack = bit_cast::<20, 19>(pairs.q.attack_01) + bit_cast::<20, 19>(pairs.q.attack_23);
        scores.d.inverted_defence = !(bit_cast::<18, 17>(pairs.q.defence_01) + bit_cast::<18, 17>(pairs.q.defence_23));
        scores.d.five = pairs.q.five;

        Label { row, col, candidate, landed, last, .. } = label_4.q;
        Scores { attack, inverted_defence, five, .. } = scores.q;
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::units;
    use super::*;
    use crate::gomoku::samples;
    use std::collections::VecDeque;
    use tengen_rules::gomoku::{Board, Colour, Crossing, Direction, Profile, Rule, Scan};
    use tengen_sim::{ByName, Engine, Native};

    /// The cells around the crossing in which `is` holds, in the order of the ring.
    fn cells(at: Crossing, direction: Direction, is: impl Fn(Crossing) -> bool) -> u64 {
        [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5]
            .into_iter()
            .enumerate()
            .filter(|&(_, steps)| direction.walk(at, steps).is_some_and(&is))
            .fold(0, |cells, (bit, _)| cells | 1 << bit)
    }

    /// The sample boards, and a board that has lines of six and lines of five and a gap.
    fn boards() -> Vec<(Board, Colour)> {
        let mut long = Board::new();
        for (row, colour) in [(2, Colour::Black), (4, Colour::White), (14, Colour::Black)] {
            for col in [1, 2, 3, 4, 6, 7, 9, 10, 11, 12, 13] {
                long.place(Crossing::new(row, col).unwrap(), colour).unwrap();
            }
        }
        for row in 5..11 {
            long.place(Crossing::new(row, 0).unwrap(), Colour::White).unwrap();
        }
        let samples = samples::all().into_iter().map(|sample| (sample.board, sample.mover));
        samples
            .chain([(long.clone(), Colour::Black), (long, Colour::White)])
            .collect()
    }

    #[test]
    fn every_vacant_crossing_is_scored_as_the_players_do() {
        let mut evaluator = Native::new(Evaluator::default());
        let outputs = ["row", "col", "candidate", "last", "attack", "inverted_defence", "five"];

        let mut overlong = 0;
        let players = Rule::ALL
            .map(|under| Profile::ALL.map(|player| (under, player)))
            .concat();
        for ((board, mover), (under, player)) in boards()
            .iter()
            .flat_map(|position| players.iter().map(move |player| (position, *player)))
        {
            let scan = Scan { rule: under, board, mover: *mover };
            evaluator.drive("profile", player as u64);
            evaluator.drive("rule", under as u64);
            evaluator.drive("colour", (*mover == Colour::White).into());
            let mut expected = VecDeque::new();
            let mut vetoed = false;
            for at in board.vacant() {
                let last = at.col() == 14;
                evaluator.drive("row_in", at.row() as u64);
                evaluator.drive("col_in", at.col() as u64);
                evaluator.drive("candidate_in", 1);
                evaluator.drive("last_in", last.into());
                // A veto concerns the crossing of the clock before.
                evaluator.drive("veto", vetoed.into());
                vetoed = (at.row() + at.col()) % 3 == 0;
                for (i, &direction) in Direction::ALL.iter().enumerate() {
                    let without = |stone| cells(at, direction, |near| board.get(near) != Some(stone));
                    let (open_to_mover, open_to_opponent) = (without(mover.other()), without(*mover));
                    evaluator.circuit.mover[i].next = open_to_mover.into();
                    evaluator.circuit.opponent[i].next = open_to_opponent.into();
                    evaluator.circuit.empty[i].next = (open_to_mover & open_to_opponent).into();
                }
                evaluator.step();
                let scores = player.player().scores(&scan, at);
                let [attack_unit, defence_unit] = units(player);
                let five = under.winning_line(board, at, *mover).is_some();
                overlong += u32::from(!five && Rule::Freestyle.winning_line(board, at, *mover).is_some());
                expected.push_back([
                    at.row() as u64,
                    at.col() as u64,
                    (!vetoed).into(),
                    last.into(),
                    (scores.attack / attack_unit).into(),
                    ((1 << 18) - 1 - scores.defence / defence_unit).into(),
                    five.into(),
                ]);
                // The result for a crossing comes four edges after it.
                if expected.len() == 4 {
                    assert_eq!(Some(outputs.map(|name| evaluator.read(name))), expected.pop_front());
                }
            }
        }
        assert!(overlong > 10, "{overlong}");
    }
}
