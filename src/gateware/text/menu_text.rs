//! The ROMs of the menu painter, made from the rows of everybody who shows a menu: 24 rows of 10 characters, each row a
//! string that may depend on one thing about the game.

use rust_hdl::prelude::*;

use super::words::{Pick, Row};
use super::{TextCell, rom_words};
use crate::LogicStruct;
use crate::gateware::memory::Rom;
pub use crate::gateware::video::menu_block::COLUMNS;
pub use crate::gateware::video::menu_row::{LARGE, ROWS};

/// Words a menu takes in the layout ROM.
pub const STRIDE: usize = 32;

/// A word of the layout ROM, one a row.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LayoutWord {
    /// The number of the first string of the row's run.
    pub string: Bits<8>,
    pub pick: Pick,
    pub ink: Bits<2>,
}

/// Every run once, each begun in the one before as far as they agree, so that there are few; the blank string is number 0.
fn strings(menus: &[Vec<Row>]) -> Vec<&str> {
    let mut all = vec![""];
    let mut rows: Vec<&Row> = menus.iter().flatten().collect();
    loop {
        rows.retain(|row| place(&all, row).is_none());
        let shared = |row: &&Row| {
            (0..row.texts.len().min(all.len()))
                .rev()
                .find(|count| same(&all[all.len() - count..], &row.texts[..*count]))
                .unwrap_or(0)
        };
        let Some(row) = rows.iter().rev().max_by_key(|row| shared(row)).copied() else {
            return all;
        };
        let shared = shared(&row);
        all.extend(row.texts[shared..].iter().map(String::as_str));
    }
}

/// The number of the row's first string.
fn place(strings: &[&str], row: &Row) -> Option<usize> {
    strings.windows(row.texts.len()).position(|run| same(run, &row.texts))
}

fn same(run: &[&str], texts: &[String]) -> bool {
    run.iter().zip(texts).all(|(known, text)| known == text)
}

/// The string ROM of these menus.
///
/// # Panics
/// If a text is longer than a row, or there are more than 2^8 strings: the tables are fixed when the machine is written.
pub fn string_rom(menus: &[Vec<Row>]) -> Rom<TextCell, 12> {
    let strings = strings(menus);
    assert!(strings.len() <= 256, "{} strings", strings.len());
    Rom::sized(rom_words(&strings, COLUMNS))
}

/// The layout ROM of these menus, {menu, row}; of a menu's words [`ROWS`] are read.
///
/// # Panics
/// If a row lies outside the menu, or under the row of double size.
pub fn layout_rom(menus: &[Vec<Row>]) -> Rom<LayoutWord, 7> {
    let strings = strings(menus);
    let mut words = vec![LayoutWord::default(); menus.len() * STRIDE];
    for (menu, rows) in menus.iter().enumerate() {
        for row in rows {
            assert!(row.row < ROWS && row.row != LARGE + 1, "row {}", row.row);
            words[menu * STRIDE + row.row] = LayoutWord {
                string: (place(&strings, row).unwrap_or(0) as u64).into(),
                pick: row.pick,
                ink: (row.ink as u64).into(),
            };
        }
    }
    Rom::sized(words)
}
