//! Random netlists, run in every way: none may differ from the simulation by events.

use crate::{
    Clocks, Domains, Draft, Engine, Fast, Id, Netlist, Op, Optimisation, Pace, Port, PortDirection, Seen, Waveform,
    Whole, Write, faults::Fault, mask,
};

/// The ports: a clock, inputs, outputs; then the other clocks, if there are several.
const INPUTS: [usize; 3] = [1, 2, 3];
const OUTPUTS: [usize; 6] = [4, 5, 6, 7, 8, 9];
const WIDTHS: [usize; 10] = [1, 1, 4, 9, 1, 3, 8, 12, 33, 64];

fn ports(clocks: usize) -> Vec<Port> {
    let name = ["clock", "a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let direction = |port: usize| match port {
        0 => PortDirection::Clock,
        1..=3 => PortDirection::Input,
        _ => PortDirection::Output,
    };
    let port = |number: usize| Port { name: name[number], direction: direction(number), width: WIDTHS[number] };
    let others = ["second", "third"].into_iter().take(clocks - 1);
    let others = others.map(|name| Port { name, direction: PortDirection::Clock, width: 1 });
    (0..WIDTHS.len()).map(port).chain(others).collect()
}

/// The ports of so many clocks.
fn clock_ports(clocks: usize) -> impl Iterator<Item = usize> {
    [0].into_iter().chain(WIDTHS.len()..).take(clocks)
}

/// A netlist as it grows.
struct Random {
    random: fastrand::Rng,
    draft: Draft,
    clocks: Vec<Id>,
    /// What can be read, with its width.
    values: Vec<(Id, usize)>,
}

impl Random {
    /// One of the clocks.
    fn clock(&mut self) -> Id {
        match self.clocks.len() {
            1 => self.clocks[0],
            clocks => self.clocks[self.random.usize(..clocks)],
        }
    }

    fn width(&mut self) -> usize {
        let widths = [1, 1, 1, 2, 3, 4, 5, 8, 8, 16, 31, 32, 33, 64];
        widths[self.random.usize(..widths.len())]
    }

    fn constant(&mut self, width: usize) -> Id {
        let value = self.random.u64(..) & mask(width);
        let value = if self.random.bool() { value } else { value & 3 };
        self.draft.node(Op::Constant(value), width)
    }

    /// Some value of that width.
    fn value(&mut self, width: usize) -> Id {
        let fitting: Vec<Id> = self
            .values
            .iter()
            .filter(|value| value.1 == width)
            .map(|value| value.0)
            .collect();
        if !fitting.is_empty() && self.random.u32(..8) > 0 {
            return fitting[self.random.usize(..fitting.len())];
        }
        let (id, own) = self.values[self.random.usize(..self.values.len())];
        if own > width {
            let low = self.random.usize(..=own - width) as u32;
            return self.draft.node(Op::Slice(id, low), width);
        }
        if own < width && self.random.bool() {
            return self.draft.node(Op::Extend(id), width);
        }
        self.constant(width)
    }

    fn add(&mut self, op: Op, width: usize) -> Id {
        let id = self.draft.node(op, width);
        self.values.push((id, width));
        id
    }

    fn operator(&mut self) {
        let width = self.width();
        let of = self.width();
        let (a, b) = (self.value(width), self.value(width));
        let (c, d) = (self.value(of), self.value(of));
        let test = self.value(1);
        let (op, width) = match self.random.u32(..22) {
            0 => (Op::Not(a), width),
            1 => (Op::Negate(a), width),
            2 => (Op::All(c), 1),
            3 => (Op::Any(c), 1),
            4 => (Op::Parity(c), 1),
            5 => (Op::Add(a, b), width),
            6 => (Op::Subtract(a, b), width),
            7 => (Op::Multiply(a, b), width),
            8 => (Op::And(a, b), width),
            9 => (Op::Or(a, b), width),
            10 => (Op::Xor(a, b), width),
            11 => (Op::ShiftLeft(a, c), width),
            12 => (Op::ShiftRight(a, c), width),
            13 | 14 => (Op::Equal(c, d), 1),
            15 => (Op::Less(c, d), 1),
            16 if width + of <= 64 => (Op::Join(a, c), width + of),
            17 => {
                let constant = self.constant(of);
                (Op::Equal(c, constant), 1)
            }
            _ => (Op::Select(test, a, b), width),
        };
        self.add(op, width);
    }

