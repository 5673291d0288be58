//! Finds five in a row through a stone, or more where more are allowed. It walks over the position in the game's RAM.
//!
//! ```text
//! clock        __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! start        ___/‾‾‾‾\___________ ... ______________   samples row, col, colour, exact
//! busy         _________/‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾\_________
//! address      ===============< a >====================
//! stone        =====================< of a >===========   one clock later
//! own          ============================<of a>======   one more: compared in a clock of its own
//! done         ____________________ ... ____/‾‾‾‾‾\___
//! won, line    ==================== ... ===< valid >===   held until the next start
//! ```
//!
//! For each direction it walks from the stone backward as long as its colour continues, then from the stone forward.
//! The directions are along the row, down the column, down and right, down and left; it stops at the first with a five.
//! Every cell takes four clocks. A check takes at most 100 clocks if only the last line examined is longer than four
//! and no line is longer than nine, as in any game that ends with its first five or more; on any board it takes at most
//! 256.
//!
//! | port     | dir | width | meaning                                                                   | initial |
//! |----------|-----|-------|---------------------------------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge                                                               | –       |
//! | start    | in  | 1     | strobe: checks the stone; ignored while busy                              | –       |
//! | row, col | in  | 4     | the crossing of the stone                                                 | –       |
//! | colour   | in  | 1     | 0 black, 1 white: the colour of the stone, which is not read from the RAM | –       |
//! | exact    | in  | 1     | a line of more than five does not win                                     | –       |
//! | stone    | in  | Stone | RAM word at `address`, a clock later: 0 empty, 1 black, 2 white           | –       |
//! | address  | out | 8     | row (bits 7..4) and column; with a 15 it is off the board                 | 0       |
//! | busy     | out | 1     | at work                                                                   | 0       |
//! | done     | out | 1     | one clock at the end of a check, in the first clock that busy is low      | 0       |
//! | won      | out | 1     | the stone wins: a line of five, or more unless `exact`                    | 0       |
//! | direction | out | Direction | 2 bits: 0 along the row, 1 down the column, 2 down-right, 3 down-left | AlongTheRow |
//! | first_row, first_col | out | 4     | the end with the smaller row, or smaller column along a row   | 0       |
//! | length   | out | 4     | number of adjoining stones in the line                                    | 0       |
//!
//! If several lines win, the first in the order of the directions is reported. If none wins, the line's outputs are
//! undefined.

pub mod checks;

use crate::gomoku::neighbour::Neighbour;
use crate::gomoku::ports::{Direction, Stone};
use crate::ports::Crossing;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase {
    /// Waits for a start.
    Idle,
    /// Goes on to the next cell of the line.
    Stepping,
    /// The RAM takes the address.
    Fetching,
    /// The RAM shows the cell.
    Comparing,
    /// It is known whether the cell continues the line.
    Judging,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    phase: Phase,
    /// The stone being checked, where every walk begins.
    home: Crossing,
    colour: Bit,
    exact: Bit,
    /// The current cell.
    at: Crossing,
    direction: Direction,
    /// Walks forward from the stone; else backward.
    forward: Bit,
    /// The cell shown by the RAM continues the line. It is compared in a clock of its own, because a block RAM is slow
    /// and the result feeds much logic.
    own: Bit,
    first: Crossing,
    length: Bits<4>,
    won: Bit,
    done: Bit,
}

/// A row or column off the board: 14 + 1, or 0 - 1 in four bits.
const OFF_BOARD: u64 = 15;
const WINNING_LENGTH: u64 = 5;

#[derive(Circuit)]
pub struct WinChecker {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub exact: Signal<In, Bit>,
    pub stone: Signal<In, Stone>,
    pub address: Signal<Out, Bits<8>>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub won: Signal<Out, Bit>,
    pub direction: Signal<Out, Direction>,
    pub first_row: Signal<Out, Bits<4>>,
    pub first_col: Signal<Out, Bits<4>>,
    pub length: Signal<Out, Bits<4>>,

    state: Register<State>,
    neighbour: Neighbour,

    next_direction: Signal<Local, Direction>,
}

#[kernel]
impl Logic for WinChecker {
    fn update(&mut self) {
        // The cell continues the line if it holds this stone.
        let own_stone = if q.colour { Stone::White } else { Stone::Black };
        d.own = (q.at.row != OFF_BOARD) & (q.at.col != OFF_BOARD) & (stone == own_stone);
        match q.direction {
            Direction::AlongTheRow => next_direction = Direction::DownTheColumn,
            Direction::DownTheColumn => next_direction = Direction::DownRight,
            Direction::DownRight => next_direction = Direction::DownLeft,
            Direction::DownLeft => next_direction = Direction::AlongTheRow,
        }

        neighbour = Neighbour { at: q.at, direction: q.direction, forward: q.forward, steps: 1 };
        let wins = (q.length == WINNING_LENGTH) | (!q.exact & (q.length > WINNING_LENGTH));

        d.done = false;
        match q.phase {
            Phase::Idle => {
                if start {
                    d.phase = Phase::Stepping;
                    d.home.row = row;
                    d.home.col = col;
                    d.colour = colour;
                    d.exact = exact;
                    d.at.row = row;
                    d.at.col = col;
                    d.direction = Direction::AlongTheRow;
                    d.forward = false;
                    d.first.row = row;
                    d.first.col = col;
                    d.length = 1;
                    d.won = false;
                }
            }
            Phase::Stepping => {
                d.at = neighbour.crossing;
                d.phase = Phase::Fetching;
            }
            Phase::Fetching => d.phase = Phase::Comparing,
            Phase::Comparing => d.phase = Phase::Judging,
            Phase::Judging => {
                d.phase = Phase::Stepping;
                if q.own {
                    d.length = q.length + 1;
                    if !q.forward {
                        d.first = q.at;
                    }
                } else {
                    // The line ends here. Start again from the stone: forward, or in the next direction.
                    d.at = q.home;
                    if !q.forward {
                        d.forward = true;
                    } else if wins {
                        d.won = true;
                        d.done = true;
                        d.phase = Phase::Idle;
                    } else if q.direction == Direction::DownLeft {
                        d.done = true;
                        d.phase = Phase::Idle;
                    } else {
                        d.direction = next_direction;
                        d.forward = false;
                        d.first = q.home;
                        d.length = 1;
                    }
                }
            }
        }

        address = cat(q.at.row, q.at.col);
        busy = q.phase != Phase::Idle;
        State { done, won, direction, .. } = q;
        first_row = q.first.row;
        first_col = q.first.col;
        length = q.length;
    }
}

