//! Runs a program as a list of steps with jumps: on every machine, without generated code.
//!
//! ```text
//! if t { s = x + 1 } else { s = y * 3 }        0  unless t go to 3
//!                                              1  s = x + 1
//!                                              2  go to 4
//!                                              3  s = y * 3
//!                                              4  ...
//! ```

use std::mem::discriminant;

#[cfg(test)]
use crate::faults::Fault;
use crate::{
    code::Code,
    frame::{Frame, Layout, Span, WRITE},
    netlist::Op,
    program::{Program, Statement, Task},
};

pub struct Interpreter {
    steps: Vec<Step>,
    works: Vec<Work>,
}

/// An operator, and the slot of its value.
#[derive(Clone, Copy)]
struct Work {
    to: u32,
    code: Code,
}

/// A step; values are slots of a frame.
#[derive(Clone, Copy)]
enum Step {
    /// Works of one kind, from the first to before the last.
    Works(u32, u32),
    /// The ones in a value and a mask, in as many bits as the second mask has.
    Count(u32, u32, u64, u64),
    /// The slot for an element, its index, the first of the slots' numbers.
    Pick(u32, u32, u32),
    /// The first of the slots' numbers, the index, the value.
    Put(u32, u32, u32),
    /// Goes to that step if the value is zero.
    Unless(u32, u32),
    GoTo(u32),
    /// The slot to read into, the words, the address.
    Read(u32, Span, u32),
    /// The slots of the write to come, its address and data.
    Write(u32, u32, u32),
}

impl Interpreter {
    pub fn new(program: &Program, code: &[Code], layout: &Layout) -> Interpreter {
        let mut reads = vec![0; code.len()];
        count(&program.statements, &mut reads);
        let mut writer =
            Writer { code, layout, reads, moved: vec![false; code.len()], steps: vec![], works: vec![], joins: false };
        writer.all(&program.statements);
        Interpreter { steps: writer.steps, works: writer.works }
    }

    /// Runs the program once.
    pub fn run(&self, frame: &mut Frame, tables: &[Vec<u64>]) {
        let slots = frame.slots.as_mut_slice();
        let mut next = 0;
        while let Some(step) = self.steps.get(next) {
            next += 1;
            match *step {
                Step::Works(from, to) => run(&self.works[from as usize..to as usize], slots, tables),
                Step::Count(to, from, bits, kept) => {
                    slots[to as usize] = u64::from((slots[from as usize] & bits).count_ones()) & kept;
                }
                Step::Pick(to, index, first) => {
                    let at = slots[first as usize + slots[index as usize] as usize];
                    slots[to as usize] = slots[at as usize];
                }
                Step::Put(first, index, value) => {
                    let at = slots[first as usize + slots[index as usize] as usize];
                    slots[at as usize] = slots[value as usize];
                }
                Step::Unless(test, target) => {
                    if slots[test as usize] == 0 {
                        next = target as usize;
                    }
                }
                Step::GoTo(target) => next = target as usize,
                Step::Read(to, words, address) => {
                    let address = slots[address as usize] as usize;
                    if address < words.len {
                        slots[to as usize] = slots[words.first as usize + address];
                    }
                }
                Step::Write(to, address, data) => {
                    let (address, data) = (slots[address as usize], slots[data as usize]);
                    slots[to as usize..][..WRITE].copy_from_slice(&[1, address, data]);
                }
            }
        }
    }
}

/// Runs works of one kind. With the kind known the compiler leaves only that of the evaluation.
fn run(works: &[Work], slots: &mut [u64], tables: &[Vec<u64>]) {
    let Some(first) = works.first() else { return };
    macro_rules! kinds {
        ($($kind:ident($($operand:ident),+)),+) => {
            match first.code.op {
                $(Op::$kind(..) => {
                    for Work { to, code } in works {
                        if let Op::$kind($($operand),+) = code.op {
                            let code = Code { op: Op::$kind($($operand),+), ..*code };
                            slots[*to as usize] = code.evaluate(|from| slots[from as usize], tables);
                        }
                    }
                })+
                Op::Constant(_) | Op::Input(..) | Op::Register(_) | Op::Memory(_) | Op::Answer(..) => {}
            }
        };
    }
    kinds!(
        Not(a),
        Negate(a),
        All(a),
        Any(a),
        Parity(a),
        Add(a, b),
        Subtract(a, b),
        Multiply(a, b),
        And(a, b),
        Or(a, b),
        Xor(a, b),
        ShiftLeft(a, b),
        ShiftRight(a, b),
        Equal(a, b),
        Less(a, b),
        Select(a, b, c),
        Slice(a, b),
        Extend(a),
        Join(a, b),
        Look(a, b)
    );
}

