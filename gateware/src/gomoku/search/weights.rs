//! The weights of the search as tables: what crossings and threats are worth, and the keys by which candidates are
//! ordered.
//!
//! They come from `tengen_rules::gomoku::search::WEIGHTS`. Numbers that may be negative are stored less the lowest of
//! their table. For a crossing that cancels out, since its value is only ever replaced by another; what the others leave
//! is in [`start`].

use rust_hdl::prelude::*;

use super::valuation::ZERO;
use crate::LogicStruct;
use tengen_hdl::library::memory::{Rom, Table};
use tengen_rules::gomoku::search::threat::THREATS;
use tengen_rules::gomoku::search::weights::{DOUBLES, GROUPS, RANKS, outlook};
use tengen_rules::gomoku::search::{Threat, WEIGHTS};

/// Bits of a crossing's value, and of an outlook.
pub const VALUE_BITS: usize = 11;
/// Bits of the value of a group's size.
pub const SIZE_BITS: usize = 10;
/// Bits of a key.
pub const KEY_BITS: usize = 6;
/// Bits of the value of a position: enough for 225 crossings of the greatest value.
pub const SUM_BITS: usize = 19;

/// What is counted of a crossing to find the sizes of groups.
pub const COUNTED: usize = 1 + GROUPS.len();

/// What an empty crossing adds for one colour.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Worth {
    /// Its value with that colour to move.
    pub value: Bits<VALUE_BITS>,
    /// Bit 0: the colour has a three and more there; bits 1 to 3: its threat is in the group.
    pub counted: Bits<COUNTED>,
}

/// What an empty crossing adds for both colours.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Worths {
    pub black: Worth,
    pub white: Worth,
}

/// By {white's threat, black's threat}.
pub type WorthRom = Rom<Worths, 8>;
/// By {the mover's level, the opponent's, the opponent's double fours}.
pub type OutlookRom = Rom<Bits<VALUE_BITS>, 10>;
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
        .map(|word| WEIGHTS.values.sum(pairs(word).0, pairs(word).1))
        .collect();
    let worth = |own: usize, other: usize| {
        let threat = Threat::ALL[own];
        let groups = GROUPS.iter().map(|group| group.contains(&threat));
        let counted = std::iter::once(threat == Threat::ThreeMore).chain(groups);
        let bits = counted.enumerate().map(|(bit, is_counted)| u64::from(is_counted) << bit);
        Worth {
            value: raised(values[other * THREATS + own], lowest(&values)).into(),
            counted: bits.sum::<u64>().into(),
        }
    };
    Rom::new((0..values.len()).map(|word| {
        let (black, white) = pairs(word);
        Worths { black: worth(black, white), white: worth(white, black) }
    }))
}

pub fn outlooks() -> OutlookRom {
    // A level is {fours, threes}, and fours is {a four and a three, any four}, so one of its four values is not used.
    let level = |code: usize| 4 * [0, 1, 2, 2][code / 4] + code % 4;
    Rom::new((0..1024).map(|word| {
        let index = outlook(level(word / 64), level(word / 4 % 16), word % (DOUBLES + 1));
        Bits::from(raised(WEIGHTS.outlook[index], lowest(&WEIGHTS.outlook)))
    }))
}

/// The values of a side's groups: 0 the mover, 1 the opponent.
pub fn sizes(side: usize) -> [SizeTable; GROUPS.len()] {
    WEIGHTS.sizes[side].map(|values| Table::new(values.map(|value| raised(value, lowest(&values)).into())))
}

/// The value 0 without the outlook: the middle of the range, less what is added to every outlook. Its lower 14 bits with
/// an outlook have the offset of a score.
pub fn middle() -> u64 {
    (1 << (SUM_BITS - 1)) + ZERO - u64::from(lowest(&WEIGHTS.outlook).unsigned_abs())
}

/// What a sum of crossings starts with, so that with the sizes the value 0 is [`middle`]. The empty crossings of the
/// empty board are worth nothing.
pub fn start() -> u64 {
    let sizes = WEIGHTS.sizes.iter().flatten().map(|values| lowest(values));
    middle() - u64::from(sizes.sum::<i32>().unsigned_abs())
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
