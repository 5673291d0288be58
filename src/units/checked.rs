//! A unit with its checks: as one Verilog text, proved, and watched in a simulation.

use std::{cell::RefCell, rc::Rc};

use anyhow::{Result, ensure};
use tengen_sim::{Engine, Findings, Native, Port, PortDirection, Trace, Watch, WaveOptions, drawing};

use super::{Made, PARTS, UNITS, Unit};
use crate::hdl::{
    proof::{
        Checks, Kind,
        monitors::Watching,
        mutants::{self, Mutant, Subject},
        properties,
        solver::{self, Judged},
        text::{parts, without_inside},
        with_checks,
    },
    tools::Tools,
    verilog::verilog,
};
use crate::misuse::Misuse;
use crate::workers::{cores, each};

/// The checks of a unit.
#[derive(Clone)]
pub(super) struct CheckedBy {
    hertz: u32,
    depth: usize,
    seen: &'static [(&'static str, &'static str)],
    free: &'static [&'static str],
    ports: fn() -> Vec<Port>,
    write: fn(u32, &str) -> Result<String>,
    start: fn(u32) -> Box<dyn Engine>,
}

impl CheckedBy {
    pub(super) const fn of<C: Checks + 'static>(seen: &'static [(&'static str, &'static str)]) -> CheckedBy {
        CheckedBy {
            hertz: C::HERTZ,
            depth: C::DEPTH,
            seen,
            free: C::FREE,
            ports: C::ports,
            write: |hertz, name| verilog(&mut C::at(hertz), name),
            start: |hertz| Box::new(Native::new(C::at(hertz))),
        }
    }
}

/// A simulation with a monitor, and the monitor's findings.
pub type Watched = (Box<dyn Trace>, Rc<RefCell<Findings>>);

/// A unit, made for a clock, with its checks.
pub struct Checked {
    pub unit: Unit,
    by: CheckedBy,
}

impl Unit {
    /// The unit and its checks, both for the unit's present clock; `None` if it has no checks.
    #[must_use]
    pub fn checked(&self) -> Option<Checked> {
        Some(Checked { unit: self.clone(), by: self.checked_by.clone()? })
    }

    /// The unit and its checks at the clock frequency at which it is proved; `None` if it has no checks.
    ///
    /// # Errors
    /// If the unit cannot be made for that frequency.
    pub fn proved(&self) -> Result<Option<Checked>> {
        let by = self.checked_by.as_ref();
        Ok(by
            .map(|by| self.at(by.hertz))
            .transpose()?
            .and_then(|unit| unit.checked()))
    }
}

impl Checked {
    /// The properties, in the order in which the checks declare them.
    pub fn properties(&self) -> Result<Vec<(&'static str, Kind)>> {
        properties(&(self.by.ports)())
    }

