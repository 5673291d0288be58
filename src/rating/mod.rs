//! How strong the computer players are against each other.
//!
//! ```text
//! seed -> openings -> every player against every other, both colours of each -> results -> Elo, with its uncertainty
//! ```
//!
//! Two players of either game are matched in the same way: [`duel`]. One of them, or both, may be another [`program`].
//!
//! The machine's players are those of the plain rules, to which the gateware's are held equal move by move. They know no chance, so
//! two of them play the same game from the same position every time: what varies is the opening alone.

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

/// Splitmix64: the same numbers for the same seed, on every machine.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// One of the numbers below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        // The upper half of a product is as even as makes no difference, and needs no division.
        ((u128::from(mixed) * limit as u128) >> 64) as usize
    }
}
