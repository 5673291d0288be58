//! Values of any width, as words of 64 bits, lowest first: wide operators made of narrow ones.
//!
//! ```text
//! bit  224      192 191     128 127      64 63        0
//!     [   words[3] |  words[2] |  words[1] |  words[0] ]      the last word has what is left
//! ```

use crate::netlist::{Draft, Id, MOST_BITS, Op, mask};

/// A value, 64 bits per word.
pub type Words = Vec<Id>;

/// A wide operator, on words of equal width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wide {
    And,
    Or,
    Xor,
    Add,
    Subtract,
    Multiply,
    Equal,
    Less,
}

impl Draft {
    /// The width in bits.
    pub fn total(&self, words: &[Id]) -> usize {
        words.iter().map(|word| self.width(*word)).sum()
    }

    fn narrow(&mut self, value: u64, width: usize) -> Id {
        self.node(Op::Constant(value & mask(width)), width)
    }

    /// The number with these words of 64 bits.
    pub fn number(&mut self, value: &[u64], width: usize) -> Words {
        words_of(width)
            .enumerate()
            .map(|(i, width)| self.narrow(value.get(i).copied().unwrap_or_default(), width))
            .collect()
    }

    /// A port driven from outside.
    pub fn input(&mut self, port: usize, width: usize) -> Words {
        let words = words_of(width).enumerate();
        words
            .map(|(word, width)| self.node(Op::Input(port as u32, word as u32), width))
            .collect()
    }

    /// Wires to be driven later.
    pub fn wires(&mut self, width: usize) -> Words {
        words_of(width).map(|width| self.wire(width)).collect()
    }

    /// The `width` bits from `low` up; zeros beyond the top.
    pub fn slice(&mut self, words: &[Id], low: usize, width: usize) -> Words {
        let mut pieces = vec![];
        let mut start = 0;
        for &word in words {
            let end = start + self.width(word);
            let (from, to) = (start.max(low), end.min(low + width));
            if from < to {
                pieces.push(self.node(Op::Slice(word, (from - start) as u32), to - from));
            }
            start = end;
        }
        let missing = width - self.total(&pieces);
        pieces.extend(self.number(&[], missing));
        self.joined(&pieces)
    }

    /// Concatenates pieces, lowest first.
    pub fn joined(&mut self, pieces: &[Id]) -> Words {
        let mut words: Words = vec![];
        for &piece in pieces {
            let (mut piece, mut left) = (piece, self.width(piece));
            if let Some(last) = words.pop() {
                let filled = self.width(last);
                let taken = left.min(MOST_BITS - filled);
                if taken == 0 {
                    words.push(last);
                } else {
                    let low = self.node(Op::Slice(piece, 0), taken);
                    words.push(self.node(Op::Join(low, last), filled + taken));
                    left -= taken;
                    if left > 0 {
                        piece = self.node(Op::Slice(piece, taken as u32), left);
                    }
                }
            }
            if left > 0 {
                words.push(piece);
            }
        }
        words
    }

    pub fn not(&mut self, a: &[Id]) -> Words {
        a.iter().map(|a| self.node(Op::Not(*a), self.width(*a))).collect()
    }

    /// One bit: whether all bits are one.
    pub fn all(&mut self, a: &[Id]) -> Words {
        let each = a.iter().map(|a| self.node(Op::All(*a), 1)).collect();
        self.reduced(each, Op::And)
    }

    /// One bit: whether any bit is one.
    pub fn any(&mut self, a: &[Id]) -> Words {
        let each = a.iter().map(|a| self.node(Op::Any(*a), 1)).collect();
        self.reduced(each, Op::Or)
    }

    /// One bit: whether an odd number of bits are one.
    pub fn parity(&mut self, a: &[Id]) -> Words {
        let each = a.iter().map(|a| self.node(Op::Parity(*a), 1)).collect();
        self.reduced(each, Op::Xor)
    }

    fn reduced(&mut self, bits: Words, op: fn(Id, Id) -> Op) -> Words {
        let reduced = bits.into_iter().reduce(|a, b| self.node(op(a, b), 1));
        reduced.into_iter().collect()
    }

    pub fn select(&mut self, test: Id, a: &[Id], b: &[Id]) -> Words {
        let pairs = a.iter().zip(b);
        pairs
            .map(|(a, b)| match a == b {
                true => *a,
                false => self.node(Op::Select(test, *a, *b), self.width(*a)),
            })
            .collect()
    }

