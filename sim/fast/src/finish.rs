//! From a draft to a netlist: keeps what is read, puts it in order, and simplifies it.
//!
//! ```text
//! wire w = a & 1 (of one bit)   ->  a           outputs and names first, then what they follow, through registers
//! x + 2 - 2 ... of constants    ->  a constant  and memories; the rest is left out
//! two equal operators           ->  one
//! ```

use std::collections::HashMap;

use anyhow::{Result, bail};

use crate::{
    code::Code,
    netlist::{Call, Draft, DraftNode, Id, Memory, Netlist, Node, Op, Register, Write, mask},
};

/// A draft being turned into a netlist.
struct Finish {
    draft: Draft,
    done: Netlist,
    /// For each value of the draft, its value in the netlist.
    placed: Vec<Option<Id>>,
    /// Whether the operands of each value are being placed.
    entered: Vec<bool>,
    known: HashMap<Node, Id>,
    tables: HashMap<Vec<u64>, u32>,
    /// For each call of the draft, its call in the netlist.
    calls: HashMap<u32, u32>,
}

impl Draft {
    /// Puts everything in order. Keeps the names for which `seen` holds.
    ///
    /// # Errors
    /// A wire has no driver, or a value depends on itself.
    pub fn finish(self, seen: &dyn Fn(&str) -> bool) -> Result<Netlist> {
        Finish::of(self, seen)
    }
}

impl Finish {
    fn of(draft: Draft, seen: &dyn Fn(&str) -> bool) -> Result<Netlist> {
        let mut finish = Finish {
            placed: vec![None; draft.nodes.len()],
            entered: vec![false; draft.nodes.len()],
            done: Netlist::default(),
            known: HashMap::new(),
            tables: HashMap::new(),
            calls: HashMap::new(),
            draft,
        };
        let outputs = std::mem::take(&mut finish.draft.outputs);
        for (port, value) in outputs {
            let placed = finish.place(value)?;
            finish.done.outputs.insert(port, placed);
        }
        let names = std::mem::take(&mut finish.draft.names);
        for (name, value) in names {
            // The writer may have left out what nobody reads.
            let driven = |word: &Id| {
                let node = &finish.draft.nodes[*word as usize];
                node.op.is_some() || node.follows.is_some()
            };
            if value.iter().all(driven) && seen(&name) {
                let placed = value
                    .into_iter()
                    .map(|word| finish.place(word))
                    .collect::<Result<_>>()?;
                finish.done.names.insert(name, placed);
            }
        }
        // A register, memory or call is followed once something reads it, so these lists grow during the loop.
        let (mut register, mut memory, mut call) = (0, 0, 0);
        loop {
            if register < finish.done.registers.len() {
                let Register { d, clock, .. } = finish.done.registers[register];
                finish.done.registers[register].d = finish.place(d)?;
                finish.done.registers[register].clock = finish.place_clock(clock)?;
                register += 1;
            } else if memory < finish.done.memories.len() {
                let Memory { address, write, clock, .. } = finish.done.memories[memory];
                let address = finish.place(address)?;
                let write = match write {
                    None => None,
                    Some(write) => Some(Write {
                        enable: finish.place(write.enable)?,
                        address: finish.place(write.address)?,
                        data: finish.place(write.data)?,
                        reads: write.reads,
                    }),
                };
                finish.done.memories[memory].address = address;
                finish.done.memories[memory].write = write;
                finish.done.memories[memory].clock = finish.place_clock(clock)?;
                memory += 1;
            } else if call < finish.done.calls.len() {
                let Call { asks, clock, .. } = finish.done.calls[call].clone();
                let asks = asks.into_iter().map(|id| finish.place(id)).collect::<Result<_>>()?;
                finish.done.calls[call].asks = asks;
                finish.done.calls[call].clock = finish.place_clock(clock)?;
                call += 1;
            } else {
                return Ok(finish.done);
            }
        }
    }

    fn place_clock(&mut self, clock: Id) -> Result<Id> {
        let placed = self.place(clock)?;
        match self.done.nodes[placed as usize].op {
            Op::Input(..) => Ok(placed),
            _ => bail!("a clock that is no input"),
        }
    }

