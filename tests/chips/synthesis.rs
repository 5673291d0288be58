//! What the machine costs on the chips that no open tool can place, and what the units cost by themselves: yosys synthesises
//! them and counts, against the size of the part and the kept figures (`reports/qor.csv`).
//!
//! | circuit                                  | family           |
//! |------------------------------------------|------------------|
//! | nexys3, whole board                      | Spartan-6        |
//! | basys3, whole board                      | 7 series         |
//! | the units whose ports are promised       | iCE40            |
//! | other editions, on the smallest chips    | Spartan-6, iCE40 |
//!
//! The boards that can be placed are in `tests/chips/bitstream.rs`. Each is synthesised once a run, two at a time, and nothing is
//! taken from an earlier run but the kept figures. Nexys A7 and SWORD hold Basys 3's machine but for the depth of their colours
//! and the sound, so their kept figures are held to its counts; `tengen report` measures them by themselves.
#![cfg(feature = "eda")]

use rust_hdl_bsp::{Family, boards};
use std::{path::Path, sync::LazyLock};
use tengen::{
    edition,
    figures::{
        Figures,
        kept::Kept,
        measure::{Subject, each},
    },
    hdl::{
        synthesis::{Counts, synthesise},
        tools::Tools,
        top::TOP,
    },
    machine, units,
};

/// What the classifier may cost, in LUT4 of an iCE40.
const CLASSIFIER_LIMIT: usize = 110;
/// And the sound.
const SOUND_LIMIT: usize = 60;

/// Memories that would eat the chip if they were made of anything but block RAM, by their path below the console.
const BLOCK_RAMS: [&str; 4] = [
    "gomoku_view.ram",
    "screen.menu_view.ram",
    "screen.page_view.ram",
    "screen.menu_view.font_left",
];

/// Boards that hold the machine of another one.
const ALIKE: [(&str, &str); 2] = [("nexys-a7", "basys3"), ("sword", "basys3")];

/// Counted by whichever test asks first. yosys finding a latch, or refusing the Verilog, ends it.
static MEASURED: LazyLock<Vec<(Subject, Counts)>> = LazyLock::new(|| {
    let subjects: Vec<Subject> = Subject::boards()
        .filter(|subject| !subject.is_placed() && ALIKE.iter().all(|(name, _)| *name != subject.name()))
        .chain(Subject::units())
        .collect();
    let tools = Tools::find();
    let counts = each(&subjects, |subject| subject.synthesise(&tools).unwrap());
    subjects.into_iter().zip(counts).collect()
});

#[test]
fn the_figures_of_each_chip_are_the_kept_ones() {
    let kept = Kept::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/reports"))).unwrap();
    let of = |name: &str| MEASURED.iter().find(|(subject, _)| subject.name() == name);
    let own = MEASURED.iter().map(|(subject, counts)| (subject.name(), counts));
    let alike = ALIKE.map(|(name, other)| (name, &of(other).expect("it is measured").1));
    let moved: Vec<String> = own
        .chain(alike)
        .flat_map(|(name, counts)| kept.moved(name, &Figures::of(counts)))
        .collect();
    assert!(
        moved.is_empty(),
        "too far from reports/qor.csv:\n{}\nIf that is meant, run \"tengen report --keep\" and commit what it writes.",
        moved.join("\n")
    );
}

#[test]
fn every_picture_memory_and_the_font_are_block_ram_of_the_chip() {
    for (subject, counts) in MEASURED.iter() {
        let Subject::Board(board) = subject else { continue };
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
    let (_, counts) = MEASURED
        .iter()
        .find(|(subject, _)| subject.name() == "shape_classifier")
        .unwrap();
    assert!(counts.luts() <= CLASSIFIER_LIMIT, "{counts:?}");
    assert_eq!((counts.flip_flops(), counts.block_rams()), (0, 0), "{counts:?}");
}

#[test]
fn the_sound_is_small_on_a_chip() {
    let unit = units::find("sound").unwrap();
    let yosys = Tools::find().command("yosys").unwrap();
    let counts = synthesise(yosys, &unit.verilog().unwrap(), unit.name, Family::Ice40).unwrap();
    assert!(counts.luts() <= SOUND_LIMIT, "{counts:?}");
    assert_eq!(counts.block_rams(), 0, "{counts:?}");
}

#[test]
fn every_chip_has_room_for_it() {
    for (subject, counts) in MEASURED.iter() {
        let Some(there) = subject.capacity().unwrap() else {
            continue;
        };
        let there = [there.luts, there.flip_flops, there.block_rams];
        for ((what, needed), there) in Figures::of(counts).counts().into_iter().zip(there) {
            assert!(
                (1..=there).contains(&needed),
                "{}: {needed} of {there} {what}: {counts:?}",
                subject.name()
            );
        }
    }
}

/// The editions that are counted on the smallest Spartan-6 there is a board of, and of two of them which holds less.
/// docs/boards.md has what this prints.
const COUNTED: [&str; 6] = ["tiny", "compact", "gomoku", "deep-gomoku", "small-othello", "duo"];
const SMALLER: [(&str, &str); 5] = [
    ("tiny", "compact"),
    ("compact", "gomoku"),
    ("gomoku", "duo"),
    ("gomoku", "deep-gomoku"),
    ("small-othello", "duo"),
];

/// LUTs that a memory made of them takes on Spartan-6.
const LUTS_OF_A_RAM: usize = 4;

/// What yosys counts of the board with each of these editions; it is printed.
fn counted(board: &str, editions: &[&str]) -> Vec<Counts> {
    let tools = Tools::find();
    let board = boards::find(board).unwrap();
    let counts = each(editions, |edition| {
        let edition = edition::find(edition).unwrap();
        let own = MEASURED.iter().find(|(subject, _)| subject.name() == board.name);
        if let Some((_, counts)) = own.filter(|_| edition.name == edition::of(board).name) {
            return counts.clone();
        }
        let build = machine::plan(board, edition).unwrap();
        let yosys = tools.command("yosys").unwrap();
        synthesise(yosys, &build.verilog(), TOP, board.part.family).unwrap()
    });
    for (edition, counts) in editions.iter().zip(&counts) {
        let figures = Figures::of(counts).counts();
        println!("{}, {edition}: {figures:?}, LUT RAMs {}", board.name, counts.lut_rams());
    }
    counts
}

#[test]
fn a_smaller_edition_is_smaller_on_a_small_chip_and_the_smaller_search_leaves_a_tenth_of_it_free() {
    let counts = counted("nexys3", &COUNTED);
    let of = |name: &str| &counts[COUNTED.iter().position(|edition| *edition == name).unwrap()];
    for (smaller, larger) in SMALLER {
        assert!(of(smaller).luts() < of(larger).luts(), "{smaller} and {larger}");
    }
    let there = boards::find("nexys3").unwrap().part.capacity().unwrap();
    let deep = of("deep-gomoku");
    let taken = deep.luts() + LUTS_OF_A_RAM * deep.lut_rams();
    assert!(10 * taken <= 9 * there.luts, "{taken} of {} LUTs", there.luts);
    assert!(10 * deep.block_rams() <= 9 * there.block_rams, "{deep:?}");
}

/// It only counts, for docs/boards.md: `cargo test --features eda --test chips too_small -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement of some minutes"]
fn what_is_left_of_chips_that_are_too_small_for_all() {
    counted("alchitry-cu", &["gomoku", "small-othello", "duo"]);
    counted("nexys3", &["deep-duo"]);
}
