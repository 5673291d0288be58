//! The lanes of outputs in earlier batches, for batches in which everything they follow is as it was then.
//!
//! ```text
//!                 line 7 of a picture    line 7 of the next one
//! [ beam, game ]  worked out             worked out
//! [ colours ]     worked out, kept       nothing they follow has changed: as kept
//! ```
//!
//! The parts are chosen once: no part with feedback may depend on them, and of these they are the ones that the output with most
//! parts depends on. The key of a batch is all that they read in it, and the state that they hold at its start. If a batch with the
//! same key is kept, the parts are not run: the lanes that others read, and the state at the end, are taken from it. Keys are
//! compared word by word, so what is taken is right.
//!
//! After that the other lanes of these parts are those of some earlier batch. So in the next batch that is not kept, all of the parts
//! are run.
//!
//! `batch.rs` alone calls this, between the parts that run before the chosen ones and those that run after them.

use std::collections::{BTreeMap, BTreeSet};

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    lanes::{Lanes, equal},
    netlist::{Id, Netlist},
    value::Values,
};

/// Fewer parts are not recalled: a key would cost more than they do.
const LEAST: usize = if cfg!(test) { 1 } else { 200 };
/// If others read more values than this, nothing is recalled: the lanes kept of each batch would take too much memory.
const MOST_SHOWN: usize = 64;
/// The lines of a picture, with those of the vertical blanking.
const LINES: usize = 525;
/// The batches that are kept, at most.
const MOST_KEPT: usize = 3 * LINES;
/// A value that changes at most so often in a batch stands in the key with its changes; any other with the number of its lanes.
const FEW: usize = 8;
/// The most different lanes that are kept of a value, each with a number.
const CONTENTS: usize = 4;
/// The number of batches after which the recalled ones are counted.
const WINDOW: u64 = 2 * LINES as u64;
/// If fewer than one batch of this number was recalled, nothing is recalled in the next [`PAUSE`] windows.
const ENOUGH: u64 = 16;
const PAUSE: u64 = 8;

const BITS: usize = u64::BITS as usize;

/// What a part is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Never changes.
    Constant,
    /// An input, or a part with feedback.
    Source,
    /// Follows others, and holds nothing between batches.
    Operator,
    /// Follows others, and holds something.
    Holder,
}

/// Which parts run when: before those that may be recalled, these, and after them. One bit each.
pub type Phases = [Vec<u64>; 3];

#[derive(Clone)]
pub struct Recall {
    /// All values of the chosen parts.
    values: Vec<Id>,
    /// The values of other parts that they read, without constants.
    sources: Vec<Source>,
    /// The chosen parts that hold a state: registers and memories.
    pub holders: Vec<usize>,
    /// The values of the chosen parts that other parts read, or that can be looked at.
    shown: Vec<Id>,
    /// The key of the present batch.
    key: Vec<u64>,
    /// The number of the last batch of which a key was made.
    told: u64,
    kept: Kept,
    /// The number of different lanes that were kept.
    contents: u64,
    /// The parts' own lanes are not those of the last batch.
    stale: bool,
    /// In this window: the batches, and those that were recalled.
    seen: (u64, u64),
    /// The batches that are left of a pause.
    pause: u64,
}

#[derive(Clone)]
struct Source {
    id: Id,
    /// What it adds to the key if it changes in the batch.
    told: Vec<u64>,
    /// Lanes that it had, with their numbers.
    had: Vec<(u64, Lanes)>,
}

/// What is kept of a batch.
struct Batch {
    key: Vec<u64>,
    /// What the parts hold at its end.
    held: Vec<u64>,
    shown: Vec<Shown>,
}

enum Shown {
    Uniform(u64),
    Lanes(Lanes),
}

/// Batches by a number that is computed of their keys.
#[derive(Default)]
struct Kept(BTreeMap<u64, Batch>);

impl Clone for Kept {
    /// A clone works everything out once more; it is not worth a copy.
    fn clone(&self) -> Self {
        Kept::default()
    }
}

