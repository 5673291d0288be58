//! The cost and the speed of the machine on every chip: the kept results (`reports/results.json`) must belong to the
//! present design and lie within the tolerance of the last recorded figures (`reports/qor.csv`).
//!
//! | circuit                      | kept result of the present design | none, or one of another design    |
//! |------------------------------|-----------------------------------|-----------------------------------|
//! | a unit; the boards of `HERE` | taken as it is                    | measured here                     |
//! | any other board, an edition  | taken as it is                    | fails: run `tengen report --keep` |
//! | the circuit of the day       | measured again, must be identical | as above                          |
//!
//! The tools are deterministic, so a result is valid as long as its design is unchanged. `TENGEN_MEASURE=all` measures
//! everything here, `TENGEN_MEASURE=NAME` that circuit instead of the circuit of the day ([`crate::turns`]). A placed
//! board is built with the command, as users build it, in a folder below `target/tmp`, where its logs remain.
#![cfg(feature = "eda")]

use assert_cmd::Command;
use rust_hdl_bsp::{Board, Family, boards};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::LazyLock,
};
use tengen::{
    figures::{
        Figures,
        history::Kept,
        measure::{Subject, Versions, each},
        results::{Measured, Outcome, Results},
    },
    hdl::{
        report::Report,
        synthesis::{Counts, synthesise},
        tools::Tools,
    },
    units,
};

use crate::{gowin_bitstream, turns::has_its_turn};

const REPORTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/reports");

/// A small and a large board, which are measured here whenever their design changes.
const HERE: [&str; 2] = ["icebreaker", "ulx3s"];

/// The pixel clock that a placed board must reach, in MHz. About 25 are needed; what is above leaves room for additions.
const AIMS: [(&str, f64); 6] = [
    // A tenth more.
    ("ulx3s", 27.5),
    // With both searches: no more than that. Its longest path is in Gomoku's search. The seeds 1 to 4 of nextpnr place it at
    // 23.8 to 25.3 MHz.
    ("ulx3s-85f", 25.0),
    // More than twice as much.
    ("alchitry-cu", 55.0),
    // An UltraPlus is slower: no more than that.
    ("icebreaker", 25.0),
    // nextpnr is asked for 30 % more than needed, since its delays are optimistic; these are a tenth above what is asked for.
    ("tang-nano-9k", 36.0),
    ("tang-nano-20k", 36.0),
];

/// The spare capacity of an HX8K: a quarter more must fit.
const HX8K_ROOM: f64 = 1.25;
/// The most LUT4 of an iCE40 that the classifier may take.
const CLASSIFIER_LIMIT: usize = 110;
/// The most LUT4 of an iCE40 that these units may take; they need no block RAM.
const LIMITS: [(&str, usize); 3] = [("sound", 60), ("uart_receiver", 60), ("uart_transmitter", 45)];
/// The LUTs of a memory made from them on Spartan-6.
const LUTS_OF_A_RAM: usize = 4;

/// Memories that must become block RAM, by their path below the console: as logic they would fill the chip.
const BLOCK_RAMS: [&str; 4] = [
    "gomoku_view.ram",
    "screen.menu_view.ram",
    "screen.page_view.ram",
    "screen.menu_view.font_left",
];

/// Pairs of editions on Nexys 3, whose own is `duo`: the first contains less than the second.
const SMALLER: [(&str, &str); 5] = [
    ("nexys3 tiny", "nexys3 compact"),
    ("nexys3 compact", "nexys3 gomoku"),
    ("nexys3 gomoku", "nexys3"),
    ("nexys3 gomoku", "nexys3 deep-gomoku"),
    ("nexys3 small-othello", "nexys3"),
];

/// The origin of a circuit's figures.
enum Found {
    Kept(Outcome),
    /// Measured here, with the kept result of the same design, if any.
    Measured(Outcome, Option<Box<Outcome>>),
    /// The kept result is missing or of another design; says why.
    Stale(String),
}

impl Found {
    fn outcome(&self) -> Option<&Outcome> {
        match self {
            Found::Kept(outcome) | Found::Measured(outcome, _) => Some(outcome),
            Found::Stale(_) => None,
        }
    }
}

