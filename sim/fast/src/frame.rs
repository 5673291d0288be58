//! The words with which a program works.
//!
//! ```text
//! | state | next state | seen | writes | values | words of memories | tables |
//!     ^________|  edge()
//! ```
//!
//! A value of the next state that the program does not store is that of the present state. The state of each clock is in one
//! piece, so its edge is one copy.

use std::{collections::BTreeMap, ops::Range};

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    netlist::{Id, Netlist, Op},
    program::Store,
};

/// The words of a write to come: whether there is one, its address and data.
pub const WRITE: usize = 3;

/// Some slots of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    pub first: u32,
    pub len: usize,
}

/// What one clock moves.
#[derive(Default)]
pub struct Domain {
    /// The number of its port.
    pub port: u32,
    /// Its values of the state: registers, then memory outputs.
    pub state: Range<usize>,
    /// The numbers of its memories.
    pub memories: Vec<u32>,
}

impl Domain {
    /// The domains of a netlist by their ports, and all values of the state in order.
    fn all(netlist: &Netlist) -> (Vec<Domain>, Vec<Id>) {
        let port = |clock: Id| match netlist.nodes[clock as usize].op {
            Op::Input(port, _) => port,
            _ => u32::MAX,
        };
        let mut found: BTreeMap<u32, (Vec<Id>, Vec<u32>)> = BTreeMap::new();
        for register in &netlist.registers {
            found.entry(port(register.clock)).or_default().0.push(register.q);
        }
        for (number, memory) in (0..).zip(&netlist.memories) {
            let (states, memories) = found.entry(port(memory.clock)).or_default();
            states.push(memory.data);
            memories.push(number);
        }
        let mut all = vec![];
        let domains = found.into_iter().map(|(port, (states, memories))| {
            let first = all.len();
            all.extend(states);
            Domain { port, state: first..all.len(), memories }
        });
        (domains.collect(), all)
    }
}

/// Where everything is in a frame.
pub struct Layout {
    /// The number of values of the state.
    pub state: usize,
    pub domains: Vec<Domain>,
    /// The number of each memory's output among the values of the state.
    words: Vec<u32>,
    writes: u32,
    /// For each place of the state the number of the whole that it is a field of, and the place; sorted by the whole.
    fields: Vec<(u32, u32)>,
    /// The slot of each value.
    slots: Vec<u32>,
    pub seen: Vec<u32>,
    /// The width of what is stored under each number, for compiled code.
    #[cfg_attr(not(feature = "jit"), allow(dead_code))]
    pub widths: Vec<usize>,
    pub memories: Vec<Span>,
    pub tables: Vec<Span>,
    /// A slot that nothing reads.
    pub nothing: u32,
    /// The numbers of slots of each array, and where they are.
    slots_of: Vec<(Span, Vec<u64>)>,
    pub len: usize,
}

impl Layout {
    /// The layout for a netlist of which these values are looked at, and what a program for it stores.
    pub fn of(netlist: &Netlist, seen: &[Id]) -> (Layout, Vec<Store>) {
        let (domains, states) = Domain::all(netlist);
        let state = states.len();
        let writes = (2 * state + seen.len()) as u32;
        let mut next = writes + (WRITE * netlist.memories.len()) as u32;
        let mut take = |len: usize| {
            let span = Span { first: next, len };
            next += len as u32;
            span
        };
        let nothing = take(1).first;
        let values = take(netlist.nodes.len());
        let memories = netlist.memories.iter().map(|memory| take(memory.words.len())).collect();
        let tables = netlist.tables.iter().map(|table| take(table.len())).collect();
        let mut slots: Vec<u32> = (values.first..).take(values.len).collect();
        for (slot, id) in (0..).zip(&states) {
            slots[*id as usize] = slot;
        }
        let next_values = netlist.registers.iter();
        let next_values = next_values.map(|of| Store { target: slots[of.q as usize], from: of.d, held: Some(of.q) });
        let mut stores: Vec<Store> = next_values.collect();
        let stored = states.iter().chain(seen);
        let widths = stored.map(|id| netlist.nodes[*id as usize].width).collect();
        let seen = (state as u32..).zip(seen).map(|(target, &id)| {
            if !netlist.nodes[id as usize].op.works() {
                return slots[id as usize];
            }
            stores.push(Store { target, from: id, held: None });
            state as u32 + target
        });
        let seen = seen.collect();
        let words = netlist.memories.iter().map(|memory| slots[memory.data as usize]);
        (
            Layout {
                words: words.collect(),
                fields: vec![],
                state,
                domains,
                writes,
                slots,
                seen,
                widths,
                memories,
                tables,
                nothing,
                slots_of: vec![],
                len: next as usize,
            },
            stores,
        )
    }

    /// Sets what each of the state's values is a field of: a register is a field of the one with that number in the netlist that
    /// `split.rs` was given; a memory's output is whole.
    pub fn set_fields(&mut self, registers: impl Iterator<Item = (Id, usize)>) {
        // No register has such a high number.
        let mut whole: Vec<u32> = (0..self.state as u32).map(|place| u32::MAX - place).collect();
        for (q, number) in registers {
            whole[self.slot(q) as usize] = number as u32;
        }
        self.fields = whole.into_iter().zip(0..).collect();
        self.fields.sort_unstable();
    }

