//! The coordinates in the margin: a to h above the columns, 1 to 8 left of the rows, from the top.
//!
//! ```text
//!           a     b     c             Above: lines 12 to 27 of the margin, pixels 17 to 32 of a column.
//!     1  +-----+-----+-----           Left: pixels 12 to 27 of the margin, lines 17 to 32 of a row.
//! ```
//!
//! Each is a box of 16x16 pixels: a 5x7 drawing at double size, like the menu's font. A word of the ROM is one pixel,
//! at address { left, `index[2:0]`, `y[3:0]`, `x[3:0]` }.

use rust_hdl::prelude::*;

use crate::video::font;
use tengen_hdl::library::memory::Rom;

/// The first pixel of a box across the margin.
pub const IN_MARGIN: usize = 12;
/// The first pixel of a box along a square.
pub const IN_CELL: usize = 17;

/// The small letters are drawn here because the font has none.
const LETTERS: [&str; font::HEIGHT] = [
    "..... #.... ..... ....# ..... ..##. ..... #....",
    "..... #.... ..... ....# ..... .#..# ..... #....",
    ".###. #.##. .###. .##.# .###. .#... .#### #.##.",
    "....# ##..# #.... #..## #...# ###.. #...# ##..#",
    ".#### #...# #.... #...# ##### .#... .#### #...#",
    "#...# #...# #...# #...# #.... .#... ....# #...#",
    ".#### ####. .###. .#### .###. .#... .###. #...#",
];

/// Whether the letter above a column has a dot there, in its box.
pub fn above_dot(column: usize, x: usize, y: usize) -> bool {
    let drawn = |across: isize, down: isize| {
        let inside = (0..font::WIDTH as isize).contains(&across) && (0..font::HEIGHT as isize).contains(&down);
        inside && LETTERS[down as usize].as_bytes()[column * (font::WIDTH + 1) + across as usize] == b'#'
    };
    font::doubled(drawn, x, y)
}

/// Whether the number left of a row has a dot there, in its box.
pub fn left_dot(row: usize, x: usize, y: usize) -> bool {
    let digit = char::from(b'1' + row as u8);
    font::block_dot(font::glyph(digit).unwrap_or_default(), x, y)
}

/// The labels' ROM.
pub fn rom() -> Rom<Bit, 12> {
    Rom::new((0..1usize << 12).map(|address| {
        let (index, y, x) = (address >> 8 & 7, address >> 4 & 15, address & 15);
        match address >> 11 {
            0 => above_dot(index, x, y),
            _ => left_dot(index, x, y),
        }
    }))
}
