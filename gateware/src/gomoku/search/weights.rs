//! The weights of the search as tables: what crossings and threats are worth, and the keys by which candidates are
//! ordered.
//!
//! They come from `tengen_rules::gomoku::search::WEIGHTS`. Numbers that may be negative are stored less the lowest of
//! their table. For a crossing that cancels out, since its value is only ever replaced by another; what the others leave
//! is in [`start`].

use rust_hdl::prelude::*;

use crate::LogicStruct;
use tengen_hdl::library::memory::{Rom, Table};
use tengen_rules::gomoku::search::WEIGHTS;
use tengen_rules::gomoku::search::weights::{DOUBLES, GROUPS, RANKS, outlook};

/// Bits of a crossing's value, and of an outlook.
pub const VALUE_BITS: usize = 11;
/// Bits of the value of a group's size.
pub const SIZE_BITS: usize = 10;
/// Bits of a key.
pub const KEY_BITS: usize = 6;
/// Bits of the value of a position: enough for 225 crossings of the greatest value.
pub const SUM_BITS: usize = 19;
/// The value 0 of a position.
pub const MIDDLE: u64 = 1 << (SUM_BITS - 1);
const THREATS: usize = 16;

/// The value of an empty crossing with black to move, and with white.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Worth {
    pub black: Bits<VALUE_BITS>,
    pub white: Bits<VALUE_BITS>,
}

/// By {white's threat, black's threat}.
pub type WorthRom = Rom<Worth, 8>;
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
    let value = |own: usize, other: usize| raised(values[other * THREATS + own], lowest(&values)).into();
    Rom::new((0..values.len()).map(|word| {
        let (black, white) = pairs(word);
        Worth { black: value(black, white), white: value(white, black) }
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

/// What a sum of crossings starts with, so that with outlook and sizes the value 0 is [`MIDDLE`].
pub fn start() -> u64 {
    let sizes = WEIGHTS.sizes.iter().flatten().map(|values| lowest(values));
    let below = lowest(&WEIGHTS.outlook) + sizes.sum::<i32>();
    // An empty crossing where nothing is threatened is worth nothing.
    MIDDLE - u64::from(below.unsigned_abs())
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
