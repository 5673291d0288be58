//! A machine in which every part that has checks is monitored.

use tengen_page::running::Checked;
use tengen_sim::{Change, Engine, Seen, hand_on};

use crate::units::Monitors;

pub struct Watched {
    engine: Box<dyn Engine>,
    monitors: Monitors,
    /// The properties that were told to be broken.
    told: Vec<String>,
}

impl Watched {
    /// An engine with the monitors of what it runs.
    pub fn new(engine: Box<dyn Engine>, monitors: Monitors) -> Watched {
        Watched { engine, monitors, told: vec![] }
    }
}

impl Engine for Watched {
    hand_on!(engine: ports, set, get, settle, step);

    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        self.engine.watch(count, changes, seen);
    }

    fn batch(&self) -> usize {
        self.engine.batch()
    }
}

impl Checked for Watched {
    fn fault(&mut self) -> Option<String> {
        let mut broken = self.monitors.broken().into_iter();
        let fault = broken.find(|line| !self.told.contains(line))?;
        eprintln!("a property does not hold: {fault}");
        self.told.push(fault.clone());
        Some(fault)
    }
}

#[cfg(all(test, feature = "eda"))]
mod tests {
    use super::*;
    use crate::units::faulty;

    #[test]
    fn a_property_is_told_once() {
        let (engine, monitors) = faulty::UNIT.fast_monitored().unwrap();
        let mut watched = Watched::new(engine, monitors);
        watched.steps(3);
        assert_eq!(watched.fault(), None);
        watched.set(watched.port("up"), 1);
        watched.steps(10);
        let fault = watched.fault().unwrap();
        assert_eq!(fault, "always_few does not hold in clock 8: up 1 clear 0 count 5");
        watched.steps(10);
        assert_eq!(watched.fault(), None);
    }
}
