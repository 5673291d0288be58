//! A circuit as words, operators and what is kept from clock to clock: what the fast engine runs.
//!
//! ```text
//! Draft: operators and wires in any order      Netlist: operators in an order in which each can be worked out
//!   wire a = b + c                  finish()     0 input x        3 register r
//!   wire b = register r           ----------->   1 constant 1     4 = 3 + 0
//!   wire c = input x                             2 ...            outputs: sum is 4
//! ```
//!
//! `finish` follows the wires, works out what is constant, keeps equal operators once and drops what nobody reads.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Result, bail};

/// The number of a value.
pub type Id = u32;

/// The widest value, in bits. A wider one is several, the lowest bits first: [`Words`](crate::Words).
pub const MOST_BITS: usize = u64::BITS as usize;

/// What a value is. Every operand is of the operator's own width unless something else is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    Constant(u64),
    /// So many times 64 bits up in the port of that number.
    Input(u32, u32),
    /// What the register of that number holds.
    Register(u32),
    /// What the memory of that number answered last.
    Memory(u32),
    Not(Id),
    Negate(Id),
    /// One bit: all, any, an odd number of the bits of the operand.
    All(Id),
    Any(Id),
    Parity(Id),
    Add(Id, Id),
    Subtract(Id, Id),
    Multiply(Id, Id),
    And(Id, Id),
    Or(Id, Id),
    Xor(Id, Id),
    /// The amount, on the right, has any width.
    ShiftLeft(Id, Id),
    ShiftRight(Id, Id),
    /// One bit; both operands have one width.
    Equal(Id, Id),
    Less(Id, Id),
    /// The test of one bit, what holds if it is high, and if it is low.
    Select(Id, Id, Id),
    /// Bits from that one up.
    Slice(Id, u32),
    /// Zeros above a narrower value.
    Extend(Id),
    /// The first above the second.
    Join(Id, Id),
    /// The word of the table of that number at an address of any width.
    Look(u32, Id),
}

impl Op {
    /// Calls `visit` for every operand.
    pub fn each_operand(self, visit: &mut dyn FnMut(Id)) {
        self.map(&mut |id| {
            visit(id);
            id
        });
    }

    /// The same of other operands.
    pub fn map(self, new: &mut dyn FnMut(Id) -> Id) -> Op {
        use Op::*;
        match self {
            Constant(_) | Input(..) | Register(_) | Memory(_) => self,
            Not(a) => Not(new(a)),
            Negate(a) => Negate(new(a)),
            All(a) => All(new(a)),
            Any(a) => Any(new(a)),
            Parity(a) => Parity(new(a)),
            Add(a, b) => Add(new(a), new(b)),
            Subtract(a, b) => Subtract(new(a), new(b)),
            Multiply(a, b) => Multiply(new(a), new(b)),
            And(a, b) => And(new(a), new(b)),
            Or(a, b) => Or(new(a), new(b)),
            Xor(a, b) => Xor(new(a), new(b)),
            ShiftLeft(a, b) => ShiftLeft(new(a), new(b)),
            ShiftRight(a, b) => ShiftRight(new(a), new(b)),
            Equal(a, b) => Equal(new(a), new(b)),
            Less(a, b) => Less(new(a), new(b)),
            Select(test, a, b) => Select(new(test), new(a), new(b)),
            Slice(a, low) => Slice(new(a), low),
            Extend(a) => Extend(new(a)),
            Join(a, b) => Join(new(a), new(b)),
            Look(table, a) => Look(table, new(a)),
        }
    }
}

/// All bits of a width.
pub fn mask(width: usize) -> u64 {
    match width {
        MOST_BITS.. => u64::MAX,
        _ => (1 << width) - 1,
    }
}

/// A value: what it is, and how many bits it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    pub op: Op,
    pub width: usize,
}

/// A word kept from edge to edge of its clock.
#[derive(Clone, Debug)]
pub struct Register {
    /// The value it holds; always `Op::Register` of its number.
    pub q: Id,
    pub d: Id,
    pub initial: u64,
    /// The value that is its clock: always an input.
    pub clock: Id,
}

/// Words with one read port, answering at the edge of their clock, and perhaps a write port.
///
/// While it is written its last answer stays. Beyond its words a write is lost, and the last answer stays too.
#[derive(Clone, Debug)]
pub struct Memory {
    /// The last answer; always `Op::Memory` of its number.
    pub data: Id,
    pub words: Vec<u64>,
    pub initial: u64,
    pub address: Id,
    pub write: Option<Write>,
    /// The value that is its clock: always an input.
    pub clock: Id,
}

