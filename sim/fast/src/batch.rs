//! Simulates many clocks at once: feed-forward logic as loops over time, feedback clock by clock.
//!
//! ```text
//! parts, in order:   [ x ]    [ +1 ]    [ counter, its compare ]    [ palette ] ...
//! lanes 0 .. n:      given    a loop    a stepper, n edges           a loop
//! ```
//!
//! Lane `t` of a value is its value after `t` edges of the batch, with the inputs as they are; lane `n` is lane 0 of
//! the next batch. A part is skipped if its sources have the same lanes as in the previous batch and it starts from the
//! same state: its lanes are still right.

use std::collections::BTreeSet;

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    busy::{Busy, Pace},
    code::Code,
    cycle::{Cycle, Run, Watched},
    in_lanes::{Input, Memory, operator, register},
    lanes::Lanes,
    load::{ARRAY, Load, MOST_PATIENCE, OFTEN, PART},
    netlist::{Id, Netlist, Op},
    parts,
    prepared::{Held, Making, Optimisation},
    recall::{Kind, Phases, Recall},
    value::Values,
};

/// Runs a netlist with one clock.
#[derive(Clone)]
pub struct Batch {
    netlist: Netlist,
    /// The part that each value is in.
    part_of: Vec<usize>,
    parts: Vec<Part>,
    /// The values of each part.
    members: Vec<Vec<Id>>,
    /// The parts that hold state between two batches, one bit each.
    stateful: Vec<u64>,
    /// Those of them whose state changed in the last batch: they run again even if their sources are the same.
    moving: Vec<u64>,
    /// The batches that can be recalled, and which parts run before, in and after them; `None` if none can.
    recall: Option<Box<(Recall, Phases)>>,
    /// The length of the last batch; `None` if its lanes no longer belong to the present state.
    clocks: Option<usize>,
    /// So many lanes of every value are worked out.
    reach: usize,
    values: Values,
    /// To work a value out beside what it was: one of each kind.
    beside: [Lanes; 4],
    pace: Pace,
    /// The optimisation of programs that is left out.
    without: Option<Optimisation>,
    /// The values that can be looked at.
    seen: BTreeSet<Id>,
    /// The clocks of a batch, at most.
    most: usize,
    /// The program of the whole circuit, once there is one.
    program: Option<Box<OneProgram>>,
    /// It runs, and the parts do not.
    runs_program: bool,
    /// The clocks since the cost of the parts was last compared with that of the program.
    clocks_seen: u64,
    /// The cost of the parts in these clocks, in operators of a program.
    cost: u64,
    /// The number of calls of [`Batch::switch`].
    #[cfg(test)]
    switched: u32,
}

/// The program of the whole circuit.
#[derive(Clone)]
struct OneProgram {
    busy: Busy,
    watched: Vec<Watched>,
    load: Load,
}

/// After so many clocks it is seen what the parts cost: eight scan lines.
const WINDOW: u64 = if OFTEN { 40 } else { 8 * 800 };

const BITS: usize = u64::BITS as usize;

#[derive(Clone)]
enum Part {
    Constant,
    /// An operator whose value nothing needs.
    Unread,
    Input(Input),
    Operator(Id, Code),
    Register(Id, u64),
    Memory(Box<Memory>),
    Cycle(Box<Cycle>),
}

