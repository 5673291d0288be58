//! Runs a circuit, or a part of one, clock by clock: only what depends on a change is computed again.
//!
//! ```text
//! set, edge ─> changed values ─> marks on what reads them ─> settle(): the lowest mark first ─> marks behind changes only
//!                                          └─> a register or memory that must look at its inputs at the next edge
//! ```
//!
//! Values are in dependency order, so one upward pass settles everything.

use std::collections::{BTreeMap, BTreeSet};

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    calls::Asked,
    code::Code,
    fold,
    netlist::{Id, Netlist, Op},
    readers::{Readers, mark},
};

/// A register, in the numbering of a stepper.
#[derive(Clone, Copy)]
pub(crate) struct Held {
    pub q: u32,
    pub d: u32,
    clock: Id,
}

#[derive(Clone)]
pub(crate) struct HeldWords {
    pub data: u32,
    pub words: Vec<u64>,
    pub address: u32,
    /// Enable, address, data.
    pub write: Option<[u32; 3]>,
    /// Whether a clock that writes also reads.
    pub reads: bool,
    clock: Id,
}

#[derive(Clone)]
pub(crate) struct HeldCall {
    pub answers: Vec<u32>,
    pub asks: Vec<u32>,
    pub asked: Asked,
    clock: Id,
}

/// The state of a stepper: its values and the words of its memories.
#[derive(Clone)]
pub struct State {
    values: Vec<u64>,
    words: Vec<Vec<u64>>,
}

impl State {
    /// The whole state, in order.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        self.values.iter().chain(self.words.iter().flatten()).copied()
    }

    pub fn words_mut(&mut self) -> impl Iterator<Item = &mut u64> {
        self.values.iter_mut().chain(self.words.iter_mut().flatten())
    }
}

/// Runs some values of a netlist; values that these depend on and that are not among them are set from outside.
#[derive(Clone)]
pub struct Stepper {
    /// The values set from outside, then its own in the netlist's order.
    pub(crate) values: Vec<u64>,
    pub(crate) code: Vec<Code>,
    /// The code to execute, with some selections folded.
    steps: Vec<Code>,
    folded: Vec<bool>,
    pub(crate) tables: Vec<Vec<u64>>,
    pub(crate) registers: Vec<Held>,
    pub(crate) memories: Vec<HeldWords>,
    pub(crate) calls: Vec<HeldCall>,
    /// The places of the values whose changes are recorded.
    pub(crate) watched: Vec<u32>,
    /// Marks of registers, memories and calls come after those of the values.
    readers: Readers,
    /// The operators that read each value, folded or not.
    pub(crate) operators: Readers,
    marks: Vec<u64>,
    /// The word of marks at which the registers begin.
    value_words: usize,
    /// The word of marks at which the watched values begin.
    watched_words: usize,
    /// The place of each value of the netlist.
    places: BTreeMap<Id, u32>,
    /// The values from outside, in the netlist's numbering.
    outside: Vec<Id>,
    /// The places that change at this edge, with their new values.
    taken: Vec<(u32, u64)>,
    /// The same of the edge before.
    taken_before: Vec<(u32, u64)>,
    wrote: bool,
    /// The values computed since the start.
    worked: u64,
    /// The values of the state changed since then.
    moved: u64,
}

const BITS: usize = u64::BITS as usize;

impl HeldWords {
    /// Makes an edge of its clock; returns whether a word has changed.
    fn edge(&mut self, values: &[u64], taken: &mut Vec<(u32, u64)>) -> bool {
        let get = |place: u32| values[place as usize];
        let writes = self.write.filter(|write| get(write[0]) != 0);
        if (writes.is_none() || self.reads)
            && let Some(word) = self.words.get(get(self.address) as usize)
            && *word != get(self.data)
        {
            taken.push((self.data, *word));
        }
        let Some([_, address, data]) = writes else {
            return false;
        };
        let word = self.words.get_mut(get(address) as usize);
        word.is_some_and(|word| std::mem::replace(word, get(data)) != get(data))
    }

    fn inputs(&self) -> impl Iterator<Item = u32> {
        [self.address].into_iter().chain(self.write.into_iter().flatten())
    }
}

impl HeldCall {
    /// Makes an edge of its clock.
    fn edge(&mut self, values: &[u64], taken: &mut Vec<(u32, u64)>) {
        let get = |place: &u32| values[*place as usize];
        let answers = self.asked.answer(self.asks.iter().map(get), self.answers.len());
        let answers = self.answers.iter().zip(answers);
        taken.extend(
            answers
                .filter(|(place, value)| get(place) != **value)
                .map(|(place, value)| (*place, *value)),
        );
    }

