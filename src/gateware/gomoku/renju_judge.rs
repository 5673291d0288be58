//! Renju's judge: it holds a position and says what black's stone on a crossing would be.
//!
//! ```text
//! clock     __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! judge     ___/‾‾‾‾\___________ ... ______________
//! busy      _________/‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾\_________
//! done      ____________________ ... ____/‾‾‾‾‾\___
//! verdict   == previous ======== ... ===< valid >===   held until the next judge
//! ```
//!
//! A strobe lasts one clock and samples the other inputs; strobes while busy are ignored. If several come together,
//! `clear` goes before `place` and `place` before `judge`. busy rises with the next clock.
//!
//! - clear (257 clocks): takes every stone off.
//! - place (3 clocks): puts a stone; a taken crossing, or one off the board, is left as it is.
//! - judge (42 clocks in the middle of an empty board, at most 384 in the 1387 positions of the tests, where all
//!   crossings of a position take at most 8974). A taken crossing, or one off the board, is allowed (3 clocks): there is
//!   nothing to forbid.
//!
//! | port      | dir | width | meaning                                                                   | reset |
//! |-----------|-----|-------|---------------------------------------------------------------------------|-------|
//! | clock     | in  | 1     | rising edge                                                               | –     |
//! | clear, place, judge | in | 1 | strobes, see above                                                 | –     |
//! | row, col  | in  | 4     | the crossing for place and judge                                          | –     |
//! | colour    | in  | 1     | for place: 0 black, 1 white                                               | –     |
//! | busy      | out | 1     | at work; every strobe is ignored                                          | 0     |
//! | done      | out | 1     | one clock at the end of a judge, in the first clock that busy is low      | 0     |
//! | verdict   | out | 3     | 0 allowed, 1 exact five, 2 overline, 3 double-four, 4 double-three; of several the lowest but 0 | 0 |
//!
//! # How a stone is judged
//!
//! | phase       | does                                                          | next                               |
//! |-------------|---------------------------------------------------------------|------------------------------------|
//! | Find        | looks at the crossing of the strobe                           | Descend; Idle if it is taken       |
//! | Descend     | puts the stone on trial, with what to go back to              | Leave                              |
//! | Leave, Walk | one side of a line, then the other, a cell a clock            | Weigh                              |
//! | Weigh       | round 1: keeps what the line is                               | next line, at last Decide; Return with a five |
//! |             | round 2: may the line be a three?                             | Seek; next line if not             |
//! | Decide      | overline, double-four, or too few lines that may be threes    | Return; else round 2               |
//! | Seek        | walks to the gap in which a stone makes the straight four     | Descend                            |
//! | Return      | takes the judged stone off                                    | Resume; Idle if it was the first   |
//! | Resume      | allowed: that line is a three; else on to its other gap       | next line; Return if that settles it |
//!
//! The first round over the four lines settles everything but threes, and counts the lines that may be one. If those are
//! two or more, the second round asks of each whether it is, by judging the stone that makes the straight four like the
//! first one. It ends as soon as two lines are threes, or fewer than two still can be: at the last line that may be one,
//! at the latest.
//!
//! # The stack lies in the board
//!
//! The memory holds a word a crossing: its stone, and beside a stone put on trial what to go back to. So the stack is as
//! deep as the board is large and cannot run over; every question has one stone more on the board, so there is a last
//! one. How many there are is not bounded by a small number: a position made by a search for the longest verdict takes
//! 4996 clocks. Row 15 and column 15 hold no crossing: they are marked as the edge, and the walk along a line needs no
//! other mark.
//!
//! 245 LUT4, 98 flip-flops and a block RAM on iCE40.

use super::renju::line_judge::LineJudge;
use super::renju::line_scan::LineScan;
use super::renju::neighbour::Neighbour;
use crate::gateware::memory::DualPortRam;
use crate::{Circuit, Register};
use rust_hdl::prelude::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Stone {
    Empty,
    Black,
    White,
    /// No crossing: a row or column beside the board.
    Edge,
}

