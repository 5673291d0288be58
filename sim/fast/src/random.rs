//! Random netlists, run in every way: none may differ from the simulation by events.

use crate::{Draft, Engine, Fast, Id, Netlist, Op, Optimisation, Pace, Port, PortDirection, Seen, Whole, Write, mask};

/// The ports: a clock, inputs, outputs.
const INPUTS: [usize; 3] = [1, 2, 3];
const OUTPUTS: [usize; 6] = [4, 5, 6, 7, 8, 9];
const WIDTHS: [usize; 10] = [1, 1, 4, 9, 1, 3, 8, 12, 33, 64];

fn ports() -> Vec<Port> {
    let name = ["clock", "a", "b", "c", "d", "e", "f", "g", "h", "i"];
    let direction = |port: usize| match port {
        0 => PortDirection::Clock,
        1..=3 => PortDirection::Input,
        _ => PortDirection::Output,
    };
    let port = |number: usize| Port { name: name[number], direction: direction(number), width: WIDTHS[number] };
    (0..WIDTHS.len()).map(port).collect()
}

/// A netlist as it grows.
struct Random {
    random: fastrand::Rng,
    draft: Draft,
    clock: Id,
    /// What can be read, with its width.
    values: Vec<(Id, usize)>,
}

impl Random {
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
            let q = self.draft.register(d, 0, self.clock);
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
        let data = self.draft.memory(width, words, 0, wires[3], write, self.clock);
        self.values.push((data, width));
        wires
    }
}

fn netlist(seed: u64) -> Netlist {
    let mut draft = Draft::default();
    let clock = draft.input(0, 1)[0];
    let values = INPUTS.map(|port| (draft.input(port, WIDTHS[port])[0], WIDTHS[port]));
    let mut random = Random { random: fastrand::Rng::with_seed(seed), draft, clock, values: values.to_vec() };
    let mut driven = vec![];
    for _ in 0..random.random.usize(2..12) {
        let width = random.width();
        let d = random.draft.wire(width);
        let initial = random.random.u64(..) & mask(width);
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

#[test]
fn random_circuits_do_the_same_in_every_way_and_without_each_optimisation() {
    let circuits = std::env::var("CIRCUITS").ok().and_then(|count| count.parse().ok());
    let first = std::env::var("FIRST")
        .ok()
        .and_then(|first| first.parse().ok())
        .unwrap_or(0);
    for seed in FOUND.into_iter().chain(first..first + circuits.unwrap_or(CIRCUITS)) {
        let netlist = netlist(seed);
        let expected = shown(&mut Whole::new(&netlist, ports()), seed);
        let without = Optimisation::ALL.map(Some);
        for pace in [Pace::Parts, Pace::Interpreted, Pace::Compiled] {
            for without in [None]
                .iter()
                .chain(&without)
                .filter(|without| without.is_none() || pace != Pace::Parts)
            {
                let mut fast = Fast::without(netlist.clone(), ports(), 16, pace, *without);
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
