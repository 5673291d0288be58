//! Runs a circuit with several clocks by programs, as an [`Engine`]: one for the next state of each clock, and one for the
//! outputs.
//!
//! ```text
//! fast     _/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! slow     _/‾‾‾‾‾\_____/‾‾‾‾‾\_____
//! runs      b   f   f   b   f   f        the program of a clock that rises, and then its edge; b: of both, then both edges
//! outputs                          o     when the edges are over
//! ```
//!
//! If an edge would change nothing its clock rests, until an input or the state of another clock changes.

use std::{collections::BTreeSet, sync::Arc};

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    busy::Pace,
    clocks::Clocks,
    fast::clocks,
    frame::Frame,
    interface::{Engine, Port, PortDirection},
    netlist::{Id, MOST_BITS, Netlist, mask},
    prepared::{Held, Making, Optimisation, Prepared},
};

/// A circuit with several clocks. A clone continues independently from the same state.
#[derive(Clone)]
pub struct Domains {
    ports: Arc<[Port]>,
    prepared: Arc<Prepared>,
    frame: Frame,
    /// For each port the slots of its words; `None` for a word that nothing reads.
    places: Arc<[Vec<Option<u32>>]>,
    clocks: Vec<Level>,
    /// The domains of the clocks that the next `settle` raises.
    rising: Vec<usize>,
    /// The domains of which the next edge changes nothing.
    rests: Vec<bool>,
    /// The outputs belong to the present state and inputs.
    fresh: bool,
    /// The state kept by [`Engine::keep`].
    kept: Option<Box<Domains>>,
}

/// The present level of a clock.
#[derive(Clone, Copy)]
struct Level {
    port: usize,
    /// What it moves.
    domain: Option<usize>,
    high: bool,
}

impl Domains {
    /// Creates the circuit at power-on, with all inputs low. `None` if it has less than two clocks, uses one of them as data, or
    /// has a part that is a call. Without a compiler, and at [`Pace::Interpreted`], its programs are interpreted.
    pub fn new(netlist: &Netlist, ports: Vec<Port>, pace: Pace, without: Option<Optimisation>) -> Option<Domains> {
        if clocks(netlist, &ports)? < 2 || !netlist.calls.is_empty() {
            return None;
        }
        let seen: BTreeSet<Id> = netlist.outputs.values().copied().collect();
        let making = Making { compiled: pace != Pace::Interpreted, without };
        let prepared = Prepared::by_clocks(netlist, &seen, making).ok()?;
        let layout = &prepared.layout;
        let mut frame = prepared.frame();
        prepared.take(&mut frame, &Held::first(netlist));
        let domains = layout.domains.iter();
        domains.for_each(|domain| frame.begin(layout, domain));
        let slot = |id: Id| {
            let inputs = prepared.split.inputs.iter();
            let input = inputs.filter(|(old, _)| *old == id).map(|(_, new)| layout.slot(*new));
            let shown = prepared.split.seen.iter().zip(&layout.seen);
            let shown = shown.filter(|((old, _), _)| *old == id).map(|(_, slot)| *slot);
            input.chain(shown).next()
        };
        let words = |port: usize| netlist.port(port).into_iter().map(|word| word.and_then(slot)).collect();
        let numbered = ports.iter().enumerate();
        let levels = numbered.filter(|(_, port)| port.direction == PortDirection::Clock);
        let levels = levels.map(|(port, _)| Level {
            port,
            domain: layout.domains.iter().position(|domain| domain.port as usize == port),
            high: false,
        });
        let mut circuit = Domains {
            places: (0..ports.len()).map(words).collect(),
            clocks: levels.collect(),
            rests: vec![false; layout.domains.len()],
            ports: ports.into(),
            prepared: Arc::new(prepared),
            frame,
            rising: vec![],
            fresh: false,
            kept: None,
        };
        circuit.settle();
        Some(circuit)
    }

    fn place(&self, port: usize, word: usize) -> Option<u32> {
        self.places[port].get(word).copied().flatten()
    }

    /// Drives an input of any width by its words, lowest first; otherwise like [`Engine::set`].
    pub fn set_wide(&mut self, port: usize, words: &[u64]) {
        for (word, value) in words.iter().enumerate() {
            if let Some(slot) = self.place(port, word) {
                let kept = value & mask(self.ports[port].width - MOST_BITS * word);
                if std::mem::replace(&mut self.frame.slots[slot as usize], kept) != kept {
                    #[cfg(test)]
                    if Fault::RestsWhateverComes.is_there() {
                        continue;
                    }
                    self.changed();
                }
            }
        }
    }