/// A word of the memory, 16 bits. The rest belongs to a stone on trial.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Word {
    stone: Stone,
    /// The stone that asked, row 15 if none did; the rest is what it had found by then.
    asker_row: Bits<4>,
    asker_col: Bits<4>,
    /// The line it asked about, and in which of its gaps this stone lies.
    direction: Bits<2>,
    forward: Bit,
    three: Bit,
    spare: Bits<2>,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    /// Waits for a strobe.
    Idle,
    /// Writes every word.
    Clear,
    /// The memory takes the address.
    Fetch,
    /// The memory shows the crossing of the strobe.
    Find,
    /// Puts a stone on trial, and turns to it.
    Descend,
    /// Asks for the first cell of a side.
    Leave,
    /// The memory shows a cell of the side.
    Walk,
    /// The line has been seen.
    Weigh,
    /// All four lines have been seen.
    Decide,
    /// Looks for the gap of the line.
    Seek,
    /// The stone is judged: takes it off, and turns to the one that asked.
    Return,
    /// Goes on where that one was left.
    Resume,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    placing: Bit,
    colour: Bit,
    /// The crossing whose word is next to be read or written.
    row: Bits<4>,
    col: Bits<4>,
    /// The stone now judged.
    at_row: Bits<4>,
    at_col: Bits<4>,
    direction: Bits<2>,
    forward: Bit,
    /// The second round over the lines, which asks whether they are threes.
    asking: Bit,
    /// The line's gap before has been tried in vain.
    late: Bit,
    overline: Bit,
    four: Bit,
    double_four: Bit,
    /// A line is a three.
    three: Bit,
    /// So many lines that may be threes can fail before fewer than two are left. Below 0 (6 and 7) while fewer are known.
    spare: Bits<3>,
    verdict: Bits<3>,
    done: Bit,
}

#[derive(Circuit)]
pub struct RenjuJudge {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub judge: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub verdict: Signal<Out, Bits<3>>,

    state: Register<State>,
    memory: DualPortRam<Word, 8>,
    neighbour: Neighbour,
    scan: LineScan,
    line: LineJudge,

    shown: Signal<Local, Stone>,
    vacant: Signal<Local, Bit>,
    /// The line asked about is a three, or is not.
    proved: Signal<Local, Bit>,
    failed: Signal<Local, Bit>,

    /// The row, or column, beside the board.
    beside: Constant<Bits<4>>,
    last_direction: Constant<Bits<2>>,
    minus_two: Constant<Bits<3>>,
    allowed: Constant<Bits<3>>,
    exact_five: Constant<Bits<3>>,
    overline: Constant<Bits<3>>,
    double_four: Constant<Bits<3>>,
    double_three: Constant<Bits<3>>,
}

/// The row, or column, number of what lies beside the board: 14 + 1, and 0 - 1 in four bits.
const EDGE: usize = 15;

/// The memory of an empty board.
fn empty_board() -> impl Iterator<Item = Word> {
    (0..=u8::MAX).map(usize::from).map(|address| Word {
        stone: match address / 16 == EDGE || address % 16 == EDGE {
            true => Stone::Edge,
            false => Stone::Empty,
        },
        ..Default::default()
    })
}

impl Default for RenjuJudge {
    fn default() -> Self {
        RenjuJudge {
            clock: Default::default(),
            clear: Default::default(),
            place: Default::default(),
            judge: Default::default(),
            row: Default::default(),
            col: Default::default(),
            colour: Default::default(),
            busy: Default::default(),
            done: Default::default(),
            verdict: Default::default(),
            state: Default::default(),
            memory: DualPortRam::new(empty_board()),
            neighbour: Default::default(),
            scan: Default::default(),
            line: Default::default(),
            shown: Default::default(),
            vacant: Default::default(),
            proved: Default::default(),
            failed: Default::default(),
            beside: Constant::new((EDGE as u64).into()),
            last_direction: Constant::new(3.into()),
            minus_two: Constant::new(6.into()),
            allowed: Constant::new(0.into()),
            exact_five: Constant::new(1.into()),
            overline: Constant::new(2.into()),
            double_four: Constant::new(3.into()),
            double_three: Constant::new(4.into()),
        }
    }
}

