//! When a part goes over from events to its program, and back.
//!
//! ```text
//! by events ── many values computed in an edge, for 64 edges ──> program
//!     ^── the same few registers change in every sampled clock, or few values change ──'
//! ```
//!
//! What changes always in the same way may become a routine, which is faster than any program; only events show whether it does.
//! A part that comes back from there soon is left in its program for longer the next time.

use crate::machine::COMPILES;

/// What a part costs.
#[derive(Clone, Debug)]
pub struct Load {
    /// What the program computes in a clock, in operators.
    operators: u64,
    edges: u64,
    /// What had been computed by events, and how many registers had changed, when they began.
    counted: (u64, u64),
    /// The values computed by events since the start, until the program has been prepared.
    pub spent: u64,
    /// The values computed by events for each register that changed, times 16, when the program began.
    reach: u64,
    /// The clocks of the program.
    clocks: u64,
    /// The registers that changed in the last sample.
    moving: u64,
    /// The samples in a row in which the same registers changed as before, or few did.
    quiet: u64,
    /// So many end the program.
    patience: u64,
    /// The edges by events since the program.
    since: u64,
}

/// In tests a part goes over as often as it can.
pub const OFTEN: bool = cfg!(test);
/// The edges after which it is seen whether a part is busy.
const WINDOW: u64 = if OFTEN { 4 } else { 64 };
/// A clock of a program costs as much as so many operators more.
const CLOCK: u64 = 60;
/// Changes are counted in two successive clocks of so many of a program: a loop looks the same now and then, but not twice in a row.
const SAMPLED: u64 = if OFTEN { 4 } else { 32 };
pub const PATIENCE: u64 = 4;
pub const MOST_PATIENCE: u64 = 256;
/// A part that is busy again within so many edges should not have left its program.
const SOON: u64 = 1024;

/// A lane of an operator over many clocks costs as much as so many operators of a program.
pub const ARRAY: u64 = 1;
/// To look at a part in a batch costs as much as so many operators of a program.
pub const PART: u64 = 150;

/// A value computed by events takes as long as so many of a program, compiled or interpreted; and to prepare the program
/// takes as long as to compute so many values for each operator.
const COSTS: Costs = match COMPILES {
    _ if OFTEN => Costs { dearer: 200, preparing: 0 },
    true => Costs { dearer: 20, preparing: 1000 },
    false => Costs { dearer: 5, preparing: 32 },
};

struct Costs {
    dearer: u64,
    preparing: u64,
}

impl Load {
    /// The load of so many operators, of which an event computes `reach` for each register that has changed.
    pub fn of(operators: usize, reach: usize, patience: u64) -> Load {
        Load {
            operators: operators as u64 + CLOCK,
            edges: 0,
            counted: (0, 0),
            spent: 0,
            reach: 16 * reach as u64,
            clocks: 0,
            moving: 0,
            quiet: 0,
            patience,
            since: SOON,
        }
    }

    /// What so many clocks of the program and so many values by events cost, in operators of a program.
    pub fn cost(&self, clocks: usize, events: u64) -> u64 {
        clocks as u64 * self.operators + events * COSTS.dearer
    }

    /// Counts edges by events. So many values have been computed and so many registers have changed since the start. Returns
    /// whether the program should begin.
    pub fn is_busy(&mut self, edges: u64, counted: (u64, u64)) -> bool {
        self.edges += edges;
        if self.edges < WINDOW {
            return false;
        }
        let before = std::mem::replace(&mut self.counted, counted);
        let (worked, moved) = (counted.0 - before.0, counted.1 - before.1);
        self.since = (self.since + self.edges).min(SOON);
        let edges = std::mem::take(&mut self.edges);
        if worked * COSTS.dearer <= edges * self.operators {
            return false;
        }
        self.spent += worked;
        if self.spent <= COSTS.preparing * self.operators {
            return false;
        }
        self.patience = if self.since < SOON { (2 * self.patience).min(MOST_PATIENCE) } else { PATIENCE };
        self.reach = 16 * worked / moved.max(1);
        (self.clocks, self.quiet) = (0, 0);
        true
    }

    /// Begins a program that may have run before: it will stay longer than then.
    pub fn begin_again(&mut self) {
        self.patience = (2 * self.patience).min(64 * MOST_PATIENCE);
        (self.clocks, self.quiet) = (0, 0);
    }

    /// Counts a clock of the program. `moves` tells how many values of the state the next edge changes, and which. Returns
    /// whether the program should end.
    pub fn is_quiet(&mut self, moves: impl FnOnce() -> (u64, u64)) -> bool {
        self.clocks += 1;
        if self.clocks % SAMPLED > 1 {
            return false;
        }
        let (moved, moving) = moves();
        let few = 2 * moved * self.reach * COSTS.dearer < 16 * self.operators;
        self.quiet = if few || moving == self.moving { self.quiet + 1 } else { 0 };
        self.moving = moving;
        let ends = self.quiet >= self.patience;
        if ends {
            (self.edges, self.since) = (0, 0);
        }
        ends
    }
}
