//! The weights of the search as tables: the value of a threat, and the keys by which candidates are ordered.
//!
//! They come from `tengen_rules::gomoku::search::WEIGHTS`. What depends on both threats of a crossing, on the outlook and
//! on the sizes of groups is not in the circuit yet.

use rust_hdl::prelude::*;

use tengen_hdl::library::memory::Table;
use tengen_rules::gomoku::search::WEIGHTS;

/// Added to every value to keep it positive. It cancels out because values are only subtracted from each other.
const OFFSET: i32 = 256;
/// Bits of a value in the table.
pub const VALUE_BITS: usize = 11;
/// Bits of a key.
pub const KEY_BITS: usize = 6;
const THREATS: usize = 16;

/// Values, addressed by threat.
pub type ValueTable = Table<Bits<VALUE_BITS>, 4>;
pub type KeyTable = Table<Bits<KEY_BITS>, 4>;

fn values(values: [i32; THREATS]) -> ValueTable {
    Table::new(values.map(|value| {
        let value = u64::try_from(value + OFFSET).expect("no value is far below 0");
        Bits::from(value)
    }))
}

fn keys(keys: [i32; THREATS]) -> KeyTable {
    Table::new(keys.map(|key| u64::from(key.unsigned_abs()).into()))
}

/// The value of an empty crossing to the mover, by the mover's threat there.
pub fn mover() -> ValueTable {
    values(WEIGHTS.values.own)
}

/// What the opponent's threat there subtracts.
pub fn opponent() -> ValueTable {
    values(WEIGHTS.values.other.map(|value| -value))
}

pub fn attack() -> KeyTable {
    keys(WEIGHTS.keys.own)
}

pub fn defence() -> KeyTable {
    keys(WEIGHTS.keys.other)
}

/// The value of having the move.
pub fn tempo() -> u64 {
    WEIGHTS.outlook[0].unsigned_abs().into()
}
