//! Runs a part fast while only a few of its registers change: a counter that runs towards its end, a shift register
//! that makes noise. Everything that does not change is left out.
//!
//! ```text
//! moving   count.q ──┬─ + 1 ──── count.d      each clock: two operators
//!                    └─ == 24999999           a guard: as long as it stays low, nothing behind it moves
//! known    phase.q, turn.q, ...               3000 values that are not evaluated
//! ```
//!
//! The circuit's author declares nothing for this. From the registers that have just changed, everything that depends
//! on them is found; a test whose value has not changed is assumed to keep it, and is checked in every clock. A
//! register outside this set that depends on it is guarded in the same way. When a guard breaks, that clock is not
//! taken, and the part is run clock by clock again.

use std::ops::Range;

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    lanes::{Lanes, evaluate},
    netlist::{Id, Op},
    stepper::Stepper,
    value::Values,
};

#[derive(Clone)]
pub struct Routine {
    /// The operators that compute the next values of the moving registers, clock by clock.
    core: Vec<u32>,
    /// The registers that change.
    moves: Vec<Move>,
    /// Inputs that may change, and whether the core reads them.
    inputs: Vec<(u32, bool)>,
    /// The operators that compute everything else that is needed, many lanes at a time.
    after: Vec<u32>,
    /// Values that must stay as they are, each with its value.
    guards: Vec<(u32, u64)>,
    /// Guards that counters break at a certain value.
    ends: Vec<End>,
    /// Watched values that may change, by their numbers and places.
    watched: Vec<(usize, u32)>,
    /// All operators that may change.
    loose: Vec<u32>,
    lanes: LanesOf,
    next: Vec<u64>,
}

/// A register that changes.
#[derive(Clone)]
struct Move {
    q: u32,
    d: u32,
    pace: Pace,
    /// The core reads it.
    feeds: bool,
}

/// A guard that breaks when a counter reaches a value. The clock of that is known, so its lanes need not be worked out.
#[derive(Clone)]
struct End {
    guard: u32,
    q: u32,
    value: u64,
    /// The counter counts down.
    down: bool,
}

/// How the next value of a register is computed.
#[derive(Clone)]
enum Pace {
    /// By the core.
    Stepped,
    /// By adding this number.
    Counts(u64),
    /// Each bit of the next value is the XOR of bits of the last one, as in a linear feedback shift register: the next
    /// value is the XOR of one table entry for each byte of the last value.
    Shifts(Box<Shift>),
}

/// The tables of the next lanes, as many as fit into a word, and of those behind a leap: values so far apart do not wait for
/// each other.
#[derive(Clone)]
struct Shift {
    next: Tables,
    leap: Tables,
}

type Tables = Vec<[u64; BYTES]>;

/// So many steps are taken at once.
const LEAP: usize = 32;

const BYTES: usize = 1 << u8::BITS;
const BITS: usize = u64::BITS as usize;

/// The lanes of the values of a part that a routine needs.
#[derive(Clone)]
struct LanesOf {
    /// The index of each value's lanes; [`NONE`] if they are not needed.
    index: Vec<u32>,
    lanes: Vec<Lanes>,
}

const NONE: u32 = u32::MAX;

impl LanesOf {
    fn none(places: usize) -> LanesOf {
        LanesOf { index: vec![NONE; places], lanes: vec![] }
    }

    fn add(&mut self, place: usize, lanes: Lanes) {
        self.index[place] = self.lanes.len() as u32;
        self.lanes.push(lanes);
    }

    fn has(&self, place: u32) -> bool {
        self.index[place as usize] != NONE
    }

    fn find(&mut self, place: u32) -> Option<&mut Lanes> {
        self.lanes.get_mut(self.index[place as usize] as usize)
    }

    #[inline]
    fn of(&self, place: u32) -> &Lanes {
        &self.lanes[self.index[place as usize] as usize]
    }

    #[inline]
    fn of_mut(&mut self, place: u32) -> &mut Lanes {
        &mut self.lanes[self.index[place as usize] as usize]
    }
}

