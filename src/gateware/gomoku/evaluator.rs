//! What a crossing is worth to the mover and to the opponent: the sum over its four lines, one crossing a clock.
//!
//! ```text
//! clock                     __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! crossing and neighbours   ==< a >==< b >==< c >======
//! crossing and scores out   ====================< a >==   three clocks later
//! ```
//!
//! The crossing and three marks travel beside their scores and mean nothing in here.
//!
//! | port    | dir | width | meaning                                                                | reset |
//! |---------|-----|-------|------------------------------------------------------------------------|-------|
//! | clock   | in  | 1     | rising edge                                                            | –     |
//! | profile | in  | 2     | whose values; constant while crossings pass                            | –     |
//! | colour  | in  | 1     | the mover, 0 black, 1 white; constant while crossings pass             | –     |
//! | row_in, col_in | in | 4 | the crossing                                                         | –     |
//! | candidate_in, landed_in, last_in | in | 1 | marks                                              | –     |
//! | black, white, empty | in | 4 x 8 | its neighbours, as the ring shows them                     | –     |
//! | row, col, candidate, landed, last | out | 4, 4, 1, 1, 1 | what came in with the scores' crossing | 0   |
//! | mover   | out | 16    | the mover's score, in the player's unit                                | 0     |
//! | opponent | out | 16   | the opponent's                                                         | 0     |
//! | five    | out | 1     | a stone of the mover makes five or more                                | 0     |
//!
//! The greatest score is four fives of zju, 4 * 2^13 = 2^15.

use super::line::Line;
use crate::{Circuit, Register};
use rust_hdl::prelude::dff_setup;
use rust_hdl::prelude::*;

/// What travels beside a crossing's scores.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Label {
    row: Bits<4>,
    col: Bits<4>,
    candidate: Bit,
    landed: Bit,
    last: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Scores {
    mover: Bits<16>,
    opponent: Bits<16>,
    five: Bit,
}

#[derive(Circuit, Default)]
pub struct Evaluator {
    pub clock: Signal<In, Clock>,
    pub profile: Signal<In, Bits<2>>,
    pub colour: Signal<In, Bit>,
    pub row_in: Signal<In, Bits<4>>,
    pub col_in: Signal<In, Bits<4>>,
    pub candidate_in: Signal<In, Bit>,
    pub landed_in: Signal<In, Bit>,
    pub last_in: Signal<In, Bit>,
    pub black: [Signal<In, Bits<8>>; 4],
    pub white: [Signal<In, Bits<8>>; 4],
    pub empty: [Signal<In, Bits<8>>; 4],
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,
    pub candidate: Signal<Out, Bit>,
    pub landed: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub mover: Signal<Out, Bits<16>>,
    pub opponent: Signal<Out, Bits<16>>,
    pub five: Signal<Out, Bit>,

    lines: [Line; 4],
    label_1: Register<Label>,
    label_2: Register<Label>,
    label_3: Register<Label>,
    scores: Register<Scores>,

    black_score: Signal<Local, Bits<16>>,
    white_score: Signal<Local, Bits<16>>,
}

