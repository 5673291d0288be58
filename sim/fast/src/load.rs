//! Decides when a part goes over from events to its program, and back. Nothing that is decided here changes a value.
//!
//! ```text
//!            many values computed, for 64 edges
//! by events ────────────────────────────────────> program
//!           <────────────────────────────────────
//!            few registers change, or the same ones in every sample
//! ```
//!
//! Costs are counted in operators of a program. If the same registers change in every clock, they may be a routine, which is faster
//! than a program; but routines are found by events alone. If there is none, the part is busy again soon, and then its program stays
//! for twice as long. `cycle.rs` asks for each part, `batch.rs` for the program of the whole circuit.

use crate::machine::COMPILES;

/// What is known of the costs of one part, or of the whole circuit.
#[derive(Clone, Debug)]
pub struct Load {
    /// The cost of one clock of the program.
    operators: u64,
    /// The edges by events since it was last seen whether the part is busy.
    edges: u64,
    /// What [`Load::is_busy`] was told then.
    counted: (u64, u64),
    /// The values computed by events while the part was busy.
    pub spent: u64,
    /// The values that events compute for each register that changes, in units of 1 / [`FRACTION`].
    reach: u64,
    /// The clocks since the program began.
    clocks: u64,
    /// Which registers changed in the last sample.
    moving: u64,
    /// The quiet samples in a row: few registers changed, or the same as in the sample before.
    quiet: u64,
    /// The number of quiet samples that ends the program.
    patience: u64,
    /// The clocks since the program ended, at most [`SOON`].
    since: u64,
}

/// In tests parts go over as often as possible.
pub const OFTEN: bool = cfg!(test);
/// After so many edges by events it is seen whether a part is busy.
const WINDOW: u64 = if OFTEN { 4 } else { 64 };
/// The cost of a clock of any program, beside that of its operators.
const CLOCK: u64 = 60;
/// Two successive clocks of so many are samples. In a loop of several clocks these two differ, even if its length divides this number.
const SAMPLED: u64 = if OFTEN { 4 } else { 32 };
/// The patience of a program that begins for the first time, or after a long rest.
pub const PATIENCE: u64 = 4;
/// The greatest patience of a part's program, and the first of the whole circuit's.
pub const MOST_PATIENCE: u64 = 256;
/// A part that is busy within fewer clocks than this left its program too early.
const SOON: u64 = 1024;
const FRACTION: u64 = 16;

/// The cost of one lane of an operator that is computed for many clocks at once.
pub const ARRAY: u64 = 1;
/// The cost of looking at a part once in a batch.
pub const PART: u64 = 150;

const COSTS: Costs = match COMPILES {
    _ if OFTEN => Costs { dearer: 200, preparing: 0 },
    true => Costs { dearer: 40, preparing: 1000 },
    false => Costs { dearer: 5, preparing: 32 },
};

/// Costs that depend on how programs are run.
struct Costs {
    /// The cost of a value computed by events.
    dearer: u64,
    /// The values that events compute in the time in which the program is prepared, for each of its operators.
    preparing: u64,
}

impl Load {
    /// Creates the load of a program of so many operators. Events are thought to compute `reach` values for each register that
    /// changes until that is measured.
    pub fn of(operators: usize, reach: usize, patience: u64) -> Load {
        Load {
            operators: operators as u64 + CLOCK,
            edges: 0,
            counted: (0, 0),
            spent: 0,
            reach: FRACTION * reach as u64,
            clocks: 0,
            moving: 0,
            quiet: 0,
            patience,
            since: SOON,
        }
    }

    /// The cost of so many clocks of the program and so many values computed by events.
    pub fn cost(&self, clocks: usize, events: u64) -> u64 {
        clocks as u64 * self.operators + events * COSTS.dearer
    }

    /// Counts clocks in which nothing had to be computed.
    pub fn rests(&mut self, clocks: usize) {
        self.since = (self.since + clocks as u64).min(SOON);
    }

    /// Counts edges by events, and returns whether the program should begin. `counted` is how many values were computed by events
    /// since the simulation began, and how many registers changed.
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
        self.reach = FRACTION * worked / moved.max(1);
        (self.clocks, self.quiet) = (0, 0);
        true
    }

    /// Begins the program of the whole circuit, with twice the patience of the time before.
    pub fn begin_again(&mut self) {
        self.patience = (2 * self.patience).min(64 * MOST_PATIENCE);
        (self.clocks, self.quiet) = (0, 0);
    }

    /// Counts a clock of the program, and returns whether it should end. `moves` finds how many values of the state the next edge
    /// changes, and a number that tells which.
    pub fn is_quiet(&mut self, moves: impl FnOnce() -> (u64, u64)) -> bool {
        self.clocks += 1;
        if self.clocks % SAMPLED > 1 {
            return false;
        }
        let (moved, moving) = moves();
        // By events half the cost of the program.
        let few = 2 * moved * self.reach * COSTS.dearer < FRACTION * self.operators;
        self.quiet = if few || moving == self.moving { self.quiet + 1 } else { 0 };
        self.moving = moving;
        let ends = self.quiet >= self.patience;
        if ends {
            (self.edges, self.since) = (0, 0);
        }
        ends
    }
}