/// A write port: while `enable` is high, `data` goes to `address`.
#[derive(Clone, Copy, Debug)]
pub struct Write {
    pub enable: Id,
    pub address: Id,
    pub data: Id,
}

/// A circuit that is being put together.
#[derive(Default)]
pub struct Draft {
    nodes: Vec<DraftNode>,
    registers: Vec<Register>,
    memories: Vec<Memory>,
    tables: Vec<Vec<u64>>,
    /// By port and its words.
    outputs: Vec<((usize, usize), Id)>,
    names: BTreeMap<String, Vec<Id>>,
}

struct DraftNode {
    /// Nothing yet for a wire; `follows` says what it is the same as.
    op: Option<Op>,
    follows: Option<Id>,
    width: usize,
}

impl Draft {
    /// A value.
    pub fn node(&mut self, op: Op, width: usize) -> Id {
        self.push(Some(op), width)
    }

    /// A value that is driven later.
    pub fn wire(&mut self, width: usize) -> Id {
        self.push(None, width)
    }

    fn push(&mut self, op: Option<Op>, width: usize) -> Id {
        self.nodes.push(DraftNode {
            op,
            follows: None,
            width,
        });
        (self.nodes.len() - 1) as Id
    }

    /// Bits.
    pub fn width(&self, id: Id) -> usize {
        self.nodes[id as usize].width
    }

    /// Says what a wire is the same as.
    pub fn drive(&mut self, wire: Id, value: Id) {
        assert_eq!(self.width(wire), self.width(value), "a wire and what drives it");
        self.nodes[wire as usize].follows = Some(value);
    }

    /// A register; what it takes is a wire.
    pub fn register(&mut self, d: Id, initial: u64, clock: Id) -> Id {
        let width = self.width(d);
        let q = self.node(Op::Register(self.registers.len() as u32), width);
        self.registers.push(Register {
            q,
            d,
            initial: initial & mask(width),
            clock,
        });
        q
    }

    /// A memory; gives its answer.
    pub fn memory(
        &mut self,
        width: usize,
        words: Vec<u64>,
        initial: u64,
        address: Id,
        write: Option<Write>,
        clock: Id,
    ) -> Id {
        let data = self.node(Op::Memory(self.memories.len() as u32), width);
        self.memories.push(Memory {
            data,
            words,
            initial,
            address,
            write,
            clock,
        });
        data
    }

    /// The word of a table at an address.
    pub fn look(&mut self, words: Vec<u64>, address: Id, width: usize) -> Id {
        self.tables.push(words);
        self.node(Op::Look((self.tables.len() - 1) as u32, address), width)
    }

    pub fn output(&mut self, port: usize, word: usize, value: Id) {
        self.outputs.push(((port, word), value));
    }

    /// Gives a value a name, by which it can be looked at.
    pub fn name(&mut self, name: String, words: Vec<Id>) {
        self.names.insert(name, words);
    }

    /// Puts everything in order. Of the names those are kept for which `seen` holds.
    ///
    /// # Errors
    /// A wire without a driver, or a value that follows itself.
    pub fn finish(self, seen: &dyn Fn(&str) -> bool) -> Result<Netlist> {
        Finish::of(self, seen)
    }
}

/// A circuit in order: every operand comes before what is worked out from it.
#[derive(Clone, Debug, Default)]
pub struct Netlist {
    pub nodes: Vec<Node>,
    pub registers: Vec<Register>,
    pub memories: Vec<Memory>,
    pub tables: Vec<Vec<u64>>,
    /// By port and its words.
    pub outputs: BTreeMap<(usize, usize), Id>,
    /// Values by the paths of their signals, lowest words first.
    pub names: BTreeMap<String, Vec<Id>>,
}

impl Netlist {
    /// The values of a port of the circuit, an input or an output, the lowest words first; fewer than it is wide where
    /// nothing reads them.
    pub fn port(&self, port: usize) -> Vec<Option<Id>> {
        let mut words = vec![];
        let mut put = |word: usize, id: Id| {
            words.resize(words.len().max(word + 1), None);
            words[word] = Some(id);
        };
        for (id, node) in self.nodes.iter().enumerate() {
            if let Op::Input(of, word) = node.op
                && of as usize == port
            {
                put(word as usize, id as Id);
            }
        }
        for ((_, word), id) in self.outputs.range((port, 0)..(port + 1, 0)) {
            put(*word, *id);
        }
        words
    }
}