impl Logic for RenjuJudge {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        clock!(self, clock, memory, scan);

        self.neighbour.row.next = self.state.q.val().row;
        self.neighbour.col.next = self.state.q.val().col;
        self.neighbour.direction.next = self.state.q.val().direction;
        self.neighbour.forward.next = self.state.q.val().forward;
        self.neighbour.step.next = (self.state.q.val().phase == Phase::Leave)
            | (self.state.q.val().phase == Phase::Walk)
            | (self.state.q.val().phase == Phase::Seek);

        self.memory.read_address.next =
            (bit_cast::<8, 4>(self.neighbour.next_row.val()) << 4) | bit_cast::<8, 4>(self.neighbour.next_col.val());
        self.shown.next = self.memory.read_data.val().stone;
        self.vacant.next = self.shown.val() == Stone::Empty;

        // A stone on trial unless the phase says otherwise.
        self.memory.write_enable.next = false;
        self.memory.write_address.next =
            (bit_cast::<8, 4>(self.state.q.val().row) << 4) | bit_cast::<8, 4>(self.state.q.val().col);
        self.memory.write_data.next.stone = Stone::Black;
        self.memory.write_data.next.asker_row = self.state.q.val().at_row;
        self.memory.write_data.next.asker_col = self.state.q.val().at_col;
        self.memory.write_data.next.direction = self.state.q.val().direction;
        self.memory.write_data.next.forward = self.state.q.val().forward;
        self.memory.write_data.next.three = self.state.q.val().three;
        self.memory.write_data.next.spare = bit_cast::<2, 3>(self.state.q.val().spare);

        self.scan.leave.next = self.state.q.val().phase == Phase::Leave;
        self.scan.first.next = !self.state.q.val().forward;
        self.scan.look.next = self.state.q.val().phase == Phase::Walk;
        self.scan.own.next = self.shown.val() == Stone::Black;
        self.scan.empty.next = self.vacant.val();
        self.line.facts.next = self.scan.facts.val();

