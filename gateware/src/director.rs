//! Decides who gets the keys: the bring-up page, the list of games, a game's page, its board, or the club; and which
//! of them is shown.
//!
//! ```text
//!             Esc                Enter                Enter
//!   Home <----------- Settings <------ Home   Settings ------> Board
//!                        ^                                       | Esc; M and Ctrl begin anew
//!                        '---------------------------------------'
//!                                 a minute without a key
//!   Home, Settings ----------------------------------------> Board, demo -- any key --> back
//!                                  C; Enter on its line of Home
//!   Home, Settings, Board ----------------------------------> Club -- C, Esc, left --> back
//! ```
//!
//! | port               | dir | width                | meaning                                           | initial       |
//! |--------------------|-----|----------------------|---------------------------------------------------|---------------|
//! | clock              | in  | 1                    | 25 MHz                                            |               |
//! | key                | in  | KeyEvent             | a key event                                       |               |
//! | byte               | in  | ScanByte             | a byte from the keyboard, for [`BringUp`]         |               |
//! | serial             | in  | ScanByte             | a byte from the serial line, for [`BringUp`]      |               |
//! | tilt               | in  | Lean                 | how the board leans, for [`BringUp`]              |               |
//! | usb                | in  | UsbState             | the USB keyboard, for [`BringUp`]                 |               |
//! | buttons            | in  | Buttons              | the push buttons, for [`BringUp`]                 |               |
//! | game               | out | 2                    | the chosen game, counted from 0                   | 0             |
//! | order              | out | GameOrder            | orders for the chosen game                        | 0             |
//! | report             | in  | GameReport           | the report of the chosen game                     |               |
//! | link               | in  | RivalReport          | the machine on the other side of the line         |               |
//! | demo               | out | 1                    | a demo is running: the computer plays both sides  | 0             |
//! | view               | out | View                 | what the screen shows                             | the page      |
//! | reader             | in  | MenuReader           | the program at the serial line                    |               |
//! | menu, page_picture | out | MenuWrite, PageWrite | writes into the menu RAM and page RAM of `Screen` | 0             |
//! | pending            | out | 1                    | something is still being computed or painted      | 1             |
//! | page               | out | Page                 | the page shown                                    | Home, or Mode |
//! | club               | out | ClubReport           | the state of the club; 0 without one              | strength 5    |
//! | asking             | out | 1                    | waiting for the same key again, to leave the game | 0             |
//!
//! M, Ctrl and Esc would end a game in progress, so they ask first: the same key again confirms, any other key
//! cancels (docs/play.md). Key V belongs to the sound and has no effect here. A machine with one game and no club has
//! no list, and starts on that game's page. After a minute without a key on the list or a game's page, a demo plays
//! all games, one after the other, until a key ends it. While the club is shown the game is suspended: no time passes
//! and no key reaches it, but a computer that is thinking completes its move.

use rust_hdl::prelude::*;

use crate::bring_up::{self, BringUp};
use crate::club::socket::Club;
use crate::club::{pictures, words};
use crate::edition::Edition;
use crate::keyboard::key::Key;
use crate::link::ports::RivalReport;
use crate::ports::{
    Buttons, ClubNumbers, ClubReport, GameOrder, GameReport, KeyEvent, MenuReader, MenuWrite, Outcome, Page, PageWrite,
    ScanByte, Standing, View,
};
use crate::text::menu_painter::MenuPainter;
use crate::text::page_painter::PagePainter;
use crate::text::read_out::Lean;
use crate::text::words::{ClubNews, GameWords, Keys, Status};
use crate::usb::UsbState;
use crate::{Circuit, LogicState, LogicStruct, Optional, Register, kernel};
use tengen_hdl::library::ticker::Ticker;

pub mod home;

/// Clocks in a second.
pub const SECOND: u32 = 25_000_000;
/// Seconds without a key before the demo begins.
pub const DEMO_AFTER: u64 = 60;

/// What the person sees when the bring-up page is closed.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Place {
    Home,
    Settings,
    Board,
    Club,
}

/// A request that would end a game in progress, and so needs a second press.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Request {
    None,
    Mode,
    Restart,
    Escape,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    place: Place,
    /// Where the club was opened, and where it returns to.
    from: Place,
    /// The list's line under the cursor.
    line: Bits<2>,
    /// The chosen game: the last line with a game that the cursor was on.
    game: Bits<2>,
    /// A demo is running.
    demo: Bit,
    /// The demo's game has ended.
    ended: Bit,
    /// The chosen game begins in this clock.
    begin_game: Bit,
    /// Seconds without a key.
    idle: Bits<6>,
    /// The request that waits for its second press.
    unconfirmed: Request,
    /// High from the second clock on: makes the first status differ from the initial one, so that it is painted.
    on: Bit,
}

