//! Splits a netlist into parts: values in one feedback loop, also through registers and memories, form one part.
//!
//! ```text
//! a -> b -> c -> d        parts in order, each after the parts it depends on:
//!      ^----'             [a] [b c] [d]
//! ```
//!
//! Tarjan's strongly connected components (SIAM Journal on Computing 1 (2), 1972), without recursion.

use std::collections::{BTreeMap, BTreeSet};

use crate::netlist::{Call, Id, Memory, Netlist, Node, Op, Register, Write};

impl Netlist {
    /// Calls `visit` for every value that `id` depends on, in the same clock or through the edge before it.
    pub fn each_source(&self, id: Id, visit: &mut dyn FnMut(Id)) {
        match self.nodes[id as usize].op {
            Op::Register(number) => visit(self.registers[number as usize].d),
            Op::Memory(number) => {
                let memory = &self.memories[number as usize];
                visit(memory.address);
                if let Some(write) = memory.write {
                    [write.enable, write.address, write.data].into_iter().for_each(visit);
                }
            }
            // All words of a call belong together.
            Op::Answer(number, _) => {
                let call = &self.calls[number as usize];
                call.answers.iter().chain(&call.asks).copied().for_each(visit);
            }
            op => op.each_operand(visit),
        }
    }
}

/// The parts, each with its values in the netlist's order.
pub fn parts(netlist: &Netlist) -> Vec<Vec<Id>> {
    let count = netlist.nodes.len();
    let sources: Vec<Vec<Id>> = (0..count as Id)
        .map(|id| {
            let mut found = vec![];
            netlist.each_source(id, &mut |source| found.push(source));
            found
        })
        .collect();
    const UNSEEN: u32 = u32::MAX;
    let mut seen = vec![UNSEEN; count];
    let mut lowest = vec![0u32; count];
    let mut on_stack = vec![false; count];
    let (mut stack, mut found, mut next) = (vec![], vec![], 0u32);
    for start in 0..count {
        if seen[start] != UNSEEN {
            continue;
        }
        // The values being visited, each with the index of its next source.
        let mut open = vec![(start, 0)];
        while let Some((id, position)) = open.pop() {
            if position == 0 {
                (seen[id], lowest[id]) = (next, next);
                next += 1;
                stack.push(id);
                on_stack[id] = true;
            } else {
                let before = sources[id][position - 1] as usize;
                if on_stack[before] {
                    lowest[id] = lowest[id].min(lowest[before]);
                }
            }
            if let Some(&source) = sources[id].get(position) {
                open.push((id, position + 1));
                if seen[source as usize] == UNSEEN {
                    open.push((source as usize, 0));
                }
                continue;
            }
            if lowest[id] == seen[id] {
                let first = stack.iter().rposition(|member| *member == id).unwrap_or_default();
                let mut part: Vec<Id> = stack.split_off(first).into_iter().map(|member| member as Id).collect();
                part.iter().for_each(|member| on_stack[*member as usize] = false);
                part.sort_unstable();
                found.push(part);
            }
        }
    }
    found
}

/// A part as a netlist of its own, whose inputs are the values it reads from other parts.
pub struct Alone {
    pub netlist: Netlist,
    /// The value of the whole netlist that each of its values is.
    pub ids: Vec<Id>,
    /// Those that other parts read.
    pub seen: BTreeSet<Id>,
    /// Its calls. Their answers are inputs.
    pub calls: Vec<Call>,
}

impl Alone {
    /// The part with these members, of which other parts read `read`.
    pub fn of(netlist: &Netlist, members: &[Id], read: &[Id]) -> Alone {
        let own: BTreeSet<Id> = members.iter().copied().collect();
        let mut outside = BTreeSet::new();
        for &id in &own {
            let mut visit = |source| _ = (!own.contains(&source)).then(|| outside.insert(source));
            netlist.each_source(id, &mut visit);
            match netlist.nodes[id as usize].op {
                Op::Register(number) => visit(netlist.registers[number as usize].clock),
                Op::Memory(number) => visit(netlist.memories[number as usize].clock),
                Op::Answer(number, _) => visit(netlist.calls[number as usize].clock),
                _ => {}
            }
        }
        let ids: Vec<Id> = outside.iter().chain(&own).copied().collect();
        let new: BTreeMap<Id, Id> = ids.iter().copied().zip(0..).collect();
        let at = |id: Id| new[&id];
        let all = |ids: &[Id]| ids.iter().map(|id| at(*id)).collect();
        let mut calls = vec![];
        let mut alone = Netlist { tables: netlist.tables.clone(), ..Netlist::default() };
        for (place, &id) in (0..).zip(&ids) {
            let Node { op, width } = netlist.nodes[id as usize];
            let op = match op {
                Op::Constant(_) => op,
                // No two inputs are the same word of a port.
                _ if !own.contains(&id) => Op::Input(id, 0),
                Op::Answer(number, word) => {
                    if word == 0 {
                        let of = &netlist.calls[number as usize];
                        let of = Call {
                            clock: at(of.clock),
                            function: of.function,
                            asks: all(&of.asks),
                            answers: all(&of.answers),
                        };
                        calls.push(of);
                    }
                    Op::Input(id, 0)
                }
                Op::Register(number) => {
                    let of = &netlist.registers[number as usize];
                    let register = Register { q: place, d: at(of.d), initial: of.initial, clock: at(of.clock) };
                    alone.registers.push(register);
                    Op::Register(alone.registers.len() as u32 - 1)
                }
                Op::Memory(number) => {
                    let of = &netlist.memories[number as usize];
                    let write = of.write.map(|write| Write {
                        enable: at(write.enable),
                        address: at(write.address),
                        data: at(write.data),
                        ..write
                    });
                    let (address, clock) = (at(of.address), at(of.clock));
                    alone
                        .memories
                        .push(Memory { data: place, address, write, clock, ..of.clone() });
                    Op::Memory(alone.memories.len() as u32 - 1)
                }
                op => op.map(&mut |operand| at(operand)),
            };
            alone.nodes.push(Node { op, width });
        }
        let seen = read.iter().map(|id| at(*id)).collect();
        Alone { netlist: alone, ids, seen, calls }
    }

    /// The registers and memories, as values of the whole netlist.
    pub fn held(&self) -> (Vec<Id>, Vec<Id>) {
        let whole = |id: Id| self.ids[id as usize];
        let registers = self.netlist.registers.iter().map(|register| whole(register.q));
        let memories = self.netlist.memories.iter().map(|memory| whole(memory.data));
        (registers.collect(), memories.collect())
    }
}
