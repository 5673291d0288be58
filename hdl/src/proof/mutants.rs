//! Mutants of a circuit: copies with one small fault, which its properties should find.
//!
//! yosys chooses them, evenly over the circuit's cells, and makes them: a bit of a cell's input or output is inverted, stuck at 0
//! or at 1, or replaced by another one. yosys forgets the first value of a register whose output has a fault, so such a register may
//! begin with anything. The checks themselves are never mutated.
//!
//! [`faults`] lists the faults of a circuit, each as a command of yosys. [`judge`] tells which properties break with one of them, and
//! [`selectable`] writes a circuit with all of them, to simulate. `unchanged.rs` proves that one of them changes nothing. `tengen prove
//! --mutants` and `tengen mutate` use them.

use super::solver::Bench;
use crate::tools::Tools;
use anyhow::{Context, Result};
use std::fs;
use tengen_sim::{Port, PortDirection};

/// A mutant, and the properties that break in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The number of its fault in yosys' list, from 0.
    pub number: usize,
    /// What was changed: the kind of the fault, and where.
    pub fault: String,
    /// The properties that break within 20 clocks after power-on, or within the depth of the checks if that is less, each with the
    /// first clock in which it does. If there are none: properties for which the induction fails, without a clock.
    pub broken: Vec<(String, Option<usize>)>,
}

/// The seed of yosys' random choice of faults.
const SEED: u32 = 1;
/// The depth of the bounded search, in clocks. A deeper one would take minutes.
const CLOCKS: usize = 20;
/// The most steps of an induction. The longest of the kept proofs is that of `usb_line`, with 11.
const STEPS: usize = 12;
/// The longest Verilog, in bytes, of a circuit whose properties are tried on a mutant. A longer one takes minutes.
pub const LONG: usize = 30_000;
/// Where parts are free, only cells near the checks are changed: those at most so many steps before an input of the checks. From a wire to
/// the cell that drives it is a step, and from a cell to its input.
const NEAR: usize = 8;
const LIST: &str = "mutants.txt";
const WRITTEN: &str = "mutants.v";

/// A circuit's Verilog, and the modules that are not to be changed.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The name of its module.
    pub top: &'a str,
    /// Its Verilog.
    pub text: &'a str,
    /// The module of its checks, if the text has them.
    pub checks: Option<&'a str>,
    /// Parts whose outputs may take any value in a proof. They get no faults.
    pub free: &'a [String],
}

impl Subject<'_> {
    /// The commands that select the cells to change. Memories are left out, since yosys cannot change all of their ports, and so are
    /// the checks: their instance, their statements, and what is in their module. Where parts are free, of the top module only the
    /// cells near the checks are selected: most of the others only feed the free parts.
    fn select(&self) -> String {
        let top = self.top;
        let cells = match self.checks {
            Some(checks) if !self.free.is_empty() => {
                format!("{top}/t:{checks} %ci{NEAR} {top}/t:* %i t:* {top}/t:* %d %u t:$anyseq %d")
            }
            _ => "t:*".into(),
        };
        let checks = self.checks.map_or(String::new(), |checks| {
            format!("t:{checks} t:$check %u t:$assert %u t:$assume %u {checks}/* %u %d")
        });
        format!("select -set circuit {cells} t:$mem* %d {checks}")
    }

    /// The commands that remove the checks.
    pub(super) fn without_checks(&self) -> String {
        let remove = |checks| format!("delete t:{checks}; chformal -remove; delete {checks}; ");
        self.checks.map_or(String::new(), remove) + "opt_clean"
    }
}

/// The faults of so many mutants of a circuit, as commands of yosys. The same circuit has the same mutants.
///
/// # Errors
/// If a tool is missing or fails.
pub fn faults(tools: &Tools, subject: Subject, count: usize) -> Result<Vec<String>> {
    let bench = Bench::new(tools, subject.top, subject.free)?;
    bench.write(subject.text)?;
    bench.yosys(&format!(
        "{}; {}{}; mutate -list {count} -seed {SEED} -o {LIST} @circuit",
        bench.read(),
        bench.set_free(),
        subject.select()
    ))?;
    let list = fs::read_to_string(bench.path(LIST)).context("yosys left no list of mutants")?;
    Ok(list.lines().map(str::to_string).collect())
}

