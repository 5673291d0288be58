//! A campaign of mutants: how many small faults of a unit its tests and its properties find.
//!
//! ```text
//! emitted Verilog ── yosys ──> the same with all faults, one of which is selected ──> Verilator
//!                                                                                       │
//! demonstration, exercise, random inputs ──> without a fault ─┐                         │
//!                                        ──> with fault n    ─┴─ an output differs? <───┘
//! what is not found: is it proved that nothing changes? do the properties break?
//! ```
//!
//! The tests apply the same inputs to the unit's Verilog and to the simulation, and compare every output in every clock. A fault that
//! shows at an output would fail them.

use std::path::Path;

use anyhow::{Context, Result};
use tengen_sim::{Change, Engine, Model, Pair, Seen, cosim::Difference, hand_on};

use super::{Unit, checked::Checked};
use crate::{
    gateware::director::SECOND,
    hdl::{
        proof::{
            mutants::{self, Mutant, SELECTOR, Subject},
            unchanged::{self, Stored},
        },
        tools::Tools,
    },
    simulation::{demonstration, exercise, noise},
    workers::{cores, each},
};

/// What a fault is found by, beside the names of properties.
pub const DEMONSTRATION: &str = "demonstration";
pub const EXERCISE: &str = "exercise";
pub const NOISE: &str = "noise";
/// The fault is proved to change nothing.
pub const EQUAL: &str = "equal";

/// So many times the faults are listed, since those at the outputs of registers are left out.
const MORE: usize = 2;
/// Inputs are applied for so many clocks before outputs are looked at.
const BATCH: usize = 1000;

/// The inputs of an engine, recorded clock by clock.
#[derive(Default)]
pub struct Inputs {
    changes: Vec<Change>,
    clocks: usize,
}

/// An engine whose inputs are recorded.
struct Recorded<E> {
    engine: E,
    /// The present values of its ports, if it has been driven there.
    present: Vec<Option<u64>>,
    inputs: Inputs,
}

impl<E: Engine> Engine for Recorded<E> {
    hand_on!(engine: ports, get, settle);

    fn set(&mut self, port: usize, value: u64) {
        self.engine.set(port, value);
        if self.present[port].replace(value) != Some(value) {
            let clock = self.inputs.clocks;
            self.inputs.changes.push(Change { clock, port, value });
        }
    }

    fn step(&mut self) {
        self.engine.step();
        self.inputs.clocks += 1;
    }
}

impl Inputs {
    /// The inputs with which `drive` drives an engine.
    ///
    /// # Errors
    /// Those of `drive`.
    pub fn of(engine: impl Engine, drive: impl FnOnce(&mut dyn Engine) -> Result<()>) -> Result<Inputs> {
        let present = vec![None; engine.ports().len()];
        let mut recorded = Recorded { engine, present, inputs: Inputs::default() };
        drive(&mut recorded)?;
        Ok(recorded.inputs)
    }

    /// The first clock in which an output of two engines differs, if there is one.
    pub fn tell_apart(&self, mut pair: Pair<impl Engine, impl Engine>) -> Option<u64> {
        let mut changes = &self.changes[..];
        let mut seen = Seen::default();
        for begin in (0..self.clocks).step_by(BATCH) {
            let end = self.clocks.min(begin + BATCH);
            let (now, later) = changes.split_at(changes.partition_point(|change| change.clock < end));
            let now = now
                .iter()
                .map(|change| Change { clock: change.clock - begin, ..*change });
            if let Err(Difference { clock, .. }) = pair.watch(end - begin, &now.collect::<Vec<_>>(), &mut seen) {
                return Some(clock);
            }
            changes = later;
        }
        None
    }
}

/// A unit with its faults.
pub struct Campaign {
    unit: Unit,
    checked: Option<Checked>,
    /// Its Verilog, with its checks if it has any.
    text: String,
    /// The same for a proof that a fault changes nothing.
    stored: Stored,
    /// The module of the checks.
    checks: String,
    faults: Vec<String>,
    /// The circuit with all faults; the [`SELECTOR`] chooses one of them.
    model: Model,
    /// The inputs of its tests, by what they are called.
    inputs: Vec<(&'static str, Inputs)>,
}

impl Unit {
    /// The inputs that the tests apply to the unit, each with what it is called. Its demonstration is among them at the clock
    /// of the machine, and its exercise at the exercise's own.
    ///
    /// # Errors
    /// If the unit has no demonstration.
    pub fn tested_inputs(&self) -> Result<Vec<(&'static str, Inputs)>> {
        let record = |drive: &dyn Fn(&mut dyn Engine) -> Result<()>| Inputs::of(self.fast()?, drive);
        let mut inputs = vec![];
        if self.made.hertz == SECOND {
            let show = demonstration::of(self.name).with_context(|| format!("nothing is shown of {}", self.name))?;
            inputs.push((DEMONSTRATION, record(&|engine| show(engine).map(|_| ()))?));
        }
        let at = exercise::hertz(self.name).unwrap_or(SECOND);
        if let Some(exercise) = exercise::of(self.name).filter(|_| self.made.hertz == at) {
            let exercised = |engine: &mut dyn Engine| {
                exercise(engine);
                Ok(())
            };
            inputs.push((EXERCISE, record(&exercised)?));
        }
        let noise = |engine: &mut dyn Engine| {
            noise::drive(engine);
            Ok(())
        };
        inputs.push((NOISE, record(&noise)?));
        Ok(inputs)
    }

