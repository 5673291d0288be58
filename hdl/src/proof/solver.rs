//! Proves the properties of a circuit: yosys turns its Verilog into formulas, and a solver looks for inputs that break them.
//!
//! 1. By induction: in any state at all, if the properties held in the clocks before, they hold in the next. Properties for
//!    which this fails are left out until it succeeds for the rest. If the rest also holds in the first clocks after power-on, it
//!    holds for ever.
//! 2. Bounded: the properties that were left out are tried from power-on with any inputs, for
//!    [`Checks::DEPTH`](super::Checks::DEPTH) clocks. One that breaks is broken in the earliest clock possible.
//! 3. For `once_`: the shortest way there.
//!
//! yosys-smtbmc reports in lines of text, which `Report` reads.

use super::Kind;
use crate::tools::Tools;
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

/// What was found of a property. Clocks are counted from 0 at power-on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds for ever, by an induction over that many clocks.
    Proved {
        clocks: usize,
    },
    /// It holds for that many clocks; more is not known.
    Bounded {
        clocks: usize,
    },
    Broken {
        clock: usize,
    },
    /// It happens, first in that clock.
    Reached {
        clock: usize,
    },
    /// It does not happen within that many clocks.
    Unreached {
        clocks: usize,
    },
    /// It is assumed of the inputs.
    Assumed,
}

impl Verdict {
    /// Whether nothing is wrong: a `once_` property must be reached.
    pub fn is_good(self) -> bool {
        !matches!(self, Verdict::Broken { .. } | Verdict::Unreached { .. })
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Verdict::Proved { clocks: 1 } => write!(out, "proved, by induction over 1 clock"),
            Verdict::Proved { clocks } => write!(out, "proved, by induction over {clocks} clocks"),
            Verdict::Bounded { clocks } => write!(out, "holds for the first {clocks} clocks"),
            Verdict::Broken { clock } => write!(out, "broken in clock {clock}"),
            Verdict::Reached { clock } => write!(out, "reached in clock {clock}"),
            Verdict::Unreached { clocks } => write!(out, "not reached in {clocks} clocks"),
            Verdict::Assumed => write!(out, "assumed"),
        }
    }
}

/// A property, and what was found of it.
#[derive(Clone, Debug)]
pub struct Judged {
    pub name: &'static str,
    pub kind: Kind,
    pub verdict: Verdict,
    /// The inputs that break it, or lead there, in the form that [`tengen_sim::drawing`] takes.
    pub stimulus: Option<String>,
}

