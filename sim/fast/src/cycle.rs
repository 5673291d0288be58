//! A part with feedback, within a batch: it runs clock by clock while something changes, and skips the clocks in which
//! nothing does.

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    lanes::Lanes,
    netlist::{Id, Netlist},
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
pub struct Varying {
    id: Id,
    place: usize,
    /// The index of its next change.
    next: usize,
}

impl Cycle {
    pub fn new(netlist: &Netlist, members: &[Id], read: &[Id], lanes: usize) -> Self {
        let stepper = Stepper::new(netlist, members, read);
        let watched = read.iter().map(|&id| Watched::new(netlist, id, lanes));
        Cycle {
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
    }

    /// The present state.
    pub fn state(&self) -> State {
        self.stepper.state()
    }

    /// The value of a register or of a memory's output.
    pub fn held(&self, id: Id) -> u64 {
        self.stepper.place(id).map_or(0, |place| self.stepper.get(place))
    }

    /// The words of the memory with that output.
    pub fn words(&self, data: Id) -> Option<&Vec<u64>> {
        self.stepper.words(self.stepper.place(data)?)
    }

    /// Replaces the contents of all registers, memory outputs and memories.
    pub fn take_held(&mut self, held: &mut dyn FnMut(Id) -> u64, words: &mut dyn FnMut(Id) -> Vec<u64>) {
        self.stepper.take_held(held, words);
        self.clocks = None;
        self.routine = None;
    }

    /// The number of values computed since the last call, and of those of the state that changed.
    pub fn load(&mut self) -> (u64, u64) {
        self.stepper.load()
    }

    /// Whether the same sources could give other lanes in the next batch: its state changed in the last one.
    pub fn moves(&self) -> bool {
        self.start != self.end || self.wrote
    }

    /// So many edges; `values` has the lanes of what it reads, and gets those of what is read of it.
    pub fn run(&mut self, values: &mut Values, clocks: usize) {
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
            return;
        }
        match self.clocks.replace(clocks) {
            Some(_) => std::mem::swap(&mut self.start, &mut self.end),
            None => self.stepper.held(&mut self.start),
        }
        let mut run = Run::new(values);
        self.begin(&mut run, clocks);
        while run.lane < clocks {
            if self.routine.is_some() {
                self.follow_routine(&mut run, clocks);
            } else if self.stepper.at_rest() {
                run.lane = run.due.min(clocks);
                self.settle(&mut run);
            } else {
                self.stepper.edge(|_| true);
                run.lane += 1;
                self.settle(&mut run);
                self.look_for_routine(&run);
            }
        }
        let Run { values, .. } = run;
        self.watched.iter_mut().for_each(|watched| watched.end(values, clocks));
        self.stepper.held(&mut self.end);
        self.wrote = self.stepper.wrote();
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
    pub varying: Vec<Varying>,
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
        for source in &mut self.varying {
            if source.changes(self.values, self.lane) {
                set(source.place, self.values.get(source.id, self.lane));
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
        self.due = self.next_change(usize::MAX, |_| true);
    }

    /// The next lane in which one of the places that `of` accepts changes, at most `clocks`.
    fn next_change(&self, clocks: usize, of: impl Fn(usize) -> bool) -> usize {
        let sources = self.varying.iter().filter(|source| of(source.place));
        let next = sources.filter_map(|source| self.values.changes(source.id).get(source.next));
        next.min().map_or(clocks, |next| clocks.min(*next as usize))
    }
}

impl Varying {
    pub fn new(id: Id, place: usize) -> Varying {
        Varying { id, place, next: 0 }
    }

    /// Whether the value changes in this lane; if so, moves on to the next change.
    #[inline]
    fn changes(&mut self, values: &Values, lane: usize) -> bool {
        let changes = values.changes(self.id).get(self.next) == Some(&(lane as u32));
        self.next += usize::from(changes);
        changes
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
