//! A whole circuit by its program, while most of its clocks change much.
//!
//! ```text
//! parts, by events ── many values computed in a clock ──> program: all of them, without looking for changes
//!       <── few values of the state change, or none ──
//! ```

use std::{collections::BTreeSet, sync::Arc};

use anyhow::Result;

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    cycle::{Run, Varying, Watched},
    frame::Frame,
    netlist::{Id, Netlist},
    prepared::{Held, Making, Prepared},
    value::Values,
};

/// How a circuit is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// In parts while it is quiet, else by its program.
    #[default]
    Measured,
    /// Always in parts.
    Parts,
    /// Always by its program, interpreted.
    Interpreted,
    /// Always by its program, compiled where that is possible.
    Compiled,
}

#[derive(Clone)]
pub struct Busy {
    prepared: Arc<Prepared>,
    frame: Frame,
    watched: Vec<Watched>,
    /// The values belong to the present state and inputs.
    fresh: bool,
    /// The next state is still that of an earlier run of the program.
    stale: bool,
    /// The clocks since the state was taken.
    clocks: u64,
    samples: u64,
    /// The values that changed in the sampled clocks.
    moved: u64,
}

/// Changes are counted once in so many clocks.
const SAMPLED: u64 = 16;

impl Busy {
    /// Prepares the program of a netlist of which these values are looked at.
    pub fn new(netlist: &Netlist, seen: &BTreeSet<Id>, lanes: usize, making: Making) -> Result<Busy> {
        let prepared = Prepared::whole(netlist, seen, making)?;
        let watched = prepared
            .split
            .seen
            .iter()
            .map(|(id, _)| Watched::new(netlist, *id, lanes));
        Ok(Busy {
            watched: watched.collect(),
            frame: prepared.frame(),
            prepared: Arc::new(prepared),
            fresh: false,
            stale: false,
            clocks: 0,
            samples: 0,
            moved: 0,
        })
    }

    /// Continues from that state.
    pub fn take(&mut self, held: &Held) {
        self.prepared.take(&mut self.frame, held);
        (self.fresh, self.stale) = (false, true);
        (self.clocks, self.samples, self.moved) = (0, 0, 0);
    }

    /// Sets the present state.
    pub fn give(&mut self, held: &mut Held) {
        self.prepared.give(&mut self.frame, held);
    }

    /// So many edges; `values` has the lanes of the inputs, and gets those of what is looked at.
    pub fn run(&mut self, values: &mut Values, clocks: usize) {
        let prepared = self.prepared.clone();
        let Prepared { split, layout, .. } = &*prepared;
        let mut run = Run::new(values);
        for (id, new) in &split.inputs {
            let slot = layout.slot(*new) as usize;
            self.set(slot, run.values.get(*id, 0));
            if run.values.uniform(*id).is_none() {
                run.varying.push(Varying::new(*id, slot));
            }
        }
        run.find_changes(clocks + 1, |_| true);
        run.find_due();
        self.settle();
        for (watched, slot) in self.watched.iter_mut().zip(&layout.seen) {
            watched.begin(self.frame.slots[*slot as usize]);
        }
        while run.lane < clocks {
            self.edge();
            run.lane += 1;
            if run.lane == run.due {
                run.each_change(|slot, value| self.set(slot, value));
            }
            self.settle();
            for (watched, slot) in self.watched.iter_mut().zip(&layout.seen) {
                watched.see(self.frame.slots[*slot as usize], run.lane);
            }
        }
        self.watched.iter_mut().for_each(|watched| watched.end(values, clocks));
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

    #[inline]
    fn edge(&mut self) {
        self.clocks += 1;
        if self.clocks.is_multiple_of(SAMPLED) {
            self.samples += 1;
            self.moved += self.frame.changes(&self.prepared.layout) as u64;
        }
        let layout = &self.prepared.layout;
        layout.domains.iter().for_each(|domain| self.frame.edge(layout, domain));
        (self.fresh, self.stale) = (false, false);
    }

    /// The changes per clock, once enough clocks were sampled since the last call.
    pub fn moved(&mut self) -> Option<u64> {
        const SAMPLES: u64 = 16;
        if self.samples < SAMPLES {
            return None;
        }
        let moved = self.moved.div_ceil(self.samples);
        (self.samples, self.moved) = (0, 0);
        Some(moved)
    }
}
