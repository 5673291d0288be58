//! Everything a game of Gomoku asks of its position: what lies where, a computer player's move, black's forbidden points.
//!
//! ```text
//!                     +---------------------- gomoku_core ----------------------+
//! clear, place, lift  |  GreedyPlayer  its own stones; moves, fives             | best_row, best_col, five, illegal
//! think, survey ----->|      ^ veto                                             |
//!                     |  memory {stone, verdict or label} --------------------- | stone, verdict, label
//!                     |      ^ verdicts                                         |
//!                     |  Trial         its own stones; Renju's verdicts --------| noted, noted_row, noted_col, forbidden
//!                     +---------------------------------------------------------+
//!
//! clock          __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! think          ___/‾‾‾‾\___________ ... ______________
//! busy           _________/‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾\_________
//! done           ____________________ ... ____/‾‾‾‾‾\___    a clock after the player's own
//! best_row, _col == previous ======== ... ===< the move >=   held until the next think
//! ```
//!
//! A strobe lasts one clock and samples the other inputs; strobes while busy are ignored. Of several that come together
//! clear goes first, then place, lift, think, survey. busy rises with the next clock.
//!
//! | strobe | does                                                                              | takes, in clocks      |
//! |--------|-----------------------------------------------------------------------------------|-----------------------|
//! | clear  | takes every stone off                                                             | 260                   |
//! | place  | puts a stone, and `label_in` beside it; `illegal` if the crossing is taken        | as the player's, + 2  |
//! | lift   | takes the stone on the crossing off                                               | as the player's, + 2  |
//! | think  | finds a move for `colour`; under Renju for black it surveys first, if need be     | as the player's, + 2  |
//! | survey | black: judges every empty crossing by Renju's rules, and reports each; white: reports each as allowed | 680 and the verdicts |
//!
//! Black's forbidden crossings are known from a survey for black until a stone is put or taken off. While it is not busy
//! the memory shows the crossing at `look_row`, `look_col` a clock later.
//!
//! | port      | dir | width | meaning                                                                   | reset |
//! |-----------|-----|-------|---------------------------------------------------------------------------|-------|
//! | clock     | in  | 1     | rising edge                                                               | –     |
//! | clear, place, lift, think, survey | in | 1 | strobes, see above                                    | –     |
//! | row, col  | in  | 4     | the crossing for place and lift                                           | –     |
//! | colour    | in  | 1     | 0 black, 1 white: whose stone, whose move, for whom                       | –     |
//! | label_in  | in  | 10    | for place: kept beside the stone, whatever it means to the caller         | –     |
//! | profile   | in  | 2     | for think: 0 zju, 1 mcu, 2 thesis, 3 sjtu                                 | –     |
//! | rule      | in  | 2     | 0 freestyle, 1 exact five, 2 Renju; constant from clear to clear          | –     |
//! | shuffle   | in  | 1     | equally good crossings are chosen among by chance                         | –     |
//! | look_row, look_col | in | 4 | which crossing the memory shows                                       | –     |
//! | busy      | out | 1     | at work; every strobe is ignored                                          | 0     |
//! | done      | out | 1     | one clock at the end of a think, in the first clock that busy is low      | 0     |
//! | best_row, best_col | out | 4 | the move that think found; 15, 15 if nothing may be played           | 0, 0  |
//! | five      | out | 1     | the stone last placed wins under the rule                                 | 0     |
//! | illegal   | out | 1     | the last place or lift changed nothing                                    | 0     |
//! | stone     | out | 2     | on the crossing looked at: 0 empty, 1 black, 2 white                      | 0     |
//! | verdict   | out | 3     | of an empty crossing: what the survey found, as `RenjuJudge` numbers it   | 0     |
//! | label     | out | 10    | of a stone: its label                                                     | 0     |
//! | noted     | out | 1     | one clock: the survey has come to the empty crossing below                | 0     |
//! | noted_row, noted_col | out | 4 | that crossing                                                      | 0, 0  |
//! | forbidden | out | 1     | valid with `noted`: black may not play there                              | 0     |

use super::greedy_player::GreedyPlayer;
use super::renju::trial::Trial;
use crate::gateware::memory::DualPortRam;
use crate::{Circuit, Register};
use rust_hdl::prelude::*;

