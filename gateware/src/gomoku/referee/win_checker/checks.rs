//! The rule of [`WinChecker`](super::WinChecker), for every stone on every board: what it counts, what wins, and when it ends.
//!
//! The checks count the line's cells themselves, as the RAM shows them. A line is read once, so any answers of the RAM are a board.
//!
//! | port                | dir | width | meaning                                                              | initial |
//! |---------------------|-----|-------|----------------------------------------------------------------------|---------|
//! | clock               | in  | 1     | rising edge                                                          | –       |
//! | start, colour, exact | in | 1     | as the circuit's inputs                                              | –       |
//! | row, col            | in  | 4     | as the circuit's inputs                                              | –       |
//! | stone               | in  | Stone | as the circuit's input                                               | –       |
//! | address             | in  | 8     | as the circuit's output                                              | –       |
//! | busy, done, won     | in  | 1     | as the circuit's outputs                                             | –       |
//! | direction           | in  | 2     | as the circuit's output                                              | –       |
//! | first_row, first_col, length | in | 4 | as the circuit's outputs                                         | –       |
//! | phase               | in  | Phase | the circuit's phase                                                  | –       |
//! | home_row, home_col  | in  | 4     | the stone that it has taken                                          | –       |
//! | white, five         | in  | 1     | the colour, and `exact`, that it has taken                           | –       |
//! | forward, own        | in  | 1     | it walks forward; the cell is of the colour                          | –       |
//! | given_on_board      | out | 1     | the stone is on the board                                            | 1       |
//! | always_taken        | out | 1     | the stone, its colour and the rule are those of the strobe           | 1       |
//! | always_walks        | out | 1     | it reads the next cell of the line                                   | 1       |
//! | always_on_board     | out | 1     | it counts no cell beyond the edge                                    | 1       |
//! | always_judges       | out | 1     | a cell counts if it is on the board and has the colour               | 1       |
//! | always_counts       | out | 1     | `length`, the first cell and `direction` are those of the line       | 1       |
//! | always_won          | out | 1     | `won` says whether the line wins under the rule                      | 1       |
//! | always_thorough     | out | 1     | it gives up only after the last direction                            | 1       |
//! | always_on_time      | out | 1     | a cell takes four clocks, and a check at most 256                    | 1       |
//! | once_judged         | out | 1     | a cell counts                                                        | 0       |

use rust_hdl::prelude::*;

use super::{Phase, WINNING_LENGTH};
use crate::gomoku::ports::Stone;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct WinCheckerPast {
    row: Bits<4>,
    col: Bits<4>,
    white: Bit,
    five: Bit,
    /// The direction, and its cells of the colour behind the stone and before it.
    direction: Bits<2>,
    behind: Bits<4>,
    before: Bits<4>,
    /// The cell that was read has the colour.
    own: Bit,
    won: Bit,
    /// Since the strobe.
    clocks: Bits<9>,
}

#[derive(Circuit)]
pub struct WinCheckerChecks {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub exact: Signal<In, Bit>,
    pub stone: Signal<In, Stone>,
    pub address: Signal<In, Bits<8>>,
    pub busy: Signal<In, Bit>,
    pub done: Signal<In, Bit>,
    pub won: Signal<In, Bit>,
    pub direction: Signal<In, Bits<2>>,
    pub first_row: Signal<In, Bits<4>>,
    pub first_col: Signal<In, Bits<4>>,
    pub length: Signal<In, Bits<4>>,
    pub phase: Signal<In, Phase>,
    pub home_row: Signal<In, Bits<4>>,
    pub home_col: Signal<In, Bits<4>>,
    pub white: Signal<In, Bit>,
    pub five: Signal<In, Bit>,
    pub forward: Signal<In, Bit>,
    pub own: Signal<In, Bit>,
    pub given_on_board: Signal<Out, Bit>,
    pub always_taken: Signal<Out, Bit>,
    pub always_walks: Signal<Out, Bit>,
    pub always_on_board: Signal<Out, Bit>,
    pub always_judges: Signal<Out, Bit>,
    pub always_counts: Signal<Out, Bit>,
    pub always_won: Signal<Out, Bit>,
    pub always_thorough: Signal<Out, Bit>,
    pub always_on_time: Signal<Out, Bit>,
    pub once_judged: Signal<Out, Bit>,

    state: Register<WinCheckerPast>,
    /// Clocks of this cell that are over.
    quarter: Signal<Local, Bits<2>>,
    /// How far the walk is from the stone.
    reach: Signal<Local, Bits<4>>,
    /// The same, in rows and columns.
    down: Signal<Local, Bits<4>>,
    right: Signal<Local, Bits<4>>,
    /// Where the line begins.
    start_row: Signal<Local, Bits<4>>,
    start_col: Signal<Local, Bits<4>>,
    /// Cells from the stone to the lower edge, and to the right one.
    below: Signal<Local, Bits<4>>,
    beyond: Signal<Local, Bits<4>>,
    /// The line keeps within them.
    fits: Signal<Local, Bit>,
}

