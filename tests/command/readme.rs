//! What the README shows is so. The film at its head is what the machine really shows: its script is played again, and every
//! picture of the film compared with what the simulated monitor sees. tests/command/book.rs has its commands, paths and links.

use rust_hdl_bsp::boards::{self, BOARDS};
use tengen::figures::measure::Subject;
use tengen::gateware::console::Console;
use tengen::hdl::verilog::netlist_with;
use tengen::simulation::machine::Machine;
use tengen::simulation::script::{self, Word};
use tengen::simulation::stand_in::STAND_INS;
use tengen::units;
use tengen_sim::animation::load_gif;
use tengen_sim::{Circuit, Frame, fast::Fast};

const RENEW: &str = "docs/play.gif is no longer what docs/play.script shows; renew it with:\n\
    tengen sim --script \"$(cat docs/play.script)\" --gif docs/play.gif";

#[test]
fn the_film_of_the_machine_at_play_is_its_own() {
    let film = load_gif("docs/play.gif").unwrap();
    type Shown = Console<4, 4, 4>;
    let netlist = netlist_with(&mut Shown::default(), "console", &|_| false, &STAND_INS).unwrap();
    let mut machine = Machine::new(Fast::new(netlist, Shown::ports())).unwrap();
    let mut seen: Vec<Frame> = vec![];
    for word in script::parse(include_str!("../../docs/play.script")).unwrap() {
        match word {
            Word::Key(key) => machine.press(key),
            Word::Settle => {
                machine.settle().unwrap();
                seen.push(machine.frame().unwrap());
            }
            other => panic!("{other} is no part of a game"),
        }
    }
    // Adds the picture at the end, and merges equal ones.
    seen.push(machine.frame().unwrap());
    seen.dedup();
    assert_eq!(film.len(), seen.len(), "pictures; {RENEW}");
    for (number, ((kept, _), seen)) in film.iter().zip(&seen).enumerate() {
        let difference = seen.compare(kept).unwrap();
        assert_eq!(difference, None, "picture {number}; {RENEW}");
    }
    assert!(
        machine.state().unwrap().winner.is_some(),
        "the game is played to its end"
    );
}

#[test]
fn the_film_is_small() {
    let bytes = std::fs::metadata("docs/play.gif").unwrap().len();
    assert!(bytes <= 400_000, "docs/play.gif has {bytes} bytes");
}

const README: &str = include_str!("../../README.md");

#[test]
fn it_is_short() {
    assert!(README.len() <= 6 * 1024, "README.md has {} bytes", README.len());
}

#[test]
fn the_table_of_boards_is_what_the_boards_are() {
    let mut named = vec![];
    for row in README
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains(" (`"))
    {
        let names: Vec<&str> = row.split('`').skip(1).step_by(2).collect();
        for name in &names {
            let board = boards::find(name).unwrap();
            let placed = Subject::Board(board).placed().is_some();
            assert_eq!(row.contains("| placed, timed and packed by"), placed, "{name}: {row}");
            assert_eq!(
                row.contains("| synthesised by yosys, not placed;"),
                !placed,
                "{name}: {row}"
            );
        }
        named.extend(names);
    }
    named.sort();
    let mut there = BOARDS.map(|board| board.name);
    there.sort();
    assert_eq!(named, there);
}

#[test]
fn the_diagram_names_parts_of_the_console() {
    let diagram = include_str!("../../docs/machine.svg");
    let named = diagram.split("class=\"name\">").skip(1);
    let names: Vec<&str> = named.map(|rest| rest.split('<').next().unwrap()).collect();
    assert_eq!(names.len(), 7, "{names:?}");
    for name in names {
        assert!(std::path::Path::new("gateware/src").join(name).is_dir(), "{name}");
    }
}

#[test]
fn the_circuit_and_its_verilog_are_the_projects_own() {
    let source = include_str!("../../hdl/src/library/synchroniser.rs");
    let circuit = source.find("#[derive(Circuit)]").unwrap()..source.find("\n#[cfg(test)]").unwrap();
    assert!(README.contains(&format!("```rust\n{}```\n", &source[circuit])));
    let unit = units::find("ps2_receiver").unwrap().verilog().unwrap();
    let module = &unit[unit.find("module synchroniser (").unwrap()..];
    let module = &module[..module.find("endmodule\n").unwrap()];
    assert!(
        README.contains(&format!("```verilog\n{module}endmodule\n```\n")),
        "{module}"
    );
}

#[test]
fn the_rust_it_asks_for_is_the_one_the_packages_ask_for() {
    let version = env!("CARGO_PKG_RUST_VERSION");
    for text in [README, include_str!("../../docs/index.md")] {
        assert!(text.contains(&format!("Rust {version} or later")), "{version}");
    }
}

#[test]
fn the_changes_are_those_of_this_version() {
    let changes = include_str!("../../CHANGELOG.md");
    let first = changes.lines().find(|line| line.starts_with("## [")).unwrap();
    assert!(
        first.starts_with(concat!("## [", env!("CARGO_PKG_VERSION"), "] - ")),
        "{first}"
    );
}