/// A word of the memory.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// 0 empty, 1 black, 2 white.
    stone: Bits<2>,
    /// A stone's label; of an empty crossing the verdict.
    note: Bits<10>,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    /// Waits for a strobe.
    Idle,
    /// Empties every word.
    Wiping,
    /// The player and the judge work at a stone, or take all of theirs off.
    Settling,
    /// The memory takes the address of the crossing to be surveyed.
    Fetching,
    /// Its word is there.
    Asking,
    /// The judge is at work on it.
    Judging,
    /// Whether it is forbidden is written down and reported.
    Noting,
    /// Starts the player.
    Starting,
    Thinking,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    lifting: Bit,
    /// A think goes on after the survey.
    thinking: Bit,
    /// The verdicts are black's for the position as it is.
    surveyed: Bit,
    /// What may be vetoed is.
    forbidding: Bit,
    colour: Bit,
    /// The crossing at work.
    row: Bits<4>,
    col: Bits<4>,
    label: Bits<10>,
    verdict: Bits<3>,
    done: Bit,
}

#[derive(Circuit)]
pub struct GomokuCore {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub lift: Signal<In, Bit>,
    pub think: Signal<In, Bit>,
    pub survey: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub label_in: Signal<In, Bits<10>>,
    pub profile: Signal<In, Bits<2>>,
    pub rule: Signal<In, Bits<2>>,
    pub shuffle: Signal<In, Bit>,
    pub look_row: Signal<In, Bits<4>>,
    pub look_col: Signal<In, Bits<4>>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub best_row: Signal<Out, Bits<4>>,
    pub best_col: Signal<Out, Bits<4>>,
    pub five: Signal<Out, Bit>,
    pub illegal: Signal<Out, Bit>,
    pub stone: Signal<Out, Bits<2>>,
    pub verdict: Signal<Out, Bits<3>>,
    pub label: Signal<Out, Bits<10>>,
    pub noted: Signal<Out, Bit>,
    pub noted_row: Signal<Out, Bits<4>>,
    pub noted_col: Signal<Out, Bits<4>>,
    pub forbidden: Signal<Out, Bit>,

    state: Register<State>,
    player: GreedyPlayer,
    trial: Trial,
    memory: DualPortRam<Point, 8>,

    idle: Signal<Local, Bit>,
    /// Both who hold stones have come to rest.
    resting: Signal<Local, Bit>,
    read_row: Signal<Local, Bits<4>>,
    read_col: Signal<Local, Bits<4>>,
    /// Black's forbidden points are to be kept to.
    renju: Signal<Local, Bit>,
    last_row: Signal<Local, Bit>,
    last_col: Signal<Local, Bit>,
    /// The survey goes on to the next crossing.
    onward: Signal<Local, Bit>,

    rule_renju: Constant<Bits<2>>,
    border: Constant<Bits<4>>,
    last_of_all: Constant<Bits<4>>,
}

impl Default for GomokuCore {
    fn default() -> Self {
        GomokuCore {
            clock: Default::default(),
            clear: Default::default(),
            place: Default::default(),
            lift: Default::default(),
            think: Default::default(),
            survey: Default::default(),
            row: Default::default(),
            col: Default::default(),
            colour: Default::default(),
            label_in: Default::default(),
            profile: Default::default(),
            rule: Default::default(),
            shuffle: Default::default(),
            look_row: Default::default(),
            look_col: Default::default(),
            busy: Default::default(),
            done: Default::default(),
            best_row: Default::default(),
            best_col: Default::default(),
            five: Default::default(),
            illegal: Default::default(),
            stone: Default::default(),
            verdict: Default::default(),
            label: Default::default(),
            noted: Default::default(),
            noted_row: Default::default(),
            noted_col: Default::default(),
            forbidden: Default::default(),
            state: Default::default(),
            player: Default::default(),
            trial: Default::default(),
            memory: Default::default(),
            idle: Default::default(),
            resting: Default::default(),
            read_row: Default::default(),
            read_col: Default::default(),
            renju: Default::default(),
            last_row: Default::default(),
            last_col: Default::default(),
            onward: Default::default(),
            rule_renju: Constant::new(2.into()),
            border: Constant::new(14.into()),
            last_of_all: Constant::new(15.into()),
        }
    }
}

