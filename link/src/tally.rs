//! The number of plies and a check of them, by which two machines compare their positions.
//!
//! The check is the frame check sequence of the plies, a byte each: a stone's crossing {row, column}, or FF for a lost
//! turn. It begins at FFFF. Two games with the same number of plies that differ in one ply, or in two next to each
//! other, always have different checks; other games do by chance in 65535 of 65536 cases.

use crate::wire;

/// The byte of a lost turn.
pub const LOST_TURN: u8 = 0xFF;

/// The number of plies and their check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tally {
    /// The plies played, modulo 256.
    pub number: u8,
    pub check: u16,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { number: 0, check: wire::FCS_START }
    }
}

impl Tally {
    /// Adds a ply.
    pub fn push(&mut self, ply: u8) {
        self.number = self.number.wrapping_add(1);
        self.check = wire::fcs(self.check, ply);
    }

    /// Takes back the last ply, which must be this one.
    pub fn pop(&mut self, ply: u8) {
        self.number = self.number.wrapping_sub(1);
        for _ in 0..8 {
            // The generator has its top bit set: that bit says whether it was added.
            let added = self.check >> 15;
            self.check = (self.check ^ (added * wire::FCS_GENERATOR)) << 1 | added;
        }
        self.check ^= u16::from(ply);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_back_was_never_there() {
        let plies = [0x77, 0x86, LOST_TURN, 0x00, 0xEE, LOST_TURN, LOST_TURN, 0x10];
        let mut tally = Tally::default();
        let mut before = [tally; 8];
        for (at, ply) in plies.into_iter().enumerate() {
            before[at] = tally;
            tally.push(ply);
        }
        for (at, ply) in plies.into_iter().enumerate().rev() {
            tally.pop(ply);
            assert_eq!(tally, before[at]);
        }
        assert_eq!(tally, Tally::default());
    }

    #[test]
    fn one_different_ply_is_always_seen() {
        for first in 0..=255 {
            for second in 0..first {
                let (mut one, mut other) = (Tally::default(), Tally::default());
                one.push(first);
                other.push(second);
                assert_ne!(one.check, other.check);
            }
        }
    }
}
