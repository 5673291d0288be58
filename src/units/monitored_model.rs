//! A simulation of the emitted Verilog in which every part that has checks is monitored. The checks are in Verilog too.
//!
//! ```text
//! clock    ________/‾‾‾\___/‾‾‾\___/‾‾‾\___
//! signals  X=======X=======X=======X=======
//! looks           ^       ^       ^           just before each edge
//! ```

use std::{cell::RefCell, rc::Rc};

use anyhow::Result;
use tengen_sim::{Broken, Engine, Findings, Port, hand_on};

use super::{
    Unit,
    monitors::{Monitors, Part},
};
use crate::hdl::proof::{
    Kind,
    monitors::{HELD_BITS, Monitored, Watching, monitored},
};

/// The Verilog of a unit with the checks of its parts.
pub struct MonitoredVerilog {
    made: Monitored,
    /// For each of the checks the path of its part, and its properties.
    checks: Vec<(String, Vec<(&'static str, Kind)>)>,
}

impl Unit {
    /// The Verilog of the unit in which every part that has checks is monitored.
    ///
    /// # Errors
    /// If the unit has not one clock.
    pub fn monitored_verilog(&self) -> Result<MonitoredVerilog> {
        let (mut watching, mut checks): (Vec<Watching>, _) = (vec![], vec![]);
        for (path, checked) in self.checked_parts()? {
            checks.push((path.clone(), checked.properties()?));
            watching.push(checked.watching(path)?);
        }
        let made = monitored(self.name, &self.verilog()?, &(self.circuit.ports)(), &watching)?;
        Ok(MonitoredVerilog { made, checks })
    }
}

impl MonitoredVerilog {
    pub fn text(&self) -> &str {
        &self.made.text
    }

    /// The name of its top module.
    pub fn top(&self) -> &str {
        &self.made.top
    }

    /// Its ports: those of the unit, then those that tell of the checks.
    pub fn ports(&self) -> &[Port] {
        &self.made.ports
    }

    /// Monitors an engine of this Verilog, which must be at power-on.
    pub fn watch<E: Engine>(&self, engine: E) -> (MonitoredModel<E>, Monitors) {
        let mut words: Vec<Word> = self
            .made
            .held
            .iter()
            .map(|&port| Word { port, ..Word::default() })
            .collect();
        let mut monitors = Monitors { parts: vec![], properties: 0 };
        let mut place = 0;
        for ((path, properties), seen) in self.checks.iter().zip(&self.made.seen) {
            let part = Part { path: path.clone(), findings: Rc::default() };
            for &(name, kind) in properties {
                let word = &mut words[place / HELD_BITS];
                let bit = 1 << (place % HELD_BITS);
                match kind {
                    Kind::Once => word.unreached |= bit,
                    Kind::Always | Kind::Given => {
                        word.unbroken |= bit;
                        monitors.properties += 1;
                    }
                }
                word.properties
                    .push(Property { name, seen: seen.clone(), findings: part.findings.clone() });
                place += 1;
            }
            monitors.parts.push(part);
        }
        let ports = self.made.ports[..self.made.own].to_vec();
        (MonitoredModel { engine, ports, words, clock: 0 }, monitors)
    }
}

struct Property {
    name: &'static str,
    /// What its checks see: the name of an input, and the port.
    seen: Vec<(&'static str, usize)>,
    findings: Rc<RefCell<Findings>>,
}

/// Properties whose values are the bits of one port.
#[derive(Default)]
struct Word {
    port: usize,
    /// From the lowest bit on.
    properties: Vec<Property>,
    /// Those that are to be 1 in every clock, and have been.
    unbroken: u64,
    /// Those that are to be 1 in one clock, and have not been.
    unreached: u64,
}

/// An engine that is monitored. It has the ports of the unit.
pub struct MonitoredModel<E> {
    engine: E,
    ports: Vec<Port>,
    words: Vec<Word>,
    /// The next clock to look at, counted from 0 at power-on.
    clock: u64,
}

impl<E: Engine> MonitoredModel<E> {
    /// The number of clocks so far.
    pub fn clocks(&self) -> u64 {
        self.clock
    }

    fn look(&mut self) {
        for word in &mut self.words {
            let held = self.engine.get(word.port);
            let broken = word.unbroken & !held;
            let mut events = broken | word.unreached & held;
            word.unbroken &= !events;
            word.unreached &= !events;
            while events != 0 {
                let bit = events.trailing_zeros() as usize;
                events &= events - 1;
                let Property { name, seen, findings } = &word.properties[bit];
                if broken >> bit & 1 == 1 {
                    let seen = seen.iter().map(|&(input, port)| (input, self.engine.get(port)));
                    let broken = Broken { property: name, clock: self.clock, seen: seen.collect() };
                    findings.borrow_mut().broken.push(broken);
                } else {
                    findings.borrow_mut().reached.push((name, self.clock));
                }
            }
        }
    }
}

/// It keeps no state: what a monitor has seen has happened.
impl<E: Engine> Engine for MonitoredModel<E> {
    hand_on!(engine: set, get, settle);

    fn ports(&self) -> &[Port] {
        &self.ports
    }

    fn step(&mut self) {
        self.engine.settle();
        self.look();
        self.engine.step();
        self.clock += 1;
    }
}