impl Logic for GomokuCore {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        clock!(self, clock, player, trial, memory);

        self.idle.next = self.state.q.val().phase == Phase::Idle;
        self.resting.next = !self.player.busy.val() & !self.trial.busy.val();
        self.renju.next = self.rule.val() == self.rule_renju.val();

        // Both who hold stones hear of every stone at once.
        self.player.clear.next = self.idle.val() & self.clear.val();
        self.player.place.next = self.idle.val() & self.place.val();
        self.player.lift.next = self.idle.val() & self.lift.val();
        self.player.think.next = self.state.q.val().phase == Phase::Starting;
        self.player.row.next = self.row.val();
        self.player.col.next = self.col.val();
        self.player.colour.next = self.colour.val();
        if self.state.q.val().phase == Phase::Starting {
            self.player.colour.next = self.state.q.val().colour;
        }
        self.player.profile.next = self.profile.val();
        self.player.rule.next = self.rule.val();
        self.player.shuffle.next = self.shuffle.val();
        self.trial.clear.next = self.idle.val() & self.clear.val();
        self.trial.place.next = self.idle.val() & self.place.val();
        self.trial.lift.next = self.idle.val() & self.lift.val();
        self.trial.judge.next = false;
        self.trial.row.next = self.row.val();
        self.trial.col.next = self.col.val();
        self.trial.colour.next = self.colour.val();
        if !self.idle.val() {
            self.trial.row.next = self.state.q.val().row;
            self.trial.col.next = self.state.q.val().col;
        }

        // Who asks the memory: the caller, the survey, the player's scan.
        self.read_row.next = self.look_row.val();
        self.read_col.next = self.look_col.val();
        if self.state.q.val().phase == Phase::Thinking {
            self.read_row.next = self.player.scan_row.val();
            self.read_col.next = self.player.scan_col.val();
        } else if !self.idle.val() {
            self.read_row.next = self.state.q.val().row;
            self.read_col.next = self.state.q.val().col;
        }
        self.memory.read_address.next =
            (bit_cast::<8, 4>(self.read_row.val()) << 4) | bit_cast::<8, 4>(self.read_col.val());
        self.player.veto.next = self.state.q.val().forbidding & self.memory.read_data.val().note.get_bits::<2>(1).any();

        // An empty crossing unless the phase says otherwise.
        self.memory.write_enable.next = false;
        self.memory.write_address.next =
            (bit_cast::<8, 4>(self.state.q.val().row) << 4) | bit_cast::<8, 4>(self.state.q.val().col);
        self.memory.write_data.next.stone = 0.into();
        self.memory.write_data.next.note = 0.into();

