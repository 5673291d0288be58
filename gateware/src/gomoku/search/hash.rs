//! A pseudo-random number for each stone on each crossing. A position's key is the exclusive or of its stones' numbers.

use rust_hdl::prelude::*;

/// Bits of a number, and of a key.
pub const HASH_BITS: usize = 33;
const SIZE: u64 = 15;

/// The numbers, addressed by {colour, row, column}.
pub fn hashes() -> impl Iterator<Item = Bits<HASH_BITS>> {
    (0..512).map(|address| {
        let (colour, row, col) = (address >> 8, address >> 4 & 15, address & 15);
        Bits::from(mixed(2 * (SIZE * row + col) + colour + 1) & ((1 << HASH_BITS) - 1))
    })
}

/// Hashes the number by Splitmix64 (Steele, Lea and Flood, OOPSLA 2014).
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
