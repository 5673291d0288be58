//! A netlist prepared to be run by programs: one for all of it, or one for each of its clocks.
//!
//! ```text
//! netlist ── split.rs ──> layout of a frame ──┬─ values of the state, by clock ─> a program each
//!                                             └─ values that are looked at ─────> a program
//! ```

use std::collections::BTreeSet;

use anyhow::Result;

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    arrays::Arrays,
    code::Code,
    frame::{Frame, Layout},
    interpret::Interpreter,
    machine::{COMPILES, Machine},
    netlist::{Id, Netlist, mask},
    program::{Logic, Ports, Program, Store},
    split::Split,
    sums::Sums,
};

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
    /// Operators of one kind in a row, which are interpreted in one step.
    Rows,
}

impl Optimisation {
    pub const ALL: [Optimisation; 6] = {
        use Optimisation::*;
        [Fields, Tables, Arrays, Counts, Branches, Rows]
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

impl Held {
    /// What it holds at power-on.
    pub fn first(netlist: &Netlist) -> Held {
        let memories = netlist.memories.iter().map(|of| (of.initial, of.words.clone()));
        Held {
            registers: netlist.registers.iter().map(|register| register.initial).collect(),
            memories: memories.collect(),
        }
    }
}

/// A netlist as programs.
pub struct Prepared {
    pub split: Split,
    pub layout: Layout,
    programs: Vec<Runner>,
}

/// What runs a program.
enum Runner {
    Compiled(Box<Machine>),
    Interpreted(Interpreter),
}

/// What one program computes.
#[derive(Default)]
struct Share {
    stores: Vec<Store>,
    memories: Vec<u32>,
}

impl Prepared {
    /// One program for all of a netlist of which these values are looked at.
    pub fn whole(netlist: &Netlist, seen: &BTreeSet<Id>, making: Making) -> Result<Prepared> {
        Prepared::new(netlist, seen, making, |layout, stores| {
            vec![Share { stores, memories: (0..layout.memories.len() as u32).collect() }]
        })
    }

    /// A program for the next state of each clock, in the order of the layout's domains, and then one for what is looked at.
    pub fn by_clocks(netlist: &Netlist, seen: &BTreeSet<Id>, making: Making) -> Result<Prepared> {
        Prepared::new(netlist, seen, making, |layout, stores| {
            let domains = layout.domains.iter();
            let memories = domains.map(|domain| domain.memories.clone()).chain([vec![]]);
            let mut shares: Vec<Share> = memories.map(|memories| Share { stores: vec![], memories }).collect();
            for store in stores {
                shares[layout.domain_of(store.target)].stores.push(store);
            }
            shares
        })
    }

    fn new(
        netlist: &Netlist,
        seen: &BTreeSet<Id>,
        making: Making,
        shared: impl FnOnce(&Layout, Vec<Store>) -> Vec<Share>,
    ) -> Result<Prepared> {
        let split = Split::of(netlist, seen, making)?;
        let places: Vec<Id> = split.seen.iter().map(|(_, new)| *new).collect();
        let nodes = &split.netlist.nodes;
        let code: Vec<Code> = (0..nodes.len() as Id).map(|id| Code::of(&split.netlist, id)).collect();
        let widths: Vec<usize> = nodes.iter().map(|node| node.width).collect();
        let (mut layout, stores) = Layout::of(&split.netlist, &places);
        let registers = split.netlist.registers.iter().zip(&split.parts);
        layout.set_fields(registers.map(|(register, (number, _))| (register.q, *number)));
        let shares = shared(&layout, stores).into_iter().map(|mut share| {
            let arrays = match making.has(Optimisation::Arrays) {
                true => Arrays::find(&code, &widths, &mut share.stores, &mut layout),
                false => Arrays::none(&code),
            };
            let sums = match making.has(Optimisation::Counts) {
                true => Sums::of(&code),
                false => Sums::none(&code),
            };
            let ports = share.memories.into_iter().map(|memory| {
                let of = &split.netlist.memories[memory as usize];
                Ports {
                    memory,
                    address: of.address,
                    write: of.write.map(|write| [write.enable, write.address, write.data]),
                    reads: of.write.is_some_and(|write| write.reads),
                }
            });
            Logic { code: &code, stores: share.stores, memories: ports.collect(), sums, arrays }
        });
        // With all of them the layout is complete.
        let shares: Vec<Logic> = shares.collect();
        let programs = shares.iter().map(|logic| {
            let by_kinds = making.has(Optimisation::Rows) && !(making.compiled && COMPILES);
            let program = Program::new(logic, making.has(Optimisation::Branches), by_kinds);
            let machine = making
                .compiled
                .then(|| Machine::new(&program, &layout, &code, &widths))
                .flatten();
            match machine {
                Some(machine) => Runner::Compiled(Box::new(machine)),
                None => Runner::Interpreted(Interpreter::new(&program, &code, &layout)),
            }
        });
        let programs = programs.collect();
        Ok(Prepared { split, layout, programs })
    }

    /// A frame in no state.
    pub fn frame(&self) -> Frame {
        Frame::of(&self.layout, &self.split.netlist)
    }

    /// Runs a program once.
    #[inline]
    pub fn run(&self, program: usize, frame: &mut Frame) {
        match &self.programs[program] {
            Runner::Compiled(machine) => machine.run(frame),
            Runner::Interpreted(interpreter) => interpreter.run(frame, &self.split.netlist.tables),
        }
    }

    /// Puts a state into a frame.
    pub fn take(&self, frame: &mut Frame, held: &Held) {
        let Prepared { split, layout, .. } = self;
        let width = |id: Id| split.netlist.nodes[id as usize].width;
        for (register, (part, low)) in split.netlist.registers.iter().zip(&split.parts) {
            let value = held.registers[*part] >> low & mask(width(register.q));
            frame.slots[layout.slot(register.q) as usize] = value;
        }
        for (number, (data, words)) in held.memories.iter().enumerate() {
            let output = split.netlist.memories[number].data;
            frame.slots[layout.slot(output) as usize] = *data;
            let slots = frame.span(layout.memories[number]).iter_mut();
            // No word is wider than what may index a table.
            slots
                .zip(words)
                .for_each(|(slot, word)| *slot = word & mask(width(output)));
        }
    }

    /// Takes the state out of a frame.
    pub fn give(&self, frame: &mut Frame, held: &mut Held) {
        let Prepared { split, layout, .. } = self;
        held.registers.fill(0);
        for (register, (part, low)) in split.netlist.registers.iter().zip(&split.parts) {
            #[cfg(test)]
            let low = if Fault::JoinsWrongly.is_there() { &0 } else { low };
            held.registers[*part] |= frame.slots[layout.slot(register.q) as usize] << low;
        }
        for (number, (data, words)) in held.memories.iter_mut().enumerate() {
            *data = frame.slots[layout.slot(split.netlist.memories[number].data) as usize];
            words.copy_from_slice(frame.span(layout.memories[number]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::netlist::{Draft, Op};

    #[test]
    fn a_register_moves_as_one_whichever_of_its_fields_do() {
        let mut draft = Draft::default();
        let [clock, both] = [0, 1].map(|port| draft.input(port, 1)[0]);
        let d = draft.wire(8);
        let q = draft.register(d, 0, clock);
        let [low, high] = [0, 4].map(|bit| draft.node(Op::Slice(q, bit), 4));
        let one = draft.node(Op::Constant(1), 4);
        let [next_low, more] = [low, high].map(|field| draft.node(Op::Add(field, one), 4));
        let next_high = draft.node(Op::Select(both, more, high), 4);
        let next = draft.node(Op::Join(next_high, next_low), 8);
        draft.drive(d, next);
        draft.output(2, 0, low);
        draft.output(3, 0, high);
        let netlist = draft.finish(&|_| false).unwrap();

        let seen = netlist.outputs.values().copied().collect();
        let prepared = Prepared::whole(&netlist, &seen, Making { compiled: false, without: None }).unwrap();
        assert_eq!(prepared.split.netlist.registers.len(), 2);
        let mut frame = prepared.frame();
        prepared.take(&mut frame, &Held::first(&netlist));
        let both = netlist.port(1)[0].unwrap();
        let (_, both) = prepared.split.inputs.iter().find(|(id, _)| *id == both).unwrap();
        let moves = [0, 1].map(|value| {
            frame.slots[prepared.layout.slot(*both) as usize] = value;
            frame.again(&prepared.layout);
            prepared.run(0, &mut frame);
            frame.moves(&prepared.layout)
        });
        assert_eq!((moves[0].0, moves[0]), (1, moves[1]));
    }
}