impl Routine {
    /// The routine in which these registers and inputs change and all others keep their values, without relying on a
    /// test in `restless`. `None` if there is none: a memory is written, or read at an address that changes. A batch
    /// has at most `count` lanes.
    pub fn of(
        stepper: &mut Stepper,
        registers: &[u32],
        inputs: &[u32],
        restless: &[u32],
        count: usize,
    ) -> Option<Routine> {
        let mut moving = vec![false; stepper.code.len()];
        let words = stepper.code.len().div_ceil(BITS);
        // A bit for each operator: it is to be looked at; its folded operands have been computed.
        let (mut marks, mut unfolded) = (vec![0; words], vec![0; words]);
        for place in registers.iter().chain(inputs) {
            moving[*place as usize] = true;
            stepper.operators.mark(*place as usize, &mut marks);
        }
        let mut guards = vec![];
        let mut loose = vec![];
        // All that a routine may have to compute: the loose operators and the guards, in order.
        let mut behind = vec![];
        for word in 0..words {
            while marks[word] != 0 {
                let place = word * BITS + marks[word].trailing_zeros() as usize;
                marks[word] &= marks[word] - 1;
                stepper.unfold(place, &mut unfolded);
                let code = &stepper.code[place];
                let moves = |operand: u32| moving[operand as usize];
                let value = |operand: u32| stepper.values[operand as usize];
                let settled = match code.op {
                    Op::Select(test, a, b) if !moves(test) => !moves(if value(test) != 0 { a } else { b }),
                    Op::And(a, b) | Op::Multiply(a, b) => (!moves(a) && value(a) == 0) || (!moves(b) && value(b) == 0),
                    Op::Or(a, b) => (!moves(a) && value(a) == code.mask) || (!moves(b) && value(b) == code.mask),
                    _ => false,
                };
                if settled {
                    continue;
                }
                behind.push(place as u32);
                let is_test = matches!(code.op, Op::Equal(..) | Op::Less(..) | Op::All(_) | Op::Any(_));
                if is_test && !restless.contains(&(place as u32)) {
                    guards.push((place as u32, stepper.values[place]));
                    continue;
                }
                moving[place] = true;
                loose.push(place as u32);
                stepper.operators.mark(place, &mut marks);
            }
        }
        let stepper = &*stepper;
        let moves = |place: u32| moving[place as usize];
        let mut takes = vec![];
        for register in &stepper.registers {
            if registers.contains(&register.q) {
                takes.push((register.q, register.d));
            } else if stepper.values[register.d as usize] != stepper.values[register.q as usize] {
                return None;
            } else if moves(register.d) {
                guards.push((register.d, stepper.values[register.q as usize]));
            }
        }
        for memory in &stepper.memories {
            if let Some([enable, ..]) = memory.write {
                if stepper.values[enable as usize] != 0 {
                    return None;
                }
                if moves(enable) {
                    guards.push((enable, 0));
                }
            }
            let word = memory.words.get(stepper.values[memory.address as usize] as usize);
            if moves(memory.data)
                || moves(memory.address)
                || word.is_some_and(|word| *word != stepper.values[memory.data as usize])
            {
                return None;
            }
        }
        for call in &stepper.calls {
            if call.asks.iter().any(|ask| moves(*ask)) || !call.at_rest(&stepper.values) {
                return None;
            }
        }
        let watched: Vec<(usize, u32)> = stepper
            .watched
            .iter()
            .enumerate()
            .filter(|(_, place)| moves(**place))
            .map(|(number, place)| (number, *place))
            .collect();

        // Backwards from the roots: what the core needs, and what the guards and the outside need.
        let slice = |roots: &mut dyn Iterator<Item = u32>, works: &dyn Fn(u32) -> bool| {
            let mut needed = vec![false; stepper.code.len()];
            roots.for_each(|place| needed[place as usize] = true);
            let mut code = vec![];
            for &place in behind.iter().rev() {
                if needed[place as usize] && works(place) {
                    code.push(place);
                    let op = stepper.code[place as usize].op;
                    op.each_operand(&mut |operand| needed[operand as usize] = true);
                }
            }
            code.reverse();
            (code, needed)
        };
        let moves_of = takes.iter().map(|&(q, d)| {
            let (code, needed) = slice(&mut std::iter::once(d), &moves);
            let others = (registers.iter().chain(inputs)).any(|place| needed[*place as usize] && *place != q);
            let pace = match others {
                true => Pace::Stepped,
                false => Pace::of(stepper, q, d, &code, &moves),
            };
            Move { q, d, pace, feeds: false }
        });
        let mut moves_of: Vec<Move> = moves_of.collect();
        let stepped = moves_of.iter().filter(|of| matches!(of.pace, Pace::Stepped));
        let (core, core_needs) = slice(&mut stepped.map(|of| of.d), &moves);
        moves_of.iter_mut().for_each(|of| of.feeds = core_needs[of.q as usize]);
        let of_end = |(place, value): &(u32, u64)| End::of(stepper, *place, *value, &moves_of, &moves);
        let ends: Vec<End> = guards.iter().filter_map(of_end).collect();
        guards.retain(|(place, _)| ends.iter().all(|end| end.guard != *place));
        let is_guard = |place: u32| guards.iter().any(|(guard, _)| *guard == place);
        let roots = guards.iter().map(|(place, _)| *place);
        let mut roots = roots.chain(watched.iter().map(|(_, place)| *place));
        let (after, after_needs) = slice(&mut roots, &|place| moves(place) || is_guard(place));

        let outside = stepper.outside().len();
        let is_counted = |of: &Move| matches!(of.pace, Pace::Counts(_)) && !of.feeds;
        let has_lanes = |place: usize| moves_of.iter().any(|of| of.q as usize == place && !is_counted(of));
        let kept = |place: &usize| *place >= outside && after_needs[*place] || has_lanes(*place);
        let mut lanes = LanesOf::none(stepper.code.len());
        for place in (0..stepper.code.len()).filter(kept) {
            let mut own = Lanes::new(stepper.width(place), count);
            own.fill(0, count, stepper.values[place]);
            lanes.add(place, own);
        }
        Some(Routine {
            core,
            moves: moves_of,
            inputs: inputs
                .iter()
                .map(|input| (*input, core_needs[*input as usize]))
                .collect(),
            after,
            guards,
            ends,
            watched,
            loose,
            lanes,
            next: vec![],
        })
    }

