//! A game of Gomoku: the course of the game and its referee, connected.
//!
//! ```text
//!  key, begin_game, leave, demo, time, settings
//!        |
//!        v      order -> level, request ->
//!      Course                             Referee -> board
//!        |          <- report, ply <-        |
//!        v                                   v
//!      status, ending                       ply
//! ```
//!
//! | port         | dir | width          | meaning                                                      | initial |
//! |--------------|-----|----------------|--------------------------------------------------------------|---------|
//! | clock        | in  | 1              | rising edge                                                  |         |
//! | key          | in  | KeyEvent       | a key event of this game                                     |         |
//! | begin_game   | in  | 1              | strobe: clears the board and starts a new game, at any time  |         |
//! | leave        | in  | 1              | strobe: nothing more is played until the next `begin_game`   |         |
//! | demo         | in  | 1              | the computer plays both sides, game after game               |         |
//! | tick         | in  | 1              | high for one clock a second                                  |         |
//! | settings     | in  | GomokuSettings | rule, opening and the human sides are constant during a game |         |
//! | link         | in  | RivalReport    | the other machine                                            |         |
//! | restart_tick | out | 1              | strobe: the next tick is to come a whole second later        | 0       |
//! | board        | out | BoardWrite     | writes into the board RAM of the board view                  | 0       |
//! | ply          | out | Ply            | the ply that is played                                       | None    |
//! | ending       | out | Ending         | the end of the game; the reason is a `Foul`                  | 0       |
//! | status       | out | GameStatus     | the status to display                                        | 0; 30 s |
//! | rival        | out | RivalOrder     | what the game says to the other machine                      | 0       |
//! | busy         | out | 1              | not waiting for a key, for the other machine or for time to pass | 1   |
//!
//! A move of levels 1 to 4 takes under 400 clocks; under Renju the survey of black's forbidden points takes some
//! thousand more. If a level changes while the computer thinks, the change applies from its next move on. At the end
//! the winning line shows, then the word WIN in the winner's stones, or DRAW in both colours. A computer that plays
//! black also loses its turn if every empty crossing is forbidden to it.

use rust_hdl::prelude::*;

use super::level::LevelTable;
use super::ports::{BoardWrite, GomokuSettings};
use super::referee::Referee;
use crate::edition::Edition;
use crate::game::Course;
use crate::link::ports::{RivalOrder, RivalReport};
use crate::ports::{Crossing, Ending, GameStatus, KeyEvent, Ply};
use crate::{Circuit, Register, kernel};

/// Number of rows and of columns of the board.
const SIZE: u64 = tengen_rules::gomoku::board::SIZE as u64;
/// The row and the column of the centre.
const CENTRE: u64 = 7;

#[derive(Circuit)]
pub struct GomokuGame {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub begin_game: Signal<In, Bit>,
    pub leave: Signal<In, Bit>,
    pub demo: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub settings: Signal<In, GomokuSettings>,
    pub link: Signal<In, RivalReport>,

    pub restart_tick: Signal<Out, Bit>,
    pub board: Signal<Out, BoardWrite>,
    pub ply: Signal<Out, Ply>,
    pub ending: Signal<Out, Ending>,
    pub status: Signal<Out, GameStatus>,
    pub rival: Signal<Out, RivalOrder>,
    pub busy: Signal<Out, Bit>,

    #[given]
    course: Course,
    #[given]
    referee: Referee,
    #[given]
    levels: LevelTable,
    level: Register<Bits<3>>,
}

impl GomokuGame {
    /// Creates a game with the rules and levels of this edition, for `second` clocks a second. If `shuffle`, the
    /// computer chooses at random among equally good moves. It thinks for at least `ponder` clocks.
    pub fn new(second: u32, shuffle: bool, ponder: u32, edition: &Edition) -> Self {
        let centre = Crossing { row: CENTRE.into(), col: CENTRE.into() };
        GomokuGame::given(
            Course::new(SIZE, centre, shuffle),
            Referee::new(ponder, edition),
            LevelTable::new(second, edition.gomoku_search.is_some()),
        )
    }
}

#[kernel]
impl Logic for GomokuGame {
    fn update(&mut self) {
        course = Course { key, begin_game, leave, demo, tick, link };
        course.settings.seats = settings.seats;
        course.settings.rule = settings.rule.into();
        course.settings.timed = settings.timed;
        course.settings.opening = settings.opening;
        course.settings.tilt = false;
        course.settings.line = 0;
        course = Course { report: referee.report, ply: referee.ply };

        // The level that thinks. It stays the same until the move is found.
        let thinks = if referee.report.busy { level.q } else { course.order.level };
        level.d = thinks;
        levels.level = thinks;
        referee.order = course.order;
        referee.profile = levels.profile;
        referee = Referee { searches: levels.searches, budget: levels.budget, rule: settings.rule };

        restart_tick = course.restart_tick;
        Referee { board, ply, .. } = referee;
        Course { ending, status, rival, busy, .. } = course;
    }
}

#[cfg(test)]
mod tests;
