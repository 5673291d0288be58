//! The machine's sound during a game: the tunes, identified by the time for which the output is high, and the key V.

use rust_hdl_bsp::boards::BOARDS;
use tengen::gateware::console::{Console, Variant};
use tengen::gateware::edition::Edition;
use tengen::gateware::keyboard::key;
use tengen::hdl::verilog::{netlist, verilog};
use tengen::hdl::verilog_modules;
use tengen::simulation::machine::{Machine, State};
use tengen::simulation::speaker::{LOUDEST, SAMPLE_CLOCKS};
use tengen::{board_console, editions};
use tengen_sim::{Circuit, Engine, fast::Fast};

type Coarse = Console<3, 3, 2>;

/// The clocks of a second of the game: longer than a click.
const SECOND: u32 = 400_000;
/// Longer than any tune, in clocks.
const TUNE: u64 = 12_000_000;

/// The clocks for which the output is high in each tune.
const SILENCE: f64 = 0.0;
const CLICK: f64 = 16.0 * 6016.0;
const PASS: f64 = 48.0 * 25344.0 + 64.0 * 31872.0;
const WIN: f64 = 48.0 * 23936.0 + 64.0 * 18944.0 + 80.0 * 16000.0 + 112.0 * 11904.0;

fn power_on(sound: bool, edition: Edition) -> Machine<Fast> {
    let variant = Variant { second: SECOND, shuffle: false, ponder: 0, sound, edition };
    let netlist = netlist(&mut Coarse::new(variant), "console", &|_| false).unwrap();
    let mut machine = Machine::new(Fast::new(netlist, Coarse::ports()))
        .unwrap()
        .with_speaker();
    machine.settle().unwrap();
    machine
}

/// A game of two people without a clock.
fn two_players() -> Machine<Fast> {
    let mut machine = power_on(true, Edition::GOMOKU.without_searches());
    press(&mut machine, "m m 4 right enter");
    machine
}

fn press(machine: &mut Machine<Fast>, keys: &str) {
    for name in keys.split_whitespace() {
        machine.press(key::named(name).unwrap());
        machine.settle().unwrap();
    }
}

/// The clocks for which the output was high since the last call.
fn pushed(machine: &mut Machine<Fast>) -> f64 {
    let samples = machine.heard();
    let sum: i64 = samples.iter().map(|sample| i64::from(*sample)).sum();
    sum as f64 * SAMPLE_CLOCKS as f64 / f64::from(LOUDEST)
}

/// Checks the sound of these keys, and of the time of a tune after them.
#[track_caller]
fn hears(machine: &mut Machine<Fast>, keys: &str, expected: f64) {
    pushed(machine);
    press(machine, keys);
    machine.cycles(TUNE);
    let found = pushed(machine);
    assert!(
        (found - expected).abs() <= 0.01 * CLICK,
        "{keys}: {found}, not {expected}"
    );
}

fn is_on(machine: &Machine<Fast>) -> bool {
    let engine = machine.engine();
    engine.get(engine.port("sound_on")) == 1
}

#[test]
fn a_stone_clicks_and_what_is_no_ply_is_silent() {
    let mut machine = two_players();
    hears(&mut machine, "enter", CLICK);
    hears(&mut machine, "enter", SILENCE);
    hears(&mut machine, "up h n", SILENCE);
    hears(&mut machine, "enter", CLICK);
    hears(&mut machine, "u", SILENCE);
    hears(&mut machine, "ctrl ctrl", SILENCE);
    hears(&mut machine, "esc", SILENCE);
}

#[test]
fn a_win_is_heard_in_place_of_its_click() {
    let mut machine = two_players();
    let mut keys = String::new();
    for _ in 0..4 {
        keys += "enter up enter down right ";
    }
    press(&mut machine, &keys);
    machine.cycles(TUNE);
    hears(&mut machine, "enter", WIN);
    assert_eq!(machine.state().unwrap().winner, Some("black"));
    // The final picture has appeared meanwhile; then the next game and its first stone.
    hears(&mut machine, "enter", SILENCE);
    hears(&mut machine, "enter", CLICK);
}

