//! What is refused: unknown names, wrong words, and places that cannot be written.

use std::fs;

use rust_hdl_bsp::boards::BOARDS;

use super::Desk;

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
fn an_unknown_unit_is_refused_with_the_nearest_and_the_list() {
    let desk = Desk::new();
    for arguments in [
        &["verilog", "--unit", "ps2_reciever", "--out", "x.v"][..],
        &["mutate", "--unit", "ps2_reciever"],
    ] {
        let line = desk.refused(arguments);
        assert!(
            line.starts_with("no unit is named \"ps2_reciever\"; the nearest is \"ps2_receiver\"; there are "),
            "{line}"
        );
    }
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
        (vec!["mutate", "--unit", "VGA_SYNC"], "the nearest is \"vga_sync\""),
        (vec!["mutate", "--count", "0"], "0 is not in 1..=10000"),
        (
            vec!["prove", "--unit", "screen"],
            "screen has no checks; those with are ",
        ),
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