    pub fn wide(&mut self, operator: Wide, a: &[Id], b: &[Id]) -> Words {
        let each = |draft: &mut Draft, op: fn(Id, Id) -> Op| -> Words {
            let pairs = a.iter().zip(b);
            pairs.map(|(a, b)| draft.node(op(*a, *b), draft.width(*a))).collect()
        };
        match operator {
            Wide::And => each(self, Op::And),
            Wide::Or => each(self, Op::Or),
            Wide::Xor => each(self, Op::Xor),
            Wide::Add if a.len() == 1 => each(self, Op::Add),
            Wide::Subtract if a.len() == 1 => each(self, Op::Subtract),
            Wide::Multiply if a.len() == 1 => each(self, Op::Multiply),
            Wide::Add => {
                let carry = self.narrow(0, 1);
                self.added(a, b, carry)
            }
            Wide::Subtract => {
                let (carry, b) = (self.narrow(1, 1), self.not(b));
                self.added(a, &b, carry)
            }
            Wide::Multiply => {
                let width = self.total(a);
                let mut sum = self.number(&[], width);
                for place in 0..width {
                    let bit = self.slice(b, place, 1)[0];
                    let (zeros, moved) = (self.number(&[], width), self.moved_up(a, place));
                    let term = self.select(bit, &moved, &zeros);
                    sum = self.wide(Wide::Add, &sum, &term);
                }
                sum
            }
            Wide::Equal => {
                let pairs = a.iter().zip(b);
                let each = pairs.map(|(a, b)| self.node(Op::Equal(*a, *b), 1)).collect();
                self.reduced(each, Op::And)
            }
            Wide::Less => {
                let mut less = self.narrow(0, 1);
                for (a, b) in a.iter().zip(b) {
                    let (here, equal) = (self.node(Op::Less(*a, *b), 1), self.node(Op::Equal(*a, *b), 1));
                    let below = self.node(Op::And(equal, less), 1);
                    less = self.node(Op::Or(here, below), 1);
                }
                vec![less]
            }
        }
    }

    fn added(&mut self, a: &[Id], b: &[Id], mut carry: Id) -> Words {
        let mut sum = vec![];
        for (a, b) in a.iter().zip(b) {
            let width = self.width(*a);
            let first = self.node(Op::Add(*a, *b), width);
            let carried = match width {
                1 => carry,
                _ => self.node(Op::Extend(carry), width),
            };
            let second = self.node(Op::Add(first, carried), width);
            // A sum less than an operand has overflowed.
            let over = (self.node(Op::Less(first, *a), 1), self.node(Op::Less(second, first), 1));
            carry = self.node(Op::Or(over.0, over.1), 1);
            sum.push(second);
        }
        sum
    }

    fn moved_up(&mut self, a: &[Id], places: usize) -> Words {
        let width = self.total(a);
        let mut pieces = self.number(&[], places);
        pieces.extend(self.slice(a, 0, width - places));
        self.joined(&pieces)
    }

    /// `a << amount`, or `a >> amount`; the amount has any width.
    pub fn shifted(&mut self, left: bool, a: &[Id], amount: &[Id]) -> Words {
        if let ([a], [amount]) = (a, amount) {
            let op = if left { Op::ShiftLeft(*a, *amount) } else { Op::ShiftRight(*a, *amount) };
            return vec![self.node(op, self.width(*a))];
        }
        let (width, amount_width) = (self.total(a), self.total(amount));
        let mut value = a.to_vec();
        let mut stage = 0;
        while stage < amount_width && 1 << stage < width {
            let bit = self.slice(amount, stage, 1)[0];
            let moved = match left {
                true => self.moved_up(&value, 1 << stage),
                false => self.slice(&value, 1 << stage, width),
            };
            value = self.select(bit, &moved, &value);
            stage += 1;
        }
        if stage < amount_width {
            let beyond = self.slice(amount, stage, amount_width - stage);
            let (beyond, zeros) = (self.any(&beyond)[0], self.number(&[], width));
            value = self.select(beyond, &zeros, &value);
        }
        value
    }
}

/// The widths of the words of a value of `width` bits.
pub fn words_of(width: usize) -> impl Iterator<Item = usize> {
    (0..width.div_ceil(MOST_BITS)).map(move |word| (width - word * MOST_BITS).min(MOST_BITS))
}