/// The last row and the last column.
const FARTHEST: u64 = 14;
const ALONG_THE_ROW: u64 = 0;
const DOWN_THE_COLUMN: u64 = 1;
const DOWN_RIGHT: u64 = 2;
const DOWN_LEFT: u64 = 3;
/// Four clocks for each of sixteen cells, in four directions.
const MOST_CLOCKS: u64 = 256;

#[kernel]
impl Logic for WinCheckerChecks {
    fn update(&mut self) {
        let line = q.behind + q.before + 1;
        let wins = (line == WINNING_LENGTH) | (!q.five & (line > WINNING_LENGTH));
        let told = busy | done;
        // Cells that are over: one ends the walk backward.
        let cells = if forward { line } else { q.behind };
        self.walk();
        self.measure();
        self.follow(wins);

        given_on_board = !start | ((row <= FARTHEST) & (col <= FARTHEST));
        always_taken = !busy | ((home_row == q.row) & (home_col == q.col) & (white == q.white) & (five == q.five));
        always_walks = !busy | (address == cat(q.row + down, q.col + right));
        always_on_board = !told | ((q.row <= FARTHEST) & (q.col <= FARTHEST) & fits);
        always_judges = (phase != Phase::Judging) | (own == q.own);
        always_counts = !told
            | ((length == line)
                & (first_row == start_row)
                & (first_col == start_col)
                & (direction == q.direction)
                & (forward | (q.before == 0)));
        always_won = if done { won == q.won } else { !(busy & won) };
        always_thorough = !done | won | (q.direction == DOWN_LEFT);
        let latest = cat(false, q.direction, bits::<6>(0)) + cat(bits::<3>(0), cells, quarter);
        always_on_time = !told | ((q.clocks <= MOST_CLOCKS) & (!busy | (q.clocks <= latest)));
        once_judged = own & (phase == Phase::Judging);
    }

    /// Where the cell is that is read.
    fn walk(&mut self) {
        match phase {
            Phase::Fetching => quarter = 1.into(),
            Phase::Comparing => quarter = 2.into(),
            Phase::Judging => quarter = 3.into(),
            _ => quarter = 0.into(),
        }
        reach = if forward { q.before } else { q.behind };
        if phase != Phase::Stepping {
            reach = if forward { q.before + 1 } else { q.behind + 1 };
        }
        let steps = if forward { reach } else { !reach + 1 };
        down = 0;
        right = steps;
        start_row = q.row;
        start_col = q.col - q.behind;
        if q.direction != ALONG_THE_ROW {
            down = steps;
            start_row = q.row - q.behind;
        }
        if q.direction == DOWN_THE_COLUMN {
            right = 0;
            start_col = q.col;
        } else if q.direction == DOWN_LEFT {
            right = !steps + 1;
            start_col = q.col + q.behind;
        }
    }

    /// How much room the line has.
    fn measure(&mut self) {
        below = bits::<4>(FARTHEST) - q.row;
        beyond = bits::<4>(FARTHEST) - q.col;
        let vertical = (q.behind <= q.row) & (q.before <= below);
        let rightward = (q.behind <= q.col) & (q.before <= beyond);
        let leftward = (q.behind <= beyond) & (q.before <= q.col);
        if q.direction == ALONG_THE_ROW {
            fits = rightward;
        } else if q.direction == DOWN_THE_COLUMN {
            fits = vertical;
        } else if q.direction == DOWN_RIGHT {
            fits = vertical & rightward;
        } else {
            fits = vertical & leftward;
        }
    }

    /// Counts the cells of the line.
    fn follow(&mut self, wins: Bit) {
        let cell_row = q.row + down;
        let cell_col = q.col + right;
        let on_board = (cell_row <= FARTHEST) & (cell_col <= FARTHEST);
        let same = if q.white { stone == Stone::White } else { stone == Stone::Black };
        d.own = on_board & same;
        d.clocks = q.clocks + 1;
        if start & !busy {
            d.row = row;
            d.col = col;
            d.white = colour;
            d.five = exact;
            d.direction = 0;
            d.behind = 0;
            d.before = 0;
            d.won = false;
            d.clocks = 0;
        }
        if phase == Phase::Judging {
            if q.own {
                if forward {
                    d.before = q.before + 1;
                } else {
                    d.behind = q.behind + 1;
                }
            } else if forward {
                d.won = wins;
                if !wins & (q.direction != DOWN_LEFT) {
                    d.direction = q.direction + 1;
                    d.behind = 0;
                    d.before = 0;
                }
            }
        }
    }
}

impl Checks for WinCheckerChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[
        ("phase", "state.q_phase"),
        ("home_row", "state.q_home_row"),
        ("home_col", "state.q_home_col"),
        ("white", "state.q_colour"),
        ("five", "state.q_exact"),
        ("forward", "state.q_forward"),
        ("own", "state.q_own"),
    ];
    const DEPTH: usize = 8;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
