//! A part with feedback, within a batch: it runs clock by clock while something changes, and skips the clocks in which
//! nothing does. While much changes it runs by its program.

use std::sync::Arc;

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    busy::Busy,
    lanes::{Lanes, equal},
    load::{Load, PATIENCE},
    netlist::{Id, Netlist},
    parts::Alone,
    prepared::{Held, Making},
    routine::Routine,
    stepper::{State, Stepper},
    value::Values,
};

#[derive(Clone)]
pub struct Cycle {
    stepper: Stepper,
    watched: Vec<Watched>,
    /// The number of lanes, at most.
    lanes: usize,
    /// The registers at the start of the last batch.
    start: Vec<u64>,
    /// The registers at its end.
    end: Vec<u64>,
    /// A memory was changed in the last batch.
    wrote: bool,
    clocks: Option<usize>,
    /// The routine the part is in now, if any.
    routine: Option<Routine>,
    /// The clocks spent in this routine.
    followed: usize,
    /// The clocks in a row in which the same registers changed.
    steadily: usize,
    /// The number of such clocks at which a routine is looked for.
    patience: usize,
    /// Tests that were broken soon after they became guards; they are no longer used as guards.
    restless: Vec<u32>,
    load: Load,
    program: Program,
    /// The program runs; the stepper and the routine do not.
    runs_program: bool,
}

/// The program of a part.
#[derive(Clone)]
enum Program {
    /// There is none.
    Never,
    /// Not made yet: from what, and how, once the part is busy.
    Planned(Arc<Alone>, Making),
    /// Made, and from what.
    Made(Arc<Alone>, Box<Busy>),
}

/// A value that other parts read.
#[derive(Clone)]
pub struct Watched {
    id: Id,
    /// Its present value.
    value: u64,
    /// The lane of this batch from which it has had this value.
    since: usize,
    /// Its lanes so far.
    lanes: Lanes,
}

/// A value from outside that differs between lanes.
struct Varying {
    id: Id,
    place: usize,
    /// The index of its next change.
    next: usize,
    /// The lane of its next change, as [`Run::find_due`] found it.
    at: usize,
}

impl Cycle {
    /// `making`: how its program is made, if it may have one.
    pub fn new(netlist: &Netlist, members: &[Id], read: &[Id], lanes: usize, making: Option<Making>) -> Self {
        let stepper = Stepper::new(netlist, members, read);
        let watched = read.iter().map(|&id| Watched::new(netlist, id, lanes));
        let alone = making.map(|making| (Alone::of(netlist, members, read), making));
        Cycle {
            load: Load::of(members.len(), 0, PATIENCE),
            program: alone.map_or(Program::Never, |(alone, making)| {
                Program::Planned(Arc::new(alone), making)
            }),
            runs_program: false,
            watched: watched.collect(),
            lanes,
            stepper,
            start: vec![],
            end: vec![],
            wrote: true,
            clocks: None,
            routine: None,
            followed: 0,
            steadily: 0,
            patience: STEADY,
            restless: vec![],
        }
    }

    /// Continues from the state of another copy of this part.
    pub fn take_state(&mut self, state: &State) {
        self.stepper.take_state(state);
        self.clocks = None;
        self.routine = None;
        self.runs_program = false;
    }

    /// The present state.
    pub fn state(&self) -> State {
        if self.runs_program {
            let mut copy = self.clone();
            copy.end_program();
            return copy.stepper.state();
        }
        self.stepper.state()
    }

    /// The value of a register or of a memory's output, while the program does not run.
    pub fn held(&self, id: Id) -> u64 {
        self.stepper.place(id).map_or(0, |place| self.stepper.get(place))
    }

    /// The words of the memory with that output, while the program does not run.
    pub fn words(&self, data: Id) -> Vec<u64> {
        let words = self.stepper.place(data).and_then(|place| self.stepper.words(place));
        words.cloned().unwrap_or_default()
    }

    /// Replaces the contents of these registers, and of the memories with these outputs.
    pub fn take_held(
        &mut self,
        registers: impl Iterator<Item = (Id, u64)>,
        memories: impl Iterator<Item = (Id, (u64, Vec<u64>))>,
    ) {
        self.stepper.take_held(registers, memories);
        self.clocks = None;
        self.routine = None;
        self.runs_program = false;
    }

    /// The values computed by events while the part was busy.
    pub fn spent(&self) -> u64 {
        self.load.spent
    }

    /// Counts values as computed while the part was busy.
    pub fn spend(&mut self, spent: u64) {
        self.load.spent += spent;
    }

    /// Whether the same sources could give other lanes in the next batch: its state changed in the last one.
    pub fn moves(&self) -> bool {
        self.runs_program || !equal(&self.start, &self.end) || self.wrote
    }

