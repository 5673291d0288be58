//! Stores the position, and gives Renju's verdict on a stone of black by trying it on the board.
//!
//! ```text
//! clock                 __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! judge                 ___/‾‾‾‾\___________ ... ______________
//! at                    ==< a >=====================< b >======
//! busy                  _________/‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾\_________
//! done                  ____________________ ... ____/‾‾‾‾‾\___
//! verdict               == previous ======== ... ===< of a >==   held until the next judge
//! stone, marked, label  ===================================< of b >
//! ```
//!
//! | strobe | effect                                                          | takes, in clocks                 |
//! |--------|-----------------------------------------------------------------|----------------------------------|
//! | clear  | removes all stones                                              | 257                              |
//! | place  | places a stone and its label; a taken crossing stays unchanged  | 2                                |
//! | lift   | removes the stone; an empty crossing stays unchanged            | 2                                |
//! | judge  | tries a stone of black, and marks the crossing with the verdict | 2 if it is taken; see RenjuJudge |
//!
//! A strobe lasts one clock and samples the other inputs; strobes while busy are ignored. If several coincide, clear
//! wins over place, place over lift, and lift over judge.
//!
//! | port     | dir | width   | meaning                                                                     | initial |
//! |----------|-----|---------|-----------------------------------------------------------------------------|---------|
//! | clock    | in  | 1       | rising edge                                                                 | –       |
//! | clear, place, lift, judge | in  | 1       | see above                                                  | –       |
//! | at       | in  | Crossing | the crossing for place, lift and judge, and the crossing to show           | –       |
//! | colour   | in  | 1       | for place: 0 black, 1 white                                                 | –       |
//! | label_in | in  | 10      | for place: stored with the stone; its meaning is the caller's               | –       |
//! | busy     | out | 1       | at work; every strobe is ignored                                            | 0       |
//! | done     | out | 1       | one clock at the end of a judge, in the first clock that busy is low        | 0       |
//! | verdict  | out | Verdict | the verdict of the last judge                                               | Allowed |
//! | stone    | out | Stone   | while not busy: the stone on the crossing that was at `at` one clock before | Empty   |
//! | marked   | out | Verdict | if that crossing is empty: its last verdict                                 | Allowed |
//! | label    | out | 10      | if that crossing holds a stone: its label                                   | 0       |
//!
//! # How a stone is judged
//!
//! | phase       | effect                                                    | next                               |
//! |-------------|-----------------------------------------------------------|------------------------------------|
//! | Find        | reads the crossing of the strobe                          | Descend; Idle if it is taken       |
//! | Descend     | places the stone on trial, and saves the way back         | Leave                              |
//! | Leave, Walk | scan one side of a line, then the other, a cell a clock   | Weigh                              |
//! | Weigh       | the line is judged, and `Rounds` decides                  | Leave; Decide; Seek; Return        |
//! | Decide      | all four lines are judged, and `Rounds` decides           | Leave; Return                      |
//! | Seek        | walks to the gap in which a stone makes the straight four | Descend                            |
//! | Return      | removes the judged stone                                  | Resume; Idle if it is the strobe's |
//! | Resume      | goes back to the stone before, and `Rounds` decides       | Leave; Return                      |
//!
//! The memory always shows the crossing `at` of the state: the read address is the next value of that register.
//!
//! # The stack lies in the board
//!
//! | word, 15 bits | on an empty crossing | with a stone | with a stone on trial     |
//! |---------------|----------------------|--------------|---------------------------|
//! | cell          | Empty                | its colour   | Black                     |
//! | mark          | the verdict          | –            | the verdict, unchanged    |
//! | note          | –                    | the label    | the way back, see [`Way`] |
//!
//! So the stack is as deep as the board is large and cannot overflow. Every stone in a gap adds a stone to the board,
//! so the nesting must end. It has no small bound: a position found by a search for the longest verdict takes 4995
//! clocks. The stone that is tried for another one lies in the same line, at most three steps away. Row 15 and column
//! 15 hold no crossings: they are marked as the edge, so the scan of a line needs no other test for it.

use super::line_judge::LineJudge;
use super::line_scan::LineScan;
use super::rounds::{Action, Progress, Rounds};
use crate::gomoku::neighbour::Neighbour;
use crate::gomoku::ports::{Direction, Stone, Verdict};
use crate::ports::Crossing;
use crate::{Circuit, LogicState, LogicStruct, Optional, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::memory::DualPortRam;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Cell {
    Empty,
    Black,
    White,
    /// No crossing: a row or column off the board.
    Edge,
}

/// A word of the memory.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Word {
    cell: Cell,
    mark: Verdict,
    note: Bits<10>,
}