struct Finish {
    draft: Draft,
    done: Netlist,
    /// For each value of the draft that of the netlist.
    placed: Vec<Option<Id>>,
    /// Its operands are being placed.
    entered: Vec<bool>,
    known: HashMap<Node, Id>,
    tables: HashMap<Vec<u64>, u32>,
}

impl Finish {
    fn of(draft: Draft, seen: &dyn Fn(&str) -> bool) -> Result<Netlist> {
        let mut finish = Finish {
            placed: vec![None; draft.nodes.len()],
            entered: vec![false; draft.nodes.len()],
            done: Netlist::default(),
            known: HashMap::new(),
            tables: HashMap::new(),
            draft,
        };
        let outputs = std::mem::take(&mut finish.draft.outputs);
        for (port, value) in outputs {
            let placed = finish.place(value)?;
            finish.done.outputs.insert(port, placed);
        }
        let names = std::mem::take(&mut finish.draft.names);
        for (name, value) in names {
            // What nobody reads may have been left out by the writer.
            let driven = |word: &Id| {
                let node = &finish.draft.nodes[*word as usize];
                node.op.is_some() || node.follows.is_some()
            };
            if value.iter().all(driven) && seen(&name) {
                let placed = value
                    .into_iter()
                    .map(|word| finish.place(word))
                    .collect::<Result<_>>()?;
                finish.done.names.insert(name, placed);
            }
        }
        // What is kept is followed once something reads it; the lists grow on the way.
        let (mut register, mut memory) = (0, 0);
        while register < finish.done.registers.len() || memory < finish.done.memories.len() {
            if register < finish.done.registers.len() {
                let Register { d, clock, .. } = finish.done.registers[register];
                finish.done.registers[register].d = finish.place(d)?;
                finish.done.registers[register].clock = finish.place_clock(clock)?;
                register += 1;
            } else {
                let Memory {
                    address, write, clock, ..
                } = finish.done.memories[memory];
                let address = finish.place(address)?;
                let write = match write {
                    None => None,
                    Some(write) => Some(Write {
                        enable: finish.place(write.enable)?,
                        address: finish.place(write.address)?,
                        data: finish.place(write.data)?,
                    }),
                };
                finish.done.memories[memory].address = address;
                finish.done.memories[memory].write = write;
                finish.done.memories[memory].clock = finish.place_clock(clock)?;
                memory += 1;
            }
        }
        Ok(finish.done)
    }

    fn place_clock(&mut self, clock: Id) -> Result<Id> {
        let placed = self.place(clock)?;
        match self.done.nodes[placed as usize].op {
            Op::Input(..) => Ok(placed),
            _ => bail!("a clock that is no input"),
        }
    }

    /// The value of the netlist that a value of the draft is.
    fn place(&mut self, value: Id) -> Result<Id> {
        let mut open = vec![value];
        while let Some(&id) = open.last() {
            if self.placed[id as usize].is_some() {
                open.pop();
                continue;
            }
            let node = &self.draft.nodes[id as usize];
            let mut missing = vec![];
            match (node.op, node.follows) {
                (Some(op), _) => op.each_operand(&mut |operand| missing.push(operand)),
                (None, Some(follows)) => missing.push(follows),
                (None, None) => bail!("a wire of {} bits that nothing drives", node.width),
            }
            missing.retain(|operand| self.placed[*operand as usize].is_none());
            if missing.is_empty() {
                let placed = self.put(id);
                self.placed[id as usize] = Some(placed);
                open.pop();
            } else if std::mem::replace(&mut self.entered[id as usize], true) {
                bail!("a value of {} bits follows itself without a register", node.width);
            } else {
                open.extend(missing);
            }
        }
        Ok(self.placed[value as usize].unwrap_or_default())
    }

