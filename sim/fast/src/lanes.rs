//! A value in many clocks, one lane each: arrays that the compiler can vectorise.
//!
//! ```text
//! lane     0    1    2    3   ...   the value as it is settled before the edge of that number
//! a     [  7 |  8 |  9 |  9 | ...
//! b     [  1 |  1 |  1 |  2 | ...
//! a + b [  8 |  9 | 10 | 11 | ...   one loop, no branches
//! ```
//!
//! A lane is as narrow as the value allows, so that more lanes fit into a vector register.

use std::ops::{BitAnd, BitOr, BitXor, Not, Range, Shl, Shr};

use crate::{
    code::Code,
    netlist::{Id, Op},
};

/// The integer type of a lane.
pub trait Lane:
    Copy
    + Ord
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    /// The number of lanes in a word of 64 bits.
    const IN_A_WORD: usize;
    fn of(value: u64) -> Self;
    fn value(self) -> u64;
    fn add(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    fn multiply(self, other: Self) -> Self;
}

macro_rules! lane {
    ($($lane:ty),*) => {$(
        impl Lane for $lane {
            const ZERO: Self = 0;
            const IN_A_WORD: usize = (u64::BITS / <$lane>::BITS) as usize;

            #[inline(always)]
            fn of(value: u64) -> Self {
                value as Self
            }

            #[inline(always)]
            fn value(self) -> u64 {
                self.into()
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn subtract(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn multiply(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        }
    )*};
}

lane!(u8, u16, u32, u64);

/// The number of lanes compared at a time.
const MANY: usize = 32;
/// The number of lanes that are counted at a time.
const COUNTED: usize = 16;

/// The lanes of one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lanes {
    Byte(Vec<u8>),
    Narrow(Vec<u16>),
    Middle(Vec<u32>),
    Wide(Vec<u64>),
}

/// Runs the same code whatever the lane type.
macro_rules! each_kind {
    ($lanes:expr, $name:ident => $body:expr) => {
        match $lanes {
            Lanes::Byte($name) => $body,
            Lanes::Narrow($name) => $body,
            Lanes::Middle($name) => $body,
            Lanes::Wide($name) => $body,
        }
    };
}
pub(crate) use each_kind;

/// Runs the same code on values that have one lane type; `otherwise` if they have different ones.
macro_rules! one_kind {
    (($($lanes:expr),+), ($($name:ident),+) => $body:expr, otherwise $otherwise:expr) => {
        match ($($lanes),+) {
            ($(Lanes::Byte($name)),+) => $body,
            ($(Lanes::Narrow($name)),+) => $body,
            ($(Lanes::Middle($name)),+) => $body,
            ($(Lanes::Wide($name)),+) => $body,
            _ => $otherwise,
        }
    };
}

/// Whether slices are equal. In wasm32 the library compares them byte by byte, which took two fifths of all time there.
pub fn equal<T: Lane>(a: &[T], b: &[T]) -> bool {
    if cfg!(not(target_arch = "wasm32")) || a.len() != b.len() {
        return a == b;
    }
    let differ = |(a, b): (&[T], &[T])| a.iter().zip(b).fold(T::ZERO, |differ, (a, b)| differ | (*a ^ *b)) != T::ZERO;
    !a.chunks(MANY).zip(b.chunks(MANY)).any(differ)
}

impl Lanes {
    /// Zeros, in lanes wide enough for `width` bits.
    pub fn new(width: usize, count: usize) -> Self {
        match width {
            0..=8 => Lanes::Byte(vec![0; count]),
            9..=16 => Lanes::Narrow(vec![0; count]),
            17..=32 => Lanes::Middle(vec![0; count]),
            _ => Lanes::Wide(vec![0; count]),
        }
    }

    #[inline]
    pub fn get(&self, lane: usize) -> u64 {
        each_kind!(self, lanes => lanes[lane].value())
    }

    #[inline]
    pub fn set(&mut self, lane: usize, value: u64) {
        each_kind!(self, lanes => lanes[lane] = Lane::of(value))
    }

    pub fn fill(&mut self, from: usize, to: usize, value: u64) {
        each_kind!(self, lanes => lanes[from..to].fill(Lane::of(value)))
    }

    /// Whether the first `count` lanes are equal; both values have the same lane type.
    pub fn same(&self, other: &Lanes, count: usize) -> bool {
        one_kind!((self, other), (a, b) => equal(&a[..count], &b[..count]), otherwise false)
    }

    /// Copies some lanes from another value of the same lane type.
    pub fn copy(&mut self, other: &Lanes, lanes: Range<usize>) {
        one_kind!(
            (self, other),
            (to, from) => to[lanes.clone()].copy_from_slice(&from[lanes]),
            otherwise unreachable!("lanes of one width")
        )
    }

    /// Copies the lanes from `from` on into `into`.
    pub fn read(&self, from: usize, into: &mut [u64]) {
        each_kind!(self, own => {
            for (into, own) in into.iter_mut().zip(&own[from..]) {
                *into = own.value();
            }
        })
    }

    /// The first of these lanes that differs from `value`.
    pub fn other_than(&self, value: u64, lanes: Range<usize>) -> Option<usize> {
        each_kind!(self, all => {
            let (own, value) = (&all[lanes.clone()], Lane::of(value));
            // Most often there is none, which takes no branch to find out.
            if own.iter().fold(0, |differ, lane| differ | (lane ^ value)) == 0 {
                return None;
            }
            let found = own.iter().position(|lane| *lane != value);
            found.map(|position| lanes.start + position)
        })
    }

    /// The value of the first `count` lanes, if they are all equal.
    pub fn uniform(&self, count: usize) -> Option<u64> {
        each_kind!(self, lanes => {
            // All are equal if each equals the one before it: one comparison of memory.
            equal(&lanes[..count - 1], &lanes[1..count]).then(|| lanes[0].value())
        })
    }

    /// Fills these lanes by counting on from the lane before, modulo the mask `all`.
    pub fn count(&mut self, step: u64, all: u64, lanes: Range<usize>) {
        let first = self.get(lanes.start - 1);
        each_kind!(self, own => count(&mut own[lanes], first, step, all))
    }

    /// The number of lanes of this type in a word of 64 bits.
    pub fn in_a_word(&self) -> usize {
        each_kind!(self, own => in_a_word(own))
    }

    /// Fills these lanes a word at a time: `next` takes the lane `before` places ahead of the first of them and returns the
    /// whole word, the first lane in its lowest bits.
    pub fn follow_itself(&mut self, before: usize, lanes: Range<usize>, next: impl Fn(u64) -> u64) {
        each_kind!(self, own => follow_itself(own, before, lanes, next))
    }

    /// Finds the lanes that differ from the one before.
    pub fn changes(&self, count: usize, found: &mut Vec<u32>) {
        found.clear();
        each_kind!(self, lanes => {
            // Most lanes do not differ, so many are compared at a time.
            for start in (1..count).step_by(MANY) {
                let run = start..count.min(start + MANY);
                if !equal(&lanes[run.clone()], &lanes[start - 1..run.end - 1]) {
                    found.extend(run.filter(|lane| lanes[*lane] != lanes[lane - 1]).map(|lane| lane as u32));
                }
            }
        })
    }

    /// Each lane but the first takes the value of `source` in the lane before; both have the same lane type.
    pub fn follow(&mut self, source: &Lanes, count: usize) {
        one_kind!(
            (self, source),
            (to, from) => to[1..count].copy_from_slice(&from[..count - 1]),
            otherwise unreachable!("a register is as wide as what it takes")
        );
    }
}

fn in_a_word<T: Lane>(_: &[T]) -> usize {
    T::IN_A_WORD
}

fn count<T: Lane>(out: &mut [T], first: u64, step: u64, all: u64) {
    // Each block is the one before it plus a constant, so that the compiler can vectorise.
    let mut block: [T; COUNTED] =
        std::array::from_fn(|lane| T::of(first.wrapping_add(step.wrapping_mul(lane as u64 + 1)) & all));
    let (step, all) = (T::of(step.wrapping_mul(COUNTED as u64)), T::of(all));
    for out in out.chunks_mut(COUNTED) {
        out.copy_from_slice(&block[..out.len()]);
        block = block.map(|lane| lane.add(step) & all);
    }
}

#[inline(always)]
fn follow_itself<T: Lane>(own: &mut [T], before: usize, lanes: Range<usize>, next: impl Fn(u64) -> u64) {
    let take = |out: &mut [T], word: u64| {
        for (place, lane) in out.iter_mut().enumerate() {
            *lane = T::of(word >> (place * u64::BITS as usize / T::IN_A_WORD));
        }
    };
    let mut from = lanes.start;
    while from + T::IN_A_WORD <= lanes.end {
        let word = next(own[from - before].value());
        take(&mut own[from..from + T::IN_A_WORD], word);
        from += T::IN_A_WORD;
    }
    if from < lanes.end {
        let word = next(own[from - before].value());
        take(&mut own[from..lanes.end], word);
    }
}

#[inline(always)]
fn one<A: Lane, O: Lane>(out: &mut [O], a: &[A], f: impl Fn(A) -> O) {
    for (out, a) in out.iter_mut().zip(a) {
        *out = f(*a);
    }
}

#[inline(always)]
fn two<A: Lane, B: Lane, O: Lane>(out: &mut [O], a: &[A], b: &[B], f: impl Fn(A, B) -> O) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = f(*a, *b);
    }
}