impl Recall {
    /// Chooses the parts, and says which parts run before them, which they are, and which run after them. `None` if they are too few,
    /// or others read too many of their values.
    ///
    /// `members` are the values of each part, and `kinds` what it is; `read` those of its values that other parts read or that are in
    /// `seen`, the values that can be looked at; `readers` the parts that read each value.
    pub fn of(
        netlist: &Netlist,
        members: &[Vec<Id>],
        kinds: &[Kind],
        read: &[BTreeSet<Id>],
        readers: &[Vec<u32>],
        seen: &BTreeSet<Id>,
    ) -> Option<(Recall, Phases)> {
        let mut part_of = vec![0; netlist.nodes.len()];
        for (number, members) in members.iter().enumerate() {
            members.iter().for_each(|id| part_of[*id as usize] = number);
        }
        // Nothing with feedback follows what can be recalled.
        let mut can = vec![false; members.len()];
        for number in (0..members.len()).rev() {
            let mut readers = read[number].iter().flat_map(|id| &readers[*id as usize]);
            can[number] =
                matches!(kinds[number], Kind::Operator | Kind::Holder) && readers.all(|part| can[*part as usize]);
        }
        let behind = |output: Id| {
            let (mut parts, mut sources) = (BTreeSet::new(), BTreeSet::new());
            let mut open = vec![output];
            while let Some(id) = open.pop() {
                let part = part_of[id as usize];
                if !can[part] {
                    if kinds[part] != Kind::Constant {
                        sources.insert(id);
                    }
                } else if parts.insert(part) {
                    members[part]
                        .iter()
                        .for_each(|id| netlist.each_source(*id, &mut |id| open.push(id)));
                }
            }
            (parts, sources)
        };
        let all: Vec<(BTreeSet<usize>, BTreeSet<Id>)> = seen.iter().map(|id| behind(*id)).collect();
        let (_, most) = all.iter().max_by_key(|(parts, _)| parts.len())?;
        let same = all.iter().filter(|(_, sources)| sources.is_subset(most));
        let chosen: BTreeSet<usize> = same.flat_map(|(parts, _)| parts).copied().collect();
        let is_shown = |id: &Id| {
            let readers = &readers[*id as usize];
            seen.contains(id) || readers.iter().any(|part| !chosen.contains(&(*part as usize)))
        };
        let shown: Vec<Id> = chosen
            .iter()
            .flat_map(|part| &read[*part])
            .copied()
            .filter(is_shown)
            .collect();
        if chosen.len() < LEAST || shown.len() > MOST_SHOWN {
            return None;
        }
        let words = members.len().div_ceil(BITS);
        let mut phases = [(); 3].map(|()| vec![0; words]);
        for (number, can) in can.iter().enumerate() {
            let phase = match (can, chosen.contains(&number)) {
                (false, _) => 0,
                (true, true) => 1,
                (true, false) => 2,
            };
            phases[phase][number / BITS] |= 1 << (number % BITS);
        }
        let source = |id: &Id| Source { id: *id, told: vec![], had: vec![] };
        let recall = Recall {
            values: chosen.iter().flat_map(|part| &members[*part]).copied().collect(),
            sources: most.iter().map(source).collect(),
            holders: chosen.into_iter().filter(|part| kinds[*part] == Kind::Holder).collect(),
            shown,
            key: vec![],
            told: 0,
            kept: Kept::default(),
            contents: 0,
            stale: false,
            seen: (0, 0),
            pause: 0,
        };
        Some((recall, phases))
    }

