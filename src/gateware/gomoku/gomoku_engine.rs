//! Gomoku's engine: it holds a position, says whether a stone makes five, and finds a computer player's move.
//!
//! ```text
//! clock          __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! think          ___/‾‾‾‾\___________ ... ______________
//! busy           _________/‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾\_________
//! done           ____________________ ... ____/‾‾‾‾‾\___    230 clocks after the strobe, for every profile
//! best_row, _col == previous ======== ... ===< the move >=   held until the next think
//! ```
//!
//! A strobe lasts one clock and samples the other inputs; strobes while busy are ignored. If several come together,
//! `clear` goes before `place` and `place` before `think`. busy rises with the next clock.
//!
//! - clear (2 clocks): takes every stone off, and resets `five` and `illegal`.
//! - place (230 clocks): the board turns once past its head, and the stone joins it there. A taken crossing, or one off
//!   the board, is refused: `illegal` rises and nothing else changes. Both flags are valid once busy is low again.
//! - think (230 clocks): the board turns once through the evaluator. The move is the centre on an empty board, and
//!   (15, 15), which is no crossing, on a full one.
//!
//! | port      | dir | width | meaning                                                                   | reset |
//! |-----------|-----|-------|---------------------------------------------------------------------------|-------|
//! | clock     | in  | 1     | rising edge                                                               | –     |
//! | clear, place, think | in | 1 | strobes, see above                                                 | –     |
//! | row, col  | in  | 4     | the crossing for place                                                    | –     |
//! | colour    | in  | 1     | 0 black, 1 white: whose stone, or whose move                              | –     |
//! | profile   | in  | 2     | for think: 0 zju, 1 mcu; 2 thesis and 3 sjtu answer as zju until they exist | –   |
//! | busy      | out | 1     | at work; every strobe is ignored                                          | 0     |
//! | done      | out | 1     | one clock at the end of a think, in the first clock that busy is low      | 0     |
//! | best_row, best_col | out | 4 | the move that think found                                            | 0, 0  |
//! | five      | out | 1     | the stone last placed made five or more                                   | 0     |
//! | illegal   | out | 1     | the last place was refused                                                | 0     |
//!
//! 1304 LUT4 and 764 flip-flops on iCE40, 450 of them the ring.

use super::best_move::BestMove;
use super::evaluator::Evaluator;
use super::ring::Ring;
use crate::{Circuit, Register};
use rust_hdl::prelude::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    /// Waits for a strobe.
    Idle,
    /// The ring takes its stones off.
    Clearing,
    /// The ring turns; each crossing goes into the evaluator.
    Turning,
    /// The last crossings come out of the evaluator.
    Draining,
    /// Every candidate has been compared: the answer is kept.
    Answering,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    /// Turning for a place, not for a think.
    placing: Bit,
    row: Bits<4>,
    col: Bits<4>,
    colour: Bit,
    profile: Bits<2>,
    /// There is a stone on the board.
    begun: Bit,
    five: Bit,
    illegal: Bit,
    done: Bit,
    best_row: Bits<4>,
    best_col: Bits<4>,
}

#[derive(Circuit)]
pub struct GomokuEngine {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub think: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub profile: Signal<In, Bits<2>>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub best_row: Signal<Out, Bits<4>>,
    pub best_col: Signal<Out, Bits<4>>,
    pub five: Signal<Out, Bit>,
    pub illegal: Signal<Out, Bit>,

    state: Register<State>,
    ring: Ring,
    evaluator: Evaluator,
    chooser: BestMove,

    turning: Signal<Local, Bit>,
    /// The stone to be placed is at the head, and its crossing is vacant.
    landing: Signal<Local, Bit>,
    /// The row, and the column, of the centre.
    centre: Constant<Bits<4>>,
}

impl Default for GomokuEngine {
    fn default() -> Self {
        GomokuEngine {
            clock: Default::default(),
            clear: Default::default(),
            place: Default::default(),
            think: Default::default(),
            row: Default::default(),
            col: Default::default(),
            colour: Default::default(),
            profile: Default::default(),
            busy: Default::default(),
            done: Default::default(),
            best_row: Default::default(),
            best_col: Default::default(),
            five: Default::default(),
            illegal: Default::default(),
            state: Default::default(),
            ring: Default::default(),
            evaluator: Default::default(),
            chooser: Default::default(),
            turning: Default::default(),
            landing: Default::default(),
            centre: Constant::new(7.into()),
        }
    }
}