    /// Registers that are written and read by an index.
    fn array(&mut self) {
        let (width, places) = (self.width(), self.random.usize(2..5));
        let (to, from, value, enable) = (self.value(places), self.value(places), self.value(width), self.value(1));
        let mut shown = self.value(width);
        for place in 0..self.random.u64(4..10) {
            let place = self.draft.node(Op::Constant(place & mask(places)), places);
            let d = self.draft.wire(width);
            let clock = self.clock();
            let q = self.draft.register(d, 0, clock);
            let is_to = self.draft.node(Op::Equal(to, place), 1);
            let is_to = self.draft.node(Op::And(enable, is_to), 1);
            let next = self.draft.node(Op::Select(is_to, value, q), width);
            self.draft.drive(d, next);
            let is_from = self.draft.node(Op::Equal(from, place), 1);
            shown = if place == 0 { q } else { self.draft.node(Op::Select(is_from, q, shown), width) };
        }
        self.values.push((shown, width));
    }

    fn sum(&mut self) {
        let (of, width) = (self.value(16), 5);
        let bits: Vec<Id> = (0..self.random.u32(3..9))
            .map(|bit| {
                let bit = self.draft.node(Op::Slice(of, bit), 1);
                self.draft.node(Op::Extend(bit), width)
            })
            .collect();
        let sum = bits.into_iter().reduce(|a, b| self.draft.node(Op::Add(a, b), width));
        self.values.extend(sum.map(|sum| (sum, width)));
    }

    fn memory(&mut self) -> [Id; 4] {
        let (address, width) = (self.random.usize(1..5), self.width());
        let wires = [1, address, width, address].map(|width| self.draft.wire(width));
        let words = (0..self.random.usize(1..=1 << address))
            .map(|word| word as u64 & mask(width))
            .collect();
        let write = Write { enable: wires[0], address: wires[1], data: wires[2], reads: self.random.bool() };
        let write = (self.random.u32(..3) > 0).then_some(write);
        let clock = self.clock();
        let data = self.draft.memory(width, words, 0, wires[3], write, clock);
        self.values.push((data, width));
        wires
    }
}

fn netlist(seed: u64, clocks: usize) -> Netlist {
    let mut draft = Draft::default();
    let clocks = clock_ports(clocks).map(|port| draft.input(port, 1)[0]).collect();
    let values = INPUTS.map(|port| (draft.input(port, WIDTHS[port])[0], WIDTHS[port]));
    let mut random = Random { random: fastrand::Rng::with_seed(seed), draft, clocks, values: values.to_vec() };
    let mut driven = vec![];
    for _ in 0..random.random.usize(2..12) {
        let width = random.width();
        let d = random.draft.wire(width);
        let initial = random.random.u64(..) & mask(width);
        let clock = random.clock();
        let q = random.draft.register(d, initial, clock);
        random.values.push((q, width));
        driven.push((d, width));
    }
    let memories: Vec<[Id; 4]> = (0..random.random.usize(..3)).map(|_| random.memory()).collect();
    for _ in 0..random.random.usize(5..120) {
        match random.random.u32(..40) {
            0 => random.array(),
            1 => random.sum(),
            _ => random.operator(),
        }
    }
    for wire in memories.into_iter().flatten() {
        driven.push((wire, random.draft.width(wire)));
    }
    for (wire, width) in driven {
        let value = random.value(width);
        random.draft.drive(wire, value);
    }
    for port in OUTPUTS {
        let value = random.value(WIDTHS[port]);
        random.draft.output(port, 0, value);
    }
    random.draft.finish(&|_| false).expect("a netlist")
}

const CLOCKS: usize = 150;

fn shown(engine: &mut dyn Engine, seed: u64) -> Vec<Vec<u64>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut rows = vec![];
    let mut clocks = 0;
    while clocks < CLOCKS {
        for port in INPUTS {
            if random.bool() {
                engine.set(port, random.u64(..) & mask(WIDTHS[port]));
            }
        }
        let count = random.usize(1..12);
        let mut seen = Seen::of(&OUTPUTS);
        engine.watch(count, &[], &mut seen);
        rows.extend((0..count).map(|clock| (0..OUTPUTS.len()).map(|column| seen.get(column, clock)).collect()));
        clocks += count;
    }
    rows
}

