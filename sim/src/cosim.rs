//! Runs two engines with the same stimulus and compares every output on every clock.
//!
//! ```text
//!             ┌── left  (say, the rust-hdl simulation) ──┐
//! set, step ──┤                                          ├── equal? ── Ok, or the clock, the port and both values
//!             └── right (say, the emitted Verilog)     ──┘
//! ```
//!
//! A `Pair` is driven like an engine, but its steps return an error if the outputs differ. Engines that run many clocks
//! at once are also compared in every clock.

use std::fmt;

use anyhow::{Result, bail};

use crate::{Change, Engine, Port, PortDirection, Seen};

/// Two engines with the same ports.
pub struct Pair<L: Engine, R: Engine> {
    left: L,
    right: R,
    outputs: Vec<usize>,
    /// All outputs of both sides in the last clocks that were watched.
    seen: [Seen; 2],
    clock: u64,
}

/// The first output that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of rising edges so far.
    pub clock: u64,
    pub port: &'static str,
    pub left: u64,
    pub right: u64,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { clock, port, left, right } = self;
        write!(
            f,
            "after {clock} clocks output {port} is {left:#x} on the left and {right:#x} on the right"
        )
    }
}

impl std::error::Error for Difference {}

impl<L: Engine, R: Engine> Pair<L, R> {
    /// Creates a pair, and compares the two at power-on. An error if their ports or their first outputs differ.
    pub fn new(left: L, right: R) -> Result<Self> {
        if left.ports() != right.ports() {
            bail!("the two engines do not have the same ports");
        }
        let is_output = |port: &Port| port.direction == PortDirection::Output;
        let outputs: Vec<usize> = (0..left.ports().len())
            .filter(|&port| is_output(&left.ports()[port]))
            .collect();
        let mut pair = Pair { left, right, seen: [Seen::of(&outputs), Seen::of(&outputs)], outputs, clock: 0 };
        pair.settle()?;
        Ok(pair)
    }

    pub fn ports(&self) -> &[Port] {
        self.left.ports()
    }

    /// The number of the port of that name; panics if there is none.
    pub fn port(&self, name: &str) -> usize {
        self.left.port(name)
    }

    /// Drives an input on both sides.
    pub fn set(&mut self, port: usize, value: u64) {
        self.left.set(port, value);
        self.right.set(port, value);
    }

    /// The value of a port, which is the same on both sides unless a step has failed.
    pub fn get(&self, port: usize) -> u64 {
        self.left.get(port)
    }

    /// The number of rising edges so far.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Lets the inputs settle on both sides and compares.
    pub fn settle(&mut self) -> Result<(), Difference> {
        self.left.settle();
        self.right.settle();
        self.compare()
    }

    /// Runs one clock on both sides, then compares.
    pub fn step(&mut self) -> Result<(), Difference> {
        self.left.step();
        self.right.step();
        self.clock += 1;
        self.compare()
    }

    /// Runs that many clocks, and compares after each.
    pub fn steps(&mut self, count: u64) -> Result<(), Difference> {
        (0..count).try_for_each(|_| self.step())
    }

    /// As [`Engine::watch`], for outputs only; every output is compared in each clock.
    pub fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) -> Result<(), Difference> {
        let [left, right] = &mut self.seen;
        self.left.watch(count, changes, left);
        self.right.watch(count, changes, right);
        if let Some((clock, column)) = left.differs(right) {
            return Err(Difference {
                clock: self.clock + clock as u64 + 1,
                port: self.left.ports()[self.outputs[column]].name,
                left: left.get(column, clock),
                right: right.get(column, clock),
            });
        }
        self.clock += count as u64;
        seen.take(left);
        Ok(())
    }

    /// The number of clocks that are best watched together.
    pub fn batch(&self) -> usize {
        self.left.batch().max(self.right.batch())
    }

    fn compare(&self) -> Result<(), Difference> {
        for &port in &self.outputs {
            let (left, right) = (self.left.get(port), self.right.get(port));
            if left != right {
                let port = self.ports()[port].name;
                return Err(Difference { clock: self.clock, port, left, right });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts to 200; the faulty one goes wrong at `stumble`.
    struct Counter {
        count: u64,
        stumble: Option<u64>,
    }

    impl Engine for Counter {
        fn ports(&self) -> &[Port] {
            const PORTS: [Port; 2] = [
                Port { name: "clock", direction: PortDirection::Clock, width: 1 },
                Port { name: "count", direction: PortDirection::Output, width: 8 },
            ];
            &PORTS
        }
        fn set(&mut self, _: usize, _: u64) {}
        fn get(&self, _: usize) -> u64 {
            self.count
        }
        fn settle(&mut self) {}
        fn step(&mut self) {
            self.count += if self.stumble == Some(self.count) { 2 } else { 1 };
        }
    }

    #[test]
    fn the_first_difference_is_named() {
        let counter = |stumble| Counter { count: 0, stumble };
        let mut same = Pair::new(counter(None), counter(None)).unwrap();
        assert_eq!(same.steps(200), Ok(()));
        assert_eq!(same.watch(100, &[], &mut Seen::default()), Ok(()));

        let mut pair = Pair::new(counter(None), counter(Some(41))).unwrap();
        let difference = pair.steps(200).unwrap_err();
        assert_eq!(difference, Difference { clock: 42, port: "count", left: 42, right: 43 });
        assert_eq!(
            difference.to_string(),
            "after 42 clocks output count is 0x2a on the left and 0x2b on the right"
        );

        let mut pair = Pair::new(counter(None), counter(Some(41))).unwrap();
        let mut seen = Seen::of(&[pair.port("count")]);
        assert_eq!(pair.watch(30, &[], &mut seen), Ok(()));
        assert_eq!(seen.get(0, 29), 30);
        assert_eq!(
            pair.watch(30, &[], &mut seen),
            Err(difference.clone()),
            "the same in many clocks"
        );

        let mut pair = Pair::new(counter(None), counter(Some(41))).unwrap();
        assert_eq!(pair.watch(41, &[], &mut seen), Ok(()));
        assert_eq!(pair.watch(1, &[], &mut seen), Err(difference), "in the first of them");
    }
}