    /// The inputs have not changed, and the outputs show the answer.
    pub fn at_rest(&self, values: &[u64]) -> bool {
        let get = |place: &u32| values[*place as usize];
        self.asked
            .is_answered(self.asks.iter().map(get), self.answers.iter().map(get))
    }
}

impl Stepper {
    /// Creates a stepper settled at power-on, with zeros from outside.
    ///
    /// The changes of the `watched` values are recorded: see [`changed`](Self::changed).
    pub fn new(netlist: &Netlist, members: &[Id], watched: &[Id]) -> Self {
        let own: BTreeSet<Id> = members.iter().copied().collect();
        let mut outside = BTreeSet::new();
        let mut reads = |id: Id| {
            if !own.contains(&id) {
                outside.insert(id);
            }
        };
        for &id in &own {
            netlist.each_source(id, &mut reads);
        }
        let outside: Vec<Id> = outside.into_iter().collect();
        let order: Vec<Id> = outside.iter().chain(&own).copied().collect();
        let places: BTreeMap<Id, u32> = order.iter().enumerate().map(|(i, id)| (*id, i as u32)).collect();
        let at = |id: Id| places[&id];

        let mut values = vec![];
        let mut code = vec![];
        let mut registers = vec![];
        let mut memories = vec![];
        let mut calls = vec![];
        for (place, &id) in order.iter().enumerate() {
            let node = netlist.nodes[id as usize];
            let is_own = own.contains(&id);
            let mut initial = 0;
            let mut op = Op::Input(0, 0);
            match node.op {
                Op::Constant(value) => initial = value,
                _ if !is_own => {}
                Op::Input(..) => {}
                Op::Register(number) => {
                    let register = &netlist.registers[number as usize];
                    initial = register.initial;
                    registers.push(Held { q: place as u32, d: at(register.d), clock: register.clock });
                }
                Op::Memory(number) => {
                    let memory = &netlist.memories[number as usize];
                    initial = memory.initial;
                    memories.push(HeldWords {
                        data: place as u32,
                        words: memory.words.clone(),
                        address: at(memory.address),
                        write: memory.write.map(|w| [w.enable, w.address, w.data].map(at)),
                        reads: memory.write.is_some_and(|write| write.reads),
                        clock: memory.clock,
                    });
                }
                Op::Answer(_, word) if word > 0 => {}
                Op::Answer(number, _) => {
                    let call = &netlist.calls[number as usize];
                    calls.push(HeldCall {
                        answers: call.answers.iter().map(|id| at(*id)).collect(),
                        asks: call.asks.iter().map(|id| at(*id)).collect(),
                        asked: Asked::of(call.function),
                        clock: call.clock,
                    });
                }
                _ => {
                    op = node.op.map(&mut |operand| at(operand));
                }
            }
            values.push(initial);
            code.push(Code { op, ..Code::of(netlist, id) });
        }
        let mut kept = vec![false; order.len()];
        let inputs = memories.iter().flat_map(HeldWords::inputs);
        let inputs = inputs.chain(calls.iter().flat_map(|call: &HeldCall| call.asks.iter().copied()));
        let inputs = registers.iter().map(|register| register.d).chain(inputs);
        let watched: Vec<u32> = watched.iter().map(|id| at(*id)).collect();
        for place in inputs.chain(watched.iter().copied()) {
            kept[place as usize] = true;
        }
        let folded = fold::folded(&code, &kept);

        let value_words = order.len().div_ceil(BITS);
        let mut next = (value_words * BITS) as u32;
        let watched_words = value_words + (registers.len() + memories.len() + calls.len()).div_ceil(BITS);
        let all_marks = watched_words + watched.len().div_ceil(BITS);
        let mut read_by: Vec<Vec<u32>> = vec![vec![]; order.len()];
        for place in (0..order.len() as u32).filter(|place| !folded[*place as usize]) {
            fold::each_source(&code, &folded, place, &mut |source| {
                read_by[source as usize].push(place)
            });
        }
        for register in &registers {
            read_by[register.d as usize].push(next);
            next += 1;
        }
        for memory in &memories {
            memory.inputs().for_each(|input| read_by[input as usize].push(next));
            next += 1;
        }
        for call in &calls {
            call.asks.iter().for_each(|ask| read_by[*ask as usize].push(next));
            next += 1;
        }
        for (i, &place) in watched.iter().enumerate() {
            read_by[place as usize].push((watched_words * BITS + i) as u32);
        }
        let mut operators: Vec<Vec<u32>> = vec![vec![]; order.len()];
        for (place, code) in (0..).zip(&code) {
            code.op.each_operand(&mut |operand| {
                if code.op.works() {
                    operators[operand as usize].push(place);
                }
            });
        }
        let mut stepper = Stepper {
            operators: Readers::of(operators),
            values,
            steps: fold::steps(&code, &folded),
            code,
            folded,
            tables: netlist.tables.clone(),
            watched,
            registers,
            memories,
            calls,
            readers: Readers::of(read_by),
            marks: vec![0; all_marks],
            value_words,
            watched_words,
            places,
            outside,
            taken: vec![],
            taken_before: vec![],
            wrote: false,
            worked: 0,
            moved: 0,
        };
        stepper.mark_all();
        stepper.settle();
        stepper
    }

