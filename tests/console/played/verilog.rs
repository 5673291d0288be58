//! The emitted Verilog under Verilator, the rust-hdl simulation and the fast engine, with every output compared on
//! every clock.

use super::computer::against;
use super::renju::a_fork;
use super::two_players::fill;
use super::*;
use crate::both::on_every_engine;
use tengen::hdl::verilog::verilog;
use tengen::rules::gomoku::mcu::Mcu;
use tengen_sim::KeyboardFrame;

/// A short second that still leaves time for a move, and for a frame of the winning line before the final picture.
const FAST: Variant = Variant {
    second: FRAME as u32,
    shuffle: false,
    ponder: 0,
    sound: true,
    edition: Edition::GOMOKU.without_searches(),
};

fn text() -> String {
    text_with(FAST)
}

fn text_with(variant: Variant) -> String {
    verilog(&mut Coarse::new(variant), "console").unwrap()
}

/// The console in the rust-hdl simulation and in that Verilog, as one machine, after settling.
fn both(text: &str) -> Watched<impl Engine + use<>> {
    let mut machine = machine(text);
    machine.settle().unwrap();
    machine
}

/// The same before its first clock.
fn machine(text: &str) -> Watched<impl Engine + use<>> {
    Machine::new(Referee::new(engine(text, FAST), FAST.second, Lanes::Four)).unwrap()
}

fn engine(text: &str, variant: Variant) -> impl Engine + use<> {
    on_every_engine(&|| Coarse::new(variant), text)
}

/// Plays the game against the computer to its end and beyond.
fn a_game_against_the_computer(machine: &mut Watched<impl Engine>) {
    let end = against(machine, "PVC", 3, &Mcu);
    assert!(matches!(end, End::Won { .. }));
    machine.cycles(2 * u64::from(FAST.second) + 5000);
    machine.frames(1, |_| Ok(())).unwrap();
    machine.keys("enter");
    assert_eq!(machine.state().unwrap().moves, 0, "after the picture a new game");
}

#[test]
fn whole_games_are_equal_on_every_clock() {
    let mut machine = both(&text());
    machine.keys("down right left up m m enter");
    machine.keys("enter ctrl d ctrl ctrl");
    assert_eq!(fill(&mut machine), End::Draw);
    machine.frames(1, |_| Ok(())).unwrap();
    machine.keys("enter space");
    a_game_against_the_computer(&mut machine);
    machine.keys("enter m enter esc esc");
    machine.hold_buttons(1 << 4);
    machine.frames(2, |_| Ok(())).unwrap();
    let state = machine.state().unwrap();
    assert_eq!(
        (state.page, machine.engine().ends),
        ("game", 2),
        "the button began another game"
    );
    machine.keys("f1 a right");
    machine.keyboard().send_frame(KeyboardFrame::new(0x1C).wrong_parity());
    machine.frames(1, |_| Ok(())).unwrap();
    machine.push(0);
    assert_eq!(machine.state().unwrap().page, "bring_up");
    machine.push(1 << 4);
    assert_eq!(machine.state().unwrap(), state, "nothing has happened to the game");
    println!(
        "{:?} stones in each mode, {} clocks",
        machine.engine().stones,
        machine.clocks()
    );
    assert!(machine.clocks() > 4 * FRAME);
}

#[test]
fn a_game_under_renju_is_equal_on_every_clock() {
    let mut machine = both(&text());
    machine.keys("4 right");
    a_fork(&mut machine);
    machine.keys("n h u u");
    assert_eq!(machine.engine().taken_back, 2);
    machine.put(crossing(9, 6));
    machine.put(crossing(14, 6));
    machine.put(crossing(0, 0));
    machine.frames(1, |_| Ok(())).unwrap();
    machine.put(crossing(0, 2));
    machine.put(crossing(7, 6));
    let state = machine.state().unwrap();
    assert_eq!((state.winner, state.reason), (Some("white"), Some("DOUBLE THREE")));
    machine.frames(1, |_| Ok(())).unwrap();
}

/// Moves, a stopped search, a hint, and their texts in the menu; the search's stand-in is compared as well.
#[test]
fn a_game_against_a_search_is_equal_on_every_clock() {
    let variant = Variant { edition: Edition::GOMOKU, ..FAST };
    let mut machine = power_on(engine(&text_with(variant), variant), variant.second);
    machine.keys("l l enter");
    assert_eq!(machine.state().unwrap().level, 5);
    machine.keys("enter");
    machine.put(crossing(14, 0));
    assert_eq!(machine.engine().board().stones(), 4);
    machine.frames(1, |_| Ok(())).unwrap();
    machine.hit("up");
    machine.hit("enter");
    machine.cycles(5000);
    assert_eq!(machine.engine().board().stones(), 5, "it is thinking");
    machine.keys("u h");
    assert_eq!((machine.engine().board().stones(), machine.engine().taken_back), (4, 1));
    machine.keys("enter");
    assert_eq!(machine.engine().board().stones(), 6);
    machine.frames(1, |_| Ok(())).unwrap();
}

#[test]
fn clock_and_demo_are_equal_on_every_clock() {
    const SECOND: u64 = 3000;
    let variant = Variant {
        second: SECOND as u32,
        shuffle: true,
        ponder: 0,
        sound: true,
        edition: Edition::GOMOKU.without_searches(),
    };
    let mut machine = Machine::new(engine(&text_with(variant), variant)).unwrap();
    machine.settle().unwrap();
    machine.cycles(80 * SECOND);
    let state = machine.state().unwrap();
    assert_eq!((state.page, state.mode), ("game", "DEMO"));
    assert!(state.moves >= 5);
    for name in ["esc", "m", "m", "enter"] {
        machine.press(key::named(name).unwrap());
        machine.settle().unwrap();
    }
    machine.cycles(31 * SECOND);
    let state = machine.state().unwrap();
    assert_eq!((state.mode, state.turn, state.moves), ("PVP", "white", 0));
}

#[test]
fn the_bring_up_page_from_power_on_is_equal_on_every_clock() {
    let mut machine = machine(&text());
    let centre = 1 << 4;
    machine.push(centre);
    machine.frames(1, |_| Ok(())).unwrap();
    assert_eq!(machine.state().unwrap().page, "bring_up");
    machine.push(0);
    machine.push(centre);
    assert_eq!(machine.state().unwrap().page, "mode");
}

/// Faults that are visible only in a complete game: a stone of the picture WIN, the winning condition, and the
/// choice among equals.
const BREAKS: [(&str, &str); 3] = [
    ("words[64] = 4'h4;", "words[64] = 4'h0;"),
    (
        "state_d_first_row = state_q_at_row;",
        "state_d_first_row = state_q_home_row;",
    ),
    ("{key, low_sum[28]}", "{key, 1'b1}"),
];

#[test]
fn a_broken_verilog_is_seen() {
    let text = text();
    for (sound, faulty) in BREAKS {
        assert_eq!(text.matches(sound).count(), 1, "{sound} is to be broken");
        let mut machine = both(&text.replace(sound, faulty));
        machine.keys("enter");
        is_found_out(faulty, || a_game_against_the_computer(&mut machine));
    }
}

fn is_found_out(fault: &str, game: impl FnOnce()) {
    let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(game)).expect_err(fault);
    let message = panic.downcast_ref::<String>().expect("a message");
    assert!(message.starts_with("the Verilog differs"), "{fault}: {message}");
}
