//! Writes a game into the board RAM: its stones, black's forbidden points, the winning line, and the picture of the
//! end.
//!
//! | strobe         | writes                                                               | takes, in clocks |
//! |----------------|----------------------------------------------------------------------|------------------|
//! | ply, Place     | the stone with its number                                            | 1                |
//! | ply, UndoPlace | an empty cell                                                        | 1                |
//! | surveyed       | an empty cell, or a cell marked as forbidden                         | 1                |
//! | line           | the stones of the winning line again, each with a golden rim         | 2 a stone        |
//! | picture        | the whole board: WIN or DRAW in stones; no stones without an outcome | 512              |
//!
//! Only one strobe comes at a time, and none while busy.
//!
//! | port         | dir | width      | meaning                                                        | initial |
//! |--------------|-----|------------|----------------------------------------------------------------|---------|
//! | clock        | in  | 1          | rising edge                                                    |         |
//! | ply          | in  | Ply        | the ply that is played                                         |         |
//! | number       | in  | 10         | the number of a placed stone, as in `Cell`                     |         |
//! | surveyed     | in  | 1          | strobe: the empty crossing `survey` has been judged            |         |
//! | survey       | in  | Crossing   | the crossing that has been judged                              |         |
//! | forbidden    | in  | 1          | black may not play on `survey`                                 |         |
//! | line         | in  | 1          | strobe: the winning line is valid                              |         |
//! | first        | in  | Crossing   | the line's first stone; held while busy, as are the next two   |         |
//! | direction    | in  | Direction  | the direction of the line                                      |         |
//! | length       | in  | 4          | the number of stones in the line                               |         |
//! | look         | out | Crossing   | the crossing whose `stone` and `label` the position is to show | 0, 0    |
//! | stone, label | in  | Stone, 10  | the stone at `look` and its number, a clock later              |         |
//! | picture      | in  | 1          | strobe: paint the picture of the end                           |         |
//! | outcome      | in  | Outcome    | the outcome of the game; held while busy                       |         |
//! | board        | out | BoardWrite | a write into the board RAM                                     | 0       |
//! | busy         | out | 1          | a line or a picture is being written                           | 0       |

use rust_hdl::prelude::*;

use super::end_picture::EndPicture;
use crate::gomoku::neighbour::Neighbour;
use crate::gomoku::ports::BoardWrite;
use crate::gomoku::ports::{Direction, Stone};
use crate::ports::{Crossing, Outcome, Ply, PlyKind};
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    Idle,
    /// The position reads a stone of the line.
    Look,
    /// The position shows the stone; it is written with its rim.
    Mark,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    /// The current stone of the line.
    at: Crossing,
    /// Stones of the line that remain, including the current one.
    left: Bits<4>,
}

const FORBIDDEN_MARK: u64 = 0xAB;

#[derive(Circuit)]
pub struct BoardPainter {
    pub clock: Signal<In, Clock>,
    pub ply: Signal<In, Ply>,
    pub number: Signal<In, Bits<10>>,
    pub surveyed: Signal<In, Bit>,
    pub survey: Signal<In, Crossing>,
    pub forbidden: Signal<In, Bit>,
    pub line: Signal<In, Bit>,
    pub first: Signal<In, Crossing>,
    pub direction: Signal<In, Direction>,
    pub length: Signal<In, Bits<4>>,
    pub look: Signal<Out, Crossing>,
    pub stone: Signal<In, Stone>,
    pub label: Signal<In, Bits<10>>,
    pub picture: Signal<In, Bit>,
    pub outcome: Signal<In, Outcome>,
    pub board: Signal<Out, BoardWrite>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    neighbour: Neighbour,
    end_picture: EndPicture,
}

