//! Tries stones of black on a position it holds, by Renju's rules: what `RenjuJudge` and `GomokuCore` are made of.
//!
//! Strobes as those of `RenjuJudge`, and one more: lift (3 clocks) takes the stone at `at` off; an empty crossing, or one
//! off the board, stays as it is. Of several strobes clear goes first, then place, lift, judge.
//!
//! | port                      | dir | width    | meaning                                                              | initial |
//! |---------------------------|-----|----------|----------------------------------------------------------------------|---------|
//! | clock                     | in  | 1        | rising edge                                                          | –       |
//! | clear, place, lift, judge | in  | 1        | strobes                                                              | –       |
//! | at                        | in  | Crossing | the crossing for place, lift and judge                               | –       |
//! | colour                    | in  | 1        | for place: 0 black, 1 white                                          | –       |
//! | busy                      | out | 1        | at work; every strobe is ignored                                     | 0       |
//! | done                      | out | 1        | one clock at the end of a judge, in the first clock that busy is low | 0       |
//! | verdict                   | out | Verdict  | of the last judge                                                    | Allowed |
//!
//! # How a stone is judged
//!
//! | phase       | does                                                       | next                          |
//! |-------------|------------------------------------------------------------|-------------------------------|
//! | Find        | looks at the crossing of the strobe                        | Descend; Idle if it is taken  |
//! | Descend     | puts the stone on trial, and saves the one it is tried for | Leave                         |
//! | Leave, Walk | one side of a line, then the other, a cell a clock         | Weigh                         |
//! | Weigh       | the line is known: `Rounds` decides                        | Leave; Decide; Seek; Return   |
//! | Decide      | all four lines are known: `Rounds` decides                 | Leave; Return                 |
//! | Seek        | walks to the gap in which a stone makes the straight four  | Descend                       |
//! | Return      | takes the judged stone off, and restores the saved one     | Resume; Idle if there is none |
//! | Resume      | the stone in the gap is judged: `Rounds` decides           | Leave; Return                 |
//!
//! # The stack lies in the board
//!
//! The memory holds a word a crossing: its stone, and with a stone on trial the frame of the one it is tried for. So the
//! stack is as deep as the board is large and cannot run over. Every stone in a gap is one stone more on the board, so there is a last
//! one. How many there are is not bounded by a small number: a position made by a search for the longest verdict takes
//! 4996 clocks. Row 15 and column 15 hold no crossing: they are marked as the edge, and the walk along a line needs no
//! other mark.

use super::line_judge::LineJudge;
use super::line_scan::LineScan;
use super::rounds::{Action, Progress, Rounds};
use crate::gateware::gomoku::neighbour::Neighbour;
use crate::gateware::gomoku::ports::Verdict;
use crate::gateware::memory::DualPortRam;
use crate::gateware::ports::Crossing;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Cell {
    Empty,
    Black,
    White,
    /// No crossing: a row or column off the board.
    Edge,
}

/// A stone on trial.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Row 15 if there is none.
    stone: Crossing,
    progress: Progress,
    /// The way the line is walked, or in which of its gaps the next stone is tried.
    forward: Bit,
}

/// A word of the memory, 16 bits.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Word {
    cell: Cell,
    /// With a stone on trial: the one for which it is tried.
    parent: Frame,
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Operation {
    Place,
    Lift,
    Judge,
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
    /// The stone is judged: takes it off, and turns to its parent.
    Return,
    /// Goes on where that one was left.
    Resume,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    operation: Operation,
    colour: Bit,
    /// The crossing whose word is next to be read or written.
    at: Crossing,
    /// The stone now judged.
    stone: Crossing,
    forward: Bit,
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
    pub at: Signal<In, Crossing>,
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
    rounds: Rounds,

    shown: Signal<Local, Cell>,
    vacant: Signal<Local, Bit>,
    parent: Signal<Local, Frame>,

    /// The row, or column, off the board.
    #[init(EDGE)]
    off_board: Constant<Bits<4>>,
}

/// The row, or column, number of what lies off the board: 14 + 1, and 0 - 1 in four bits.
const EDGE: usize = 15;

/// The memory of an empty board.
fn empty_board() -> impl Iterator<Item = Word> {
    (0..=u8::MAX).map(usize::from).map(|address| Word {
        cell: match address / 16 == EDGE || address % 16 == EDGE {
            true => Cell::Edge,
            false => Cell::Empty,
        },
        ..Default::default()
    })
}