/// The way from a stone on trial back to the stone that it is tried for, and that one's progress. Stored in a note,
/// from bit 0 on.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Way {
    /// Distance along the line; 0: there is no stone before.
    distance: Bits<2>,
    progress: Progress,
    /// The stone on trial is in the gap after; else in the gap before.
    forward: Bit,
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
    /// The memory shows the crossing of the strobe.
    Find,
    /// Places a stone on trial, and begins to judge it.
    Descend,
    /// Goes to the first cell of a side.
    Leave,
    /// The memory shows a cell of the side.
    Walk,
    /// The line has been scanned.
    Weigh,
    /// All four lines have been scanned.
    Decide,
    /// Searches for the gap of the line.
    Seek,
    /// The stone is judged; removes it.
    Return,
    /// Goes back to the stone that it was tried for, and continues there.
    Resume,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    operation: Operation,
    colour: Bit,
    label: Bits<10>,
    /// The crossing that the memory shows.
    at: Crossing,
    /// The stone being judged.
    stone: Crossing,
    /// Steps from the stone to its gap.
    distance: Bits<2>,
    forward: Bit,
    verdict: Verdict,
    done: Bit,
}

/// A row or column off the board.
const OFF_BOARD: u64 = EDGE as u64;

#[derive(Circuit)]
pub struct Trial {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub lift: Signal<In, Bit>,
    pub judge: Signal<In, Bit>,
    pub at: Signal<In, Crossing>,
    pub colour: Signal<In, Bit>,
    pub label_in: Signal<In, Bits<10>>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub verdict: Signal<Out, Verdict>,
    pub stone: Signal<Out, Stone>,
    pub marked: Signal<Out, Verdict>,
    pub label: Signal<Out, Bits<10>>,

    state: Register<State>,
    #[init(DualPortRam::new(empty_board()))]
    memory: DualPortRam<Word, 8>,
    neighbour: Neighbour,
    scan: Optional<LineScan>,
    line: Optional<LineJudge>,
    rounds: Optional<Rounds>,

    /// The note of the word shown, decoded as a way back.
    way: Signal<Local, Way>,
    /// The next value of `at`.
    next: Signal<Local, Crossing>,
}

/// The row or column of what lies off the board: 14 + 1, or 0 - 1 in four bits.
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

impl Trial {
    /// Creates a trial with the judge, or only a memory of stones: then `judge` must stay low.
    pub fn new(judges: bool) -> Self {
        Trial {
            scan: Optional::when(judges),
            line: Optional::when(judges),
            rounds: Optional::when(judges),
            ..Default::default()
        }
    }
}

#[kernel]
impl Logic for Trial {
    fn update(&mut self) {
        neighbour = Neighbour { at: q.at, direction: rounds.progress.direction, forward: q.forward, steps: 1 };
        if q.phase == Phase::Resume {
            neighbour = Neighbour { forward: !q.forward, steps: q.distance };
        }

        let shown = memory.read_data.cell;
        let vacant = shown == Cell::Empty;
        self.read_way();
        self.write_stone();

        self.look(shown, vacant);

        next = q.at;
        d.done = false;
        match q.phase {
            Phase::Idle => self.begin(),
            Phase::Clear => self.clear_board(),
            Phase::Find => self.find(vacant, shown),
            Phase::Descend => {
                memory.write_enable = true;
                d.stone = q.at;
                d.forward = false;
                d.phase = Phase::Leave;
            }
            Phase::Leave => {
                next = neighbour.crossing;
                d.phase = Phase::Walk;
            }
            Phase::Walk => {
                next = neighbour.crossing;
                if scan.ends {
                    next = q.stone;
                    d.forward = !q.forward;
                    d.phase = if q.forward { Phase::Weigh } else { Phase::Leave };
                }
            }
            Phase::Weigh | Phase::Decide | Phase::Resume => self.follow(),
            Phase::Seek => {
                if vacant {
                    d.phase = Phase::Descend;
                } else {
                    next = neighbour.crossing;
                    d.distance = q.distance + 1;
                }
            }
            Phase::Return => {
                memory.write_enable = true;
                memory.write_data.cell = Cell::Empty;
                d.forward = way.forward;
                d.distance = way.distance;
                d.phase = Phase::Resume;
                if !way.distance.any() {
                    memory.write_data.mark = q.verdict;
                    d.done = true;
                    d.phase = Phase::Idle;
                }
            }
        }
        d.at = next;
        memory.read_address = cat(next.row, next.col);

        busy = q.phase != Phase::Idle;
        State { done, verdict, .. } = q;
        match shown {
            Cell::Black => stone = Stone::Black,
            Cell::White => stone = Stone::White,
            Cell::Empty | Cell::Edge => stone = Stone::Empty,
        }
        marked = memory.read_data.mark;
        label = memory.read_data.note;
    }