#[kernel]
impl Logic for BoardPainter {
    fn update(&mut self) {
        neighbour = Neighbour { at: q.at, direction, forward: true, steps: 1 };
        end_picture = EndPicture { start: picture, outcome };

        board.enable = (ply.kind == PlyKind::Place) | (ply.kind == PlyKind::UndoPlace) | surveyed;
        board.at = ply.at;
        board.cell.stone = Stone::Empty;
        board.cell.line = false;
        board.cell.number = 0;
        if ply.kind == PlyKind::Place {
            board.cell.stone = if ply.white { Stone::White } else { Stone::Black };
            board.cell.number = number;
        }
        if surveyed {
            board.at = survey;
            if forbidden {
                board.cell.number = FORBIDDEN_MARK;
            }
        }
        if end_picture.busy {
            board.enable = end_picture.write;
            board.at = end_picture.at;
            board.cell.stone = end_picture.stone;
        }

        match q.phase {
            Phase::Idle => {
                d.at = first;
                d.left = length;
                if line {
                    d.phase = Phase::Look;
                }
            }
            Phase::Look => d.phase = Phase::Mark,
            Phase::Mark => {
                board.enable = true;
                board.at = q.at;
                board.cell.stone = stone;
                board.cell.line = true;
                board.cell.number = label;
                d.at = neighbour.crossing;
                d.left = q.left - 1;
                d.phase = if q.left == 1 { Phase::Idle } else { Phase::Look };
            }
        }
        look = q.at;
        busy = end_picture.busy | (q.phase != Phase::Idle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::ports::Cell;
    use tengen_sim::{ByName, Encoded, Engine, Native};

    /// The painter with a position in which every crossing has a black stone, numbered by its address.
    struct Bench {
        painter: Native<BoardPainter>,
        board: [Cell; 256],
    }

    impl Bench {
        fn new() -> Bench {
            Bench { painter: Native::new(BoardPainter::default()), board: [Cell::default(); 256] }
        }

        fn clock(&mut self) {
            self.painter.settle();
            let write: BoardWrite = self.painter.read_as("board");
            if write.enable {
                self.board[write.at.encode() as usize] = write.cell;
            }
            let asked = self.painter.read("look");
            self.painter.step();
            self.painter.drive("stone", Stone::Black as u64);
            self.painter.drive("label", asked);
        }

        /// Strobes for one clock, then waits. Returns the number of clocks.
        fn strobe(&mut self, name: &str, value: u64) -> u32 {
            self.painter.drive(name, value);
            self.clock();
            self.painter.drive(name, 0);
            let mut clocks = 1;
            while self.painter.read("busy") == 1 {
                self.clock();
                clocks += 1;
            }
            clocks
        }

        fn ply(&mut self, kind: PlyKind, white: bool, at: u64) {
            let at = Crossing::decode(at);
            assert_eq!(self.strobe("ply", Ply { kind, white, at }.encode()), 1);
        }
    }

    fn cell(stone: Stone, line: bool, number: u64) -> Cell {
        Cell { stone, line, number: number.to_bits() }
    }

    #[test]
    fn plies_write_their_cells_and_no_other() {
        let mut bench = Bench::new();
        bench.painter.drive("number", 0x123);
        bench.ply(PlyKind::Place, false, 0x77);
        bench.painter.drive("number", 0x124);
        bench.ply(PlyKind::Place, true, 0xE0);
        let mut expected = [Cell::default(); 256];
        expected[0x77] = cell(Stone::Black, false, 0x123);
        expected[0xE0] = cell(Stone::White, false, 0x124);
        for kind in [PlyKind::None, PlyKind::Begin, PlyKind::Pass, PlyKind::UndoPass] {
            bench.ply(kind, true, 0x77);
        }
        assert_eq!(bench.board, expected);
        bench.ply(PlyKind::UndoPlace, false, 0x77);
        expected[0x77] = Cell::default();
        assert_eq!(bench.board, expected);
    }

    #[test]
    fn a_survey_sets_marks_and_takes_them_away() {
        let mut bench = Bench::new();
        for forbidden in [1, 0] {
            bench.painter.drive("survey", 0x3A);
            bench.painter.drive("forbidden", forbidden);
            assert_eq!(bench.strobe("surveyed", 1), 1);
            let number = if forbidden == 1 { 0xAB } else { 0 };
            assert_eq!(bench.board[0x3A], cell(Stone::Empty, false, number));
        }
    }

    #[test]
    fn the_stones_of_a_line_get_their_rims() {
        let lines = [
            (0x21, 0, 5, 0x01),
            (0x21, 1, 6, 0x10),
            (0x45, 2, 9, 0x11),
            (0x4A, 3, 5, 0x0F),
        ];
        for (first, direction, length, step) in lines {
            let mut bench = Bench::new();
            bench.painter.drive("first", first);
            bench.painter.drive("direction", direction);
            bench.painter.drive("length", length);
            assert_eq!(bench.strobe("line", 1), 2 * length as u32 + 1);
            for at in 0..256 {
                let on_line = (0..length).any(|index| first + index * step == at);
                let expected = match on_line {
                    true => cell(Stone::Black, true, at),
                    false => Cell::default(),
                };
                assert_eq!(bench.board[at as usize], expected, "{direction} {at:#x}");
            }
        }
    }

    #[test]
    fn without_an_outcome_the_picture_is_an_empty_board() {
        let mut bench = Bench::new();
        bench.board = [cell(Stone::White, true, 7); 256];
        assert_eq!(bench.strobe("picture", 1), 513);
        assert_eq!(bench.board, [Cell::default(); 256]);
        bench.painter.drive("outcome", Outcome::WhiteWins as u64);
        bench.strobe("picture", 1);
        assert!(bench.board.contains(&cell(Stone::White, false, 0)));
    }
}