        self.proved.next = false;
        self.failed.next = false;
        self.state.d.next.done = false;
        match self.state.q.val().phase {
            Phase::Idle => {
                self.state.d.next.row = self.row.val();
                self.state.d.next.col = self.col.val();
                self.state.d.next.colour = self.colour.val();
                self.state.d.next.placing = self.place.val();
                self.state.d.next.at_row = self.beside.val();
                if self.clear.val() {
                    self.state.d.next.row = 0.into();
                    self.state.d.next.col = 0.into();
                    self.state.d.next.phase = Phase::Clear;
                } else if self.place.val() | self.judge.val() {
                    self.state.d.next.phase = Phase::Fetch;
                }
            }
            Phase::Clear => {
                self.memory.write_enable.next = true;
                self.memory.write_data.next.stone = Stone::Empty;
                self.state.d.next.col = self.state.q.val().col + 1;
                if self.state.q.val().row == self.beside.val() {
                    self.memory.write_data.next.stone = Stone::Edge;
                }
                if self.state.q.val().col == self.beside.val() {
                    self.memory.write_data.next.stone = Stone::Edge;
                    self.state.d.next.row = self.state.q.val().row + 1;
                    if self.state.q.val().row == self.beside.val() {
                        self.state.d.next.phase = Phase::Idle;
                    }
                }
            }
            Phase::Fetch => {
                self.state.d.next.phase = Phase::Find;
            }
            Phase::Find => {
                self.memory.write_enable.next = self.state.q.val().placing & self.vacant.val();
                if self.state.q.val().colour {
                    self.memory.write_data.next.stone = Stone::White;
                }
                self.state.d.next.phase = Phase::Idle;
                if !self.state.q.val().placing {
                    if self.vacant.val() {
                        self.state.d.next.phase = Phase::Descend;
                    } else {
                        self.state.d.next.verdict = self.allowed.val();
                        self.state.d.next.done = true;
                    }
                }
            }
            Phase::Descend => {
                self.memory.write_enable.next = true;
                self.state.d.next.at_row = self.state.q.val().row;
                self.state.d.next.at_col = self.state.q.val().col;
                self.state.d.next.direction = 0.into();
                self.state.d.next.forward = false;
                self.state.d.next.asking = false;
                self.state.d.next.overline = false;
                self.state.d.next.four = false;
                self.state.d.next.double_four = false;
                self.state.d.next.spare = self.minus_two.val();
                self.state.d.next.phase = Phase::Leave;
            }
            Phase::Leave => {
                self.state.d.next.row = self.neighbour.next_row.val();
                self.state.d.next.col = self.neighbour.next_col.val();
                self.state.d.next.phase = Phase::Walk;
            }
            Phase::Walk => {
                self.state.d.next.row = self.neighbour.next_row.val();
                self.state.d.next.col = self.neighbour.next_col.val();
                if self.scan.ends.val() {
                    self.state.d.next.row = self.state.q.val().at_row;
                    self.state.d.next.col = self.state.q.val().at_col;
                    self.state.d.next.forward = !self.state.q.val().forward;
                    self.state.d.next.phase = Phase::Leave;
                    if self.state.q.val().forward {
                        self.state.d.next.phase = Phase::Weigh;
                    }
                }
            }
            Phase::Weigh => {
                // From here the walk along the next line begins, unless there is something to do about this one.
                self.state.d.next.phase = Phase::Leave;
                if !self.state.q.val().asking {
                    self.state.d.next.overline = self.state.q.val().overline | self.line.overline.val();
                    self.state.d.next.four = self.state.q.val().four | self.line.four.val();
                    self.state.d.next.double_four = self.state.q.val().double_four
                        | self.line.two_fours.val()
                        | (self.state.q.val().four & self.line.four.val());
                    if self.line.three_before.val() | self.line.three_after.val() {
                        self.state.d.next.spare = self.state.q.val().spare + 1;
                    }
                    self.state.d.next.direction = self.state.q.val().direction + 1;
                    if self.line.five.val() {
                        self.state.d.next.verdict = self.exact_five.val();
                        self.state.d.next.phase = Phase::Return;
                    } else if self.state.q.val().direction == self.last_direction.val() {
                        self.state.d.next.phase = Phase::Decide;
                    }
                } else if self.line.three_before.val() & !self.state.q.val().late {
                    self.state.d.next.phase = Phase::Seek;
                } else if self.line.three_after.val() {
                    self.state.d.next.forward = true;
                    self.state.d.next.phase = Phase::Seek;
                } else if self.state.q.val().late {
                    self.failed.next = true;
                } else {
                    self.state.d.next.direction = self.state.q.val().direction + 1;
                }
            }
            Phase::Decide => {
                self.state.d.next.asking = true;
                self.state.d.next.late = false;
                self.state.d.next.three = false;
                self.state.d.next.phase = Phase::Return;
                if self.state.q.val().overline {
                    self.state.d.next.verdict = self.overline.val();
                } else if self.state.q.val().double_four {
                    self.state.d.next.verdict = self.double_four.val();
                } else if self.state.q.val().spare.get_bit(2) {
                    self.state.d.next.verdict = self.allowed.val();
                } else {
                    // The direction has come round to the first.
                    self.state.d.next.phase = Phase::Leave;
                }
            }
            Phase::Seek => {
                if self.vacant.val() {
                    self.state.d.next.phase = Phase::Descend;
                } else {
                    self.state.d.next.row = self.neighbour.next_row.val();
                    self.state.d.next.col = self.neighbour.next_col.val();
                }
            }
            Phase::Return => {
                self.memory.write_enable.next = true;
                self.memory.write_data.next.stone = Stone::Empty;
                self.state.d.next.row = self.memory.read_data.val().asker_row;
                self.state.d.next.col = self.memory.read_data.val().asker_col;
                self.state.d.next.at_row = self.memory.read_data.val().asker_row;
                self.state.d.next.at_col = self.memory.read_data.val().asker_col;
                self.state.d.next.direction = self.memory.read_data.val().direction;
                self.state.d.next.forward = self.memory.read_data.val().forward;
                self.state.d.next.three = self.memory.read_data.val().three;
                self.state.d.next.spare = bit_cast::<3, 2>(self.memory.read_data.val().spare);
                self.state.d.next.asking = true;
                self.state.d.next.phase = Phase::Resume;
                if self.memory.read_data.val().asker_row == self.beside.val() {
                    self.state.d.next.done = true;
                    self.state.d.next.phase = Phase::Idle;
                }
            }
            Phase::Resume => {
                self.state.d.next.phase = Phase::Leave;
                self.state.d.next.forward = false;
                if self.state.q.val().verdict == self.allowed.val() {
                    self.proved.next = true;
                } else if self.state.q.val().forward {
                    self.failed.next = true;
                } else {
                    self.state.d.next.late = true;
                }
            }
        }
        if self.proved.val() | self.failed.val() {
            self.state.d.next.direction = self.state.q.val().direction + 1;
            self.state.d.next.late = false;
        }
        if self.proved.val() {
            self.state.d.next.three = true;
            if self.state.q.val().three {
                self.state.d.next.verdict = self.double_three.val();
                self.state.d.next.phase = Phase::Return;
            }
        }
        if self.failed.val() {
            self.state.d.next.spare = self.state.q.val().spare - 1;
            if self.state.q.val().spare == 0 {
                self.state.d.next.verdict = self.allowed.val();
                self.state.d.next.phase = Phase::Return;
            }
        }

