//! Tries stones of black on a position it holds, by Renju's rules: what `RenjuJudge` and `GomokuCore` are made of.
//!
//! Strobes as those of `RenjuJudge`, and one more: lift (3 clocks) takes the stone on `row`, `col` off; an empty crossing,
//! or one off the board, stays as it is. Of several strobes clear goes first, then place, lift, judge.
//!
//! | port      | dir | width | meaning                                                                   | reset |
//! |-----------|-----|-------|---------------------------------------------------------------------------|-------|
//! | clock     | in  | 1     | rising edge                                                               | –     |
//! | clear, place, lift, judge | in | 1 | strobes                                                       | –     |
//! | row, col  | in  | 4     | the crossing for place, lift and judge                                    | –     |
//! | colour    | in  | 1     | for place: 0 black, 1 white                                               | –     |
//! | busy      | out | 1     | at work; every strobe is ignored                                          | 0     |
//! | done      | out | 1     | one clock at the end of a judge, in the first clock that busy is low      | 0     |
//! | verdict   | out | 3     | of the last judge: see `RenjuJudge`                                       | 0     |
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

use super::line_judge::LineJudge;
use super::line_scan::LineScan;
use super::neighbour::Neighbour;
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
    lifting: Bit,
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
pub struct Trial {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub lift: Signal<In, Bit>,
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

impl Default for Trial {
    fn default() -> Self {
        Trial {
            clock: Default::default(),
            clear: Default::default(),
            place: Default::default(),
            lift: Default::default(),
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

impl Logic for Trial {
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
                self.state.d.next.lifting = self.lift.val() & !self.place.val();
                self.state.d.next.at_row = self.beside.val();
                if self.clear.val() {
                    self.state.d.next.row = 0.into();
                    self.state.d.next.col = 0.into();
                    self.state.d.next.phase = Phase::Clear;
                } else if self.place.val() | self.lift.val() | self.judge.val() {
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
                if self.state.q.val().lifting {
                    // The edge stays what it is.
                    self.memory.write_enable.next = !self.vacant.val() & (self.shown.val() != Stone::Edge);
                    self.memory.write_data.next.stone = Stone::Empty;
                } else if !self.state.q.val().placing {
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
    use crate::rules::gomoku::{Board, Colour, Crossing, renju};
    use tengen_sim::{Engine, Native};

    /// One clock of the strobe with these inputs, then until it is ready; the verdict.
    fn run(trial: &mut Native<Trial>, strobe: &str, at: (usize, usize), colour: Colour) -> u64 {
        for (name, value) in [("row", at.0), ("col", at.1), ("colour", colour as usize), (strobe, 1)] {
            trial.set(trial.port(name), value as u64);
        }
        trial.step();
        trial.set(trial.port(strobe), 0);
        for _ in 0..10_000 {
            if trial.get(trial.port("busy")) == 0 {
                return trial.get(trial.port("verdict"));
            }
            trial.step();
        }
        panic!("never ready");
    }

    #[test]
    fn a_lifted_stone_leaves_no_trace() {
        let mut trial = Native::new(Trial::default());
        let mut seed = 5u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            ((seed >> 16) % below) as usize
        };
        let mut board = Board::new();
        let mut seen = [0; 5];
        for round in 0..1500 {
            // Now and then off the board, where nothing lies.
            let (row, col) = (4 + random(12), 4 + random(12));
            let at = Crossing::new(row, col);
            if random(5) < 3 {
                let colour = [Colour::Black, Colour::Black, Colour::White][random(3)];
                run(&mut trial, "place", (row, col), colour);
                let _ = at.map(|at| board.place(at, colour));
            } else {
                run(&mut trial, "lift", (row, col), Colour::White);
                board = without(&board, at);
            }
            if round % 30 == 29 {
                for at in Crossing::all() {
                    let expected = renju::verdict(&board, at);
                    let found = run(&mut trial, "judge", (at.row(), at.col()), Colour::White);
                    assert_eq!(found, expected as u64, "{at:?} in {board:?}");
                    seen[expected as usize] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }

    /// The same stones, but none there.
    fn without(board: &Board, there: Option<Crossing>) -> Board {
        let mut rest = Board::new();
        for at in Crossing::all().filter(|at| Some(*at) != there) {
            if let Some(colour) = board.get(at) {
                rest.place(at, colour).expect("an empty board");
            }
        }
        rest
    }
}
