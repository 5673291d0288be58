//! What an edition leaves out must be missing in the Verilog, in the texts on the screen and in the effects of keys;
//! the rest works as before.

use crate::referee;

use referee::Referee;
use tengen::editions::{self, EDITIONS, Named};
use tengen::figures::history::Kept;
use tengen::gateware::console::{Console, Variant};
use tengen::gateware::keyboard::key;
use tengen::hdl::verilog::{netlist_with, verilog};
use tengen::hdl::verilog_modules;
use tengen::simulation::machine::Machine;
use tengen::simulation::stand_in::STAND_INS;
use tengen_sim::{Circuit, Engine, fast::Fast};

type Coarse = Console<3, 3, 2>;

/// The clocks of a second: so short that a whole game of searches ends soon.
const SHORT_SECOND: u32 = 20_000;

/// The circuits that only one part of an edition needs.
const RENJU: [&str; 3] = ["rounds", "line_judge", "line_scan"];
/// The modules of the serial line.
const LINK: [&str; 3] = ["session", "endpoint", "rival"];
const LINE: [&str; 4] = ["serial_line", "frame_receiver", "frame_sender", "uart_receiver"];
const BRING_UP: [&str; 3] = ["bring_up", "read_out", "test_pattern"];
const SHAPES: [&str; 1] = ["windows"];
const GOMOKU_SEARCH: [&str; 1] = ["gomoku_search"];
const GOMOKU: [&str; 2] = ["gomoku", "win_checker"];
const OTHELLO: [&str; 2] = ["othello", "axis"];

fn console(edition: &Named) -> Coarse {
    Console::new(Variant { second: SHORT_SECOND, shuffle: false, ponder: 0, sound: true, edition: edition.holds })
}

fn machine(edition: &Named) -> Machine<Referee<Fast>> {
    let netlist = netlist_with(&mut console(edition), "console", &|_| false, &STAND_INS).unwrap();
    let fast = Fast::new(netlist, Coarse::ports());
    let lanes = edition.holds.gomoku_search.unwrap_or_default();
    let mut machine = Machine::new(Referee::new(fast, SHORT_SECOND, lanes)).unwrap();
    machine.settle().unwrap();
    machine
}

/// The editions that contain Gomoku.
fn with_gomoku() -> impl Iterator<Item = &'static Named> {
    EDITIONS.iter().filter(|edition| edition.holds.gomoku)
}

/// A machine on the page of Gomoku, past the list of games if there is one.
fn on_its_page(edition: &Named) -> Machine<Referee<Fast>> {
    let mut machine = machine(edition);
    if edition.holds.othello {
        press(&mut machine, "1 enter");
    }
    machine
}

fn press<E: Engine>(machine: &mut Machine<E>, keys: &str) {
    for name in keys.split_whitespace() {
        machine.press(key::named(name).unwrap());
        machine.settle().unwrap();
    }
}

#[test]
fn a_part_that_is_left_out_has_no_module() {
    for edition in &EDITIONS {
        let text = verilog(&mut console(edition), "console").unwrap();
        let modules = verilog_modules(&text);
        let holds = edition.holds;
        let [_, _, zju, thesis] = holds.levels;
        let parts = [
            (holds.gomoku, &GOMOKU[..]),
            (holds.othello, &OTHELLO),
            (holds.gomoku && holds.renju, &RENJU),
            (holds.bring_up, &BRING_UP),
            (holds.line, &LINE),
            (holds.echo, &["line_menu"]),
            (holds.link, &LINK),
            (holds.pad, &["gamepad"]),
            (holds.tilt, &["tilt"]),
            (holds.gomoku && (zju || thesis), &SHAPES),
            (holds.gomoku && holds.gomoku_search.is_some(), &GOMOKU_SEARCH),
        ];
        for (there, names) in parts {
            for name in names {
                let found = modules.iter().any(|module| module.starts_with(name));
                assert_eq!(found, there, "{}: {name} among {modules:?}", edition.name);
            }
        }
    }
}

#[test]
fn the_wheels_of_the_page_turn_over_what_is_there_and_no_more() {
    for edition in with_gomoku() {
        let mut machine = on_its_page(edition);
        let mut rules = vec![];
        press(&mut machine, "3");
        for _ in 0..6 {
            rules.push(machine.state().unwrap().rule.unwrap_or_default());
            press(&mut machine, "right");
        }
        assert_eq!(rules.contains(&"renju"), edition.holds.renju, "{rules:?}");
        assert!(
            ["freestyle", "exact five"].iter().all(|rule| rules.contains(rule)),
            "{rules:?}"
        );
        let mut levels = vec![];
        press(&mut machine, "2");
        for _ in 0..11 {
            levels.extend(machine.state().unwrap().levels[1]);
            press(&mut machine, "left");
        }
        levels.sort();
        levels.dedup();
        let there: Vec<u64> = edition.holds.level_numbers().iter().map(|level| level + 1).collect();
        assert_eq!(levels, there, "{}", edition.name);
        press(&mut machine, "f1");
        let page = if edition.holds.bring_up { "bring_up" } else { "mode" };
        assert_eq!(machine.state().unwrap().page, page);
    }
}