/// An operator whose operands and result have the same lane type.
fn alike<T: Lane>(op: Op, out: &mut [T], a: &[T], b: &[T], all: T) {
    match op {
        Op::Add(..) => two(out, a, b, |a, b| a.add(b) & all),
        Op::Subtract(..) => two(out, a, b, |a, b| a.subtract(b) & all),
        Op::Multiply(..) => two(out, a, b, |a, b| a.multiply(b) & all),
        Op::And(..) => two(out, a, b, |a, b| a & b),
        Op::Or(..) => two(out, a, b, |a, b| a | b),
        Op::Xor(..) => two(out, a, b, |a, b| a ^ b),
        Op::Not(_) => one(out, a, |a| !a & all),
        Op::Negate(_) => one(out, a, |a| T::ZERO.subtract(a) & all),
        _ => unreachable!("an operator of one kind"),
    }
}

/// An operator that answers with one bit.
fn tested<T: Lane>(op: Op, out: &mut [u8], a: &[T], b: &[T], all: T) {
    match op {
        Op::Equal(..) => two(out, a, b, |a, b| (a == b) as u8),
        Op::Less(..) => two(out, a, b, |a, b| (a < b) as u8),
        Op::All(_) => one(out, a, |a| (a == all) as u8),
        Op::Any(_) => one(out, a, |a| (a != T::ZERO) as u8),
        Op::Parity(_) => one(out, a, |a| (a.value().count_ones() & 1) as u8),
        _ => unreachable!("an operator that tests"),
    }
}

