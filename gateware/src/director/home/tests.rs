//! Tests of the list of games: the choice, the highlighted line, and the demo of all games in turn.

use rust_hdl::prelude::*;

use crate::director::{Director, SECOND};
use crate::edition::Edition;
use crate::gomoku::{self, socket::Gomoku};
use crate::keyboard::key::Key;
use crate::ports::{Buttons, GameOrder, KeyEvent, Page, PageWrite, ScanByte};
use crate::{Circuit, kernel};
use tengen_sim::{ByName, Encoded, Engine, Native};

/// The director with three games; one circuit plays all three.
#[derive(Circuit)]
pub struct ThreeGames {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub byte: Signal<In, ScanByte>,
    pub buttons: Signal<In, Buttons>,
    pub game: Signal<Out, Bits<2>>,
    pub page: Signal<Out, Page>,
    pub demo: Signal<Out, Bit>,
    pub pending: Signal<Out, Bit>,
    pub page_picture: Signal<Out, PageWrite>,

    #[given]
    director: Director,
    #[given]
    first: Gomoku,
    #[given]
    second: Gomoku,
    #[given]
    third: Gomoku,
    #[init(GameOrder::default())]
    nothing: Constant<GameOrder>,
}

#[kernel]
impl Logic for ThreeGames {
    fn update(&mut self) {
        director.key = key;
        director.byte = byte;
        director.buttons = buttons;
        first.order = nothing;
        second.order = nothing;
        third.order = nothing;
        match director.game.index() {
            0 => {
                first.order = director.order;
                director.report = first.report;
            }
            1 => {
                second.order = director.order;
                director.report = second.report;
            }
            _ => {
                third.order = director.order;
                director.report = third.report;
            }
        }
        game = director.game;
        page = director.page;
        demo = director.demo;
        pending = director.pending;
        page_picture = director.page_picture;
    }
}

/// This also tests the page tables at their largest: three games, the club, the list, and the bring-up page.
#[test]
fn of_several_games_one_is_chosen_from_a_list_and_the_demo_shows_them_in_turn() {
    // Two directors with three games do not fit on a test thread's default stack.
    let test = std::thread::Builder::new().stack_size(64 << 20).spawn(three_games);
    test.unwrap().join().unwrap();
}

fn three_games() {
    let words = || gomoku::words::words(&Edition::FULL);
    let game = || Gomoku::new(SECOND, false, 0, &Edition::FULL.without_searches());
    let second = 100;
    let mut table = Native::new(ThreeGames::given(
        Director::new(vec![words(), words(), words()], second, &Edition::FULL),
        game(),
        game(),
        game(),
    ));
    let mut picture = vec![0; 160 * 120];
    let mut run = |table: &mut Native<ThreeGames>, clocks: u32| {
        for _ in 0..clocks {
            table.settle();
            let written: PageWrite = table.read_as("page_picture");
            if written.enable {
                let (x, y) = (written.address.index() & 255, written.address.index() >> 8);
                picture[160 * y + x] = written.cell.encode();
            }
            table.step();
        }
        // The line of the list that is blue.
        let blue = picture.iter().position(|cell| *cell == 3);
        let blue = blue.and_then(|at| (at / 160).checked_sub(62)).map(|y| y / 11);
        (Page::decode(table.read("page")), table.read("game"), blue)
    };
    let mut press = |table: &mut Native<ThreeGames>, key: Key| {
        table.circuit.key.next = KeyEvent { key, strobe: true };
        run(table, 1);
        table.circuit.key.next.strobe = false;
        // Painting another page takes up to this many clocks.
        run(table, 45_000)
    };
    // A second long enough that the demo cannot begin during this part.
    let mut slow = Native::new(ThreeGames::given(
        Director::new(vec![words(), words(), words()], 1 << 24, &Edition::FULL),
        game(),
        game(),
        game(),
    ));
    assert_eq!(press(&mut slow, Key::None), (Page::Home, 0, Some(0)));
    for (key, line) in [
        (Key::Down, 1),
        (Key::Down, 2),
        (Key::Down, 3),
        (Key::Down, 0),
        (Key::Up, 3),
        (Key::One, 0),
        (Key::Four, 3),
        (Key::Three, 2),
        (Key::Two, 1),
    ] {
        // On the club's line the last game remains chosen.
        let game = match (key, line) {
            (Key::Down, 3) => 2,
            (_, 3) => 0,
            _ => line as u64,
        };
        assert_eq!(press(&mut slow, key), (Page::Home, game, Some(line)));
    }
    press(&mut slow, Key::Four);
    assert_eq!(press(&mut slow, Key::Enter).0, Page::Club);
    assert_eq!(press(&mut slow, Key::Escape), (Page::Home, 1, Some(3)));
    press(&mut slow, Key::Two);
    let (page, game, _) = press(&mut slow, Key::Enter);
    assert_eq!((page, game), (Page::Mode, 1));
    let (page, game, _) = press(&mut slow, Key::Enter);
    assert_eq!((page, game), (Page::Game, 1));
    press(&mut slow, Key::Escape);
    assert_eq!(press(&mut slow, Key::Escape), (Page::Home, 1, Some(1)));

    // Without a key the demo shows one game after the other.
    let mut shown = vec![];
    for _ in 0..2_000_000 {
        table.step();
        if table.read("demo") == 1 && shown.last() != Some(&table.read("game")) {
            shown.push(table.read("game"));
        }
        if shown.len() == 5 {
            break;
        }
    }
    assert_eq!(shown, [1, 2, 0, 1, 2]);
    table.drive_as("key", KeyEvent { key: Key::Up, strobe: true });
    table.step();
    table.step();
    assert_eq!(Page::decode(table.read("page")), Page::Home);
}
