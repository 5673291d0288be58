//! A unit with its checks: as one Verilog text, proved, and watched in a simulation.

use std::{cell::RefCell, rc::Rc};

use anyhow::{Result, ensure};
use tengen_sim::{Engine, Findings, Native, Port, Trace, Watch, WaveOptions, drawing};

use super::{Made, UNITS, Unit, find};
use crate::hdl::{
    proof::{
        Checks, Kind,
        mutants::{self, Mutant},
        properties,
        solver::{self, Judged},
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
            ports: C::ports,
            write: |hertz, name| verilog(&mut C::at(hertz), name),
            start: |hertz| Box::new(Native::new(C::at(hertz))),
        }
    }
}

/// A simulation whose properties are watched, and what is found.
pub type Watched = (Box<dyn Trace>, Rc<RefCell<Findings>>);

/// A unit, made for a clock, with its checks.
pub struct Checked {
    pub unit: Unit,
    by: CheckedBy,
}

impl Unit {
    /// The unit with its checks at the clock it is made for; `None` if it has none.
    #[must_use]
    pub fn checked(&self) -> Option<Checked> {
        Some(Checked { unit: self.clone(), by: self.checked_by.clone()? })
    }

    /// The same at the clock at which it is proved, and the number of clocks that it is tried for.
    ///
    /// # Errors
    /// If it has none at that clock.
    pub fn proved(&self) -> Result<Option<(Checked, usize)>> {
        let Some(by) = &self.checked_by else { return Ok(None) };
        let unit = self.at(by.hertz)?;
        Ok(Some((Checked { unit, by: by.clone() }, by.depth)))
    }
}

impl Checked {
    /// The properties, in the order in which the checks declare them.
    pub fn properties(&self) -> Result<Vec<(&'static str, Kind)>> {
        properties(&(self.by.ports)())
    }

    /// The unit's Verilog, with the checks where `FORMAL` is defined, but for some properties.
    pub fn verilog_without(&self, but: &[&str]) -> Result<String> {
        self.with_checks(&self.unit.verilog()?, "", but)
    }

    /// Another text of the unit with its checks: one with a prefix, or a mutant.
    pub fn with_checks(&self, text: &str, prefix: &str, but: &[&str]) -> Result<String> {
        let top = format!("{prefix}{}", self.unit.name);
        let name = format!("{top}_checks");
        let checks = (self.by.write)(self.unit.made.hertz, &name)?;
        with_checks((&top, text), (&name, &checks), &(self.by.ports)(), self.by.seen, but)
    }

    /// What the solver finds of each property within that many clocks.
    ///
    /// # Errors
    /// If a tool is missing or fails.
    pub fn prove(&self, tools: &Tools, depth: usize) -> Result<Vec<Judged>> {
        let text = |but: &[&str]| self.verilog_without(but);
        solver::prove(tools, self.unit.name, &self.properties()?, depth, &text)
    }

    /// So many mutants of the unit, and the properties that break in each.
    ///
    /// # Errors
    /// As [`Checked::prove`].
    pub fn mutants(&self, tools: &Tools, count: usize) -> Result<Vec<Mutant>> {
        self.some_mutants(tools, count, &(0..count).collect::<Vec<_>>())
    }

    /// Some of them, by their numbers.
    ///
    /// # Errors
    /// As [`Checked::prove`].
    pub fn some_mutants(&self, tools: &Tools, count: usize, numbers: &[usize]) -> Result<Vec<Mutant>> {
        let (faults, text) = self.faults(tools, count)?;
        let judge = |number: &usize| mutants::judge(tools, self.unit.name, &text, &faults, *number);
        each(numbers, cores(), judge).into_iter().collect()
    }

    fn faults(&self, tools: &Tools, count: usize) -> Result<(Vec<String>, String)> {
        let once: Vec<&str> = self
            .properties()?
            .into_iter()
            .filter(|(_, kind)| *kind == Kind::Once)
            .map(|(name, _)| name)
            .collect();
        let text = self.verilog_without(&once)?;
        let checks = format!("{}_checks", self.unit.name);
        Ok((mutants::faults(tools, (self.unit.name, &checks), &text, count)?, text))
    }

    /// An instance in the rust-hdl simulation whose properties are watched from power-on; and what is found.
    pub fn watched(&self) -> Result<Watched> {
        self.watch(|unit, watch| unit.traced(&watch.options(unit.name), Box::new(watch)))
    }

    /// The same in the fast simulation.
    pub fn fast_watched(&self) -> Result<Watched> {
        self.watch(|unit, watch| unit.fast_traced(&watch.options(unit.name), Box::new(watch)))
    }

    fn watch(&self, start: impl Fn(&Unit, Watch) -> Result<Box<dyn Trace>>) -> Result<Watched> {
        let watch = Watch::new((self.by.start)(self.unit.made.hertz), self.by.seen);
        let findings = watch.findings();
        Ok((start(&self.unit, watch)?, findings))
    }

    /// Runs a stimulus for that many clocks in both simulations, which must find the same.
    ///
    /// # Errors
    /// If they do not.
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

    /// The ports from power-on to that clock, a line each, where they change.
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

/// The error for a unit without checks.
pub fn unchecked(unit: &Unit) -> Misuse {
    let with = UNITS
        .iter()
        .filter(|unit| unit.checked_by.is_some())
        .map(|unit| unit.name);
    let with: Vec<&str> = with.collect();
    Misuse::new(format!(
        "{} has no checks; those with are {}",
        unit.name,
        with.join(", ")
    ))
}

/// Replays a counterexample: a test that fails while the unit, made for that clock, breaks the property.
///
/// # Panics
/// If it does; or if there is no such unit.
pub fn replay(unit: &str, hertz: u32, property: &str, stimulus: &str, clocks: usize) {
    let found = find(unit).and_then(|unit| Ok(unit.at(hertz)?)).and_then(|unit| {
        let checked = unit.checked();
        ensure!(checked.is_some(), "{} has no checks", unit.name);
        checked.expect("it was looked at").replay(stimulus, clocks)
    });
    let found = found.expect("the unit runs");
    if let Some(broken) = found.broken.iter().find(|broken| broken.property == property) {
        panic!("{broken}");
    }
}