        self.busy.next = self.state.q.val().phase != Phase::Idle;
        self.done.next = self.state.q.val().done;
        self.verdict.next = self.state.q.val().verdict;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::{Board, Colour, Crossing, board::CENTRE, renju};
    use tengen_sim::{Engine, Native};

    /// No verdict of these tests takes more clocks from the strobe to done.
    const LIMIT: u32 = 10_000;

    struct Driver {
        judge: Native<RenjuJudge>,
        inputs: [usize; 3],
        strobes: [usize; 3],
        busy: usize,
        done: usize,
        verdict: usize,
    }

    const CLEAR: usize = 0;
    const PLACE: usize = 1;
    const JUDGE: usize = 2;

    impl Driver {
        fn new() -> Driver {
            let judge = Native::new(RenjuJudge::default());
            Driver {
                inputs: ["row", "col", "colour"].map(|name| judge.port(name)),
                strobes: ["clear", "place", "judge"].map(|name| judge.port(name)),
                busy: judge.port("busy"),
                done: judge.port("done"),
                verdict: judge.port("verdict"),
                judge,
            }
        }

        fn get(&self, port: usize) -> u64 {
            self.judge.get(port)
        }

        fn set(&mut self, row: usize, col: usize, colour: Colour) {
            for (port, value) in self.inputs.into_iter().zip([row, col, colour as usize]) {
                self.judge.set(port, value as u64);
            }
        }

        /// One clock of the strobe, then as many as it takes; the number of clocks, and in how many of them done was high.
        fn run(&mut self, strobe: usize) -> (u32, u64) {
            assert_eq!((self.get(self.busy), self.get(self.done)), (0, 0));
            self.judge.set(self.strobes[strobe], 1);
            self.judge.step();
            self.strobes.into_iter().for_each(|port| self.judge.set(port, 0));
            assert_eq!(self.get(self.busy), 1, "busy rises with the next clock");
            let (mut clocks, mut dones) = (1, 0);
            while self.get(self.busy) == 1 {
                dones += self.get(self.done);
                self.judge.step();
                clocks += 1;
                assert!(clocks <= LIMIT, "never ready");
            }
            dones += self.get(self.done);
            let verdict = self.get(self.verdict);
            self.judge.step();
            assert_eq!((self.get(self.done), self.get(self.verdict)), (0, verdict));
            (clocks, dones)
        }

        fn clear(&mut self) {
            assert_eq!(self.run(CLEAR), (257, 0));
        }

        fn place(&mut self, row: usize, col: usize, colour: Colour) {
            self.set(row, col, colour);
            assert_eq!(self.run(PLACE), (3, 0));
        }

