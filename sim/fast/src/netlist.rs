//! A circuit as words, operators and what is kept from clock to clock: what the fast engine runs.
//!
//! ```text
//! Draft: operators and wires in any order      Netlist: operators in an order in which each can be worked out
//!   wire a = b + c                  finish()     0 input x        3 register r
//!   wire b = register r           ----------->   1 constant 1     4 = 3 + 0
//!   wire c = input x                             2 ...            outputs: sum is 4
//! ```
//!
//! `finish` (in `finish.rs`) follows the wires, works out what is constant, keeps equal operators once and drops what nobody
//! reads.

use std::collections::BTreeMap;

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
    /// That word of what the call of that number answered last.
    Answer(u32, u32),
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
    /// Whether it is worked out from operands.
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

    /// The same of other operands.
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
/// While it is written its last answer stays, unless its write port says otherwise. Beyond its words a write is lost, and the last answer stays too.
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
    /// In the clock of a write the memory is read as well, and answers what was there before.
    pub reads: bool,
}

/// What a whole part of a circuit does, as a function: at each edge of its clock it answers what is asked then.
///
/// It is asked again only when something else is asked, so it may take long.
#[derive(Clone, Debug)]
pub struct Call {
    /// The last answers, zeros at first; always `Op::Answer` of its number.
    pub answers: Vec<Id>,
    pub asks: Vec<Id>,
    pub function: Function,
    /// The value that is its clock: always an input.
    pub clock: Id,
}

/// The words that are asked to the words of the answer: the same for the same, always.
pub type Function = fn(&[u64]) -> Vec<u64>;

/// A circuit that is being put together.
#[derive(Default)]
pub struct Draft {
    pub(crate) nodes: Vec<DraftNode>,
    pub(crate) registers: Vec<Register>,
    pub(crate) memories: Vec<Memory>,
    pub(crate) calls: Vec<Call>,
    pub(crate) tables: Vec<Vec<u64>>,
    /// By port and its words.
    pub(crate) outputs: Vec<((usize, usize), Id)>,
    pub(crate) names: BTreeMap<String, Vec<Id>>,
}

pub(crate) struct DraftNode {
    /// Nothing yet for a wire; `follows` says what it is the same as.
    pub op: Option<Op>,
    pub follows: Option<Id>,
    pub width: usize,
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

    /// A call that answers in words of these widths.
    pub fn call(&mut self, asks: &[Id], widths: &[usize], function: Function, clock: Id) -> Vec<Id> {
        let number = self.calls.len() as u32;
        let words = (0..).zip(widths);
        let answers: Vec<Id> = words
            .map(|(word, width)| self.node(Op::Answer(number, word), *width))
            .collect();
        self.calls.push(Call {
            answers: answers.clone(),
            asks: asks.to_vec(),
            function,
            clock,
        });
        answers
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
}

/// A circuit in order: every operand comes before what is worked out from it.
#[derive(Clone, Debug, Default)]
pub struct Netlist {
    pub nodes: Vec<Node>,
    pub registers: Vec<Register>,
    pub memories: Vec<Memory>,
    pub calls: Vec<Call>,
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
