//! A circuit as words, operators and state: the input of the fast engine.
//!
//! ```text
//! Draft: operators and wires in any order      Netlist: operators in an order in which each can be worked out
//!   wire a = b + c                  finish()     0 input x        3 register r
//!   wire b = register r           ----------->   1 constant 1     4 = 3 + 0
//!   wire c = input x                             2 ...            outputs: sum is 4
//! ```
//!
//! `finish` (in `finish.rs`) follows the wires, evaluates constants, merges equal operators and drops what nobody
//! reads.

use std::collections::BTreeMap;

/// The number of a value.
pub type Id = u32;

/// The widest value, in bits. A wider one is split into several, the lowest bits first: [`Words`](crate::Words).
pub const MOST_BITS: usize = u64::BITS as usize;

/// The kinds of values. Every operand has the operator's own width unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Op {
    Constant(u64),
    /// A word of an input: the port number and the word's index.
    Input(u32, u32),
    /// The output of the register of that number.
    Register(u32),
    /// The output of the memory of that number.
    Memory(u32),
    /// The output of the call of that number: the number and the word's index.
    Answer(u32, u32),
    Not(Id),
    Negate(Id),
    /// One bit: whether all, any, or an odd number of the operand's bits are set.
    All(Id),
    Any(Id),
    Parity(Id),
    Add(Id, Id),
    Subtract(Id, Id),
    Multiply(Id, Id),
    And(Id, Id),
    Or(Id, Id),
    Xor(Id, Id),
    /// The shift amount, on the right, has any width.
    ShiftLeft(Id, Id),
    ShiftRight(Id, Id),
    /// One bit; both operands have the same width.
    Equal(Id, Id),
    Less(Id, Id),
    /// The test (one bit), the value if it is high, and the value if it is low.
    Select(Id, Id, Id),
    /// The bits from that one up.
    Slice(Id, u32),
    /// A narrower value, with zeros above.
    Extend(Id),
    /// The first operand above the second.
    Join(Id, Id),
    /// The word of the table of that number at an address of any width.
    Look(u32, Id),
}

impl Op {
    /// Whether it is computed from operands.
    pub fn works(self) -> bool {
        use Op::*;
        !matches!(self, Constant(_) | Input(..) | Register(_) | Memory(_) | Answer(..))
    }

    /// Calls `visit` for every operand.
    #[inline]
    pub fn each_operand<F: FnMut(Id) + ?Sized>(self, visit: &mut F) {
        self.map(&mut |id| {
            visit(id);
            id
        });
    }

    /// The same operator with other operands.
    #[inline]
    pub fn map<F: FnMut(Id) -> Id + ?Sized>(self, new: &mut F) -> Op {
        use Op::*;
        match self {
            Constant(_) | Input(..) | Register(_) | Memory(_) | Answer(..) => self,
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

/// A mask of `width` ones.
pub fn mask(width: usize) -> u64 {
    match width {
        MOST_BITS.. => u64::MAX,
        _ => (1 << width) - 1,
    }
}

/// A value: its operator and its width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Node {
    pub op: Op,
    pub width: usize,
}

/// A word kept between edges of its clock.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Register {
    /// Its output; always `Op::Register` of its number.
    pub q: Id,
    pub d: Id,
    pub initial: u64,
    /// Its clock: always an input.
    pub clock: Id,
}

/// A memory with one read port, which answers at the edge of its clock, and perhaps a write port.
///
/// During a write the output keeps its value, unless the write port says otherwise. A write beyond the last word is
/// ignored, and a read there keeps the output too.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Memory {
    /// Its output; always `Op::Memory` of its number.
    pub data: Id,
    pub words: Vec<u64>,
    pub initial: u64,
    pub address: Id,
    pub write: Option<Write>,
    /// Its clock: always an input.
    pub clock: Id,
}

/// A write port: at an edge with `enable` high, `data` is stored at `address`.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Write {
    pub enable: Id,
    pub address: Id,
    pub data: Id,
    /// Whether a clock that writes also reads; it reads the old word.
    pub reads: bool,
}