        self.last_row.next = self.state.q.val().row == self.border.val();
        self.last_col.next = self.state.q.val().col == self.border.val();
        self.onward.next = false;
        self.noted.next = false;
        self.state.d.next.done = false;
        match self.state.q.val().phase {
            Phase::Idle => {
                self.state.d.next.row = 0.into();
                self.state.d.next.col = 0.into();
                self.state.d.next.colour = self.colour.val();
                self.state.d.next.label = self.label_in.val();
                self.state.d.next.lifting = self.lift.val();
                self.state.d.next.thinking = self.think.val();
                self.state.d.next.forbidding = self.renju.val() & !self.colour.val();
                if self.clear.val() {
                    self.state.d.next.surveyed = false;
                    self.state.d.next.phase = Phase::Wiping;
                } else if self.place.val() | self.lift.val() {
                    self.state.d.next.lifting = !self.place.val();
                    self.state.d.next.row = self.row.val();
                    self.state.d.next.col = self.col.val();
                    self.state.d.next.surveyed = false;
                    self.state.d.next.phase = Phase::Settling;
                } else if self.think.val() {
                    self.state.d.next.phase = Phase::Starting;
                    if self.renju.val() & !self.colour.val() & !self.state.q.val().surveyed {
                        self.state.d.next.phase = Phase::Fetching;
                    }
                } else if self.survey.val() {
                    self.state.d.next.phase = Phase::Fetching;
                }
            }
            Phase::Wiping => {
                self.memory.write_enable.next = true;
                self.state.d.next.col = self.state.q.val().col + 1;
                if self.state.q.val().col == self.last_of_all.val() {
                    self.state.d.next.row = self.state.q.val().row + 1;
                    if self.state.q.val().row == self.last_of_all.val() {
                        // The walk has come round to the first word, which is emptied once more.
                        self.state.d.next.lifting = true;
                        self.state.d.next.phase = Phase::Settling;
                    }
                }
            }
            Phase::Settling => {
                if self.resting.val() {
                    self.memory.write_enable.next = !self.player.illegal.val();
                    if !self.state.q.val().lifting {
                        self.memory.write_data.next.stone = 1.into();
                        if self.state.q.val().colour {
                            self.memory.write_data.next.stone = 2.into();
                        }
                        self.memory.write_data.next.note = self.state.q.val().label;
                    }
                    self.state.d.next.phase = Phase::Idle;
                }
            }
            Phase::Fetching => {
                self.state.d.next.phase = Phase::Asking;
            }
            Phase::Asking => {
                self.state.d.next.verdict = 0.into();
                if self.memory.read_data.val().stone.any() {
                    self.onward.next = true;
                } else if self.state.q.val().colour {
                    self.state.d.next.phase = Phase::Noting;
                } else {
                    self.trial.judge.next = true;
                    self.state.d.next.phase = Phase::Judging;
                }
            }
            Phase::Judging => {
                self.state.d.next.verdict = self.trial.verdict.val();
                if self.trial.done.val() {
                    self.state.d.next.phase = Phase::Noting;
                }
            }
            Phase::Noting => {
                self.memory.write_enable.next = true;
                self.memory.write_data.next.note = bit_cast::<10, 3>(self.state.q.val().verdict);
                self.noted.next = true;
                self.onward.next = true;
            }
            Phase::Starting => {
                self.state.d.next.phase = Phase::Thinking;
            }
            Phase::Thinking => {
                if self.player.done.val() {
                    self.state.d.next.done = true;
                    self.state.d.next.phase = Phase::Idle;
                }
            }
        }
        if self.onward.val() {
            self.state.d.next.phase = Phase::Fetching;
            self.state.d.next.col = self.state.q.val().col + 1;
            if self.last_col.val() {
                self.state.d.next.col = 0.into();
                self.state.d.next.row = self.state.q.val().row + 1;
                if self.last_row.val() {
                    self.state.d.next.surveyed = !self.state.q.val().colour;
                    self.state.d.next.phase = Phase::Idle;
                    if self.state.q.val().thinking {
                        self.state.d.next.phase = Phase::Starting;
                    }
                }
            }
        }

        self.busy.next = !self.idle.val();
        self.done.next = self.state.q.val().done;
        self.best_row.next = self.player.best_row.val();
        self.best_col.next = self.player.best_col.val();
        self.five.next = self.player.five.val();
        self.illegal.next = self.player.illegal.val();
        self.stone.next = self.memory.read_data.val().stone;
        self.verdict.next = bit_cast::<3, 10>(self.memory.read_data.val().note);
        self.label.next = self.memory.read_data.val().note;
        self.noted_row.next = self.state.q.val().row;
        self.noted_col.next = self.state.q.val().col;
        self.forbidden.next = self.state.q.val().verdict.get_bits::<2>(1).any();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::renju::{self, Verdict};
    use crate::rules::gomoku::{Board, Colour, Crossing, Profile, Rule};
    use tengen_sim::{Engine, Native};

    struct Bench {
        core: Native<GomokuCore>,
        board: Board,
        /// The crossings the survey reports, and whether it calls them forbidden.
        notes: Vec<(Crossing, bool)>,
    }

    impl Bench {
        fn new() -> Bench {
            Bench {
                core: Native::new(GomokuCore::default()),
                board: Board::new(),
                notes: vec![],
            }
        }

        fn get(&self, name: &str) -> u64 {
            self.core.get(self.core.port(name))
        }

        fn set(&mut self, name: &str, value: u64) {
            self.core.set(self.core.port(name), value);
        }