    /// The paths of the parts whose outputs may take any value in a proof.
    pub fn free(&self) -> &'static [&'static str] {
        self.by.free
    }

    /// The number of clocks for which a proof searches, unless told otherwise.
    pub fn depth(&self) -> usize {
        self.by.depth
    }

    /// The unit as a file for another design, as [`Unit::file`], with its checks where `FORMAL` is defined.
    ///
    /// # Errors
    /// As [`Unit::file`].
    pub fn file(&self, prefix: &str, command: &str) -> Result<String> {
        let text = self.with_checks(&self.unit.prefixed(prefix)?, prefix, &[])?;
        Ok(self.unit.head(command)? + &text)
    }

    /// The unit's Verilog with the checks where `FORMAL` is defined, without the properties in `but`.
    fn verilog_without(&self, but: &[&str]) -> Result<String> {
        self.with_checks(&self.unit.verilog()?, "", but)
    }

    /// The same without the properties that are to hold only once.
    pub(super) fn verilog_of_invariants(&self) -> Result<String> {
        let once = self.properties()?.into_iter().filter(|(_, kind)| *kind == Kind::Once);
        self.verilog_without(&once.map(|(name, _)| name).collect::<Vec<_>>())
    }

    /// The unit's Verilog, written with this prefix, with the checks.
    fn with_checks(&self, text: &str, prefix: &str, but: &[&str]) -> Result<String> {
        let top = format!("{prefix}{}", self.unit.name);
        let name = format!("{top}_checks");
        let checks = (self.by.write)(self.unit.made.hertz, &name)?;
        with_checks((&top, text), (&name, &checks), &(self.by.ports)(), self.by.seen, but)
    }

    /// The checks for a simulation of the Verilog in which the unit is the part at this path.
    pub(super) fn watching(&self, path: String) -> Result<Watching> {
        let CheckedBy { ports, seen, write, .. } = self.by;
        let hertz = self.unit.made.hertz;
        let name = format!("{}_checks_{hertz}", self.unit.name);
        Ok(Watching { path, text: write(hertz, &name)?, name, ports: ports(), seen })
    }

    /// Proves each property; what cannot be proved is searched for that many clocks.
    ///
    /// # Errors
    /// If a tool is missing or fails.
    pub fn prove(&self, tools: &Tools, depth: usize) -> Result<Vec<Judged>> {
        let name = self.unit.name;
        let free = parts(name, &self.unit.verilog()?, self.by.free)?;
        let text = |but: &[&str]| Ok(without_inside(name, &self.verilog_without(but)?, &free));
        let mut judged = solver::prove(tools, (name, &free), &self.properties()?, depth, &text)?;
        for stimulus in judged.iter_mut().filter_map(|judged| judged.stimulus.as_mut()) {
            *stimulus = self.of_inputs(stimulus);
        }
        Ok(judged)
    }

    /// Keeps the lines of a stimulus that drive inputs of the circuit. The others are outputs of free parts, as the solver chose them.
    fn of_inputs(&self, stimulus: &str) -> String {
        let mut inputs = (self.unit.circuit.ports)();
        inputs.retain(|port| port.direction == PortDirection::Input);
        let is_input = |line: &&str| inputs.iter().any(|port| line.split(' ').next() == Some(port.name));
        stimulus.split_inclusive('\n').filter(is_input).collect()
    }

    /// So many mutants of the unit, and the properties that break in each.
    ///
    /// # Errors
    /// As [`Checked::prove`].
    pub fn mutants(&self, tools: &Tools, count: usize) -> Result<Vec<Mutant>> {
        self.chosen_mutants(tools, count, |_| true)
    }

    /// The same for those whose number, counted from 0, is `chosen`.
    ///
    /// # Errors
    /// As [`Checked::prove`].
    pub fn chosen_mutants(&self, tools: &Tools, count: usize, chosen: impl Fn(usize) -> bool) -> Result<Vec<Mutant>> {
        let name = self.unit.name;
        let text = self.verilog_of_invariants()?;
        let free = parts(name, &text, self.by.free)?;
        let text = without_inside(name, &text, &free);
        let checks = format!("{name}_checks");
        let subject = Subject { top: name, text: &text, checks: Some(&checks), free: &free };
        let faults = mutants::faults(tools, subject, count)?;
        let numbers: Vec<usize> = (0..faults.len()).filter(|number| chosen(*number)).collect();
        let judge = |number: &usize| mutants::judge(tools, subject, self.by.depth, &faults, *number);
        each(&numbers, cores(), judge).into_iter().collect()
    }

    /// An instance in the rust-hdl simulation, monitored from power-on.
    pub fn watched(&self) -> Result<Watched> {
        self.watch(|unit, watch| unit.traced(&watch.options(unit.name), Box::new(watch)))
    }

    /// The same in the fast simulation.
    pub fn fast_watched(&self) -> Result<Watched> {
        self.watch(|unit, watch| unit.fast_traced(&watch.options(unit.name), Box::new(watch)))
    }

    /// A monitor of the unit.
    pub(super) fn monitor(&self) -> Watch {
        Watch::new((self.by.start)(self.unit.made.hertz), self.by.seen)
    }

    fn watch(&self, start: impl Fn(&Unit, Watch) -> Result<Box<dyn Trace>>) -> Result<Watched> {
        let watch = self.monitor();
        let findings = watch.findings();
        Ok((start(&self.unit, watch)?, findings))
    }

    /// Runs a stimulus for that many clocks in both simulations and returns the monitors' findings.
    ///
    /// # Errors
    /// If the findings differ, or a simulation cannot run.
    pub fn replay(&self, stimulus: &str, clocks: usize) -> Result<Findings> {
        let run = |(mut engine, findings): Watched| {
            drawing::run(&mut engine, stimulus, clocks);
            engine.finish()?;
            anyhow::Ok(findings.take())
        };
        let (native, fast) = (run(self.watched()?)?, run(self.fast_watched()?)?);
        ensure!(
            native.broken == fast.broken && native.reached == fast.reached,
            "the two simulations differ: {native:?}, {fast:?}"
        );
        Ok(native)
    }

    /// A drawing of the ports from power-on to that clock, a line for each; clocks without a change are left out.
    pub fn drawing(&self, stimulus: &str, clock: usize) -> Result<Vec<String>> {
        let signals = self.unit.chosen(&WaveOptions::new(self.unit.name))?;
        let ports = signals.into_iter().filter(|signal| signal.scope.len() == 1);
        let states = ports
            .filter_map(|signal| Some((signal.name, signal.states?.1.clone())))
            .collect();
        let ports = (self.unit.circuit.ports)();
        let labels: Vec<&str> = ports.iter().map(|port| port.name).collect();
        let clocks = drawing::eventful(&mut *self.unit.native(), stimulus, clock);
        let waves = drawing::draw(&mut *self.unit.native(), &states, stimulus, &labels, clocks);
        let width = labels.iter().map(|label| label.len()).max().unwrap_or(0);
        Ok(labels
            .iter()
            .zip(waves)
            .map(|(label, wave)| format!("{label:width$}  {wave}"))
            .collect())
    }

    /// A test in Rust that replays what breaks a property.
    pub fn test(&self, property: &str, stimulus: &str, clocks: usize) -> String {
        let Checked { unit: Unit { name, made: Made { hertz, .. }, .. }, .. } = self;
        let stimulus: String = stimulus.lines().map(|line| format!("        {line}\n")).collect();
        format!(
            "//! What breaks {property} of {name}, as the solver found it.\n\n#[test]\nfn {name}_keeps_{property}() {{\n    \
             let stimulus = \"\n{stimulus}    \";\n    \
             tengen::units::replay(\"{name}\", {hertz}, \"{property}\", stimulus, {clocks});\n}}\n"
        )
    }
}