impl Batch {
    /// Creates batches of at most `most` clocks. The lanes of the outputs can be read, and those of the values with a name that
    /// `shown` accepts.
    pub fn new(
        netlist: Netlist,
        most: usize,
        shown: &dyn Fn(&str) -> bool,
        pace: Pace,
        without: Option<Optimisation>,
    ) -> Self {
        let found = parts::parts(&netlist);
        let mut part_of = vec![0; netlist.nodes.len()];
        for (number, members) in found.iter().enumerate() {
            members.iter().for_each(|id| part_of[*id as usize] = number);
        }
        // The parts that read each value.
        let mut readers: Vec<Vec<u32>> = vec![vec![]; netlist.nodes.len()];
        for id in 0..netlist.nodes.len() as Id {
            let part = part_of[id as usize];
            netlist.each_source(id, &mut |source| {
                let readers = &mut readers[source as usize];
                if part_of[source as usize] != part && !readers.contains(&(part as u32)) {
                    readers.push(part as u32);
                }
            });
        }
        let named = netlist.names.iter().filter(|(name, _)| shown(name));
        let named = named.flat_map(|(_, words)| words);
        let seen: BTreeSet<Id> = netlist.outputs.values().chain(named).copied().collect();
        let unread = unread(&netlist, &found, &mut readers, &seen);
        // What other parts or the outside read of each part.
        let is_read = |id: &Id| !readers[*id as usize].is_empty() || seen.contains(id);
        let read: Vec<BTreeSet<Id>> = (found.iter())
            .map(|members| members.iter().copied().filter(is_read).collect())
            .collect();

        let pace = if netlist.calls.is_empty() || pace == Pace::Measured { pace } else { Pace::Parts };
        let making = (pace == Pace::Measured).then_some(Making { compiled: true, without });
        let mut values = Values::new(&netlist, most + 1, readers.clone(), found.len());
        let mut parts = vec![];
        let mut stateful = vec![0; values.marks.len()];
        for (number, (members, read)) in found.iter().zip(&read).enumerate() {
            let first = members[0];
            let mut follows_itself = members.len() > 1;
            netlist.each_source(first, &mut |source| follows_itself |= source == first);
            let part = match netlist.nodes[first as usize].op {
                _ if unread[number] => Part::Unread,
                _ if follows_itself => {
                    let read: Vec<Id> = read.iter().copied().collect();
                    Part::Cycle(Box::new(Cycle::new(&netlist, members, &read, most + 1, making)))
                }
                Op::Constant(value) => {
                    values.set_uniform(first, value, most + 1);
                    Part::Constant
                }
                Op::Input(..) => Part::Input(Input { id: first, value: 0, later: vec![] }),
                Op::Register(number) => Part::Register(first, netlist.registers[number as usize].initial),
                Op::Memory(number) => {
                    let memory = &netlist.memories[number as usize];
                    Part::Memory(Box::new(Memory {
                        id: first,
                        number: number as usize,
                        words: memory.words.clone(),
                        state: memory.initial,
                        wrote: false,
                    }))
                }
                _ => Part::Operator(first, Code::of(&netlist, first)),
            };
            if !matches!(part, Part::Operator(..) | Part::Constant | Part::Unread) {
                stateful[number / BITS] |= 1 << (number % BITS);
            }
            parts.push(part);
        }
        let kinds: Vec<Kind> = parts.iter().map(Part::kind).collect();
        let recall = match pace {
            Pace::Measured | Pace::Parts => Recall::of(&netlist, &found, &kinds, &read, &readers, &seen),
            Pace::Interpreted | Pace::Compiled => None,
        };
        let mut batch = Batch {
            pace,
            without,
            seen,
            most,
            program: None,
            runs_program: false,
            clocks_seen: 0,
            cost: 0,
            #[cfg(test)]
            switched: 0,
            netlist,
            part_of,
            parts,
            members: found,
            moving: stateful.clone(),
            stateful,
            recall: recall.map(Box::new),
            clocks: None,
            reach: 0,
            values,
            beside: [1, 16, 32, 64].map(|width| Lanes::new(width, most + 1)),
        };
        if matches!(pace, Pace::Interpreted | Pace::Compiled) {
            batch.begin_program();
        }
        batch
    }

    /// The same circuit in the same state, but with other values readable.
    pub fn showing(mut self, most: usize, shown: &dyn Fn(&str) -> bool) -> Self {
        let moment = self.moment();
        let spent: Vec<u64> = self.cycles().map(|cycle| cycle.spent()).collect();
        let mut other = Batch::new(self.netlist, most, shown, self.pace, self.without);
        // Its programs are worth as much.
        other.cycles().zip(spent).for_each(|(cycle, spent)| cycle.spend(spent));
        other.go_to(&moment);
        other
    }