/// Whether a fault is at the output of a register, whose first value yosys then forgets.
pub fn is_at_a_register(fault: &str) -> bool {
    option(fault, "-port") == "Q"
}

/// Whether a fault is at a clock, of a register or of a part.
pub(super) fn is_at_a_clock(fault: &str) -> bool {
    ["CLK", "clock"].contains(&option(fault, "-port")) || option(fault, "-wire") == "clock"
}

/// The input of [`selectable`] that says which fault the circuit has: 0 is none, and 1 is the first one.
pub const SELECTOR: Port = Port { name: "mutant", direction: PortDirection::Input, width: 16 };

/// The circuit with all of these faults, as Verilog without the checks. It has one input more, the [`SELECTOR`]. No fault may be
/// [at a register](is_at_a_register).
///
/// # Errors
/// As [`faults`].
pub fn selectable(tools: &Tools, subject: Subject, faults: &[String]) -> Result<String> {
    let bench = Bench::new(tools, subject.top, &[])?;
    bench.write(subject.text)?;
    let Port { name, width, .. } = SELECTOR;
    let numbered = faults.iter().enumerate().map(|(number, fault)| {
        let selected = format!("mutate -ctrl {name} {width} {} ", number + 1);
        fault.replacen("mutate ", &selected, 1) + "\n"
    });
    fs::write(bench.path(LIST), numbered.collect::<String>()).context("cannot write the list of mutants")?;
    bench.yosys(&format!(
        "{}; script {LIST}; {}; write_verilog -noattr -norename {WRITTEN}",
        bench.read(),
        subject.without_checks()
    ))?;
    fs::read_to_string(bench.path(WRITTEN)).context("yosys wrote no Verilog of the mutants")
}

/// What breaks in one of these mutants; `depth` is that of the checks.
///
/// # Errors
/// As [`faults`].
pub fn judge(tools: &Tools, subject: Subject, depth: usize, faults: &[String], number: usize) -> Result<Mutant> {
    let bench = Bench::new(tools, subject.top, subject.free)?;
    bench.write(subject.text)?;
    bench.yosys(&format!("{}; {}; {}", bench.read(), faults[number], bench.formulas()))?;
    let broken = bench
        .search(CLOCKS.min(depth))?
        .into_iter()
        .map(|(name, clock, _)| (name, Some(clock)));
    let mut broken: Vec<(String, Option<usize>)> = broken.collect();
    if broken.is_empty() {
        // Without a past there is no induction.
        let steps = STEPS.min(depth.max(2));
        broken.extend(bench.unproved(steps)?.into_iter().map(|name| (name, None)));
    }
    broken.sort();
    Ok(Mutant { number, fault: told(&faults[number]), broken })
}

/// A fault in yosys' list in short: what happens to which bit of a wire; where the wire has no name, of a cell's port.
pub fn told(fault: &str) -> String {
    let of = |name| option(fault, name);
    let mode = of("-mode");
    if !of("-wire").is_empty() {
        return format!("{mode} {}[{}]", of("-wire"), of("-wirebit"));
    }
    // The cell's name ends with the line of the source and a number.
    let cell = of("-cell");
    let kind = cell.split('$').find(|part| !part.is_empty()).unwrap_or(cell);
    format!("{mode} {kind}.{}[{}]", of("-port"), of("-portbit"))
}

/// The value of an option, such as `-module`, in a fault of [`faults`]; empty if it is not given.
pub fn option<'a>(fault: &'a str, name: &str) -> &'a str {
    let mut words = fault.split_whitespace().skip_while(|word| *word != name);
    words.nth(1).unwrap_or_default().trim_start_matches('\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_by_its_kind_and_place() {
        let fault = "mutate -mode inv -module unit -cell $eq$checked.v:63$12 -port Y -portbit 0 -src checked.v:63";
        assert_eq!(told(fault), "inv eq.Y[0]");
        let fault = "mutate -mode const1 -module unit -cell $procdff$9 -port Q -portbit 2 -wire state_q -wirebit 5";
        assert_eq!(told(fault), "const1 state_q[5]");
    }
}
