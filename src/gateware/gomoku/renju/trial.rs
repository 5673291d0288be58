//! Tries stones of black on a position it holds, by Renju's rules: what `RenjuJudge` and `GomokuCore` are made of.
//!
//! Strobes as those of `RenjuJudge`, and one more: lift (3 clocks) takes the stone on `row`, `col` off; an empty crossing,
//! or one off the board, stays as it is. Of several strobes clear goes first, then place, lift, judge.
//!
//! | port                      | dir | width   | meaning                                                              | initial |
//! |---------------------------|-----|---------|----------------------------------------------------------------------|---------|
//! | clock                     | in  | 1       | rising edge                                                          | –       |
//! | clear, place, lift, judge | in  | 1       | strobes                                                              | –       |
//! | row, col                  | in  | 4       | the crossing for place, lift and judge                               | –       |
//! | colour                    | in  | 1       | for place: 0 black, 1 white                                          | –       |
//! | busy                      | out | 1       | at work; every strobe is ignored                                     | 0       |
//! | done                      | out | 1       | one clock at the end of a judge, in the first clock that busy is low | 0       |
//! | verdict                   | out | Verdict | of the last judge                                                    | Allowed |
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
use crate::gateware::gomoku::ports::{Direction, Verdict};
use crate::gateware::memory::DualPortRam;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Cell {
    Empty,
    Black,
    White,
    /// No crossing: a row or column beside the board.
    Edge,
}

/// A word of the memory, 16 bits. The rest belongs to a stone on trial.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Word {
    stone: Cell,
    /// The stone that asked, row 15 if none did; the rest is what it had found by then.
    asker_row: Bits<4>,
    asker_col: Bits<4>,
    /// The line it asked about, and in which of its gaps this stone lies.
    direction: Direction,
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
    direction: Direction,
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
    verdict: Verdict,
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
    pub verdict: Signal<Out, Verdict>,

    state: Register<State>,
    #[init(DualPortRam::new(empty_board()))]
    memory: DualPortRam<Word, 8>,
    neighbour: Neighbour,
    scan: LineScan,
    line: LineJudge,

    shown: Signal<Local, Cell>,
    vacant: Signal<Local, Bit>,
    next_direction: Signal<Local, Direction>,
    /// The line asked about is a three, or is not.
    proved: Signal<Local, Bit>,
    failed: Signal<Local, Bit>,

    /// The row, or column, beside the board.
    #[init(EDGE)]
    beside: Constant<Bits<4>>,
    #[init(6)]
    minus_two: Constant<Bits<3>>,
}

/// The row, or column, number of what lies beside the board: 14 + 1, and 0 - 1 in four bits.
const EDGE: usize = 15;

/// The memory of an empty board.
fn empty_board() -> impl Iterator<Item = Word> {
    (0..=u8::MAX).map(usize::from).map(|address| Word {
        stone: match address / 16 == EDGE || address % 16 == EDGE {
            true => Cell::Edge,
            false => Cell::Empty,
        },
        ..Default::default()
    })
}