static FOUND: LazyLock<Vec<(Subject, Found)>> = LazyLock::new(|| {
    let results = Results::read(Path::new(REPORTS)).unwrap();
    let tools = Tools::find();
    let versions = Versions::of_tools(&tools);
    let subjects: Vec<Subject> = Subject::all().collect();
    let found = each(&subjects, |subject| {
        let name = subject.name();
        let kept = results.fresh(&name, &subject.design(&versions).unwrap()).cloned();
        let here = matches!(subject, Subject::Unit(_)) || HERE.contains(&name.as_str());
        match kept {
            Some(kept) if !has_its_turn(&name) => Found::Kept(kept),
            None if !here => Found::Stale(format!(
                "{name}: what is kept in reports/results.json is not of today's design; run \"tengen report --keep{}\" and \
                 commit what it writes",
                match subject {
                    Subject::Board(board) => format!(" --board {}", board.name),
                    _ => String::new(),
                }
            )),
            kept => Found::Measured(measured(subject, &tools, &versions), kept.map(Box::new)),
        }
    });
    subjects.into_iter().zip(found).collect()
});

fn builds() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("bitstream")
}

/// Measures the subject; for a placed board with the command, which must succeed and leave a bitstream.
fn measured(subject: &Subject, tools: &Tools, versions: &Versions) -> Outcome {
    if let Some(board) = subject.placed() {
        build(board);
    }
    let outcome = subject.measure(tools, versions, &builds(), |_| ());
    outcome.unwrap_or_else(|error| panic!("{}: {error:#}", subject.name()))
}

fn build(board: &Board) {
    let folder = builds().join(board.name);
    let output = Command::cargo_bin("tengen")
        .unwrap()
        .args(["build", "--run", "--board", board.name, "--out"])
        .arg(&folder)
        .output()
        .unwrap();
    let name = board.name;
    assert!(
        output.status.success(),
        "{name}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    // The start of a bitstream: for ECP5 the preamble ff ff bd b3 after a comment (Lattice FPGA-TN-02039, ECP5
    // sysCONFIG), for iCE40 7e aa 99 7e (Project IceStorm, format.html).
    let (file, preamble) = match board.part.family {
        Family::Ecp5 => ("top.bit", [0xff, 0xff, 0xbd, 0xb3]),
        Family::Gowin => return gowin_bitstream::check(board, &folder),
        _ => ("top.bin", [0x7e, 0xaa, 0x99, 0x7e]),
    };
    let bits = fs::read(folder.join(file)).unwrap();
    let start = &bits[..bits.len().min(1000)];
    assert!(
        start.windows(4).any(|four| four == preamble),
        "{name}: {file} does not begin as one"
    );
    assert!(bits.len() > 10_000, "{name}: {} bytes", bits.len());
}

/// All results that are known; stale ones fail their own test.
fn outcomes() -> impl Iterator<Item = (&'static Subject, &'static Outcome)> {
    let known = FOUND.iter().map(|(subject, found)| (subject, found.outcome()));
    known.filter_map(|(subject, outcome)| Some((subject, outcome?)))
}

fn reports() -> impl Iterator<Item = (&'static Board, &'static Report)> {
    outcomes().filter_map(|(subject, outcome)| match (subject, &outcome.measured) {
        (Subject::Board(board), Measured::Placed(report)) => Some((*board, report)),
        _ => None,
    })
}

/// The cells of a synthesised circuit.
fn counts(name: &str) -> &'static Counts {
    let found = outcomes().find(|(_, outcome)| outcome.circuit == name);
    match found.map(|(_, outcome)| &outcome.measured) {
        Some(Measured::Counted(counts)) => counts,
        _ => panic!("{name} was not counted"),
    }
}