    /// Runs a batch of that many edges: takes the lanes of what the part reads from `values`, and puts there the lanes of what
    /// other parts read of it. Returns the cost, in operators of a program.
    pub fn run(&mut self, values: &mut Values, clocks: usize) -> u64 {
        let outside = self.stepper.outside();
        let same_sources = outside.iter().all(|id| !values.changed(*id));
        let known = self
            .watched
            .iter()
            .all(|watched| values.reaches(watched.id, clocks + 1));
        let same_state = !self.moves();
        #[cfg(test)]
        let same_state = same_state || Fault::ForgetsState.is_there();
        if same_sources && known && same_state && self.clocks == Some(clocks) {
            self.load.rests(clocks);
            return 0;
        }
        match self.clocks.replace(clocks) {
            Some(_) => std::mem::swap(&mut self.start, &mut self.end),
            None => self.stepper.held(&mut self.start),
        }
        let mut run = Run::new(values);
        let (mut programmed, before) = (0, self.stepper.load().0);
        match self.runs_program {
            true => self.enter_program(&mut run, clocks),
            false => self.begin(&mut run, clocks),
        }
        while run.lane < clocks {
            if self.runs_program {
                let from = run.lane;
                self.run_program(&mut run, clocks);
                programmed += run.lane - from;
            } else if self.routine.is_some() {
                let from = run.lane;
                self.follow_routine(&mut run, clocks);
                self.look_at_load(run.lane - from, &mut run, clocks);
            } else if self.stepper.at_rest() {
                let from = run.lane;
                run.lane = run.due.min(clocks);
                self.load.rests(run.lane - from);
                self.settle(&mut run);
            } else {
                self.stepper.edge(|_| true);
                run.lane += 1;
                self.settle(&mut run);
                self.look_for_routine(&run);
                self.look_at_load(1, &mut run, clocks);
            }
        }
        let Run { values, .. } = run;
        self.watched.iter_mut().for_each(|watched| watched.end(values, clocks));
        if self.runs_program {
            // Nothing is known of where the next batch begins.
            self.clocks = None;
        } else {
            self.stepper.held(&mut self.end);
            self.wrote = self.stepper.wrote();
        }
        self.load.cost(programmed, self.stepper.load().0 - before)
    }

    /// Begins the program if much was computed in so many clocks.
    fn look_at_load(&mut self, edges: usize, run: &mut Run, clocks: usize) {
        if self.load.is_busy(edges as u64, self.stepper.load()) && self.begin_program() {
            self.enter_program(run, clocks);
        }
    }

    /// Goes over from events to the program, which is made now if there is none. Returns whether there is one.
    pub fn begin_program(&mut self) -> bool {
        if let Program::Planned(alone, making) = &self.program {
            self.program = match Busy::of_part(alone, *making) {
                Ok(busy) => Program::Made(alone.clone(), Box::new(busy)),
                Err(_) => Program::Never,
            };
        }
        let Program::Made(alone, _) = &self.program else {
            return false;
        };
        let alone = alone.clone();
        self.leave_routine();
        let (registers, memories) = alone.held();
        let held = Held {
            registers: registers.into_iter().map(|id| self.held(id)).collect(),
            memories: (memories.into_iter().map(|id| (self.held(id), self.words(id)))).collect(),
        };
        let stepper = &self.stepper;
        let Program::Made(_, busy) = &mut self.program else {
            return false;
        };
        busy.take(&held, |id| stepper.place(id).map_or(0, |place| stepper.get(place)));
        busy.take_asked(stepper.calls.iter().map(|call| &call.asked));
        self.runs_program = true;
        self.clocks = None;
        true
    }

    /// Sets the values from outside as of the present lane.
    fn enter_program(&mut self, run: &mut Run, clocks: usize) {
        let Program::Made(_, busy) = &mut self.program else {
            return;
        };
        busy.begin(run, clocks);
        for (number, watched) in self.watched.iter_mut().enumerate() {
            match run.lane {
                0 => watched.begin(busy.watched(number)),
                lane => watched.see(busy.watched(number), lane),
            }
        }
    }

    /// Runs by the program until the part is quiet or the batch ends.
    fn run_program(&mut self, run: &mut Run, clocks: usize) {
        let Program::Made(_, busy) = &mut self.program else {
            return;
        };
        while run.lane < clocks {
            busy.step(run, &mut self.watched);
            if self.load.is_quiet(|| busy.moves()) {
                self.end_program();
                run.vary(self.stepper.outside().iter().copied().zip(0..), clocks);
                return self.settle(run);
            }
        }
    }