/// Circuits of a test; `CIRCUITS` is for more.
const CIRCUITS: u64 = 150;
/// Circuits that have found something.
const FOUND: [u64; 4] = [40, 104, 713, 3223];

fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok()?.parse().ok();
    let first = number("FIRST").unwrap_or(0);
    first..first + number("CIRCUITS").unwrap_or(CIRCUITS)
}

#[test]
fn random_circuits_do_the_same_in_every_way_and_without_each_optimisation() {
    for seed in FOUND.into_iter().chain(seeds()) {
        let netlist = netlist(seed, 1);
        let expected = shown(&mut Whole::new(&netlist, ports(1)), seed);
        let without = Optimisation::ALL.map(Some);
        for pace in [Pace::Measured, Pace::Parts, Pace::Interpreted, Pace::Compiled] {
            for without in [None]
                .iter()
                .chain(&without)
                .filter(|without| without.is_none() || matches!(pace, Pace::Interpreted | Pace::Compiled))
            {
                let mut fast = Fast::without(netlist.clone(), ports(1), 16, pace, *without);
                let found = shown(&mut fast, seed);
                let difference = expected
                    .iter()
                    .zip(&found)
                    .position(|(expected, found)| expected != found);
                assert_eq!(difference, None, "circuit {seed}, {pace:?}, without {without:?}");
            }
        }
    }
}

/// The outputs of a circuit with several clocks, after each of some random edges.
fn shown_by_clocks(engine: &mut dyn Engine, seed: u64, clocks: usize) -> Vec<Vec<u64>> {
    let mut random = fastrand::Rng::with_seed(seed);
    let waveforms: Vec<Waveform> = clock_ports(clocks)
        .map(|port| Waveform { port, half_period: random.u64(1..5), first_rise: random.u64(..4) })
        .collect();
    let mut clocks = Clocks::new(&waveforms);
    let mut rows = vec![];
    while rows.len() < CLOCKS {
        for port in INPUTS {
            if random.u32(..3) == 0 {
                engine.set(port, random.u64(..) & mask(WIDTHS[port]));
            }
        }
        engine.settle();
        match random.u32(..8) {
            0 => {}
            1 => engine.step(),
            2 => {
                let end = clocks.due() + random.u64(1..20);
                engine.run_until(&mut clocks, end);
            }
            _ => {
                let edges = clocks.next_edges();
                edges.iter().for_each(|(port, level)| engine.set(*port, *level));
                engine.settle();
            }
        }
        rows.push(OUTPUTS.map(|port| engine.get(port)).to_vec());
    }
    rows
}

/// The number of clocks of a circuit that has several.
fn several(seed: u64) -> usize {
    2 + seed as usize % 2
}

fn by_programs(seed: u64, pace: Pace, without: Option<Optimisation>) -> Vec<Vec<u64>> {
    let clocks = several(seed);
    let domains = Domains::new(&netlist(seed, clocks), ports(clocks), pace, without);
    shown_by_clocks(&mut domains.expect("clocks that are no data"), seed, clocks)
}

fn by_events(seed: u64) -> Vec<Vec<u64>> {
    let clocks = several(seed);
    shown_by_clocks(&mut Whole::new(&netlist(seed, clocks), ports(clocks)), seed, clocks)
}

#[test]
fn random_circuits_with_several_clocks_do_the_same_in_every_way_and_without_each_optimisation() {
    let without = Optimisation::ALL.map(Some);
    for seed in seeds() {
        let expected = by_events(seed);
        for pace in [Pace::Interpreted, Pace::Compiled] {
            for without in [None].iter().chain(&without) {
                let found = by_programs(seed, pace, *without);
                let difference = expected
                    .iter()
                    .zip(&found)
                    .position(|(expected, found)| expected != found);
                assert_eq!(difference, None, "circuit {seed}, {pace:?}, without {without:?}");
            }
        }
    }
}

#[test]
fn every_fault_of_several_clocks_is_seen() {
    for fault in Fault::OF_CLOCKS {
        let seen = (0..CIRCUITS).find(|seed| {
            let expected = by_events(*seed);
            Fault::put(Some(fault));
            let found = by_programs(*seed, Pace::Interpreted, None);
            Fault::put(None);
            expected != found
        });
        println!("{fault:?}: {seen:?}");
        assert!(seen.is_some(), "{fault:?}");
    }
}