    /// Whether the input at that place may change.
    pub fn takes(&self, input: usize) -> bool {
        self.inputs.iter().any(|(place, _)| *place as usize == input)
    }

    /// Runs clocks from lane `from`, which is settled, up to lane `to` or to the first lane in which a guard is broken;
    /// returns that lane and the guard. Registers, inputs and watched values then have their values of that lane.
    pub fn run(&mut self, stepper: &mut Stepper, values: &Values, from: usize, to: usize) -> (usize, Option<u32>) {
        let outside = |place: u32| stepper.outside()[place as usize];
        let core_inputs: Vec<(u32, Id)> = (self.inputs.iter())
            .filter(|(_, core)| *core)
            .map(|(place, _)| (*place, outside(*place)))
            .collect();
        for Move { q, pace, .. } in &self.moves {
            let Some(lanes) = self.lanes.find(*q) else { continue };
            lanes.set(from, stepper.values[*q as usize]);
            match pace {
                Pace::Stepped => {}
                Pace::Counts(step) => {
                    lanes.count(*step, stepper.code[*q as usize].mask, from + 1..to + 1);
                    #[cfg(test)]
                    lanes.set(to, lanes.get(to) + u64::from(Fault::CountsTooFar.is_there()));
                }
                Pace::Shifts(shift) => {
                    let leaps = to.min(from + LEAP) + 1;
                    follow(lanes, &shift.next, 1, from + 1..leaps);
                    follow(lanes, &shift.leap, LEAP, leaps..to + 1);
                }
            }
        }
        let stepped: Vec<(u32, u32)> = (self.moves.iter())
            .filter(|of| matches!(of.pace, Pace::Stepped))
            .map(|of| (of.q, of.d))
            .collect();
        let fed = self
            .moves
            .iter()
            .filter(|of| of.feeds && !matches!(of.pace, Pace::Stepped));
        let fed: Vec<u32> = fed.map(|of| of.q).collect();
        for lane in if stepped.is_empty() { 0..0 } else { from..to } {
            for q in &fed {
                stepper.values[*q as usize] = self.lanes.of(*q).get(lane);
            }
            for &(place, id) in &core_inputs {
                stepper.values[place as usize] = values.get(id, lane);
            }
            for &place in &self.core {
                let value = stepper.code[place as usize].evaluate(|id| stepper.values[id as usize], &stepper.tables);
                stepper.values[place as usize] = value;
            }
            self.next.clear();
            self.next
                .extend(stepped.iter().map(|(_, d)| stepper.values[*d as usize]));
            for ((q, _), value) in stepped.iter().zip(&self.next) {
                stepper.values[*q as usize] = *value;
                self.lanes.of_mut(*q).set(lane + 1, *value);
            }
        }
        if !stepped.is_empty() {
            stepper.count(
                (self.core.len() * (to - from)) as u64,
                (self.moves.len() * (to - from)) as u64,
            );
        }
        for &place in &self.after {
            let mut out = std::mem::replace(self.lanes.of_mut(place), Lanes::new(1, 0));
            let of = |operand: Id| match stepper.outside().get(operand as usize) {
                Some(id) => &values.lanes[*id as usize],
                None => self.lanes.of(operand),
            };
            let code = &stepper.code[place as usize];
            evaluate(code, &stepper.tables, &mut out, of, from + 1..to + 1);
            *self.lanes.of_mut(place) = out;
        }
        let breaks = |(place, value): &(u32, u64)| {
            let lanes = match stepper.outside().get(*place as usize) {
                Some(id) => &values.lanes[*id as usize],
                None => self.lanes.of(*place),
            };
            let lane = lanes.other_than(*value, from + 1..to + 1);
            lane.map(|lane| (lane, *place))
        };
        let ends = self.ends.iter().map(|end| (end.clocks(stepper), end.guard));
        let ends = ends.filter(|(clocks, _)| *clocks <= (to - from) as u64);
        let ends = ends.map(|(clocks, guard)| (from + clocks as usize, guard));
        let broken = self.guards.iter().filter_map(breaks).chain(ends).min();
        #[cfg(test)]
        let broken = broken.filter(|_| !Fault::IgnoresGuards.is_there());
        let end = broken.map_or(to, |(lane, _)| lane);
        for Move { q, pace, .. } in &self.moves {
            let place = *q as usize;
            stepper.values[place] = match pace {
                Pace::Counts(step) if !self.lanes.has(*q) => {
                    let clocks = (end - from) as u64;
                    #[cfg(test)]
                    let clocks = clocks + u64::from(Fault::CountsTooFar.is_there());
                    stepper.values[place].wrapping_add(step.wrapping_mul(clocks)) & stepper.code[place].mask
                }
                _ => self.lanes.of(*q).get(end),
            };
        }
        for place in &self.after {
            stepper.values[*place as usize] = self.lanes.of(*place).get(end);
        }
        for (place, _) in &self.inputs {
            stepper.values[*place as usize] = values.get(stepper.outside()[*place as usize], end);
        }
        (end, broken.map(|(_, place)| place))
    }

