//! Runs a build: calls its tools step by step in the folder of its files, and judges each step by the files it makes,
//! not by its messages.
//!
//! A step has failed if its exit code is not 0 or a promised file is missing; no step is called after a failed one. The
//! bitstream and the report of an earlier run are removed before the first step, and those of this run if it fails, so
//! whatever exists afterwards is complete. A circuit that misses a clock leaves its report, with `met` false, but no
//! bitstream.

use super::{build::Build, report::Report, tools::Tools};
use crate::files::{File, remove, write_whole};
use anyhow::{Context, Result, bail};
use rust_hdl_bsp::project::{PLACED, REPORT, Step};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// A message to a watcher of a run.
pub enum Event<'a> {
    Begins(&'a Step),
    Ends(&'a Step, Duration),
}

/// A build whose tools have all been found.
pub struct Run<'a> {
    build: &'a Build,
    tools: &'a Tools,
    commands: Vec<Command>,
}

impl<'a> Run<'a> {
    /// Looks for every tool of `build`; the error names all missing ones and how to get them.
    pub fn prepare(build: &'a Build, tools: &'a Tools) -> Result<Run<'a>> {
        let steps = &build.project.steps;
        let mut missing: Vec<&str> = steps.iter().map(|step| step.tool).collect();
        missing.retain(|name| tools.tool(name).path.is_none());
        if let Some(first) = missing.first() {
            bail!(
                "the board is built with {chain}, of which {names} {were} not found; {remedy}",
                chain = build.project.tool,
                names = missing.join(", "),
                were = if missing.len() == 1 { "was" } else { "were" },
                remedy = tools.tool(first).remedy,
            );
        }
        let commands = steps.iter().map(|step| {
            let mut command = tools.command(step.tool)?;
            command.args(&step.arguments);
            Ok(command)
        });
        Ok(Run { build, tools, commands: commands.collect::<Result<_>>()? })
    }

    /// Runs the steps in `folder`, which contains the written build, and writes the report.
    pub fn run(self, folder: &Path, tell: impl FnMut(Event)) -> Result<Report> {
        let build = self.build;
        build.remove_products(folder)?;
        let result = self.steps(folder, tell);
        if result.is_err() {
            remove(folder, &build.project.bitstream)?;
            if !Report::read(folder).is_ok_and(|report| !report.met) {
                remove(folder, REPORT)?;
            }
        }
        result
    }

    fn steps(self, folder: &Path, mut tell: impl FnMut(Event)) -> Result<Report> {
        let project = &self.build.project;
        for (step, command) in project.steps.iter().zip(self.commands) {
            tell(Event::Begins(step));
            let began = Instant::now();
            let result = call(command, step, folder);
            if step.makes.iter().any(|file| file == PLACED) {
                // nextpnr fails on a missed clock but still writes its report. Only in this case does a failed step
                // lead to a report.
                match (&result, placed_report(self.build, self.tools, folder)) {
                    (Ok(()), Ok(report)) => write(&report, folder)?,
                    (Err(_), Ok(report)) if !report.met => write(&report, folder)?,
                    (Ok(()), Err(reason)) => return Err(reason.context(format!("{} failed", step.name))),
                    (Err(_), _) => {}
                }
            }
            result?;
            if folder.join(REPORT).is_file()
                && let Some(miss) = Report::read(folder)?.miss()
            {
                bail!("{} failed: {miss}; see {}", step.name, folder.join(step.log).display());
            }
            tell(Event::Ends(step, began.elapsed()));
        }
        Report::read(folder)
    }
}

/// Runs a step in `folder`.
fn call(mut command: Command, step: &Step, folder: &Path) -> Result<()> {
    let path = folder.join(step.log);
    let log = fs::File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let status = command
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .status()
        .with_context(|| format!("{} could not be started", step.tool))?;
    if !status.success() {
        let log = fs::read(&path).unwrap_or_default();
        bail!(
            "{} failed: {} says {:?}; see {}",
            step.name,
            step.tool,
            reason(&String::from_utf8_lossy(&log)),
            path.display()
        );
    }
    match step.makes.iter().find(|file| !folder.join(file).is_file()) {
        Some(file) => bail!(
            "{} failed: {} made no {file}; see {}",
            step.name,
            step.tool,
            path.display()
        ),
        None => Ok(()),
    }
}

/// The last line of a log that states an error; otherwise the last line.
fn reason(log: &str) -> &str {
    let lines = || log.lines().map(str::trim).filter(|line| !line.is_empty());
    let error = lines().rfind(|line| line.starts_with("ERROR") || line.starts_with("Error"));
    error.or_else(|| lines().next_back()).unwrap_or("nothing")
}