    /// Puts a value whose operands have their places.
    fn put(&mut self, id: Id) -> Id {
        let DraftNode { op, follows, width } = self.draft.nodes[id as usize];
        let at = |id: Id| self.placed[id as usize].unwrap_or_default();
        match (op, follows) {
            (Some(Op::Register(number)), _) => {
                let register = self.draft.registers[number as usize].clone();
                let q = self.insert(Op::Register(self.done.registers.len() as u32), width);
                self.done.registers.push(Register { q, ..register });
                q
            }
            (Some(Op::Memory(number)), _) => {
                let memory = self.draft.memories[number as usize].clone();
                let data = self.insert(Op::Memory(self.done.memories.len() as u32), width);
                self.done.memories.push(Memory { data, ..memory });
                data
            }
            (Some(Op::Look(table, address)), _) => {
                let address = at(address);
                let words = self.draft.tables[table as usize].clone();
                let next = self.done.tables.len() as u32;
                let table = *self.tables.entry(words.clone()).or_insert(next);
                if table == next {
                    self.done.tables.push(words);
                }
                self.simplified(Op::Look(table, address), width)
            }
            (Some(op), _) => {
                let op = op.map(&mut |id| at(id));
                self.simplified(op, width)
            }
            (None, follows) => at(follows.unwrap_or_default()),
        }
    }

    fn insert(&mut self, op: Op, width: usize) -> Id {
        let node = Node { op, width };
        let next = self.done.nodes.len() as Id;
        let id = *self.known.entry(node).or_insert(next);
        if id == next {
            self.done.nodes.push(node);
        }
        id
    }