    /// The watched values that may change: their numbers and lanes.
    pub fn watched(&self) -> impl Iterator<Item = (usize, &Lanes)> {
        self.watched
            .iter()
            .map(|(number, place)| (*number, self.lanes.of(*place)))
    }

    /// Leaves the routine: marks everything that it has not kept up to date.
    pub fn leave(&self, stepper: &mut Stepper) {
        let ends = self.ends.iter().map(|end| &end.guard);
        let guards = self.guards.iter().map(|(place, _)| place).chain(ends);
        for place in self.loose.iter().chain(guards) {
            stepper.mark_itself(*place as usize);
        }
        let inputs = self.inputs.iter().map(|(place, _)| place);
        let moved = self.moves.iter().map(|of| &of.q);
        for place in self.after.iter().chain(&self.core).chain(inputs).chain(moved) {
            stepper.mark_readers(*place as usize);
        }
        stepper.mark_registers();
    }
}

impl End {
    /// The guard, if it compares a register that counts by one with something that does not change.
    fn of(stepper: &Stepper, guard: u32, value: u64, moving: &[Move], moves: &dyn Fn(u32) -> bool) -> Option<End> {
        let known = |place: u32| stepper.values[place as usize];
        let all = |place: u32| stepper.code[place as usize].mask;
        let (q, at, then) = match stepper.code[guard as usize].op {
            Op::Equal(a, b) if !moves(b) => (a, known(b), 1),
            Op::Equal(b, a) if !moves(b) => (a, known(b), 1),
            Op::All(a) => (a, all(a), 1),
            Op::Any(a) => (a, 0, 0),
            _ => return None,
        };
        let of = moving.iter().find(|of| of.q == q)?;
        let Pace::Counts(step) = of.pace else { return None };
        let step = step & all(q);
        let by_one = step == 1 || step == all(q);
        (by_one && !of.feeds && value != then).then_some(End { guard, q, value: at, down: step != 1 })
    }

