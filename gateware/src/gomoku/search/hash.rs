//! A pseudo-random number for each stone on each crossing. A position's key is the exclusive or of its stones' numbers.

use rust_hdl::prelude::*;
use tengen_rules::{gomoku::board, splitmix};

/// Bits of a number, and of a key.
pub const HASH_BITS: usize = 33;
const SIZE: u64 = board::SIZE as u64;

/// The numbers, addressed by {colour, row, column}.
pub fn hashes() -> impl Iterator<Item = Bits<HASH_BITS>> {
    (0..512).map(|address| {
        let (colour, row, col) = (address >> 8, address >> 4 & 15, address & 15);
        Bits::from(splitmix::at(2 * (SIZE * row + col) + colour + 1) & ((1 << HASH_BITS) - 1))
    })
}
