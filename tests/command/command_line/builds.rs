//! What a build, an edition, a unit and a release write.

use std::collections::BTreeSet;
#[cfg(feature = "eda")]
use std::env;
use std::fs;

use rust_hdl_bsp::boards::BOARDS;
use rust_hdl_bsp::{Family, constraints};
use tengen::editions::EDITIONS;

use super::Desk;
#[cfg(feature = "eda")]
use crate::page::SOON;

#[test]
fn an_edition_is_built_by_its_name_and_an_unknown_one_is_refused() {
    let desk = Desk::new();
    assert_eq!(
        desk.refused(&["build", "--edition", "compat"]),
        "no edition is named \"compat\"; the nearest is \"compact\"; there are full, deep-duo, duo, full-gomoku, deep-gomoku, gomoku, othello, small-othello, compact, tiny"
    );
    assert!(desk.files().is_empty());
    let said = desk.run(&["build", "--board", "basys3", "--edition", "tiny", "--out", "tiny"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let text = fs::read_to_string(desk.path().join("tiny/console.v")).unwrap();
    assert!(!text.contains("module windows") && text.contains("module console"));
    let boards = desk.run(&["boards", "--json"]);
    let boards: serde_json::Value = serde_json::from_str(&boards.out).unwrap();
    for board in boards.as_array().unwrap() {
        let name = board["edition"].as_str().unwrap();
        assert!(EDITIONS.iter().any(|edition| edition.name == name), "{board}");
    }
}

#[test]
fn verilog_is_written_whole_or_printed() {
    let desk = Desk::new();
    let printed = desk.run(&["verilog", "--unit", "ps2_receiver"]);
    assert_eq!((printed.code, printed.err.as_str()), (0, ""));
    assert!(printed.out.contains("\nmodule ps2_receiver"), "{}", printed.out);
    assert_eq!(
        printed.out,
        desk.run(&["verilog", "--unit", "ps2_receiver", "--out", "-"]).out
    );
    let said = desk.run(&["verilog", "--unit", "ps2_receiver", "--out", "v.v"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(fs::read_to_string(desk.path().join("v.v")).unwrap(), printed.out);
    assert_eq!(desk.files(), ["v.v".to_string()].into());
}

#[test]
fn verilog_for_another_clock_says_by_which_command() {
    let desk = Desk::new();
    let command = "verilog --unit ps2_receiver --clock 50000000 --prefix keys_";
    let words: Vec<&str> = command.split(' ').collect();
    let said = desk.run(&words);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines = [
        format!("// Made by: tengen {command}"),
        "// Clock: 50000000 Hz, for which its constants of time are computed.".into(),
        "module keys_synchroniser (".into(),
        "module keys_ps2_receiver (".into(),
    ];
    for line in lines {
        assert!(said.out.lines().any(|other| other == line), "{line} in\n{}", said.out);
    }
    // A microsecond at that clock.
    assert!(said.out.contains("= 8'd50;"), "{}", said.out);
    let usual = desk
        .run(&["verilog", "--unit", "ps2_receiver", "--clock", "25000000"])
        .out;
    let plain = desk.run(&["verilog", "--unit", "ps2_receiver"]).out;
    assert_eq!(usual.replace(" --clock 25000000", ""), plain);
}

#[test]
fn a_build_writes_what_its_manifest_says() {
    let desk = Desk::new();
    for description in BOARDS {
        let board = description.name;
        let constraints = constraints::file_name(description);
        let script = match description.part.family {
            Family::Spartan6 | Family::Series7 => "build.tcl",
            Family::Ecp5 | Family::Ice40 | Family::Gowin => "build.sh",
        };
        let said = desk.run(&["build", "--board", board, "--out", board]);
        assert_eq!(said.code, 0, "{}", said.err);
        let folder = desk.path().join(board);
        let manifest: serde_json::Value =
            serde_json::from_slice(&fs::read(folder.join("manifest.json")).unwrap()).unwrap();
        assert_eq!(manifest["board"], board);
        let mut listed = BTreeSet::new();
        for file in manifest["files"].as_array().unwrap() {
            let name = file["name"].as_str().unwrap();
            let contents = fs::read(folder.join(name)).unwrap();
            assert_eq!(file["sha256"], tengen::files::sha256(&contents), "{name}");
            listed.insert(name.to_string());
        }
        for name in ["console.v", "top.v", script, &constraints] {
            assert!(listed.contains(name), "{board}: {name}");
        }
        let last = said.out.lines().last().unwrap();
        assert!(last.ends_with(manifest["command"].as_str().unwrap()), "{last}");
        let frame = tengen_sim::frame::Frame::load_png(folder.join("first_frame.png")).unwrap();
        let lit = (0..480 * 640)
            .filter(|i| frame.pixel(i % 640, i / 640) != [0; 3])
            .count();
        assert!(lit > 10_000, "{board}: {lit} pixels of the first picture are not black");
    }
    // A second run gives the same bytes.
    let [board, ..] = BOARDS;
    assert_eq!(desk.run(&["build", "--board", board.name, "--out", "again"]).code, 0);
    for entry in fs::read_dir(desk.path().join(board.name)).unwrap() {
        let name = entry.unwrap().file_name();
        let read = |folder: &str| fs::read(desk.path().join(folder).join(&name)).unwrap();
        assert!(read(board.name) == read("again"), "{name:?} differs");
    }
}

/// The page's program is compiled for browsers, for which tests/run.sh installs the target.
#[cfg(feature = "eda")]
#[test]
fn a_release_has_an_archive_for_each_board_and_sums() {
    let desk = Desk::new();
    // The page's program is compiled by the Cargo of whoever runs the tests.
    let release = |out: &str| {
        let mut command = desk.command(&["release", "--out", out]);
        command.envs(SOON);
        for variable in ["PATH", "HOME"] {
            command.env(variable, env::var_os(variable).unwrap());
        }
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = release("new/dist");
    assert_eq!(code, Some(0), "{said}");
    let sums = fs::read_to_string(desk.path().join("new/dist/SHA256SUMS")).unwrap();
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let contents = fs::read(desk.path().join("new/dist").join(name)).unwrap();
        assert_eq!(sum, tengen::files::sha256(&contents), "{name}");
    }
    for board in BOARDS {
        assert!(sums.contains(&format!("-{}.zip\n", board.name)), "{sums}");
    }
    assert!(
        sums.contains(concat!("  tengen-", env!("CARGO_PKG_VERSION"), ".html\n")),
        "{sums}"
    );
    assert!(
        sums.contains(&format!("-{}-{}.zip\n", std::env::consts::ARCH, std::env::consts::OS)),
        "{sums}"
    );
    fs::write(desk.path().join("file"), "").unwrap();
    let (code, said) = release("file");
    assert!(
        code == Some(2) && said.contains("tengen: cannot write to file: it is not a folder; "),
        "{said}"
    );
    assert!(desk.refused(&["release"]).contains("--out"));
}
