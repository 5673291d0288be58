//! Othello with the console's interface: its settings and the game, connected by the two bundles that every game
//! uses.
//!
//! ```text
//!  order -+- page_key, next_mode, next_level -> Settings --+--> report.settings
//!         |                                      ^         v
//!         |                                 swap |   OthelloGame -> report, board, black, white
//!         +- key, begin_game, leave, demo, time -|---------^
//!                                                after a game against the computer
//! ```
//!
//! | port         | dir | width       | meaning                                         | initial                       |
//! |--------------|-----|-------------|-------------------------------------------------|-------------------------------|
//! | clock        | in  | 1           | rising edge                                     |                               |
//! | order        | in  | GameOrder   | orders for the game                             |                               |
//! | report       | out | GameReport  | the game's report                               | see `Settings`, `OthelloGame` |
//! | board        | out | SquareWrite | cell writes for `BoardView`                     | 0                             |
//! | black, white | out | 64, 64      | the discs of each side; a1 = bit 0, h8 = bit 63 | 0                             |
//!
//! A person and the computer swap colours after a game between them that was played to its end. They swap when the
//! next game begins or the board is left. A mode chosen before that cancels the swap.

use rust_hdl::prelude::*;

use super::cells::SquareWrite;
use super::game::OthelloGame;
use super::level;
use crate::edition::Edition;
use crate::game::settings::{Choices, Settings};
use crate::keyboard::key::Key;
use crate::ports::{GameOrder, GameReport, Outcome, PlyKind};
use crate::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct Othello {
    pub clock: Signal<In, Clock>,
    pub order: Signal<In, GameOrder>,
    pub report: Signal<Out, GameReport>,
    pub board: Signal<Out, SquareWrite>,
    pub black: Signal<Out, Bits<64>>,
    pub white: Signal<Out, Bits<64>>,

    #[given]
    settings: Settings,
    #[given]
    game: OthelloGame,
    /// A game between a person and the computer has been played to its end.
    played: Register<Bit>,
}

/// The choices that its settings offer.
pub fn choices(edition: &Edition) -> Choices {
    Choices {
        levels: (0..level::count(edition)).collect(),
        usual_level: level::at_power_on(edition),
        rules: 1,
        opening: false,
        line: edition.link,
        tilt: edition.tilt,
    }
}

impl Othello {
    /// Creates the circuit with the levels of this edition; see [`OthelloGame::new`].
    pub fn new(second: u32, shuffle: bool, ponder: u32, edition: &Edition) -> Self {
        Othello::given(
            Settings::new(&choices(edition)),
            OthelloGame::new(second, shuffle, ponder, edition),
        )
    }
}

#[kernel]
impl Logic for Othello {
    fn update(&mut self) {
        let seats = settings.settings.seats;
        let against = (seats.black.computer ^ seats.white.computer) & !seats.black.line & !seats.white.line;
        // The board is left, or another game begins.
        let moves_on = (game.ply.kind == PlyKind::Begin) | order.leave;
        if game.ending.strobe {
            played.d = against & !order.demo & (game.ending.outcome != Outcome::None);
        }
        if order.next_mode | moves_on {
            played.d = false;
        }

        settings.key = order.page_key;
        settings.next_mode = order.next_mode;
        settings.next_level = order.next_level;
        settings.swap = order.link.swap | (played.q & moves_on & !order.next_mode);

        game.key = order.key;
        if order.key.key == Key::Numbers {
            game.key.strobe = false;
        }
        game = OthelloGame { begin_game: order.begin_game, link: order.link };
        game = OthelloGame { leave: order.leave, demo: order.demo, tick: order.tick, settings: settings.settings };

        report.settings = settings.settings;
        report.status = game.status;
        report.ply = game.ply;
        report.ending = game.ending;
        report.restart_tick = game.restart_tick;
        report.busy = game.busy;
        report.rival = game.rival;
        OthelloGame { board, black, white, .. } = game;
    }
}

#[cfg(test)]
mod tests;
