//! The coordinates in the board's outer margin: A to O above the columns, 15 down to 1 to the left of the rows.
//!
//! ```text
//!            A     B     C              Above: rows 2 to 9 of a cell of row 0, its columns 8 to 23.
//!     15  ___|_____|_____|___           Left: rows 12 to 19 of a cell of column 0, its columns 0 to 15.
//!            |     |     |
//! ```
//!
//! Each label is a box of 16x8 pixels, stored a bit a word at address `{left, index[3:0], y[2:0], x[3:0]}`. index is
//! the column or the row, x and y are the low bits of the pixel's own position, so no address needs an adder. Word 0 is
//! blank. The glyphs are placed so that a stone hides the labels of its row and its column completely.

use rust_hdl::prelude::*;

use crate::video::font;
use tengen_hdl::library::memory::Rom;

/// Crossings along a side of the board.
pub const SIDE: usize = tengen_rules::gomoku::board::SIZE;

/// The labels' ROM.
pub fn rom() -> Rom<Bit, 12> {
    Rom::new((0..1 << 12).map(|address| word(address >> 11 == 1, address >> 7 & 15, address >> 4 & 7, address & 15)))
}

/// Whether one word of the ROM is a dot.
fn word(left: bool, index: usize, y: usize, x: usize) -> bool {
    if index >= SIDE {
        false
    } else if left {
        // Rows 12 to 19 of the cell arrive as 4, 5, 6, 7, 0, 1, 2, 3.
        left_dot(index, x, (y + 4) % 8 + 12)
    } else {
        // Columns 8 to 23 arrive as 8 to 15, then 0 to 7; rows 2 to 9 as 2 to 7, 0, 1.
        above_dot(index, (x + 8) % 16 + 8, (y + 6) % 8 + 2)
    }
}

/// Whether the letter above a column has a dot at a pixel of the cell of row 0.
pub fn above_dot(column: usize, x: usize, y: usize) -> bool {
    let letter = font::glyph((b'A' + column as u8) as char).unwrap_or_default();
    font::dot(letter, x as isize - 14, y as isize - 3)
}

/// Whether the number left of a row has a dot at a pixel of the cell of column 0.
pub fn left_dot(row: usize, x: usize, y: usize) -> bool {
    let number = (SIDE - row).to_string();
    let step = font::WIDTH as isize + 1;
    // All numbers end at the same pixel, two before the board's edge line.
    let left = 15 - step * number.len() as isize;
    number.chars().enumerate().any(|(place, digit)| {
        let code = font::glyph(digit).unwrap_or_default();
        font::dot(code, x as isize - left - step * place as isize, y as isize - 13)
    })
}

#[cfg(test)]
mod tests;