fn selected<T: Lane>(out: &mut [T], test: &[u8], a: &[T], b: &[T]) {
    for (((out, test), a), b) in out.iter_mut().zip(test).zip(a).zip(b) {
        // A mask instead of a branch, so that the compiler can vectorise.
        let mask = T::ZERO.subtract(T::of(u64::from(*test)));
        *out = (*a & mask) | (*b & !mask);
    }
}

/// Computes an operator for some lanes of `out`, which has the lane type of the result; `of` gives the lanes of an
/// operand.
pub fn evaluate<'a>(
    code: &Code,
    tables: &[Vec<u64>],
    out: &mut Lanes,
    of: impl Fn(Id) -> &'a Lanes,
    lanes: Range<usize>,
) {
    let (op, all, places) = (code.op, code.mask, code.places);
    macro_rules! pair {
        ($a:expr, $b:expr) => {
            one_kind!(
                (&mut *out, of($a), of($b)),
                (out, a, b) => alike(op, &mut out[lanes.clone()], &a[lanes.clone()], &b[lanes], Lane::of(all)),
                otherwise unreachable!("operands of one width")
            )
        };
    }
    macro_rules! test {
        ($a:expr, $b:expr) => {{
            let Lanes::Byte(out) = out else { unreachable!("one bit") };
            let out = &mut out[lanes.clone()];
            one_kind!(
                (of($a), of($b)),
                (a, b) => tested(op, out, &a[lanes.clone()], &b[lanes], Lane::of(all)),
                otherwise unreachable!("operands of one width")
            )
        }};
    }
    match op {
        Op::Constant(_) | Op::Input(..) | Op::Register(_) | Op::Memory(_) | Op::Answer(..) => {
            unreachable!("it is no operator")
        }
        Op::Add(a, b) | Op::Subtract(a, b) | Op::Multiply(a, b) | Op::And(a, b) | Op::Or(a, b) | Op::Xor(a, b) => {
            pair!(a, b)
        }
        Op::Not(a) | Op::Negate(a) => pair!(a, a),
        Op::Equal(a, b) | Op::Less(a, b) => test!(a, b),
        Op::All(a) | Op::Any(a) | Op::Parity(a) => test!(a, a),
        Op::Select(test, a, b) => {
            let Lanes::Byte(test) = of(test) else {
                unreachable!("one bit")
            };
            let test = &test[lanes.clone()];
            one_kind!(
                (out, of(a), of(b)),
                (out, a, b) => selected(&mut out[lanes.clone()], test, &a[lanes.clone()], &b[lanes]),
                otherwise unreachable!("operands of one width")
            )
        }
        Op::Slice(a, low) => each_kind!(out, out => each_kind!(of(a), a => {
            sliced(&mut out[lanes.clone()], &a[lanes], low, all)
        })),
        Op::Extend(a) => each_kind!(out, out => each_kind!(of(a), a => {
            one(&mut out[lanes.clone()], &a[lanes], |a| Lane::of(a.value()))
        })),
        Op::Join(a, b) => each_kind!(out, out => each_kind!(of(a), a => each_kind!(of(b), b => {
            joined(&mut out[lanes.clone()], &a[lanes.clone()], &b[lanes], places)
        }))),
        Op::ShiftLeft(a, b) => each_kind!(out, out => each_kind!(of(a), a => each_kind!(of(b), b => {
            two(&mut out[lanes.clone()], &a[lanes.clone()], &b[lanes], |a, b| {
                Lane::of(if b.value() < u64::from(places) { a.value() << b.value() & all } else { 0 })
            })
        }))),
        Op::ShiftRight(a, b) => each_kind!(out, out => each_kind!(of(a), a => each_kind!(of(b), b => {
            two(&mut out[lanes.clone()], &a[lanes.clone()], &b[lanes], |a, b| {
                Lane::of(if b.value() < u64::from(places) { a.value() >> b.value() } else { 0 })
            })
        }))),
        Op::Look(table, a) => {
            let words = &tables[table as usize];
            each_kind!(out, out => each_kind!(of(a), a => {
                one(&mut out[lanes.clone()], &a[lanes], |a| {
                    Lane::of(*words.get(a.value() as usize).unwrap_or(&0))
                })
            }))
        }
    }
}

fn sliced<A: Lane, O: Lane>(out: &mut [O], a: &[A], low: u32, all: u64) {
    // The mask comes last, where a vector instruction holds the most lanes.
    let all = O::of(all);
    one(out, a, |a| O::of((a >> low).value()) & all);
}

fn joined<A: Lane, B: Lane, O: Lane>(out: &mut [O], a: &[A], b: &[B], places: u32) {
    two(out, a, b, |a, b| (O::of(a.value()) << places) | O::of(b.value()));
}
