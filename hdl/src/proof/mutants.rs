//! Mutants of a circuit: copies with one small fault, which its properties should find.
//!
//! yosys chooses them, evenly over the circuit's cells, and makes them: a bit of a cell's input or output is inverted, stuck at 0
//! or at 1, or replaced by another one. The checks themselves are never mutated.

use super::solver::Bench;
use crate::tools::Tools;
use anyhow::{Context, Result};
use std::fs;

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
const LIST: &str = "mutants.txt";

/// The faults of so many mutants of the module `top`, in its Verilog with checks; the module of the checks is `checks`. The same
/// circuit has the same mutants.
///
/// # Errors
/// If a tool is missing or fails.
pub fn faults(tools: &Tools, (top, checks): (&str, &str), text: &str, count: usize) -> Result<Vec<String>> {
    let bench = Bench::new(tools, top)?;
    bench.write(text)?;
    // All cells but those of the checks (their instance, their statements, what is in their module), and memories, of whose ports
    // yosys cannot change everything.
    bench.yosys(&format!(
        "{}; select -set circuit t:* t:{checks} t:$check %u t:$assert %u t:$assume %u t:$mem* %u {checks}/* %u %d; \
         mutate -list {count} -seed {SEED} -o {LIST} @circuit",
        bench.read()
    ))?;
    let list = fs::read_to_string(bench.path(LIST)).context("yosys left no list of mutants")?;
    Ok(list.lines().map(str::to_string).collect())
}

/// What breaks in one of these mutants; `depth` is that of the checks.
///
/// # Errors
/// As [`faults`].
pub fn judge(tools: &Tools, top: &str, text: &str, depth: usize, faults: &[String], number: usize) -> Result<Mutant> {
    let bench = Bench::new(tools, top)?;
    bench.write(text)?;
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
fn told(fault: &str) -> String {
    let option = |name: &str| {
        let mut words = fault.split_whitespace().skip_while(|word| *word != name);
        words.nth(1).unwrap_or_default().trim_start_matches('\\')
    };
    let mode = option("-mode");
    if !option("-wire").is_empty() {
        return format!("{mode} {}[{}]", option("-wire"), option("-wirebit"));
    }
    // The cell's name ends with the line of the source and a number.
    let cell = option("-cell");
    let kind = cell.split('$').find(|part| !part.is_empty()).unwrap_or(cell);
    format!("{mode} {kind}.{}[{}]", option("-port"), option("-portbit"))
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