    /// Whether it is worth while to look for the present batch.
    pub fn looks(&mut self) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        if self.seen.0 >= WINDOW {
            if self.seen.1 * ENOUGH < self.seen.0 {
                self.pause = PAUSE * WINDOW;
                self.kept.0.clear();
            }
            self.seen = (0, 0);
        }
        true
    }

    #[cfg(test)]
    pub fn recalled(&self) -> u64 {
        self.seen.1
    }

    /// Forgets all batches.
    pub fn forget(&mut self) {
        self.kept.0.clear();
    }

    /// Recalls the present batch of so many lanes, whose parts hold that; they then hold what is given to `hold`. Returns whether
    /// that was possible.
    pub fn recall(
        &mut self,
        values: &mut Values,
        lanes: usize,
        held: impl Iterator<Item = u64>,
        mut hold: impl FnMut(usize, u64),
    ) -> bool {
        self.tell(values, lanes, held);
        self.seen.0 += 1;
        let Some(batch) = self
            .kept
            .0
            .get(&number(&self.key))
            .filter(|batch| equal(&batch.key, &self.key))
        else {
            return false;
        };
        for (id, shown) in self.shown.iter().zip(&batch.shown) {
            match shown {
                Shown::Uniform(value) => values.set_uniform(*id, *value, lanes),
                Shown::Lanes(of) => values.show(*id, of, lanes),
            }
        }
        for (part, value) in self.holders.iter().zip(&batch.held) {
            #[cfg(test)]
            if Fault::RecallsNoState.is_there() {
                break;
            }
            hold(*part, *value);
        }
        self.stale = true;
        self.seen.1 += 1;
        true
    }

    /// Keeps the present batch, which [`Recall::recall`] did not know, with what the parts hold at its end.
    pub fn keep(&mut self, values: &Values, held: impl Iterator<Item = u64>) {
        let shown = self.shown.iter().map(|id| match values.uniform(*id) {
            Some(value) => Shown::Uniform(value),
            None => Shown::Lanes(values.lanes[*id as usize].clone()),
        });
        let batch = Batch { key: self.key.clone(), held: held.collect(), shown: shown.collect() };
        if self.kept.0.len() >= MOST_KEPT {
            self.kept.0.clear();
        }
        self.kept.0.insert(number(&self.key), batch);
    }

    /// The parts are to be worked out in this batch. Returns whether all of them are, since batches were recalled.
    pub fn works_out(&mut self, values: &mut Values) -> bool {
        let stale = std::mem::take(&mut self.stale);
        #[cfg(test)]
        let stale = stale && !Fault::TrustsRecalled.is_there();
        if stale {
            self.values.iter().for_each(|id| values.lose(*id));
        }
        stale
    }

    /// Makes the key of a batch: the sources, what is held, and which sources change how.
    fn tell(&mut self, values: &mut Values, lanes: usize, held: impl Iterator<Item = u64>) {
        let followed = self.told + 1 == values.number();
        self.told = values.number();
        self.key.clear();
        for source in &mut self.sources {
            match values.uniform(source.id) {
                Some(_) => source.told.clear(),
                None if followed && !source.told.is_empty() && !values.changed(source.id) => {}
                None => source.tell(values, lanes, &mut self.contents),
            }
        }
        #[cfg(test)]
        let sources = &self.sources[usize::from(Fault::RecallsWhateverComes.is_there())..];
        #[cfg(not(test))]
        let sources = &self.sources[..];
        self.key.extend(
            sources
                .iter()
                .map(|source| values.uniform(source.id).unwrap_or_default()),
        );
        self.key.extend(held);
        for (place, source) in (0..).zip(sources) {
            if !source.told.is_empty() {
                self.key.extend([place, source.told.len() as u64]);
                self.key.extend(&source.told);
            }
        }
    }
}

impl Source {
    /// Tells what it is in a batch in which it changes: its first value, and each change; or the number of all its lanes.
    fn tell(&mut self, values: &mut Values, lanes: usize, contents: &mut u64) {
        values.find_changes(self.id, lanes);
        let changes: Vec<u32> = values
            .changes(self.id)
            .iter()
            .copied()
            .filter(|lane| (*lane as usize) < lanes)
            .collect();
        self.told.clear();
        if changes.len() <= FEW {
            self.told.push(values.get(self.id, 0));
            for lane in changes {
                self.told.extend([lane.into(), values.get(self.id, lane as usize)]);
            }
            return;
        }
        let own = &values.lanes[self.id as usize];
        let known = self
            .had
            .iter()
            .find(|(_, had)| had.same(own, lanes))
            .map(|(number, _)| *number);
        let number = known.unwrap_or_else(|| {
            *contents += 1;
            if self.had.len() == CONTENTS {
                self.had.remove(0);
            }
            self.had.push((*contents, own.clone()));
            *contents
        });
        // No first value has two words.
        self.told.extend([number, 0]);
    }
}

