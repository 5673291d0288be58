//! A game of Othello: connects its course and its referee.
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
//! | port         | dir | width        | meaning                                                    | initial |
//! |--------------|-----|--------------|------------------------------------------------------------|---------|
//! | clock        | in  | 1            | rising edge                                                |         |
//! | key          | in  | KeyEvent     | a key event of this game                                   |         |
//! | begin_game   | in  | 1            | strobe: starts a new game, in any phase                    |         |
//! | leave        | in  | 1            | strobe: stops the game until the next `begin_game`         |         |
//! | demo         | in  | 1            | the computer plays both sides, game after game             |         |
//! | tick         | in  | 1            | one clock a second                                         |         |
//! | settings     | in  | GameSettings | its seats must not change during a game                    |         |
//! | link         | in  | RivalReport  | the other machine                                          |         |
//! | restart_tick | out | 1            | strobe: restarts the second, so that the next tick comes a whole second later | 0 |
//! | board        | out | SquareWrite  | cell writes for the board view's RAM                       | 0       |
//! | black, white | out | 64, 64       | the discs of each side; a1 = bit 0, h8 = bit 63            | 0       |
//! | ply          | out | Ply          | a ply, for one clock                                       | None    |
//! | ending       | out | Ending       | the end of a game, for one clock; the reason is a `Reason` | 0       |
//! | status       | out | GameStatus   | the state of the game, for display                         | 0; 30 s |
//! | rival        | out | RivalOrder   | what the game says to the other machine                    | 0       |
//! | busy         | out | 1            | low while waiting for a key, for the other machine or for time to pass | 1 |
//!
//! A person's move takes fewer than 100 clocks. Its flips are shown within a tenth of a second. Keys are accepted
//! meanwhile, but a computer waits with its reply. At the end the board shows the final position, then a W in discs
//! of the winner's colour.

use rust_hdl::prelude::*;

use super::cells::SquareWrite;
use super::referee::Referee;
use crate::edition::Edition;
use crate::game::Course;
use crate::link::ports::{RivalOrder, RivalReport};
use crate::ports::{Crossing, Ending, GameSettings, GameStatus, KeyEvent, Ply};
use crate::{Circuit, kernel};

/// Rows and columns of the board.
const SIZE: u64 = tengen_rules::othello::square::SIZE as u64;
/// Row and column of d3, a legal first move: the cursor's first position.
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
    pub link: Signal<In, RivalReport>,

    pub restart_tick: Signal<Out, Bit>,
    pub board: Signal<Out, SquareWrite>,
    pub black: Signal<Out, Bits<64>>,
    pub white: Signal<Out, Bits<64>>,
    pub ply: Signal<Out, Ply>,
    pub ending: Signal<Out, Ending>,
    pub status: Signal<Out, GameStatus>,
    pub rival: Signal<Out, RivalOrder>,
    pub busy: Signal<Out, Bit>,

    #[given]
    course: Course,
    #[given]
    referee: Referee,
}

impl OthelloGame {
    /// Creates a game with the levels of this edition. `second` is the number of clocks in a second; with `shuffle`
    /// the computer chooses at random among equally good moves; it thinks for at least `ponder` clocks.
    pub fn new(second: u32, shuffle: bool, ponder: u32, edition: &Edition) -> Self {
        let first = Crossing { row: FIRST.0.into(), col: FIRST.1.into() };
        OthelloGame::given(Course::new(SIZE, first, shuffle), Referee::new(second, ponder, edition))
    }
}

#[kernel]
impl Logic for OthelloGame {
    fn update(&mut self) {
        course = Course { key, begin_game, leave, demo, tick, settings, link };
        course = Course { report: referee.report, ply: referee.ply };
        referee.order = course.order;

        restart_tick = course.restart_tick;
        Referee { board, black, white, ply, .. } = referee;
        Course { ending, status, rival, .. } = course;
        busy = course.busy | referee.report.showing;
    }
}

#[cfg(test)]
mod tests;