    /// Continues from an earlier state of this stepper, or of another with the same values.
    pub fn take_state(&mut self, state: &State) {
        self.values.clone_from(&state.values);
        for (memory, words) in self.memories.iter_mut().zip(&state.words) {
            memory.words.clone_from(words);
        }
        self.mark_all();
    }

    /// The present state.
    pub fn state(&self) -> State {
        State {
            values: self.values.clone(),
            words: self.memories.iter().map(|memory| memory.words.clone()).collect(),
        }
    }

    /// The values set from outside, in the netlist's numbering; their places count from 0.
    pub fn outside(&self) -> &[Id] {
        &self.outside
    }

    /// The place of a value of the netlist.
    pub fn place(&self, id: Id) -> Option<usize> {
        self.places.get(&id).map(|place| *place as usize)
    }

    /// The width in bits.
    pub(crate) fn width(&self, place: usize) -> usize {
        match self.code[place].op {
            Op::All(_) => 1,
            _ => self.code[place].mask.count_ones() as usize,
        }
    }

    #[inline]
    pub fn get(&self, place: usize) -> u64 {
        self.values[place]
    }

    /// Calls `visit` for each watched value, by its index, that was set since the last call.
    #[inline]
    pub fn changed(&mut self, mut visit: impl FnMut(&Self, usize)) {
        for word in self.watched_words..self.marks.len() {
            let mut left = std::mem::take(&mut self.marks[word]);
            while left != 0 {
                visit(
                    self,
                    (word - self.watched_words) * BITS + left.trailing_zeros() as usize,
                );
                left &= left - 1;
            }
        }
    }

    /// Whether everything is settled and the next edge will change nothing.
    #[inline]
    pub fn at_rest(&self) -> bool {
        let marks = &self.marks[self.value_words..self.watched_words];
        #[cfg(test)]
        if Fault::RestsEarly.is_there() {
            return marks.iter().map(|word| word.count_ones()).sum::<u32>() <= 1;
        }
        marks.iter().all(|word| *word == 0)
    }

    /// Collects the contents of the registers, memory outputs and call outputs.
    pub fn held(&self, into: &mut Vec<u64>) {
        into.clear();
        into.extend(self.registers.iter().map(|register| self.values[register.q as usize]));
        into.extend(self.memories.iter().map(|memory| self.values[memory.data as usize]));
        let answers = self.calls.iter().flat_map(|call| &call.answers);
        into.extend(answers.map(|answer| self.values[*answer as usize]));
    }

    /// Whether a word of a memory has changed since the last call.
    pub fn wrote(&mut self) -> bool {
        std::mem::take(&mut self.wrote)
    }

    /// Sets a value from outside, or an input; it takes effect at the next `settle`.
    #[inline]
    pub fn set(&mut self, place: usize, value: u64) {
        if self.values[place] != value {
            self.values[place] = value;
            self.mark_readers(place);
        }
    }

    /// Marks everything that reads the value.
    #[inline]
    pub(crate) fn mark_readers(&mut self, place: usize) {
        self.readers.mark(place, &mut self.marks);
    }

    /// Marks the value itself, to be computed.
    pub(crate) fn mark_itself(&mut self, place: usize) {
        match self.folded[place] {
            true => self.mark_readers(place),
            false => mark(&mut self.marks, place),
        }
    }

    /// Computes a value's operands that are folded, and the value if it is folded itself: events leave these out, and a routine needs
    /// them. `known` has a bit for each place for which this has been done.
    pub(crate) fn unfold(&mut self, place: usize, known: &mut [u64]) {
        let (word, bit) = (place / BITS, 1 << (place % BITS));
        if known[word] & bit != 0 {
            return;
        }
        known[word] |= bit;
        let mut operands = [None; 3];
        let mut free = operands.iter_mut();
        self.code[place].op.each_operand(&mut |operand| {
            if self.folded[operand as usize]
                && let Some(free) = free.next()
            {
                *free = Some(operand as usize);
            }
        });
        for operand in operands.into_iter().flatten() {
            self.unfold(operand, known);
        }
        if self.folded[place] {
            self.values[place] = self.code[place].evaluate(|id| self.values[id as usize], &self.tables);
        }
    }

    /// Marks everything, to be computed.
    fn mark_all(&mut self) {
        for place in 0..self.code.len() {
            if self.code[place].op.works() {
                self.mark_itself(place);
            }
        }
        self.mark_registers();
    }