    /// Places a value of the draft, with all it depends on, in the netlist.
    fn place(&mut self, value: Id) -> Result<Id> {
        let mut open = vec![value];
        while let Some(&id) = open.last() {
            if self.placed[id as usize].is_some() {
                open.pop();
                continue;
            }
            let node = &self.draft.nodes[id as usize];
            let mut missing = vec![];
            match (node.op, node.follows) {
                (Some(op), _) => op.each_operand(&mut |operand| missing.push(operand)),
                (None, Some(follows)) => missing.push(follows),
                (None, None) => bail!("a wire of {} bits that nothing drives", node.width),
            }
            missing.retain(|operand| self.placed[*operand as usize].is_none());
            if missing.is_empty() {
                let placed = self.put(id);
                self.placed[id as usize] = Some(placed);
                open.pop();
            } else if std::mem::replace(&mut self.entered[id as usize], true) {
                bail!("a value of {} bits follows itself without a register", node.width);
            } else {
                open.extend(missing);
            }
        }
        Ok(self.placed[value as usize].unwrap_or_default())
    }

    /// Adds a value whose operands are in the netlist already.
    fn put(&mut self, id: Id) -> Id {
        let DraftNode { op, follows, width } = self.draft.nodes[id as usize];
        let at = |id: Id| self.placed[id as usize].unwrap_or_default();
        match (op, follows) {
            (Some(Op::Register(number)), _) => {
                let register = self.draft.registers[number as usize].clone();
                let q = self.insert(Op::Register(self.done.registers.len() as u32), width);
                self.done.registers.push(Register { q, ..register });
                q
            }
            (Some(Op::Memory(number)), _) => {
                let memory = self.draft.memories[number as usize].clone();
                let data = self.insert(Op::Memory(self.done.memories.len() as u32), width);
                self.done.memories.push(Memory { data, ..memory });
                data
            }
            (Some(Op::Answer(number, word)), _) => {
                let next = self.done.calls.len() as u32;
                let placed = *self.calls.entry(number).or_insert(next);
                if placed == next {
                    let call = self.draft.calls[number as usize].clone();
                    let widths = call.answers.iter().map(|id| self.draft.width(*id)).collect::<Vec<_>>();
                    let words = (0..).zip(widths);
                    let answers = words.map(|(word, width)| self.insert(Op::Answer(placed, word), width));
                    let answers = answers.collect();
                    self.done.calls.push(Call { answers, ..call });
                }
                self.done.calls[placed as usize].answers[word as usize]
            }
            (Some(Op::Look(table, address)), _) => {
                let address = at(address);
                let words = self.draft.tables[table as usize].clone();
                let next = self.done.tables.len() as u32;
                let table = *self.tables.entry(words.clone()).or_insert(next);
                if table == next {
                    self.done.tables.push(words);
                }
                self.simplified(Op::Look(table, address), width)
            }
            (Some(op), _) => {
                let op = op.map(&mut |id| at(id));
                self.simplified(op, width)
            }
            (None, follows) => at(follows.unwrap_or_default()),
        }
    }

    fn insert(&mut self, op: Op, width: usize) -> Id {
        let node = Node { op, width };
        let next = self.done.nodes.len() as Id;
        let id = *self.known.entry(node).or_insert(next);
        if id == next {
            self.done.nodes.push(node);
        }
        id
    }