    fn constant(&self, id: Id) -> Option<u64> {
        match self.done.nodes[id as usize].op {
            Op::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The value of an operator, by a simpler one if there is one.
    fn simplified(&mut self, op: Op, width: usize) -> Id {
        use Op::*;
        let done = &self.done;
        let node = |id: Id| done.nodes[id as usize];
        let (all, zero) = (mask(width), Constant(0));
        let number = |id: Id| self.constant(id);
        let mut constants = true;
        op.each_operand(&mut |id| constants &= number(id).is_some());
        if constants && !matches!(op, Constant(_) | Input(..) | Register(_) | Memory(_)) {
            let value = evaluate(op, width, &done.tables, &|id| {
                (number(id).unwrap_or_default(), node(id).width)
            });
            return self.insert(Constant(value), width);
        }
        let same = match op {
            Select(test, a, b) => match number(test) {
                Some(0) => Some(b),
                Some(_) => Some(a),
                None if a == b => Some(a),
                None if width == 1 && number(a) == Some(1) && number(b) == Some(0) => Some(test),
                None => None,
            },
            And(a, b) if number(a) == Some(all) || a == b => Some(b),
            And(a, b) if number(b) == Some(all) => Some(a),
            Or(a, b) | Xor(a, b) | Add(a, b) if number(a) == Some(0) => Some(b),
            Or(a, b) | Xor(a, b) | Add(a, b) | Subtract(a, b) | ShiftLeft(a, b) | ShiftRight(a, b)
                if number(b) == Some(0) =>
            {
                Some(a)
            }
            Or(a, b) if a == b => Some(a),
            Slice(a, 0) | Extend(a) | All(a) | Any(a) | Parity(a) if node(a).width == width => Some(a),
            Not(a) => match node(a).op {
                Not(inner) => Some(inner),
                _ => None,
            },
            Equal(a, b) if node(a).width == 1 && number(b) == Some(1) => Some(a),
            Equal(a, b) if node(a).width == 1 && number(a) == Some(1) => Some(b),
            _ => None,
        };
        if let Some(same) = same {
            return same;
        }
        match op {
            And(a, b) if number(a) == Some(0) || number(b) == Some(0) => self.insert(zero, width),
            Or(a, b) if number(a) == Some(all) || number(b) == Some(all) => self.insert(Constant(all), width),
            Xor(a, b) if number(b) == Some(all) => self.simplified(Not(a), width),
            Xor(a, b) if number(a) == Some(all) => self.simplified(Not(b), width),
            Select(test, a, b) if width == 1 && number(a) == Some(0) && number(b) == Some(1) => {
                self.simplified(Not(test), 1)
            }
            Select(test, a, b) => match node(test).op {
                Not(inner) => self.simplified(Select(inner, b, a), width),
                // Behind a test that has been made already only one way is left.
                _ => match (node(a).op, node(b).op) {
                    (Select(again, a, _), _) if again == test => self.simplified(Select(test, a, b), width),
                    (_, Select(again, _, b)) if again == test => self.simplified(Select(test, a, b), width),
                    _ if width == 1 && number(b) == Some(0) => self.simplified(And(test, a), 1),
                    _ if width == 1 && number(a) == Some(1) => self.simplified(Or(test, b), 1),
                    _ => self.insert(op, width),
                },
            },
            Equal(a, b) if node(a).width == 1 && number(b) == Some(0) => self.simplified(Not(a), 1),
            Equal(a, b) if node(a).width == 1 && number(a) == Some(0) => self.simplified(Not(b), 1),
            ShiftLeft(a, b) => match number(b) {
                Some(places) if places >= width as u64 => self.insert(zero, width),
                Some(places) => {
                    let kept = width - places as usize;
                    let (kept_bits, low) = (self.simplified(Slice(a, 0), kept), self.insert(zero, places as usize));
                    self.simplified(Join(kept_bits, low), width)
                }
                None => self.insert(op, width),
            },
            ShiftRight(a, b) => match number(b) {
                Some(places) if places >= width as u64 => self.insert(zero, width),
                Some(places) => {
                    let kept = self.simplified(Slice(a, places as u32), width - places as usize);
                    self.simplified(Extend(kept), width)
                }
                None => self.insert(op, width),
            },
            Slice(a, low) => {
                let inner = node(a);
                match inner.op {
                    Slice(inner, start) => self.simplified(Slice(inner, start + low), width),
                    Join(high, below) => {
                        let split = node(below).width as u32;
                        if low >= split {
                            self.simplified(Slice(high, low - split), width)
                        } else if low as usize + width <= split as usize {
                            self.simplified(Slice(below, low), width)
                        } else {
                            self.insert(op, width)
                        }
                    }
                    Extend(inner) => {
                        let split = node(inner).width;
                        if low as usize >= split {
                            self.insert(zero, width)
                        } else if low as usize + width <= split {
                            self.simplified(Slice(inner, low), width)
                        } else {
                            let kept = self.simplified(Slice(inner, low), split - low as usize);
                            self.simplified(Extend(kept), width)
                        }
                    }
                    _ => self.insert(op, width),
                }
            }
            Extend(a) => match node(a).op {
                Extend(inner) => self.simplified(Extend(inner), width),
                _ => self.insert(op, width),
            },
            Join(high, low) if number(high) == Some(0) => self.simplified(Extend(low), width),
            _ => self.insert(op, width),
        }
    }
}

/// The result of an operator; `operand` gives the value of an operand and its width.
pub fn evaluate(op: Op, width: usize, tables: &[Vec<u64>], operand: &dyn Fn(Id) -> (u64, usize)) -> u64 {
    use Op::*;
    let value = |id: Id| operand(id).0;
    let places = |id: Id| {
        u32::try_from(value(id))
            .ok()
            .filter(|places| (*places as usize) < width)
    };
    let result = match op {
        Constant(value) => value,
        Input(..) | Register(_) | Memory(_) => unreachable!("it is no operator"),
        Not(a) => !value(a),
        Negate(a) => value(a).wrapping_neg(),
        All(a) => (value(a) == mask(operand(a).1)).into(),
        Any(a) => (value(a) != 0).into(),
        Parity(a) => (value(a).count_ones() & 1).into(),
        Add(a, b) => value(a).wrapping_add(value(b)),
        Subtract(a, b) => value(a).wrapping_sub(value(b)),
        Multiply(a, b) => value(a).wrapping_mul(value(b)),
        And(a, b) => value(a) & value(b),
        Or(a, b) => value(a) | value(b),
        Xor(a, b) => value(a) ^ value(b),
        ShiftLeft(a, b) => places(b).map_or(0, |places| value(a) << places),
        ShiftRight(a, b) => places(b).map_or(0, |places| value(a) >> places),
        Equal(a, b) => (value(a) == value(b)).into(),
        Less(a, b) => (value(a) < value(b)).into(),
        Select(test, a, b) => value(if value(test) != 0 { a } else { b }),
        Slice(a, low) => value(a) >> low,
        Extend(a) => value(a),
        Join(a, b) => value(a).checked_shl(operand(b).1 as u32).unwrap_or_default() | value(b),
        Look(table, a) => usize::try_from(value(a))
            .ok()
            .and_then(|address| tables[table as usize].get(address).copied())
            .unwrap_or_default(),
    };
    result & mask(width)
}
