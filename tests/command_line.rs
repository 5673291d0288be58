//! The command as a user meets it: what it prints, what it refuses and how, and what it leaves behind.

use assert_cmd::Command;
use std::{collections::BTreeSet, fs, path::Path};

/// The command in an empty folder of its own, with no tool to be found but what the test puts there.
struct Desk {
    folder: tempfile::TempDir,
}

/// What a run said, as text.
struct Said {
    code: i32,
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Desk {
        Desk {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self, arguments: &[&str]) -> Said {
        let programs = self.path().join("programs");
        let output = Command::cargo_bin("tengen")
            .unwrap()
            .args(arguments)
            .current_dir(self.path())
            .env("PATH", &programs)
            .env("HOME", self.path())
            .env_remove("XDG_DATA_HOME")
            .env_remove("TENGEN_TOOLS")
            .output()
            .unwrap();
        Said {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// A run that must be refused as misuse: code 2, nothing on standard output, one line on standard error.
    fn refused(&self, arguments: &[&str]) -> String {
        let said = self.run(arguments);
        assert_eq!(said.code, 2, "{arguments:?}: {}", said.err);
        assert_eq!(said.out, "", "{arguments:?}");
        assert_eq!(said.err.lines().count(), 1, "{arguments:?}: {}", said.err);
        assert!(said.err.starts_with("tengen: "), "{}", said.err);
        said.err.trim_end().trim_start_matches("tengen: ").to_string()
    }

    /// Everything below the folder.
    fn files(&self) -> BTreeSet<String> {
        fn walk(folder: &Path, base: &Path, found: &mut BTreeSet<String>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                found.insert(path.strip_prefix(base).unwrap().to_string_lossy().replace('\\', "/"));
                if path.is_dir() {
                    walk(&path, base, found);
                }
            }
        }
        let mut found = BTreeSet::new();
        walk(self.path(), self.path(), &mut found);
        found
    }
}

#[test]
fn help_is_there_for_every_verb_and_shows_examples() {
    let desk = Desk::new();
    for verb in [
        vec![],
        vec!["boards"],
        vec!["units"],
        vec!["tools"],
        vec!["build"],
        vec!["verilog"],
    ] {
        let said = desk.run(&[verb.as_slice(), &["--help"]].concat());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{verb:?}");
        assert!(
            said.out.contains("Examples:\n") && said.out.contains("Usage:"),
            "{}",
            said.out
        );
    }
    let version = desk.run(&["--version"]);
    assert_eq!(
        (version.code, version.out),
        (0, format!("tengen {}\n", env!("CARGO_PKG_VERSION")))
    );
}

#[test]
fn boards_are_listed_for_people_and_for_programs() {
    let desk = Desk::new();
    let people = desk.run(&["boards"]);
    assert_eq!((people.code, people.err.as_str()), (0, ""));
    let programs: serde_json::Value = serde_json::from_str(&desk.run(&["boards", "--json"]).out).unwrap();
    let names: Vec<&str> = programs
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["nexys3", "basys3", "nexys-a7", "sword"]);
    for row in programs.as_array().unwrap() {
        let line = people
            .out
            .lines()
            .find(|line| line.starts_with(row["name"].as_str().unwrap()))
            .unwrap();
        assert!(line.contains(row["part"].as_str().unwrap()), "{line}");
    }
    assert_eq!(programs[0]["vga"], serde_json::json!([3, 3, 2]));
    assert_eq!(programs[3]["buttons"], false);
}

#[test]
fn units_are_listed_for_people_and_for_programs() {
    let desk = Desk::new();
    let people = desk.run(&["units"]);
    assert_eq!((people.code, people.err.as_str()), (0, ""));
    let programs: serde_json::Value = serde_json::from_str(&desk.run(&["units", "--json"]).out).unwrap();
    let rows = programs.as_array().unwrap();
    assert_eq!(people.out.lines().count(), rows.len());
    for (line, row) in people.out.lines().zip(rows) {
        assert!(line.starts_with(row["name"].as_str().unwrap()), "{line}");
        assert!(line.ends_with(row["summary"].as_str().unwrap()), "{line}");
    }
}

#[test]
fn missing_tools_are_named_with_their_remedy() {
    let desk = Desk::new();
    let said = desk.run(&["tools"]);
    assert_eq!(said.code, 0, "{}", said.err);
    for tool in [
        "yosys",
        "nextpnr-ice40",
        "nextpnr-ecp5",
        "verilator",
        "iverilog",
        "g++",
        "make",
        "gtkwave",
    ] {
        let line = said.out.lines().find(|line| line.starts_with(tool));
        assert!(line.unwrap().contains("not found"), "{tool}: {}", said.out);
    }
    let rows: serde_json::Value = serde_json::from_str(&desk.run(&["tools", "--json"]).out).unwrap();
    for row in rows.as_array().unwrap() {
        assert!(row["path"].is_null() && row["version"].is_null(), "{row}");
        assert!(!row["remedy"].as_str().unwrap().is_empty(), "{row}");
    }
    // Without Python nothing can be set up, and nothing is begun.
    let said = desk.run(&["tools", "--install"]);
    assert_eq!(said.code, 1);
    assert_eq!(
        said.err,
        "tengen: python3 was not found; install Python 3 with venv (Debian: python3-venv)\n"
    );
    assert!(desk.files().is_empty(), "{:?}", desk.files());
}

#[test]
fn an_unknown_board_is_refused_with_the_nearest_and_the_list() {
    let desk = Desk::new();
    assert_eq!(
        desk.refused(&["build", "--board", "nexys-3"]),
        "no board is named \"nexys-3\"; the nearest is \"nexys3\"; there are nexys3, basys3, nexys-a7, sword"
    );
    assert_eq!(
        desk.refused(&["build", "--board", "toaster"]),
        "no board is named \"toaster\"; there are nexys3, basys3, nexys-a7, sword"
    );
    assert!(desk.files().is_empty());
}

#[test]
fn an_unknown_unit_is_refused_with_the_nearest_and_the_list() {
    let desk = Desk::new();
    let line = desk.refused(&["verilog", "--unit", "ps2_reciever", "--out", "x.v"]);
    assert!(
        line.starts_with("no unit is named \"ps2_reciever\"; the nearest is \"ps2_receiver\"; there are "),
        "{line}"
    );
    assert!(desk.files().is_empty());
}

#[test]
fn wrong_words_are_refused_in_one_line() {
    let desk = Desk::new();
    for (arguments, expected) in [
        (vec![], "requires a subcommand"),
        (vec!["buidl"], "unrecognized subcommand 'buidl'"),
        (vec!["build", "--bord", "nexys3"], "unexpected argument '--bord'"),
        (vec!["build", "--board"], "a value is required for '--board"),
        (vec!["build", "basys3"], "unexpected argument 'basys3'"),
        (vec!["verilog"], "--unit <UNIT>"),
    ] {
        let line = desk.refused(&arguments);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
}

#[test]
fn verilog_is_written_whole_or_printed() {
    let desk = Desk::new();
    let printed = desk.run(&["verilog", "--unit", "ps2_receiver"]);
    assert_eq!((printed.code, printed.err.as_str()), (0, ""));
    assert!(printed.out.contains("\nmodule ps2_receiver"), "{}", printed.out);
    let said = desk.run(&["verilog", "--unit", "ps2_receiver", "--out", "new/v.v"]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(fs::read_to_string(desk.path().join("new/v.v")).unwrap(), printed.out);
    assert_eq!(desk.files(), ["new", "new/v.v"].map(String::from).into());
}

#[test]
fn a_place_that_cannot_be_written_is_refused_and_nothing_is_left() {
    let desk = Desk::new();
    fs::write(desk.path().join("file"), "").unwrap();
    for arguments in [
        vec!["build", "--out", "file"],
        vec!["build", "--out", "file/below"],
        vec!["verilog", "--unit", "ps2_receiver", "--out", "file/v.v"],
        vec!["verilog", "--unit", "ps2_receiver", "--out", "."],
    ] {
        let line = desk.refused(&arguments);
        assert!(line.starts_with("cannot write to "), "{arguments:?}: {line}");
        assert!(line.ends_with("name a place you may write to with --out"), "{line}");
    }
    assert_eq!(desk.files(), ["file".to_string()].into());
}

#[test]
fn a_build_writes_what_its_manifest_says() {
    let desk = Desk::new();
    for (board, constraints) in [
        ("nexys3", "nexys3.ucf"),
        ("basys3", "basys3.xdc"),
        ("nexys-a7", "nexys-a7.xdc"),
        ("sword", "sword.xdc"),
    ] {
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
            assert_eq!(file["sha256"], tengen::hdl::build::sha256(&contents), "{name}");
            listed.insert(name.to_string());
        }
        for name in ["console.v", "top.v", "build.tcl", constraints] {
            assert!(listed.contains(name), "{board}: {name}");
        }
        assert!(said.out.contains(manifest["command"].as_str().unwrap()), "{}", said.out);
        let frame = tengen_sim::frame::Frame::load_png(folder.join("first_frame.png")).unwrap();
        let lit = (0..480 * 640)
            .filter(|i| frame.pixel(i % 640, i / 640) != [0; 3])
            .count();
        assert!(lit > 10_000, "{board}: {lit} pixels of the first picture are not black");
        // The same again, byte for byte.
        let again = desk.run(&["build", "--board", board, "--out", "again"]);
        assert_eq!(again.code, 0);
        for name in listed.iter().map(String::as_str).chain(["manifest.json"]) {
            let (first, second) = (folder.join(name), desk.path().join("again").join(name));
            assert!(
                fs::read(first).unwrap() == fs::read(second).unwrap(),
                "{board}: {name} differs"
            );
        }
    }
}

#[test]
fn run_without_the_vendors_tool_is_refused_before_anything_is_written() {
    let desk = Desk::new();
    for (board, tool, command) in [
        ("nexys3", "Xilinx ISE 14.7", "xtclsh build.tcl"),
        (
            "basys3",
            "AMD Vivado",
            "vivado -mode batch -nojournal -source build.tcl",
        ),
    ] {
        let said = desk.run(&["build", "--board", board, "--run"]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
        assert!(
            said.err.starts_with(&format!("tengen: --run needs {tool}")),
            "{}",
            said.err
        );
        assert!(said.err.contains(&format!("\"{command}\"")), "{}", said.err);
    }
    assert!(desk.files().is_empty());
}

#[cfg(unix)]
#[test]
fn the_vendors_exit_code_is_believed() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    let vivado = desk.path().join("programs/vivado");
    fs::create_dir(vivado.parent().unwrap()).unwrap();
    for (script, code) in [("echo done in $PWD", 0), ("echo the clock is missed; exit 1", 1)] {
        fs::write(&vivado, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&vivado, fs::Permissions::from_mode(0o755)).unwrap();
        let said = desk.run(&["build", "--board", "basys3", "--run"]);
        assert_eq!(said.code, code, "{}", said.err);
        let log = fs::read_to_string(desk.path().join("build/basys3/build.log")).unwrap();
        if code == 0 {
            assert!(log.trim_end().ends_with("build/basys3"), "{log}");
        } else {
            assert!(
                said.err.starts_with("tengen: AMD Vivado failed: the clock is missed"),
                "{}",
                said.err
            );
        }
    }
}
