//! The batches of a circuit with one clock behind the harness's interface.

use crate::{
    batch::Batch,
    interface::{Change, Engine, Port, PortDirection, Seen},
    netlist::{Id, MOST_BITS, Netlist, Op, mask},
    whole::Whole,
};

/// Clocks in a batch: a scan line of 640x480, so that a line like the one above has its lanes already.
const BATCH: usize = 800;

/// Runs a netlist with these ports, however many clocks it has.
pub fn start(netlist: Netlist, ports: Vec<Port>) -> Box<dyn Engine> {
    match Fast::can(&netlist, &ports) {
        true => Box::new(Fast::new(netlist, ports)),
        false => Box::new(Whole::new(&netlist, ports)),
    }
}

/// A circuit with one clock, run in batches. A single step costs as much as some hundred clocks of a batch.
/// A copy goes on by itself from the same moment.
#[derive(Clone)]
pub struct Fast {
    ports: Vec<Port>,
    batch: Batch,
    /// Where the words of each port are; nothing for one that nothing reads.
    places: Vec<Vec<Option<Id>>>,
    /// The lane of the last batch that is now.
    now: usize,
    /// Clocks since power-on, to end batches where lines end.
    clocks: u64,
    most: usize,
    /// The moment that was kept.
    kept: Option<(u64, Vec<u64>)>,
}

impl Fast {
    /// Whether it has one clock, which nothing takes for data.
    pub fn can(netlist: &Netlist, ports: &[Port]) -> bool {
        let clocks = ports.iter().filter(|port| port.direction == PortDirection::Clock);
        let is_clock = |id: Id| match netlist.nodes[id as usize].op {
            Op::Input(port, _) => ports[port as usize].direction == PortDirection::Clock,
            _ => false,
        };
        let mut read = false;
        for id in 0..netlist.nodes.len() as Id {
            netlist.each_source(id, &mut |source| read |= is_clock(source));
        }
        read |= netlist.outputs.values().any(|id| is_clock(*id));
        clocks.count() == 1 && !read
    }

    /// Runs a netlist with one clock in batches of a scan line.
    pub fn new(netlist: Netlist, ports: Vec<Port>) -> Self {
        Fast::in_batches(netlist, ports, BATCH)
    }

    /// The same in batches of at most so many clocks.
    pub fn in_batches(netlist: Netlist, ports: Vec<Port>, most: usize) -> Self {
        let places = (0..ports.len()).map(|port| netlist.port(port)).collect();
        let mut fast = Fast {
            places,
            ports,
            batch: Batch::new(netlist, most, false),
            now: 0,
            clocks: 0,
            most,
            kept: None,
        };
        fast.settle();
        fast
    }

    /// All that it holds between two clocks, and how many have passed: it goes on from there by [`Fast::resume`].
    pub fn moment(&self) -> (u64, Vec<u64>) {
        (self.clocks, self.batch.moment())
    }

    /// Goes on from a moment of the same netlist. False, and nothing is changed, if it is of another.
    pub fn resume(&mut self, clocks: u64, moment: &[u64]) -> bool {
        if !self.batch.go_to(moment) {
            return false;
        }
        self.clocks = clocks;
        self.settle();
        true
    }

    /// The words of a signal, the lowest first, by its path; nothing if it is not in the netlist.
    pub fn signal(&self, path: &str) -> Option<&[Id]> {
        self.batch.netlist().names.get(path).map(Vec::as_slice)
    }

    /// A word of a signal in a lane of the last batch. Those of the outputs can be looked at, and with names all others.
    pub fn lane(&self, word: Id, lane: usize) -> u64 {
        self.batch.get(word, lane)
    }

    /// The lanes of the last batch in which a word of a signal differs from the lane before.
    pub fn changes(&self, word: Id, found: &mut Vec<u32>) {
        found.clear();
        if self.batch.uniform(word).is_none() {
            self.batch.lanes(word).changes(self.now + 1, found);
        }
    }

    /// What a port shows after each clock of the last batch.
    pub fn read(&self, port: usize, into: &mut [u64]) {
        match self.place(port, 0) {
            None => into.fill(0),
            Some(id) => match self.batch.uniform(id) {
                Some(value) => into.fill(value),
                None => self.batch.lanes(id).read(1, into),
            },
        }
    }

    fn place(&self, port: usize, word: usize) -> Option<Id> {
        self.places[port].get(word).copied().flatten()
    }

    /// The bits of a word that the port has.
    fn kept(&self, port: usize, word: usize, value: u64) -> u64 {
        value & mask(self.ports[port].width - MOST_BITS * word)
    }

    /// Drives an input of any width, by its words, the lowest first; as [`Engine::set`].
    pub fn set_wide(&mut self, port: usize, words: &[u64]) {
        for (word, value) in words.iter().enumerate() {
            if let Some(id) = self.place(port, word) {
                self.batch.set(id, self.kept(port, word, *value));
            }
        }
    }

    /// A word of a port, as [`Engine::get`].
    pub fn word(&self, port: usize, word: usize) -> u64 {
        self.place(port, word).map_or(0, |id| self.batch.get(id, self.now))
    }

    /// The same at the same moment; with `names` every signal that has a name in the netlist can be looked at, which takes
    /// longer.
    pub fn with_names(self, names: bool) -> Fast {
        let mut fast = Fast {
            batch: self.batch.with_names(self.most, names),
            ..self
        };
        fast.settle();
        fast
    }

    /// So many clocks of one batch: no more than [`Fast::next`] says.
    pub fn run(&mut self, clocks: usize) {
        self.batch.run(clocks);
        self.now = clocks;
        self.clocks += clocks as u64;
    }

    /// The next batch of at most `count` clocks; ends where lines do.
    pub fn next(&self, count: u64) -> usize {
        let left = self.most as u64 - self.clocks % self.most as u64;
        left.min(count) as usize
    }
}

impl Engine for Fast {
    fn ports(&self) -> &[Port] {
        &self.ports
    }

    fn set(&mut self, port: usize, value: u64) {
        self.set_wide(port, &[value]);
    }

    fn get(&self, port: usize) -> u64 {
        self.word(port, 0)
    }

    fn settle(&mut self) {
        self.run(0);
    }

    fn step(&mut self) {
        self.run(1);
    }

    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        seen.begin(count);
        let ports: Vec<usize> = seen.ports().collect();
        let mut changes = changes.iter().peekable();
        let mut done = 0;
        while done < count {
            let clocks = self.next((count - done) as u64);
            while let Some(change) = changes.next_if(|change| change.clock <= done + clocks) {
                if let Some(id) = self.place(change.port, 0) {
                    let value = self.kept(change.port, 0, change.value);
                    self.batch.set_later(id, change.clock - done, value);
                }
            }
            self.run(clocks);
            for (column, &port) in ports.iter().enumerate() {
                let same = match self.place(port, 0) {
                    None => Some(0),
                    Some(id) => self.batch.uniform(id),
                };
                match same {
                    Some(value) if clocks == count => seen.set_same(column, value),
                    _ => self.read(port, &mut seen.values_mut(column, done)[..clocks]),
                }
            }
            done += clocks;
        }
    }

    fn batch(&self) -> usize {
        self.next(u64::MAX)
    }

    fn keep(&mut self) -> bool {
        self.kept = Some(self.moment());
        true
    }

    fn go_back(&mut self) {
        if let Some((clocks, moment)) = self.kept.take() {
            self.resume(clocks, &moment);
            self.kept = Some((clocks, moment));
        }
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
