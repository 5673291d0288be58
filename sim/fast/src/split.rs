//! A netlist for the program of a busy circuit: registers that hold several fields become one register a field.
//!
//! ```text
//! q ─> [7:4] ─> ...       d <─ join(high, low)      one register of 8 bits, packed and unpacked in every clock
//! q1 ─> ...               d1 <─ high                two of 4 bits
//! q0 ─> ...               d0 <─ low
//! ```
//!
//! A register is cut where its next value is joined, unless something reads it across that place.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;

use crate::{
    narrow::{Table, tables},
    netlist::{Draft, Id, Netlist, Op, Register, Write, mask},
    prepared::{Making, Optimisation},
};

/// A netlist with the same inputs, memories and behaviour.
pub struct Split {
    pub netlist: Netlist,
    /// For each of its registers the register it is a part of, by number, and its lowest bit there.
    pub parts: Vec<(usize, u32)>,
    /// The inputs: the value before, and now.
    pub inputs: Vec<(Id, Id)>,
    /// The values that are looked at: the value before, and now.
    pub seen: Vec<(Id, Id)>,
}

struct Splitter<'a> {
    netlist: &'a Netlist,
    draft: Draft,
    /// The new value of each value.
    new: Vec<Id>,
    /// The fields cut out so far, by the value, the lowest bit and the width.
    fields: BTreeMap<(Id, u32, usize), Id>,
}

const REGISTER: &str = "register";
const MEMORY: &str = "memory";
const VALUE: &str = "value";

impl Split {
    /// The values in `seen` can be looked at.
    pub fn of(netlist: &Netlist, seen: &BTreeSet<Id>, making: Making) -> Result<Split> {
        let mut splitter = Splitter { netlist, draft: Draft::default(), new: vec![], fields: BTreeMap::new() };
        let cuts = cuts(netlist, making.has(Optimisation::Fields));
        let tables = match making.has(Optimisation::Tables) {
            true => tables(netlist),
            false => netlist.nodes.iter().map(|_| None).collect(),
        };
        let clock = |id: Id| netlist.nodes[id as usize].op;
        let mut driven = vec![];
        for node in &netlist.nodes {
            if let Some(Table { index, words, .. }) = &tables[splitter.new.len()] {
                let index = splitter.new[*index as usize];
                let new = splitter.draft.look(words.clone(), index, node.width);
                splitter.new.push(new);
                continue;
            }
            let new = match node.op {
                Op::Register(number) => {
                    let register = &netlist.registers[number as usize];
                    let clock = splitter.draft.node(clock(register.clock), 1);
                    let mut pieces = vec![];
                    for bounds in cuts[number as usize].windows(2) {
                        let (low, width) = (bounds[0], (bounds[1] - bounds[0]) as usize);
                        let d = splitter.draft.wire(width);
                        let q = splitter.draft.register(d, register.initial >> low & mask(width), clock);
                        splitter.draft.name(format!("{REGISTER} {number} {low}"), vec![q]);
                        driven.push((d, register.d, low, width));
                        pieces.push(q);
                    }
                    splitter.draft.joined(&pieces)[0]
                }
                Op::Memory(number) => {
                    let memory = &netlist.memories[number as usize];
                    let clock = splitter.draft.node(clock(memory.clock), 1);
                    let wire = |splitter: &mut Splitter, id: Id| {
                        let width = netlist.nodes[id as usize].width;
                        let wire = splitter.draft.wire(width);
                        (wire, id, 0, width)
                    };
                    let address = wire(&mut splitter, memory.address);
                    driven.push(address);
                    let write = memory.write.map(|write| {
                        let places = [write.enable, write.address, write.data].map(|id| wire(&mut splitter, id));
                        driven.extend(places);
                        let [enable, address, data] = places.map(|place| place.0);
                        Write { enable, address, data, reads: write.reads }
                    });
                    // Words are part of the state, which is set from outside.
                    let words = vec![0; memory.words.len()];
                    let data = splitter.draft.memory(node.width, words, 0, address.0, write, clock);
                    splitter.draft.name(format!("{MEMORY} {number}"), vec![data]);
                    data
                }
                Op::Look(table, address) => {
                    let (words, address) = (netlist.tables[table as usize].clone(), splitter.new[address as usize]);
                    splitter.draft.look(words, address, node.width)
                }
                op => {
                    let op = op.map(&mut |operand| splitter.new[operand as usize]);
                    splitter.draft.node(op, node.width)
                }
            };
            splitter.new.push(new);
        }
        for (wire, id, low, width) in driven {
            let value = splitter.field(id, low, width);
            splitter.draft.drive(wire, value);
        }
        let inputs = (0..)
            .zip(&netlist.nodes)
            .filter(|(_, node)| matches!(node.op, Op::Input(..)));
        let inputs: Vec<Id> = inputs.map(|(id, _)| id).collect();
        for id in inputs.iter().chain(seen) {
            splitter
                .draft
                .name(format!("{VALUE} {id}"), vec![splitter.new[*id as usize]]);
        }
        let netlist = splitter.draft.finish(&|_| true)?;
        let value = |id: &Id| (*id, netlist.names[&format!("{VALUE} {id}")][0]);
        let (inputs, seen) = (inputs.iter().map(value).collect(), seen.iter().map(value).collect());
        Ok(Split { parts: parts(&netlist), inputs, seen, netlist: in_order(netlist) })
    }
}