        /// The verdict and how many clocks it took.
        fn judge(&mut self, row: usize, col: usize) -> (u64, u32) {
            self.set(row, col, Colour::White);
            let (clocks, dones) = self.run(JUDGE);
            assert_eq!(dones, 1);
            (self.get(self.verdict), clocks)
        }

        fn set_up(&mut self, board: &Board) {
            self.clear();
            for at in Crossing::all() {
                if let Some(colour) = board.get(at) {
                    self.place(at.row(), at.col(), colour);
                }
            }
        }

        /// Every crossing as the rules say; how many there were of each verdict.
        fn compare(&mut self, board: &Board) -> [usize; 5] {
            let mut seen = [0; 5];
            for at in Crossing::all() {
                let expected = renju::verdict(board, at);
                let found = self.judge(at.row(), at.col()).0;
                assert_eq!(found, expected as u64, "{at:?} is {expected:?} in {board:?}");
                seen[expected as usize] += 1;
            }
            seen
        }
    }

    fn random(seed: &mut u32, below: usize) -> usize {
        *seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
        (*seed >> 16) as usize % below
    }

    #[test]
    fn random_boards_as_the_rules_say() {
        let mut driver = Driver::new();
        let mut seed = 7;
        let mut seen = [0; 5];
        for round in 0..120 {
            // Sparse and crowded, nearly all black and mostly white.
            let (stones, white) = (10 + round, 2 + round % 7);
            let mut board = Board::new();
            for _ in 0..stones {
                let at = Crossing::new(random(&mut seed, 15), random(&mut seed, 15)).unwrap();
                let colour = [Colour::White, Colour::Black][usize::from(random(&mut seed, 10) >= white)];
                let _ = board.place(at, colour);
            }
            driver.set_up(&board);
            for (sum, count) in seen.iter_mut().zip(driver.compare(&board)) {
                *sum += count;
            }
        }
        assert!(seen.iter().all(|&count| count > 40), "{seen:?}");
    }

    #[test]
    fn games_around_the_centre_as_the_rules_say() {
        let mut driver = Driver::new();
        let mut seed = 3;
        let mut seen = [0; 5];
        for _ in 0..30 {
            driver.clear();
            let mut board = Board::new();
            let mut colour = Colour::Black;
            while board.stones() < 60 {
                let (row, col) = (4 + random(&mut seed, 8), 4 + random(&mut seed, 8));
                let at = Crossing::new(row, col).unwrap();
                let playable = colour == Colour::White || renju::verdict(&board, at) == renju::Verdict::Allowed;
                if random(&mut seed, 2) == 0 || (playable && board.get(at).is_none()) {
                    let taken = board.place(at, colour).is_err();
                    driver.place(row, col, colour);
                    colour = if taken { colour } else { colour.other() };
                }
                if board.stones() % 8 == 7 {
                    for (sum, count) in seen.iter_mut().zip(driver.compare(&board)) {
                        *sum += count;
                    }
                }
            }
        }
        assert!(seen[0] > 1000 && seen[3] > 10 && seen[4] > 10, "{seen:?}");
    }

    /// Found by a search for the longest verdict among positions with as many white stones as black ones.
    #[test]
    fn threes_nested_deeply() {
        const ROWS: [&str; 15] = [
            "O.OOOO.....O.O.",
            "OOOOO.X..XX..XO",
            "OOOXOO.X.XX....",
            "O.OXX.X.....X..",
            "O..O.......X.X.",
            "OO.X...XXXXXX.O",
            "O.XXX....XX....",
            ".XX...X.X....X.",
            "OO..X..X..X...X",
            "OOXX..X..XX.X.O",
            "OX.......XX....",
            "..OOOX...XX...O",
            "OOOOX..XX.XX..O",
            "OOO.OOOX..X.X.O",
            "OO.OOOOXO.X..OO",
        ];
        let mut board = Board::new();
        for at in Crossing::all() {
            match ROWS[at.row()].as_bytes()[at.col()] {
                b'X' => board.place(at, Colour::Black).unwrap(),
                b'O' => board.place(at, Colour::White).unwrap(),
                _ => {}
            }
        }
        let mut driver = Driver::new();
        driver.set_up(&board);
        assert_eq!(driver.judge(CENTRE.row(), CENTRE.col()).1, 4996);
        driver.compare(&board);
    }