    /// The present state: all that the parts hold between two batches, in the order of the parts.
    pub fn moment(&self) -> Vec<u64> {
        if self.runs_program {
            let mut parts = self.clone();
            parts.end_program();
            return parts.moment();
        }
        let mut moment = vec![];
        for part in &self.parts {
            match part {
                Part::Constant | Part::Unread | Part::Operator(..) => {}
                Part::Input(input) => moment.push(input.value),
                Part::Register(_, state) => moment.push(*state),
                Part::Memory(memory) => {
                    moment.extend(&memory.words);
                    moment.push(memory.state);
                }
                Part::Cycle(cycle) => moment.extend(cycle.state().words()),
            }
        }
        moment
    }

    /// Continues from that state; the lanes of the last batch no longer belong to it. Returns false, and changes
    /// nothing, if the state is not of this netlist.
    pub fn go_to(&mut self, moment: &[u64]) -> bool {
        if moment.len() != self.moment().len() {
            return false;
        }
        self.end_program();
        self.clocks = None;
        let mut held = moment.iter().copied();
        let mut take = |word: &mut u64| *word = held.next().unwrap_or_default();
        for part in &mut self.parts {
            match part {
                Part::Constant | Part::Unread | Part::Operator(..) => {}
                Part::Input(input) => take(&mut input.value),
                Part::Register(_, state) => take(state),
                Part::Memory(memory) => {
                    memory.words.iter_mut().for_each(&mut take);
                    take(&mut memory.state);
                    memory.wrote = true;
                }
                Part::Cycle(cycle) => {
                    let mut state = cycle.state();
                    state.words_mut().for_each(&mut take);
                    cycle.take_state(&state);
                }
            }
        }
        if matches!(self.pace, Pace::Interpreted | Pace::Compiled) {
            self.begin_program();
        }
        true
    }

    pub fn netlist(&self) -> &Netlist {
        &self.netlist
    }

    /// Sets an input from the next batch on.
    pub fn set(&mut self, input: Id, value: u64) {
        self.set_later(input, 0, value);
    }

    /// Sets an input from a lane of the next batch on. Calls must come in the order of the lanes.
    pub fn set_later(&mut self, input: Id, lane: usize, value: u64) {
        if let Part::Input(held) = &mut self.parts[self.part_of[input as usize]] {
            match lane {
                0 => held.value = value,
                _ => held.later.push((lane, value)),
            }
        }
    }

    /// Whether the lanes of a value can be read.
    pub fn shows(&self, id: Id) -> bool {
        self.seen.contains(&id)
    }

    /// The value in a lane of the last batch.
    pub fn get(&self, id: Id, lane: usize) -> u64 {
        self.values.get(id, lane)
    }

    /// The lanes of a value in the last batch.
    pub fn lanes(&self, id: Id) -> &Lanes {
        &self.values.lanes[id as usize]
    }

    /// The value common to all lanes, if there is known to be one.
    pub fn uniform(&self, id: Id) -> Option<u64> {
        self.values.uniform(id)
    }

    /// Runs a batch of that many clock edges.
    pub fn run(&mut self, clocks: usize) {
        self.values.begin();
        if self.runs_program {
            return self.run_program(clocks);
        }
        let lanes = clocks + 1;
        let again = self.clocks == Some(clocks);
        for (word, mark) in self.values.marks.iter_mut().enumerate() {
            *mark |= match again {
                _ if self.reach < lanes => u64::MAX,
                true => self.moving[word],
                false => self.stateful[word],
            };
        }
        (self.reach, self.clocks) = (lanes, Some(clocks));
        match self.recall.take() {
            None => self.run_marked(clocks, |_| u64::MAX),
            Some(mut recall) => {
                let (recalled, phases) = &mut *recall;
                self.run_marked(clocks, |word| phases[0][word]);
                self.run_or_recall(clocks, recalled, &phases[1]);
                self.run_marked(clocks, |word| phases[2][word]);
                self.recall = Some(recall);
            }
        }
        if self.pace == Pace::Measured {
            self.look_at_load(clocks);
        }
    }

