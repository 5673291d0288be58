//! Gomoku's interface to the console: its settings and the game, behind the two bundles that every game has.
//!
//! ```text
//!  order -+- page_key, next_mode, next_level -> Settings --+--> report.settings
//!         |                                                v
//!         +- key, begin_game, leave, demo, time ------> GomokuGame -> report, board
//!         |
//!         +- N -> numbers
//! ```
//!
//! | port    | dir | width      | meaning                                  | initial                      |
//! |---------|-----|------------|------------------------------------------|------------------------------|
//! | clock   | in  | 1          | rising edge                              |                              |
//! | order   | in  | GameOrder  | what the console orders                  |                              |
//! | report  | out | GameReport | the settings and the state of the game   | see `Settings`, `GomokuGame` |
//! | board   | out | BoardWrite | writes into the board RAM of `BoardView` | 0                            |
//! | numbers | out | 1          | the stones show their numbers            | 0                            |

use rust_hdl::prelude::*;

use super::game::GomokuGame;
use super::level;
use super::ports::{BoardWrite, Rule};
use crate::edition::Edition;
use crate::game::settings::{Choices, Settings};
use crate::keyboard::key::Key;
use crate::ports::{GameOrder, GameReport};
use crate::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct Gomoku {
    pub clock: Signal<In, Clock>,
    pub order: Signal<In, GameOrder>,
    pub report: Signal<Out, GameReport>,
    pub board: Signal<Out, BoardWrite>,
    pub numbers: Signal<Out, Bit>,

    #[given]
    settings: Settings,
    #[given]
    game: GomokuGame,
    numbered: Register<Bit>,
}

/// The choices that the settings offer.
pub fn choices(edition: &Edition) -> Choices {
    Choices {
        levels: edition.level_numbers(),
        usual_level: level::AT_POWER_ON,
        rules: if edition.renju { 3 } else { 2 },
        opening: true,
        line: edition.link,
        tilt: edition.tilt,
    }
}

impl Gomoku {
    /// Creates the game with the rules and levels of this edition; see [`GomokuGame::new`].
    pub fn new(second: u32, shuffle: bool, ponder: u32, edition: &Edition) -> Self {
        Gomoku::given(
            Settings::new(&choices(edition)),
            GomokuGame::new(second, shuffle, ponder, edition),
        )
    }
}

#[kernel]
impl Logic for Gomoku {
    fn update(&mut self) {
        settings.key = order.page_key;
        settings = Settings { next_mode: order.next_mode, next_level: order.next_level, swap: order.link.swap };

        game.key = order.key;
        if order.key.key == Key::Numbers {
            game.key.strobe = false;
            numbered.d = numbered.q ^ order.key.strobe;
        }
        game = GomokuGame { begin_game: order.begin_game, leave: order.leave, demo: order.demo, tick: order.tick };
        game.link = order.link;
        game.settings.seats = settings.settings.seats;
        game.settings.timed = settings.settings.timed;
        game.settings.opening = settings.settings.opening;
        match settings.settings.rule.index() {
            0 => game.settings.rule = Rule::Freestyle,
            1 => game.settings.rule = Rule::ExactFive,
            _ => game.settings.rule = Rule::Renju,
        }

        report.settings = settings.settings;
        report.status = game.status;
        report.ply = game.ply;
        report.ending = game.ending;
        report.restart_tick = game.restart_tick;
        report.busy = game.busy;
        report.rival = game.rival;
        board = game.board;
        numbers = numbered.q;
    }
}