/// The units and parts with checks.
pub fn all_checked() -> impl Iterator<Item = &'static Unit> {
    UNITS.iter().chain(PARTS).filter(|unit| unit.checked_by.is_some())
}

/// The unit or part of that name, which has checks.
///
/// # Errors
/// If there is none.
pub fn find_checked(name: &str) -> Result<&'static Unit> {
    if let Some(unit) = all_checked().find(|unit| unit.name == name) {
        return Ok(unit);
    }
    let unit = UNITS.iter().find(|unit| unit.name == name);
    let known = UNITS.iter().chain(PARTS).map(|unit| unit.name);
    Err(unit
        .map_or_else(|| Misuse::unknown("circuit", name, known), unchecked)
        .into())
}

/// The error for a unit without checks.
pub fn unchecked(unit: &Unit) -> Misuse {
    let with: Vec<&str> = all_checked().map(|unit| unit.name).collect();
    Misuse::new(format!(
        "{} has no checks; those with are {}",
        unit.name,
        with.join(", ")
    ))
}

/// Replays a counterexample, for the tests that `tengen prove` writes.
///
/// # Panics
/// If the circuit, made for that clock frequency, still breaks the property; or if no circuit of that name has checks.
pub fn replay(unit: &str, hertz: u32, property: &str, stimulus: &str, clocks: usize) {
    let run = || {
        let unit = find_checked(unit)?.at(hertz)?;
        unit.checked().ok_or_else(|| unchecked(&unit))?.replay(stimulus, clocks)
    };
    let found = run().expect("the unit runs");
    if let Some(broken) = found.broken.iter().find(|broken| broken.property == property) {
        panic!("{broken}");
    }
}
