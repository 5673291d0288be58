//! What a crossing is worth to the mover and to the opponent: the sum over its four lines, one crossing a clock.
//!
//! ```text
//! clock                     __/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! crossing and neighbours   ==< a >==< b >==< c >======
//! veto                      ========< of a >< of b >===   one clock later
//! crossing and scores out   ==========================< a >   four clocks later
//! ```
//!
//! Two of the clocks are the lines', one adds them in pairs and one the pairs. The crossing and three marks travel beside
//! their scores and mean nothing in here, except that a veto takes `candidate` off.
//!
//! | port    | dir | width | meaning                                                                | reset |
//! |---------|-----|-------|------------------------------------------------------------------------|-------|
//! | clock   | in  | 1     | rising edge                                                            | –     |
//! | profile | in  | 2     | whose weights; constant while crossings pass                           | –     |
//! | rule    | in  | 2     | 0 freestyle, 1 exact five, 2 Renju: black needs exactly five; constant | –     |
//! | colour  | in  | 1     | the mover, 0 black, 1 white; constant while crossings pass             | –     |
//! | row_in, col_in | in | 4 | the crossing                                                         | –     |
//! | candidate_in, landed_in, last_in | in | 1 | marks                                              | –     |
//! | veto    | in  | 1     | the crossing of one clock before is no candidate                       | –     |
//! | mover, opponent, empty | in | 4 x 10 | what lies around it, as the ring shows it              | –     |
//! | row, col, candidate, landed, last | out | 4, 4, 1, 1, 1 | what came in with the scores' crossing | 0   |
//! | attack  | out | 20    | the mover's score, in the player's unit                                | 0     |
//! | defence | out | 20    | the opponent's                                                         | 0     |
//! | five    | out | 1     | a stone of the mover wins under the rule                               | 0     |

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

/// The sums of two lines each, of 0 and 1 and of 2 and 3.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    attack_01: Bits<19>,
    attack_23: Bits<19>,
    defence_01: Bits<19>,
    defence_23: Bits<19>,
    five: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Scores {
    attack: Bits<20>,
    defence: Bits<20>,
    five: Bit,
}

#[derive(Circuit, Default)]
pub struct Evaluator {
    pub clock: Signal<In, Clock>,
    pub profile: Signal<In, Bits<2>>,
    pub rule: Signal<In, Bits<2>>,
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
    pub defence: Signal<Out, Bits<20>>,
    pub five: Signal<Out, Bit>,

    lines: [Line; 4],
    label_1: Register<Label>,
    label_2: Register<Label>,
    label_3: Register<Label>,
    label_4: Register<Label>,
    pairs: Register<Pairs>,
    scores: Register<Scores>,

    // Who needs exactly five.
    mover_exact: Signal<Local, Bit>,
    opponent_exact: Signal<Local, Bit>,
}

impl Logic for Evaluator {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, label_1, label_2, label_3, label_4, pairs, scores);

        self.mover_exact.next = (self.rule.val() == 1) | ((self.rule.val() == 2) & !self.colour.val());
        self.opponent_exact.next = (self.rule.val() == 1) | ((self.rule.val() == 2) & self.colour.val());
        for i in 0..4 {
            self.lines[i].clock.next = self.clock.val();
            self.lines[i].profile.next = self.profile.val();
            self.lines[i].mover_exact.next = self.mover_exact.val();
            self.lines[i].opponent_exact.next = self.opponent_exact.val();
            self.lines[i].mover.next = self.mover[i].val();
            self.lines[i].opponent.next = self.opponent[i].val();
            self.lines[i].empty.next = self.empty[i].val();
        }

        self.label_1.d.next.row = self.row_in.val();
        self.label_1.d.next.col = self.col_in.val();
        self.label_1.d.next.candidate = self.candidate_in.val();
        self.label_1.d.next.landed = self.landed_in.val();
        self.label_1.d.next.last = self.last_in.val();
        self.label_2.d.next = self.label_1.q.val();
        self.label_2.d.next.candidate = self.label_1.q.val().candidate & !self.veto.val();
        self.label_3.d.next = self.label_2.q.val();
        self.label_4.d.next = self.label_3.q.val();

        self.pairs.d.next.attack_01 =
            bit_cast::<19, 18>(self.lines[0].attack.val()) + bit_cast::<19, 18>(self.lines[1].attack.val());
        self.pairs.d.next.attack_23 =
            bit_cast::<19, 18>(self.lines[2].attack.val()) + bit_cast::<19, 18>(self.lines[3].attack.val());
        self.pairs.d.next.defence_01 =
            bit_cast::<19, 18>(self.lines[0].defence.val()) + bit_cast::<19, 18>(self.lines[1].defence.val());
        self.pairs.d.next.defence_23 =
            bit_cast::<19, 18>(self.lines[2].defence.val()) + bit_cast::<19, 18>(self.lines[3].defence.val());
        self.pairs.d.next.five =
            self.lines[0].five.val() | self.lines[1].five.val() | self.lines[2].five.val() | self.lines[3].five.val();

        self.scores.d.next.attack =
            bit_cast::<20, 19>(self.pairs.q.val().attack_01) + bit_cast::<20, 19>(self.pairs.q.val().attack_23);
        self.scores.d.next.defence =
            bit_cast::<20, 19>(self.pairs.q.val().defence_01) + bit_cast::<20, 19>(self.pairs.q.val().defence_23);
        self.scores.d.next.five = self.pairs.q.val().five;

        self.row.next = self.label_4.q.val().row;
        self.col.next = self.label_4.q.val().col;
        self.candidate.next = self.label_4.q.val().candidate;
        self.landed.next = self.label_4.q.val().landed;
        self.last.next = self.label_4.q.val().last;
        self.attack.next = self.scores.q.val().attack;
        self.defence.next = self.scores.q.val().defence;
        self.five.next = self.scores.q.val().five;
    }
}