/// The pairings of that many levels. In the long form everyone plays everyone; in the short form each level plays black
/// once and white once, which suffices to detect a wrong circuit, number on the page, or turn.
fn pairs(levels: usize) -> Vec<(usize, usize)> {
    let numbers = 0..levels;
    if cfg!(feature = "long") {
        numbers
            .clone()
            .flat_map(|black| numbers.clone().map(move |white| (black, white)))
            .collect()
    } else {
        numbers.map(|black| (black, (black + 1) % levels)).collect()
    }
}

/// The referee checks every stone against the rules and the reference players.
#[test]
fn two_computers_of_each_level_play_to_the_end_in_every_edition() {
    for edition in with_gomoku() {
        let mut machine = on_its_page(edition);
        let levels = edition.holds.level_numbers();
        press(&mut machine, "4 right");
        for (black, white) in pairs(levels.len()) {
            let wanted = [black, white].map(|level| Some(levels[level] + 1));
            for (line, side) in [("1", 0), ("2", 1)] {
                press(&mut machine, line);
                // One step at least: the page may begin with the wanted level.
                let is_found = (0..=levels.len()).any(|_| {
                    press(&mut machine, "right");
                    machine.state().unwrap().levels[side] == wanted[side]
                });
                assert!(is_found, "{}: {wanted:?}", edition.name);
            }
            press(&mut machine, "enter");
            let state = machine.state().unwrap();
            assert_eq!(
                (state.mode, state.seats, state.levels),
                ("CVC", ["computer"; 2], wanted)
            );
            let ends = machine.engine().ends;
            for stones in 0..=225 {
                let state = machine.state().unwrap();
                if state.winner.is_some() {
                    break;
                }
                assert_eq!(state.moves, stones, "a move at each Enter");
                press(&mut machine, "enter");
            }
            assert_eq!(machine.engine().ends, ends + 1, "{}: {wanted:?}", edition.name);
            let state = machine.state().unwrap();
            assert_eq!((state.helped, state.abandoned), (false, false));
            press(&mut machine, "esc");
        }
    }
}

/// In the long form every edition is planned for every board. A plan depends on the two independently, so in the short
/// form each board gets its own edition and another one, and each edition is used.
#[test]
fn every_board_has_an_edition_and_another_can_be_asked_for() {
    let boards = rust_hdl_bsp::boards::BOARDS;
    for (number, board) in boards.iter().enumerate() {
        let own = editions::of(board);
        assert!(EDITIONS.iter().any(|edition| edition.name == own.name));
        for (place, edition) in EDITIONS.iter().enumerate() {
            let has_its_turn = place % boards.len() == number || edition.name == own.name;
            if !has_its_turn && !cfg!(feature = "long") {
                continue;
            }
            let plan = tengen::board_console::plan(board, edition).unwrap();
            let manifest = plan.files.iter().find(|file| file.name == "manifest.json").unwrap();
            let manifest = String::from_utf8_lossy(&manifest.contents);
            assert!(
                manifest.contains(&format!("\"edition\": \"{}\"", edition.name)),
                "{manifest}"
            );
        }
    }
}

/// Uses the recorded figures, which other tests compare with a build.
#[test]
fn a_board_keeps_a_tenth_free() {
    let kept = Kept::read(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/reports"))).unwrap();
    for board in rust_hdl_bsp::boards::BOARDS {
        let (taken, there) = (kept.last(board.name).unwrap(), board.part.capacity().unwrap());
        for (taken, there) in [
            (taken.luts, there.luts),
            (taken.ffs, there.flip_flops),
            (taken.brams, there.block_rams),
        ] {
            // A tenth of a few block RAMs is rounded down to whole ones.
            assert!(taken + there / 10 <= there, "{}: {taken} of {there}", board.name);
        }
    }
}

/// The emitted Verilog under Verilator, the rust-hdl simulation and the fast engine, with every output compared on
/// every clock.
#[cfg(feature = "eda")]
#[test]
fn a_reduced_edition_is_equal_on_every_clock() {
    let edition = editions::find("compact").unwrap();
    let text = verilog(&mut console(edition), "console").unwrap();
    let engine = crate::both::on_every_engine(&|| console(edition), &text);
    let mut machine = Machine::new(engine).unwrap();
    machine.settle().unwrap();
    press(&mut machine, "m f1 3 right right enter enter up enter h u n esc esc");
}
