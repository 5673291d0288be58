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
    arrays::Arrays,
    code::Code,
    cycle::{Run, Varying, Watched},
    frame::{Frame, Layout, logic},
    interpret::Interpreter,
    machine::{COMPILES, Machine},
    netlist::{Id, Netlist, mask},
    program::Program,
    split::Split,
    sums::Sums,
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

/// What makes a program shorter. Each can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimisation {
    /// Registers of several fields as several.
    Fields,
    /// Functions of one narrow value as tables.
    Tables,
    /// Registers that are read or written by an index.
    Arrays,
    /// Sums of bits as counts.
    Counts,
    /// Operators that one outcome of a test alone needs behind a branch.
    Branches,
}

impl Optimisation {
    pub const ALL: [Optimisation; 5] = {
        use Optimisation::*;
        [Fields, Tables, Arrays, Counts, Branches]
    };
}

/// How the program of a circuit is made.
#[derive(Clone, Copy, Debug)]
pub struct Making {
    pub compiled: bool,
    pub without: Option<Optimisation>,
}

impl Making {
    pub fn has(&self, optimisation: Optimisation) -> bool {
        self.without != Some(optimisation)
    }
}

/// All that a circuit holds between two clocks.
pub struct Held {
    pub registers: Vec<u64>,
    /// The outputs of the memories, and their words.
    pub memories: Vec<(u64, Vec<u64>)>,
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

struct Prepared {
    split: Split,
    layout: Layout,
    runner: Runner,
}

/// What runs the program.
enum Runner {
    Compiled(Box<Machine>),
    Interpreted(Interpreter),
}

/// Changes are counted once in so many clocks.
const SAMPLED: u64 = 16;

impl Busy {
    /// Prepares the program of a netlist of which these values are looked at.
    pub fn new(netlist: &Netlist, seen: &BTreeSet<Id>, lanes: usize, making: Making) -> Result<Busy> {
        let split = Split::of(netlist, seen, making)?;
        let places: Vec<Id> = split.seen.iter().map(|(_, new)| *new).collect();
        let nodes = &split.netlist.nodes;
        let code: Vec<Code> = (0..nodes.len() as Id).map(|id| Code::of(&split.netlist, id)).collect();
        let widths: Vec<usize> = nodes.iter().map(|node| node.width).collect();
        let (mut layout, mut stores) = Layout::of(&split.netlist, &places);
        let arrays = match making.has(Optimisation::Arrays) {
            true => Arrays::find(&code, &widths, &mut stores, &mut layout),
            false => Arrays::none(&code),
        };
        let sums = match making.has(Optimisation::Counts) {
            true => Sums::of(&code),
            false => Sums::none(&code),
        };
        let logic = logic(&split.netlist, &code, stores, arrays, sums);
        let by_kinds = !(making.compiled && COMPILES);
        let program = Program::new(&logic, making.has(Optimisation::Branches), by_kinds);
        let machine = making
            .compiled
            .then(|| Machine::new(&program, &layout, &code, &widths))
            .flatten();
        let runner = match machine {
            Some(machine) => Runner::Compiled(Box::new(machine)),
            None => Runner::Interpreted(Interpreter::new(&program, &code, &layout)),
        };
        let watched = split.seen.iter().map(|(id, _)| Watched::new(netlist, *id, lanes));
        Ok(Busy {
            watched: watched.collect(),
            frame: Frame::of(&layout, &split.netlist),
            prepared: Arc::new(Prepared { split, layout, runner }),
            fresh: false,
            stale: false,
            clocks: 0,
            samples: 0,
            moved: 0,
        })
    }

    /// Continues from that state.
    pub fn take(&mut self, held: &Held) {
        let Prepared { split, layout, .. } = &*self.prepared;
        let slots = &mut self.frame.slots;
        for (slot, (part, register)) in split.parts.iter().zip(&split.netlist.registers).enumerate() {
            let width = split.netlist.nodes[register.q as usize].width;
            slots[slot] = held.registers[part.0] >> part.1 & mask(width);
        }
        for (number, (data, words)) in held.memories.iter().enumerate() {
            self.frame.slots[layout.registers as usize + number] = *data;
            let width = split.netlist.nodes[split.netlist.memories[number].data as usize].width;
            let slots = self.frame.span(layout.memories[number]).iter_mut();
            // No word is wider than what may index a table.
            slots.zip(words).for_each(|(slot, word)| *slot = word & mask(width));
        }
        (self.fresh, self.stale) = (false, true);
        (self.clocks, self.samples, self.moved) = (0, 0, 0);
    }

    /// Sets the present state.
    pub fn give(&mut self, held: &mut Held) {
        let Prepared { split, layout, .. } = &*self.prepared;
        held.registers.fill(0);
        for (value, (register, low)) in self.frame.slots.iter().zip(&split.parts) {
            #[cfg(test)]
            let low = if Fault::JoinsWrongly.is_there() { &0 } else { low };
            held.registers[*register] |= value << low;
        }
        for (number, (data, words)) in held.memories.iter_mut().enumerate() {
            *data = self.frame.slots[layout.registers as usize + number];
            words.copy_from_slice(self.frame.span(layout.memories[number]));
        }
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
        match &self.prepared.runner {
            Runner::Compiled(machine) => machine.run(&mut self.frame),
            Runner::Interpreted(interpreter) => {
                interpreter.run(&mut self.frame, &self.prepared.split.netlist.tables);
            }
        }
    }

    #[inline]
    fn edge(&mut self) {
        self.clocks += 1;
        if self.clocks.is_multiple_of(SAMPLED) {
            self.samples += 1;
            self.moved += self.frame.changes(&self.prepared.layout) as u64;
        }
        self.frame.edge(&self.prepared.layout);
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
