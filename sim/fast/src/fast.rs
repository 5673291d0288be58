//! Runs a circuit with one clock in batches, as an [`Engine`].

use crate::{
    batch::Batch,
    busy::Pace,
    domains::Domains,
    interface::{Change, Engine, Port, PortDirection, Seen},
    netlist::{Id, MOST_BITS, Netlist, Op, mask},
    prepared::Optimisation,
    whole::Whole,
};

/// Clocks in a batch: a scan line of 640x480, so that a line equal to the one above need not be computed again.
const BATCH: usize = 800;

/// Creates the engine for a netlist with these ports, whatever the number of its clocks.
pub fn start(netlist: Netlist, ports: Vec<Port>) -> Box<dyn Engine> {
    if Fast::can(&netlist, &ports) {
        return Box::new(Fast::new(netlist, ports));
    }
    match Domains::new(&netlist, ports.clone(), Pace::Compiled, None) {
        Some(domains) => Box::new(domains),
        None => Box::new(Whole::new(&netlist, ports)),
    }
}

/// [`Engine::watch`] of an engine around a fast one that looks at each batch: an input changes between two of them. `run`
/// runs a batch of at most so many clocks, and returns of how many.
pub fn watch_batches<E>(
    engine: &mut E,
    fast: fn(&mut E) -> &mut Fast,
    run: fn(&mut E, u64) -> usize,
    changes: &[Change],
    seen: &mut Seen,
) {
    let count = seen.clocks();
    let ports: Vec<usize> = seen.ports().collect();
    let mut done = 0;
    let mut changes = changes.iter().peekable();
    while done < count {
        // An input changes while the clock is low, as it would if driven clock by clock.
        while let Some(change) = changes.next_if(|change| change.clock == done) {
            fast(engine).set(change.port, change.value);
        }
        let next = changes.peek().map_or(count, |change| change.clock.min(count));
        let clocks = run(engine, (next - done) as u64);
        for (column, port) in ports.iter().enumerate() {
            fast(engine).read(*port, &mut seen.values_mut(column, done)[..clocks]);
        }
        done += clocks;
    }
}

/// The number of clocks; none if one of them is used as data.
pub fn clocks(netlist: &Netlist, ports: &[Port]) -> Option<usize> {
    let is_clock = |id: Id| match netlist.nodes[id as usize].op {
        Op::Input(port, _) => ports[port as usize].direction == PortDirection::Clock,
        _ => false,
    };
    let mut read = netlist.outputs.values().any(|id| is_clock(*id));
    for id in 0..netlist.nodes.len() as Id {
        netlist.each_source(id, &mut |source| read |= is_clock(source));
    }
    let clocks = ports.iter().filter(|port| port.direction == PortDirection::Clock);
    (!read).then(|| clocks.count())
}

/// A circuit with one clock, run in batches. A single step costs as much as several hundred clocks of a batch. A clone
/// continues independently from the same state.
#[derive(Clone)]
pub struct Fast {
    ports: Vec<Port>,
    batch: Batch,
    /// For each port the values of its words; `None` for a word that nothing reads.
    places: Vec<Vec<Option<Id>>>,
    /// The lane of the last batch that is the present clock.
    now: usize,
    /// Clocks since power-on, to end batches where lines end.
    clocks: u64,
    most: usize,
    /// The state kept by [`Engine::keep`].
    kept: Option<(u64, Vec<u64>)>,
}

impl Fast {
    /// Whether the circuit has one clock, and nothing uses it as data.
    pub fn can(netlist: &Netlist, ports: &[Port]) -> bool {
        clocks(netlist, ports) == Some(1)
    }

    /// Creates an engine whose batches are one scan line long.
    pub fn new(netlist: Netlist, ports: Vec<Port>) -> Self {
        Fast::in_batches(netlist, ports, BATCH)
    }