    /// Runs the marked parts that have a bit in `of`, which gives a word of bits by its index.
    fn run_marked(&mut self, clocks: usize, of: impl Fn(usize) -> u64) {
        for word in 0..self.stateful.len() {
            let of = of(word);
            while self.values.marks[word] & of != 0 {
                let place = (self.values.marks[word] & of).trailing_zeros();
                let (number, bit) = (word * BITS + place as usize, 1 << place);
                self.values.marks[word] &= !bit;
                if number < self.parts.len() {
                    self.cost += PART;
                    let moves = self.run_part(number, clocks);
                    #[cfg(test)]
                    let moves =
                        moves && (matches!(self.parts[number], Part::Input(_)) || !Fault::StandsStill.is_there());
                    self.moving[word] = self.moving[word] & !bit | if moves { bit } else { 0 };
                }
            }
        }
    }

    /// Recalls this batch for the chosen parts, or else runs them. `own` has a bit for each of them.
    fn run_or_recall(&mut self, clocks: usize, recall: &mut Recall, own: &[u64]) {
        let (mut wrote, mut writes) = (false, false);
        for number in &recall.holders {
            if let Part::Memory(memory) = &self.parts[*number] {
                wrote |= memory.wrote;
                let write = self.netlist.memories[memory.number].write;
                writes |= write.is_some_and(|write| self.values.uniform(write.enable) != Some(0));
            }
        }
        #[cfg(test)]
        let wrote = wrote && !Fault::RecallsOldWords.is_there();
        if wrote {
            recall.forget();
        }
        let looks = clocks == self.most && !writes && recall.looks();
        let Batch { parts, values, .. } = self;
        if looks {
            let held: Vec<u64> = recall.holders.iter().map(|number| parts[*number].state()).collect();
            let hold = |number: usize, value| parts[number].set_state(value);
            if recall.recall(values, clocks + 1, held.into_iter(), hold) {
                values.marks.iter_mut().zip(own).for_each(|(marks, own)| *marks &= !own);
                return;
            }
        }
        if recall.works_out(values) {
            values.marks.iter_mut().zip(own).for_each(|(marks, own)| *marks |= own);
        }
        self.run_marked(clocks, |word| own[word]);
        if looks {
            let held = recall.holders.iter().map(|number| self.parts[*number].state());
            let held: Vec<u64> = held.collect();
            recall.keep(&self.values, held.into_iter());
        }
    }

    /// Begins the program of the whole circuit if the parts cost more.
    fn look_at_load(&mut self, clocks: usize) {
        self.clocks_seen += clocks as u64;
        if self.clocks_seen < WINDOW {
            return;
        }
        let whole = self.clocks_seen * self.netlist.nodes.len() as u64;
        // To hand lanes from part to part costs a quarter more, which is not counted.
        let is_busy = 5 * self.cost > 4 * whole && self.netlist.calls.is_empty();
        (self.clocks_seen, self.cost) = (0, 0);
        if is_busy {
            self.begin_program();
            if let Some(program) = &mut self.program {
                program.load.begin_again();
            }
        }
    }

    /// A part is run by its program.
    #[cfg(test)]
    pub(crate) fn runs_a_program(&mut self) -> bool {
        self.cycles().any(|cycle| cycle.runs_program())
    }

    /// The batches that were recalled of late.
    #[cfg(test)]
    pub(crate) fn recalled(&self) -> u64 {
        self.recall.as_ref().map_or(0, |recall| recall.0.recalled())
    }

    /// Lets others run: in turn the program of the whole circuit, the parts, the parts each by its program, and so on.
    #[cfg(test)]
    pub(crate) fn switch(&mut self) {
        self.switched += 1;
        match self.switched % 4 {
            1 if !self.runs_program => self.begin_program(),
            3 if !self.runs_program => self.cycles().for_each(Cycle::switch),
            _ => self.end_program(),
        }
    }

    fn cycles(&mut self) -> impl Iterator<Item = &mut Cycle> {
        self.parts.iter_mut().filter_map(|part| match part {
            Part::Cycle(cycle) => Some(&mut **cycle),
            _ => None,
        })
    }