/// Proves `properties` of the module `top`. `text` gives its Verilog with the checks, without the properties that it is told to
/// leave out. The outputs of the parts in `free`, named as by [`parts`](super::text::parts), may take any value.
///
/// # Errors
/// If a tool is missing or fails; or if the inputs that are assumed exclude one another.
pub fn prove(
    tools: &Tools,
    (top, free): (&str, &[String]),
    properties: &[(&'static str, Kind)],
    depth: usize,
    text: &dyn Fn(&[&str]) -> Result<String>,
) -> Result<Vec<Judged>> {
    let of = |wanted| {
        properties
            .iter()
            .filter(move |(_, kind)| *kind == wanted)
            .map(|(name, _)| *name)
    };
    let bench = Bench::new(tools, top, free)?;
    let (shown, clocks) = bench.induce(of(Kind::Always).collect(), properties, depth, text)?;
    // What is shown need not be tried any more.
    let rest: Vec<&str> = properties
        .iter()
        .map(|(name, _)| *name)
        .filter(|name| !shown.contains(name))
        .collect();
    let mut broken = vec![];
    if of(Kind::Always).any(|name| rest.contains(&name)) {
        broken = bench.broken(&text(&shown)?, depth)?;
    }
    let mut reached = vec![];
    if of(Kind::Once).next().is_some() {
        bench.translate(&text(&of(Kind::Always).collect::<Vec<_>>())?)?;
        reached = bench
            .smtbmc(&[&["-c", "-t", &depth.to_string()], &TRACES[..]].concat())?
            .reached;
    }
    let mut judged: Vec<Judged> = vec![];
    for (name, kind) in properties {
        let found = broken.iter().chain(&reached).find(|(known, ..)| known == name);
        let verdict = match (kind, found) {
            (Kind::Given, _) => Verdict::Assumed,
            (Kind::Always, Some((_, clock, _))) => Verdict::Broken { clock: *clock },
            (Kind::Always, None) if shown.contains(name) => Verdict::Proved { clocks },
            (Kind::Always, None) => Verdict::Bounded { clocks: depth },
            (Kind::Once, Some((_, clock, _))) => Verdict::Reached { clock: *clock },
            (Kind::Once, None) => Verdict::Unreached { clocks: depth },
        };
        judged.push(Judged { name, kind: *kind, verdict, stimulus: found.map(|(.., stimulus)| stimulus.clone()) });
    }
    Ok(judged)
}

/// The options that ask for the inputs of an event.
const TRACES: [&str; 2] = ["--dump-yw", "trace%.yw"];

/// A folder with a circuit and its formulas.
pub(super) struct Bench<'a> {
    folder: tempfile::TempDir,
    tools: &'a Tools,
    top: &'a str,
    /// Parts whose outputs may take any value, as `module/instance`.
    free: &'a [String],
}

const VERILOG: &str = "checked.v";
const FORMULAS: &str = "checked.smt2";

impl<'a> Bench<'a> {
    pub(super) fn new(tools: &'a Tools, top: &'a str, free: &'a [String]) -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a folder for the proof")?;
        Ok(Bench { folder, tools, top, free })
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn write(&self, text: &str) -> Result<()> {
        fs::write(self.path(VERILOG), text).context("cannot write the Verilog to prove")
    }

    /// The commands of yosys that read the circuit.
    pub(super) fn read(&self) -> String {
        format!(
            "read_verilog -formal {VERILOG}; hierarchy -check -top {}; proc",
            self.top
        )
    }

    /// The commands that cut off the outputs of the free parts: the solver may choose their values.
    pub(super) fn set_free(&self) -> String {
        match self.free {
            [] => String::new(),
            parts => format!("cutpoint {}; hierarchy -top {}; ", parts.join(" "), self.top),
        }
    }

    /// The commands that write its formulas, in which a rising edge is a step. A ROM becomes logic, since its contents could be
    /// anything in an induction.
    pub(super) fn formulas(&self) -> String {
        format!(
            "{}prep -flatten -nordff -top {}; async2sync; chformal -assume -early; opt -fast; memory_nordff; memory_map -rom-only; dffunmap; \
             write_smt2 -wires {FORMULAS}",
            self.set_free(),
            self.top
        )
    }

    pub(super) fn yosys(&self, script: &str) -> Result<()> {
        let (succeeded, text) = self.run(script)?;
        ensure!(succeeded, "yosys refuses {}: {}", self.top, reason(&text));
        Ok(())
    }

    /// Whether yosys reaches the end of a script.
    pub(super) fn succeeds(&self, script: &str) -> Result<bool> {
        Ok(self.run(script)?.0)
    }

    fn run(&self, script: &str) -> Result<(bool, String)> {
        call(
            self.tools.command("yosys")?.args(["-q", "-p", script]),
            self.folder.path(),
        )
    }

    /// Whether the one output of an AIGER file can never be 1 after power-on; none if that is not settled within so many seconds after
    /// the commands that make the circuit smaller.
    pub(super) fn never_asserted(&self, file: &str, smaller: &str, seconds: u32) -> Result<Option<bool>> {
        let script = format!("read_aiger {file}; {smaller}; pdr -T {seconds}");
        let (_, text) = call(self.tools.command("abc")?.args(["-q", &script]), self.folder.path())?;
        let answers = [
            ("Property proved.", Some(true)),
            ("was asserted in frame", Some(false)),
            ("Property UNDECIDED.", None),
        ];
        let found = answers.into_iter().find(|(answer, _)| text.contains(answer));
        let (_, settled) = found.with_context(|| format!("ABC fails on {}: {}", self.top, reason(&text)))?;
        Ok(settled)
    }

    fn translate(&self, text: &str) -> Result<()> {
        self.write(text)?;
        self.yosys(&format!("{}; {}", self.read(), self.formulas()))
    }

    fn smtbmc(&self, arguments: &[&str]) -> Result<Report> {
        let mut command = self.tools.command("yosys-smtbmc")?;
        command.args(["-s", "z3"]).args(arguments).arg(FORMULAS);
        command.env("PATH", self.search_path()?);
        let (_, text) = call(&mut command, self.folder.path())?;
        let report = Report::read(&text, |trace| {
            let name = trace.trim();
            fs::read_to_string(self.folder.path().join(name)).with_context(|| format!("there is no {name}"))
        })?;
        ensure!(report.ended, "yosys-smtbmc fails on {}: {}", self.top, reason(&text));
        Ok(report)
    }

    /// The search path, with the folder of the solver first: yosys-smtbmc starts it by its name.
    fn search_path(&self) -> Result<OsString> {
        let solver = self.tools.tool("z3");
        let place = solver
            .path
            .as_ref()
            .with_context(|| format!("z3 was not found; {}", solver.remedy))?;
        let folders = place.parent().map(Path::to_path_buf).into_iter();
        let others = env::var_os("PATH").unwrap_or_default();
        Ok(env::join_paths(folders.chain(env::split_paths(&others)))?)
    }

    /// The properties of a text that break within that many clocks from power-on.
    fn broken(&self, text: &str, depth: usize) -> Result<Vec<Event>> {
        self.translate(text)?;
        self.search(depth)
    }

    /// The same for the formulas in the folder.
    pub(super) fn search(&self, depth: usize) -> Result<Vec<Event>> {
        let report = self.smtbmc(&[&["--presat", "--keep-going", "-t", &depth.to_string()], &TRACES[..]].concat())?;
        ensure!(
            !report.contradiction,
            "what is assumed of {}'s inputs cannot be",
            self.top
        );
        Ok(report.failed)
    }

    /// Properties for which an induction over so many steps fails; none if it succeeds.
    pub(super) fn unproved(&self, steps: usize) -> Result<Vec<String>> {
        let report = self.smtbmc(&["-i", "-t", &steps.to_string()])?;
        Ok(report.failed.into_iter().map(|(name, ..)| name).collect())
    }

    /// The properties that an induction proves together, and over how many clocks.
    ///
    /// yosys-smtbmc names properties for which the induction fails. They are left out, until it succeeds for the rest.
    fn induce(
        &self,
        mut tried: Vec<&'static str>,
        all: &[(&'static str, Kind)],
        depth: usize,
        text: &dyn Fn(&[&str]) -> Result<String>,
    ) -> Result<(Vec<&'static str>, usize)> {
        while !tried.is_empty() {
            let others = all
                .iter()
                .filter(|(name, kind)| *kind != Kind::Given && !tried.contains(name));
            let text = text(&others.map(|(name, _)| *name).collect::<Vec<_>>())?;
            self.translate(&text)?;
            let report = self.smtbmc(&["-i", "-t", &depth.to_string()])?;
            let fails: Vec<String> = match report.induction {
                None => report.failed.into_iter().map(|(name, ..)| name).collect(),
                Some(step) => {
                    let clocks = depth - step;
                    let broken = self.broken(&text, clocks)?;
                    if broken.is_empty() {
                        return Ok((tried, clocks));
                    }
                    broken.into_iter().map(|(name, ..)| name).collect()
                }
            };
            let before = tried.len();
            tried.retain(|name| !fails.iter().any(|failed| failed == name));
            ensure!(
                tried.len() < before,
                "yosys-smtbmc does not say what fails on {}",
                self.top
            );
        }
        Ok((tried, 0))
    }
}

/// Runs a command in a folder: whether it succeeded, and what it said.
pub(super) fn call(command: &mut Command, folder: &Path) -> Result<(bool, String)> {
    let output = command.current_dir(folder).stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot run {}", command.get_program().to_string_lossy()))?;
    let text = [output.stdout, output.stderr].concat();
    Ok((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
}

pub(super) fn reason(text: &str) -> &str {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let error = lines
        .clone()
        .find(|line| line.contains("ERROR") || line.contains("Error"));
    error.or_else(|| lines.next_back()).unwrap_or("without a word")
}

/// A property, a clock, and the stimulus that leads there.
pub(super) type Event = (String, usize, String);

/// What yosys-smtbmc reports.
///
/// ```text
/// ##   0:00:00  Checking assertions in step 14..
/// ##   0:00:00  Assert failed in ps2_receiver: check_always_apart
/// ##   0:00:00  Reached cover statement in step 6 at ps2_receiver: check_once_strobe
/// ##   0:00:00  Writing trace to Yosys witness file: trace0.yw         of the events before it
/// ##   0:00:00  Trying induction in step 18..
/// ##   0:00:00  Temporal induction successful.
/// ##   0:00:00  Status: FAILED
/// ```
#[derive(Debug, Default)]
struct Report {
    failed: Vec<Event>,
    reached: Vec<Event>,
    /// The step, counted down from the depth, at which an induction succeeded.
    induction: Option<usize>,
    /// The assumptions exclude one another.
    contradiction: bool,
    ended: bool,
}

impl Report {
    fn read(text: &str, trace: impl Fn(&str) -> Result<String>) -> Result<Report> {
        let mut report = Report::default();
        let mut step = 0;
        // A trace belongs to the events since the trace before: these are the numbers of the first of them.
        let mut open: (usize, usize) = (0, 0);
        for line in text.lines() {
            let said = line.trim_start_matches('#').trim_start();
            let said = said.split_once("  ").map_or(said, |(_, said)| said);
            if let Some((_, number)) = said.split_once(" in step ") {
                let digits = number.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
                step = digits.parse().with_context(|| format!("yosys-smtbmc says {said:?}"))?;
            }
            let property = said.rsplit_once(": check_").map(|(_, name)| name);
            let property = property.map(|name| name.split_whitespace().next().unwrap_or_default().to_string());
            if said.starts_with("Assert failed") {
                let name = property.with_context(|| format!("yosys-smtbmc says {said:?}"))?;
                report.failed.push((name, step, String::new()));
            } else if said.starts_with("Reached cover statement") {
                let name = property.with_context(|| format!("yosys-smtbmc says {said:?}"))?;
                report.reached.push((name, step, String::new()));
            } else if let Some(file) = said.strip_prefix("Writing trace to Yosys witness file: ") {
                let stimulus = stimulus(&trace(file)?)?;
                for (.., of) in &mut report.failed[open.0..] {
                    of.clone_from(&stimulus);
                }
                for (.., of) in &mut report.reached[open.1..] {
                    of.clone_from(&stimulus);
                }
                open = (report.failed.len(), report.reached.len());
            } else if said.starts_with("Temporal induction successful") {
                report.induction = Some(step);
            } else if said.contains("Assumptions are unsatisfiable") {
                report.contradiction = true;
            } else if said.starts_with("Status: ") {
                report.ended = true;
            }
        }
        // With several properties at once, the same one may be told again in a later step.
        for events in [&mut report.failed, &mut report.reached] {
            let mut known: Vec<String> = vec![];
            events.retain(|(name, ..)| {
                !known.contains(name) && {
                    known.push(name.clone());
                    true
                }
            });
        }
        Ok(report)
    }
}

/// A trace of yosys: all signals of a step are one number, of which the first has the lowest bits.
#[derive(Deserialize)]
struct Trace {
    signals: Vec<TraceSignal>,
    steps: Vec<TraceStep>,
    clocks: Vec<TraceClock>,
}

#[derive(Deserialize)]
struct TraceSignal {
    path: Vec<String>,
    width: usize,
}

#[derive(Deserialize)]
struct TraceStep {
    bits: String,
}

#[derive(Deserialize)]
struct TraceClock {
    path: Vec<String>,
}

/// The inputs of a trace, a line for each.
fn stimulus(trace: &str) -> Result<String> {
    let trace: Trace = serde_json::from_str(trace).context("the trace of yosys is not as expected")?;
    let mut text = String::new();
    let mut low = 0;
    for signal in &trace.signals {
        let values = trace.steps.iter().map(|step| {
            let end = step
                .bits
                .len()
                .checked_sub(low)
                .context("a step of the trace is too short")?;
            let bits = &step.bits[end.saturating_sub(signal.width)..end];
            // A bit that does not matter is x.
            u64::from_str_radix(&bits.replace(['x', '?'], "0"), 2).with_context(|| format!("{bits} is no value"))
        });
        let values = values.collect::<Result<Vec<_>>>()?;
        low += signal.width;
        let is_input = signal.path.len() == 1 && trace.clocks.iter().all(|clock| clock.path != signal.path);
        if !is_input {
            continue;
        }
        text += signal.path[0].trim_start_matches('\\');
        for run in values.chunk_by(|a, b| a == b) {
            text += &match run.len() {
                1 => format!(" {}", run[0]),
                clocks => format!(" {}*{clocks}", run[0]),
            };
        }
        text += "\n";
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = r#"{"clocks": [{"path": ["\\clock"], "edge": "posedge", "offset": 0}], "signals": [
        {"path": ["\\clock"], "width": 1}, {"path": ["\\ready"], "width": 1}, {"path": ["\\data"], "width": 3}],
        "steps": [{"bits": "10110"}, {"bits": "10100"}, {"bits": "x1110"}]}"#;

    #[test]
    fn a_trace_becomes_a_line_for_each_input() {
        assert_eq!(stimulus(TRACE).unwrap(), "ready 1 0 1\ndata 5*2 3\n");
        assert!(stimulus("{}").is_err());
        assert!(stimulus(&TRACE.replace("10100", "1")).is_err());
    }

    #[test]
    fn a_report_tells_the_clock_and_the_inputs_of_each_event() {
        let text = "##   0:00:00  Checking assertions in step 4..
##   0:00:00  BMC failed!
##   0:00:00  Assert failed in unit: check_always_a
##   0:00:00  Assert failed in unit: check_always_b
##   0:00:00  Writing trace to Yosys witness file: trace0.yw
##   0:00:00  Checking assertions in step 9..
##   0:00:00  Assert failed in unit: check_always_c
##   0:00:00  Assert failed in unit: check_always_a
##   0:00:00  Writing trace to Yosys witness file: trace1.yw
##   0:00:00  Reached cover statement in step 12 at unit: check_once_d
##   0:00:00  Writing trace to Yosys witness file: trace0.yw
##   0:00:00  Status: FAILED
";
        let later = TRACE.replace("10110", "00000");
        let report = Report::read(text, |file| {
            Ok(if file == "trace1.yw" { later.clone() } else { TRACE.into() })
        })
        .unwrap();
        let (first, second) = (stimulus(TRACE).unwrap(), stimulus(&later).unwrap());
        assert_ne!(first, second);
        let event = |name: &str, clock, stimulus: &String| (name.to_string(), clock, stimulus.clone());
        let failed = [
            event("always_a", 4, &first),
            event("always_b", 4, &first),
            event("always_c", 9, &second),
        ];
        assert_eq!(report.failed, failed);
        assert_eq!(report.reached, [event("once_d", 12, &first)]);
        assert!(report.ended && report.induction.is_none());
    }

    #[test]
    fn an_induction_succeeds_at_a_step_below_the_depth() {
        let text = "##   0:00:00  Trying induction in step 20..\n##   0:00:00  Trying induction in step 18..
##   0:00:00  Temporal induction successful.\n##   0:00:00  Status: PASSED\n";
        let report = Report::read(text, |_| unreachable!()).unwrap();
        assert_eq!((report.induction, report.ended), (Some(18), true));
    }

    /// With the real part the property is proved, whether the checks see its output or a signal inside it. With the part free it breaks.
    #[cfg(feature = "eda")]
    #[test]
    fn a_part_that_is_free_may_do_anything() {
        let house = "module lamp (\n  output wire on\n);\n  wire lit = 1;\n  assign on = lit;\nendmodule\n\n\
                     module house (\n  input wire clock\n);\n  wire lamp_on;\n  lamp lamp (\n    .on(lamp_on)\n  );\nendmodule\n";
        let checks = "module house_checks (\n  input wire on,\n  output wire always_on\n);\n  assign always_on = on;\nendmodule\n";
        let port = |name, direction| tengen_sim::Port { name, direction, width: 1 };
        let ports = [
            port("on", tengen_sim::PortDirection::Input),
            port("always_on", tengen_sim::PortDirection::Output),
        ];
        let prove = |path, free: &[&str]| {
            let free = crate::proof::text::parts("house", house, free).unwrap();
            let text = |but: &[&str]| {
                super::super::with_checks(("house", house), ("house_checks", checks), &ports, &[("on", path)], but)
            };
            let property = [("always_on", Kind::Always)];
            super::prove(&Tools::find(), ("house", &free), &property, 5, &text).unwrap()[0].verdict
        };
        for path in ["lamp.on", "lamp.lit"] {
            assert!(matches!(prove(path, &[]), Verdict::Proved { .. }), "{path}");
        }
        assert_eq!(prove("lamp.on", &["lamp"]), Verdict::Broken { clock: 0 });
    }
}