/// What each register of the new netlist is a part of.
fn parts(netlist: &Netlist) -> Vec<(usize, u32)> {
    let mut parts = vec![(0, 0); netlist.registers.len()];
    for (name, id) in &netlist.names {
        let words: Vec<&str> = name.split(' ').collect();
        if let (&[REGISTER, number, low], Op::Register(new)) = (words.as_slice(), netlist.nodes[id[0] as usize].op) {
            parts[new as usize] = (number.parse().unwrap_or_default(), low.parse().unwrap_or_default());
        }
    }
    parts
}

/// The netlist with its memories in their order before.
fn in_order(mut netlist: Netlist) -> Netlist {
    let of = |number: usize| match netlist.nodes[netlist.names[&format!("{MEMORY} {number}")][0] as usize].op {
        Op::Memory(new) => new as usize,
        _ => number,
    };
    let order: Vec<usize> = (0..netlist.memories.len()).map(of).collect();
    netlist.memories = order.iter().map(|new| netlist.memories[*new].clone()).collect();
    for (number, memory) in (0..).zip(&netlist.memories) {
        netlist.nodes[memory.data as usize].op = Op::Memory(number);
    }
    netlist
}

impl Splitter<'_> {
    /// Some bits of a value, cut out of what it is made of.
    fn field(&mut self, id: Id, low: u32, width: usize) -> Id {
        if let Some(field) = self.fields.get(&(id, low, width)) {
            return *field;
        }
        let node = self.netlist.nodes[id as usize];
        let field = match node.op {
            _ if width == node.width => self.new[id as usize],
            Op::Select(test, a, b) => {
                let (a, b) = (self.field(a, low, width), self.field(b, low, width));
                self.draft.node(Op::Select(self.new[test as usize], a, b), width)
            }
            Op::Join(high, below) => {
                let split = self.netlist.nodes[below as usize].width as u32;
                if low >= split {
                    self.field(high, low - split, width)
                } else if low + width as u32 <= split {
                    self.field(below, low, width)
                } else {
                    self.draft.node(Op::Slice(self.new[id as usize], low), width)
                }
            }
            _ => self.draft.node(Op::Slice(self.new[id as usize], low), width),
        };
        self.fields.insert((id, low, width), field);
        field
    }
}

/// The bounds of the fields of each register: one field, unless it may be cut.
fn cuts(netlist: &Netlist, cut: bool) -> Vec<Vec<u32>> {
    // The bits that are read together.
    let mut read: BTreeMap<Id, Vec<(u32, u32)>> = BTreeMap::new();
    let width = |id: Id| netlist.nodes[id as usize].width as u32;
    for node in &netlist.nodes {
        match node.op {
            Op::Slice(a, low) => read.entry(a).or_default().push((low, low + node.width as u32)),
            // What is selected is taken over field by field.
            Op::Select(test, ..) => read.entry(test).or_default().push((0, width(test))),
            op => op.each_operand(&mut |id| read.entry(id).or_default().push((0, width(id)))),
        }
    }
    let cuts = |register: &Register| {
        let mut cuts = if cut { joints(netlist, register.d) } else { BTreeSet::new() };
        let reads = read.get(&register.q).map_or(&[][..], Vec::as_slice);
        cuts.retain(|cut| reads.iter().all(|(from, to)| cut <= from || cut >= to));
        cuts.extend([0, width(register.q)]);
        cuts.into_iter().collect()
    };
    netlist.registers.iter().map(cuts).collect()
}

/// Where a value is joined, also behind selections.
fn joints(netlist: &Netlist, id: Id) -> BTreeSet<u32> {
    let (mut joints, mut known) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![(id, 0)];
    while let Some((id, low)) = open.pop() {
        if !known.insert((id, low)) {
            continue;
        }
        match netlist.nodes[id as usize].op {
            Op::Join(high, below) => {
                let split = low + netlist.nodes[below as usize].width as u32;
                joints.insert(split);
                open.extend([(below, low), (high, split)]);
            }
            Op::Select(_, a, b) => open.extend([(a, low), (b, low)]),
            _ => {}
        }
    }
    joints
}
