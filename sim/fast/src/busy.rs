//! A circuit, or a part of one, by its program, which computes everything in every clock.
//!
//! ```text
//! lanes of the inputs ──> slots of the frame ── program, edge ──> watched values
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use anyhow::Result;

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    calls::Asked,
    cycle::{Run, Watched},
    frame::Frame,
    netlist::{Call, Id, Netlist},
    parts::Alone,
    prepared::{Held, Making, Prepared},
};

/// How a circuit is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// In parts: each by its program while it is busy.
    #[default]
    Measured,
    /// In parts, without programs.
    Parts,
    /// As a whole by its program, interpreted.
    Interpreted,
    /// As a whole by its program, compiled where that is possible.
    Compiled,
}

/// A call, by the slots of what it asks and of what it answers.
#[derive(Clone)]
struct BusyCall {
    asks: Vec<usize>,
    answers: Vec<usize>,
    asked: Asked,
}

#[derive(Clone)]
pub struct Busy {
    prepared: Arc<Prepared>,
    /// The values from outside, with their slots.
    inputs: Arc<Vec<(Id, usize)>>,
    /// The answers of calls, with their slots.
    answers: Arc<Vec<(Id, usize)>>,
    calls: Vec<BusyCall>,
    /// The slots of the watched values.
    watched: Arc<Vec<usize>>,
    frame: Frame,
    /// The values belong to the present state and inputs.
    fresh: bool,
    /// The next state is still that of an earlier run of the program.
    stale: bool,
}

impl Busy {
    /// Prepares the program of a whole netlist without calls. The values in `seen` can be read after each clock.
    pub fn whole(netlist: &Netlist, seen: &BTreeSet<Id>, making: Making) -> Result<Busy> {
        Busy::new(netlist, seen, &[], making, |id| id)
    }

    /// Prepares the program of a part. The values that other parts read of it can be read after each clock.
    pub fn of_part(part: &Alone, making: Making) -> Result<Busy> {
        Busy::new(&part.netlist, &part.seen, &part.calls, making, |id| {
            part.ids[id as usize]
        })
    }

    fn new(
        netlist: &Netlist,
        watched: &BTreeSet<Id>,
        calls: &[Call],
        making: Making,
        outside: impl Fn(Id) -> Id,
    ) -> Result<Busy> {
        let asks = calls.iter().flat_map(|call| &call.asks);
        let seen = watched.iter().chain(asks).copied().collect();
        let prepared = Prepared::whole(netlist, &seen, making)?;
        let (split, layout) = (&prepared.split, &prepared.layout);
        let seen: BTreeMap<Id, usize> = (split.seen.iter().zip(&layout.seen))
            .map(|((id, _), slot)| (*id, *slot as usize))
            .collect();
        let inputs: BTreeMap<Id, usize> = (split.inputs.iter())
            .map(|(id, new)| (*id, layout.slot(*new) as usize))
            .collect();
        let calls = calls.iter().map(|of| BusyCall {
            asks: of.asks.iter().map(|id| seen[id]).collect(),
            answers: of.answers.iter().map(|id| inputs[id]).collect(),
            asked: Asked::of(of.function),
        });
        let calls: Vec<BusyCall> = calls.collect();
        let is_answer = |(_, slot): &(Id, usize)| calls.iter().any(|call| call.answers.contains(slot));
        let inputs = inputs.iter().map(|(id, slot)| (outside(*id), *slot));
        let (answers, inputs) = inputs.partition(is_answer);
        Ok(Busy {
            inputs: Arc::new(inputs),
            answers: Arc::new(answers),
            calls,
            watched: Arc::new(watched.iter().map(|id| seen[id]).collect()),
            frame: prepared.frame(),
            prepared: Arc::new(prepared),
            fresh: false,
            stale: false,
        })
    }

    /// Continues from that state, with these values from outside.
    pub fn take(&mut self, held: &Held, outside: impl Fn(Id) -> u64) {
        self.prepared.take(&mut self.frame, held);
        for (id, slot) in self.inputs.iter().chain(&*self.answers) {
            self.frame.slots[*slot] = outside(*id);
        }
        (self.fresh, self.stale) = (false, true);
    }

    /// Continues with what its calls were asked last.
    pub fn take_asked<'a>(&mut self, all: impl Iterator<Item = &'a Asked>) {
        for (call, asked) in self.calls.iter_mut().zip(all) {
            call.asked = asked.clone();
        }
    }

    /// What its calls were asked last.
    pub fn asked(&self) -> impl Iterator<Item = &Asked> {
        self.calls.iter().map(|call| &call.asked)
    }

    /// Sets the present state.
    pub fn give(&mut self, held: &mut Held) {
        self.prepared.give(&mut self.frame, held);
    }

    /// The values from outside, and the answers.
    pub fn inputs(&self) -> impl Iterator<Item = (Id, u64)> {
        let all = self.inputs.iter().chain(&*self.answers);
        all.map(|(id, slot)| (*id, self.frame.slots[*slot]))
    }

    /// Sets the values from outside as of the present lane, and what varies in the lanes behind it.
    pub fn begin(&mut self, run: &mut Run, clocks: usize) {
        let inputs = self.inputs.clone();
        for &(id, slot) in &*inputs {
            self.set(slot, run.values.get(id, run.lane));
        }
        run.vary(inputs.iter().copied(), clocks);
        self.settle();
    }

    /// A value that is looked at, by its number.
    #[inline]
    pub fn watched(&self, number: usize) -> u64 {
        self.frame.slots[self.watched[number]]
    }

    /// Makes an edge.
    #[inline]
    pub fn step(&mut self, run: &mut Run, watched: &mut [Watched]) {
        let (layout, frame) = (&self.prepared.layout, &mut self.frame);
        for BusyCall { asks, answers, asked } in &mut self.calls {
            asked.answer(asks.iter().map(|slot| frame.slots[*slot]), answers.len());
        }
        layout.domains.iter().for_each(|domain| frame.edge(layout, domain));
        for BusyCall { answers, asked, .. } in &self.calls {
            #[cfg(test)]
            if Fault::KeepsAnswer.is_there() {
                continue;
            }
            for (slot, value) in answers.iter().zip(asked.answered()) {
                frame.slots[*slot] = *value;
            }
        }
        (self.fresh, self.stale) = (false, false);
        run.lane += 1;
        if run.lane == run.due {
            run.each_change(|slot, value| self.set(slot, value));
        }
        self.settle();
        for (watched, slot) in watched.iter_mut().zip(&*self.watched) {
            watched.see(self.frame.slots[*slot], run.lane);
        }
    }

    /// The number of state values that the next edge changes, and a number that tells which these are.
    pub fn moves(&self) -> (u64, u64) {
        self.frame.moves(&self.prepared.layout)
    }

    #[inline]
    fn set(&mut self, slot: usize, value: u64) {
        if self.frame.slots[slot] != value {
            self.frame.slots[slot] = value;
            self.fresh = false;
        }
    }

    #[inline]
    fn settle(&mut self) {
        if std::mem::replace(&mut self.fresh, true) {
            return;
        }
        let is_stale = std::mem::replace(&mut self.stale, true);
        #[cfg(test)]
        let is_stale = is_stale && !Fault::KeepsNextState.is_there();
        if is_stale {
            self.frame.again(&self.prepared.layout);
        }
        self.prepared.run(0, &mut self.frame);
    }
}