#[kernel]
impl Logic for Trial {
    fn update(&mut self) {
        neighbour.at = q.at;
        neighbour.direction = rounds.progress.direction;
        neighbour.forward = q.forward;
        neighbour.step = (q.phase == Phase::Leave) | (q.phase == Phase::Walk) | (q.phase == Phase::Seek);

        memory.read_address =
            (bit_cast::<8, 4>(neighbour.crossing.row) << 4) | bit_cast::<8, 4>(neighbour.crossing.col);
        shown = memory.read_data.cell;
        parent = memory.read_data.parent;
        vacant = shown == Cell::Empty;

        // A stone on trial unless the phase says otherwise.
        memory.write_enable = false;
        memory.write_address = (bit_cast::<8, 4>(q.at.row) << 4) | bit_cast::<8, 4>(q.at.col);
        memory.write_data.cell = Cell::Black;
        memory.write_data.parent.stone = q.stone;
        memory.write_data.parent.progress = rounds.progress;
        memory.write_data.parent.forward = q.forward;

        scan.leave = q.phase == Phase::Leave;
        scan.first = !q.forward;
        scan.look = q.phase == Phase::Walk;
        scan.own = shown == Cell::Black;
        scan.empty = vacant;
        line.facts = scan.facts;

        rounds.start = q.phase == Phase::Descend;
        rounds.weigh = q.phase == Phase::Weigh;
        rounds.line = line.kind;
        rounds.decide = q.phase == Phase::Decide;
        rounds.restore = q.phase == Phase::Return;
        rounds.saved = parent.progress;
        rounds.resume = q.phase == Phase::Resume;
        rounds.allowed = q.verdict == Verdict::Allowed;
        rounds.gap_after = q.forward;

        d.done = false;
        match q.phase {
            Phase::Idle => {
                d.at = at;
                d.colour = colour;
                d.stone.row = off_board;
                d.operation = Operation::Judge;
                if place {
                    d.operation = Operation::Place;
                } else if lift {
                    d.operation = Operation::Lift;
                }
                if clear {
                    d.at.row = 0;
                    d.at.col = 0;
                    d.phase = Phase::Clear;
                } else if place | lift | judge {
                    d.phase = Phase::Fetch;
                }
            }
            Phase::Clear => {
                memory.write_enable = true;
                memory.write_data.cell = Cell::Empty;
                d.at.col = q.at.col + 1;
                if (q.at.row == off_board) | (q.at.col == off_board) {
                    memory.write_data.cell = Cell::Edge;
                }
                if q.at.col == off_board {
                    d.at.row = q.at.row + 1;
                    if q.at.row == off_board {
                        d.phase = Phase::Idle;
                    }
                }
            }
            Phase::Fetch => {
                d.phase = Phase::Find;
            }
            Phase::Find => {
                d.phase = Phase::Idle;
                match q.operation {
                    Operation::Place => {
                        memory.write_enable = vacant;
                        if q.colour {
                            memory.write_data.cell = Cell::White;
                        }
                    }
                    Operation::Lift => {
                        // The edge stays what it is.
                        memory.write_enable = !vacant & (shown != Cell::Edge);
                        memory.write_data.cell = Cell::Empty;
                    }
                    Operation::Judge => {
                        if vacant {
                            d.phase = Phase::Descend;
                        } else {
                            d.verdict = Verdict::Allowed;
                            d.done = true;
                        }
                    }
                }
            }
            Phase::Descend => {
                memory.write_enable = true;
                d.stone = q.at;
                d.forward = false;
                d.phase = Phase::Leave;
            }
            Phase::Leave => {
                d.at = neighbour.crossing;
                d.phase = Phase::Walk;
            }
            Phase::Walk => {
                d.at = neighbour.crossing;
                if scan.ends {
                    d.at = q.stone;
                    d.forward = !q.forward;
                    d.phase = Phase::Leave;
                    if q.forward {
                        d.phase = Phase::Weigh;
                    }
                }
            }
            Phase::Weigh | Phase::Decide | Phase::Resume => {
                d.forward = false;
                match rounds.action {
                    Action::Walk => d.phase = Phase::Leave,
                    Action::Decide => d.phase = Phase::Decide,
                    Action::TryBefore => d.phase = Phase::Seek,
                    Action::TryAfter => {
                        d.forward = true;
                        d.phase = Phase::Seek;
                    }
                    Action::Settled => {
                        d.verdict = rounds.verdict;
                        d.phase = Phase::Return;
                    }
                }
            }
            Phase::Seek => {
                if vacant {
                    d.phase = Phase::Descend;
                } else {
                    d.at = neighbour.crossing;
                }
            }
            Phase::Return => {
                memory.write_enable = true;
                memory.write_data.cell = Cell::Empty;
                d.at = parent.stone;
                d.stone = parent.stone;
                d.forward = parent.forward;
                d.phase = Phase::Resume;
                if parent.stone.row == off_board {
                    d.done = true;
                    d.phase = Phase::Idle;
                }
            }
        }

        busy = q.phase != Phase::Idle;
        done = q.done;
        verdict = q.verdict;
    }
}

#[cfg(test)]
mod tests {
    use super::Trial;
    use crate::rules::gomoku::{Board, Colour, Crossing, renju};
    use tengen_sim::{ByName, Native, Random};

    /// One clock of the strobe with these inputs, then until it is ready; the verdict.
    fn run(trial: &mut Native<Trial>, strobe: &str, at: (usize, usize), colour: Colour) -> u64 {
        trial.drive("at", (at.0 << 4 | at.1) as u64);
        trial.drive("colour", colour as u64);
        trial.strobe(strobe);
        trial.clocks_while("busy", 10_000);
        trial.read("verdict")
    }

    #[test]
    fn a_lifted_stone_leaves_no_trace() {
        let mut trial = Native::new(Trial::default());
        let mut random = Random::new(6);
        let mut board = Board::new();
        let mut seen = [0; 5];
        for round in 0..1500 {
            // Now and then off the board, where nothing lies.
            let (row, col) = (4 + random.below(12), 4 + random.below(12));
            let at = Crossing::new(row, col);
            if random.below(5) < 3 {
                let colour = random.of(&[Colour::Black, Colour::Black, Colour::White]);
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
