//! A monitor: runs a circuit of checks beside the simulation of the circuit it is about, clock by clock.
//!
//! ```text
//! clock    ________/‾‾‾\___/‾‾‾\___/‾‾‾\___
//! signals  X=======X=======X=======X=======
//! checks          ^       ^       ^           looked at just before each edge; then the checks make the same edge
//! ```
//!
//! A monitor is a [`WaveFile`]: give it to a tracer in place of a file, with the options of [`Watch::options`]. The recording
//! must begin at power-on. It sees the lowest 64 bits of a signal.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use crate::{Engine, PortDirection, WaveFile, WaveOptions, WaveSignal};

/// What a property says. The name of the output tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `always_`: it is 1 in every clock.
    Always,
    /// `once_`: it is 1 in at least one clock.
    Once,
    /// `given_`: the inputs keep it 1.
    Given,
}

impl Kind {
    /// The kind of the property with this name; `None` if the name begins like none.
    pub fn of(name: &str) -> Option<Kind> {
        let kinds = [
            ("always_", Kind::Always),
            ("once_", Kind::Once),
            ("given_", Kind::Given),
        ];
        kinds
            .into_iter()
            .find(|(start, _)| name.starts_with(start))
            .map(|(_, kind)| kind)
    }
}

/// A property that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    pub property: &'static str,
    /// The clock, counted from 0 at power-on.
    pub clock: u64,
    /// What the checks saw in it.
    pub seen: Vec<(&'static str, u64)>,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(out, "{} does not hold in clock {}:", self.property, self.clock)?;
        self.seen
            .iter()
            .try_for_each(|(name, value)| write!(out, " {name} {value}"))
    }
}

/// What a monitor has found so far. Of each property only the first event is kept.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// Properties of the kinds [`Kind::Always`] and [`Kind::Given`] that did not hold.
    pub broken: Vec<Broken>,
    /// Properties of the kind [`Kind::Once`] that have been 1, each with the clock.
    pub reached: Vec<(&'static str, u64)>,
}