/// `idle` before the tick that starts the demo.
const LAST_IDLE_TICK: u64 = DEMO_AFTER - 1;

#[derive(Circuit)]
pub struct Director {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub byte: Signal<In, ScanByte>,
    pub serial: Signal<In, ScanByte>,
    pub tilt: Signal<In, Lean>,
    pub usb: Signal<In, UsbState>,
    pub buttons: Signal<In, Buttons>,

    pub game: Signal<Out, Bits<2>>,
    pub order: Signal<Out, GameOrder>,
    pub report: Signal<In, GameReport>,
    pub link: Signal<In, RivalReport>,
    pub demo: Signal<Out, Bit>,

    pub view: Signal<Out, View>,
    pub reader: Signal<In, MenuReader>,
    pub menu: Signal<Out, MenuWrite>,
    pub page_picture: Signal<Out, PageWrite>,
    pub pending: Signal<Out, Bit>,
    pub page: Signal<Out, Page>,
    pub asking: Signal<Out, Bit>,
    pub club: Signal<Out, ClubReport>,

    #[given]
    state: Register<State>,
    #[given]
    bring_up: Optional<BringUp>,
    #[given]
    members: Optional<Club>,
    #[given]
    ticker: Ticker<25>,
    #[given]
    menu_painter: MenuPainter,
    #[given]
    page_painter: PagePainter,

    /// The request of this clock's key, if it would end a game.
    request: Signal<Local, Request>,
    /// The new line of the list's cursor.
    line: Signal<Local, Bits<2>>,

    #[given]
    last_game: Constant<Bits<2>>,
    #[given]
    last_line: Constant<Bits<2>>,
    #[given]
    has_club: Constant<Bit>,
    #[init(ClubNumbers::default())]
    no_numbers: Constant<ClubNumbers>,
}

impl Director {
    /// Creates the director of a machine of this edition with these games. `second` is the number of clocks in a
    /// second.
    ///
    /// # Panics
    /// If there is no game or more than three, or if `second` is 0 or more than 2^25.
    pub fn new(games: Vec<GameWords>, second: u32, edition: &Edition) -> Self {
        let last = games.len() as u64 - 1;
        assert!(last < 3, "{} games on a list of three", games.len());
        let mut names: Vec<&str> = games.iter().map(|game| game.name).collect();
        if edition.club {
            names.push(words::NAME);
        }
        let last_line = names.len() as u64 - 1;
        let start = State { place: if last_line > 0 { Place::Home } else { Place::Settings }, ..State::default() };
        let (mut menus, mut pages) = (vec![], vec![]);
        let list = home::page(&names);
        for game in games {
            menus.push(game.menu);
            pages.push(game.page);
        }
        if last_line > 0 {
            pages.push(list);
        }
        let mut tiles = vec![];
        if edition.club {
            pages.extend(words::pages());
            tiles = pictures::tiles();
        }
        if edition.bring_up {
            menus.push(bring_up::words::menu(edition));
        }
        Director::given(
            Register::new(start),
            Optional::when(edition.bring_up),
            Optional::when(edition.club),
            Ticker::new(second),
            MenuPainter::new(&menus, edition.bring_up),
            PagePainter::with_tiles(&pages, &tiles, edition.club),
            Constant::new(last.into()),
            Constant::new(last_line.into()),
            Constant::new(edition.club),
        )
    }
}

#[kernel]
impl Logic for Director {
    fn update(&mut self) {
        bring_up = BringUp { key, byte, line: serial, tilt, usb, buttons };

        d.on = true;

        self.rest();
        self.ask();
        self.demo();

        members.key.key = key.key;
        members.key.strobe = false;
        members = Club { ending: report.ending, seats: report.settings.seats, demo: q.demo };

        if key.strobe & !bring_up.open & (key.key != Key::BringUp) & (key.key != Key::Sound) {
            match q.place {
                Place::Home => self.home(),
                Place::Settings => self.settings(),
                Place::Club => {
                    members.key.strobe = true;
                    if (key.key == Key::Club) | (key.key == Key::Escape) | (key.key == Key::Left) {
                        d.place = q.from;
                    }
                }
                Place::Board => self.board(),
            }
        }

        d.line = line;
        if line <= last_game {
            d.game = line;
        }

        self.describe_menu();
        self.describe_page();

        State { game, demo, .. } = q;
        view.page = (q.place != Place::Board) & !bring_up.open;
        view.farm = (q.place == Place::Club) & (members.report.standing == Standing::Open);
        view.test = bring_up.open;
        menu = menu_painter.menu;
        page_picture = page_painter.page;
        pending = q.begin_game | report.busy | menu_painter.busy | page_painter.busy | members.report.busy;
        asking = (q.unconfirmed != Request::None) | ((q.place == Place::Club) & members.report.asks);
        self.show();
        club = members.report;
    }