impl Logic for Evaluator {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, label_1, label_2, label_3, scores);

        for i in 0..4 {
            self.lines[i].clock.next = self.clock.val();
            self.lines[i].profile.next = self.profile.val();
            self.lines[i].black.next = self.black[i].val();
            self.lines[i].white.next = self.white[i].val();
            self.lines[i].empty.next = self.empty[i].val();
        }

        self.label_1.d.next.row = self.row_in.val();
        self.label_1.d.next.col = self.col_in.val();
        self.label_1.d.next.candidate = self.candidate_in.val();
        self.label_1.d.next.landed = self.landed_in.val();
        self.label_1.d.next.last = self.last_in.val();
        self.label_2.d.next = self.label_1.q.val();
        self.label_3.d.next = self.label_2.q.val();

        self.black_score.next = (bit_cast::<16, 14>(self.lines[0].black_value.val())
            + bit_cast::<16, 14>(self.lines[1].black_value.val()))
            + (bit_cast::<16, 14>(self.lines[2].black_value.val())
                + bit_cast::<16, 14>(self.lines[3].black_value.val()));
        self.white_score.next = (bit_cast::<16, 14>(self.lines[0].white_value.val())
            + bit_cast::<16, 14>(self.lines[1].white_value.val()))
            + (bit_cast::<16, 14>(self.lines[2].white_value.val())
                + bit_cast::<16, 14>(self.lines[3].white_value.val()));
        if self.colour.val() {
            self.scores.d.next.mover = self.white_score.val();
            self.scores.d.next.opponent = self.black_score.val();
            self.scores.d.next.five = self.lines[0].white_five.val()
                | self.lines[1].white_five.val()
                | self.lines[2].white_five.val()
                | self.lines[3].white_five.val();
        } else {
            self.scores.d.next.mover = self.black_score.val();
            self.scores.d.next.opponent = self.white_score.val();
            self.scores.d.next.five = self.lines[0].black_five.val()
                | self.lines[1].black_five.val()
                | self.lines[2].black_five.val()
                | self.lines[3].black_five.val();
        }

        self.row.next = self.label_3.q.val().row;
        self.col.next = self.label_3.q.val().col;
        self.candidate.next = self.label_3.q.val().candidate;
        self.landed.next = self.label_3.q.val().landed;
        self.last.next = self.label_3.q.val().last;
        self.mover.next = self.scores.q.val().mover;
        self.opponent.next = self.scores.q.val().opponent;
        self.five.next = self.scores.q.val().five;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::line::five_or_more;
    use crate::rules::gomoku::{Colour, Crossing, Direction, Player, Window, mcu::Mcu, samples, zju::Zju};
    use std::collections::VecDeque;
    use tengen_sim::{Engine, Native};

    #[test]
    fn every_vacant_crossing_of_every_sample_is_scored_as_the_players_do() {
        let mut evaluator = Native::new(Evaluator::default());
        let names = ["profile", "colour", "row_in", "col_in", "candidate_in", "last_in"];
        let [profile, colour, row_in, col_in, candidate_in, last_in] = names.map(|name| evaluator.port(name));
        let names = ["row", "col", "candidate", "last", "mover", "opponent", "five"];
        let outputs = names.map(|name| evaluator.port(name));

        for (number, sample) in samples::all().iter().enumerate() {
            let (board, mover) = (&sample.board, sample.mover);
            let (player, unit): (&dyn Player, u32) = if number % 2 == 0 { (&Zju, 1 << 11) } else { (&Mcu, 100) };
            evaluator.set(profile, number as u64 % 2);
            evaluator.set(colour, (mover == Colour::White).into());
            let mut expected = VecDeque::new();
            for at in board.vacant() {
                let last = at.col() == 14;
                evaluator.set(row_in, at.row() as u64);
                evaluator.set(col_in, at.col() as u64);
                evaluator.set(candidate_in, 1);
                evaluator.set(last_in, last.into());
                for (i, &direction) in Direction::ALL.iter().enumerate() {
                    let black = Window::of(board, at, Colour::Black, direction);
                    let white = Window::of(board, at, Colour::White, direction);
                    evaluator.circuit.black[i].next = u64::from(black.own).into();
                    evaluator.circuit.white[i].next = u64::from(white.own).into();
                    evaluator.circuit.empty[i].next = u64::from(black.empty).into();
                }
                evaluator.step();
                expected.push_back([
                    at.row() as u64,
                    at.col() as u64,
                    1,
                    last.into(),
                    (player.score(board, at, mover) / unit).into(),
                    (player.score(board, at, mover.other()) / unit).into(),
                    five_or_more(board, at, mover).is_some().into(),
                ]);
                // The answer to a crossing follows the third edge, counted from its own.
                if expected.len() == 3 {
                    assert_eq!(Some(outputs.map(|port| evaluator.get(port))), expected.pop_front());
                }
            }
            assert!(Crossing::all().count() > board.stones());
        }
    }
}
