//! The game of docs/adding-a-game.md: its files must be those on the page, and the game is played from the list of
//! games to its end by the keyboard's bytes, with a check of the picture.

// The kernel language has no match guards.
#![allow(clippy::collapsible_match)]

use rust_hdl::prelude::*;
use tengen::gateware::director::{Director, SECOND};
use tengen::gateware::edition::Edition;
use tengen::gateware::gomoku;
use tengen::gateware::gomoku::{socket::Gomoku, view::board_view::BoardView};
use tengen::gateware::keyboard::controls::Controls;
use tengen::gateware::keyboard::key::{self, Key};
use tengen::gateware::ports::{Crossing, GameOrder, GameReport, Outcome, Page, PlyKind};
use tengen::gateware::text::words::{GameWords, Ink, PageInk, Pick, item, row};
use tengen::gateware::usb::UsbState;
use tengen::gateware::video::{colour::Colour, screen::Screen};
use tengen::hdl::verilog::verilog;
use tengen::{Circuit, LogicStruct, Register, kernel};
use tengen_sim::frame::Frame;
use tengen_sim::monitor::{Mode, Monitor};
use tengen_sim::{ByName, Encoded, Engine, Keyboard, KeyboardTiming, Native, Random};

mod rules {
    include!("three/rules.rs");
}
include!("three/game.rs");
include!("three/view.rs");
include!("three/words.rs");
include!("three/console.rs");

#[test]
fn the_page_shows_these_files() {
    let page = include_str!("../../docs/adding-a-game.md");
    for file in [
        include_str!("three/rules.rs"),
        include_str!("three/game.rs"),
        include_str!("three/view.rs"),
        include_str!("three/words.rs"),
        include_str!("three/console.rs"),
    ] {
        assert!(
            page.contains(&format!("```rust\n{file}```\n")),
            "the page shows another {file}"
        );
    }
}

/// The machine with a keyboard, and the game's reports.
struct Bench {
    machine: Native<TwoGames>,
    keyboard: Keyboard,
    plies: Vec<(PlyKind, bool, usize)>,
    endings: Vec<Outcome>,
}

impl Bench {
    fn new() -> Bench {
        let mut bench = Bench {
            machine: Native::new(TwoGames::new(&Edition::FULL)),
            keyboard: Keyboard::new(KeyboardTiming::fast()),
            plies: vec![],
            endings: vec![],
        };
        bench.settle();
        bench
    }

    fn clock(&mut self) {
        let (clk, data) = self.keyboard.next();
        self.machine.drive("ps2_clk", clk.into());
        self.machine.drive("ps2_data", data.into());
        self.machine.settle();
        let report: GameReport = self.machine.circuit.report.val();
        if report.ply.kind != PlyKind::None {
            let place = 3 * report.ply.at.row.index() + report.ply.at.col.index();
            self.plies.push((report.ply.kind, report.ply.white, place));
        }
        if report.ending.strobe {
            self.endings.push(report.ending.outcome);
        }
        self.machine.step();
    }

    /// Runs until the keyboard and the machine are idle.
    fn settle(&mut self) {
        let mut quiet = 0;
        while quiet < 1000 {
            self.clock();
            let busy = !self.keyboard.idle() || self.machine.read("pending") == 1;
            quiet = if busy { 0 } else { quiet + 1 };
        }
    }

    fn press(&mut self, names: &str) {
        for name in names.split_whitespace() {
            let key = key::named(name).unwrap();
            self.keyboard.press(key.code, key.extended);
            self.keyboard.release(key.code, key.extended);
            self.settle();
        }
    }

    fn page(&self) -> Page {
        Page::decode(self.machine.read("page"))
    }

    fn frame(&mut self) -> Frame {
        let mut monitor = Monitor::new(Mode::VGA, [4, 4, 4]);
        let pins = ["hsync", "vsync", "red", "green", "blue"].map(|name| self.machine.port(name));
        for _ in 0..3 * 800 * 525 {
            self.machine.step();
            let [hsync, vsync, red, green, blue] = pins.map(|pin| self.machine.get(pin));
            if let Some(frame) = monitor.clock(hsync == 1, vsync == 1, red, green, blue) {
                return frame.clone();
            }
        }
        panic!("no picture: {:?}", monitor.timing());
    }
}