        /// One clock of the strobe, then as many as it takes: how many.
        fn run(&mut self, strobe: &str) -> u32 {
            assert_eq!((self.get("busy"), self.get("done")), (0, 0));
            self.set(strobe, 1);
            self.core.step();
            self.set(strobe, 0);
            assert_eq!(self.get("busy"), 1, "busy rises with the next clock");
            self.notes.clear();
            let mut clocks = 1;
            while self.get("busy") == 1 {
                assert_eq!(self.get("done"), 0);
                if self.get("noted") == 1 {
                    let at = Crossing::new(self.get("noted_row") as usize, self.get("noted_col") as usize);
                    self.notes.push((at.expect("on the board"), self.get("forbidden") == 1));
                }
                self.core.step();
                clocks += 1;
                assert!(clocks < 70_000, "never ready");
            }
            assert_eq!(self.get("done"), u64::from(strobe == "think"));
            self.core.step();
            clocks
        }

        fn stone(&mut self, strobe: &str, at: Crossing, colour: Colour) -> bool {
            self.set("row", at.row() as u64);
            self.set("col", at.col() as u64);
            self.set("colour", colour as u64);
            self.set("label_in", self.board.stones() as u64 + 1);
            let clocks = self.run(strobe);
            assert!(clocks <= 235, "{clocks}");
            self.get("illegal") == 0
        }

        fn place(&mut self, at: Crossing, colour: Colour) {
            let placed = self.stone("place", at, colour);
            assert_eq!(placed, self.board.place(at, colour).is_ok(), "{at:?}");
        }

        fn lift(&mut self, at: Crossing) {
            let there = self.board.get(at).is_some();
            assert_eq!(self.stone("lift", at, Colour::White), there, "{at:?}");
            self.board.lift(at);
        }

        fn look(&mut self, at: Crossing) -> (u64, u64, u64) {
            self.set("look_row", at.row() as u64);
            self.set("look_col", at.col() as u64);
            self.core.step();
            (self.get("stone"), self.get("verdict"), self.get("label"))
        }

        fn think(&mut self, rule: Rule, profile: Profile, colour: Colour) -> (Option<Crossing>, u32) {
            self.set("rule", rule as u64);
            self.set("profile", profile as u64);
            self.set("colour", colour as u64);
            let clocks = self.run("think");
            let (row, col) = (self.get("best_row"), self.get("best_col"));
            let found = Crossing::new(row as usize, col as usize);
            assert!(found.is_some() || (row, col) == (15, 15));
            (found, clocks)
        }
    }

