//! The weights of the search as tables: what crossings and threats are worth, and the keys by which candidates are
//! ordered.
//!
//! They come from `tengen_rules::gomoku::search::WEIGHTS`. Numbers that may be negative are stored less the lowest of
//! their table. For a crossing that cancels out, since its value is only ever replaced by another; for the sizes of groups
//! it is in [`start`].

use rust_hdl::prelude::*;

use super::valuation::ZERO;
use crate::LogicStruct;
use tengen_hdl::library::memory::{Rom, Table};
use tengen_rules::gomoku::search::threat::THREATS;
use tengen_rules::gomoku::search::weights::{DOUBLES, GROUPS, RANKS, outlook};
use tengen_rules::gomoku::search::{Threat, WEIGHTS};

/// Bits of a crossing's value.
pub const VALUE_BITS: usize = 10;
/// Bits of the value of a group's size.
pub const SIZE_BITS: usize = 10;
/// Bits of a key.
pub const KEY_BITS: usize = 6;
/// Bits of the value of a position: enough for 225 crossings of the greatest value.
pub const SUM_BITS: usize = 19;

/// What an empty crossing adds for one colour.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Worth {
    /// Its value with that colour to move.
    pub value: Bits<VALUE_BITS>,
    /// By group: the colour's threat there is in it.
    pub groups: Bits<{ GROUPS.len() }>,
}

/// What an empty crossing adds for both colours.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Worths {
    pub black: Worth,
    pub white: Worth,
}

/// By {white's threat, black's threat}.
pub type WorthRom = Rom<Worths, 8>;
/// By {the mover's level, the opponent's, the opponent's double fours}; with the offset of a score.
pub type OutlookRom = Rom<Bits<14>, 10>;
/// By the size of a group.
pub type SizeTable = Table<Bits<SIZE_BITS>, 4>;
/// By a threat, or by the ranks of two.
pub type KeyTable = Table<Bits<KEY_BITS>, 4>;

fn lowest(numbers: &[i32]) -> i32 {
    numbers.iter().copied().min().unwrap_or_default()
}

fn raised(number: i32, lowest: i32) -> u64 {
    u64::try_from(number - lowest).expect("the lowest number of a table is the lowest")
}

pub fn worths() -> WorthRom {
    let pairs = |word: usize| (word % THREATS, word / THREATS);
    let values: Vec<i32> = (0..THREATS * THREATS)
        .map(|word| WEIGHTS.values[pairs(word).0][pairs(word).1])
        .collect();
    let worth = |own: usize, other: usize| {
        let threat = Threat::ALL[own];
        let groups = GROUPS.iter().enumerate();
        let bits = groups.map(|(group, threats)| u64::from(threats.contains(&threat)) << group);
        Worth {
            value: raised(values[other * THREATS + own], lowest(&values)).into(),
            groups: bits.sum::<u64>().into(),
        }
    };
    Rom::new((0..values.len()).map(|word| {
        let (black, white) = pairs(word);
        Worths { black: worth(black, white), white: worth(white, black) }
    }))
}

pub fn outlooks() -> OutlookRom {
    // A level is {a four and a three, any four, two threes, any three}; the first of a pair is never without the second.
    let best = |code: usize| [0, 1, 2, 2][code];
    let level = |code: usize| 3 * best(code / 4) + best(code % 4);
    Rom::new((0..1024).map(|word| {
        let index = outlook(level(word / 64), level(word / 4 % 16), word % (DOUBLES + 1));
        Bits::from(raised(WEIGHTS.outlook[index], -(ZERO as i32)))
    }))
}

/// The values of a side's groups: 0 the mover, 1 the opponent.
pub fn sizes(side: usize) -> [SizeTable; GROUPS.len()] {
    WEIGHTS.sizes[side].map(|values| Table::new(values.map(|value| raised(value, lowest(&values)).into())))
}

/// What a sum of crossings starts with, a signed number, so that with the sizes the value 0 is 0. The empty crossings of
/// the empty board are worth nothing.
pub fn start() -> Bits<SUM_BITS> {
    let sizes = WEIGHTS.sizes.iter().flatten().map(|values| lowest(values));
    Bits::from((1 << SUM_BITS) - u64::from(sizes.sum::<i32>().unsigned_abs()))
}

fn keys<const N: usize>(keys: [i32; N]) -> KeyTable {
    Table::new(keys.map(|key| u64::from(key.unsigned_abs()).into()))
}

pub fn own_key() -> KeyTable {
    keys(WEIGHTS.keys.own)
}

pub fn other_key() -> KeyTable {
    keys(WEIGHTS.keys.other)
}

/// By {the colour's own rank, the other's}.
pub fn key_of_both() -> KeyTable {
    keys::<{ RANKS * RANKS }>(WEIGHTS.keys.both)
}