    fn begin_program(&mut self) {
        if self.program.is_none() {
            let making = Making { compiled: self.pace != Pace::Interpreted, without: self.without };
            let Ok(busy) = Busy::whole(&self.netlist, &self.seen, making) else {
                self.pace = Pace::Parts;
                return;
            };
            let watched = self
                .seen
                .iter()
                .map(|id| Watched::new(&self.netlist, *id, self.most + 1));
            let registers = self.netlist.registers.len().max(1);
            let load = Load::of(
                self.netlist.nodes.len(),
                self.netlist.nodes.len() / registers,
                MOST_PATIENCE,
            );
            self.program = Some(Box::new(OneProgram { busy, watched: watched.collect(), load }));
        }
        self.cycles().for_each(Cycle::end_program);
        let held = self.held();
        if let Some(program) = &mut self.program {
            program.busy.take(&held, |_| 0);
            self.runs_program = true;
        }
    }

    fn run_program(&mut self, clocks: usize) {
        let Some(program) = &mut self.program else { return };
        let OneProgram { busy, watched, load } = &mut **program;
        for part in &mut self.parts {
            if let Part::Input(input) = part {
                input.run(&mut self.values, &mut self.beside, clocks + 1);
            }
        }
        let mut run = Run::new(&mut self.values);
        busy.begin(&mut run, clocks);
        for (number, watched) in watched.iter_mut().enumerate() {
            watched.begin(busy.watched(number));
        }
        // In short batches it costs more to look at the parts than to compute all of them.
        let looked_at = self.stateful.iter().map(|word| u64::from(word.count_ones()));
        let is_short = PART * looked_at.sum::<u64>() > (clocks * self.netlist.nodes.len()) as u64;
        let mut quiet = false;
        while run.lane < clocks {
            busy.step(&mut run, watched);
            quiet |= load.is_quiet(|| busy.moves()) && !is_short;
        }
        watched
            .iter_mut()
            .for_each(|watched| watched.end(&mut self.values, clocks));
        if quiet && self.pace == Pace::Measured {
            self.end_program();
        }
    }

    fn end_program(&mut self) {
        if !std::mem::take(&mut self.runs_program) {
            return;
        }
        let mut held = Held::first(&self.netlist);
        if let Some(program) = &mut self.program {
            program.busy.give(&mut held);
        }
        self.take_held(held);
        (self.clocks_seen, self.cost) = (0, 0);
    }

    /// What the parts hold.
    fn held(&self) -> Held {
        let part = |id: Id| &self.parts[self.part_of[id as usize]];
        let registers = self.netlist.registers.iter().map(|register| match part(register.q) {
            Part::Register(_, state) => *state,
            Part::Cycle(cycle) => cycle.held(register.q),
            _ => register.initial,
        });
        let memories = self.netlist.memories.iter().map(|of| match part(of.data) {
            Part::Memory(memory) => (memory.state, memory.words.clone()),
            Part::Cycle(cycle) => (cycle.held(of.data), cycle.words(of.data)),
            _ => (of.initial, of.words.clone()),
        });
        Held { registers: registers.collect(), memories: memories.collect() }
    }

    /// The parts continue with that.
    fn take_held(&mut self, held: Held) {
        let register = |id: Id| match self.netlist.nodes[id as usize].op {
            Op::Register(number) => Some((id, held.registers[number as usize])),
            _ => None,
        };
        let memory = |id: Id| match self.netlist.nodes[id as usize].op {
            Op::Memory(number) => Some((id, held.memories[number as usize].clone())),
            _ => None,
        };
        for (part, members) in self.parts.iter_mut().zip(&self.members) {
            let registers = members.iter().filter_map(|id| register(*id));
            let memories = members.iter().filter_map(|id| memory(*id));
            match part {
                Part::Constant | Part::Unread | Part::Operator(..) | Part::Input(_) => {}
                Part::Register(_, state) => registers.for_each(|(_, value)| *state = value),
                Part::Memory(memory) => memories.for_each(|(_, (state, words))| {
                    (memory.state, memory.words, memory.wrote) = (state, words, true);
                }),
                Part::Cycle(cycle) => cycle.take_held(registers, memories),
            }
        }
        (self.clocks, self.reach) = (None, 0);
        #[cfg(test)]
        if Fault::TrustsOldLanes.is_there() {
            return;
        }
        self.values.forget();
    }