    /// Goes over from the program to events.
    pub fn end_program(&mut self) {
        let Program::Made(alone, busy) = &mut self.program else {
            return;
        };
        if !std::mem::take(&mut self.runs_program) {
            return;
        }
        let (registers, memories) = alone.held();
        let mut held = Held::first(&alone.netlist);
        busy.give(&mut held);
        for (id, value) in busy.inputs() {
            #[cfg(test)]
            if Fault::KeepsOldInputs.is_there() {
                continue;
            }
            if let Some(place) = self.stepper.place(id) {
                self.stepper.set(place, value);
            }
        }
        self.stepper.take_held(
            registers.into_iter().zip(held.registers),
            memories.into_iter().zip(held.memories),
        );
        for (call, asked) in self.stepper.calls.iter_mut().zip(busy.asked()) {
            call.asked = asked.clone();
        }
        self.start.clear();
    }

    #[cfg(test)]
    pub fn runs_program(&self) -> bool {
        self.runs_program
    }

    /// Goes over to the program or to events.
    #[cfg(test)]
    pub fn switch(&mut self) {
        match self.runs_program {
            true => self.end_program(),
            false => _ = self.begin_program(),
        }
    }

    /// Sets the values from outside as of lane 0.
    fn begin(&mut self, run: &mut Run, clocks: usize) {
        for place in 0..self.stepper.outside().len() {
            let id = self.stepper.outside()[place];
            if run.values.uniform(id).is_some() && !run.values.changed(id) {
                continue;
            }
            let value = run.values.get(id, 0);
            if value != self.stepper.get(place) {
                self.leave_routine();
                self.stepper.set(place, value);
            }
            if run.values.uniform(id).is_none() {
                run.varying.push(Varying::new(id, place));
            }
        }
        // The sources that a routine reads are skipped: it reads them as arrays.
        let taken = |place| self.routine.as_ref().is_some_and(|routine| routine.takes(place));
        run.find_changes(clocks + 1, |place| !taken(place));
        run.find_due();
        if self.routine.is_none() {
            self.stepper.settle();
            self.stepper.changed(|_, _| {});
        }
        for (number, watched) in self.watched.iter_mut().enumerate() {
            watched.begin(self.stepper.watched(number));
        }
    }

    /// Sets the values from outside as of this lane, and records the watched values.
    fn settle(&mut self, run: &mut Run) {
        if run.lane == run.due {
            run.each_change(|place, value| self.stepper.set(place, value));
        }
        self.stepper.settle();
        let watched = &mut self.watched;
        self.stepper.changed(|stepper, number| {
            watched[number].see(stepper.watched(number), run.lane);
        });
    }

    /// Starts a routine if the same registers have changed for long enough.
    fn look_for_routine(&mut self, run: &Run) {
        self.steadily = if self.stepper.moves_on() { self.steadily + 1 } else { 0 };
        if self.steadily < self.patience {
            return;
        }
        self.steadily = 0;
        let changing = |source: &&Varying| source.next >= STEADY.min(run.lane);
        let inputs: Vec<u32> = run
            .varying
            .iter()
            .filter(changing)
            .map(|source| source.place as u32)
            .collect();
        let moving: Vec<u32> = self.stepper.moved().collect();
        self.routine = Routine::of(&mut self.stepper, &moving, &inputs, &self.restless, self.lanes);
        self.followed = 0;
        if self.routine.is_none() {
            self.patience = (2 * self.patience).min(MOST_PATIENCE);
        }
    }

    /// Runs clocks of the routine until a guard breaks, another input changes, or the batch ends.
    fn follow_routine(&mut self, run: &mut Run, clocks: usize) {
        let Some(routine) = &mut self.routine else { return };
        let from = run.lane;
        let limit = run.next_change(clocks, |place| !routine.takes(place));
        let (end, broken) = routine.run(&mut self.stepper, run.values, from, limit);
        run.lane = end;
        self.followed += end - from;
        for (number, lanes) in routine.watched() {
            self.watched[number].take(lanes, from + 1, end);
        }
        if let Some(guard) = broken
            && self.followed < STEADY
        {
            self.restless.push(guard);
        }
        // An input that the routine does not know may change in the very last lane.
        let due = run.next_change(usize::MAX, |place| !routine.takes(place)) == end;
        #[cfg(test)]
        let due = due && !Fault::IgnoresLastLane.is_there();
        if broken.is_some() || end < clocks || due {
            #[cfg(test)]
            let clocks = if Fault::MissesChanges.is_there() { 0 } else { clocks };
            run.find_changes(clocks + 1, |place| routine.takes(place));
            for source in run.varying.iter_mut().filter(|source| routine.takes(source.place)) {
                let changes = run.values.changes(source.id);
                source.next = changes.partition_point(|lane| *lane as usize <= end);
            }
            run.find_due();
            self.leave_routine();
            self.settle(run);
        }
    }