/// A number for a key; few keys have the same one. The rotation and the factor are those of the hash function of Firefox, `FxHash`.
fn number(key: &[u64]) -> u64 {
    key.iter().fold(0, |number: u64, word| {
        (number.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::Batch,
        busy::Pace,
        interface::{Engine, Port, PortDirection},
        netlist::{Draft, Op, Write},
        whole::Whole,
    };

    const MOVE: usize = 1;
    const STORE: usize = 2;
    const COLOUR: usize = 3;
    const LINE: usize = 32;

    /// A picture of four lines. It shows a ROM, a memory that is written on request at one of two places, and a mark at that
    /// place, all behind registers. The place changes on request at the beginning of a line.
    fn picture() -> Netlist {
        let mut draft = Draft::default();
        let [clock, moves, stores] = [0, MOVE, STORE].map(|port| draft.input(port, 1)[0]);
        let one = draft.node(Op::Constant(1), 7);
        let beam_d = draft.wire(7);
        let beam = draft.register(beam_d, 0, clock);
        let next = draft.node(Op::Add(beam, one), 7);
        draft.drive(beam_d, next);
        let place_d = draft.wire(7);
        let place = draft.register(place_d, 9, clock);
        let across = draft.node(Op::Constant(33), 7);
        let moved = draft.node(Op::Xor(place, across), 7);
        let pixel = draft.node(Op::Slice(beam, 0), 5);
        let inside = draft.node(Op::Any(pixel), 1);
        let moved = draft.node(Op::Select(inside, place, moved), 7);
        let next = draft.node(Op::Select(moves, moved, place), 7);
        draft.drive(place_d, next);

        let rom = draft.memory(7, (0..128).map(|word| word * 37 % 128).collect(), 3, beam, None, clock);
        let write = Write { enable: stores, address: place, data: place, reads: true };
        let stored = draft.memory(7, vec![0; 128], 5, beam, Some(write), clock);
        let here = draft.node(Op::Equal(beam, place), 1);
        let marked = draft.register(here, 0, clock);
        let both = draft.node(Op::Xor(rom, stored), 7);
        let own = draft.node(Op::Multiply(place, place), 7);
        let colour = draft.node(Op::Select(marked, own, both), 7);
        let colour = draft.register(colour, 0, clock);
        draft.output(COLOUR, 0, colour);
        draft.finish(&|_| false).unwrap()
    }

    /// The first of many lines that is not as it is clock by clock, and the number of lines that were recalled.
    fn difference() -> (Option<usize>, u64) {
        let netlist = picture();
        let port = |name, direction, width| Port { name, direction, width };
        let ports = vec![
            port("clock", PortDirection::Clock, 1),
            port("move", PortDirection::Input, 1),
            port("store", PortDirection::Input, 1),
            port("colour", PortDirection::Output, 7),
        ];
        let mut whole = Whole::new(&netlist, ports);
        let inputs = [MOVE, STORE].map(|port| (port, netlist.port(port)[0].unwrap()));
        let colour = netlist.port(COLOUR)[0].unwrap();
        let mut batch = Batch::new(netlist, LINE, &|_| false, Pace::Parts, None);
        let mut random = fastrand::Rng::with_seed(3);
        let mut first = None;
        for line in 0..500 {
            for (port, id) in inputs {
                let value = u64::from(random.u32(..if port == MOVE { 10 } else { 60 }) == 0);
                batch.set(id, value);
                whole.set(port, value);
            }
            // Shorter lines are between them.
            let clocks = if random.u32(..40) == 0 { LINE / 2 } else { LINE };
            batch.run(clocks);
            for lane in 0..clocks {
                whole.settle();
                if whole.get(COLOUR) != batch.get(colour, lane) {
                    first = first.or(Some(line));
                }
                whole.step();
            }
        }
        (first, batch.recalled())
    }

    #[test]
    fn lines_are_recalled_and_are_right() {
        let (first, recalled) = difference();
        assert_eq!(first, None);
        // Of 500.
        assert!(recalled > 100, "{recalled}");
        for fault in Fault::OF_RECALL {
            Fault::put(Some(fault));
            let (first, recalled) = difference();
            Fault::put(None);
            assert!(first.is_some(), "{fault:?} is not seen, {recalled} lines were recalled");
        }
    }

    #[test]
    fn nothing_is_looked_for_where_nothing_comes_again() {
        let mut recall = Recall {
            values: vec![],
            sources: vec![],
            holders: vec![],
            shown: vec![],
            key: vec![],
            told: 0,
            kept: Kept::default(),
            contents: 0,
            stale: false,
            seen: (WINDOW, WINDOW / ENOUGH),
            pause: 0,
        };
        assert!(recall.looks() && recall.pause > 0);
        let looks = (0..PAUSE * WINDOW).any(|_| recall.looks());
        assert!(!looks && recall.looks());
        recall.seen = (WINDOW, WINDOW / ENOUGH + 1);
        assert!(recall.looks() && recall.pause == 0);
    }
}