    /// Decodes the request of this clock's key.
    fn ask(&mut self) {
        request = Request::None;
        match key.key {
            Key::Mode => request = Request::Mode,
            Key::Restart => request = Request::Restart,
            Key::Escape => request = Request::Escape,
            _ => {}
        }
    }

    /// Sets the defaults for a clock without a key.
    fn rest(&mut self) {
        d.begin_game = false;
        order.key.key = key.key;
        order.key.strobe = false;
        order.page_key.key = key.key;
        order.page_key.strobe = false;
        order.next_mode = false;
        order.next_level = false;
        order.begin_game = q.begin_game;
        order.leave = false;
        order.demo = q.demo;
        order.link = link;
        order.tick = ticker.tick & (q.place == Place::Board) & !bring_up.open;
        ticker.restart = report.restart_tick;
    }

    /// Starts the demo after a minute without a key, and switches its games.
    fn demo(&mut self) {
        // The seconds without a key are counted.
        let waiting = (q.place != Place::Board) & (q.place != Place::Club) & !bring_up.open;
        // The next game on the list; after the last the first.
        let next_game = if q.game == last_game { 0 } else { q.game + 1 };
        line = q.line;
        if ticker.tick & waiting {
            d.idle = q.idle + 1;
            if q.idle == LAST_IDLE_TICK {
                d.demo = true;
                d.ended = false;
                d.begin_game = true;
                if q.place == Place::Home {
                    line = next_game;
                }
                d.place = Place::Board;
            }
        }
        if key.strobe | !waiting {
            d.idle = 0;
        }

        // When a demo game has ended and begins again, the next game replaces it.
        if q.demo {
            d.ended = q.ended | report.ending.strobe;
            if q.ended & (report.status.outcome == Outcome::None) & last_game.any() {
                order.leave = true;
                d.ended = false;
                d.begin_game = true;
                line = next_game;
            }
        }
    }

    /// Handles a key on the list of games.
    fn home(&mut self) {
        match key.key {
            Key::Up => line = if !q.line.any() { last_line } else { q.line - 1 },
            Key::Down => line = if q.line == last_line { 0 } else { q.line + 1 },
            Key::One => line = 0,
            Key::Two => line = 1,
            Key::Three => line = if last_line < 2 { last_line } else { 2 },
            Key::Four => line = last_line,
            Key::Enter => d.place = if q.line > last_game { Place::Club } else { Place::Settings },
            Key::Club => {
                if has_club {
                    d.place = Place::Club;
                }
            }
            _ => {}
        }
        d.from = Place::Home;
    }

    /// Handles a key on a game's page.
    fn settings(&mut self) {
        order.page_key.strobe = true;
        if key.key == Key::Enter {
            d.place = Place::Board;
            d.begin_game = true;
        }
        if (key.key == Key::Escape) & last_line.any() {
            d.place = Place::Home;
        }
        if (key.key == Key::Club) & has_club {
            d.from = Place::Settings;
            d.place = Place::Club;
        }
    }

    /// Handles a key while the board is shown. A key that would end a game in progress asks first.
    fn board(&mut self) {
        d.unconfirmed = Request::None;
        if q.demo {
            order.leave = true;
            d.begin_game = false;
            d.demo = false;
            d.place = if last_line.any() { Place::Home } else { Place::Settings };
        } else if request != Request::None {
            let in_progress = report.status.moves.any() & (report.status.outcome == Outcome::None);
            d.unconfirmed = request;
            // No game is in progress, or this is the second press.
            if !in_progress | (request == q.unconfirmed) {
                d.unconfirmed = Request::None;
                match request {
                    // Leave the game before the seats change, so that its end counts for those who played it.
                    Request::Mode => {
                        order.leave = true;
                        order.next_mode = true;
                        d.begin_game = true;
                    }
                    Request::Restart => d.begin_game = true,
                    _ => {
                        order.leave = true;
                        d.place = Place::Settings;
                    }
                }
            }
        } else if (q.unconfirmed == Request::None) & (key.key == Key::Club) & has_club {
            d.from = Place::Board;
            d.place = Place::Club;
        } else if q.unconfirmed == Request::None {
            order.next_level = key.key == Key::Level;
            order.key.strobe = key.key != Key::Level;
        }
    }

