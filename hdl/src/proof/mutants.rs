//! Mutants of a circuit: copies with one small fault, which its properties should find.
//!
//! yosys chooses them, evenly over the circuit's cells, and makes them: a bit of a cell's input or output is inverted, stuck at 0
//! or at 1, or replaced by another one. yosys forgets the first value of a register whose output has a fault, so such a register may
//! begin with anything. The checks themselves are never mutated.

use super::{solver::Bench, text::around};
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
/// The seconds after which yosys gives up a proof that a fault changes nothing.
const PATIENCE: u32 = 30;
/// The most clocks of an induction that a fault changes nothing.
pub const PAST: usize = 8;
/// The most bytes of Verilog for an induction over the whole circuit. For a larger one it takes minutes.
pub const LONG: usize = 30_000;
/// The most bytes for a proof over one clock of the whole circuit. A larger one has memories of thousands of words.
pub const LONG_CLOCK: usize = 100_000;
/// The most bytes for looking which of all its registers are constant for ever. For so many it takes a minute.
const LONG_CONSTANTS: usize = 60_000;
/// The most modules around the one with the fault that are looked at.
pub const AROUND: usize = 3;
/// The seconds after which yosys gives up a step of such an induction.
const STEP_PATIENCE: u32 = 10;
/// Where parts are free, only cells near the checks are changed: those at most so many steps before an input of the checks. From a wire to
/// the cell that drives it is a step, and from a cell to its input.
const NEAR: usize = 8;
/// The commands that find what is constant by itself, and leave out what nothing reads then.
const SIMPLE: &str = "opt_expr; opt_dff -nodffe -nosdff; opt_clean";
/// The same with every register that is constant for ever.
const CONSTANTS: &str = "opt_expr; opt_dff -sat -nodffe -nosdff; opt_clean";
/// The commands that make one of what two copies do alike, so that the solver gets what differs.
const MERGE: &str = "opt_expr; opt_merge; opt_clean";
const LIST: &str = "mutants.txt";
const WRITTEN: &str = "mutants.v";
const STORED: &str = "circuit.il";
/// What yosys writes where a port is connected to nothing.
const NOWHERE: &str = " { }";

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
    fn without_checks(&self) -> String {
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

/// A circuit without its checks as yosys stores it, for [`is_equal`]: yosys reads that in a tenth of the time. Cells have the names that
/// [`faults`] have.
pub struct Stored {
    plain: String,
    /// With what connections alone tell in the modules: an input that is constant, two inputs that are one signal, an output that
    /// nobody reads. A fault of a cell changes none of that; a fault where a part is connected does.
    connected: String,
}

/// Stores a circuit.
///
/// # Errors
/// As [`faults`].
pub fn stored(tools: &Tools, subject: Subject) -> Result<Stored> {
    let bench = Bench::new(tools, subject.top, &[])?;
    bench.write(subject.text)?;
    let store = |script: String| {
        bench.yosys(&format!("{script}; write_rtlil {STORED}"))?;
        fs::read_to_string(bench.path(STORED)).context("yosys did not store the circuit")
    };
    let plain = store(format!("{}; {}", bench.read(), subject.without_checks()))?;
    // `opt_hier` takes a port that is connected to nothing for one of another width.
    let ports: String = plain
        .lines()
        .filter(|line| !line.ends_with(NOWHERE))
        .flat_map(|line| [line, "\n"])
        .collect();
    fs::write(bench.path(STORED), ports).context("cannot write the circuit to prove")?;
    let connected = store(format!(
        "read_rtlil {STORED}; hierarchy -top {}{}",
        subject.top,
        "; opt_hier".repeat(AROUND)
    ))?;
    Ok(Stored { plain, connected })
}

impl Stored {
    /// The text in which a fault can be made.
    fn text_for(&self, fault: &str) -> &str {
        // yosys gives its own cells names that begin with a dollar sign; a part has the name of its instance.
        if option(fault, "-cell").starts_with('$') { &self.connected } else { &self.plain }
    }
}

/// Whether yosys proves that a fault changes nothing. Two copies get equal inputs, and one of them has the fault. One of these proofs
/// is enough:
///
/// 1. The module with the fault, without its parts: if all registers are equal, so are the outputs, and the registers after a clock.
///    What the parts get is an output, and what they give an input. What is constant for ever is used.
/// 2. The same of the module that it is a part of, without the other parts, and so on, for at most [`AROUND`] modules.
/// 3. The same of the whole circuit, if its Verilog has at most [`LONG_CLOCK`] bytes. A register that what is constant makes
///    superfluous in one of the two may hold anything in the other.
/// 4. The whole circuit, if its Verilog has at most [`LONG`] bytes: from power-on the outputs and the registers are always equal, by
///    an induction over at most [`PAST`] clocks.
///
/// `stored` is the circuit as [`stored()`] gives it.
///
/// # Errors
/// As [`faults`].
pub fn is_equal(tools: &Tools, subject: Subject, stored: &Stored, fault: &str) -> Result<bool> {
    let Subject { top, text, .. } = subject;
    let bench = Bench::new(tools, top, &[])?;
    fs::write(bench.path(STORED), stored.text_for(fault)).context("cannot write the circuit to prove")?;
    // A register that only one of the two still has may hold anything.
    let is_proved = |pair: &str, registers: &str, proof: String| {
        let others = if registers.contains("-shared") { "delete t:$dff; " } else { "" };
        bench.succeeds(&format!(
            "read_rtlil {STORED}; hierarchy -top {top}; design -save gold; {fault}; design -save gate; {pair}; \
             expose {registers} gold gate; miter -equiv -flatten gold gate both; hierarchy -top both; \
             {others}{MERGE}; {MERGE}; sat -prove trigger 0 -verify {proof} both"
        ))
    };
    let mut modules = vec![option(fault, "-module")];
    loop {
        let (whole, outermost) = (modules.join(" "), modules[modules.len() - 1]);
        let flat = |design| {
            format!(
                "design -load {design}; select -set whole {whole}; blackbox =* @whole %d; flatten {outermost}; \
                 {CONSTANTS}; {CONSTANTS}; splitnets -driver; design -save {design}"
            )
        };
        let pair = format!(
            "{}; {}; blackbox =*; design -copy-from gold -as gold {outermost}; design -copy-from gate -as gate {outermost}; \
             memory_collect gold gate; memory_map gold gate; expose -evert gold/c:* gold/t:$* %d gate/c:* gate/t:$* %d",
            flat("gold"),
            flat("gate")
        );
        // Registers are inputs and outputs, so that a clock is logic.
        if is_proved(&pair, "-dff -evert-dff", format!("-timeout {PATIENCE}"))? {
            return Ok(true);
        }
        match around(text, outermost) {
            Some(next) if modules.len() <= AROUND => modules.push(next),
            _ => break,
        }
    }
    // Bit by bit, so that a bit that nobody reads is left out, in a memory too.
    let whole = |constants: &str| {
        let flat = |design| {
            format!(
                "design -load {design}; flatten; opt_clean; memory_collect; memory_map; splitcells; splitnets -driver; \
                 {constants}; splitnets -driver; design -save {design}"
            )
        };
        format!(
            "{}; {}; design -reset; design -copy-from gold -as gold {top}; design -copy-from gate -as gate {top}",
            flat("gold"),
            flat("gate")
        )
    };
    for (most, constants) in [(LONG_CLOCK, SIMPLE), (LONG_CONSTANTS, CONSTANTS)] {
        let pair = whole(&format!("{constants}; {constants}"));
        let clock = format!("-timeout {PATIENCE}");
        if text.len() <= most && is_proved(&pair, "-shared -dff -evert-dff", clock)? {
            return Ok(true);
        }
    }
    // Registers are outputs too.
    let induction = format!("-tempinduct -maxsteps {PAST} -timeout {STEP_PATIENCE}");
    Ok(text.len() <= LONG && is_proved(&whole("opt_clean"), "-dff", induction)?)
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
