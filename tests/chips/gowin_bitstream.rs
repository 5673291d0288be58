//! A Gowin bitstream, unpacked again: its drivers are at the pins that the board's constraints name, and no others are used.
//!
//! ```text
//! top.fs ── gowin_unpack ──> unpacked.v    instances, each named by its place: OSER10 R55C30_OSER10_A
//!                      └───> unpacked.cst  IO_LOC "R15C1_OBUF_A" IOL15A;
//! Apicula's table of the package ───────── pin 10 is IOL15A
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use rust_hdl_bsp::{Board, Direction, Dvi, Picture, Standard};
use tengen::hdl::top;

/// Prints the pads of a package, a line each: the pin and its place.
const PADS: &str = "
import importlib.resources, sys
from apycula.chipdb import load_chipdb
die, series, package = sys.argv[1:]
with importlib.resources.as_file(importlib.resources.files('apycula') / f'{die}.msgpack.xz') as file:
    chips = load_chipdb(str(file)).pinout
for chip, packages in chips.items():
    if chip.startswith(series + '-'):
        for pin, (place, _) in packages[package].items():
            print(pin, place)
";

/// What a program prints in a folder.
fn said(folder: &Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .current_dir(folder)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(
        output.status.success(),
        "{program}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Checks the bitstream in the folder of a board's build.
pub fn check(board: &Board, folder: &Path) {
    is_one(&folder.join("top.fs"));
    let script = fs::read_to_string(folder.join("build.sh")).unwrap();
    let (_, arguments) = script.split_once("gowin_pack -d ").unwrap();
    let die = arguments.split_whitespace().next().unwrap();
    let unpack = ["-d", die, "-o", "unpacked.v", "-s", "unpacked.cst", "top.fs"];
    said(folder, "gowin_unpack", &unpack);
    holds_the_picture(board, &fs::read_to_string(folder.join("unpacked.v")).unwrap());
    let unpacked = fs::read_to_string(folder.join("unpacked.cst")).unwrap();
    let used = pads(&unpacked);
    let (wanted, places) = (top::ports(board), places(board, die, folder));
    let of = |direction: &[Direction]| -> BTreeSet<&str> {
        let ports = wanted.iter().filter(|port| direction.contains(&port.direction));
        ports
            .flat_map(|port| &port.pins)
            .map(|pin| places[*pin].as_str())
            .collect()
    };
    // A pad that nothing uses is unpacked as an input.
    let driven = used.iter().filter(|(_, kind)| **kind != "IBUF");
    // A differential driver stands at the first pad of its pair.
    let negative = negative_pins(board);
    let driven: BTreeSet<&str> = driven.map(|(place, _)| *place).collect();
    let mut expected = of(&[Direction::Output, Direction::Both]);
    expected.retain(|place| !negative.iter().any(|pin| places[*pin] == *place));
    assert_eq!(driven, expected, "{}", board.name);
    for (direction, kind) in [(Direction::Input, "IBUF"), (Direction::Both, "IOBUF")] {
        for place in of(&[direction]) {
            assert_eq!(used.get(place), Some(&kind), "{}: {place}", board.name);
        }
    }
}

/// Gowin's are text: lines of zeros and ones, the third of which is the preamble a5 c3 (Project Apicula, bitstream format).
fn is_one(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[2], "1010010111000011", "{}", file.display());
    assert!(
        lines.len() > 100 && text.bytes().all(|byte| b"01\n".contains(&byte)),
        "{}",
        file.display()
    );
}

/// Four differential drivers, a serialiser at three of them, and the PLL.
fn holds_the_picture(board: &Board, unpacked: &str) {
    let places = |primitive: &str| -> BTreeSet<&str> {
        let instances = unpacked
            .lines()
            .filter_map(|line| line.strip_prefix(primitive)?.strip_prefix(' '));
        instances.filter_map(|name| Some(name.split_once('_')?.0)).collect()
    };
    let driver = match &board.picture {
        Picture::Dvi(Dvi { standard: Standard::Tlvds, .. }) => "TLVDS_TBUF",
        _ => "ELVDS_IOBUF",
    };
    let (drivers, serialisers) = (places(driver), places("OSER10"));
    assert_eq!(
        (drivers.len(), serialisers.len(), places("rPLL").len()),
        (4, 3, 1),
        "{}",
        board.name
    );
    assert!(
        serialisers.is_subset(&drivers),
        "{serialisers:?} are not at {drivers:?}"
    );
}

/// The pads in the unpacked constraints: the place, and what stands there.
fn pads(constraints: &str) -> BTreeMap<&str, &str> {
    let pads = constraints.lines().filter_map(|line| {
        let (name, place) = line.strip_prefix("IO_LOC \"")?.split_once("\" ")?;
        // R15C1_OBUF_A; a pair has both places, divided by a comma.
        let (_, kind) = name.rsplit_once('_')?.0.split_once('_')?;
        Some((place.trim_end_matches(';').split(',').next()?, kind))
    });
    pads.collect()
}

/// The place of each pin of the board's package: pin 10 is at IOL15A.
fn places(board: &Board, die: &str, folder: &Path) -> BTreeMap<String, String> {
    let (series, _) = board.part.device.split_once('-').unwrap();
    // Apicula's names of packages are longer.
    let package = board.part.package.replacen("QN", "QFN", 1);
    let printed = said(folder, "python", &["-c", PADS, die, series, &package]);
    let places = printed.lines().filter_map(|line| line.split_once(' '));
    places
        .map(|(pin, place)| (pin.to_string(), place.to_string()))
        .collect()
}

fn negative_pins(board: &Board) -> Vec<&'static str> {
    match &board.picture {
        Picture::Dvi(Dvi { negative: Some(negative), .. }) => [&negative.data[..], &[negative.clock]].concat(),
        _ => vec![],
    }
}
