//! The batches of a circuit with one clock behind the harness's interface.

use super::{
    batch::Batch,
    netlist::{Id, Netlist, Op},
};
use crate::{Engine, Port, PortDirection};

/// Clocks in a batch: a scan line of 640x480, so that a line like the one above has its lanes already.
pub const BATCH: usize = 800;

pub struct Fast {
    ports: Vec<Port>,
    batch: Batch,
    /// Where each port is; nothing for one that nothing reads.
    places: Vec<Option<Id>>,
    /// The lane of the last batch that is now.
    now: usize,
    /// Clocks since power-on, to end batches where lines end.
    clocks: u64,
    most: usize,
}

impl Fast {
    pub fn new(netlist: Netlist, ports: Vec<Port>, most: usize) -> Self {
        let all = 0..netlist.nodes.len() as Id;
        let input = |port: usize| all.clone().find(|id| netlist.nodes[*id as usize].op == Op::Input(port as u32, 0));
        let places = ports.iter().enumerate().map(|(number, port)| match port.direction {
            PortDirection::Output => netlist.outputs.get(&(number, 0)).copied(),
            _ => input(number),
        });
        let mut fast = Fast {
            places: places.collect(),
            ports,
            batch: Batch::new(netlist, most),
            now: 0,
            clocks: 0,
            most,
        };
        fast.settle();
        fast
    }

    fn run(&mut self, clocks: usize) {
        self.batch.run(clocks);
        self.now = clocks;
        self.clocks += clocks as u64;
    }

    /// The next batch of at most `count` clocks; ends where lines do.
    fn next(&self, count: u64) -> usize {
        let left = self.most as u64 - self.clocks % self.most as u64;
        left.min(count) as usize
    }
}

impl Engine for Fast {
    fn ports(&self) -> &[Port] {
        &self.ports
    }

    fn set(&mut self, port: usize, value: u64) {
        let width = self.ports[port].width;
        let kept = if width < 64 { value & ((1 << width) - 1) } else { value };
        if let Some(id) = self.places[port] {
            self.batch.set(id, kept);
        }
    }

    fn get(&self, port: usize) -> u64 {
        self.places[port].map_or(0, |id| self.batch.get(id, self.now))
    }

    fn settle(&mut self) {
        self.run(0);
    }

    fn step(&mut self) {
        self.run(1);
    }

    fn steps(&mut self, count: u64) {
        let mut left = count;
        while left > 0 {
            let clocks = self.next(left);
            self.run(clocks);
            left -= clocks as u64;
        }
    }
}
