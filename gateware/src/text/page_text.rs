//! The ROMs of the page painter, made from the items of all pages: strings at positions on the 160x120 page, at one,
//! two or three times the font's size.

use rust_hdl::prelude::*;

use super::words::{Item, Pick};
use super::{TextCell, place, rom_words};
use crate::LogicStruct;
use crate::video::font;
use tengen_hdl::library::memory::{Rom, Table};

/// Cells of the ROM for each string.
pub const STRIDE: usize = 16;
/// Pixels from one character to the next, at the font's own size.
pub const ADVANCE: u64 = 6;
/// Pixel rows of a character, at the font's own size.
pub const HEIGHT: u64 = 8;
/// Width and height of the page in its own pixels (docs/picture.md).
pub const PAGE: (u64, u64) = (160, 120);
/// The line number that means "on no line".
const NO_LINE: u64 = 7;

/// A word of the layout ROM; there is one for each item.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ItemWord {
    /// The number of the item's first string; its other strings follow.
    pub string: Bits<7>,
    pub pick: Pick,
    /// Number of characters, at least one.
    pub length: Bits<5>,
    pub x: Bits<8>,
    pub y: Bits<7>,
    /// Page pixels for each font pixel, minus one.
    pub scale: Bits<2>,
    pub ink: Bits<2>,
    pub line: Bits<3>,
    /// This is the last item of its page.
    pub last: Bit,
}

/// The strings of all items, each item's run once.
fn strings(pages: &[Vec<Item>]) -> Vec<&str> {
    let mut all: Vec<&str> = vec![];
    for item in pages.iter().flatten() {
        if place(&all, &item.texts).is_none() {
            all.extend(item.texts.iter().map(String::as_str));
        }
    }
    all
}

/// Makes the string ROM of these pages.
///
/// # Panics
/// If there are more than 2^7 strings. The tables are constants, so this is a programming error.
pub fn string_rom(pages: &[Vec<Item>]) -> Rom<TextCell, 11> {
    let strings = strings(pages);
    assert!(strings.len() <= 128, "{} strings", strings.len());
    Rom::sized(rom_words(&strings, STRIDE))
}

/// Makes the layout ROM of these pages, one page after the other.
///
/// # Panics
/// If a text does not fit its page.
pub fn layout_rom(pages: &[Vec<Item>]) -> Rom<ItemWord, 7> {
    let strings = strings(pages);
    let word = |item: &Item| {
        let length = item.texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) as u64;
        let (right, below) = (item.x + length * ADVANCE * item.scale, item.y + HEIGHT * item.scale);
        assert!(length > 0 && right <= PAGE.0 && below <= PAGE.1, "{:?}", item.texts);
        ItemWord {
            string: (place(&strings, &item.texts).unwrap_or(0) as u64).into(),
            pick: item.pick,
            length: length.into(),
            x: item.x.into(),
            y: item.y.into(),
            scale: (item.scale - 1).into(),
            ink: (item.ink as u64).into(),
            line: item.line.unwrap_or(NO_LINE).into(),
            last: false,
        }
    };
    Rom::sized(pages.iter().flat_map(|page| {
        let mut words: Vec<ItemWord> = page.iter().map(word).collect();
        if let Some(last) = words.last_mut() {
            last.last = true;
        }
        words
    }))
}

/// The address of each page's first item in the layout ROM.
pub fn starts(pages: &[Vec<Item>]) -> Table<Bits<7>, 3> {
    let starts = pages.iter().scan(0, |next, page| {
        let start = *next;
        *next += page.len() as u64;
        Some(Bits::from(start))
    });
    Table::new(starts)
}

/// The font ROM: a word is a row of six dots, at address {glyph, row}, the leftmost dot in the top bit. The last
/// column and row of a character are blank. The tiles follow; they use all columns and rows.
pub fn font_rom(tiles: &[Vec<u64>]) -> Rom<Bits<6>, 10> {
    let glyphs = (0..64).flat_map(|glyph| (0..HEIGHT as isize).map(move |row| (glyph, row)));
    let letters = glyphs.map(|(glyph, row)| {
        let dots = (0..ADVANCE as isize).map(|column| font::dot(glyph, column, row));
        dots.fold(0u64, |word, dot| word << 1 | u64::from(dot))
    });
    Rom::sized(letters.chain(tiles.iter().flatten().copied()).map(Bits::from))
}

#[cfg(test)]
mod tests {
    use super::super::words::item;
    use super::*;

    #[test]
    fn items_with_the_same_run_share_it() {
        let pages = [
            vec![
                item(0, 0, Pick::Black, &["A", "B"]),
                item(0, 9, Pick::White, &["A", "B"]),
            ],
            vec![item(0, 0, Pick::Fixed, &["C"])],
        ];
        assert_eq!(strings(&pages), ["A", "B", "C"]);
    }

    #[test]
    #[should_panic(expected = "TOO FAR")]
    fn a_text_that_leaves_the_page_is_refused() {
        layout_rom(&[vec![item(120, 0, Pick::Fixed, &["TOO FAR"])]]);
    }
}