    fn leave_routine(&mut self) {
        if let Some(routine) = self.routine.take() {
            routine.leave(&mut self.stepper);
            self.patience = if self.followed < STEADY { (2 * self.patience).min(MOST_PATIENCE) } else { STEADY };
            self.steadily = 0;
        }
    }
}

/// The same registers must change in this many clocks in a row to make a routine.
const STEADY: usize = 16;
/// The longest wait before the next attempt, after attempts that found none.
const MOST_PATIENCE: usize = 1024;

/// A batch in progress.
pub struct Run<'a> {
    pub values: &'a mut Values,
    pub lane: usize,
    varying: Vec<Varying>,
    /// The next lane in which one of `varying` changes.
    pub due: usize,
}

impl<'a> Run<'a> {
    pub fn new(values: &'a mut Values) -> Run<'a> {
        Run { values, lane: 0, varying: vec![], due: 0 }
    }

    /// Calls `set` with the place and value of everything that changes in this lane.
    #[inline]
    pub fn each_change(&mut self, mut set: impl FnMut(usize, u64)) {
        self.due = usize::MAX;
        for source in &mut self.varying {
            if source.at == self.lane {
                source.next += 1;
                source.find(self.values);
                set(source.place, self.values.get(source.id, self.lane));
            }
            self.due = self.due.min(source.at);
        }
    }

    /// These values, each with its place, may change in the lanes behind the present one.
    pub fn vary(&mut self, of: impl Iterator<Item = (Id, usize)>, clocks: usize) {
        self.varying.clear();
        for (id, place) in of {
            if self.values.uniform(id).is_none() {
                self.values.find_changes(id, clocks + 1);
                let next = self
                    .values
                    .changes(id)
                    .partition_point(|lane| *lane as usize <= self.lane);
                self.varying.push(Varying { next, ..Varying::new(id, place) });
            }
        }
        self.find_due();
    }

    /// Finds the lanes in which these places change.
    pub fn find_changes(&mut self, lanes: usize, of: impl Fn(usize) -> bool) {
        for source in self.varying.iter().filter(|source| of(source.place)) {
            self.values.find_changes(source.id, lanes);
        }
    }

    pub fn find_due(&mut self) {
        self.varying.iter_mut().for_each(|source| source.find(self.values));
        self.due = self.varying.iter().map(|source| source.at).min().unwrap_or(usize::MAX);
    }

    /// The next lane in which one of the places that `of` accepts changes, at most `clocks`.
    fn next_change(&self, clocks: usize, of: impl Fn(usize) -> bool) -> usize {
        let sources = self.varying.iter().filter(|source| of(source.place));
        let next = sources.filter_map(|source| self.values.changes(source.id).get(source.next));
        next.min().map_or(clocks, |next| clocks.min(*next as usize))
    }
}

impl Varying {
    fn new(id: Id, place: usize) -> Varying {
        Varying { id, place, next: 0, at: usize::MAX }
    }

    /// Finds the lane of its next change.
    fn find(&mut self, values: &Values) {
        let next = values.changes(self.id).get(self.next);
        self.at = next.map_or(usize::MAX, |lane| *lane as usize);
    }
}

impl Watched {
    /// Takes over its lanes `from` to `to`.
    fn take(&mut self, lanes: &Lanes, from: usize, to: usize) {
        self.lanes.fill(self.since, from, self.value);
        self.lanes.copy(lanes, from..to + 1);
        (self.value, self.since) = (lanes.get(to), to);
    }

    pub fn new(netlist: &Netlist, id: Id, lanes: usize) -> Watched {
        let lanes = Lanes::new(netlist.nodes[id as usize].width, lanes);
        Watched { id, value: 0, since: 0, lanes }
    }

    /// Begins a batch with that value.
    pub fn begin(&mut self, value: u64) {
        (self.value, self.since) = (value, 0);
    }

    /// Ends a batch.
    pub fn end(&mut self, values: &mut Values, clocks: usize) {
        if self.since == 0 {
            values.set_uniform(self.id, self.value, clocks + 1);
        } else {
            self.lanes.fill(self.since, clocks + 1, self.value);
            values.exchange(self.id, &mut self.lanes, clocks + 1);
        }
    }

    #[inline]
    pub fn see(&mut self, value: u64, lane: usize) {
        if value != self.value {
            self.lanes.fill(self.since, lane, self.value);
            (self.value, self.since) = (value, lane);
        }
    }
}
