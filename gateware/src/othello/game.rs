//! A game of Othello: its course and its referee, wired.
//!
//! ```text
//!  key, begin_game, leave, demo, time, settings
//!        |
//!        v         order ->
//!      Course                   Referee -> board, black, white
//!        |     <- report, ply <-   |
//!        v                         v
//!      status, ending             ply
//! ```
//!
//! | port         | dir | width        | meaning                                                        | initial |
//! |--------------|-----|--------------|----------------------------------------------------------------|---------|
//! | clock        | in  | 1            | rising edge                                                    |         |
//! | key          | in  | KeyEvent     | a key event of this game                                       |         |
//! | begin_game   | in  | 1            | strobe: start a new game, whatever goes on                     |         |
//! | leave        | in  | 1            | strobe: nothing is played any more until the next `begin_game` |         |
//! | demo         | in  | 1            | the computer plays both sides, and game after game             |         |
//! | tick         | in  | 1            | one clock in a second                                          |         |
//! | settings     | in  | GameSettings | who is a person is constant during a game                      |         |
//! | restart_tick | out | 1            | strobe: the next tick is to come a whole second later          | 0       |
//! | board        | out | SquareWrite  | writes of cells as the board view shows them                   | 0       |
//! | black, white | out | 64, 64       | the discs of each side; a1 = bit 0, h8 = bit 63                | 0       |
//! | ply          | out | Ply          | what is played                                                 | None    |
//! | ending       | out | Ending       | how the game has ended; the reason is a `Reason`               | 0       |
//! | status       | out | GameStatus   | what everybody shows                                           | 0; 30 s |
//! | busy         | out | 1            | not waiting for a key or for time to pass                      | 1       |
//!
//! A move of a person takes under 100 clocks. Its flips show within a tenth of a second, and the next key need not wait for
//! them; a computer's answer does. At the end the board shows how it was won, then W in the winner's discs.

use rust_hdl::prelude::*;

use super::cells::SquareWrite;
use super::referee::Referee;
use crate::edition::Edition;
use crate::game::Course;
use crate::ports::{Crossing, Ending, GameSettings, GameStatus, KeyEvent, Ply};
use crate::{Circuit, kernel};

/// Rows, and columns, of the board.
const SIZE: u64 = tengen_rules::othello::square::SIZE as u64;
/// Row and column of d3, on which black may begin: there the cursor stands at first.
const FIRST: (u64, u64) = (2, 3);

#[derive(Circuit)]
pub struct OthelloGame {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub begin_game: Signal<In, Bit>,
    pub leave: Signal<In, Bit>,
    pub demo: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub settings: Signal<In, GameSettings>,

    pub restart_tick: Signal<Out, Bit>,
    pub board: Signal<Out, SquareWrite>,
    pub black: Signal<Out, Bits<64>>,
    pub white: Signal<Out, Bits<64>>,
    pub ply: Signal<Out, Ply>,
    pub ending: Signal<Out, Ending>,
    pub status: Signal<Out, GameStatus>,
    pub busy: Signal<Out, Bit>,

    #[given]
    course: Course,
    #[given]
    referee: Referee,
}

impl OthelloGame {
    /// A game in which the computer chooses by chance among equally good moves, if `shuffle`, and thinks for at least
    /// `ponder` clocks, on a machine whose second is so many clocks; with the levels of this edition.
    pub fn new(second: u32, shuffle: bool, ponder: u32, edition: &Edition) -> Self {
        let first = Crossing { row: FIRST.0.into(), col: FIRST.1.into() };
        OthelloGame::given(Course::new(SIZE, first, shuffle), Referee::new(second, ponder, edition))
    }
}

#[kernel]
impl Logic for OthelloGame {
    fn update(&mut self) {
        course = Course { key, begin_game, leave, demo, tick, settings, report: referee.report, ply: referee.ply };
        referee.order = course.order;

        restart_tick = course.restart_tick;
        Referee { board, black, white, ply, .. } = referee;
        Course { ending, status, .. } = course;
        busy = course.busy | referee.report.showing;
    }
}

#[cfg(test)]
mod tests;
