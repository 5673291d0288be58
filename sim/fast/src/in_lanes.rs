//! Computes a part without feedback in all clocks of a batch: an input, an operator, a register or a memory.
//!
//! ```text
//! lane         0       1       2       3
//! d            5       5       7       7        of a batch of three clocks
//! register     state   5       5       7        a clock later
//! ```
//!
//! The new lanes of a value are made in `beside`, and exchanged with its old ones if they differ. A part is not computed if nothing
//! that it reads has changed since the last batch. `batch.rs` alone calls this.

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    code::Code,
    lanes::{Lane, Lanes, each_kind, evaluate},
    netlist::{Id, Netlist, Op},
    value::Values,
};

/// An input of the circuit.
#[derive(Clone)]
pub struct Input {
    pub id: Id,
    pub value: u64,
    /// The values the input takes during the next batch, each with its first lane.
    pub later: Vec<(usize, u64)>,
}

/// A memory whose inputs do not depend on its own output.
#[derive(Clone)]
pub struct Memory {
    pub id: Id,
    /// Its number in the netlist.
    pub number: usize,
    pub words: Vec<u64>,
    /// Its output after the last batch.
    pub state: u64,
    /// Words changed in the last batch.
    pub wrote: bool,
}

/// The lanes in `beside` whose words are as wide as those of `like`.
fn of_kind<'a>(beside: &'a mut [Lanes; 4], like: &Lanes) -> &'a mut Lanes {
    &mut beside[match like {
        Lanes::Byte(_) => 0,
        Lanes::Narrow(_) => 1,
        Lanes::Middle(_) => 2,
        Lanes::Wide(_) => 3,
    }]
}

/// Computes an operator. Returns whether it had to compute its lanes one by one.
pub fn operator(
    netlist: &Netlist,
    code: &Code,
    values: &mut Values,
    beside: &mut [Lanes; 4],
    id: Id,
    lanes: usize,
) -> bool {
    let unknown = !values.reaches(id, lanes);
    // If the test is constant, only the selected operand matters.
    if let Op::Select(test, a, b) = code.op
        && let Some(high) = values.uniform(test)
    {
        let taken = if high != 0 { a } else { b };
        if unknown || values.changed(test) || values.changed(taken) {
            match values.uniform(taken) {
                Some(value) => values.set_uniform(id, value, lanes),
                None => {
                    let beside = of_kind(beside, &values.lanes[id as usize]);
                    beside.copy(&values.lanes[taken as usize], 0..lanes);
                    values.exchange(id, beside, lanes);
                }
            }
        }
        return false;
    }
    let (mut changed, mut uniform) = (unknown, true);
    code.op.each_operand(&mut |operand| {
        changed |= values.changed(operand);
        uniform &= values.uniform(operand).is_some();
    });
    if !changed {
        return false;
    }
    if uniform {
        let value = code.evaluate(|id| values.get(id, 0), &netlist.tables);
        values.set_uniform(id, value, lanes);
        return false;
    }
    let beside = of_kind(beside, &values.lanes[id as usize]);
    let of = |id: Id| &values.lanes[id as usize];
    evaluate(code, &netlist.tables, beside, of, 0..lanes);
    values.exchange(id, beside, lanes);
    true
}

/// Computes a register: `state` in the first lane, and in every other one the value of `d` in the lane before.
pub fn register(id: Id, d: Id, state: u64, values: &mut Values, beside: &mut [Lanes; 4], lanes: usize) {
    if !values.changed(d) && values.reaches(id, lanes) && values.get(id, 0) == state {
        return;
    }
    if values.uniform(d) == Some(state) {
        return values.set_uniform(id, state, lanes);
    }
    let beside = of_kind(beside, &values.lanes[id as usize]);
    beside.set(0, state);
    beside.follow(&values.lanes[d as usize], lanes);
    values.exchange(id, beside, lanes);
}

impl Input {
    pub fn run(&mut self, values: &mut Values, beside: &mut [Lanes; 4], lanes: usize) {
        if self.later.is_empty() {
            return values.set_uniform(self.id, self.value, lanes);
        }
        let beside = of_kind(beside, &values.lanes[self.id as usize]);
        beside.fill(0, lanes, self.value);
        for (lane, value) in self.later.drain(..) {
            beside.fill(lane, lanes, value);
            self.value = value;
        }
        values.exchange(self.id, beside, lanes);
    }
}

impl Memory {
    pub fn run(&mut self, netlist: &Netlist, values: &mut Values, beside: &mut [Lanes; 4], clocks: usize) {
        let (id, lanes) = (self.id, clocks + 1);
        let memory = &netlist.memories[self.number];
        let mut changed = std::mem::take(&mut self.wrote) || !values.reaches(id, lanes);
        netlist.each_source(id, &mut |source| changed |= values.changed(source));
        if !changed && values.get(id, 0) == self.state {
            self.state = values.get(id, clocks);
            return;
        }
        let beside = of_kind(beside, &values.lanes[id as usize]);
        let writes = memory.write.filter(|write| values.uniform(write.enable) != Some(0));
        each_kind!(&mut *beside, out => {
            out[0] = Lane::of(self.state);
            match writes {
                None => each_kind!(&values.lanes[memory.address as usize], addresses => {
                    let mut last = out[0];
                    for (out, address) in out[1..lanes].iter_mut().zip(&addresses[..clocks]) {
                        if let Some(word) = self.words.get(Lane::value(*address) as usize) {
                            last = Lane::of(*word);
                        }
                        *out = last;
                    }
                }),
                Some(write) => {
                    for lane in 0..clocks {
                        let writes = values.get(write.enable, lane) != 0;
                        out[lane + 1] = out[lane];
                        if (!writes || write.reads)
                            && let Some(word) = self.words.get(values.get(memory.address, lane) as usize)
                        {
                            out[lane + 1] = Lane::of(*word);
                        }
                        if writes && let Some(word) = self.words.get_mut(values.get(write.address, lane) as usize) {
                            let data = values.get(write.data, lane);
                            self.wrote |= *word != data;
                            #[cfg(test)]
                            if Fault::ForgetsWrites.is_there() {
                                self.wrote = *word != data;
                            }
                            *word = data;
                        }
                    }
                }
            }
        });
        values.exchange(id, beside, lanes);
        self.state = values.get(id, clocks);
    }
}
