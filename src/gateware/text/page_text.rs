//! What the page pictures say: strings at places of the 160x120 page, in one, two or three times the font's size.
//!
//! The table is the whole definition; the ROMs of the painter are made from it.

use crate::{LogicState, LogicStruct};
use rust_hdl::prelude::*;

use super::{TextCell, rom_words};
use crate::gateware::video::font;

/// Cells a string takes in the ROM.
pub const STRIDE: usize = 16;
/// Pixels from one character to the next, and rows of one, at the font's own size.
pub const ADVANCE: u64 = 6;
pub const HEIGHT: u64 = 8;
/// Width and height of the page in its own pixels (docs/picture.md).
pub const PAGE: (u64, u64) = (160, 120);

/// What chooses the string of an item out of its run.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Choice {
    Fixed,
    /// 0 PVP, 1 PVC, 2 CVP, 3 DEMO.
    Mode,
    /// In the order of `Level`.
    Level,
    /// 0 freestyle, 1 exact five, 2 Renju.
    Rule,
    /// 0 off, 1 on.
    Clock,
    /// 0 anywhere, 1 on the centre.
    Opening,
}

/// The inks of a page cell, as `Screen` numbers them.
#[derive(Clone, Copy)]
enum Ink {
    White = 1,
    Red = 2,
}

/// A line of the page that the cursor can stand on; the last number means no such line.
const NO_LINE: u64 = 7;

struct Item {
    x: u64,
    y: u64,
    scale: u64,
    ink: Ink,
    line: u64,
    choice: Choice,
    texts: &'static [&'static str],
}

/// An item in white at the font's own size.
const fn item(x: u64, y: u64, line: u64, choice: Choice, texts: &'static [&'static str]) -> Item {
    Item {
        x,
        y,
        scale: 1,
        ink: Ink::White,
        line,
        choice,
        texts,
    }
}

#[rustfmt::skip]
const TABLE: [Item; 16] = [
    Item { scale: 3, ..item(27, 5, NO_LINE, Choice::Fixed, &["TENGEN"]) },
    Item { ink: Ink::Red, ..item(20, 32, NO_LINE, Choice::Fixed, &["GOMOKU"]) },
    item(62, 32,  NO_LINE, Choice::Fixed,   &["FIVE IN A ROW"]),
    item(14, 47,  0,       Choice::Fixed,   &["MODE"]),
    item(68, 47,  0,       Choice::Mode,    &["←    PVP    →", "←    PVC    →", "←    CVP    →", "←   DEMO    →"]),
    item(14, 57,  1,       Choice::Fixed,   &["LEVEL"]),
    item(68, 57,  1,       Choice::Level,   &["←   1 MCU   →", "←  2 SJTU   →", "←   3 ZJU   →", "← 4 THESIS  →"]),
    item(14, 67,  2,       Choice::Fixed,   &["RULE"]),
    item(68, 67,  2,       Choice::Rule,    &["← FREESTYLE →", "←  EXACT 5  →", "←   RENJU   →"]),
    item(14, 77,  3,       Choice::Fixed,   &["CLOCK"]),
    item(68, 77,  3,       Choice::Clock,   &["←    OFF    →", "←   30 S    →"]),
    item(14, 87,  4,       Choice::Fixed,   &["OPENING"]),
    item(68, 87,  4,       Choice::Opening, &["←   FREE    →", "←  CENTRE   →"]),
    item(38, 99,  NO_LINE, Choice::Mode,    &[" TWO PLAYERS", "YOU PLAY BLACK", "YOU PLAY WHITE", "COMPUTER ALONE"]),
    item(8,  110, NO_LINE, Choice::Fixed,   &["←↑↓→ CHANGE"]),
    item(86, 110, NO_LINE, Choice::Fixed,   &["ENTER START"]),
];

/// How many items the page has.
pub const ITEMS: usize = TABLE.len();

/// A word of the layout ROM, one an item.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ItemWord {
    /// The first string of the item's run.
    pub string: Bits<5>,
    pub choice: Choice,
    /// Characters, at least one.
    pub length: Bits<5>,
    pub x: Bits<8>,
    pub y: Bits<7>,
    /// Page pixels a font pixel, less one.
    pub scale: Bits<2>,
    pub ink: Bits<2>,
    pub line: Bits<3>,
}

/// The string ROM of the page, at most 512 cells.
pub fn string_words() -> Vec<TextCell> {
    let strings: Vec<&str> = TABLE.iter().flat_map(|item| item.texts).copied().collect();
    rom_words(&strings, STRIDE).collect()
}

/// The layout ROM of the page.
pub fn layout_words() -> Vec<ItemWord> {
    let mut first = 0;
    let mut words = vec![];
    for item in &TABLE {
        let length = item.texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        words.push(ItemWord {
            string: first.into(),
            choice: item.choice,
            length: (length as u64).into(),
            x: item.x.into(),
            y: item.y.into(),
            scale: (item.scale - 1).into(),
            ink: (item.ink as u64).into(),
            line: item.line.into(),
        });
        first += item.texts.len() as u64;
    }
    words
}

/// The font ROM: a row of five dots a word at address {glyph, row}, the leftmost dot in the top bit; the eighth row is
/// blank.
pub fn font_words() -> impl Iterator<Item = Bits<5>> {
    (0..64)
        .flat_map(|glyph| (0..HEIGHT as isize).map(move |row| (glyph, row)))
        .map(|(glyph, row)| {
            let dots = (0..font::WIDTH as isize).map(|column| font::dot(glyph, column, row));
            dots.fold(0u64, |word, dot| word << 1 | u64::from(dot)).into()
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_fits_the_page_and_its_rom() {
        assert!(string_words().len() <= 512 && ITEMS <= 16);
        for (item, word) in TABLE.iter().zip(layout_words()) {
            let length = word.length.index() as u64;
            assert!((1..=STRIDE as u64).contains(&length));
            assert!(item.x + length * ADVANCE * item.scale <= PAGE.0, "{:?}", item.texts);
            assert!(item.y + HEIGHT * item.scale <= PAGE.1, "{:?}", item.texts);
        }
    }
}
