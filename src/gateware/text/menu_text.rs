//! What the menu says beside a game and on the bring-up page: 30 rows of 10 characters, each row a string that may depend
//! on one thing about the game.
//!
//! A row names the first of a run of strings, and what picks among the run: [`Pick`]. The tables below are the whole
//! definition; the ROMs of the painter are made from them.

use crate::{LogicState, LogicStruct};
use rust_hdl::prelude::*;

use super::{TextCell, rom_words};

/// Characters a row.
pub const COLUMNS: usize = 10;
/// Rows of the menu.
pub const ROWS: usize = 30;
/// Pages of the layout ROM: the game's menu, the bring-up page; and the words a page takes there.
const PAGES: usize = 2;
pub const PAGE_STRIDE: usize = 32;

/// What chooses the string of a row out of its run.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Pick {
    Fixed,
    /// In the order of `Mode`.
    Mode,
    /// In the order of `Level`.
    Level,
    /// See [`Status`].
    Status,
    /// See [`Keys`].
    Keys,
    /// In the order of `Rule`.
    Rule,
    /// In the order of `Foul`, whose first is none; then [`Keys::Question`].
    Note,
    /// 0 there is no clock, 1 it runs; red when little is left on it.
    Clock,
}

/// How the game stands: [`Pick::Status`].
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Status {
    BlackToMove,
    WhiteToMove,
    BlackWins,
    WhiteWins,
    Draw,
}

/// What the keys do now: [`Pick::Keys`].
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Keys {
    /// A game goes on.
    Playing,
    /// It has ended.
    Over,
    /// A key that would leave a game in progress waits to be pressed again.
    Question,
    /// The computer plays against itself.
    Demo,
}

/// The inks of a menu cell that are used here, as `Screen` numbers them.
#[derive(Clone, Copy)]
pub enum Ink {
    White = 0,
    Red = 1,
    Dim = 3,
}

/// The block at either end of a row stays empty, and the rows stand in groups, so that the text has room to breathe.
struct Row {
    row: usize,
    pick: Pick,
    ink: Ink,
    texts: &'static [&'static str],
}

const fn row(row: usize, pick: Pick, ink: Ink, texts: &'static [&'static str]) -> Row {
    Row { row, pick, ink, texts }
}

#[rustfmt::skip]
const GAME: [Row; 23] = [
    row(1,  Pick::Fixed,  Ink::White, &["  TENGEN"]),
    row(2,  Pick::Fixed,  Ink::Dim,   &["  GOMOKU"]),
    row(4,  Pick::Mode,   Ink::White, &[" MODE PVP", " MODE PVC", " MODE CVP", " DEMO"]),
    row(5,  Pick::Level,  Ink::White, &[" LEVEL  1", " LEVEL  2", " LEVEL  3", " LEVEL  4"]),
    row(6,  Pick::Rule,   Ink::White, &[" FREE 5", " EXACT 5", " RENJU"]),
    row(7,  Pick::Rule,   Ink::Red,   &["", "", " X = FOUL"]),
    row(9,  Pick::Mode,   Ink::Dim,   &[" TWO", " YOU PLAY", " YOU PLAY", " COMPUTER"]),
    row(10, Pick::Mode,   Ink::Dim,   &[" PLAYERS", " BLACK", " WHITE", " ALONE"]),
    row(12, Pick::Status, Ink::White, &[" BLACK", " WHITE", " BLACK", " WHITE", " A DRAW"]),
    row(13, Pick::Status, Ink::White, &[" TO MOVE", " TO MOVE", " WINS", " WINS", ""]),
    row(14, Pick::Note,   Ink::Red,   &["", " OVERLINE", " DOUBLE", " DOUBLE", " AGAIN TO"]),
    row(15, Pick::Note,   Ink::Red,   &["", "", " FOUR", " THREE", " LEAVE"]),
    row(16, Pick::Keys,   Ink::White, &[" AT   @#$", "", " AT   @#$", ""]),
    row(17, Pick::Clock,  Ink::White, &["", " CLOCK ^&"]),
    row(19, Pick::Keys,   Ink::White, &[" ←↑↓→ AIM", " ANY KEY", " SAME KEY", " ANY KEY"]),
    row(20, Pick::Keys,   Ink::White, &[" ↵    PUT", " GOES ON", " LEAVES", " ENDS"]),
    row(21, Pick::Keys,   Ink::White, &[" U   UNDO", "", " ANOTHER", " THE DEMO"]),
    row(22, Pick::Keys,   Ink::White, &[" H   HINT", "", " STAYS", ""]),
    row(23, Pick::Keys,   Ink::White, &[" N NUMBER", "", "", ""]),
    row(25, Pick::Keys,   Ink::White, &[" M   MODE", " M   MODE", "", ""]),
    row(26, Pick::Keys,   Ink::White, &[" L  LEVEL", " L  LEVEL", "", ""]),
    row(27, Pick::Keys,   Ink::White, &[" CTRL NEW", " CTRL NEW", "", ""]),
    row(28, Pick::Keys,   Ink::White, &[" ESC BACK", " ESC BACK", "", ""]),
];