#[cfg(test)]
mod tests {
    use super::WinChecker;
    use tengen_rules::gomoku::line::{FIVE, Line, line_through};
    use tengen_rules::gomoku::{Board, Colour, Crossing, Direction};
    use tengen_sim::{ByName, Engine, Native, Random};

    struct Driver {
        checker: Native<WinChecker>,
        board: Board,
        clocks: u32,
    }

    impl Driver {
        fn new(board: Board) -> Driver {
            Driver { checker: Native::new(WinChecker::default()), board, clocks: 0 }
        }

        /// Runs one clock, with the RAM's answer to the address before the edge. Off the board the RAM holds a stone,
        /// so that a walk beyond the edge is detected.
        fn step(&mut self, own: Colour) {
            let asked = self.checker.read("address") as usize;
            let word = Crossing::new(asked >> 4, asked & 15).map_or(Some(own), |at| self.board.get(at));
            self.checker.step();
            self.checker.drive("stone", word.map_or(0, |colour| colour as u64 + 1));
        }

        fn check(&mut self, at: Crossing, colour: Colour, exactly: bool) -> Option<Line> {
            let inputs = [
                ("start", 1),
                ("row", at.row() as u64),
                ("col", at.col() as u64),
                ("colour", colour as u64),
                ("exact", exactly.into()),
            ];
            for (name, value) in inputs {
                self.checker.drive(name, value);
            }
            self.step(colour);
            // Other inputs while busy change nothing.
            for (name, _) in inputs {
                self.checker.drive(name, 1);
            }
            self.clocks = 0;
            while self.checker.read("busy") == 1 {
                assert_eq!(self.checker.read("done"), 0);
                self.step(colour);
                self.clocks += 1;
            }
            self.checker.drive("start", 0);
            assert_eq!(self.checker.read("done"), 1);
            let found = self.result();
            self.step(colour);
            assert_eq!((self.checker.read("done"), self.result()), (0, found));
            found
        }

        fn result(&self) -> Option<Line> {
            let get = |name| self.checker.read(name) as usize;
            (get("won") == 1).then(|| Line {
                direction: Direction::ALL[get("direction")],
                first: Crossing::new(get("first_row"), get("first_col")).expect("on the board"),
                length: get("length"),
            })
        }
    }

    #[test]
    fn random_boards_as_the_rules_say() {
        let mut random = Random::new(17);
        let mut seen = [0; 5];
        for round in 0..40 {
            let mut board = Board::new();
            for at in Crossing::all() {
                // From sparse boards to nearly full ones, mostly of one colour.
                if random.below(40) < round {
                    let colour = [Colour::Black, Colour::White][usize::from(random.once_in(5))];
                    board.place(at, colour).unwrap();
                }
            }
            let mut driver = Driver::new(board.clone());
            for at in Crossing::all() {
                let colour = board.get(at).unwrap_or(Colour::White);
                for exact in [false, true] {
                    let lines = Direction::ALL.map(|direction| line_through(&board, at, colour, direction));
                    let wins = |line: &Line| line.length == FIVE || !exact && line.length > FIVE;
                    let expected = lines.into_iter().find(wins);
                    assert_eq!(driver.check(at, colour, exact), expected, "{at:?} exactly: {exact}");
                    seen[expected.map_or(4, |line| line.direction as usize)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }

    #[test]
    fn the_longest_check_of_a_game() {
        // Three lines of four, which do not win, and a last one of nine.
        let mut board = Board::new();
        let centre = Crossing::new(7, 7).unwrap();
        board.place(centre, Colour::Black).unwrap();
        for steps in [-4, -3, -2, -1, 1, 2, 3, 4] {
            board
                .place(Direction::DownLeft.walk(centre, steps).unwrap(), Colour::Black)
                .unwrap();
        }
        for direction in [Direction::AlongTheRow, Direction::DownTheColumn, Direction::DownRight] {
            for steps in 1..4 {
                board
                    .place(direction.walk(centre, steps).unwrap(), Colour::Black)
                    .unwrap();
            }
        }
        let mut driver = Driver::new(board);
        assert_eq!(
            driver.check(centre, Colour::Black, false).map(|line| line.length),
            Some(9)
        );
        assert_eq!(driver.clocks, 100);
    }
}
