//! A random number for each stone on each crossing: positions are told apart by the sum, bit by bit, of those of their stones.

use rust_hdl::prelude::*;
use tengen_rules::{gomoku::board, splitmix};

/// Bits of a number.
pub const HASH_BITS: usize = 33;
const SIZE: u64 = board::SIZE as u64;

/// By {colour, row, column}.
pub fn hashes() -> impl Iterator<Item = Bits<HASH_BITS>> {
    (0..512).map(|address| {
        let (colour, row, col) = (address >> 8, address >> 4 & 15, address & 15);
        Bits::from(splitmix::at(2 * (SIZE * row + col) + colour + 1) & ((1 << HASH_BITS) - 1))
    })
}
