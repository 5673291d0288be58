//! A circuit, or a part of one, clock by clock: only what follows a change is worked out again.
//!
//! ```text
//! set, edge ─> changed values ─> marks on what reads them ─> settle(): the lowest mark first ─> marks behind changes only
//!                                          └─> a register or memory that must look at its inputs at the next edge
//! ```
//!
//! Values are in an order in which each comes after what it follows, so one walk upwards settles everything.

use std::collections::BTreeMap;

use super::netlist::{Id, Netlist, Op, mask};

/// An operator with all that is known of it before.
#[derive(Clone, Copy, Debug)]
struct Code {
    op: Op,
    /// All bits of the result.
    mask: u64,
    /// All bits of an operand, where the operator asks for them.
    all: u64,
    /// How far a joined value is shifted; the width of a shifted one.
    places: u32,
}

impl Code {
    #[inline]
    fn evaluate(&self, values: &[u64], tables: &[Vec<u64>]) -> u64 {
        use Op::*;
        let value = |id: Id| values[id as usize];
        let places = |id: Id| u32::try_from(value(id)).ok().filter(|places| *places < self.places);
        match self.op {
            Constant(_) | Input(..) | Register(_) | Memory(_) => 0,
            Not(a) => !value(a) & self.mask,
            Negate(a) => value(a).wrapping_neg() & self.mask,
            All(a) => (value(a) == self.all).into(),
            Any(a) => (value(a) != 0).into(),
            Parity(a) => (value(a).count_ones() & 1).into(),
            Add(a, b) => value(a).wrapping_add(value(b)) & self.mask,
            Subtract(a, b) => value(a).wrapping_sub(value(b)) & self.mask,
            Multiply(a, b) => value(a).wrapping_mul(value(b)) & self.mask,
            And(a, b) => value(a) & value(b),
            Or(a, b) => value(a) | value(b),
            Xor(a, b) => value(a) ^ value(b),
            ShiftLeft(a, b) => places(b).map_or(0, |places| value(a) << places) & self.mask,
            ShiftRight(a, b) => places(b).map_or(0, |places| value(a) >> places),
            Equal(a, b) => (value(a) == value(b)).into(),
            Less(a, b) => (value(a) < value(b)).into(),
            Select(test, a, b) => value(if value(test) != 0 { a } else { b }),
            Slice(a, low) => (value(a) >> low) & self.mask,
            Extend(a) => value(a),
            Join(a, b) => (value(a) << self.places) | value(b),
            Look(table, a) => *tables[table as usize].get(value(a) as usize).unwrap_or(&0),
        }
    }
}

/// A register in the numbers of a stepper.
#[derive(Clone, Copy)]
struct Held {
    q: u32,
    d: u32,
    clock: Id,
}

struct HeldWords {
    data: u32,
    words: Vec<u64>,
    address: u32,
    /// Enable, address, data.
    write: Option<[u32; 3]>,
    clock: Id,
}

/// Runs some values of a netlist; what they follow and is none of them is set from outside.
pub struct Stepper {
    /// What is set from outside first, then its own, in the netlist's order.
    values: Vec<u64>,
    code: Vec<Code>,
    tables: Vec<Vec<u64>>,
    registers: Vec<Held>,
    memories: Vec<HeldWords>,
    /// Which marks a change of a value makes: `readers[first_reader[v] .. first_reader[v + 1]]`. Marks of registers and
    /// memories come behind those of the values.
    readers: Vec<u32>,
    first_reader: Vec<u32>,
    marks: Vec<u64>,
    /// The word of marks with which those of registers begin.
    value_words: usize,
    /// Where each value of the netlist is here.
    places: BTreeMap<Id, u32>,
    /// The values from outside, by the netlist's numbers.
    outside: Vec<Id>,
    taken: Vec<(u32, u64)>,
}

const BITS: usize = u64::BITS as usize;