fn placed_report(build: &Build, tools: &Tools, folder: &Path) -> Result<Report> {
    let versions: BTreeMap<String, String> = build
        .project
        .steps
        .iter()
        .filter_map(|step| Some((step.tool.to_string(), tools.tool(step.tool).version_number()?)))
        .collect();
    let mhz = |khz: u32| f64::from(khz) / 1000.0;
    let clock_mhz = mhz(build.wanted.khz)..=mhz(build.wanted.highest_khz);
    Report::placed(build.board, folder, clock_mhz, versions)
}

fn write(report: &Report, folder: &Path) -> Result<()> {
    let file = File { name: REPORT.into(), contents: report.json()?.into_bytes() };
    write_whole(&[file], folder).with_context(|| format!("cannot write {}", folder.join(REPORT).display()))
}

#[cfg(all(test, unix))]
mod tests {
    use super::{super::top, *};
    use crate::program::put_program;
    use rust_hdl_bsp::{Board, Family, Part, boards, project::project};

    const STAT: &str = r#"echo '{"design": {"num_cells_by_type": {}}}' >stat.json; touch top.json"#;

    /// A report of nextpnr with this achieved pixel clock.
    fn placed(achieved: f64) -> String {
        format!(
            r#"touch top.config; echo '{{"fmax": {{"clock": {{"achieved": {achieved}, "constraint": 25.0}}}}, "utilization":
            {{"TRELLIS_COMB": {{"used": 10}}, "TRELLIS_FF": {{"used": 20}}, "DP16KD": {{"used": 3}}}}}}' >nextpnr.json"#
        )
    }

    const PACK: &str = "touch called; echo bits >top.bit";

    /// A build for an ECP5, with shell scripts as tools.
    struct Bench {
        folder: tempfile::TempDir,
        build: Build,
        tools: Tools,
    }

    impl Bench {
        fn new(scripts: &[(&str, &str)]) -> Bench {
            let folder = tempfile::tempdir().unwrap();
            let programs = folder.path().join("programs");
            for (name, script) in scripts {
                let path = programs.join(name);
                // All tools report the same version.
                let version = "if [ \"$1\" = --version ]; then echo version 1.2; exit; fi";
                put_program(&path, &format!("#!/bin/sh\n{version}\n{script}\n"));
            }
            let part = Part { family: Family::Ecp5, device: "LFE5U-25F", package: "CABGA381", speed: "6" };
            let board = Board { part, ..boards::find("basys3").unwrap().clone() };
            let board: &'static Board = Box::leak(Box::new(board));
            let build = Build {
                board,
                files: vec![],
                wanted: top::wanted(board),
                project: project(board, top::TOP, &["top.v"], top::PIXEL_KHZ),
            };
            fs::create_dir(folder.path().join("build")).unwrap();
            let bench = Bench { tools: Tools::find_in(&[programs], std::env::var_os("NO_SUCH_PATH")), build, folder };
            // Products of an earlier run.
            for stale in bench.build.project.products() {
                fs::write(bench.build_folder().join(stale), "stale").unwrap();
            }
            bench
        }

        fn build_folder(&self) -> std::path::PathBuf {
            self.folder.path().join("build")
        }

        fn has(&self, name: &str) -> bool {
            self.build_folder().join(name).exists()
        }

        fn run(&self) -> Result<Report> {
            Run::prepare(&self.build, &self.tools)?.run(&self.build_folder(), |_| {})
        }

        /// Runs a build that must fail, with a one-line error and without a bitstream.
        fn failure(&self) -> String {
            let line = format!("{:#}", self.run().unwrap_err());
            assert_eq!(line.lines().count(), 1, "{line}");
            assert!(!self.has("top.bit"), "{line}");
            line.replace(&self.build_folder().display().to_string(), "BUILD")
        }
    }

    #[test]
    fn a_run_leaves_a_bitstream_and_a_report() {
        let bench = Bench::new(&[("yosys", STAT), ("nextpnr-ecp5", &placed(76.5)), ("ecppack", PACK)]);
        let mut told = vec![];
        let run = Run::prepare(&bench.build, &bench.tools).unwrap();
        let report = run
            .run(&bench.build_folder(), |event| {
                told.push(match event {
                    Event::Begins(step) => format!("{}...", step.name),
                    Event::Ends(step, _) => step.name.to_string(),
                });
            })
            .unwrap();
        assert_eq!(
            told,
            [
                "synthesis...",
                "synthesis",
                "place and route...",
                "place and route",
                "packing...",
                "packing"
            ]
        );
        assert_eq!((report.fmax_mhz, report.met), (Some(76.5), true));
        assert_eq!((report.luts, report.ffs, report.brams), (Some(10), Some(20), Some(3.0)));
        assert!(report.tools.values().all(|version| version == "1.2") && report.tools.len() == 3);
        assert_eq!(Report::read(&bench.build_folder()).unwrap(), report);
        assert_eq!(
            fs::read_to_string(bench.build_folder().join("top.bit")).unwrap(),
            "bits\n"
        );
    }

    #[test]
    fn the_first_step_that_fails_is_the_last() {
        let bench = Bench::new(&[
            ("yosys", "echo reading; echo 'ERROR: no such module'; echo bye; exit 1"),
            ("nextpnr-ecp5", "touch called"),
            ("ecppack", PACK),
        ]);
        assert_eq!(
            bench.failure(),
            "synthesis failed: yosys says \"ERROR: no such module\"; see BUILD/yosys.log"
        );
        assert!(!bench.has("called") && !bench.has("report.json") && !bench.has("nextpnr.json"));
    }

    #[test]
    fn a_missed_clock_is_reported_and_not_packed() {
        let missed = placed(24.99) + "; echo 'ERROR: Max frequency for clock: 24.99 MHz (FAIL at 25.00 MHz)'; exit 1";
        let bench = Bench::new(&[("yosys", STAT), ("nextpnr-ecp5", &missed), ("ecppack", PACK)]);
        let line = bench.failure();
        assert!(
            line.starts_with("place and route failed: nextpnr-ecp5 says \"ERROR: Max frequency"),
            "{line}"
        );
        assert!(!bench.has("called"));
        assert!(!Report::read(&bench.build_folder()).unwrap().met);

        // The same, from a placer that does not treat the miss as an error.
        let bench = Bench::new(&[("yosys", STAT), ("nextpnr-ecp5", &placed(24.99)), ("ecppack", PACK)]);
        assert_eq!(
            bench.failure(),
            "place and route failed: the clock clock is missed: 24.99 MHz of 25 MHz; see BUILD/nextpnr.log"
        );
        assert!(!bench.has("called"));
    }

    #[test]
    fn a_placer_that_fails_for_another_reason_leaves_no_report() {
        for script in [
            "echo 'ERROR: Unable to place'; exit 1".to_string(),
            "echo '{' >nextpnr.json; echo 'ERROR: Unable to place'; exit 1".to_string(),
            placed(80.0) + "; echo 'ERROR: Unable to place'; exit 1",
        ] {
            let bench = Bench::new(&[("yosys", STAT), ("nextpnr-ecp5", &script), ("ecppack", PACK)]);
            assert_eq!(
                bench.failure(),
                "place and route failed: nextpnr-ecp5 says \"ERROR: Unable to place\"; see BUILD/nextpnr.log"
            );
            assert!(!bench.has("called") && !bench.has("report.json"), "{script}");
        }
    }

    #[test]
    fn success_without_its_products_is_none() {
        let bench = Bench::new(&[("yosys", "touch stat.json"), ("nextpnr-ecp5", ""), ("ecppack", PACK)]);
        assert_eq!(
            bench.failure(),
            "synthesis failed: yosys made no top.json; see BUILD/yosys.log"
        );
        let unreadable = "touch top.config; echo '{\"fmax\": ' >nextpnr.json";
        let bench = Bench::new(&[("yosys", STAT), ("nextpnr-ecp5", unreadable), ("ecppack", PACK)]);
        let line = bench.failure();
        assert!(
            line.starts_with("place and route failed: BUILD/nextpnr.json is not as expected"),
            "{line}"
        );
        assert!(!bench.has("called") && !bench.has("report.json"));
        let bench = Bench::new(&[("yosys", STAT), ("nextpnr-ecp5", &placed(80.0)), ("ecppack", "true")]);
        assert_eq!(
            bench.failure(),
            "packing failed: ecppack made no top.bit; see BUILD/pack.log"
        );
        let half = "echo half >top.bit; echo 'Error: no space'; exit 1";
        let bench = Bench::new(&[("yosys", STAT), ("nextpnr-ecp5", &placed(80.0)), ("ecppack", half)]);
        assert_eq!(
            bench.failure(),
            "packing failed: ecppack says \"Error: no space\"; see BUILD/pack.log"
        );
        assert!(!bench.has("report.json"));
    }

    #[test]
    fn missing_tools_are_all_named_before_anything_is_done() {
        let bench = Bench::new(&[("yosys", STAT)]);
        let line = bench.run().unwrap_err().to_string();
        assert_eq!(
            line,
            "the board is built with yosys and nextpnr, of which nextpnr-ecp5, ecppack were not found; run \"tengen tools --install\""
        );
        assert!(bench.has("top.bit"), "nothing is touched");
    }

    #[test]
    fn the_reason_is_the_last_error_or_the_last_line() {
        assert_eq!(
            reason("ERROR: first\nERROR: clock missed\n0 warnings, 1 error\n\n"),
            "ERROR: clock missed"
        );
        assert_eq!(reason("reading\n  cannot open top.v  \n\n"), "cannot open top.v");
        assert_eq!(reason(" \n"), "nothing");
    }
}