#[kernel]
impl Logic for Trial {
    fn update(&mut self) {
        neighbour.row = q.row;
        neighbour.col = q.col;
        neighbour.direction = q.direction;
        neighbour.forward = q.forward;
        neighbour.step = (q.phase == Phase::Leave) | (q.phase == Phase::Walk) | (q.phase == Phase::Seek);

        memory.read_address = (bit_cast::<8, 4>(neighbour.next_row) << 4) | bit_cast::<8, 4>(neighbour.next_col);
        shown = memory.read_data.stone;
        vacant = shown == Cell::Empty;

        // A stone on trial unless the phase says otherwise.
        memory.write_enable = false;
        memory.write_address = (bit_cast::<8, 4>(q.row) << 4) | bit_cast::<8, 4>(q.col);
        memory.write_data.stone = Cell::Black;
        memory.write_data.asker_row = q.at_row;
        memory.write_data.asker_col = q.at_col;
        memory.write_data.direction = q.direction;
        memory.write_data.forward = q.forward;
        memory.write_data.three = q.three;
        memory.write_data.spare = bit_cast::<2, 3>(q.spare);

        scan.leave = q.phase == Phase::Leave;
        scan.first = !q.forward;
        scan.look = q.phase == Phase::Walk;
        scan.own = shown == Cell::Black;
        scan.empty = vacant;
        line.facts = scan.facts;

        match q.direction {
            Direction::AlongTheRow => next_direction = Direction::DownTheColumn,
            Direction::DownTheColumn => next_direction = Direction::DownRight,
            Direction::DownRight => next_direction = Direction::DownLeft,
            Direction::DownLeft => next_direction = Direction::AlongTheRow,
        }

        proved = false;
        failed = false;
        d.done = false;
        match q.phase {
            Phase::Idle => {
                d.row = row;
                d.col = col;
                d.colour = colour;
                d.placing = place;
                d.lifting = lift & !place;
                d.at_row = beside;
                if clear {
                    d.row = 0;
                    d.col = 0;
                    d.phase = Phase::Clear;
                } else if place | lift | judge {
                    d.phase = Phase::Fetch;
                }
            }
            Phase::Clear => {
                memory.write_enable = true;
                memory.write_data.stone = Cell::Empty;
                d.col = q.col + 1;
                if q.row == beside {
                    memory.write_data.stone = Cell::Edge;
                }
                if q.col == beside {
                    memory.write_data.stone = Cell::Edge;
                    d.row = q.row + 1;
                    if q.row == beside {
                        d.phase = Phase::Idle;
                    }
                }
            }
            Phase::Fetch => {
                d.phase = Phase::Find;
            }
            Phase::Find => {
                memory.write_enable = q.placing & vacant;
                if q.colour {
                    memory.write_data.stone = Cell::White;
                }
                d.phase = Phase::Idle;
                if q.lifting {
                    // The edge stays what it is.
                    memory.write_enable = !vacant & (shown != Cell::Edge);
                    memory.write_data.stone = Cell::Empty;
                } else if !q.placing {
                    if vacant {
                        d.phase = Phase::Descend;
                    } else {
                        d.verdict = Verdict::Allowed;
                        d.done = true;
                    }
                }
            }
            Phase::Descend => {
                memory.write_enable = true;
                d.at_row = q.row;
                d.at_col = q.col;
                d.direction = Direction::AlongTheRow;
                d.forward = false;
                d.asking = false;
                d.overline = false;
                d.four = false;
                d.double_four = false;
                d.spare = minus_two;
                d.phase = Phase::Leave;
            }
            Phase::Leave => {
                d.row = neighbour.next_row;
                d.col = neighbour.next_col;
                d.phase = Phase::Walk;
            }
            Phase::Walk => {
                d.row = neighbour.next_row;
                d.col = neighbour.next_col;
                if scan.ends {
                    d.row = q.at_row;
                    d.col = q.at_col;
                    d.forward = !q.forward;
                    d.phase = Phase::Leave;
                    if q.forward {
                        d.phase = Phase::Weigh;
                    }
                }
            }
            Phase::Weigh => {
                // From here the walk along the next line begins, unless there is something to do about this one.
                d.phase = Phase::Leave;
                if !q.asking {
                    d.overline = q.overline | line.overline;
                    d.four = q.four | line.four;
                    d.double_four = q.double_four | line.two_fours | (q.four & line.four);
                    if line.three_before | line.three_after {
                        d.spare = q.spare + 1;
                    }
                    d.direction = next_direction;
                    if line.five {
                        d.verdict = Verdict::ExactFive;
                        d.phase = Phase::Return;
                    } else if q.direction == Direction::DownLeft {
                        d.phase = Phase::Decide;
                    }
                } else if line.three_before & !q.late {
                    d.phase = Phase::Seek;
                } else if line.three_after {
                    d.forward = true;
                    d.phase = Phase::Seek;
                } else if q.late {
                    failed = true;
                } else {
                    d.direction = next_direction;
                }
            }
            Phase::Decide => {
                d.asking = true;
                d.late = false;
                d.three = false;
                d.phase = Phase::Return;
                if q.overline {
                    d.verdict = Verdict::Overline;
                } else if q.double_four {
                    d.verdict = Verdict::DoubleFour;
                } else if q.spare.get_bit(2) {
                    d.verdict = Verdict::Allowed;
                } else {
                    // The direction has come round to the first.
                    d.phase = Phase::Leave;
                }
            }
            Phase::Seek => {
                if vacant {
                    d.phase = Phase::Descend;
                } else {
                    d.row = neighbour.next_row;
                    d.col = neighbour.next_col;
                }
            }
            Phase::Return => {
                memory.write_enable = true;
                memory.write_data.stone = Cell::Empty;
                d.row = memory.read_data.asker_row;
                d.col = memory.read_data.asker_col;
                d.at_row = memory.read_data.asker_row;
                d.at_col = memory.read_data.asker_col;
                d.direction = memory.read_data.direction;
                d.forward = memory.read_data.forward;
                d.three = memory.read_data.three;
                d.spare = bit_cast::<3, 2>(memory.read_data.spare);
                d.asking = true;
                d.phase = Phase::Resume;
                if memory.read_data.asker_row == beside {
                    d.done = true;
                    d.phase = Phase::Idle;
                }
            }
            Phase::Resume => {
                d.phase = Phase::Leave;
                d.forward = false;
                if q.verdict == Verdict::Allowed {
                    proved = true;
                } else if q.forward {
                    failed = true;
                } else {
                    d.late = true;
                }
            }
        }
        if proved | failed {
            d.direction = next_direction;
            d.late = false;
        }
        if proved {
            d.three = true;
            if q.three {
                d.verdict = Verdict::DoubleThree;
                d.phase = Phase::Return;
            }
        }
        if failed {
            d.spare = q.spare - 1;
            if q.spare == 0 {
                d.verdict = Verdict::Allowed;
                d.phase = Phase::Return;
            }
        }

        busy = q.phase != Phase::Idle;
        done = q.done;
        verdict = q.verdict;
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
