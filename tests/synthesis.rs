//! What the machine costs on a chip, by yosys, against the figures kept in `reports/figures.json`.
//!
//! | circuit                                  | family    | stands for                                            |
//! |------------------------------------------|-----------|-------------------------------------------------------|
//! | nexys3, whole board (console in 3-3-2)   | Spartan-6 | the board itself                                      |
//! | basys3, whole board (console in 4-4-4)   | 7 series  | nexys-a7 and sword, which differ in pins and display  |
//! | console in 4-4-4                         | ECP5      | boards to come                                        |
//! | console in 4-4-4                         | iCE40     | boards to come                                        |
//! | the five units whose ports are promised  | iCE40     | themselves                                            |
//!
//! The other boards' tops are read and elaborated with the whole machine in `tests/board_tops.rs`. Each row is synthesised
//! once a run, two at a time, and nothing is kept between runs but the figures.
//!
//! ```text
//! cargo test --features eda --test synthesis                            compare with the kept figures
//! RENEW_FIGURES=1 cargo test --features eda --test synthesis            keep the measured ones instead
//! cargo test --features eda --test synthesis table -- --nocapture       print the kept ones as README's table
//! ```
#![cfg(feature = "eda")]

use std::{
    collections::BTreeMap,
    env, fs,
    sync::{
        LazyLock, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use rust_hdl_bsp::{Family, boards};
use serde::{Deserialize, Serialize};
use tengen::{
    hdl::{
        build::Build,
        machine::machine,
        synthesis::{Counts, synthesise},
        tools::Tools,
        top::TOP,
    },
    units,
};

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/figures.json");
const RENEW: &str = "RENEW_FIGURES";

/// A measured figure may lie so far from the kept one, in per cent of it, before someone has to say that it is meant.
const TOLERANCE_PERCENT: usize = 5;

/// Synthesised at once: a yosys takes one core and half a gigabyte.
const AT_ONCE: usize = 2;

/// What the classifier may cost, in LUT4 of an iCE40.
const CLASSIFIER_LIMIT: usize = 110;

/// Memories that would eat the chip if they were made of anything but block RAM, by their path below the console.
const BLOCK_RAMS: [&str; 4] = [
    "screen.board_view.ram",
    "screen.menu_view.ram",
    "screen.page_view.ram",
    "screen.menu_view.font",
];

enum Circuit {
    /// Everything that is on a board's chip.
    Board(&'static str),
    Unit(&'static str),
}

use Circuit::{Board, Unit};

/// What is synthesised, the longest first.
static JOBS: [(Circuit, Family); 9] = [
    (Board("basys3"), Family::Series7),
    (Board("nexys3"), Family::Spartan6),
    (Unit("console"), Family::Ecp5),
    (Unit("console"), Family::Ice40),
    (Unit("gomoku_engine"), Family::Ice40),
    (Unit("renju_judge"), Family::Ice40),
    (Unit("ps2_receiver"), Family::Ice40),
    (Unit("vga_sync"), Family::Ice40),
    (Unit("shape_classifier"), Family::Ice40),
];

impl Circuit {
    fn name(&self) -> &'static str {
        match self {
            Board(name) | Unit(name) => name,
        }
    }

    /// The Verilog, and the name of its top module.
    fn verilog(&self) -> (String, &'static str) {
        match self {
            Board(name) => {
                let board = boards::find(name).unwrap();
                let build = Build::plan(board, &machine(board).unwrap()).unwrap();
                let sources = build.files.iter().filter(|file| file.name.ends_with(".v"));
                let texts = sources.map(|file| str::from_utf8(&file.contents).unwrap());
                (texts.collect(), TOP)
            }
            Unit(name) => (units::find(name).unwrap().verilog().unwrap(), name),
        }
    }
}

/// A row of the kept figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Figures {
    circuit: String,
    family: String,
    luts: usize,
    flip_flops: usize,
    block_rams: usize,
}

impl Figures {
    fn of((circuit, family): &(Circuit, Family), counts: &Counts) -> Self {
        Figures {
            circuit: circuit.name().into(),
            family: family.name().into(),
            luts: counts.luts(),
            flip_flops: counts.flip_flops(),
            block_rams: counts.block_rams(),
        }
    }

    fn numbers(&self) -> [(&'static str, usize); 3] {
        [
            ("LUTs", self.luts),
            ("flip-flops", self.flip_flops),
            ("block RAMs", self.block_rams),
        ]
    }

    /// What has moved too far from `kept`.
    fn moved_from<'a>(&'a self, kept: &'a Figures) -> impl Iterator<Item = String> + 'a {
        let pairs = self.numbers().into_iter().zip(kept.numbers());
        pairs
            .filter(|((_, now), (_, kept))| now.abs_diff(*kept) * 100 > kept * TOLERANCE_PERCENT)
            .map(|((what, now), (_, kept))| format!("{} on {}: {now} {what}, kept {kept}", self.circuit, self.family))
    }
}

/// The counts of every job, in the order of [`JOBS`]; made by whichever test asks first. yosys finding a latch, or refusing
/// the Verilog, ends it.
static MEASURED: LazyLock<Vec<Counts>> = LazyLock::new(|| {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some((circuit, family)) = JOBS.get(number) else {
                break;
            };
            let (text, top) = circuit.verilog();
            let yosys = Tools::find().command("yosys").unwrap();
            let counts = synthesise(yosys, &text, top, *family).unwrap();
            done.lock().unwrap().insert(number, counts);
        }
    };
    thread::scope(|scope| (0..AT_ONCE).for_each(|_| drop(scope.spawn(work))));
    done.into_inner().unwrap().into_values().collect()
});

fn measured() -> impl Iterator<Item = (&'static (Circuit, Family), &'static Counts)> {
    JOBS.iter().zip(MEASURED.iter())
}

fn kept() -> Vec<Figures> {
    let text = fs::read_to_string(KEPT).unwrap_or_else(|error| panic!("{KEPT}: {error}; set {RENEW}=1 to make it"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{KEPT}: {error}"))
}

#[test]
fn the_figures_are_the_kept_ones() {
    let now: Vec<Figures> = measured().map(|(job, counts)| Figures::of(job, counts)).collect();
    if env::var_os(RENEW).is_some() {
        // Another test may read it meanwhile: it is there whole, the old one or the new.
        let draft = format!("{KEPT}.draft");
        fs::write(&draft, serde_json::to_string_pretty(&now).unwrap() + "\n").unwrap();
        fs::rename(&draft, KEPT).unwrap();
    }
    let kept = kept();
    let rows = |figures: &[Figures]| -> Vec<_> {
        figures
            .iter()
            .map(|row| (row.circuit.clone(), row.family.clone()))
            .collect()
    };
    assert_eq!(
        rows(&now),
        rows(&kept),
        "reports/figures.json has other rows; set {RENEW}=1 to write it anew"
    );
    let moved: Vec<String> = now
        .iter()
        .zip(&kept)
        .flat_map(|(now, kept)| now.moved_from(kept))
        .collect();
    assert!(
        moved.is_empty(),
        "more than {TOLERANCE_PERCENT} % from reports/figures.json:\n{}\nIf that is meant, run\n    \
         {RENEW}=1 cargo test --features eda --test synthesis\nand commit what it writes.",
        moved.join("\n")
    );
}

#[test]
fn every_picture_memory_and_the_font_are_block_ram() {
    for ((circuit, family), counts) in measured() {
        let console = match circuit {
            Board(_) => "machine.",
            Unit("console") => "",
            Unit(_) => continue,
        };
        for memory in BLOCK_RAMS {
            assert!(
                counts.memories.contains_key(&format!("{console}{memory}")),
                "{} on {}: {memory} is not among the block RAMs: {:#?}",
                circuit.name(),
                family.name(),
                counts.memories
            );
        }
    }
}

#[test]
fn the_classifier_is_small() {
    let (_, counts) = measured()
        .find(|((circuit, _), _)| circuit.name() == "shape_classifier")
        .unwrap();
    assert!(counts.luts() <= CLASSIFIER_LIMIT, "{counts:?}");
    assert_eq!((counts.flip_flops(), counts.block_rams()), (0, 0), "{counts:?}");
}

/// Synthesised, not placed: there is no open placer for these.
#[test]
fn a_board_has_room_for_it() {
    for (name, chip) in [
        // XC6SLX16, Xilinx DS160: LUTs, flip-flops, blocks of 18 Kbit.
        ("nexys3", [9_112, 18_224, 32]),
        // XC7A35T, Xilinx DS180: LUTs, flip-flops, blocks of 36 Kbit.
        ("basys3", [20_800, 41_600, 50]),
    ] {
        let (job, counts) = measured().find(|((circuit, _), _)| circuit.name() == name).unwrap();
        for ((what, needed), there) in Figures::of(job, counts).numbers().into_iter().zip(chip) {
            assert!(
                (1..=there).contains(&needed),
                "{name}: {needed} of {there} {what}: {counts:?}"
            );
        }
    }
}

/// README's table.
#[test]
fn table() {
    println!("| circuit | family | LUTs | flip-flops | block RAMs |\n|---|---|--:|--:|--:|");
    for row in kept() {
        let Figures {
            circuit,
            family,
            luts,
            flip_flops,
            block_rams,
        } = row;
        println!("| {circuit} | {family} | {luts} | {flip_flops} | {block_rams} |");
    }
}

#[test]
fn a_move_of_more_than_the_tolerance_is_found() {
    let kept = Figures {
        circuit: "c".into(),
        family: "f".into(),
        luts: 100,
        flip_flops: 40,
        block_rams: 0,
    };
    let moved = |luts, flip_flops, block_rams| {
        let now = Figures {
            luts,
            flip_flops,
            block_rams,
            ..kept.clone()
        };
        now.moved_from(&kept).collect::<Vec<_>>()
    };
    assert_eq!(moved(105, 42, 0), [""; 0]);
    assert_eq!(moved(95, 38, 0), [""; 0]);
    assert_eq!(moved(106, 40, 0), ["c on f: 106 LUTs, kept 100"]);
    assert_eq!(
        moved(100, 37, 1),
        ["c on f: 37 flip-flops, kept 40", "c on f: 1 block RAMs, kept 0"]
    );
}