#[test]
fn every_kept_result_is_of_todays_design() {
    let stale: Vec<&str> = FOUND
        .iter()
        .filter_map(|(_, found)| match found {
            Found::Stale(line) => Some(line.as_str()),
            _ => None,
        })
        .collect();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

#[test]
fn what_is_measured_again_is_what_was_kept() {
    for (_, found) in FOUND.iter() {
        if let Found::Measured(measured, Some(kept)) = found {
            assert_eq!(*measured, **kept);
        }
    }
}

#[test]
fn the_figures_of_each_chip_are_the_kept_ones() {
    let kept = Kept::read(Path::new(REPORTS)).unwrap();
    let lines = outcomes().filter(|(subject, _)| !matches!(subject, Subject::Edition(..)));
    let moved: Vec<String> = lines
        .flat_map(|(_, outcome)| kept.moved(&outcome.circuit, &outcome.figures().unwrap()))
        .collect();
    assert!(
        moved.is_empty(),
        "too far from reports/qor.csv:\n{}\nIf that is meant, run \"tengen report --keep\" and commit what it writes.",
        moved.join("\n")
    );
}

#[test]
fn every_clock_on_a_chip_is_met_and_the_pixel_clock_by_far() {
    for (board, report) in reports() {
        assert!(report.met && report.clocks.iter().all(|clock| clock.met), "{report:?}");
        let (_, aim) = AIMS.iter().find(|(name, _)| *name == board.name).unwrap();
        let fmax = report.fmax_mhz.unwrap();
        assert!(fmax >= *aim, "{}: {fmax} MHz, aimed at {aim} MHz", board.name);
    }
}

#[test]
fn every_chip_has_room_for_it() {
    for (subject, outcome) in outcomes() {
        let Some(there) = subject.capacity().unwrap() else {
            continue;
        };
        let figures = outcome.figures().unwrap();
        let sizes = [there.luts, there.flip_flops, there.block_rams];
        for ((what, needed), there) in figures.counts().into_iter().zip(sizes) {
            assert!(
                (1..=there).contains(&needed),
                "{}: {needed} of {there} {what}",
                outcome.circuit
            );
        }
        let on_hx8k = matches!(subject, Subject::Board(board) if board.part.device == "iCE40HX8K");
        assert!(
            !on_hx8k || figures.luts as f64 * HX8K_ROOM <= there.luts as f64,
            "{}: {figures:?}",
            outcome.circuit
        );
    }
}

#[test]
fn every_picture_memory_and_the_font_are_block_ram_of_the_chip() {
    for (subject, outcome) in outcomes() {
        let (Subject::Board(board), Measured::Counted(counts)) = (subject, &outcome.measured) else {
            continue;
        };
        for memory in BLOCK_RAMS {
            assert!(
                counts.memories.contains_key(&format!("machine.{memory}")),
                "{}: {memory} is not among the block RAMs: {:#?}",
                board.name,
                counts.memories
            );
        }
    }
}

#[test]
fn the_classifier_is_small_on_a_chip() {
    let counts = counts("shape_classifier");
    assert!(counts.luts() <= CLASSIFIER_LIMIT, "{counts:?}");
    assert_eq!((counts.flip_flops(), counts.block_rams()), (0, 0), "{counts:?}");
}

/// A latch, or an error of yosys, fails this test.
#[test]
fn a_small_unit_is_small_on_a_chip() {
    let tools = Tools::find();
    for (name, limit) in LIMITS {
        let unit = units::find(name).unwrap();
        let yosys = tools.command("yosys").unwrap();
        let counts = synthesise(yosys, &unit.verilog().unwrap(), name, Family::Ice40).unwrap();
        assert!(counts.luts() <= limit, "{name}: {counts:?}");
        assert_eq!(counts.block_rams(), 0, "{name}: {counts:?}");
    }
}

/// docs/boards.md contains what this test prints.
#[test]
fn a_smaller_edition_is_smaller_on_a_small_chip_and_the_smaller_search_leaves_a_tenth_of_it_free() {
    for (subject, outcome) in outcomes() {
        if let (Subject::Edition(..), Measured::Counted(counts)) = (subject, &outcome.measured) {
            let figures = Figures::of(counts).counts();
            println!("{}: {figures:?}, LUT RAMs {}", outcome.circuit, counts.lut_rams());
        }
    }
    for (smaller, larger) in SMALLER {
        assert!(counts(smaller).luts() < counts(larger).luts(), "{smaller} and {larger}");
    }
    let there = boards::find("nexys3").unwrap().part.capacity().unwrap();
    let deep = counts("nexys3 deep-gomoku");
    let taken = deep.luts() + LUTS_OF_A_RAM * deep.lut_rams();
    // In per mille, rounded.
    let full = (1000 * taken + there.luts / 2) / there.luts;
    assert!(full <= 900, "{taken} of {} LUTs", there.luts);
    assert!(10 * deep.block_rams() <= 9 * there.block_rams, "{deep:?}");
}

/// Only counts cells for docs/boards.md: `cargo test --features eda --test chips too_small -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement of some minutes"]
fn what_is_left_of_chips_that_are_too_small_for_all() {
    let tools = Tools::find();
    for (board, edition) in [
        ("alchitry-cu", "gomoku"),
        ("alchitry-cu", "small-othello"),
        ("alchitry-cu", "duo"),
        ("nexys3", "deep-duo"),
    ] {
        let subject = Subject::Edition(boards::find(board).unwrap(), tengen::editions::find(edition).unwrap());
        let counts = subject.synthesise(&tools).unwrap();
        let figures = Figures::of(&counts).counts();
        println!("{}: {figures:?}, LUT RAMs {}", subject.name(), counts.lut_rams());
    }
}
