//! Random checks of a random circuit: what a monitor finds in the rust-hdl simulation, in the fast engine, and what the checks
//! in the emitted Verilog say.
//!
//! ```text
//! circuit, checks ─┬─ Native, a monitor ─> which property breaks in which clock
//!                  ├─ Fast, a monitor ───> the same?
//!                  └─ Verilog with both ─> Icarus Verilog ─> the same?
//! ```
//!
//! `generate::checks` makes the checks, the generated programs call [`record`], and `simulators::checks` runs the Verilog. The
//! properties are random logic, so most of them do not hold. What counts is that all three agree on the clock.

use std::{collections::HashSet, fs, io::Write, path::Path};

use anyhow::{Context, Result, ensure};
use tengen_hdl::{
    proof::{properties, with_checks},
    verilog::{netlist, verilog},
};
use tengen_sim::{Engine, FastTracer, Findings, Native, Tracer, Watch, WaveSignal, chosen, fast::Fast, watch::Kind};

use crate::{ast::Circuit, driver::guarded, fast_engine::Layout};

/// The checks of a circuit.
pub struct Checks {
    /// A single module. Its inputs are ports of the checked circuit, its outputs are properties.
    pub circuit: Circuit,
    /// The number of each input, and the name of the port that it sees.
    pub seen: Vec<(usize, String)>,
}

impl Checks {
    /// The number and the name of each property. The name tells its kind.
    pub fn properties(&self) -> impl Iterator<Item = (usize, String)> {
        let kinds = ["always", "once", "given"];
        let outputs = self.circuit.top().outputs.keys();
        outputs.map(move |id| (*id, format!("{}_{id}", kinds[id % kinds.len()])))
    }

    /// The source of the checks, with each output renamed from `o0`, `o1` and so on to its property's name.
    pub fn named(&self, source: &str) -> String {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let mut words: Vec<String> = source.split_inclusive(|c| !is_part(c)).map(String::from).collect();
        for (id, property) in self.properties() {
            let output = format!("o{id}");
            for word in &mut words {
                let end = word.find(|c| !is_part(c)).unwrap_or(word.len());
                if word[..end] == output {
                    word.replace_range(..end, &property);
                }
            }
        }
        words.concat()
    }
}

/// A line for each property that was broken or reached, with its name and the clock; sorted.
fn told(findings: &Findings) -> Vec<String> {
    let broken = findings.broken.iter().map(|broken| (broken.property, broken.clock));
    let mut lines: Vec<String> = broken
        .chain(findings.reached.iter().copied())
        .map(|(property, clock)| format!("{property} {clock}"))
        .collect();
    lines.sort();
    lines
}

/// The same lines, from what a simulator prints: a row for each clock, with a bit for each of `properties`.
pub fn told_by_rows(properties: &[&str], rows: &[String]) -> Vec<String> {
    let mut lines = vec![];
    for (column, property) in properties.iter().enumerate() {
        let waited = if Kind::of(property) == Some(Kind::Once) { b'1' } else { b'0' };
        lines.extend(
            rows.iter()
                .enumerate()
                .find_map(|(clock, row)| match row.as_bytes().get(column) {
                    Some(value) if *value == waited => Some(format!("{property} {clock}")),
                    Some(b'0' | b'1') => None,
                    other => Some(format!("{property} is {other:?} in clock {clock}")),
                }),
        );
    }
    lines.sort();
    lines
}

/// Sets the inputs of each row, and makes an edge. A row has a bit for the clock, then those of the inputs.
fn run(engine: &mut impl Engine, rows: &[&str]) {
    let layout = Layout { ports: engine.ports().to_vec() };
    for row in rows {
        for (port, words) in layout.inputs(&row[1..]) {
            engine.set(port, words[0]);
        }
        engine.step();
    }
}

/// In the generated programs: runs a circuit with its monitors by the recorded inputs (`.in`). Writes what they find
/// (`.found`), and the Verilog of both (`.checked.v`); a difference is added to the failures (`.fail`).
///
/// # Errors
/// If a file cannot be written.
pub fn record<C, K>(
    folder: &Path,
    name: &str,
    circuit: fn() -> C,
    checks: fn() -> K,
    seen: &[(&str, &str)],
) -> Result<()>
where
    C: tengen_sim::Circuit,
    K: tengen_sim::Circuit + 'static,
{
    let path = |end: &str| folder.join(format!("{name}.{end}"));
    // A circuit that fails already has no rows, or no text.
    let (Ok(rows), true) = (fs::read_to_string(path("in")), path("v").exists()) else {
        return Ok(());
    };
    let rows: Vec<&str> = rows.lines().step_by(2).collect();
    let failure = match guarded("monitor", || monitored(name, &rows, circuit, checks, seen)) {
        Ok(Ok((found, text))) => {
            fs::write(path("checked.v"), text)?;
            fs::write(path("found"), found.join("\n"))?;
            return Ok(());
        }
        Ok(Err(error)) => format!("monitor: {error:#}"),
        Err(panic) => format!("{panic:#}"),
    };
    let mut fail = fs::OpenOptions::new().append(true).open(path("fail"))?;
    let gap = if fs::metadata(path("fail"))?.len() > 0 { "\n" } else { "" };
    write!(fail, "{gap}{}", failure.replace('\n', " ")).context("cannot write")
}

/// What the monitors find, and the Verilog with the checks.
fn monitored<C, K>(
    name: &str,
    rows: &[&str],
    circuit: fn() -> C,
    checks: fn() -> K,
    seen: &[(&str, &str)],
) -> Result<(Vec<String>, String)>
where
    C: tengen_sim::Circuit,
    K: tengen_sim::Circuit + 'static,
{
    let watch = || Watch::new(Box::new(Native::new(checks())), seen);
    let options = watch().options(name);

    let monitor = watch();
    let by_native = monitor.findings();
    let mut native = Tracer::new(Native::new(circuit()), &options, monitor)?;
    run(&mut native, rows);
    native.finish()?;
    let found = told(&by_native.borrow());

    let signals = chosen(&circuit(), &options)?;
    let paths: HashSet<String> = signals.iter().map(WaveSignal::path).collect();
    let netlist = netlist(&mut circuit(), name, &|path| paths.contains(path))?;
    if Fast::can(&netlist, &C::ports()) {
        let monitor = watch();
        let by_fast = monitor.findings();
        let mut fast = FastTracer::new(Fast::new(netlist, C::ports()), signals, &options, monitor)?;
        run(&mut fast, rows);
        fast.finish()?;
        let also = told(&by_fast.borrow());
        let (here, there) = (&by_native.borrow().broken, &by_fast.borrow().broken);
        ensure!(
            found == also && here == there,
            "the fast engine has {also:?} {there:?}, expected {found:?} {here:?}"
        );
    }
    let checks_name = format!("{name}_checks");
    let texts = (verilog(&mut circuit(), name)?, verilog(&mut checks(), &checks_name)?);
    let ports = K::ports();
    // Without the statements, of which Icarus Verilog 11 knows no label, no `assume` and no `cover`: the wires stay.
    let all: Vec<&str> = properties(&ports)?.into_iter().map(|(name, _)| name).collect();
    Ok((
        found,
        with_checks((name, &texts.0), (&checks_name, &texts.1), &ports, seen, &all)?,
    ))
}
