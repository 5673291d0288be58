//! `tengen schematic` with a stand-in for netlistsvg that wraps the netlist it gets, since only the netlist is Tengen's
//! responsibility. With the feature `eda` the netlists come from the real yosys, and the drawings in docs/schematics
//! from the real netlistsvg: `TENGEN_RENEW=1 cargo test --features eda --test command schematic` draws them again; look
//! at them before committing them.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::program;
use program::put_program;

/// Writes a shell script to the folder of programs, which is the whole search path.
fn put(folder: &Path, name: &str, script: &str) {
    let script = format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n");
    put_program(&folder.join("programs").join(name), &script);
}

const NETLISTSVG: &str = r#"[ "$2" = -o ] && { echo "<svg>"; cat "$1"; echo "</svg>"; } >"$3""#;

/// A stand-in for yosys that writes both netlists, one of them with a part and `operators` operators.
fn yosys(operators: usize) -> String {
    let operators: String = (0..operators)
        .map(|at| format!(r#", "o{at}": {{"type": "$mux"}}"#))
        .collect();
    let module = |cells: &str| format!(r#"{{"modules": {{"console": {{"cells": {{{cells}}}}}}}}}"#);
    format!(
        "cat >operators.json <<'END'\n{}\nEND\ncat >boxes.json <<'END'\n{}\nEND",
        module(&format!(r#""part": {{"type": "screen"}}{operators}"#)),
        module(r#""own": {"type": "logic"}"#)
    )
}

/// Runs the command; returns the exit code, standard output and standard error.
fn schematic(folder: &Path, unit: &str, more: &[&str], tools: Option<std::ffi::OsString>) -> (i32, String, String) {
    let mut command = Command::cargo_bin("tengen").unwrap();
    command
        .args(["schematic", "--unit", unit, "--out", "drawn.svg"])
        .args(more)
        .current_dir(folder)
        .env("PATH", folder.join("programs"));
    match tools {
        Some(tools) => command.env("TENGEN_TOOLS", tools),
        // Only the tools on the search path.
        None => {
            let nowhere = command.env("HOME", folder);
            nowhere.env_remove("XDG_DATA_HOME").env_remove("TENGEN_TOOLS")
        }
    };
    let output = command.output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
    (output.status.code().unwrap(), out, err)
}

/// The types of the cells in the drawing of a unit.
fn kinds(folder: &Path, unit: &str) -> Vec<String> {
    let drawing = fs::read_to_string(folder.join("drawn.svg")).unwrap();
    let netlist = drawing
        .trim()
        .strip_prefix("<svg>")
        .and_then(|text| text.strip_suffix("</svg>"));
    let netlist: serde_json::Value = serde_json::from_str(netlist.unwrap()).unwrap();
    let modules = netlist["modules"].as_object().unwrap();
    assert_eq!(modules.keys().collect::<Vec<_>>(), [unit], "one level alone");
    let cells = modules[unit]["cells"].as_object().unwrap();
    let mut kinds: Vec<String> = cells
        .values()
        .map(|cell| cell["type"].as_str().unwrap().into())
        .collect();
    kinds.sort();
    kinds
}

#[test]
fn much_logic_is_one_box_unless_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    put(folder.path(), "netlistsvg", NETLISTSVG);
    for (operators, more, shown) in [(40, &[][..], 41), (41, &[], 1), (41, &["--operators"], 42)] {
        put(folder.path(), "yosys", &yosys(operators));
        let (code, out, err) = schematic(folder.path(), "console", more, None);
        assert_eq!((code, out.as_str()), (0, "console drawn in drawn.svg\n"), "{err}");
        assert_eq!(kinds(folder.path(), "console").len(), shown, "{operators} {more:?}");
    }
}

#[test]
fn what_is_missing_or_fails_is_said_and_nothing_is_left() {
    for (programs, last) in [
        (&[][..], "yosys was not found; run \"tengen tools --install\""),
        (
            &[("yosys", "exit 0")],
            "netlistsvg was not found; install Node.js, then run \"npm install --global netlistsvg\"",
        ),
        (
            &[
                ("yosys", "echo ERROR: no such module; exit 1"),
                ("netlistsvg", NETLISTSVG),
            ],
            "yosys failed: ERROR: no such module",
        ),
        (
            &[("yosys", "exit 0"), ("netlistsvg", NETLISTSVG)],
            "yosys left no netlist: No such file or directory (os error 2)",
        ),
        // netlistsvg always exits with 0.
        (
            &[
                ("yosys", &yosys(0)),
                ("netlistsvg", "echo '[Error: out of ideas] {'; exit 0"),
            ],
            "netlistsvg made no drawing: [Error: out of ideas] {",
        ),
        (
            &[("yosys", &yosys(0)), ("netlistsvg", "echo node: not found; exit 127")],
            "netlistsvg failed: node: not found",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        for (name, script) in programs {
            put(folder.path(), name, script);
        }
        let (code, out, err) = schematic(folder.path(), "console", &[], None);
        assert_eq!((code, out.as_str()), (1, ""), "{err}");
        assert_eq!(err.lines().last(), Some(format!("tengen: {last}").as_str()), "{err}");
        assert!(!folder.path().join("drawn.svg").exists(), "{last}");
    }
}

#[cfg(feature = "eda")]
#[test]
fn the_real_netlists_show_parts_and_not_what_is_in_them() {
    let tools = std::env::var_os("TENGEN_TOOLS").expect("tests/run.sh names the tools' folder");
    for unit in tengen::units::UNITS {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "netlistsvg", NETLISTSVG);
        let (code, _, err) = schematic(folder.path(), unit.name, &[], Some(tools.clone()));
        assert_eq!(code, 0, "{}: {err}", unit.name);
        let kinds = kinds(folder.path(), unit.name);
        let operators = kinds
            .iter()
            .filter(|kind| kind.starts_with('$') && !kind.contains("dff"));
        let lone = kinds.iter().all(|kind| kind.starts_with('$') && !kind.contains("dff"));
        assert!(lone || operators.count() <= 40, "{}: {kinds:?}", unit.name);
        match unit.name {
            "console" => assert_eq!(
                kinds,
                [
                    "audio",
                    "board_view_4x1",
                    "board_view_6x2x4",
                    "controls",
                    "director",
                    "gomoku",
                    "key_merger",
                    "logic",
                    "othello",
                    "rival",
                    "screen",
                    "serial_line",
                    "session"
                ]
            ),
            "win_checker" => assert_eq!(kinds.iter().filter(|kind| *kind == "logic").count(), 1),
            _ => {}
        }
    }
}

/// The words in a drawing. Their positions depend on the version of netlistsvg.
#[cfg(feature = "eda")]
fn words(drawing: &str) -> Vec<&str> {
    let mut words: Vec<&str> = drawing
        .split("</text>")
        .filter_map(|text| Some(text.rsplit_once("<text")?.1.split_once('>')?.1))
        .collect();
    words.sort();
    words
}

#[cfg(feature = "eda")]
#[test]
fn the_drawings_of_the_book_are_those_of_the_circuits() {
    let renew = std::env::var_os("TENGEN_RENEW").is_some_and(|value| value == "1");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schematics");
    let mut seen = 0;
    for file in fs::read_dir(&kept).unwrap() {
        let file = file.unwrap().path();
        let unit = file.file_stem().unwrap().to_str().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let mut command = Command::cargo_bin("tengen").unwrap();
        let output = command
            .args(["schematic", "--unit", unit, "--out", "drawn.svg"])
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{unit}: {output:?}");
        let drawn = fs::read_to_string(folder.path().join("drawn.svg")).unwrap();
        if renew {
            fs::write(&file, &drawn).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap();
        assert!(words(&drawn).contains(&"clock"), "{unit}: {drawn}");
        // Only what differs is told: the drawing of a whole console has two thousand words.
        let (drawn, expected) = (words(&drawn), words(&expected));
        let added: Vec<_> = drawn.iter().filter(|word| !expected.contains(word)).collect();
        let lost: Vec<_> = expected.iter().filter(|word| !drawn.contains(word)).collect();
        assert!(
            drawn == expected,
            "{unit}: draw it anew with TENGEN_RENEW=1; new: {added:?}, gone: {lost:?}"
        );
        seen += 1;
    }
    assert!(seen >= 6, "the book shows {seen} drawings");
}