    /// So many mutants of the unit as its tests exercise it. `models` is a folder for what Verilator makes.
    ///
    /// # Errors
    /// If a tool is missing or fails, or the unit has no demonstration.
    pub fn campaign(&self, tools: &Tools, count: usize, models: &Path) -> Result<Campaign> {
        let unit = self.exercised()?;
        let checked = unit.hurried.is_none().then(|| unit.checked()).flatten();
        let text = match &checked {
            Some(checked) => checked.verilog_of_invariants()?,
            None => unit.verilog()?,
        };
        let checks = format!("{}_checks", unit.name);
        let subject =
            Subject { top: unit.name, text: &text, checks: checked.as_ref().map(|_| checks.as_str()), free: &[] };
        let mut faults = mutants::faults(tools, subject, MORE * count)?;
        faults.retain(|fault| !mutants::is_at_a_register(fault));
        faults.truncate(count);
        let ports = [&(unit.circuit.ports)()[..], &[SELECTOR]].concat();
        let selectable = mutants::selectable(tools, subject, &faults)?;
        let model = tools.verilator()?.build(&selectable, unit.name, &ports, models)?;
        let stored = Stored::of(tools, subject)?;
        let inputs = unit.tested_inputs()?;
        Ok(Campaign { unit, checked, text, stored, checks, faults, model, inputs })
    }
}

impl Campaign {
    /// The number of faults: as many as were asked for, unless the circuit is too small.
    pub fn len(&self) -> usize {
        self.faults.len()
    }

    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    /// A short description of the fault with this number.
    pub fn fault(&self, number: usize) -> String {
        mutants::told(&self.faults[number])
    }

    /// The module that has the fault of this number.
    pub fn module(&self, number: usize) -> &str {
        mutants::option(&self.faults[number], "-module")
    }

    /// What finds the faults with these numbers, counted from 0; `broken` is empty where nothing does.
    ///
    /// # Errors
    /// If a tool is missing or fails.
    pub fn judge(&self, tools: &Tools, numbers: &[usize]) -> Result<Vec<Mutant>> {
        each(numbers, cores(), |number| self.judged(tools, *number))
            .into_iter()
            .collect()
    }

    fn judged(&self, tools: &Tools, number: usize) -> Result<Mutant> {
        let mut mutant = Mutant { number, fault: self.fault(number), broken: vec![] };
        for (name, inputs) in &self.inputs {
            if let Some(clock) = self.shows(number, inputs)? {
                mutant.broken.push(((*name).to_string(), Some(clock as usize)));
                return Ok(mutant);
            }
        }
        if self.is_equal(tools, number)? {
            mutant.broken.push((EQUAL.into(), None));
        } else if let Some(checked) = &self.checked
            && self.text.len() <= mutants::LONG
        {
            return mutants::judge(tools, self.subject(), checked.depth(), &self.faults, number);
        }
        Ok(mutant)
    }

    /// Whether it is proved that the fault with this number changes nothing.
    ///
    /// # Errors
    /// If a tool is missing or fails.
    pub fn is_equal(&self, tools: &Tools, number: usize) -> Result<bool> {
        unchanged::is_equal(tools, self.subject(), &self.stored, &self.faults[number])
    }

    fn subject(&self) -> Subject<'_> {
        let checks = self.checked.as_ref().map(|_| self.checks.as_str());
        Subject { top: self.unit.name, text: &self.text, checks, free: &[] }
    }

    /// The first clock in which an output is not what it is without the fault.
    fn shows(&self, number: usize, inputs: &Inputs) -> Result<Option<u64>> {
        let selected = |mutant: usize| {
            let mut engine = self.model.start();
            let port = engine.port(SELECTOR.name);
            engine.set(port, mutant as u64);
            engine
        };
        match Pair::new(selected(0), selected(number + 1)) {
            Ok(pair) => Ok(inputs.tell_apart(pair)),
            // At power-on.
            Err(error) if error.is::<Difference>() => Ok(Some(0)),
            Err(error) => Err(error),
        }
    }
}
