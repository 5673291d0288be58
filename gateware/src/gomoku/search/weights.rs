//! The weights of the search as tables: the value of a threat, and the keys by which candidates are ordered.
//!
//! They come from `rules/src/gomoku/search/weights.csv`, which has a row for each threat.

use rust_hdl::prelude::*;

use tengen_hdl::library::memory::Table;
use tengen_rules::gomoku::search::weights::TABLE;

/// Added to every value to keep it positive. It cancels out because values are only subtracted from each other.
const OFFSET: i32 = 16;
/// Bits of a value in the table.
pub const VALUE_BITS: usize = 11;
/// Bits of a key.
pub const KEY_BITS: usize = 6;
const THREATS: usize = 16;

/// Values, addressed by threat.
pub type ValueTable = Table<Bits<VALUE_BITS>, 4>;
pub type KeyTable = Table<Bits<KEY_BITS>, 4>;

/// The number in that row and column of the file.
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

/// The value of an empty crossing to the mover, by the mover's threat there.
pub fn mover() -> ValueTable {
    values(0)
}

/// What the opponent's threat there subtracts.
pub fn opponent() -> ValueTable {
    values(1)
}

pub fn attack() -> KeyTable {
    keys(2)
}

pub fn defence() -> KeyTable {
    keys(3)
}

/// The value of having the move.
pub fn tempo() -> u64 {
    number(THREATS, 0).unsigned_abs().into()
}