/// The function of a whole part of a circuit: at each edge of its clock it computes its outputs from its inputs.
///
/// It is called again only when the inputs change, so it may be slow.
#[derive(Clone, Debug)]
pub struct Call {
    /// Its outputs, zeros at first; always `Op::Answer` of its number.
    pub answers: Vec<Id>,
    /// Its inputs.
    pub asks: Vec<Id>,
    pub function: Function,
    /// Its clock: always an input.
    pub clock: Id,
}

/// Maps input words to output words; equal inputs must give equal outputs.
pub type Function = fn(&[u64]) -> Vec<u64>;

/// A netlist under construction.
#[derive(Default)]
pub struct Draft {
    pub(crate) nodes: Vec<DraftNode>,
    pub(crate) registers: Vec<Register>,
    pub(crate) memories: Vec<Memory>,
    pub(crate) calls: Vec<Call>,
    pub(crate) tables: Vec<Vec<u64>>,
    /// The outputs, by port and word.
    pub(crate) outputs: Vec<((usize, usize), Id)>,
    pub(crate) names: BTreeMap<String, Vec<Id>>,
}

pub(crate) struct DraftNode {
    /// `None` for a wire; `follows` is its driver.
    pub op: Option<Op>,
    pub follows: Option<Id>,
    pub width: usize,
}

impl Draft {
    /// Adds a value.
    pub fn node(&mut self, op: Op, width: usize) -> Id {
        self.push(Some(op), width)
    }

    /// Adds a value that is driven later.
    pub fn wire(&mut self, width: usize) -> Id {
        self.push(None, width)
    }

    fn push(&mut self, op: Option<Op>, width: usize) -> Id {
        self.nodes.push(DraftNode { op, follows: None, width });
        (self.nodes.len() - 1) as Id
    }

    /// The width in bits.
    pub fn width(&self, id: Id) -> usize {
        self.nodes[id as usize].width
    }

    /// Connects a wire to its driver.
    pub fn drive(&mut self, wire: Id, value: Id) {
        assert_eq!(self.width(wire), self.width(value), "a wire and what drives it");
        self.nodes[wire as usize].follows = Some(value);
    }

    /// Adds a register and returns its output; `d` may be a wire.
    pub fn register(&mut self, d: Id, initial: u64, clock: Id) -> Id {
        let width = self.width(d);
        let q = self.node(Op::Register(self.registers.len() as u32), width);
        self.registers
            .push(Register { q, d, initial: initial & mask(width), clock });
        q
    }

    /// Adds a memory and returns its output.
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
        self.memories
            .push(Memory { data, words, initial, address, write, clock });
        data
    }

    /// Adds a call and returns its outputs, which have these widths.
    pub fn call(&mut self, asks: &[Id], widths: &[usize], function: Function, clock: Id) -> Vec<Id> {
        let number = self.calls.len() as u32;
        let words = (0..).zip(widths);
        let answers: Vec<Id> = words
            .map(|(word, width)| self.node(Op::Answer(number, word), *width))
            .collect();
        self.calls
            .push(Call { answers: answers.clone(), asks: asks.to_vec(), function, clock });
        answers
    }

    /// Adds the lookup of a table at an address.
    pub fn look(&mut self, words: Vec<u64>, address: Id, width: usize) -> Id {
        self.tables.push(words);
        self.node(Op::Look((self.tables.len() - 1) as u32, address), width)
    }

    pub fn output(&mut self, port: usize, word: usize, value: Id) {
        self.outputs.push(((port, word), value));
    }

    /// Gives a value a name, by which it can be read.
    pub fn name(&mut self, name: String, words: Vec<Id>) {
        self.names.insert(name, words);
    }
}

/// A circuit in order: every operand comes before the values computed from it.
#[derive(Clone, Debug, Default)]
pub struct Netlist {
    pub nodes: Vec<Node>,
    pub registers: Vec<Register>,
    pub memories: Vec<Memory>,
    pub calls: Vec<Call>,
    pub tables: Vec<Vec<u64>>,
    /// The outputs, by port and word.
    pub outputs: BTreeMap<(usize, usize), Id>,
    /// Values by the paths of their signals, lowest words first.
    pub names: BTreeMap<String, Vec<Id>>,
}

impl Netlist {
    /// The words of a port, input or output, lowest first; `None`, or missing at the end, where nothing reads them.
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
