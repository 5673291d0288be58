//! Who gets the keys: the bring-up page, the mode page or the game in play; and what of them is painted.
//!
//! ```text
//!  key events -> BringUp -+-> mode page: Settings --------+
//!                   |     |                               v
//!                   |     +-> a game's own keys -> GomokuGame -> board cells, position
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
//! | stone_write               | out | StoneWrite                       | each write into the position                                         | 0                |
//!
//! M, Ctrl and Esc would end a game in progress, so they ask once: the same key again does it, any other key does not
//! (docs/play.md). A machine with one game starts on that game's mode page; after a minute there without a key the
//! computer plays itself, until a key brings the page back.

use rust_hdl::prelude::*;

use crate::gateware::bring_up::BringUp;
use crate::gateware::gomoku::game::GomokuGame;
use crate::gateware::gomoku::ports::{GameSettings, GameStatus, Level, Mode, Outcome, Profile, StoneWrite};
use crate::gateware::keyboard::key::Key;
use crate::gateware::ports::{BoardWrite, Buttons, KeyEvent, MenuWrite, Page, PageWrite, ScanByte, View};
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
    pub stone_write: Signal<Out, StoneWrite>,

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
            Level::Thesis => game.profile = Profile::Thesis,
            _ => game.profile = Profile::Zju,
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
        stone_write = game.stone_write;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Encoded, Engine, Native};

    /// Short enough to wait for in a test, longer than anything takes that is painted.
    const SECOND: u32 = 3000;
    const VARIANT: Variant = Variant {
        second: SECOND,
        shuffle: false,
    };

    /// The director with a spy on everything it writes.
    struct Bench {
        director: Native<Director>,
        /// The position as the writes into it add up, by {row, column}: 0 empty, 1 black, 2 white.
        position: [u64; 256],
        /// The board RAM.
        board: [u64; 256],
        /// Stones in the order they were put, since the board was last wiped.
        moves: Vec<(usize, u64)>,
        wipes: usize,
    }

    impl Bench {
        /// At power-on, but for the move clock, which is off.
        fn new() -> Self {
            let mut bench = Bench::at_power_on();
            for key in [Key::Four, Key::Right, Key::One] {
                bench.press(key);
            }
            bench
        }

        fn at_power_on() -> Self {
            let mut bench = Bench {
                director: Native::new(Director::new(VARIANT)),
                position: [0; 256],
                board: [0; 256],
                moves: vec![],
                wipes: 0,
            };
            bench.settle();
            bench
        }

        fn port<T: Encoded>(&self, name: &str) -> T {
            T::decode(self.director.get(self.director.port(name)))
        }

        fn status(&self) -> GameStatus {
            self.port("status")
        }

        fn get(&self, what: &str) -> u64 {
            let (status, settings) = (self.status(), self.port::<GameSettings>("settings"));
            match what {
                "mode" => settings.mode as u64,
                "level" => settings.level as u64,
                "rule" => settings.rule as u64,
                "timed" => settings.timed.into(),
                "turn" => status.turn.into(),
                "moves" => status.moves.encode(),
                "cursor_row" => status.cursor.row.encode(),
                "cursor_col" => status.cursor.col.encode(),
                "cursor_shown" => status.cursor_shown.into(),
                "seconds_tens" => status.seconds.tens.encode(),
                "seconds_ones" => status.seconds.ones.encode(),
                "result" => status.outcome as u64,
                port => self.director.get(self.director.port(port)),
            }
        }

        fn clock(&mut self) {
            self.director.settle();
            let written: StoneWrite = self.port("stone_write");
            if written.enable {
                let (at, stone) = (written.address.index(), written.stone as u64);
                if stone == 0 && self.moves.last().is_some_and(|last| last.0 == at) && self.get("moves") > 0 {
                    self.moves.pop();
                } else if stone == 0 {
                    self.wipes += usize::from(at == 0);
                    self.moves.clear();
                } else {
                    assert_eq!(self.position[at], 0, "a stone never changes");
                    assert!(at >> 4 < 15 && at & 15 < 15, "on the board");
                    assert_eq!(self.get("result"), 0, "nothing is placed after the end");
                    assert_eq!(stone, self.moves.len() as u64 % 2 + 1, "colours alternate, black first");
                    self.moves.push((at, stone));
                }
                self.position[at] = stone;
            }
            let written: BoardWrite = self.port("board");
            if written.enable {
                self.board[written.address.index()] = written.cell.encode();
            }
            self.director.step();
        }

        fn settle(&mut self) {
            for _ in 0..30_000 {
                self.clock();
                if self.get("pending") == 0 {
                    return;
                }
            }
            panic!("does not come to rest");
        }

        fn strobe(&mut self, key: Key) {
            self.director.circuit.key.next = KeyEvent { key, strobe: true };
            self.clock();
            self.director.circuit.key.next.strobe = false;
        }

        fn press(&mut self, key: Key) {
            self.strobe(key);
            self.settle();
        }

        fn go_to(&mut self, row: u64, col: u64) {
            while self.get("cursor_row") != row {
                let key = if self.get("cursor_row") < row {
                    Key::Down
                } else {
                    Key::Up
                };
                self.press(key);
            }
            while self.get("cursor_col") != col {
                let key = if self.get("cursor_col") < col {
                    Key::Right
                } else {
                    Key::Left
                };
                self.press(key);
            }
        }

        fn put(&mut self, row: u64, col: u64) {
            self.go_to(row, col);
            self.press(Key::Enter);
        }
    }

    /// A game of two players on the game page.
    fn two_players() -> Bench {
        let mut bench = Bench::new();
        bench.press(Key::Left);
        assert_eq!(bench.get("mode"), 0);
        bench.press(Key::Enter);
        assert_eq!(bench.get("page"), 1);
        bench
    }

    /// Black wins along the diagonal from (3, 10) down to the left.
    fn black_wins(bench: &mut Bench) {
        for step in 0..4 {
            bench.put(3 + step, 10 - step);
            bench.put(12, step);
        }
        bench.put(7, 6);
    }

    #[test]
    fn power_on_shows_the_mode_page_with_its_defaults() {
        let bench = Bench::at_power_on();
        let ports = ["page", "mode", "level", "rule", "timed", "seconds_tens", "seconds_ones"];
        assert_eq!(ports.map(|port| bench.get(port)), [0, 1, 3, 0, 1, 3, 0]);
    }

    #[test]
    fn the_mode_page_changes_mode_and_level() {
        let mut bench = Bench::new();
        let mut after = |key| {
            bench.press(key);
            (bench.get("mode"), bench.get("level"), bench.get("page"))
        };
        assert_eq!(after(Key::Right), (2, 3, 0));
        assert_eq!(after(Key::Right), (0, 3, 0));
        assert_eq!(after(Key::Left), (2, 3, 0));
        assert_eq!(after(Key::Down), (2, 3, 0));
        assert_eq!(after(Key::Right), (2, 1, 0));
        assert_eq!(after(Key::Right), (2, 2, 0));
        assert_eq!(after(Key::Right), (2, 3, 0));
        assert_eq!(after(Key::One), (2, 3, 0));
        assert_eq!(after(Key::Right), (0, 3, 0));
        assert_eq!(after(Key::Level), (0, 1, 0));
        assert_eq!(after(Key::Mode), (1, 1, 0));
        assert_eq!(after(Key::Enter), (1, 1, 1));
    }

    #[test]
    fn the_cursor_wraps_round_every_edge() {
        let mut bench = two_players();
        for (key, port) in [(Key::Up, "cursor_row"), (Key::Left, "cursor_col")] {
            let path: Vec<u64> = (0..15)
                .map(|_| {
                    bench.press(key);
                    bench.get(port)
                })
                .collect();
            assert_eq!(path, [6, 5, 4, 3, 2, 1, 0, 14, 13, 12, 11, 10, 9, 8, 7]);
        }
        for (key, port) in [(Key::Down, "cursor_row"), (Key::Right, "cursor_col")] {
            let path: Vec<u64> = (0..15)
                .map(|_| {
                    bench.press(key);
                    bench.get(port)
                })
                .collect();
            assert_eq!(path, [8, 9, 10, 11, 12, 13, 14, 0, 1, 2, 3, 4, 5, 6, 7]);
        }
    }

    #[test]
    fn a_taken_crossing_refuses_a_stone() {
        let mut bench = two_players();
        bench.press(Key::Enter);
        bench.press(Key::Enter);
        assert_eq!((bench.moves.len(), bench.get("turn")), (1, 1));
    }

    #[test]
    fn the_winning_line_then_the_picture_then_a_new_game() {
        let mut bench = two_players();
        black_wins(&mut bench);
        assert_eq!((bench.get("result"), bench.get("cursor_shown")), (1, 0));
        let marked: Vec<usize> = (0..256).filter(|at| bench.board[*at] & 8 != 0).collect();
        assert_eq!(marked, [0x3a, 0x49, 0x58, 0x67, 0x76]);
        assert_eq!(
            bench.board[0x76],
            1 | 4 | 8 | 9 << 4,
            "the last stone, the ninth, keeps its mark"
        );

        let position = bench.position;
        for _ in 0..2 * SECOND - 1000 {
            bench.clock();
        }
        assert_eq!(bench.board[0x76], 1 | 4 | 8 | 9 << 4, "the line shows for its time");
        for _ in 0..2000 {
            bench.clock();
        }
        assert!(
            bench.board.iter().all(|cell| *cell <= 1),
            "WIN in black, without numbers"
        );
        assert_eq!(bench.board.iter().filter(|cell| **cell == 1).count(), 48);
        assert_eq!(bench.position, position, "the picture is no position");

        bench.press(Key::Enter);
        assert_eq!((bench.get("result"), bench.get("moves"), bench.get("page")), (0, 0, 1));
        assert!(bench.position.iter().chain(&bench.board).all(|cell| *cell == 0));
    }

    #[test]
    fn a_key_brings_the_picture_at_once() {
        let mut bench = two_players();
        black_wins(&mut bench);
        bench.press(Key::Enter);
        assert_eq!(bench.board.iter().filter(|cell| **cell == 1).count(), 48);
        assert_eq!(bench.get("result"), 1);
    }

    #[test]
    fn only_the_last_stone_is_marked() {
        let mut bench = two_players();
        for (row, col) in [(7, 7), (7, 8), (0, 0), (14, 14)] {
            bench.put(row, col);
            let marked: Vec<usize> = (0..256).filter(|at| bench.board[*at] & 4 != 0).collect();
            assert_eq!(marked, [(row << 4 | col) as usize]);
            let stones = |of: &[u64; 256]| of.map(|cell| cell & 3);
            assert_eq!(stones(&bench.board), bench.position);
        }
    }

    #[test]
    fn leaving_a_game_in_progress_asks_once() {
        for (key, page, mode) in [(Key::Mode, 1, 1), (Key::Restart, 1, 0), (Key::Escape, 0, 0)] {
            let mut bench = two_players();
            bench.press(Key::Enter);
            let wipes = bench.wipes;
            bench.press(key);
            assert_eq!(
                (bench.get("page"), bench.get("mode"), bench.moves.len()),
                (1, 0, 1),
                "{key:?} asks"
            );
            bench.press(Key::Right);
            assert_eq!(bench.get("cursor_col"), 7, "another key only takes the request back");
            bench.press(key);
            assert_eq!(bench.moves.len(), 1, "{key:?} asks again");
            bench.press(key);
            assert_eq!(
                (bench.get("page"), bench.get("mode")),
                (page, mode),
                "{key:?} is confirmed"
            );
            assert_eq!(bench.wipes - wipes, usize::from(key != Key::Escape));
        }
    }

    #[test]
    fn an_empty_board_is_left_without_a_question() {
        let mut bench = two_players();
        bench.press(Key::Mode);
        assert_eq!(bench.get("mode"), 1);
        bench.press(Key::Escape);
        assert_eq!(bench.get("page"), 0);
    }

    #[test]
    fn the_computer_answers_and_opens() {
        let mut bench = Bench::new();
        bench.press(Key::Enter);
        bench.press(Key::Enter);
        assert_eq!((bench.moves.len(), bench.get("turn")), (2, 0), "as white it answers");
        bench.press(Key::Mode);
        bench.press(Key::Mode);
        assert_eq!(
            (bench.get("mode"), bench.moves.as_slice()),
            (2, &[(0x77, 1)][..]),
            "as black it opens on the centre"
        );
    }

    #[test]
    fn a_full_board_without_five_is_a_draw() {
        let mut bench = two_players();
        // Pairs of columns in turn, the other way round in every other row: no line is longer than two.
        let black = |row: u64, col: u64| ((col + 2 * (row % 2)) / 2).is_multiple_of(2);
        let mut crossings: Vec<(u64, u64)> = (0..225).map(|at| (at / 15, at % 15)).collect();
        crossings.sort_by_key(|(row, col)| !black(*row, *col));
        let blacks = crossings.iter().filter(|(row, col)| black(*row, *col)).count();
        assert_eq!(blacks, 113, "the pattern is a possible end");
        let (first, second) = crossings.split_at(blacks);
        for turn in 0..225 {
            let (row, col) = if turn % 2 == 0 {
                first[turn / 2]
            } else {
                second[turn / 2]
            };
            bench.put(row, col);
        }
        assert_eq!((bench.get("moves"), bench.get("result")), (225, 3));
        bench.press(Key::Enter);
        let count = |stone| bench.board.iter().filter(|cell| **cell == stone).count();
        assert!(count(1) > 20 && count(2) > 20, "DRAW in both colours");
    }

    #[test]
    fn ten_thousand_random_keys_break_no_rule() {
        let mut bench = Bench::new();
        let mut seed = 20u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let (mut ends, mut stones) = (0, 0);
        for _ in 0..10_000 {
            // Mostly moves and stones, so that games come to an end; sometimes any key at all.
            let key = match random(40) {
                0..=6 => Key::Up,
                7..=13 => Key::Left,
                14..=17 => Key::Down,
                18..=20 => Key::Right,
                21..=37 => Key::Enter,
                _ => [
                    Key::None,
                    Key::Undo,
                    Key::Mode,
                    Key::Level,
                    Key::Club,
                    Key::One,
                    Key::Two,
                    Key::Three,
                    Key::Four,
                    Key::Escape,
                    Key::Restart,
                    Key::Hint,
                    Key::Numbers,
                ][random(13) as usize],
            };
            let (before, result) = (bench.moves.len(), bench.get("result"));
            bench.strobe(key);
            // Often the next key comes while the last is still at work.
            for _ in 0..[0, 1, 2, 40, 300, 1200][random(6) as usize] {
                bench.clock();
            }
            ends += usize::from(result == 0 && bench.get("result") != 0);
            stones += bench.moves.len().saturating_sub(before);
        }
        assert!(
            ends >= 5 && stones >= 500,
            "the keys must play: {ends} ends, {stones} stones"
        );
    }
}
