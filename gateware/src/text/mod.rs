//! The texts on the screen: their format ([`words`]), and the two painters that write them, one into the menu beside
//! the board, one into the page picture. The texts themselves are in the modules of the games, the club and the
//! pages.

pub mod figures;
pub mod menu_painter;
pub mod menu_text;
pub mod page_painter;
pub mod page_text;
pub mod read_out;
pub mod words;

use rust_hdl::prelude::Bits;

use self::figures::Figure;
use crate::video::font;

/// A cell of a string ROM: a glyph of the font, or, with bit 6 set, a placeholder for a changing value or a tile of a
/// picture.
pub type TextCell = Bits<7>;

/// The cell of a placeholder character.
fn placeholder(character: char) -> Option<u64> {
    let after = |first: char| u64::from(character) - u64::from(first);
    let cell = match character {
        '@' => COLUMN_LETTER,  // the cursor's column, A to O
        '#' => FIRST_DIGIT,    // the cursor's row, 15 to 1: first digit
        '$' => SECOND_DIGIT,   // second digit, if there is one
        '§' => ROW_DOWN,       // the cursor's row, counted from 1 at the top
        '«' => BLACK_TENS,     // the black discs: tens, if not 0
        '»' => BLACK_ONES,     // ones
        '‹' => WHITE_TENS,     // the white discs: tens, if not 0
        '›' => WHITE_ONES,     // ones
        'σ' => SCORE_SIGN,     // the computer's score: sign
        'α' => SCORE_HUNDREDS, // its three digits
        'β' => SCORE_TENS,
        'γ' => SCORE_ONES,
        'δ' => PLIES_TENS,   // plies, searched or to a win: tens, if not 0
        'ε' => PLIES_ONES,   // ones
        'κ' => REPLY_LETTER, // the expected reply: as the cursor
        'λ' => REPLY_FIRST,
        'μ' => REPLY_SECOND,
        '^' => SECONDS_TENS,                                      // the seconds left: tens, if not 0
        '&' => SECONDS_ONES,                                      // ones
        'a'..='p' => READ_OUT + read_out::CODES + after('a'),     // the digits of the keyboard's last codes
        'q'..='r' => READ_OUT + read_out::ERRORS + after('q'),    // the digits of the count of bad frames
        's'..='t' => READ_OUT + read_out::LINE_BYTE + after('s'), // the serial line's last byte
        'ζ'..='η' => READ_OUT + read_out::LINE_ERRORS + after('ζ'), // the count of its errors
        'θ' => READ_OUT + read_out::TILT_DIRECTION,               // an arrow, or a dot
        'ι' => READ_OUT + read_out::TILT_LEVEL,                   // how far
        'v'..='z' => READ_OUT + read_out::BUTTONS + after('v'),   // the buttons up, down, left, right, centre
        'σ'..='τ' => READ_OUT + read_out::USB + after('σ'),       // the USB keyboard
        FIRST_TILE..=LAST_TILE => TILE + after(FIRST_TILE),       // a part of a picture
        FIRST_FIGURE..=LAST_FIGURE => FIGURE + after(FIRST_FIGURE), // a digit of a number of the club
        _ => return None,
    };
    Some(cell)
}
pub const COLUMN_LETTER: u64 = 0x40;
pub const FIRST_DIGIT: u64 = 0x41;
pub const SECOND_DIGIT: u64 = 0x42;
pub const SECONDS_TENS: u64 = 0x43;
pub const SECONDS_ONES: u64 = 0x44;
pub const ROW_DOWN: u64 = 0x45;
pub const BLACK_TENS: u64 = 0x46;
pub const BLACK_ONES: u64 = 0x47;
pub const WHITE_TENS: u64 = 0x48;
pub const WHITE_ONES: u64 = 0x49;
pub const SCORE_SIGN: u64 = 0x4A;
pub const SCORE_HUNDREDS: u64 = 0x4B;
pub const SCORE_TENS: u64 = 0x4C;
pub const SCORE_ONES: u64 = 0x4D;
pub const PLIES_TENS: u64 = 0x4E;
pub const PLIES_ONES: u64 = 0x4F;
pub const REPLY_LETTER: u64 = 0x50;
pub const REPLY_FIRST: u64 = 0x51;
pub const REPLY_SECOND: u64 = 0x52;
/// From this cell on, the low five bits are a place of [`read_out::ReadOut`].
pub const READ_OUT: u64 = 0x60;

// The next two are used on pages only; the placeholders above are used in menus only.
/// From this cell on, cells are tiles, numbered after the glyphs of the font.
pub const TILE: u64 = 0x40;
/// From this cell on, the low four bits are a place of [`figures::Figures`].
pub const FIGURE: u64 = 0x60;
/// Maximum number of tiles.
pub const TILES: usize = (FIGURE - TILE) as usize;

// Codes for private use: they stand for tiles and digits, which are not characters.
const FIRST_TILE: char = '\u{E000}';
const LAST_TILE: char = '\u{E01F}';
const FIRST_FIGURE: char = '\u{E100}';
const LAST_FIGURE: char = '\u{E10F}';

/// The character that stands for a tile in a text of a page.
///
/// # Panics
/// If there is no tile of that number.
pub fn tile(number: usize) -> char {
    assert!(number < TILES, "tile {number} of {TILES}");
    private(FIRST_TILE, number)
}

/// The text that stands for the two digits of a number in a text of a page.
pub fn digits(figure: Figure) -> String {
    [0, 1]
        .map(|digit| private(FIRST_FIGURE, 2 * figure as usize + digit))
        .iter()
        .collect()
}

/// The character `number` places after the first of its kind.
fn private(first: char, number: usize) -> char {
    char::from_u32(first as u32 + number as u32).unwrap_or(first)
}

/// A string as `stride` cells, padded with blanks.
///
/// # Panics
/// If it is longer, or has a character that the font lacks. The texts are constants, so this is a
/// programming error.
fn cells(text: &str, stride: usize) -> impl Iterator<Item = TextCell> + '_ {
    let length = text.chars().count();
    assert!(length <= stride, "{text:?} is longer than {stride}");
    let cell = |character: char| {
        let code = match placeholder(character) {
            Some(code) => code,
            None => {
                let glyph = font::glyph(character);
                glyph.unwrap_or_else(|| panic!("no glyph for {character:?}")).into()
            }
        };
        TextCell::from(code)
    };
    text.chars()
        .map(cell)
        .chain(std::iter::repeat_n(0u64.into(), stride - length))
}

/// The words of a string ROM: string number `n` begins at `n * stride`.
fn rom_words<'a>(strings: &'a [&'a str], stride: usize) -> impl Iterator<Item = TextCell> + 'a {
    strings.iter().flat_map(move |text| cells(text, stride))
}

/// The number of the string at which a run of these texts begins.
fn place(strings: &[&str], texts: &[String]) -> Option<usize> {
    strings.windows(texts.len()).position(|run| same(run, texts))
}

/// Whether the strings begin with these texts.
fn same(strings: &[&str], texts: &[String]) -> bool {
    strings.len() >= texts.len() && strings.iter().zip(texts).all(|(known, text)| known == text)
}