    fn dice(mut seed: u32) -> impl FnMut(usize) -> usize {
        move |below| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            (seed >> 8) as usize % below
        }
    }

    #[test]
    fn positions_that_come_and_go_as_the_rules_say() {
        let mut bench = Bench::new();
        let mut dice = dice(11);
        let (mut forbidden, mut moves) = (0, 0);
        for round in 0..400 {
            let at = Crossing::new(3 + dice(9), 3 + dice(9)).unwrap();
            let colour = [Colour::Black, Colour::White][dice(2)];
            match dice(5) {
                0 => bench.lift(at),
                _ => bench.place(at, colour),
            }
            if round % 100 == 99 {
                bench.run("clear");
                bench.board = Board::new();
            }
            if round % 5 != 0 {
                continue;
            }
            let verdicts: Vec<(Crossing, Verdict)> = bench
                .board
                .vacant()
                .map(|at| (at, renju::verdict(&bench.board, at)))
                .collect();
            for (colour, strict) in [(Colour::Black, true), (Colour::White, false)] {
                bench.set("colour", colour as u64);
                bench.run("survey");
                let expected: Vec<_> = verdicts
                    .iter()
                    .map(|(at, v)| (*at, strict && v.is_forbidden()))
                    .collect();
                assert_eq!(bench.notes, expected);
                forbidden += expected.iter().filter(|(_, forbidden)| *forbidden).count();
                for (at, verdict) in &verdicts {
                    let shown = if strict { *verdict as u64 } else { 0 };
                    assert_eq!(bench.look(*at), (0, shown, shown));
                }
            }
            for rule in Rule::ALL {
                let profile = Profile::ALL[dice(4)];
                let colour = [Colour::Black, Colour::White][dice(2)];
                let expected = profile.player().choose_under(rule, &bench.board, colour);
                let (found, clocks) = bench.think(rule, profile, colour);
                assert_eq!(found, expected, "{rule:?} {profile:?} {colour:?} {:?}", bench.board);
                let surveyed = rule == Rule::Renju && colour == Colour::Black;
                assert!(surveyed || clocks <= 260, "{clocks}");
                if surveyed {
                    assert!(clocks < 60_000, "{clocks}");
                    let again = bench.think(rule, profile, colour);
                    assert!(
                        again.0 == expected && again.1 <= 260,
                        "the verdicts are kept: {} clocks",
                        again.1
                    );
                }
                moves += 1;
            }
        }
        assert!(forbidden > 60 && moves > 200, "{forbidden} {moves}");
    }

    #[test]
    fn stones_keep_their_labels_until_they_are_lifted() {
        let mut bench = Bench::new();
        let at = |row, col| Crossing::new(row, col).unwrap();
        bench.place(at(0, 0), Colour::Black);
        bench.place(at(14, 14), Colour::White);
        bench.place(at(7, 7), Colour::Black);
        // Refused, and nothing changes.
        bench.place(at(7, 7), Colour::White);
        bench.lift(at(3, 3));
        bench.run("survey");
        assert_eq!(bench.look(at(0, 0)), (1, 1, 1));
        assert_eq!(bench.look(at(14, 14)), (2, 2, 2));
        assert_eq!(bench.look(at(7, 7)), (1, 3, 3));
        bench.lift(at(0, 0));
        assert_eq!(bench.look(at(0, 0)), (0, 0, 0));
        bench.run("clear");
        for at in Crossing::all() {
            assert_eq!(bench.look(at), (0, 0, 0), "{at:?}");
        }
    }

    #[test]
    fn black_finds_nothing_where_everything_is_forbidden() {
        // One crossing is left, and black's stone there makes six.
        let left = Crossing::new(7, 7).unwrap();
        let mut bench = Bench::new();
        for at in Crossing::all().filter(|at| *at != left) {
            let own = at.row() == 7 && (2..=8).contains(&at.col());
            bench.place(at, if own { Colour::Black } else { Colour::White });
        }
        for profile in Profile::ALL {
            assert_eq!(bench.think(Rule::Renju, profile, Colour::Black).0, None);
            assert_eq!(bench.think(Rule::Renju, profile, Colour::White).0, Some(left));
            assert_eq!(bench.think(Rule::ExactFive, profile, Colour::Black).0, Some(left));
        }
    }

    #[test]
    fn strobes_while_busy_are_ignored_and_together_they_have_an_order() {
        let mut bench = Bench::new();
        let centre = Crossing::new(7, 7).unwrap();
        for strobe in ["place", "lift", "think", "survey", "clear"] {
            bench.place(centre, Colour::Black);
            bench.set("row", 7);
            bench.set("col", 7);
            bench.set(strobe, 1);
            bench.core.step();
            bench.set(strobe, 0);
            let others = ["clear", "place", "lift", "think", "survey"];
            for clock in 0.. {
                if bench.get("busy") == 0 {
                    break;
                }
                bench.set("row", clock % 16);
                others.iter().for_each(|other| bench.set(other, 1));
                bench.core.settle();
                bench.core.step();
                // The last of these clocks must not start anything.
                others.iter().for_each(|other| bench.set(other, 0));
            }
            if strobe == "lift" || strobe == "clear" {
                bench.board = Board::new();
            }
            let expected = if bench.board.is_empty() { 0 } else { 1 };
            assert_eq!(bench.look(centre).0, expected, "{strobe}");
            for at in Crossing::all().filter(|at| *at != centre) {
                assert_eq!(bench.look(at).0, 0, "{strobe}");
            }
        }
        // The one that goes first, then what comes together with it.
        for (strobes, stone) in [(["place", "lift"], 1), (["clear", "place"], 0), (["lift", "think"], 0)] {
            bench.set("row", 7);
            bench.set("col", 7);
            strobes.iter().for_each(|strobe| bench.set(strobe, 1));
            bench.core.step();
            strobes.iter().for_each(|strobe| bench.set(strobe, 0));
            while bench.get("busy") == 1 {
                bench.core.step();
                assert_eq!(bench.get("done"), 0);
            }
            assert_eq!(bench.look(centre).0, stone, "{strobes:?}");
        }
    }
}