fn check_kept(name: &str, found: &Frame) {
    let file = format!("{}/tests/pictures/{name}.png", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("TENGEN_RENEW").is_some_and(|value| value == "1") {
        found.save_png(std::path::Path::new(&file)).unwrap();
    }
    let kept = Frame::load_png(std::path::Path::new(&file)).unwrap();
    assert_eq!(
        found.compare(&kept).unwrap(),
        None,
        "{name}: renew it with TENGEN_RENEW=1 if this is meant"
    );
}

#[test]
fn it_is_chosen_from_the_list_and_played_to_its_end() {
    let mut bench = Bench::new();
    assert_eq!(bench.page(), Page::Home);
    bench.press("down");
    check_kept("home", &bench.frame());
    bench.press("enter");
    assert_eq!(bench.page(), Page::Mode);
    bench.press("enter");
    assert_eq!(bench.page(), Page::Game);
    // Black along the top row, white below it; a taken cell refuses a stone.
    bench.press("enter enter down enter up right enter down enter up right enter");
    let placed: Vec<(bool, usize)> = bench
        .plies
        .iter()
        .filter(|(kind, ..)| *kind == PlyKind::Place)
        .map(|(_, white, place)| (*white, *place))
        .collect();
    assert_eq!(placed, [(false, 0), (true, 3), (false, 1), (true, 4), (false, 2)]);
    assert_eq!(bench.endings, [Outcome::BlackWins]);
    check_kept("three_in_a_row", &bench.frame());
    // The next key starts a new game; if left before its end, that game is abandoned.
    bench.press("enter enter esc esc");
    assert_eq!(bench.endings, [Outcome::BlackWins, Outcome::None]);
    assert_eq!(bench.page(), Page::Mode);
    bench.press("esc");
    assert_eq!(bench.page(), Page::Home);
    // Gomoku works as before.
    bench.press("up enter enter enter");
    assert_eq!(
        bench.machine.circuit.report.val().status.moves,
        2,
        "the computer has answered"
    );
}

/// Compares random games with the plain rules, move by move.
#[test]
fn random_games_are_as_the_rules_say() {
    let mut game = Native::new(ThreeInARow::default());
    let mut random = Random::new(3);
    let (mut wins, mut draws) = (0, 0);
    for _ in 0..300 {
        let mut board = [None; 9];
        let mut order = GameOrder { begin_game: true, ..Default::default() };
        game.drive_as("order", order);
        game.step();
        order.begin_game = false;
        loop {
            let position: Position = game.circuit.position.val();
            let ended = if rules::has_won(&board, false) {
                Outcome::BlackWins
            } else if rules::has_won(&board, true) {
                Outcome::WhiteWins
            } else if board.iter().all(|cell| cell.is_some()) {
                Outcome::Draw
            } else {
                Outcome::None
            };
            assert_eq!(position.outcome, ended, "{board:?}");
            if ended != Outcome::None {
                wins += usize::from(ended != Outcome::Draw);
                draws += usize::from(ended == Outcome::Draw);
                break;
            }
            let key = random.of(&[Key::Up, Key::Down, Key::Left, Key::Right, Key::Enter]);
            let place = 3 * position.cursor.row.index() + position.cursor.col.index();
            if key == Key::Enter && board[place].is_none() {
                board[place] = Some(position.turn);
            }
            order.key.key = key;
            order.key.strobe = true;
            game.drive_as("order", order);
            game.step();
            order.key.strobe = false;
            game.drive_as("order", order);
            game.step();
        }
    }
    assert!(wins > 100 && draws > 5, "{wins} wins, {draws} draws");
}

#[test]
fn it_comes_out_as_verilog() {
    let text = verilog(&mut TwoGames::new(&Edition::FULL), "two_games").unwrap();
    assert!(text.contains("module three_in_a_row") && text.contains("module three_view"));
}
