//! The boards whose chips have an open placer, built to their bitstreams by the command itself, as a user would: exit code,
//! timing, size against the part and the kept figures (`reports/qor.csv`). Each is built once a run, two at a time, in a
//! folder below `target/tmp` where its logs stay.
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
        kept::Kept,
        measure::{Subject, each},
    },
    hdl::report::Report,
};

/// What is built, and the pixel clock its circuits must allow for: more than twice what the picture needs, so that more can
/// be added. Othello's search, which ULX3S has, leaves a tenth; an UltraPlus is slower and must do what is needed.
const AIMS: [(&str, f64); 3] = [("ulx3s", 27.5), ("alchitry-cu", 55.0), ("icebreaker", 25.0)];

/// How much of an HX8K must stay free: a quarter more must fit.
const HX8K_ROOM: f64 = 1.25;

struct Built {
    board: &'static Board,
    code: Option<i32>,
    errors: String,
    folder: PathBuf,
}

impl Built {
    fn report(&self) -> Report {
        Report::read(&self.folder).unwrap_or_else(|error| panic!("{}: {error:#}\n{}", self.board.name, self.errors))
    }
}

static BUILT: LazyLock<Vec<Built>> = LazyLock::new(|| {
    let subjects = AIMS.map(|(name, _)| Subject::Board(boards::find(name).unwrap()));
    each(&subjects, |subject| {
        let Subject::Board(board) = *subject else {
            unreachable!("only boards are built")
        };
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join("bitstream")
            .join(board.name);
        let output = Command::cargo_bin("tengen")
            .unwrap()
            .args(["build", "--run", "--board", board.name, "--out"])
            .arg(&folder)
            .output()
            .unwrap();
        Built {
            board,
            code: output.status.code(),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
            folder,
        }
    })
});

#[test]
fn the_command_succeeds_and_leaves_a_bitstream_for_each_chip() {
    for built in BUILT.iter() {
        let name = built.board.name;
        assert_eq!(built.code, Some(0), "{name}: {}", built.errors);
        // How a bitstream begins: Lattice FPGA-TN-02039 (ECP5 sysCONFIG) has the preamble ff ff bd b3 after a comment, the
        // format of the iCE40 (Project IceStorm, format.html) 7e aa 99 7e.
        let (file, preamble) = match built.board.part.family {
            Family::Ecp5 => ("top.bit", [0xff, 0xff, 0xbd, 0xb3]),
            _ => ("top.bin", [0x7e, 0xaa, 0x99, 0x7e]),
        };
        let bits = fs::read(built.folder.join(file)).unwrap();
        let start = &bits[..bits.len().min(1000)];
        assert!(
            start.windows(4).any(|four| four == preamble),
            "{name}: {file} does not begin as one"
        );
        assert!(bits.len() > 10_000, "{name}: {} bytes", bits.len());
    }
}

#[test]
fn every_clock_on_the_chip_is_met_and_the_pixel_clock_by_far() {
    for (built, (name, aim)) in BUILT.iter().zip(AIMS) {
        let report = built.report();
        assert!(report.met && report.clocks.iter().all(|clock| clock.met), "{report:?}");
        let fmax = report.fmax_mhz.unwrap();
        assert!(
            fmax >= aim,
            "{name}: {fmax} MHz, aimed at {aim} MHz: see {}",
            built.folder.display()
        );
    }
}

#[test]
fn the_figures_of_each_chip_are_the_kept_ones() {
    let kept = Kept::read(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/reports"))).unwrap();
    let moved: Vec<String> = BUILT
        .iter()
        .flat_map(|built| kept.moved(built.board.name, &Figures::of_report(&built.report()).unwrap()))
        .collect();
    assert!(
        moved.is_empty(),
        "too far from reports/qor.csv:\n{}\nIf that is meant, run \"tengen report --keep\" and commit what it writes.",
        moved.join("\n")
    );
}

#[test]
fn every_chip_has_room_for_it() {
    for built in BUILT.iter() {
        let there = built.board.part.capacity().unwrap();
        let there = [there.luts, there.flip_flops, there.block_rams];
        let figures = Figures::of_report(&built.report()).unwrap();
        for ((what, needed), there) in figures.counts().into_iter().zip(there) {
            assert!(
                (1..=there).contains(&needed),
                "{}: {needed} of {there} {what}",
                built.board.name
            );
        }
        if built.board.part.device == "iCE40HX8K" {
            assert!(
                figures.luts as f64 * HX8K_ROOM <= there[0] as f64,
                "{}: {figures:?}",
                built.board.name
            );
        }
    }
}