    /// Decodes the way back from the note of the stone on trial.
    fn read_way(&mut self) {
        way.distance = memory.read_data.note.get_bits::<2>(0);
        match memory.read_data.note.get_bits::<2>(2).index() {
            0 => way.progress.direction = Direction::AlongTheRow,
            1 => way.progress.direction = Direction::DownTheColumn,
            2 => way.progress.direction = Direction::DownRight,
            _ => way.progress.direction = Direction::DownLeft,
        }
        way.progress.spare = memory.read_data.note.get_bits::<2>(4);
        way.progress.three = memory.read_data.note.get_bit(6);
        way.forward = memory.read_data.note.get_bit(7);
    }

    /// Sets the word to write: a stone on trial, unless the phase changes it.
    fn write_stone(&mut self) {
        memory.write_enable = false;
        memory.write_address = cat(q.at.row, q.at.col);
        memory.write_data.cell = Cell::Black;
        memory.write_data.mark = memory.read_data.mark;
        memory.write_data.note = bit_cast::<10, 2>(q.distance)
            | (bit_cast::<10, 2>(rounds.progress.direction.into()) << 2)
            | (bit_cast::<10, 2>(rounds.progress.spare) << 4)
            | (bit_cast::<10, 1>(rounds.progress.three.into()) << 6)
            | (bit_cast::<10, 1>(q.forward.into()) << 7);
    }

    /// Connects the scan of the line and the rounds.
    fn look(&mut self, shown: Cell, vacant: Bit) {
        scan.leave = q.phase == Phase::Leave;
        scan.first = !q.forward;
        scan = LineScan { look: q.phase == Phase::Walk, own: shown == Cell::Black, empty: vacant };
        line.facts = scan.facts;

        rounds.start = q.phase == Phase::Descend;
        rounds.weigh = q.phase == Phase::Weigh;
        rounds.line = line.kind;
        rounds.decide = q.phase == Phase::Decide;
        rounds.restore = q.phase == Phase::Return;
        rounds.saved = way.progress;
        rounds.resume = q.phase == Phase::Resume;
        rounds = Rounds { allowed: q.verdict == Verdict::Allowed, gap_after: q.forward };
    }

    /// Takes a strobe.
    fn begin(&mut self) {
        next = at;
        d.colour = colour;
        d.label = label_in;
        d.distance = 0;
        d.operation = Operation::Judge;
        if place {
            d.operation = Operation::Place;
        } else if lift {
            d.operation = Operation::Lift;
        }
        if clear {
            next.row = 0;
            next.col = 0;
            d.phase = Phase::Clear;
        } else if place | lift | judge {
            d.phase = Phase::Find;
        }
    }

    /// Writes an empty cell, or the edge, and goes on to the next.
    fn clear_board(&mut self) {
        memory.write_enable = true;
        memory.write_data.cell = Cell::Empty;
        memory.write_data.mark = Verdict::Allowed;
        next.col = q.at.col + 1;
        if (q.at.row == OFF_BOARD) | (q.at.col == OFF_BOARD) {
            memory.write_data.cell = Cell::Edge;
        }
        if q.at.col == OFF_BOARD {
            next.row = q.at.row + 1;
            if q.at.row == OFF_BOARD {
                d.phase = Phase::Idle;
            }
        }
    }

    /// Places or removes a stone, or begins to judge one.
    fn find(&mut self, vacant: Bit, shown: Cell) {
        d.phase = Phase::Idle;
        match q.operation {
            Operation::Place => {
                memory.write_enable = vacant;
                if q.colour {
                    memory.write_data.cell = Cell::White;
                }
                memory.write_data.note = q.label;
            }
            Operation::Lift => {
                // The edge stays unchanged.
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

    /// Does what the rounds have decided.
    fn follow(&mut self) {
        if q.phase == Phase::Resume {
            next = neighbour.crossing;
            d.stone = neighbour.crossing;
        }
        d.forward = false;
        d.distance = 0;
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
}

#[cfg(test)]
mod tests {
    use super::Trial;
    use tengen_rules::gomoku::{Board, Colour, Crossing, renju};
    use tengen_sim::{ByName, Native, Random};

    /// Strobes for one clock with these inputs, then waits until it is ready. Returns the verdict.
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
            // Sometimes off the board, where there is nothing.
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

    /// The same stones without the one on that crossing.
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
