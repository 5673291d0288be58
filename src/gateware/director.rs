//! Who gets the keys: the bring-up page, the mode page or the game in play; and what of them is painted.
//!
//! ```text
//!  key events -> BringUp -+-> mode page: Settings --------+
//!                   |     |                               v
//!                   |     +-> a game's own keys -> GomokuGame -> board cells, plies
//!                   |     |                               | status
//!                   |     +-> M, Ctrl, Esc: confirmed?    v
//!                   +---- readings ------------> MenuPainter, PagePainter -> menu cells, page pixels
//! ```
//!
//! | port                      | dir | width                            | meaning                                                              | initial          |
//! |---------------------------|-----|----------------------------------|----------------------------------------------------------------------|------------------|
//! | clock                     | in  | 1                                | 25 MHz                                                               |                  |
//! | key                       | in  | KeyEvent                         | what a person presses                                                |                  |
//! | byte                      | in  | ScanByte                         | what the keyboard sends, for [`BringUp`]                             |                  |
//! | buttons                   | in  | Buttons                          | for [`BringUp`]                                                      |                  |
//! | view                      | out | View                             | what the screen shows                                                | the page         |
//! | board, menu, page_picture | out | BoardWrite, MenuWrite, PageWrite | writes into the three RAMs of `Screen`                               | 0                |
//! | pending                   | out | 1                                | something is still being worked out or painted                       | 1                |
//! | page                      | out | Page                             | the page that shows                                                  | Mode             |
//! | settings                  | out | GameSettings                     | of the game in play; the mode is Demo while the computer plays alone | see `Settings`   |
//! | status                    | out | GameStatus                       | of the game in play                                                  | see `GomokuGame` |
//! | ply                       | out | Ply                              | what is played                                                       | None             |
//!
//! M, Ctrl and Esc would end a game in progress, so they ask once: the same key again does it, any other key does not
//! (docs/play.md). A machine with one game starts on that game's mode page; after a minute there without a key the
//! computer plays itself, until a key brings the page back.

use rust_hdl::prelude::*;

use crate::gateware::bring_up::BringUp;
use crate::gateware::gomoku::game::GomokuGame;
use crate::gateware::gomoku::ports::BoardWrite;
use crate::gateware::gomoku::ports::{GameSettings, GameStatus, Level, Mode, Outcome, Profile};
use crate::gateware::keyboard::key::Key;
use crate::gateware::ports::{Buttons, KeyEvent, MenuWrite, Page, PageWrite, Ply, ScanByte, View};
use crate::gateware::settings::Settings;
use crate::gateware::text::menu_painter::MenuPainter;
use crate::gateware::text::menu_text::{Keys, Status};
use crate::gateware::text::page_painter::PagePainter;
use crate::gateware::ticker::Ticker;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};

/// A second, in clocks.
pub const SECOND: u32 = 25_000_000;
/// Seconds without a key on the mode page before the computer plays itself.
pub const DEMO_AFTER: u64 = 60;

/// What a key asks for that would end a game in progress, and is confirmed by a second press.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Request {
    None,
    Mode,
    Restart,
    Escape,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    /// The game page shows, not the mode page.
    playing: Bit,
    /// The computer plays itself.
    demo: Bit,
    /// Seconds without a key.
    idle: Bits<6>,
    numbers: Bit,
    /// Waits to be confirmed.
    unconfirmed: Request,
    /// High from the second clock on: everything that is painted differs from what the RAMs start with.
    on: Bit,
}

#[derive(Circuit)]
pub struct Director {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub byte: Signal<In, ScanByte>,
    pub buttons: Signal<In, Buttons>,

    pub view: Signal<Out, View>,
    pub board: Signal<Out, BoardWrite>,
    pub menu: Signal<Out, MenuWrite>,
    pub page_picture: Signal<Out, PageWrite>,

    pub pending: Signal<Out, Bit>,
    pub page: Signal<Out, Page>,
    pub settings: Signal<Out, GameSettings>,
    pub status: Signal<Out, GameStatus>,
    pub ply: Signal<Out, Ply>,

    state: Register<State>,
    bring_up: BringUp,
    chosen: Settings,
    #[init(Ticker::new(SECOND))]
    ticker: Ticker<25>,
    game: GomokuGame,
    menu_painter: MenuPainter,
    page_painter: PagePainter,

    in_progress: Signal<Local, Bit>,
    /// What the key of this clock asks for, if it would end the game.
    request: Signal<Local, Request>,
    /// No game would be lost, or it is the second press.
    confirmed: Signal<Local, Bit>,
    begin_game: Signal<Local, Bit>,
    /// Those of the game in play.
    played: Signal<Local, GameSettings>,
    /// The mode page shows.
    choosing: Signal<Local, Bit>,

    /// Seconds without a key when the tick comes that starts the demo.
    #[init(DEMO_AFTER - 1)]
    demo_after: Constant<Bits<6>>,
    #[init(true)]
    shuffle: Constant<Bit>,
}

/// What differs between the machine on a board and the one in a test.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// A second, in clocks: shorter, and a simulation sees time pass.
    pub second: u32,
    /// The computer chooses by chance among equally good moves, so that no game is like the last.
    pub shuffle: bool,
}

