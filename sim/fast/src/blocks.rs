//! Blocks of a program's tasks: what runs from one branch to the next.
//!
//! ```text
//! a = x + y                    block 0
//! if t { b = a + 1 }           block 1      reads a: it crosses from one block to another
//! c = b                        block 2
//! ```

use std::collections::BTreeSet;

use crate::program::{Statement, Task};

/// Whether each of so many places is read in another block than the one that computes it.
pub fn crossing(statements: &[Statement], places: usize) -> Vec<bool> {
    let mut uses = Uses { block: 0, given: vec![0; places], crosses: vec![false; places] };
    uses.all(statements);
    uses.crosses
}

struct Uses {
    /// The number of the present block.
    block: u32,
    /// The block that computes each place.
    given: Vec<u32>,
    crosses: Vec<bool>,
}

impl Uses {
    fn all(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Do(task) => {
                    task.each_operand(&mut |place| self.read(place));
                    if let Task::Work(place, _) | Task::Count(place, ..) | Task::Pick(place, ..) = *task {
                        self.given[place as usize] = self.block;
                    }
                }
                Statement::If(test, high, low) => {
                    self.read(*test);
                    for arm in [high, low] {
                        self.block += 1;
                        self.all(arm);
                    }
                    self.block += 1;
                    for place in both(high, low) {
                        self.given[place as usize] = self.block;
                    }
                }
            }
        }
    }

    fn read(&mut self, place: u32) {
        self.crosses[place as usize] |= self.given[place as usize] != self.block;
    }
}

/// The selections that get their values in these statements.
fn choices(statements: &[Statement]) -> impl Iterator<Item = u32> {
    statements.iter().filter_map(|statement| match statement {
        Statement::Do(Task::Choose(place, _)) => Some(*place),
        _ => None,
    })
}

/// The selections to which both arms of a branch give a value.
pub fn both(high: &[Statement], low: &[Statement]) -> Vec<u32> {
    let low: BTreeSet<u32> = choices(low).collect();
    choices(high).filter(|place| low.contains(place)).collect()
}