    /// Reads a word of a port; otherwise like [`Engine::get`].
    pub fn word(&self, port: usize, word: usize) -> u64 {
        self.place(port, word).map_or(0, |slot| self.frame.slots[slot as usize])
    }

    /// Sets the clock of that index.
    fn set_clock(&mut self, number: usize, high: bool) {
        let Level { port, domain, high: before } = self.clocks[number];
        if high
            && !before
            && let Some(domain) = domain
            && !self.rising.contains(&domain)
        {
            self.rising.push(domain);
        }
        self.clocks[number].high = high;
        self.show_level(port, high);
    }

    fn show_level(&mut self, port: usize, high: bool) {
        if let Some(slot) = self.place(port, 0) {
            self.frame.slots[slot as usize] = high.into();
        }
    }

    /// Makes the edges of these domains together.
    #[inline]
    fn edges(&mut self, rising: &[usize]) {
        let prepared = &*self.prepared;
        let (frame, layout) = (&mut self.frame, &prepared.layout);
        for &domain in rising {
            if self.rests[domain] {
                continue;
            }
            prepared.run(domain, frame);
            self.rests[domain] = frame.rests(layout, &layout.domains[domain]);
            #[cfg(test)]
            if Fault::EdgesInTurn.is_there() {
                frame.edge(layout, &layout.domains[domain]);
            }
        }
        let moving = rising.iter().filter(|domain| !self.rests[**domain]);
        let mut moved = false;
        for &domain in moving {
            frame.edge(layout, &layout.domains[domain]);
            moved = true;
        }
        #[cfg(test)]
        let moved = moved && !Fault::RestsAlone.is_there();
        if moved {
            self.changed();
        }
    }

    /// The state or an input has changed.
    #[inline]
    fn changed(&mut self) {
        self.rests.fill(false);
        self.fresh = false;
    }

    /// Computes the outputs.
    fn show(&mut self) {
        if !std::mem::replace(&mut self.fresh, true) {
            self.prepared.run(self.rests.len(), &mut self.frame);
        }
    }
}

impl Engine for Domains {
    fn ports(&self) -> &[Port] {
        &self.ports
    }

    fn set(&mut self, port: usize, value: u64) {
        if let Some(number) = self.clocks.iter().position(|clock| clock.port == port) {
            return self.set_clock(number, value & 1 == 1);
        }
        self.set_wide(port, &[value]);
    }

    fn get(&self, port: usize) -> u64 {
        self.word(port, 0)
    }

    fn settle(&mut self) {
        let mut rising = std::mem::take(&mut self.rising);
        self.edges(&rising);
        rising.clear();
        self.rising = rising;
        self.show();
    }

    fn step(&mut self) {
        for high in [false, true] {
            for number in 0..self.clocks.len() {
                self.set_clock(number, high);
            }
            self.settle();
        }
    }

    fn run_until(&mut self, clocks: &mut Clocks, end: u64) {
        for (port, level) in clocks.levels() {
            self.set(port, level);
        }
        self.settle();
        let of = |port: usize| self.clocks.iter().find(|clock| clock.port == port)?.domain;
        let domains: Vec<Option<usize>> = clocks.levels().map(|(port, _)| of(port)).collect();
        let mut rising = vec![];
        while let Some(rises) = clocks.next_rises(end) {
            if let &[place] = rises {
                if let Some(domain) = domains[place] {
                    self.edges(&[domain]);
                }
                continue;
            }
            rising.clear();
            rising.extend(rises.iter().filter_map(|place| domains[*place]));
            self.edges(&rising);
        }
        for (port, level) in clocks.levels() {
            if let Some(clock) = self.clocks.iter_mut().find(|clock| clock.port == port) {
                clock.high = level == 1;
            }
            self.show_level(port, level == 1);
        }
        self.show();
    }

    fn keep(&mut self) -> bool {
        self.kept = None;
        self.kept = Some(Box::new(self.clone()));
        true
    }

    fn go_back(&mut self) {
        if let Some(kept) = self.kept.take() {
            *self = Domains { kept: None, ..(*kept).clone() };
            self.kept = Some(kept);
        }
    }
}
