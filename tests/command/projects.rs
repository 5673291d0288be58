//! The input files of a board's tools, compared with each other: every file that one refers to exists, the constraints
//! place each of the top's ports exactly once, and the clock is constrained.
//!
//! The vendors' `build.tcl` scripts are also run in a plain Tcl (feature `eda`), with stand-ins for the vendors'
//! programs and commands: the real commands cannot be checked here, but everything around them can, and the XDC file is
//! itself Tcl.

use rust_hdl_bsp::{Board, Family, boards::BOARDS, constraints};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use tengen::hdl::build::Build;
use tengen::{board_console, editions};

/// The extensions of a project's files, except those that tools make.
const ENDINGS: [&str; 12] = [
    "v", "ucf", "xdc", "lpf", "pcf", "cst", "sdc", "tcl", "prj", "xst", "ys", "sh",
];

/// The builds of all boards, planned once, since planning one takes seconds.
static PLANS: LazyLock<Vec<Build>> = LazyLock::new(|| {
    let plan = |board| board_console::plan(board, editions::of(board)).unwrap();
    BOARDS.into_iter().map(plan).collect()
});

fn plan(board: &'static Board) -> &'static Build {
    PLANS.iter().find(|build| build.board.name == board.name).unwrap()
}

fn text(build: &Build, name: &str) -> String {
    let file = build.files.iter().find(|file| file.name == name).unwrap();
    String::from_utf8(file.contents.clone()).unwrap()
}

#[test]
fn every_file_that_is_named_is_there() {
    for board in BOARDS {
        let build = plan(board);
        let there: BTreeSet<&str> = build.files.iter().map(|file| file.name.as_str()).collect();
        let mut named = BTreeSet::new();
        let arguments: Vec<String> = build
            .project
            .steps
            .iter()
            .flat_map(|step| step.arguments.clone())
            .collect();
        let texts = build.project.files.iter().map(|(_, text)| text.clone());
        for text in texts.chain([build.project.command.to_string(), arguments.join(" ")]) {
            let words = text.split(|c: char| !c.is_alphanumeric() && !"._-".contains(c));
            let files = words.filter(|word| {
                let ending = word.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
                // ISE's map writes a pcf of its own.
                let made = *word == "top.pcf" && board.part.family == Family::Spartan6;
                !made && ending.is_some_and(|(_, ending)| ENDINGS.contains(&ending))
            });
            named.extend(files.map(str::to_string));
        }
        for file in &named {
            assert!(
                there.contains(file.as_str()),
                "{}: {file} is named and not written",
                board.name
            );
        }
        for file in ["console.v", "top.v", &constraints::file_name(board)] {
            assert!(
                named.contains(file),
                "{}: {file} is written and nobody reads it",
                board.name
            );
        }
    }
}

/// Every bit of every port of the module `top`, from its declarations.
fn declared(top: &str) -> Vec<String> {
    let ports = top.split_once("module top (").unwrap().1.split_once(");").unwrap().0;
    let bits = ports.split(',').flat_map(|port| {
        let words: Vec<&str> = port.split_whitespace().collect();
        let name = *words.last().unwrap();
        match words
            .iter()
            .find_map(|word| word.strip_prefix('[')?.strip_suffix(":0]"))
        {
            Some(last) => (0..=last.parse().unwrap())
                .map(|bit: usize| format!("{name}[{bit}]"))
                .collect(),
            None => vec![name.to_string()],
        }
    });
    bits.collect()
}

/// How often a constraint file places each bit, and the clocks it names.
fn constrained(family: Family, text: &str) -> (BTreeMap<String, usize>, Vec<String>) {
    let mut places = BTreeMap::new();
    let mut clocks = vec![];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let quoted = |line: &str| {
            line.split('"')
                .nth(1)
                .unwrap_or_default()
                .replace('<', "[")
                .replace('>', "]")
        };
        let braced = |line: &str| {
            line.split("get_ports {")
                .nth(1)
                .unwrap()
                .trim_end_matches("}]")
                .to_string()
        };
        let last = |line: &str| line.split_whitespace().rev().nth(1).unwrap().to_string();
        let (place, clock) = match family {
            Family::Spartan6 => (
                line.contains(" LOC = ").then(|| quoted(line)),
                line.contains("TNM_NET").then(|| quoted(line)),
            ),
            Family::Series7 => (
                line.contains("PACKAGE_PIN").then(|| braced(line)),
                line.starts_with("create_clock").then(|| braced(line)),
            ),
            Family::Ecp5 => (
                line.starts_with("LOCATE").then(|| quoted(line)),
                line.starts_with("FREQUENCY PORT").then(|| quoted(line)),
            ),
            Family::Ice40 => (
                line.starts_with("set_io").then(|| last(line)),
                line.starts_with("set_frequency").then(|| last(line)),
            ),
            Family::Gowin => (
                line.starts_with("IO_LOC").then(|| quoted(line)),
                line.contains("get_ports").then(|| braced(line)),
            ),
        };
        if let Some(place) = place {
            *places.entry(place).or_default() += 1;
        }
        clocks.extend(clock);
    }
    (places, clocks)
}