    /// Sets what the menu beside the board shows.
    fn describe_menu(&mut self) {
        let seats = report.settings.seats;
        let linked = seats.black.line | seats.white.line;
        let person_black = !seats.black.computer & !seats.black.line;
        let person_white = !seats.white.computer & !seats.white.line;
        // One person plays, against the computer or the other machine.
        let one_person = person_black ^ person_white;
        menu_painter.status.shown = q.game;
        menu_painter.status.seats = report.settings.seats;
        menu_painter.status.rule = report.settings.rule;
        menu_painter.status.reason = report.status.reason;
        menu_painter.status.cursor = report.status.cursor;
        menu_painter.status.timed = report.settings.timed;
        menu_painter.status.seconds = report.status.seconds;
        menu_painter.status.discs = report.status.discs;
        menu_painter.status.insight = report.status.insight;
        menu_painter.status.on = q.on;
        menu_painter.status.keys = Keys::Over;
        match report.status.outcome {
            Outcome::None => {
                menu_painter.status.keys = Keys::Playing;
                menu_painter.status.status = Status::BlackToMove;
                if report.status.turn {
                    menu_painter.status.status = Status::WhiteToMove;
                }
            }
            Outcome::BlackWins => menu_painter.status.status = Status::BlackWins,
            Outcome::WhiteWins => menu_painter.status.status = Status::WhiteWins,
            Outcome::Draw => menu_painter.status.status = Status::Draw,
        }
        let won = (report.status.outcome == Outcome::BlackWins) | (report.status.outcome == Outcome::WhiteWins);
        // A game of one person ends with YOU WIN or YOU LOSE.
        if won & one_person & !q.demo {
            let by_white = report.status.outcome == Outcome::WhiteWins;
            let person_lost = mux(by_white, person_black, person_white);
            menu_painter.status.status = if person_lost { Status::YouLose } else { Status::YouWin };
        }
        if !person_black & !person_white {
            menu_painter.status.timed = false;
            if report.status.outcome == Outcome::None {
                menu_painter.status.keys = Keys::Watching;
            }
        }
        menu_painter.status.club = ClubNews::None;
        if has_club {
            menu_painter.status.club = ClubNews::Key;
            if members.report.standing != Standing::Open {
                menu_painter.status.club = ClubNews::Over;
            }
        }
        menu_painter.status.stake = false;
        menu_painter.status.news = report.status.news;
        menu_painter.status.resigns = linked & link.joined & !link.out_of_step & (q.unconfirmed == Request::Restart);
        if q.unconfirmed != Request::None {
            menu_painter.status.keys = Keys::Question;
            menu_painter.status.club = ClubNews::None;
            menu_painter.status.stake = one_person & !linked & !report.ending.helped & members.report.at_stake;
        }
        if q.demo {
            menu_painter.status.timed = false;
            menu_painter.status.keys = Keys::Demo;
            menu_painter.status.club = ClubNews::None;
            menu_painter.status.seats.black.computer = true;
            menu_painter.status.seats.white.computer = true;
            menu_painter.status.seats.black.line = false;
            menu_painter.status.seats.white.line = false;
        }
        menu_painter = MenuPainter { readings: bring_up.readings, changed: bring_up.changed, reader };
        if bring_up.open {
            menu_painter.status.shown = last_game + 1;
        }
    }

    /// Sets what the page shows.
    fn describe_page(&mut self) {
        // The number of the first page after those of the games.
        let behind = bit_cast::<3, 2>(last_game) + 1;
        page_painter.status.shown = bit_cast::<3, 2>(q.game);
        page_painter.status.settings = report.settings;
        page_painter.status.numbers = no_numbers;
        page_painter.status.club = members.report.standing;
        page_painter.status.asks = members.report.asks;
        page_painter.status.on = q.on;
        if q.place == Place::Home {
            page_painter.status.shown = behind;
            page_painter.status.settings.line = bit_cast::<3, 2>(q.line);
        }
        if q.place == Place::Club {
            page_painter.status.settings.line = members.report.line;
            page_painter.status.numbers = members.report.numbers;
            match members.report.standing {
                Standing::Open => page_painter.status.shown = behind + 1,
                Standing::Won => page_painter.status.shown = behind + 2,
                _ => page_painter.status.shown = behind + 3,
            }
        }
    }

    /// Outputs which page is shown.
    fn show(&mut self) {
        page = if q.place == Place::Home { Page::Home } else { Page::Mode };
        if q.place == Place::Board {
            page = Page::Game;
        }
        if q.place == Place::Club {
            page = Page::Club;
        }
        if bring_up.open {
            page = Page::BringUp;
        }
    }
}

#[cfg(test)]
mod tests;