impl Default for Variant {
    /// The machine on a board.
    fn default() -> Self {
        Variant {
            second: SECOND,
            shuffle: true,
        }
    }
}

impl Director {
    /// # Panics
    /// If a second is none, or more than 2^25 clocks.
    pub fn new(variant: Variant) -> Self {
        Director {
            ticker: Ticker::new(variant.second),
            shuffle: Constant::new(variant.shuffle),
            ..Default::default()
        }
    }
}

#[kernel]
impl Logic for Director {
    fn update(&mut self) {
        bring_up.key = key;
        bring_up.byte = byte;
        bring_up.buttons = buttons;

        in_progress = game.status.moves.any() & (game.status.outcome == Outcome::None);
        request = Request::None;
        match key.key {
            Key::Mode => {
                request = Request::Mode;
            }
            Key::Restart => {
                request = Request::Restart;
            }
            Key::Escape => {
                request = Request::Escape;
            }
            _ => {}
        }
        confirmed = !in_progress | (request == q.unconfirmed);
        choosing = !q.playing & !bring_up.open;

        d.on = true;
        begin_game = false;
        chosen.key.key = key.key;
        chosen.key.strobe = false;
        chosen.next_mode = false;
        chosen.next_level = false;
        game.key.key = key.key;
        game.key.strobe = false;
        ticker.restart = game.restart_tick;

        if ticker.tick & choosing {
            d.idle = q.idle + 1;
            if q.idle == demo_after {
                d.demo = true;
                d.playing = true;
                begin_game = true;
            }
        }
        if key.strobe | !choosing {
            d.idle = 0;
        }

        if bring_up.forwarded {
            if q.demo {
                d.demo = false;
                d.playing = false;
            } else if q.playing {
                d.unconfirmed = Request::None;
                if request != Request::None {
                    if confirmed {
                        match request {
                            Request::Mode => {
                                chosen.next_mode = true;
                                begin_game = true;
                            }
                            Request::Restart => {
                                begin_game = true;
                            }
                            _ => {
                                d.playing = false;
                            }
                        }
                    } else {
                        d.unconfirmed = request;
                    }
                } else if q.unconfirmed == Request::None {
                    match key.key {
                        Key::Level => {
                            chosen.next_level = true;
                        }
                        Key::Numbers => {
                            d.numbers = !q.numbers;
                        }
                        _ => {
                            game.key.strobe = true;
                        }
                    }
                }
            } else {
                chosen.key.strobe = true;
                if key.key == Key::Enter {
                    d.playing = true;
                    begin_game = true;
                }
            }
        }

        played = chosen.settings;
        if q.demo {
            played.mode = Mode::Demo;
        }
        settings = played;
        game.begin_game = begin_game;
        game.running = q.playing & !bring_up.open;
        game.tick = ticker.tick;
        game.settings = played;
        game.shuffle = shuffle;
        match chosen.settings.level {
            Level::Mcu => game.profile = Profile::Mcu,
            Level::Sjtu => game.profile = Profile::Sjtu,
            Level::Zju => game.profile = Profile::Zju,
            Level::Thesis => game.profile = Profile::Thesis,
        }

        menu_painter.status.mode = played.mode;
        menu_painter.status.level = played.level;
        menu_painter.status.rule = played.rule;
        menu_painter.status.cursor = game.status.cursor;
        menu_painter.status.timed = chosen.settings.timed & !q.demo;
        menu_painter.status.seconds = game.status.seconds;
        menu_painter.status.foul = game.status.foul;
        menu_painter.status.on = q.on;
        menu_painter.status.keys = Keys::Over;
        match game.status.outcome {
            Outcome::None => {
                menu_painter.status.keys = Keys::Playing;
                menu_painter.status.status = Status::BlackToMove;
                if game.status.turn {
                    menu_painter.status.status = Status::WhiteToMove;
                }
            }
            Outcome::BlackWins => menu_painter.status.status = Status::BlackWins,
            Outcome::WhiteWins => menu_painter.status.status = Status::WhiteWins,
            Outcome::Draw => menu_painter.status.status = Status::Draw,
        }
        if q.unconfirmed != Request::None {
            menu_painter.status.keys = Keys::Question;
        }
        if q.demo {
            menu_painter.status.keys = Keys::Demo;
        }

        menu_painter.bring_up = bring_up.open;
        menu_painter.readings = bring_up.readings;
        menu_painter.changed = bring_up.changed;

        page_painter.status.settings = chosen.settings;
        page_painter.status.line = chosen.line;
        page_painter.status.on = q.on;

        view.page = choosing;
        view.test = bring_up.open;
        view.numbers = q.numbers;
        view.cursor = game.status.cursor;
        view.cursor_shown = game.status.cursor_shown;
        view.last = game.status.last;
        view.last_shown = game.status.last_shown;
        board = game.board;
        menu = menu_painter.menu;
        page_picture = page_painter.page;

        pending = game.busy | menu_painter.busy | page_painter.busy;
        page = Page::Mode;
        if q.playing {
            page = Page::Game;
        }
        if bring_up.open {
            page = Page::BringUp;
        }
        status = game.status;
        ply = game.ply;
    }
}

#[cfg(test)]
mod tests;
