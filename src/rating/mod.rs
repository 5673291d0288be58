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
pub mod duel;
pub mod elo;
pub mod gomoku;
pub mod openings;
pub mod othello;
pub mod own;
pub mod player;
pub mod program;
pub mod shard;
pub mod tournament;

/// Splitmix64: the same numbers for the same seed on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// A random number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The upper half of a product is almost uniform, and needs no division.
        ((u128::from(mixed) * limit as u128) >> 64) as usize
    }
}