#[cfg(test)]
mod tests {
    use super::super::weights::unit;
    use super::*;
    use crate::rules::gomoku::{Board, Colour, Crossing, Direction, Profile, Rule, Scan, samples};
    use std::collections::VecDeque;
    use tengen_sim::{Engine, Native};

    /// The neighbours in which `is` holds, as the ring shows them.
    fn cells(at: Crossing, direction: Direction, is: impl Fn(Crossing) -> bool) -> u64 {
        [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5]
            .into_iter()
            .enumerate()
            .filter(|&(_, steps)| direction.walk(at, steps).is_some_and(&is))
            .fold(0, |cells, (bit, _)| cells | 1 << bit)
    }

    /// The samples, and a board with lines of six and of five and a gap in them.
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
        let names = [
            "profile",
            "rule",
            "colour",
            "row_in",
            "col_in",
            "candidate_in",
            "last_in",
            "veto",
        ];
        let [profile, rule, colour, row_in, col_in, candidate_in, last_in, veto] =
            names.map(|name| evaluator.port(name));
        let names = ["row", "col", "candidate", "last", "attack", "defence", "five"];
        let outputs = names.map(|name| evaluator.port(name));

        let mut overlong = 0;
        let players = Rule::ALL
            .map(|under| Profile::ALL.map(|player| (under, player)))
            .concat();
        for ((board, mover), (under, player)) in boards()
            .iter()
            .flat_map(|position| players.iter().map(move |player| (position, *player)))
        {
            let scan = Scan {
                rule: under,
                board,
                mover: *mover,
            };
            evaluator.set(profile, player as u64);
            evaluator.set(rule, under as u64);
            evaluator.set(colour, (*mover == Colour::White).into());
            let mut expected = VecDeque::new();
            let mut vetoed = false;
            for at in board.vacant() {
                let last = at.col() == 14;
                evaluator.set(row_in, at.row() as u64);
                evaluator.set(col_in, at.col() as u64);
                evaluator.set(candidate_in, 1);
                evaluator.set(last_in, last.into());
                // It is about the crossing before.
                evaluator.set(veto, vetoed.into());
                vetoed = (at.row() + at.col()) % 3 == 0;
                for (i, &direction) in Direction::ALL.iter().enumerate() {
                    let holding = |stone| cells(at, direction, |near| board.get(near) == stone).into();
                    evaluator.circuit.mover[i].next = holding(Some(*mover));
                    evaluator.circuit.opponent[i].next = holding(Some(mover.other()));
                    evaluator.circuit.empty[i].next = holding(None);
                }
                evaluator.step();
                let scores = player.player().scores(&scan, at);
                let five = under.winning_line(board, at, *mover).is_some();
                overlong += u32::from(!five && Rule::Freestyle.winning_line(board, at, *mover).is_some());
                expected.push_back([
                    at.row() as u64,
                    at.col() as u64,
                    (!vetoed).into(),
                    last.into(),
                    (scores.attack / unit(player)).into(),
                    (scores.defence / unit(player)).into(),
                    five.into(),
                ]);
                // The answer to a crossing follows the fourth edge, counted from its own.
                if expected.len() == 4 {
                    assert_eq!(Some(outputs.map(|port| evaluator.get(port))), expected.pop_front());
                }
            }
        }
        assert!(overlong > 10, "{overlong}");
    }
}