/// Counts the readers of each place.
fn count(statements: &[Statement], reads: &mut [u32]) {
    for statement in statements {
        match statement {
            Statement::Do(task) => task.each_operand(&mut |place| reads[place as usize] += 1),
            Statement::If(test, high, low) => {
                reads[*test as usize] += 1;
                count(high, reads);
                count(low, reads);
            }
        }
    }
}

struct Writer<'a> {
    code: &'a [Code],
    layout: &'a Layout,
    reads: Vec<u32>,
    /// The places that were computed where they would be copied to.
    moved: Vec<bool>,
    steps: Vec<Step>,
    works: Vec<Work>,
    /// The last step is of works, and nothing jumps behind it.
    joins: bool,
}

impl Writer<'_> {
    fn all(&mut self, statements: &[Statement]) {
        for (i, statement) in statements.iter().enumerate() {
            match statement {
                Statement::Do(task) => self.task(*task, &statements[i + 1..]),
                Statement::If(test, high, low) => self.branch(*test, high, low),
            }
        }
    }

    fn task(&mut self, task: Task, rest: &[Statement]) {
        let slot = |place: u32| self.layout.slot(place);
        let step = match task {
            Task::Work(place, op) => {
                let copied_to = self.copied_to(place, rest);
                self.moved[place as usize] = copied_to.is_some();
                let op = op.map(&mut |operand| slot(operand));
                return self.work(
                    copied_to.unwrap_or(slot(place)),
                    Code { op, ..self.code[place as usize] },
                );
            }
            Task::Count(place, from, bits) => {
                Step::Count(slot(place), slot(from), bits, self.code[place as usize].mask)
            }
            Task::Choose(_, from) | Task::Store(_, from) if self.moved[from as usize] => return,
            Task::Choose(to, from) => return self.copy(slot(to), from),
            Task::Store(target, from) => return self.copy(self.layout.target(target), from),
            Task::Pick(place, index, table) => Step::Pick(slot(place), slot(index), self.layout.slots_of(table).first),
            Task::Put(table, index, value) => Step::Put(self.layout.slots_of(table).first, slot(index), slot(value)),
            Task::Read(memory, address) => Step::Read(
                self.layout.word(memory),
                self.layout.memories[memory as usize],
                slot(address),
            ),
            Task::Write(memory, address, data) => Step::Write(self.layout.write(memory), slot(address), slot(data)),
        };
        self.push(step);
    }

    fn push(&mut self, step: Step) {
        self.steps.push(step);
        self.joins = matches!(step, Step::Works(..));
    }

    /// The number of the next step, to which something jumps.
    fn target(&mut self) -> u32 {
        self.joins = false;
        self.steps.len() as u32
    }

    fn copy(&mut self, to: u32, from: u32) {
        let op = Op::Extend(self.layout.slot(from));
        self.work(to, Code { op, ..self.code[from as usize] });
    }

    fn work(&mut self, to: u32, code: Code) {
        let kind = |work: &Work| discriminant(&work.code.op);
        let work = Work { to, code };
        let joins = self.joins && self.works.last().map(kind) == Some(kind(&work));
        self.works.push(work);
        let end = self.works.len() as u32;
        match self.steps.last_mut() {
            Some(Step::Works(_, last)) if joins => *last = end,
            _ => self.push(Step::Works(end - 1, end)),
        }
    }

    /// The slot to which a place is copied later in the same list, if nothing else reads it.
    fn copied_to(&self, place: u32, rest: &[Statement]) -> Option<u32> {
        if self.reads[place as usize] != 1 {
            return None;
        }
        rest.iter().find_map(|statement| match *statement {
            Statement::Do(Task::Choose(to, from)) if from == place => Some(self.layout.slot(to)),
            Statement::Do(Task::Store(target, from)) if from == place => Some(self.layout.target(target)),
            _ => None,
        })
    }

    fn branch(&mut self, test: u32, high: &[Statement], low: &[Statement]) {
        let test = self.layout.slot(test);
        let branch = self.steps.len();
        self.push(Step::Unless(test, 0));
        self.all(high);
        let end = self.steps.len();
        if !low.is_empty() {
            self.push(Step::GoTo(0));
        }
        let other = self.target();
        #[cfg(test)]
        let other = other + u32::from(Fault::JumpsTooFar.is_there());
        self.steps[branch] = Step::Unless(test, other);
        if !low.is_empty() {
            self.all(low);
            self.steps[end] = Step::GoTo(self.target());
        }
    }
}
