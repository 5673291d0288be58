//! What the machine costs on the chips that no open tool can place, and what the units cost by themselves: yosys synthesises
//! them and counts, against the size of the part and the kept figures (`reports/qor.csv`).
//!
//! | circuit                                  | family           |
//! |------------------------------------------|------------------|
//! | nexys3, whole board                      | Spartan-6        |
//! | basys3, nexys-a7, sword, whole boards    | 7 series         |
//! | the units whose ports are promised       | iCE40            |
//! | other editions, on the smallest chips    | Spartan-6, iCE40 |
//!
//! The boards that can be placed are in `tests/bitstream.rs`. Each is synthesised once a run, two at a time, and nothing is
//! taken from an earlier run but the kept figures.
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

/// Counted by whichever test asks first. yosys finding a latch, or refusing the Verilog, ends it.
static MEASURED: LazyLock<Vec<(Subject, Counts)>> = LazyLock::new(|| {
    let subjects: Vec<Subject> = Subject::boards()
        .filter(|subject| !subject.is_placed())
        .chain(Subject::units())
        .collect();
    let tools = Tools::find();
    let counts = each(&subjects, |subject| subject.synthesise(&tools).unwrap());
    subjects.into_iter().zip(counts).collect()
});

#[test]
fn the_figures_of_each_chip_are_the_kept_ones() {
    let kept = Kept::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/reports"))).unwrap();
    let moved: Vec<String> = MEASURED
        .iter()
        .flat_map(|(subject, counts)| kept.moved(subject.name(), &Figures::of(counts)))
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

/// The editions that are counted on a small chip: the smallest Spartan-6 and iCE40 there are boards of, where an edition is
/// what makes it fit; docs/boards.md has what this prints. With Othello's search it is too full there.
const COUNTED: [(&str, &[&str]); 2] = [
    ("nexys3", &["tiny", "compact", "gomoku", "small-othello", "duo"]),
    ("alchitry-cu", &["gomoku", "small-othello", "duo"]),
];
/// The first holds less than the second.
const SMALLER: [(&str, &str); 4] = [
    ("tiny", "compact"),
    ("compact", "gomoku"),
    ("gomoku", "duo"),
    ("small-othello", "duo"),
];

#[test]
fn a_smaller_edition_is_smaller_on_a_small_chip() {
    let tools = Tools::find();
    let subjects: Vec<(&str, &str)> = COUNTED
        .iter()
        .flat_map(|(board, editions)| editions.iter().map(|edition| (*board, *edition)))
        .collect();
    let counted = each(&subjects, |(board, edition)| {
        let (board, edition) = (boards::find(board).unwrap(), edition::find(edition).unwrap());
        let own = MEASURED.iter().find(|(subject, _)| subject.name() == board.name);
        if let Some((_, counts)) = own.filter(|_| edition.name == edition::of(board).name) {
            return Figures::of(counts);
        }
        let build = machine::plan(board, edition).unwrap();
        let yosys = tools.command("yosys").unwrap();
        Figures::of(&synthesise(yosys, &build.verilog(), TOP, board.part.family).unwrap())
    });
    let of = |subject: (&str, &str)| {
        let place = subjects.iter().position(|of| *of == subject);
        place.map(|place| &counted[place])
    };
    for ((board, edition), figures) in subjects.iter().zip(&counted) {
        println!("{board}, {edition}: {:?}", figures.counts());
    }
    let mut compared = 0;
    for (board, _) in COUNTED {
        for (smaller, larger) in SMALLER {
            if let (Some(less), Some(more)) = (of((board, smaller)), of((board, larger))) {
                assert!(less.luts < more.luts, "{board}: {smaller} {less:?}, {larger} {more:?}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 6);
}