    /// The clocks until the counter is there.
    fn clocks(&self, stepper: &Stepper) -> u64 {
        let now = stepper.values[self.q as usize];
        let down = self.down;
        #[cfg(test)]
        let down = down && !Fault::EndsUpwards.is_there();
        let (from, to) = if down { (self.value, now) } else { (now, self.value) };
        let clocks = to.wrapping_sub(from) & stepper.code[self.q as usize].mask;
        #[cfg(test)]
        let clocks = clocks + u64::from(Fault::EndsLate.is_there());
        clocks
    }
}

impl Pace {
    /// How the register `q` with input `d` changes, if `code` computes `d` from nothing else that changes.
    fn of(stepper: &Stepper, q: u32, d: u32, code: &[u32], moves: &dyn Fn(u32) -> bool) -> Pace {
        let value = |place: u32| stepper.values[place as usize];
        // With tests that keep their values only one alternative matters.
        let mut taken = d;
        while let Op::Select(test, a, b) = stepper.code[taken as usize].op
            && !moves(test)
        {
            taken = if value(test) != 0 { a } else { b };
        }
        match stepper.code[taken as usize].op {
            Op::Add(a, b) if a == q && !moves(b) => return Pace::Counts(value(b)),
            Op::Add(a, b) if b == q && !moves(a) => return Pace::Counts(value(a)),
            Op::Subtract(a, b) if a == q && !moves(b) => return Pace::Counts(value(b).wrapping_neg()),
            _ => {}
        }
        let carries_nothing = |place: &u32| match stepper.code[*place as usize].op {
            Op::Slice(..) | Op::Extend(_) | Op::Join(..) | Op::Xor(..) | Op::Not(_) | Op::Parity(_) => true,
            Op::And(a, b) | Op::Or(a, b) => !moves(a) || !moves(b),
            Op::Select(test, ..) => !moves(test),
            _ => false,
        };
        if !code.iter().all(carries_nothing) {
            return Pace::Stepped;
        }
        let mut values = stepper.values.clone();
        let mut next = |value: u64| {
            values[q as usize] = value;
            for &place in code {
                values[place as usize] =
                    stepper.code[place as usize].evaluate(|id| values[id as usize], &stepper.tables);
            }
            values[d as usize]
        };
        let width = stepper.width(q as usize);
        let one = tables(width, &mut next);
        let count = Lanes::new(width, 0).in_a_word();
        let many = |before: usize| {
            #[cfg(test)]
            let before = before - usize::from(before == LEAP && Fault::LeapsShort.is_there());
            tables(width, &mut |value| {
                let mut value = (1..before).fold(value, |value, _| shifted(&one, value));
                (0..count).fold(0, |word, lane| {
                    value = shifted(&one, value);
                    word | value << (lane * u64::BITS as usize / count)
                })
            })
        };
        Pace::Shifts(Box::new(Shift { next: many(1), leap: many(LEAP) }))
    }
}

/// The tables for a value of `width` bits whose next value is linear (an XOR) in its bits.
fn tables(width: usize, next: &mut dyn FnMut(u64) -> u64) -> Tables {
    let zero = next(0);
    let bits: Vec<u64> = (0..width).map(|bit| next(1 << bit) ^ zero).collect();
    let mut tables: Tables = vec![];
    for bits in bits.chunks(u8::BITS as usize) {
        let start = if tables.is_empty() { zero } else { 0 };
        let mut table = [start; BYTES];
        for byte in 1..BYTES {
            // The sum for a smaller byte, and one more bit: its lowest.
            let bit = bits.get(byte.trailing_zeros() as usize).unwrap_or(&0);
            table[byte] = table[byte & (byte - 1)] ^ bit;
        }
        tables.push(table);
    }
    tables
}

/// Works these lanes out, each word of them from the lane so many before its first.
fn follow(lanes: &mut Lanes, tables: &Tables, before: usize, which: Range<usize>) {
    match tables.as_slice() {
        // Most of them are narrow.
        [low, high] => lanes.follow_itself(before, which, |value| {
            let [first, second, ..] = value.to_le_bytes();
            low[first as usize] ^ high[second as usize]
        }),
        _ => lanes.follow_itself(before, which, |value| shifted(tables, value)),
    }
}

/// The next value by its tables.
#[inline(always)]
fn shifted(tables: &Tables, value: u64) -> u64 {
    let bytes = tables.iter().zip(value.to_le_bytes());
    bytes.fold(0, |sum, (table, byte)| sum ^ table[byte as usize])
}