    /// Creates an engine with batches of at most `most` clocks.
    pub fn in_batches(netlist: Netlist, ports: Vec<Port>, most: usize) -> Self {
        Fast::paced(netlist, ports, most, Pace::Measured)
    }

    /// Creates an engine with batches of at most `most` clocks that runs at that pace.
    pub fn paced(netlist: Netlist, ports: Vec<Port>, most: usize, pace: Pace) -> Self {
        Fast::without(netlist, ports, most, pace, None)
    }

    /// The same with an optimisation of its programs left out.
    pub fn without(netlist: Netlist, ports: Vec<Port>, most: usize, pace: Pace, without: Option<Optimisation>) -> Self {
        let places = (0..ports.len()).map(|port| netlist.port(port)).collect();
        let batch = Batch::new(netlist, most, &|_| false, pace, without);
        let mut fast = Fast { places, ports, batch, now: 0, clocks: 0, most, kept: None };
        fast.settle();
        fast
    }

    /// Lets the program run in place of the parts, or the parts again in place of the program.
    #[cfg(test)]
    pub(crate) fn switch(&mut self) {
        self.batch.switch();
    }

    /// The clocks since power-on and all that the circuit holds; [`Fast::resume`] continues from there.
    pub fn moment(&self) -> (u64, Vec<u64>) {
        (self.clocks, self.batch.moment())
    }

    /// Continues from a state of the same netlist. Returns false, and changes nothing, if it is of another netlist.
    pub fn resume(&mut self, clocks: u64, moment: &[u64]) -> bool {
        if !self.batch.go_to(moment) {
            return false;
        }
        self.clocks = clocks;
        self.settle();
        true
    }

    /// The words of the signal with that path, lowest first; `None` if it is not in the netlist or cannot be read. Outputs can
    /// always be read; other signals only after [`Fast::showing`].
    pub fn signal(&self, path: &str) -> Option<&[Id]> {
        let words = self.batch.netlist().names.get(path)?;
        words.iter().all(|word| self.batch.shows(*word)).then_some(words)
    }

    /// A word of a signal that can be read, in a lane of the last batch.
    pub fn lane(&self, word: Id, lane: usize) -> u64 {
        self.batch.get(word, lane)
    }

    /// Finds the lanes of the last batch in which a word of a signal differs from the lane before.
    pub fn changes(&self, word: Id, found: &mut Vec<u32>) {
        found.clear();
        if self.batch.uniform(word).is_none() {
            self.batch.lanes(word).changes(self.now + 1, found);
        }
    }

    /// Reads the value of a port after each clock of the last batch.
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

    /// Cuts a word to the width of the port.
    fn kept(&self, port: usize, word: usize, value: u64) -> u64 {
        value & mask(self.ports[port].width - MOST_BITS * word)
    }

    /// Drives an input of any width by its words, lowest first; otherwise like [`Engine::set`].
    pub fn set_wide(&mut self, port: usize, words: &[u64]) {
        for (word, value) in words.iter().enumerate() {
            if let Some(id) = self.place(port, word) {
                self.batch.set(id, self.kept(port, word, *value));
            }
        }
    }

    /// Reads a word of a port; otherwise like [`Engine::get`].
    pub fn word(&self, port: usize, word: usize) -> u64 {
        self.place(port, word).map_or(0, |id| self.batch.get(id, self.now))
    }

    /// The same circuit in the same state; the signals with a path that `shown` accepts can be read. Each makes it slower.
    pub fn showing(self, shown: &dyn Fn(&str) -> bool) -> Fast {
        let mut fast = Fast { batch: self.batch.showing(self.most, shown), ..self };
        fast.settle();
        fast
    }

    /// Runs the clocks of one batch: at most as many as [`Fast::next`] returns.
    pub fn run(&mut self, clocks: usize) {
        self.batch.run(clocks);
        self.now = clocks;
        self.clocks += clocks as u64;
    }

    /// The length of the next batch, at most `count` clocks; batches end at line ends.
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
