//! Measures the computer players' strength against each other.
//!
//! ```text
//! seed -> openings -> every player against every other, both colours of each -> results -> Elo, with its uncertainty
//! ```
//!
//! Two players of either game can be matched: [`duel`]. One or both of them may be an external [`program`].
//!
//! The machine's players are those of the plain rules, which tests hold equal to the gateware's move by move. They are
//! deterministic, so two of them always play the same game from the same position: only the openings vary.

pub mod balanced;
pub mod contest;
pub mod duel;
pub mod elo;
pub mod finish;
pub mod gomoku;
pub mod openings;
pub mod othello;
pub mod outcome;
pub mod own;
pub mod program;
pub mod shard;
pub mod tournament;

use tengen_rules::splitmix::Splitmix;

/// The same numbers for the same seed on every machine.
pub struct Random(Splitmix);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Splitmix(seed))
    }

    /// A random number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        // The upper half of a product is almost uniform, and needs no division.
        ((u128::from(self.0.word()) * limit as u128) >> 64) as usize
    }
}