    fn constant(&self, id: Id) -> Option<u64> {
        match self.done.nodes[id as usize].op {
            Op::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// The value of an operator, simplified where possible.
    fn simplified(&mut self, op: Op, width: usize) -> Id {
        use Op::*;
        let done = &self.done;
        let node = |id: Id| done.nodes[id as usize];
        let (all, zero) = (mask(width), Constant(0));
        let number = |id: Id| self.constant(id);
        let mut constants = true;
        op.each_operand(&mut |id| constants &= number(id).is_some());
        if constants && op.works() {
            let code = Code::new(op, width, |id| node(id).width);
            let value = code.evaluate(|id| number(id).unwrap_or_default(), &done.tables);
            return self.insert(Constant(value), width);
        }
        let same = match op {
            Select(test, a, b) => match number(test) {
                Some(0) => Some(b),
                Some(_) => Some(a),
                None if a == b => Some(a),
                None if width == 1 && number(a) == Some(1) && number(b) == Some(0) => Some(test),
                None => None,
            },
            And(a, b) if number(a) == Some(all) || a == b => Some(b),
            And(a, b) if number(b) == Some(all) => Some(a),
            Or(a, b) | Xor(a, b) | Add(a, b) if number(a) == Some(0) => Some(b),
            Or(a, b) | Xor(a, b) | Add(a, b) | Subtract(a, b) | ShiftLeft(a, b) | ShiftRight(a, b)
                if number(b) == Some(0) =>
            {
                Some(a)
            }
            Or(a, b) if a == b => Some(a),
            Slice(a, 0) | Extend(a) | All(a) | Any(a) | Parity(a) if node(a).width == width => Some(a),
            Not(a) => match node(a).op {
                Not(inner) => Some(inner),
                _ => None,
            },
            Equal(a, b) if node(a).width == 1 && number(b) == Some(1) => Some(a),
            Equal(a, b) if node(a).width == 1 && number(a) == Some(1) => Some(b),
            _ => None,
        };
        if let Some(same) = same {
            return same;
        }
        match op {
            And(a, b) if number(a) == Some(0) || number(b) == Some(0) => self.insert(zero, width),
            Or(a, b) if number(a) == Some(all) || number(b) == Some(all) => self.insert(Constant(all), width),
            Xor(a, b) if number(b) == Some(all) => self.simplified(Not(a), width),
            Xor(a, b) if number(a) == Some(all) => self.simplified(Not(b), width),
            Select(test, a, b) if width == 1 && number(a) == Some(0) && number(b) == Some(1) => {
                self.simplified(Not(test), 1)
            }
            Select(test, a, b) => match node(test).op {
                Not(inner) => self.simplified(Select(inner, b, a), width),
                // If an operand selects by the same test, its outcome there is known.
                _ => match (node(a).op, node(b).op) {
                    (Select(again, a, _), _) if again == test => self.simplified(Select(test, a, b), width),
                    (_, Select(again, _, b)) if again == test => self.simplified(Select(test, a, b), width),
                    _ if width == 1 && number(b) == Some(0) => self.simplified(And(test, a), 1),
                    _ if width == 1 && number(a) == Some(1) => self.simplified(Or(test, b), 1),
                    _ => self.insert(op, width),
                },
            },
            Equal(a, b) if node(a).width == 1 && number(b) == Some(0) => self.simplified(Not(a), 1),
            Equal(a, b) if node(a).width == 1 && number(a) == Some(0) => self.simplified(Not(b), 1),
            ShiftLeft(a, b) => match number(b) {
                Some(places) if places >= width as u64 => self.insert(zero, width),
                Some(places) => {
                    let kept = width - places as usize;
                    let (kept_bits, low) = (self.simplified(Slice(a, 0), kept), self.insert(zero, places as usize));
                    self.simplified(Join(kept_bits, low), width)
                }
                None => self.insert(op, width),
            },
            ShiftRight(a, b) => match number(b) {
                Some(places) if places >= width as u64 => self.insert(zero, width),
                Some(places) => {
                    let kept = self.simplified(Slice(a, places as u32), width - places as usize);
                    self.simplified(Extend(kept), width)
                }
                None => self.insert(op, width),
            },
            Slice(a, low) => {
                let inner = node(a);
                match inner.op {
                    Slice(inner, start) => self.simplified(Slice(inner, start + low), width),
                    Join(high, below) => {
                        let split = node(below).width as u32;
                        if low >= split {
                            self.simplified(Slice(high, low - split), width)
                        } else if low as usize + width <= split as usize {
                            self.simplified(Slice(below, low), width)
                        } else {
                            self.insert(op, width)
                        }
                    }
                    Extend(inner) => {
                        let split = node(inner).width;
                        if low as usize >= split {
                            self.insert(zero, width)
                        } else if low as usize + width <= split {
                            self.simplified(Slice(inner, low), width)
                        } else {
                            let kept = self.simplified(Slice(inner, low), split - low as usize);
                            self.simplified(Extend(kept), width)
                        }
                    }
                    _ => self.insert(op, width),
                }
            }
            Extend(a) => match node(a).op {
                Extend(inner) => self.simplified(Extend(inner), width),
                _ => self.insert(op, width),
            },
            Join(high, low) if number(high) == Some(0) => self.simplified(Extend(low), width),
            _ => self.insert(op, width),
        }
    }
}
