//! A circuit, or a part of one, by its program, which computes everything in every clock.
//!
//! ```text
//! lanes of the inputs ──> slots of the frame ── program, edge ──> watched values
//! ```

use std::{collections::BTreeSet, sync::Arc};

use anyhow::Result;

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    cycle::{Run, Watched},
    frame::Frame,
    netlist::{Id, Netlist},
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

#[derive(Clone)]
pub struct Busy {
    prepared: Arc<Prepared>,
    /// The values from outside, with their slots.
    inputs: Arc<Vec<(Id, usize)>>,
    frame: Frame,
    /// The values belong to the present state and inputs.
    fresh: bool,
    /// The next state is still that of an earlier run of the program.
    stale: bool,
}

impl Busy {
    /// Prepares the program of a netlist of which these values are looked at.
    pub fn whole(netlist: &Netlist, seen: &BTreeSet<Id>, making: Making) -> Result<Busy> {
        Busy::new(Prepared::whole(netlist, seen, making)?, |id| id)
    }

    /// Prepares the program of a part of which these values are looked at.
    pub fn of_part(part: &Alone, making: Making) -> Result<Busy> {
        Busy::new(Prepared::whole(&part.netlist, &part.seen, making)?, |id| {
            part.ids[id as usize]
        })
    }

    fn new(prepared: Prepared, outside: impl Fn(Id) -> Id) -> Result<Busy> {
        let inputs = prepared.split.inputs.iter();
        let inputs = inputs.map(|(id, new)| (outside(*id), prepared.layout.slot(*new) as usize));
        Ok(Busy {
            inputs: Arc::new(inputs.collect()),
            frame: prepared.frame(),
            prepared: Arc::new(prepared),
            fresh: false,
            stale: false,
        })
    }

    /// Continues from that state, with these values from outside.
    pub fn take(&mut self, held: &Held, outside: impl Fn(Id) -> u64) {
        self.prepared.take(&mut self.frame, held);
        for (id, slot) in &*self.inputs {
            self.frame.slots[*slot] = outside(*id);
        }
        (self.fresh, self.stale) = (false, true);
    }

    /// Sets the present state.
    pub fn give(&mut self, held: &mut Held) {
        self.prepared.give(&mut self.frame, held);
    }

    /// The values from outside.
    pub fn inputs(&self) -> impl Iterator<Item = (Id, u64)> {
        self.inputs.iter().map(|(id, slot)| (*id, self.frame.slots[*slot]))
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
        self.frame.slots[self.prepared.layout.seen[number] as usize]
    }

    /// Makes an edge.
    #[inline]
    pub fn step(&mut self, run: &mut Run, watched: &mut [Watched]) {
        let layout = &self.prepared.layout;
        layout.domains.iter().for_each(|domain| self.frame.edge(layout, domain));
        (self.fresh, self.stale) = (false, false);
        run.lane += 1;
        if run.lane == run.due {
            run.each_change(|slot, value| self.set(slot, value));
        }
        self.settle();
        for (watched, slot) in watched.iter_mut().zip(&self.prepared.layout.seen) {
            watched.see(self.frame.slots[*slot as usize], run.lane);
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