    /// Runs a part. Returns whether it must run in the next batch even if nothing it reads changes.
    fn run_part(&mut self, number: usize, clocks: usize) -> bool {
        let lanes = clocks + 1;
        let Batch { netlist, parts, values, beside, .. } = self;
        match &mut parts[number] {
            Part::Constant | Part::Unread => false,
            // Only running it shows whether it was set anew.
            Part::Input(input) => {
                input.run(values, beside, lanes);
                true
            }
            Part::Operator(id, code) => {
                if operator(netlist, code, values, beside, *id, lanes) {
                    self.cost += ARRAY * lanes as u64;
                }
                false
            }
            Part::Register(id, state) => {
                let Op::Register(number) = netlist.nodes[*id as usize].op else {
                    return false;
                };
                let d = netlist.registers[number as usize].d;
                register(*id, d, *state, values, beside, lanes);
                *state = values.get(*id, clocks);
                *state != values.get(*id, 0)
            }
            Part::Memory(memory) => {
                memory.run(netlist, values, beside, clocks);
                memory.wrote || memory.state != values.get(memory.id, 0)
            }
            Part::Cycle(cycle) => {
                self.cost += cycle.run(values, clocks);
                cycle.moves()
            }
        }
    }
}

impl Part {
    fn kind(&self) -> Kind {
        match self {
            Part::Constant | Part::Unread => Kind::Constant,
            Part::Input(_) | Part::Cycle(_) => Kind::Source,
            Part::Operator(..) => Kind::Operator,
            Part::Register(..) | Part::Memory(_) => Kind::Holder,
        }
    }

    /// What a register, or a memory's output, is after the last batch.
    fn state(&self) -> u64 {
        match self {
            Part::Register(_, state) => *state,
            Part::Memory(memory) => memory.state,
            _ => 0,
        }
    }

    fn set_state(&mut self, value: u64) {
        match self {
            Part::Register(_, state) => *state = value,
            Part::Memory(memory) => memory.state = value,
            _ => {}
        }
    }
}

/// The parts that are operators which nothing needs: signals that have a name, while nobody looks at them. They are taken out of
/// `readers`, the parts that read each value.
fn unread(netlist: &Netlist, parts: &[Vec<Id>], readers: &mut [Vec<u32>], seen: &BTreeSet<Id>) -> Vec<bool> {
    let mut unread = vec![false; parts.len()];
    for (number, members) in parts.iter().enumerate().rev() {
        let [id] = members[..] else { continue };
        unread[number] =
            readers[id as usize].is_empty() && netlist.nodes[id as usize].op.works() && !seen.contains(&id);
        if unread[number] {
            netlist.each_source(id, &mut |source| {
                readers[source as usize].retain(|part| *part != number as u32)
            });
        }
    }
    unread
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::Draft;

    #[test]
    fn a_routine_that_computes_much_in_every_clock_makes_the_circuit_busy() {
        let mut draft = Draft::default();
        let clock = draft.input(0, 1)[0];
        let d = draft.wire(32);
        let q = draft.register(d, 1, clock);
        let mut value = q;
        for number in 1..20 {
            let factor = draft.node(Op::Constant(2 * number + 1), 32);
            let product = draft.node(Op::Multiply(value, factor), 32);
            value = draft.node(Op::Xor(product, factor), 32);
        }
        draft.drive(d, value);
        draft.output(1, 0, q);
        let netlist = draft.finish(&|_| false).unwrap();
        let mut batch = Batch::new(netlist, 800, &|_| false, Pace::Measured, None);
        let mut by_program = (0..20).map(|_| {
            batch.run(800);
            batch.runs_program || batch.runs_a_program()
        });
        assert!(by_program.any(|runs| runs));
    }
}