/// The path of the signal that an input of checks sees: the one that `seen` gives for it, or its own name.
pub fn path_of<'a>(input: &'a str, seen: &[(&str, &'a str)]) -> &'a str {
    let inside = seen.iter().find(|(name, _)| *name == input);
    inside.map_or(input, |(_, path)| path)
}

/// See the module's description.
pub struct Watch {
    checks: Box<dyn Engine>,
    /// The signal that each input sees, by its path, and the input.
    inputs: Vec<(String, usize)>,
    /// The properties, and their ports.
    properties: Vec<(&'static str, usize)>,
    /// For each recorded signal the inputs that see it.
    places: Vec<Vec<usize>>,
    /// In nanoseconds, as the tracer counts time.
    half_period: u64,
    /// The next clock to look at.
    clock: u64,
    /// A signal has changed since the last look.
    changed: bool,
    findings: Rc<RefCell<Findings>>,
}

impl Watch {
    /// Creates a monitor with these checks. An input sees the signal of its name, or the one whose path `seen` gives for it.
    pub fn new(checks: Box<dyn Engine>, seen: &[(&str, &str)]) -> Watch {
        let ports = || checks.ports().iter().enumerate();
        let of = |direction| move |(_, port): &(usize, &crate::Port)| port.direction == direction;
        Watch {
            inputs: ports()
                .filter(of(PortDirection::Input))
                .map(|(i, port)| (path_of(port.name, seen).to_string(), i))
                .collect(),
            properties: ports()
                .filter(of(PortDirection::Output))
                .map(|(i, port)| (port.name, i))
                .collect(),
            places: vec![],
            half_period: WaveOptions::new("").period / 2,
            clock: 0,
            changed: true,
            findings: Rc::default(),
            checks,
        }
    }

    /// Sees the signals of this part, by its dotted path below the top; of an empty path, of the top itself.
    #[must_use]
    pub fn of_part(mut self, part: &str) -> Watch {
        if !part.is_empty() {
            for (path, _) in &mut self.inputs {
                *path = format!("{part}.{path}");
            }
        }
        self
    }

    /// The options for the tracer, of a circuit that is called `top`.
    pub fn options(&self, top: &str) -> WaveOptions {
        WaveOptions { signals: self.inputs.iter().map(|(path, _)| path.clone()).collect(), ..WaveOptions::new(top) }
    }

    /// What it finds; it can be looked at while the simulation runs.
    pub fn findings(&self) -> Rc<RefCell<Findings>> {
        self.findings.clone()
    }

    /// Looks at the properties, and makes the edge.
    fn look(&mut self) {
        if self.changed {
            self.checks.settle();
            self.changed = false;
        }
        let mut findings = self.findings.borrow_mut();
        for (property, port) in &self.properties {
            let holds = self.checks.get(*port) == 1;
            if Kind::of(property) == Some(Kind::Once) {
                if holds && findings.reached.iter().all(|(known, _)| known != property) {
                    findings.reached.push((property, self.clock));
                }
            } else if !holds && findings.broken.iter().all(|known| known.property != *property) {
                let ports = self.checks.ports();
                let seen = self
                    .inputs
                    .iter()
                    .map(|(_, input)| (ports[*input].name, self.checks.get(*input)));
                findings
                    .broken
                    .push(Broken { property, clock: self.clock, seen: seen.collect() });
            }
        }
        drop(findings);
        self.checks.step();
        self.clock += 1;
    }
}

impl WaveFile for Watch {
    fn head(&mut self, signals: &[WaveSignal], _: u64) -> io::Result<()> {
        let sees = |signal: &WaveSignal| {
            let inputs = self.inputs.iter().filter(|(path, _)| *path == signal.path());
            inputs.map(|(_, input)| *input).collect::<Vec<_>>()
        };
        self.places = signals.iter().map(sees).collect();
        let unseen = self
            .inputs
            .iter()
            .find(|(_, input)| !self.places.concat().contains(input));
        unseen.map_or(Ok(()), |(path, _)| {
            Err(io::Error::other(format!("the checks see {path}, and it is not there")))
        })
    }

    fn time(&mut self, time: u64) -> io::Result<()> {
        // The second half of a cycle begins with its edge.
        while time / self.half_period > 2 * self.clock {
            self.look();
        }
        Ok(())
    }

    fn change(&mut self, signal: usize, bits: &[u8]) -> io::Result<()> {
        let value = bits.iter().fold(0, |value, bit| value << 1 | u64::from(*bit == b'1'));
        self.changed = true;
        for input in &self.places[signal] {
            self.checks.set(*input, value);
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Several monitors of one simulation.
pub struct Watches {
    watches: Vec<Watch>,
    /// For each recorded signal the monitors that see it.
    seen_by: Vec<Vec<usize>>,
}

impl Watches {
    pub fn new(watches: Vec<Watch>) -> Watches {
        Watches { watches, seen_by: vec![] }
    }

    /// The options for the tracer, as [`Watch::options`].
    pub fn options(&self, top: &str) -> WaveOptions {
        let signals = self.watches.iter().flat_map(|watch| watch.options(top).signals);
        WaveOptions { signals: signals.collect(), ..WaveOptions::new(top) }
    }
}

impl WaveFile for Watches {
    fn head(&mut self, signals: &[WaveSignal], start: u64) -> io::Result<()> {
        self.watches
            .iter_mut()
            .try_for_each(|watch| watch.head(signals, start))?;
        let sees = |signal: usize| {
            let watches = self.watches.iter().enumerate();
            let seeing = watches.filter(|(_, watch)| !watch.places[signal].is_empty());
            seeing.map(|(number, _)| number).collect()
        };
        self.seen_by = (0..signals.len()).map(sees).collect();
        Ok(())
    }

    fn time(&mut self, time: u64) -> io::Result<()> {
        self.watches.iter_mut().try_for_each(|watch| watch.time(time))
    }

    fn change(&mut self, signal: usize, bits: &[u8]) -> io::Result<()> {
        let watches = self.seen_by[signal].iter();
        watches
            .copied()
            .try_for_each(|watch| self.watches[watch].change(signal, bits))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.watches.iter_mut().try_for_each(Watch::finish)
    }
}