#[test]
fn the_computers_stone_clicks_too() {
    let mut machine = power_on(true, Edition::GOMOKU.without_searches());
    press(&mut machine, "m 4 right");
    hears(&mut machine, "enter", CLICK);
    assert_eq!(machine.state().unwrap().seats, ["computer", "person"]);
    // The computer's answer comes so soon that the two clicks merge.
    pushed(&mut machine);
    press(&mut machine, "up enter");
    machine.cycles(TUNE);
    assert_eq!(machine.state().unwrap().moves, 3);
    let more = pushed(&mut machine) - CLICK;
    assert!((200.0..2000.0).contains(&more), "{more}");
}

#[test]
fn a_turn_that_is_lost_is_heard() {
    let mut machine = power_on(true, Edition::GOMOKU.without_searches());
    press(&mut machine, "m m enter");
    while machine.state().unwrap().clock > Some(1) {
        machine.cycles(u64::from(SECOND));
    }
    assert_eq!(pushed(&mut machine), SILENCE);
    machine.cycles(20 * u64::from(SECOND));
    assert_eq!(machine.state().unwrap().turn, "white");
    let found = pushed(&mut machine);
    assert!((found - PASS).abs() <= 0.01 * CLICK, "{found}");
}

#[test]
fn v_turns_it_on_and_off_wherever_one_is_and_does_nothing_else() {
    for first in [false, true] {
        let mut machine = power_on(first, Edition::GOMOKU.without_searches());
        let mut on = first;
        // On the page; on the board; while a key waits for confirmation; on the bring-up page; at the end and on its
        // picture.
        for keys in [
            "",
            "m m 4 right enter",
            "enter esc",
            "enter f1",
            "f1 up enter down right enter up enter down right enter up enter down right enter up enter down right enter",
            "enter",
        ] {
            press(&mut machine, keys);
            let before = machine.state().unwrap();
            assert_eq!(is_on(&machine), on, "{keys}");
            press(&mut machine, "v");
            on = !on;
            assert_eq!(is_on(&machine), on, "{keys}");
            assert_eq!(machine.state().unwrap(), State { sound: on, ..before }, "{keys}");
        }
        // The question is still pending, so the same key leaves.
        press(&mut machine, "enter enter esc v esc");
        assert_eq!(machine.state().unwrap().page, "mode");
    }
}

#[test]
fn the_demo_clicks_and_v_does_not_end_it() {
    let mut machine = power_on(true, Edition::GOMOKU.without_searches());
    while machine.state().unwrap().moves == 0 {
        machine.cycles(u64::from(SECOND));
    }
    machine.cycles(u64::from(SECOND) / 2 + u64::from(SECOND) / 4);
    pushed(&mut machine);
    let before = machine.state().unwrap().moves;
    machine.cycles(6 * u64::from(SECOND));
    let moves = machine.state().unwrap().moves - before;
    assert!((5..=7).contains(&moves), "{moves}");
    let found = pushed(&mut machine);
    assert!(
        (found - moves as f64 * CLICK).abs() <= 0.01 * CLICK,
        "{found} of {moves} moves"
    );
    press(&mut machine, "v");
    pushed(&mut machine);
    machine.cycles(6 * u64::from(SECOND));
    assert_eq!((is_on(&machine), pushed(&mut machine)), (false, SILENCE));
    assert!(machine.state().unwrap().moves > before + moves + 3, "the demo goes on");
}

#[test]
fn without_sound_nothing_is_heard_and_v_does_nothing() {
    let silent = Edition { sound: false, ..Edition::GOMOKU.without_searches() };
    let mut machine = power_on(true, silent);
    for keys in ["m m 4 right enter enter", "v", "up enter"] {
        press(&mut machine, keys);
        machine.cycles(TUNE / 10);
        assert_eq!((is_on(&machine), pushed(&mut machine)), (false, SILENCE), "{keys}");
    }
    assert_eq!(machine.state().unwrap().moves, 2);
}

#[test]
fn a_board_without_an_audio_output_has_no_sound() {
    let mut written = vec![];
    for board in BOARDS {
        // Consoles of the same parts differ in their colours alone.
        let holds = board_console::holds(board, editions::of(board));
        if written.contains(&holds) {
            continue;
        }
        written.push(holds);
        let text = board_console::console(board, editions::of(board))
            .unwrap()
            .verilog()
            .unwrap();
        let modules = verilog_modules(&text);
        for name in ["audio", "sound"] {
            assert_eq!(modules.contains(&name), board.audio.is_some(), "{}: {name}", board.name);
        }
    }
    let text = verilog(&mut Coarse::default(), "console").unwrap();
    assert!(verilog_modules(&text).contains(&"sound"), "the simulation has it");
}
