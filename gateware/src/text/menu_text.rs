//! The ROMs of the menu painter, made from the rows of all menus. A menu has 24 rows of 10 characters; each row is a
//! string that may depend on one property of the game.

use rust_hdl::prelude::*;

use super::words::{Pick, Row};
use super::{TextCell, place, rom_words, same};
use crate::LogicStruct;
pub use crate::video::menu_block::COLUMNS;
pub use crate::video::menu_row::{LARGE, ROWS};
use tengen_hdl::library::memory::Rom;

/// Maximum characters of a text: the last column of the menu is a margin, which some screens cut off.
pub const LENGTH: usize = COLUMNS - 1;

/// Words of the layout ROM for each menu.
pub const STRIDE: usize = 32;

/// A word of the layout ROM; there is one for each row.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LayoutWord {
    /// The number of the row's first string; its other strings follow.
    pub string: Bits<8>,
    pub pick: Pick,
    pub ink: Bits<2>,
}

/// The strings of all rows, each row's run once. Runs overlap where possible, to save memory. The blank string is
/// number 0.
fn strings(menus: &[Vec<Row>]) -> Vec<&str> {
    let mut all = vec![""];
    let mut rows: Vec<&Row> = menus.iter().flatten().collect();
    loop {
        rows.retain(|row| place(&all, &row.texts).is_none());
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

/// Makes the string ROM of these menus.
///
/// # Panics
/// If a text is too long, or there are more than 2^8 strings. The tables are constants, so this is a
/// programming error.
pub fn string_rom(menus: &[Vec<Row>]) -> Rom<TextCell, 12> {
    let strings = strings(menus);
    assert!(strings.len() <= 256, "{} strings", strings.len());
    Rom::sized(rom_words(&strings, LENGTH))
}

/// Makes the layout ROM of these menus, with address {menu, row}; the first [`ROWS`] words of a menu are used.
///
/// # Panics
/// If a row lies outside the menu or below the row of double size, or if a text reaches into the last
/// column.
pub fn layout_rom(menus: &[Vec<Row>]) -> Rom<LayoutWord, 7> {
    let strings = strings(menus);
    let mut words = vec![LayoutWord::default(); menus.len() * STRIDE];
    for (menu, rows) in menus.iter().enumerate() {
        for row in rows {
            assert!(row.row < ROWS && row.row != LARGE + 1, "row {}", row.row);
            let margin = |text: &String| text.chars().count() <= LENGTH;
            assert!(
                row.texts.iter().all(margin),
                "{:?}: the last column is a margin",
                row.texts
            );
            words[menu * STRIDE + row.row] = LayoutWord {
                string: (place(&strings, &row.texts).unwrap_or(0) as u64).into(),
                pick: row.pick,
                ink: (row.ink as u64).into(),
            };
        }
    }
    Rom::sized(words)
}

#[cfg(test)]
mod tests {
    use super::super::words::{Ink, row};
    use super::*;

    #[test]
    fn every_run_is_there_once_and_shares_what_it_can() {
        let texts: [&[&str]; 4] = [&["A", "", "B"], &["", "C"], &["", "B"], &["B", "D"]];
        let rows = texts.iter().map(|texts| row(3, Pick::Keys, Ink::White, texts));
        let menus = [rows.collect::<Vec<_>>()];
        let strings = strings(&menus);
        for row in &menus[0] {
            let at = place(&strings, &row.texts).expect("the run is there");
            assert!(same(&strings[at..], &row.texts));
        }
        // The blank, three of the first run, one of the run that overlaps its end, none of the run inside it, and two
        // more.
        assert_eq!(strings.len(), 7, "{strings:?}");
    }

    #[test]
    #[should_panic(expected = "is longer than 9")]
    fn a_text_that_is_too_long_is_refused() {
        string_rom(&[vec![row(3, Pick::Fixed, Ink::White, &["ELEVEN CHAR"])]]);
    }

    #[test]
    #[should_panic(expected = "the last column is a margin")]
    fn a_text_that_reaches_the_edge_of_the_screen_is_refused() {
        layout_rom(&[vec![row(3, Pick::Fixed, Ink::White, &["TEN LETTER"])]]);
    }

    #[test]
    #[should_panic(expected = "row 2")]
    fn nothing_stands_under_the_row_of_double_size() {
        layout_rom(&[vec![row(LARGE + 1, Pick::Fixed, Ink::White, &["A"])]]);
    }
}