impl Stepper {
    /// All values settled at power-on, with zeros outside.
    pub fn new(netlist: &Netlist, members: &[Id]) -> Self {
        let own: std::collections::BTreeSet<Id> = members.iter().copied().collect();
        let mut outside = std::collections::BTreeSet::new();
        let mut reads = |id: Id| {
            if !own.contains(&id) {
                outside.insert(id);
            }
        };
        for &id in &own {
            match netlist.nodes[id as usize].op {
                Op::Input(..) => {}
                Op::Register(number) => reads(netlist.registers[number as usize].d),
                Op::Memory(number) => {
                    let memory = &netlist.memories[number as usize];
                    reads(memory.address);
                    if let Some(write) = memory.write {
                        [write.enable, write.address, write.data].into_iter().for_each(&mut reads);
                    }
                }
                op => op.each_operand(&mut reads),
            }
        }
        let outside: Vec<Id> = outside.into_iter().collect();
        let order: Vec<Id> = outside.iter().chain(&own).copied().collect();
        let places: BTreeMap<Id, u32> = order.iter().enumerate().map(|(i, id)| (*id, i as u32)).collect();
        let at = |id: Id| places[&id];

        let mut values = vec![];
        let mut code = vec![];
        let mut registers = vec![];
        let mut memories = vec![];
        let mut read_by: Vec<Vec<u32>> = vec![vec![]; order.len()];
        for (place, &id) in order.iter().enumerate() {
            let node = netlist.nodes[id as usize];
            let is_own = own.contains(&id);
            let mut initial = 0;
            let mut op = Op::Input(0, 0);
            let (mut all, mut shift) = (0, node.width as u32);
            match node.op {
                Op::Constant(value) => initial = value,
                _ if !is_own => {}
                Op::Input(..) => {}
                Op::Register(number) => {
                    let register = &netlist.registers[number as usize];
                    initial = register.initial;
                    registers.push(Held {
                        q: place as u32,
                        d: at(register.d),
                        clock: register.clock,
                    });
                }
                Op::Memory(number) => {
                    let memory = &netlist.memories[number as usize];
                    initial = memory.initial;
                    memories.push(HeldWords {
                        data: place as u32,
                        words: memory.words.clone(),
                        address: at(memory.address),
                        write: memory.write.map(|w| [w.enable, w.address, w.data].map(at)),
                        clock: memory.clock,
                    });
                }
                _ => {
                    op = node.op.map(&mut |operand| at(operand));
                    op.each_operand(&mut |operand| read_by[operand as usize].push(place as u32));
                    match node.op {
                        Op::All(a) => all = mask(netlist.nodes[a as usize].width),
                        Op::Join(_, b) => shift = netlist.nodes[b as usize].width as u32,
                        _ => {}
                    }
                }
            }
            values.push(initial);
            code.push(Code {
                op,
                mask: mask(node.width),
                all: all,
                places: shift,
            });
        }
        let value_words = order.len().div_ceil(BITS);
        let mut next = (value_words * BITS) as u32;
        let all_marks = value_words + (registers.len() + memories.len()).div_ceil(BITS);
        for register in &registers {
            read_by[register.d as usize].push(next);
            next += 1;
        }
        for memory in &memories {
            let inputs = [memory.address].into_iter().chain(memory.write.into_iter().flatten());
            inputs.for_each(|input| read_by[input as usize].push(next));
            next += 1;
        }
        let mut first_reader = vec![0];
        let mut readers = vec![];
        for mut marks in read_by {
            marks.dedup();
            readers.extend(marks);
            first_reader.push(readers.len() as u32);
        }
        let mut stepper = Stepper {
            values,
            code,
            tables: netlist.tables.clone(),
            registers,
            memories,
            readers,
            first_reader,
            marks: vec![0; all_marks],
            value_words,
            places,
            outside,
            taken: vec![],
        };
        for place in 0..stepper.values.len() {
            if !matches!(stepper.code[place].op, Op::Input(..)) {
                stepper.marks[place / BITS] |= 1 << (place % BITS);
            }
        }
        for mark in value_words * BITS..next as usize {
            stepper.marks[mark / BITS] |= 1 << (mark % BITS);
        }
        stepper.settle();
        stepper
    }

    /// The values that are set from outside, by the netlist's numbers; their places here are counted from 0.
    pub fn outside(&self) -> &[Id] {
        &self.outside
    }

    /// Where a value of the netlist is here.
    pub fn place(&self, id: Id) -> Option<usize> {
        self.places.get(&id).map(|place| *place as usize)
    }

    #[inline]
    pub fn get(&self, place: usize) -> u64 {
        self.values[place]
    }

    /// Sets a value from outside, or an input; it takes effect at the next `settle`.
    #[inline]
    pub fn set(&mut self, place: usize, value: u64) {
        if self.values[place] != value {
            self.values[place] = value;
            self.mark(place);
        }
    }

    #[inline]
    fn mark(&mut self, place: usize) {
        let (from, to) = (self.first_reader[place] as usize, self.first_reader[place + 1] as usize);
        for &mark in &self.readers[from..to] {
            self.marks[mark as usize / BITS] |= 1 << (mark as usize % BITS);
        }
    }

    /// Works out everything behind a change.
    pub fn settle(&mut self) {
        for word in 0..self.value_words {
            while self.marks[word] != 0 {
                let place = word * BITS + self.marks[word].trailing_zeros() as usize;
                self.marks[word] &= self.marks[word] - 1;
                let value = self.code[place].evaluate(&self.values, &self.tables);
                if self.values[place] != value {
                    self.values[place] = value;
                    self.mark(place);
                }
            }
        }
    }

    /// The edges of one instant, of the clocks that `rises` names by their values; everything is settled before. Tells
    /// whether anything has changed.
    #[inline]
    pub fn edge(&mut self, rises: impl Fn(Id) -> bool) -> bool {
        let mut taken = std::mem::take(&mut self.taken);
        for word in self.value_words..self.marks.len() {
            let mut left = self.marks[word];
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let number = (word - self.value_words) * BITS + bit;
                if let Some(register) = self.registers.get(number) {
                    if rises(register.clock) {
                        self.marks[word] &= !(1 << bit);
                        let value = self.values[register.d as usize];
                        if value != self.values[register.q as usize] {
                            taken.push((register.q, value));
                        }
                    }
                } else {
                    let memory = &mut self.memories[number - self.registers.len()];
                    if rises(memory.clock) {
                        self.marks[word] &= !(1 << bit);
                        let get = |place: u32| self.values[place as usize];
                        let writes = memory.write.filter(|write| get(write[0]) != 0);
                        if let Some([_, address, data]) = writes {
                            if let Some(word) = memory.words.get_mut(get(address) as usize) {
                                *word = get(data);
                            }
                        } else if let Some(word) = memory.words.get(get(memory.address) as usize)
                            && *word != get(memory.data)
                        {
                            taken.push((memory.data, *word));
                        }
                    }
                }
            }
        }
        for &(place, value) in &taken {
            self.values[place as usize] = value;
            self.mark(place as usize);
        }
        let changed = !taken.is_empty();
        taken.clear();
        self.taken = taken;
        changed
    }
}