/// Small letters are places of [`super::read_out`]. The codes read like any text, the newest byte last.
#[rustfmt::skip]
const BRING_UP: [Row; 15] = [
    row(1,  Pick::Fixed,  Ink::White, &[" BRING-UP"]),
    row(4,  Pick::Fixed,  Ink::Dim,   &[" KEYBOARD"]),
    row(6,  Pick::Fixed,  Ink::Dim,   &[" ab cd ef"]),
    row(7,  Pick::Fixed,  Ink::Dim,   &[" gh ij kl"]),
    row(8,  Pick::Fixed,  Ink::White, &[" mn op _"]),
    row(10, Pick::Fixed,  Ink::White, &[" ERROR qr"]),
    row(13, Pick::Fixed,  Ink::Dim,   &[" BUTTONS"]),
    row(15, Pick::Fixed,  Ink::White, &[" UP     v"]),
    row(17, Pick::Fixed,  Ink::White, &[" DOWN   w"]),
    row(19, Pick::Fixed,  Ink::White, &[" LEFT   x"]),
    row(21, Pick::Fixed,  Ink::White, &[" RIGHT  y"]),
    row(23, Pick::Fixed,  Ink::White, &[" CENTRE z"]),
    row(26, Pick::Fixed,  Ink::Dim,   &[" LEAVE"]),
    row(27, Pick::Fixed,  Ink::White, &[" F1   ESC"]),
    row(28, Pick::Fixed,  Ink::White, &[" CENTRE"]),
];

/// Every row with its page.
fn rows() -> impl Iterator<Item = (usize, &'static Row)> {
    let pages: [&[Row]; PAGES] = [&GAME, &BRING_UP];
    pages
        .into_iter()
        .enumerate()
        .flat_map(|(page, rows)| rows.iter().map(move |row| (page, row)))
}

/// A word of the layout ROM, one a row.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LayoutWord {
    /// Where the row's run begins in the string ROM; each of its strings takes [`COLUMNS`] cells.
    pub start: Bits<10>,
    pub pick: Pick,
    pub ink: Bits<2>,
}

/// Every run once, in the order of the tables, each begun in the one before as far as they agree; the blank string is
/// number 0.
fn strings() -> Vec<&'static str> {
    let mut all = vec![""];
    for (_, row) in rows() {
        if !all.windows(row.texts.len()).any(|run| run == row.texts) {
            let known = (0..row.texts.len())
                .rev()
                .find(|count| all.ends_with(&row.texts[..*count]));
            all.extend(&row.texts[known.unwrap_or(0)..]);
        }
    }
    all
}

/// The string ROM of the menu, at most 1024 cells.
pub fn string_words() -> Vec<TextCell> {
    rom_words(&strings(), COLUMNS).collect()
}

/// The layout ROM of the menu, {page, row}; of each page's 32 words [`ROWS`] are read.
pub fn layout_words() -> Vec<LayoutWord> {
    let strings = strings();
    let mut words = vec![LayoutWord::default(); PAGES * PAGE_STRIDE];
    for (page, row) in rows() {
        let first = strings.windows(row.texts.len()).position(|run| run == row.texts);
        words[page * PAGE_STRIDE + row.row] = LayoutWord {
            start: ((first.unwrap_or(0) * COLUMNS) as u64).into(),
            pick: row.pick,
            ink: (row.ink as u64).into(),
        };
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_fits_its_rom() {
        assert!(string_words().len() <= 1024, "{} strings", strings().len());
        for (_, row) in rows() {
            assert!(row.row < ROWS);
            for text in row.texts {
                assert!(text.chars().count() <= COLUMNS, "{text:?} is wider than the menu");
            }
        }
    }
}
