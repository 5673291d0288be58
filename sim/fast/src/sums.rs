//! Sums of single bits of one value: a count of its bits.
//!
//! ```text
//! x[0] + x[1] + x[5] + x[6]   =>   the number of ones in x & 0x63
//! ```

#[cfg(test)]
use crate::faults::Fault;
use crate::{code::Code, netlist::Op, program::Task};

/// By place: for a sum of bits of one value, that value and a mask of those bits.
pub struct Sums(Vec<Option<(u32, u64)>>);

/// Fewer bits are added one by one.
const FEWEST: u32 = 3;

impl Sums {
    pub fn of(code: &[Code]) -> Sums {
        let mut sums: Vec<Option<(u32, u64)>> = vec![];
        for code in code {
            let of = |place: u32| sums[place as usize];
            sums.push(match code.op {
                Op::Slice(a, low) if code.mask == 1 => Some((a, 1 << low)),
                Op::Extend(a) => of(a),
                Op::Add(a, b) => match (of(a), of(b)) {
                    (Some((a, some)), Some((b, others))) if a == b && some & others == 0 => Some((a, some | others)),
                    _ => None,
                },
                _ => None,
            });
        }
        Sums(sums)
    }

    /// None are found.
    pub fn none(code: &[Code]) -> Sums {
        Sums(vec![None; code.len()])
    }

    /// The task that computes a place.
    pub fn task(&self, place: u32, op: Op) -> Task {
        let sum = self.0[place as usize];
        #[cfg(test)]
        let sum = sum.map(|(from, bits)| {
            (
                from,
                if Fault::CountsOneLess.is_there() { bits & (bits - 1) } else { bits },
            )
        });
        match sum {
            Some((from, bits)) if bits.count_ones() >= FEWEST => Task::Count(place, from, bits),
            _ => Task::Work(place, op),
        }
    }
}
