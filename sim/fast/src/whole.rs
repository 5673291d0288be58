//! Runs a whole circuit in one stepper, as an [`Engine`], with any number of clocks.

use crate::{
    interface::{Engine, Port, PortDirection},
    netlist::{Id, MOST_BITS, Netlist, mask},
    stepper::{State, Stepper},
};

/// An event-driven simulation of a circuit with any number of clocks.
pub struct Whole {
    ports: Vec<Port>,
    stepper: Stepper,
    /// For each port the places of its words in the stepper; `None` for a word that nothing reads.
    places: Vec<Vec<Option<usize>>>,
    /// The clocks: their ports and values.
    clocks: Vec<(usize, Option<Id>)>,
    levels: Vec<bool>,
    /// The clocks that the next `settle` raises.
    rising: Vec<Id>,
    /// The state kept by [`Engine::keep`], with the levels of the clocks.
    kept: Option<(State, Vec<bool>)>,
}

impl Whole {
    /// Creates the circuit at power-on, with all inputs low.
    pub fn new(netlist: &Netlist, ports: Vec<Port>) -> Self {
        let members: Vec<Id> = (0..netlist.nodes.len() as Id).collect();
        let outputs: Vec<Id> = netlist.outputs.values().copied().collect();
        let stepper = Stepper::new(netlist, &members, &outputs);
        let clocks = ports
            .iter()
            .enumerate()
            .filter(|(_, port)| port.direction == PortDirection::Clock);
        let word = |port: usize, word: usize| netlist.port(port).get(word).copied().flatten();
        let clocks: Vec<(usize, Option<Id>)> = clocks.map(|(port, _)| (port, word(port, 0))).collect();
        let place = |id: &Option<Id>| id.and_then(|id| stepper.place(id));
        let places = (0..ports.len()).map(|port| netlist.port(port).iter().map(place).collect());
        Whole {
            places: places.collect(),
            levels: vec![false; clocks.len()],
            rising: vec![],
            kept: None,
            clocks,
            stepper,
            ports,
        }
    }

    /// Sets the clock of that index.
    fn set_clock(&mut self, number: usize, level: bool) {
        let (port, id) = self.clocks[number];
        if level && !self.levels[number] {
            self.rising.extend(id);
        }
        self.levels[number] = level;
        if let Some(place) = self.place(port, 0) {
            self.stepper.set(place, level.into());
        }
    }

    fn place(&self, port: usize, word: usize) -> Option<usize> {
        self.places[port].get(word).copied().flatten()
    }

    /// Drives an input of any width by its words, lowest first; otherwise like [`Engine::set`].
    pub fn set_wide(&mut self, port: usize, words: &[u64]) {
        for (word, value) in words.iter().enumerate() {
            if let Some(place) = self.place(port, word) {
                let kept = value & mask(self.ports[port].width - MOST_BITS * word);
                self.stepper.set(place, kept);
            }
        }
    }

    /// Reads a word of a port; otherwise like [`Engine::get`].
    pub fn word(&self, port: usize, word: usize) -> u64 {
        self.place(port, word).map_or(0, |place| self.stepper.get(place))
    }

    fn edges(&mut self) {
        if !self.rising.is_empty() {
            let rising = std::mem::take(&mut self.rising);
            self.stepper.edge(|clock| rising.contains(&clock));
        }
        self.stepper.settle();
    }
}

impl Engine for Whole {
    fn ports(&self) -> &[Port] {
        &self.ports
    }

    fn set(&mut self, port: usize, value: u64) {
        if let Some(number) = self.clocks.iter().position(|(clock, _)| *clock == port) {
            return self.set_clock(number, value & 1 == 1);
        }
        self.set_wide(port, &[value]);
    }

    fn get(&self, port: usize) -> u64 {
        self.word(port, 0)
    }

    fn settle(&mut self) {
        if self.clocks.len() == 1 {
            self.set_clock(0, false);
        }
        self.edges();
    }

    fn step(&mut self) {
        for number in 0..self.clocks.len() {
            self.set_clock(number, false);
        }
        self.edges();
        for number in 0..self.clocks.len() {
            self.set_clock(number, true);
        }
        self.edges();
    }

    fn keep(&mut self) -> bool {
        self.kept = Some((self.stepper.state(), self.levels.clone()));
        true
    }

    fn go_back(&mut self) {
        if let Some((state, levels)) = &self.kept {
            self.stepper.take_state(state);
            self.levels.clone_from(levels);
            self.rising.clear();
            self.stepper.settle();
        }
    }
}