#[test]
fn the_constraints_place_each_port_of_the_top_once_and_name_its_clock() {
    for board in BOARDS {
        let build = plan(board);
        let expected: BTreeMap<String, usize> = declared(&text(build, "top.v"))
            .into_iter()
            .map(|bit| (bit, 1))
            .collect();
        let mut constraints = text(build, &constraints::file_name(board));
        if board.part.family == Family::Gowin {
            constraints += &text(build, "clocks.sdc");
        }
        let (places, clocks) = constrained(board.part.family, &constraints);
        assert_eq!(places, expected, "{}", board.name);
        assert!(
            clocks.contains(&"board_clock".to_string()),
            "{}: {clocks:?}",
            board.name
        );
    }
}

#[cfg(all(feature = "eda", unix))]
use crate::program;

#[cfg(all(feature = "eda", unix))]
mod vendors {
    use super::*;
    use program::put_program;
    use rust_hdl_bsp::{boards, clocking::period_ns};
    use std::{
        env, fs,
        path::Path,
        process::{Command, Output},
    };
    use tengen::hdl::{report::Report, top::PIXEL_KHZ};

    /// ISE's reports for a circuit that reaches `reached_ns` with that many timing errors.
    fn ise_reports(reached_ns: &str, errors: usize) -> [(&'static str, String); 2] {
        let wanted = period_ns(PIXEL_KHZ);
        [
            (
                "top.twr",
                format!(
                    "|TS_board_clock  |     10.000ns|      3.334ns|\n| TS_clock_divided|     {wanted}ns|     {reached_ns}ns|\n\
                     Timing errors: {errors}  Score: 0\n"
                ),
            ),
            (
                "top.par",
                "Release 14.7 par P.20131013\nNumber of Slice Registers:  1,202 out of 18,224\nNumber of Slice LUTs: 1,534 out \
                 of 9,112\nNumber of RAMB16BWERs: 15 out of 32\nNumber of RAMB8BWERs: 7 out of 64\n"
                    .into(),
            ),
        ]
    }

    /// Stand-ins for ISE's programs: each checks its input files and makes its output files; `broken` fails.
    fn ise(folder: &Path, broken: &str) {
        let programs = folder.join("programs");
        for (name, reads, makes) in [
            ("xst", "top.xst top.prj console.v top.v", "top.ngc"),
            ("ngdbuild", "nexys3.ucf top.ngc", "top.ngd"),
            ("map", "top.ngd", "top_map.ncd top.pcf"),
            ("par", "top_map.ncd top.pcf", "top.ncd"),
            ("trce", "top.ncd top.pcf", ""),
            ("bitgen", "top.ncd top.pcf", "top.bit"),
        ] {
            let fails = if name == broken { "exit 1" } else { "" };
            let script =
                format!("#!/bin/sh\nset -e\n{fails}\ncat {reads} >/dev/null\nfor f in {makes}; do : >$f; done\n");
            put_program(&programs.join(name), &script);
        }
    }

    /// Stand-ins for Vivado's commands. They check that files they read exist; the XDC file is executed.
    fn vivado(slack: f64) -> String {
        format!(
            r#"
proc wanted {{files}} {{ foreach file $files {{ close [open $file] }} }}
proc read_verilog {{files}} {{ wanted $files }}
proc read_xdc {{file}} {{ uplevel #0 source $file }}
set ports {{}}
proc set_property {{args}} {{
    if {{[lindex $args 0] eq "-dict"}} {{
        array set p [lindex $args 1]
        if {{![info exists p(PACKAGE_PIN)] || ![info exists p(IOSTANDARD)]}} {{ error "no place: $args" }}
        lappend ::ports [lindex $args 2]
    }}
}}
proc get_ports {{name}} {{ return $name }}
proc current_design {{}} {{ return design }}
proc create_clock {{args}} {{ set ::clock [lindex $args end] }}
proc set_false_path {{args}} {{
    if {{[llength $args] != 2 || [lindex $args 0] ne "-from"}} {{ error "no path: $args" }}
}}
foreach name {{synth_design opt_design place_design phys_opt_design route_design report_utilization report_timing_summary}} {{
    proc $name {{args}} {{ puts "$::argv0: called" }}
}}
proc get_pins {{name}} {{ return $name }}
proc get_clocks {{args}} {{ return machine }}
proc get_timing_paths {{args}} {{ return path }}
proc get_property {{name of}} {{ return [expr {{$name eq "PERIOD" ? 40.0 : {slack}}}] }}
proc get_cells {{args}} {{ return {{a b c}} }}
proc version {{args}} {{ return 2024.1 }}
proc write_bitstream {{args}} {{ close [open [lindex $args end] w] }}
source build.tcl
if {{$clock ne "board_clock"}} {{ error "the clock is $clock" }}
set file [open ports w]; puts $file [join $ports "\n"]; close $file
"#
        )
    }

    fn tcl(folder: &Path, script: &str) -> Output {
        let path = env::join_paths(
            std::iter::once(folder.join("programs")).chain(env::split_paths(&env::var_os("PATH").unwrap())),
        );
        Command::new("tclsh")
            .arg(script)
            .current_dir(folder)
            .env("PATH", path.unwrap())
            .output()
            .unwrap_or_else(|error| panic!("tclsh: {error}; install Tcl (Debian: tcl)"))
    }

    fn said(output: &Output) -> String {
        String::from_utf8_lossy(&[output.stdout.as_slice(), output.stderr.as_slice()].concat()).into_owned()
    }

    #[test]
    fn the_ise_script_stops_at_what_fails_and_reads_the_reports() {
        let build = plan(boards::find("nexys3").unwrap());
        for (broken, reached, errors, expected) in [
            ("", "18.500", 0, None),
            (
                "",
                "41.000",
                3,
                Some("ERROR: the clock is missed: 3 timing errors, see top.twr"),
            ),
            (
                "map",
                "18.500",
                0,
                Some("ERROR: mapping failed: child process exited abnormally"),
            ),
        ] {
            let folder = tempfile::tempdir().unwrap();
            build.write(folder.path()).unwrap();
            ise(folder.path(), broken);
            for (name, report) in ise_reports(reached, errors) {
                fs::write(folder.path().join(name), report).unwrap();
            }
            let output = tcl(folder.path(), "build.tcl");
            let report = Report::read(folder.path());
            assert_eq!(folder.path().join("top.bit").exists(), expected.is_none());
            match expected {
                None => {
                    assert!(output.status.success(), "{}", said(&output));
                    let report = report.unwrap();
                    assert_eq!(
                        (report.fmax_mhz, report.target_mhz, report.met),
                        (Some(54.05), 25.0, true)
                    );
                    assert_eq!(
                        (report.luts, report.ffs, report.brams),
                        (Some(1534), Some(1202), Some(18.5))
                    );
                    assert_eq!(report.tools["ise"], "14.7");
                }
                Some(line) => {
                    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
                    assert_eq!(said(&output).lines().last(), Some(line));
                    assert_eq!(report.is_ok_and(|report| !report.met), errors > 0);
                }
            }
        }
    }

    #[test]
    fn the_vivado_script_and_the_constraints_run() {
        for board in BOARDS.into_iter().filter(|board| board.part.family == Family::Series7) {
            let build = plan(board);
            for (slack, code) in [(21.5, 0), (-0.5, 1)] {
                let folder = tempfile::tempdir().unwrap();
                build.write(folder.path()).unwrap();
                fs::write(folder.path().join("vivado.tcl"), vivado(slack)).unwrap();
                let output = tcl(folder.path(), "vivado.tcl");
                assert_eq!(output.status.code(), Some(code), "{}: {}", board.name, said(&output));
                let report = Report::read(folder.path()).unwrap();
                assert_eq!(
                    (report.met, folder.path().join("top.bit").exists()),
                    (code == 0, code == 0)
                );
                if code == 0 {
                    assert_eq!((report.fmax_mhz, report.target_mhz), (Some(54.05), 25.0));
                    assert_eq!((report.luts, report.ffs, report.brams), (Some(3), Some(3), Some(4.5)));
                    let placed = fs::read_to_string(folder.path().join("ports")).unwrap();
                    assert_eq!(
                        placed.lines().collect::<Vec<_>>(),
                        declared(&text(build, "top.v")),
                        "{}",
                        board.name
                    );
                } else {
                    let line =
                        "ERROR: the clock is missed: worst slack -0.5 ns at setup, -0.5 ns at hold, see timing.rpt";
                    assert_eq!(said(&output).lines().last(), Some(line));
                }
            }
        }
    }
}
