//! The whole circuit in one stepper, behind the harness's interface: for any number of clocks.

use super::{
    netlist::{Id, Netlist, Op},
    stepper::Stepper,
};
use crate::{Engine, Port, PortDirection};

pub struct Whole {
    ports: Vec<Port>,
    stepper: Stepper,
    /// Where each port is in the stepper; nothing for one that nothing reads.
    places: Vec<Option<usize>>,
    /// The clocks: their ports and values.
    clocks: Vec<(usize, Option<Id>)>,
    levels: Vec<bool>,
    /// Those that `settle` will raise.
    rising: Vec<Id>,
}

impl Whole {
    pub fn new(netlist: &Netlist, ports: Vec<Port>) -> Self {
        let members: Vec<Id> = (0..netlist.nodes.len() as Id).collect();
        let input = |port: usize| (members.iter().copied()).find(|id| netlist.nodes[*id as usize].op == Op::Input(port as u32, 0));
        let stepper = Stepper::new(netlist, &members, &[]);
        let clocks = ports.iter().enumerate().filter(|(_, port)| port.direction == PortDirection::Clock);
        let clocks: Vec<(usize, Option<Id>)> = clocks.map(|(port, _)| (port, input(port))).collect();
        let places = ports.iter().enumerate().map(|(number, port)| match port.direction {
            PortDirection::Output => netlist.outputs.get(&(number, 0)).and_then(|id| stepper.place(*id)),
            _ => input(number).and_then(|id| stepper.place(id)),
        });
        Whole {
            places: places.collect(),
            levels: vec![false; clocks.len()],
            rising: vec![],
            clocks,
            stepper,
            ports,
        }
    }

    /// Sets one of the clocks, by its number among them.
    fn set_clock(&mut self, number: usize, level: bool) {
        let (port, id) = self.clocks[number];
        if level && !self.levels[number] {
            self.rising.extend(id);
        }
        self.levels[number] = level;
        if let Some(place) = self.places[port] {
            self.stepper.set(place, level.into());
        }
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
        let width = self.ports[port].width;
        let kept = if width < 64 { value & ((1 << width) - 1) } else { value };
        if let Some(place) = self.places[port] {
            self.stepper.set(place, kept);
        }
    }

    fn get(&self, port: usize) -> u64 {
        self.places[port].map_or(0, |place| self.stepper.get(place))
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
}
