//! An operator, prepared for execution.

#[cfg(test)]
use crate::faults::Fault;
use crate::netlist::{Id, Netlist, Op, mask};

/// An operator with everything that is known before it runs.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    pub op: Op,
    /// All bits of the result; for an operator that tests whether all bits are set, all bits of the operand.
    pub mask: u64,
    /// For `Join` the shift of the upper operand; otherwise a width.
    pub places: u32,
}

impl Code {
    /// Prepares an operator with a result of `width` bits; `width_of` gives the width of an operand.
    pub fn new(op: Op, width: usize, width_of: impl Fn(Id) -> usize) -> Code {
        let kept = mask(width);
        #[cfg(test)]
        let kept = kept >> u32::from(Fault::MaskShort.is_there() && matches!(op, Op::Add(..)));
        Code {
            op,
            mask: match op {
                Op::All(a) => mask(width_of(a)),
                _ => kept,
            },
            places: match op {
                Op::Join(_, b) => width_of(b) as u32,
                _ => width as u32,
            },
        }
    }

    /// Prepares a value of the netlist.
    pub fn of(netlist: &Netlist, id: Id) -> Code {
        let node = netlist.nodes[id as usize];
        Code::new(node.op, node.width, |id| netlist.nodes[id as usize].width)
    }

    /// Computes the result; `value` gives the operands.
    #[inline]
    pub fn evaluate(&self, value: impl Fn(Id) -> u64, tables: &[Vec<u64>]) -> u64 {
        use Op::*;
        let places = |id: Id| u32::try_from(value(id)).ok().filter(|places| *places < self.places);
        match self.op {
            Constant(_) | Input(..) | Register(_) | Memory(_) | Answer(..) => 0,
            Not(a) => !value(a) & self.mask,
            Negate(a) => value(a).wrapping_neg() & self.mask,
            All(a) => (value(a) == self.mask).into(),
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