    /// Adds a table of slots.
    pub fn add_slots(&mut self, slots: Vec<u64>) -> u32 {
        let span = Span { first: self.len as u32, len: slots.len() };
        self.len += span.len;
        self.slots_of.push((span, slots));
        self.slots_of.len() as u32 - 1
    }

    /// Where a table of slots is.
    pub fn slots_of(&self, table: u32) -> Span {
        self.slots_of[table as usize].0
    }

    /// The domain that stores under that number; the number of domains for what is looked at.
    pub fn domain_of(&self, target: u32) -> usize {
        let holds = |domain: &Domain| domain.state.contains(&(target as usize));
        self.domains.iter().position(holds).unwrap_or(self.domains.len())
    }

    /// The slot of a value.
    pub fn slot(&self, id: Id) -> u32 {
        self.slots[id as usize]
    }

    /// The slot of what is stored under that number.
    pub fn target(&self, target: u32) -> u32 {
        self.state as u32 + target
    }

    /// The slot of the next word read from a memory.
    pub fn word(&self, memory: u32) -> u32 {
        self.target(self.words[memory as usize])
    }

    /// The first slot of the write to a memory.
    pub fn write(&self, memory: u32) -> u32 {
        self.writes + memory * WRITE as u32
    }
}

#[derive(Clone)]
pub struct Frame {
    pub slots: Vec<u64>,
}

impl Frame {
    /// A frame with the constants and tables of a netlist, in no state.
    pub fn of(layout: &Layout, netlist: &Netlist) -> Frame {
        let mut frame = Frame { slots: vec![0; layout.len] };
        for (id, node) in (0..).zip(&netlist.nodes) {
            if let Op::Constant(value) = node.op {
                frame.slots[layout.slot(id) as usize] = value;
            }
        }
        for (span, table) in layout.tables.iter().zip(&netlist.tables) {
            frame.span(*span).copy_from_slice(table);
        }
        for (span, slots) in &layout.slots_of {
            frame.span(*span).copy_from_slice(slots);
        }
        frame
    }

    pub fn span(&mut self, span: Span) -> &mut [u64] {
        &mut self.slots[span.first as usize..][..span.len]
    }

    /// The next state of a clock is its present state, as the program for it takes it to be.
    pub fn begin(&mut self, layout: &Layout, domain: &Domain) {
        let Range { start, end } = domain.state;
        self.slots.copy_within(start..end, layout.state + start);
    }

    /// Whether the next edge of a clock changes nothing.
    #[inline]
    pub fn rests(&self, layout: &Layout, domain: &Domain) -> bool {
        let (state, rest) = self.slots.split_at(layout.state);
        let writes = |memory: &u32| self.slots[layout.write(*memory) as usize] != 0;
        // Mostly one of the first values differs.
        let mut values = state[domain.state.clone()].iter().zip(&rest[domain.state.clone()]);
        values.all(|(now, next)| now == next) && !domain.memories.iter().any(writes)
    }

    /// Forgets the next state, so that the program can run again.
    pub fn again(&mut self, layout: &Layout) {
        self.slots.copy_within(..layout.state, layout.state);
        for memory in 0..layout.memories.len() as u32 {
            self.slots[layout.write(memory) as usize] = 0;
        }
    }

    /// The number of state values that the next edge changes and of words written; and the sum of the [`spread`] numbers of these
    /// values, which tells one set of them from another. A value of several fields counts as one.
    pub fn moves(&self, layout: &Layout) -> (u64, u64) {
        let (state, next) = self.slots.split_at(layout.state);
        let moving = (layout.fields.iter()).filter(|(_, place)| state[*place as usize] != next[*place as usize]);
        let (mut moves, mut sum, mut last) = (0, 0u64, None);
        for (number, _) in moving {
            if last.replace(number) != Some(number) {
                moves += 1;
                sum = sum.wrapping_add(spread(u64::from(*number) + 1));
            }
        }
        let writes = (0..layout.memories.len() as u32).filter(|memory| self.slots[layout.write(*memory) as usize] != 0);
        (moves + writes.count() as u64, sum)
    }

    /// Makes an edge of a clock.
    #[inline]
    pub fn edge(&mut self, layout: &Layout, domain: &Domain) {
        let Range { start, end } = domain.state;
        self.slots.copy_within(layout.state + start..layout.state + end, start);
        for memory in &domain.memories {
            let write = layout.write(*memory) as usize;
            let writes = std::mem::take(&mut self.slots[write]) != 0;
            #[cfg(test)]
            let writes = writes && !Fault::LosesWrite.is_there();
            if writes {
                let (address, data) = (self.slots[write + 1], self.slots[write + 2]);
                if let Some(word) = self.span(layout.memories[*memory as usize]).get_mut(address as usize) {
                    *word = data;
                }
            }
        }
    }
}

/// A number whose bits all depend on those of `place`, so that sums of such numbers are hardly ever equal by chance. The factors
/// are those of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
fn spread(place: u64) -> u64 {
    place
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(29)
        .wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