    /// Marks all registers, memories and calls, to sample their inputs.
    pub(crate) fn mark_registers(&mut self) {
        for number in 0..self.registers.len() + self.memories.len() + self.calls.len() {
            mark(&mut self.marks, self.value_words * BITS + number);
        }
    }

    /// Whether the last edge changed the same places as the edge before.
    pub(crate) fn moves_on(&self) -> bool {
        let places = |taken: &(u32, u64)| taken.0;
        self.taken.iter().map(places).eq(self.taken_before.iter().map(places))
    }

    /// The places of the registers, memories and calls that changed at the last edge.
    pub(crate) fn moved(&self) -> impl Iterator<Item = u32> {
        self.taken.iter().map(|(place, _)| *place)
    }

    /// Computes everything that depends on a change.
    pub fn settle(&mut self) {
        let (values, steps) = (self.values.as_mut_slice(), self.steps.as_slice());
        let (marks, readers) = (self.marks.as_mut_slice(), &self.readers);
        let mut worked = 0;
        for word in 0..self.value_words {
            while marks[word] != 0 {
                worked += 1;
                let place = word * BITS + marks[word].trailing_zeros() as usize;
                marks[word] &= marks[word] - 1;
                let value = fold::value(place, steps, values, &self.tables);
                if values[place] != value {
                    values[place] = value;
                    readers.mark(place, marks);
                }
            }
        }
        self.worked += worked;
    }

    /// Counts what a routine has computed clock by clock, and the values of the state that changed.
    pub(crate) fn count(&mut self, computed: u64, moved: u64) {
        // Without marks a value takes a quarter of the time.
        self.worked += computed / 4;
        self.moved += moved;
    }

    /// The number of values computed since the start, and of those of the state that changed.
    pub fn load(&self) -> (u64, u64) {
        (self.worked, self.moved)
    }

    /// A watched value, by its index.
    #[inline]
    pub fn watched(&self, number: usize) -> u64 {
        self.values[self.watched[number] as usize]
    }

    /// The words of the memory whose output is at that place.
    pub fn words(&self, data: usize) -> Option<&Vec<u64>> {
        let memory = self.memories.iter().find(|memory| memory.data as usize == data)?;
        Some(&memory.words)
    }

    /// Replaces the contents of these registers, and of the memories with these outputs.
    pub fn take_held(
        &mut self,
        registers: impl Iterator<Item = (Id, u64)>,
        memories: impl Iterator<Item = (Id, (u64, Vec<u64>))>,
    ) {
        for (id, value) in registers {
            self.values[self.places[&id] as usize] = value;
        }
        for (id, (value, words)) in memories {
            let place = self.places[&id];
            self.values[place as usize] = value;
            if let Some(memory) = self.memories.iter_mut().find(|memory| memory.data == place) {
                memory.words = words;
            }
        }
        self.wrote = true;
        self.mark_all();
    }

    /// Makes an edge of every clock that `rises` accepts; everything must be settled before.
    #[inline]
    pub fn edge(&mut self, rises: impl Fn(Id) -> bool) {
        std::mem::swap(&mut self.taken, &mut self.taken_before);
        self.taken.clear();
        let (values, marks) = (self.values.as_mut_slice(), self.marks.as_mut_slice());
        for (word, looking) in marks[self.value_words..self.watched_words].iter_mut().enumerate() {
            let (mut left, mut waiting) = (*looking, 0);
            while left != 0 {
                let number = word * BITS + left.trailing_zeros() as usize;
                let bit = left & left.wrapping_neg();
                left ^= bit;
                if let Some(Held { q, d, clock }) = self.registers.get(number) {
                    let value = values[*d as usize];
                    if !rises(*clock) {
                        waiting |= bit;
                    } else if value != values[*q as usize] {
                        self.taken.push((*q, value));
                    }
                } else if let Some(call) = number
                    .checked_sub(self.registers.len() + self.memories.len())
                    .map(|number| &mut self.calls[number])
                {
                    match rises(call.clock) {
                        true => call.edge(values, &mut self.taken),
                        false => waiting |= bit,
                    }
                } else {
                    let memory = &mut self.memories[number - self.registers.len()];
                    let rises = rises(memory.clock);
                    let wrote = rises && memory.edge(values, &mut self.taken);
                    self.wrote |= wrote;
                    // What was written may be what is read at the next edge.
                    if wrote || !rises {
                        waiting |= bit;
                    }
                }
            }
            *looking = waiting;
        }
        self.moved += self.taken.len() as u64;
        for &(place, value) in &self.taken {
            values[place as usize] = value;
            self.readers.mark(place as usize, marks);
        }
    }
}