impl Logic for GomokuEngine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        clock!(self, clock, ring, evaluator, chooser);

        // The ring.
        self.turning.next = self.state.q.val().phase == Phase::Turning;
        self.landing.next = self.turning.val()
            & self.state.q.val().placing
            & self.ring.vacant.val()
            & (self.ring.row.val() == self.state.q.val().row)
            & (self.ring.col.val() == self.state.q.val().col);
        self.ring.clear.next = self.state.q.val().phase == Phase::Clearing;
        self.ring.turn.next = self.turning.val();
        self.ring.put.next = self.landing.val();
        self.ring.colour.next = self.state.q.val().colour;

        // The evaluator sees what the ring sees.
        self.evaluator.profile.next = self.state.q.val().profile;
        self.evaluator.colour.next = self.state.q.val().colour;
        self.evaluator.row_in.next = self.ring.row.val();
        self.evaluator.col_in.next = self.ring.col.val();
        self.evaluator.candidate_in.next = self.turning.val() & !self.state.q.val().placing & self.ring.vacant.val();
        self.evaluator.landed_in.next = self.landing.val();
        self.evaluator.last_in.next = self.turning.val() & self.ring.last.val();
        for i in 0..4 {
            self.evaluator.black[i].next = self.ring.black[i].val();
            self.evaluator.white[i].next = self.ring.white[i].val();
            self.evaluator.empty[i].next = self.ring.empty[i].val();
        }

        // The chooser sees each candidate with its scores.
        self.chooser.start.next = false;
        self.chooser.profile.next = self.state.q.val().profile;
        self.chooser.candidate.next = self.evaluator.candidate.val();
        self.chooser.row.next = self.evaluator.row.val();
        self.chooser.col.next = self.evaluator.col.val();
        self.chooser.mover.next = self.evaluator.mover.val();
        self.chooser.opponent.next = self.evaluator.opponent.val();

        self.state.d.next.done = false;
        match self.state.q.val().phase {
            Phase::Idle => {
                if self.clear.val() {
                    self.state.d.next.phase = Phase::Clearing;
                } else if self.place.val() | self.think.val() {
                    self.state.d.next.phase = Phase::Turning;
                    self.state.d.next.placing = self.place.val();
                    self.state.d.next.row = self.row.val();
                    self.state.d.next.col = self.col.val();
                    self.state.d.next.colour = self.colour.val();
                    self.state.d.next.profile = self.profile.val();
                    if self.place.val() {
                        // Refused, unless it lands.
                        self.state.d.next.illegal = true;
                    } else {
                        self.chooser.start.next = true;
                    }
                }
            }
            Phase::Clearing => {
                self.state.d.next.begun = false;
                self.state.d.next.five = false;
                self.state.d.next.illegal = false;
                self.state.d.next.phase = Phase::Idle;
            }
            Phase::Turning => {
                if self.landing.val() {
                    self.state.d.next.begun = true;
                    self.state.d.next.illegal = false;
                }
                if self.ring.last.val() {
                    self.state.d.next.phase = Phase::Draining;
                }
            }
            Phase::Draining => {
                if self.evaluator.last.val() {
                    self.state.d.next.phase = Phase::Answering;
                }
            }
            Phase::Answering => {
                self.state.d.next.phase = Phase::Idle;
                if !self.state.q.val().placing {
                    self.state.d.next.done = true;
                    self.state.d.next.best_row = self.centre.val();
                    self.state.d.next.best_col = self.centre.val();
                    if self.state.q.val().begun {
                        self.state.d.next.best_row = self.chooser.best_row.val();
                        self.state.d.next.best_col = self.chooser.best_col.val();
                    }
                }
            }
        }
        // The verdict on the stone comes out of the evaluator while the ring still turns.
        if self.evaluator.landed.val() {
            self.state.d.next.five = self.evaluator.five.val();
        }

        self.busy.next = self.state.q.val().phase != Phase::Idle;
        self.done.next = self.state.q.val().done;
        self.best_row.next = self.state.q.val().best_row;
        self.best_col.next = self.state.q.val().best_col;
        self.five.next = self.state.q.val().five;
        self.illegal.next = self.state.q.val().illegal;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::line::five_or_more;
    use crate::rules::gomoku::player::Player;
    use crate::rules::gomoku::{Board, Colour, Crossing, mcu::Mcu, samples, zju::Zju};
    use tengen_sim::{Engine, Native};

    /// The longest a think may take, in clocks from the strobe to done.
    const LIMIT: u32 = 260;

    struct Driver {
        engine: Native<GomokuEngine>,
        clear: usize,
        place: usize,
        think: usize,
        row: usize,
        col: usize,
        colour: usize,
        profile: usize,
        busy: usize,
        done: usize,
        best_row: usize,
        best_col: usize,
        five: usize,
        illegal: usize,
    }

    impl Driver {
        fn new() -> Driver {
            let engine = Native::new(GomokuEngine::default());
            Driver {
                clear: engine.port("clear"),
                place: engine.port("place"),
                think: engine.port("think"),
                row: engine.port("row"),
                col: engine.port("col"),
                colour: engine.port("colour"),
                profile: engine.port("profile"),
                busy: engine.port("busy"),
                done: engine.port("done"),
                best_row: engine.port("best_row"),
                best_col: engine.port("best_col"),
                five: engine.port("five"),
                illegal: engine.port("illegal"),
                engine,
            }
        }

        fn set_crossing(&mut self, row: u64, col: u64) {
            self.engine.set(self.row, row);
            self.engine.set(self.col, col);
        }

        /// One clock of the strobe, then as many as it takes; the number of clocks, and in how many of them done was high.
        fn run(&mut self, strobe: usize) -> (u32, u32) {
            assert_eq!(self.engine.get(self.busy), 0);
            self.engine.set(strobe, 1);
            self.engine.step();
            self.engine.set(strobe, 0);
            assert_eq!(self.engine.get(self.busy), 1, "busy rises with the next clock");
            let mut clocks = 0;
            let mut dones = 0;
            while self.engine.get(self.busy) == 1 {
                dones += self.engine.get(self.done) as u32;
                self.engine.step();
                clocks += 1;
                assert!(clocks < 1000, "never ready");
            }
            (clocks, dones + self.engine.get(self.done) as u32)
        }

        fn clear(&mut self) {
            self.run(self.clear);
            assert_eq!(self.flags(), (false, false));
        }

        /// Places a stone and returns the flags.
        fn place(&mut self, row: usize, col: usize, colour: Colour) -> (bool, bool) {
            self.set_crossing(row as u64, col as u64);
            self.engine.set(self.colour, (colour == Colour::White).into());
            let (clocks, dones) = self.run(self.place);
            assert!(clocks <= LIMIT && dones == 0, "done belongs to think alone");
            self.flags()
        }

        /// five and illegal.
        fn flags(&self) -> (bool, bool) {
            (self.engine.get(self.five) == 1, self.engine.get(self.illegal) == 1)
        }

        fn best(&self) -> Option<Crossing> {
            let (row, col) = (self.engine.get(self.best_row), self.engine.get(self.best_col));
            let found = Crossing::new(row as usize, col as usize);
            assert!(found.is_some() || (row, col) == (15, 15));
            found
        }

        fn think(&mut self, profile: u64, colour: Colour) -> Option<Crossing> {
            self.engine.set(self.colour, (colour == Colour::White).into());
            self.engine.set(self.profile, profile);
            let (clocks, dones) = self.run(self.think);
            assert!(clocks <= LIMIT, "{clocks} clocks from think to done");
            assert_eq!(dones, 1);
            let best = self.best();
            self.engine.step();
            assert_eq!(self.engine.get(self.done), 0, "done lasts one clock");
            assert_eq!(self.best(), best);
            best
        }
    }

    fn random(seed: &mut u32, below: usize) -> usize {
        *seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        (*seed >> 16) as usize % below
    }

    #[test]
    fn every_sample_move_of_zju_and_mcu() {
        let mut driver = Driver::new();
        for sample in samples::all() {
            driver.clear();
            let colours = [Colour::Black, Colour::White].into_iter().cycle();
            for (at, colour) in sample.moves.iter().zip(colours) {
                assert!(!driver.place(at.row(), at.col(), colour).1);
            }
            for (profile, expected) in [(0, sample.zju), (1, sample.mcu), (2, sample.zju), (3, sample.zju)] {
                assert_eq!(driver.think(profile, sample.mover), Some(expected));
            }
        }
    }

    #[test]
    fn games_of_the_players_against_each_other() {
        let players: [&dyn Player; 2] = [&Zju, &Mcu];
        let mut driver = Driver::new();
        let mut seed = 11;
        for game in 0..6 {
            driver.clear();
            let mut board = Board::new();
            let mut mover = Colour::Black;
            loop {
                let profile = random(&mut seed, 2);
                let at = players[profile].choose(&board, mover);
                assert_eq!(driver.think(profile as u64, mover), at, "game {game}");
                let Some(at) = at else { break };
                let five = five_or_more(&board, at, mover).is_some();
                assert_eq!(driver.place(at.row(), at.col(), mover), (five, false));
                board.place(at, mover).unwrap();
                if five {
                    break;
                }
                mover = mover.other();
            }
            assert!(board.stones() > 8);
        }
    }

    #[test]
    fn random_stones_are_taken_or_refused_as_the_board_does() {
        let mut driver = Driver::new();
        let mut board = Board::new();
        let mut five = false;
        let mut seed = 23;
        let mut seen = [0; 4];
        for _ in 0..3000 {
            if random(&mut seed, 400) == 0 {
                driver.clear();
                (board, five) = (Board::new(), false);
            }
            let (row, col) = (random(&mut seed, 16), random(&mut seed, 16));
            let colour = [Colour::Black, Colour::White][random(&mut seed, 2)];
            let at = Crossing::new(row, col).filter(|&at| board.get(at).is_none());
            if let Some(at) = at {
                five = five_or_more(&board, at, colour).is_some();
                board.place(at, colour).unwrap();
            }
            let expected = (five, at.is_none());
            assert_eq!(driver.place(row, col, colour), expected);
            seen[usize::from(expected.0) * 2 + usize::from(expected.1)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }

    #[test]
    fn every_crossing_takes_one_stone_and_only_one() {
        let mut driver = Driver::new();
        for at in Crossing::all() {
            let colour = [Colour::Black, Colour::White][(at.row() / 2 + at.col()) % 2];
            assert_eq!(driver.place(at.row(), at.col(), colour), (false, false), "{at:?}");
            assert_eq!(
                driver.place(at.row(), at.col(), colour.other()),
                (false, true),
                "{at:?}"
            );
        }
        assert_eq!(driver.think(0, Colour::Black), None);
        assert_eq!(driver.think(1, Colour::White), None);
        driver.clear();
        assert_eq!(
            driver.think(0, Colour::White),
            Some(crate::rules::gomoku::board::CENTRE)
        );
        assert_eq!(driver.place(0, 0, Colour::White), (false, false));
    }

    #[test]
    fn strobes_while_busy_are_ignored() {
        let sample = &samples::all()[0];
        let mut driver = Driver::new();
        let colours = [Colour::Black, Colour::White].into_iter().cycle();
        for (at, colour) in sample.moves.iter().zip(colours) {
            driver.place(at.row(), at.col(), colour);
        }
        for (strobe, disturbance) in [(driver.think, 0), (driver.place, 1), (driver.clear, 2)] {
            // A place that is refused, a think, or (last) a clear: whatever comes in while busy changes nothing.
            let taken = sample.moves[0];
            driver.set_crossing(taken.row() as u64, taken.col() as u64);
            driver.engine.set(driver.colour, (sample.mover == Colour::White).into());
            driver.engine.set(driver.profile, 0);
            driver.engine.set(strobe, 1);
            driver.engine.step();
            driver.engine.set(strobe, 0);
            let mut clock = 0;
            while driver.engine.get(driver.busy) == 1 {
                driver.engine.set(driver.clear, (clock % 3 == 0).into());
                driver.engine.set(driver.place, (clock % 3 == 1).into());
                driver.engine.set(driver.think, (clock % 5 < 2).into());
                driver.set_crossing(clock % 15, 4);
                driver.engine.set(driver.colour, clock / 2 % 2);
                driver.engine.set(driver.profile, clock % 4);
                driver.engine.step();
                clock += 1;
            }
            for strobe in [driver.clear, driver.place, driver.think] {
                driver.engine.set(strobe, 0);
            }
            match disturbance {
                0 => assert_eq!(driver.best(), Some(sample.zju)),
                1 => assert_eq!(driver.flags(), (false, true)),
                _ => assert_eq!(
                    driver.think(0, Colour::Black),
                    Some(crate::rules::gomoku::board::CENTRE)
                ),
            }
        }
    }

    #[test]
    fn of_strobes_together_clear_goes_first_and_place_second() {
        let mut driver = Driver::new();
        driver.engine.set(driver.think, 1);
        assert_eq!(driver.place(3, 3, Colour::Black), (false, false));
        driver.engine.set(driver.think, 0);
        assert_eq!(driver.place(3, 3, Colour::Black), (false, true));
        driver.engine.set(driver.place, 1);
        driver.clear();
        driver.engine.set(driver.place, 0);
        assert_eq!(
            driver.think(0, Colour::Black),
            Some(crate::rules::gomoku::board::CENTRE)
        );
    }

    #[test]
    fn at_rest_nothing_changes() {
        let mut driver = Driver::new();
        driver.place(4, 9, Colour::White);
        driver.think(0, Colour::Black);
        let outputs = [
            driver.busy,
            driver.done,
            driver.best_row,
            driver.best_col,
            driver.five,
            driver.illegal,
        ];
        let before = outputs.map(|port| driver.engine.get(port));
        for _ in 0..10 {
            driver.engine.step();
            assert_eq!(outputs.map(|port| driver.engine.get(port)), before);
            assert!(!driver.engine.circuit.ring.has_changed());
            assert!(!driver.engine.circuit.evaluator.has_changed());
        }
    }
}