    #[test]
    fn stones_off_the_board_and_on_taken_crossings() {
        let mut driver = Driver::new();
        assert_eq!(driver.judge(CENTRE.row(), CENTRE.col()), (0, 42));
        let off = |row: usize, col: usize| Crossing::new(row, col).is_none();
        let outside: Vec<_> = (0..256)
            .map(|i| (i / 16, i % 16))
            .filter(|&(row, col)| off(row, col))
            .collect();
        for _ in 0..2 {
            let mut board = Board::new();
            for &(row, col) in &outside {
                driver.place(row, col, Colour::Black);
                assert_eq!(driver.judge(row, col), (0, 3), "{row} {col}");
            }
            for at in [(0, 0), (0, 1), (0, 2), (0, 3), (14, 12), (14, 13), (14, 14)] {
                driver.place(at.0, at.1, Colour::Black);
                driver.place(at.0, at.1, Colour::White);
                board.place(Crossing::new(at.0, at.1).unwrap(), Colour::Black).unwrap();
                assert_eq!(driver.judge(at.0, at.1), (0, 3));
            }
            assert_eq!(driver.judge(0, 4).0, 1);
            driver.compare(&board);
            // A verdict leaves no stone behind.
            driver.compare(&board);
            driver.clear();
            assert_eq!(driver.judge(0, 4).0, 0);
        }
    }

    #[test]
    fn strobes_while_busy_are_ignored() {
        let mut driver = Driver::new();
        let mut board = Board::new();
        // A fork of two threes on the centre.
        for (rows, cols) in [(0, -1), (0, -2), (1, 1), (2, 2)] {
            let at = CENTRE.shifted(rows, cols).unwrap();
            board.place(at, Colour::Black).unwrap();
            driver.place(at.row(), at.col(), Colour::Black);
        }
        for strobe in [JUDGE, PLACE, CLEAR] {
            driver.set(CENTRE.row(), CENTRE.col(), Colour::White);
            driver.judge.set(driver.strobes[strobe], 1);
            driver.judge.step();
            driver.judge.set(driver.strobes[strobe], 0);
            let mut clock = 0;
            while driver.get(driver.busy) == 1 {
                for (number, port) in driver.strobes.into_iter().enumerate() {
                    driver.judge.set(port, (clock % 3 == number).into());
                }
                driver.set(clock % 15, 7 - clock % 5, [Colour::Black, Colour::White][clock % 2]);
                driver.judge.step();
                clock += 1;
            }
            driver.strobes.into_iter().for_each(|port| driver.judge.set(port, 0));
            match strobe {
                JUDGE => {
                    assert_eq!((driver.get(driver.done), driver.get(driver.verdict)), (1, 4));
                    driver.judge.step();
                }
                PLACE => board.place(CENTRE, Colour::White).unwrap(),
                _ => board = Board::new(),
            }
            driver.compare(&board);
        }
    }

    #[test]
    fn of_strobes_together_clear_goes_first_and_place_second() {
        let mut driver = Driver::new();
        driver.judge.set(driver.strobes[JUDGE], 1);
        driver.place(3, 3, Colour::Black);
        assert_eq!(driver.judge(3, 3), (0, 3), "taken");
        driver.judge.set(driver.strobes[PLACE], 1);
        driver.clear();
        assert!(driver.judge(3, 3).1 > 3, "empty");
    }

    #[test]
    fn at_rest_nothing_changes() {
        let mut driver = Driver::new();
        driver.place(7, 7, Colour::Black);
        driver.judge(7, 8);
        let outputs = [driver.busy, driver.done, driver.verdict];
        let before = outputs.map(|port| driver.get(port));
        for _ in 0..10 {
            driver.judge.step();
            assert_eq!(outputs.map(|port| driver.get(port)), before);
            assert!(!driver.judge.circuit.memory.has_changed());
        }
    }
}
