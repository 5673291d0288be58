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
pub mod claim;
pub mod contest;
pub mod duel;
pub mod elo;
pub mod finish;
pub mod games;
pub mod gomoku;
pub mod openings;
pub mod othello;
pub mod outcome;
pub mod own;
pub mod posterior;
pub mod program;
pub mod shard;
pub mod sprt;
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

    /// A random number above 0 and up to 1.
    fn unit(&mut self) -> f64 {
        const STEPS: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;
        ((self.0.word() >> (u64::BITS - f64::MANTISSA_DIGITS)) + 1) as f64 / STEPS
    }

    /// A random number with the exponential distribution: the gamma distribution of shape 1.
    pub fn exponential(&mut self) -> f64 {
        -self.unit().ln()
    }

    /// A random number with the gamma distribution of that shape, below 1: by M. D. Jöhnk (1964).
    pub fn gamma(&mut self, shape: f64) -> f64 {
        loop {
            let (x, y) = (self.unit().powf(1.0 / shape), self.unit().powf(1.0 / (1.0 - shape)));
            if x + y <= 1.0 {
                return self.exponential() * x / (x + y);
            }
        }
    }
}
