//! A simulation in which every part that has checks is monitored.

use std::{cell::RefCell, collections::BTreeSet, rc::Rc};

use anyhow::Result;
use tengen_sim::{Broken, Findings, Trace, Watches, WaveOptions};

use super::{Checked, Unit, all_checked};
use crate::hdl::proof::Kind;

/// A simulation with its monitors.
pub type Monitored = (Box<dyn Trace>, Monitors);

/// The monitors of a circuit's parts.
pub struct Monitors {
    pub(super) parts: Vec<Part>,
    /// The number of properties that are to hold in every clock.
    pub properties: usize,
}

pub(super) struct Part {
    /// Its dotted path below the top; empty for the top.
    pub path: String,
    pub findings: Rc<RefCell<Findings>>,
}

impl Monitors {
    /// The number of parts with checks; one that has two circuits of checks counts twice.
    pub fn parts(&self) -> usize {
        self.parts.len()
    }

    /// What has been broken so far, a line for each property of a part.
    pub fn broken(&self) -> Vec<String> {
        let of = |part: &Part| {
            let line = |broken: &Broken| match part.path.as_str() {
                "" => broken.to_string(),
                path => format!("{path}: {broken}"),
            };
            part.findings.borrow().broken.iter().map(line).collect::<Vec<_>>()
        };
        self.parts.iter().flat_map(of).collect()
    }
}

impl Unit {
    /// An instance in the fast simulation, in which every part that has checks is monitored from power-on.
    ///
    /// # Errors
    /// If it has a part that the fast simulation cannot run.
    pub fn fast_monitored(&self) -> Result<Monitored> {
        self.monitor(|watches| self.fast_traced(&watches.options(self.name), Box::new(watches)))
    }

    /// The same in the rust-hdl simulation.
    pub fn monitored(&self) -> Result<Monitored> {
        self.monitor(|watches| self.traced(&watches.options(self.name), Box::new(watches)))
    }

    fn monitor(&self, start: impl Fn(Watches) -> Result<Box<dyn Trace>>) -> Result<Monitored> {
        let mut watches = vec![];
        let mut monitors = Monitors { parts: vec![], properties: 0 };
        for (path, checked) in self.checked_parts()? {
            let properties = checked.properties()?.into_iter();
            monitors.properties += properties.filter(|(_, kind)| *kind != Kind::Once).count();
            let watch = checked.monitor().of_part(&path);
            monitors.parts.push(Part { path, findings: watch.findings() });
            watches.push(watch);
        }
        Ok((start(Watches::new(watches))?, monitors))
    }

    /// Each part that has checks, the circuit itself included: its path, and the part with its checks.
    pub(super) fn checked_parts(&self) -> Result<Vec<(String, Checked)>> {
        let mut blocks = BTreeSet::new();
        for signal in self.chosen(&WaveOptions::new(self.name))? {
            for (depth, (_, type_name)) in signal.scope.iter().enumerate() {
                let names: Vec<&str> = signal.scope[1..=depth].iter().map(|(name, _)| name.as_str()).collect();
                blocks.insert((names.join("."), type_name.clone()));
            }
        }
        let mut parts = vec![];
        for (path, type_name) in blocks {
            let units = all_checked().filter(|unit| unit.type_name() == type_name);
            let units: Vec<Unit> = match path.as_str() {
                "" => self.checked_by.iter().map(|_| self.clone()).collect(),
                _ => units.map(|unit| unit.at(self.made.hertz)).collect::<Result<_, _>>()?,
            };
            parts.extend(units.iter().filter_map(|unit| Some((path.clone(), unit.checked()?))));
        }
        Ok(parts)
    }

    /// The name of the circuit's type, as waves call it: without its path, so no two circuits with checks may share it.
    fn type_name(&self) -> &'static str {
        let path = (self.circuit.type_name)();
        let path = path.split('<').next().unwrap_or(path);
        path.rsplit("::").next().unwrap_or(path)
    }
}

#[cfg(all(test, feature = "eda"))]
mod tests {
    use tengen_sim::Engine;

    use super::Monitors;
    use crate::{hdl::tools::Tools, units::faulty};

    /// Raises `up` for ten clocks after the third.
    fn count(engine: &mut (impl Engine + ?Sized)) {
        let up = engine.port("up");
        engine.steps(3);
        engine.set(up, 1);
        engine.steps(10);
    }

    fn one_is_broken(monitors: &Monitors) {
        assert_eq!((monitors.parts(), monitors.properties), (1, 4));
        assert_eq!(
            monitors.broken(),
            ["always_few does not hold in clock 8: up 1 clear 0 count 5"]
        );
        let reached = &monitors.parts[0].findings.borrow().reached;
        assert_eq!(*reached, [("once_three", 6)]);
    }

    #[test]
    fn a_monitor_names_the_property_the_clock_and_the_signals() {
        for (mut engine, monitors) in [
            faulty::UNIT.monitored().unwrap(),
            faulty::UNIT.fast_monitored().unwrap(),
        ] {
            count(&mut *engine);
            engine.finish().unwrap();
            one_is_broken(&monitors);
        }
    }

    #[test]
    fn so_does_one_in_the_emitted_verilog() {
        let verilog = faulty::UNIT.monitored_verilog().unwrap();
        let cache = tempfile::tempdir().unwrap();
        let tool = Tools::find().verilator().unwrap();
        let model = tool
            .build(verilog.text(), verilog.top(), verilog.ports(), cache.path())
            .unwrap();
        let (mut engine, monitors) = verilog.watch(model.start());
        let names: Vec<&str> = engine.ports().iter().map(|port| port.name).collect();
        assert_eq!(names, ["clock", "up", "clear", "count"]);
        count(&mut engine);
        assert_eq!(engine.clocks(), 13);
        one_is_broken(&monitors);
    }
}
