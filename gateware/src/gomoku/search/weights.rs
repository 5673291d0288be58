//! The numbers of the search as tables: what a threat is worth, and in which order crossings are tried.
//!
//! They are those of `rules/src/gomoku/search/weights.csv`, by threat.

use rust_hdl::prelude::*;

use tengen_hdl::library::memory::Table;
use tengen_rules::gomoku::search::weights::TABLE;

/// Values are kept above 0 by so much, which goes out again where one is taken off another.
const OFFSET: i32 = 16;
/// Bits of a value.
pub const VALUE_BITS: usize = 11;
/// Bits of a key.
pub const KEY_BITS: usize = 6;
const THREATS: usize = 16;

/// By threat.
pub type ValueTable = Table<Bits<VALUE_BITS>, 4>;
pub type KeyTable = Table<Bits<KEY_BITS>, 4>;

/// The number in that column of that row.
fn number(row: usize, column: usize) -> i32 {
    let mut rows = TABLE.lines().skip(1);
    let cell = rows.nth(row).and_then(|row| row.split(',').nth(column + 1));
    cell.and_then(|cell| cell.parse().ok())
        .expect("a table of whole numbers")
}

fn values(column: usize) -> ValueTable {
    Table::new((0..THREATS).map(|threat| {
        let value = u64::try_from(number(threat, column) + OFFSET).expect("no value is far below 0");
        Bits::from(value)
    }))
}

fn keys(column: usize) -> KeyTable {
    Table::new((0..THREATS).map(|threat| u64::from(number(threat, column).unsigned_abs()).into()))
}

/// What the mover's own threat on an empty crossing is worth to it.
pub fn mover() -> ValueTable {
    values(0)
}

/// What the opponent's takes off.
pub fn opponent() -> ValueTable {
    values(1)
}

pub fn attack() -> KeyTable {
    keys(2)
}

pub fn defence() -> KeyTable {
    keys(3)
}

/// What the move is worth.
pub fn tempo() -> u64 {
    number(THREATS, 0).unsigned_abs().into()
}
