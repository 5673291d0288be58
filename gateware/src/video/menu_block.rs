//! The addresses of the menu's memories: of a pixel's block in the menu RAM, and of its row of dots in the font ROM.
//! Combinational.
//!
//! ```text
//! x  { 2'b.., column[3:0] + 14, .... }     x, large  { 2'b.., column[2:0] + 7, ..... }    the menu begins at x = 480
//! ```
//!
//! | port         | dir | width  | meaning                                                                      |
//! |--------------|-----|--------|------------------------------------------------------------------------------|
//! | x            | in  | 10     | the pixel's x, 480 to 639; the four low bits are not used and should be 0    |
//! | row          | in  | 5      | the pixel's row of text                                                      |
//! | doubled      | in  | 1      | that row is of double size                                                   |
//! | block        | in  | 8      | a cell of the menu: `[5:0]` glyph, `[7:6]` ink 0 white, 1 red, 2 blue, 3 dim |
//! | line         | in  | 4      | the row of dots in that block                                                |
//! | menu_address | out | 9      | address in the menu RAM: {`row[4:0]`, `column[3:0]`}, from x and row         |
//! | font_address | out | 10     | address in the font ROM: {`glyph[5:0]`, `line[3:0]`}, from block and line    |
//! | ink          | out | Colour | the block's colour                                                           |

use super::colour::Colour;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

/// The menu's first pixel.
pub const LEFT: usize = 480;
/// Blocks in a row.
pub const COLUMNS: usize = 10;

/// The number of blocks left of the menu, modulo 16.
const FIRST_COLUMN: u64 = (LEFT / 16 % 16) as u64;
/// The number of blocks of double size left of the menu, modulo 16.
const FIRST_LARGE: u64 = (LEFT / 32 % 16) as u64;

#[derive(Circuit)]
pub struct MenuBlock {
    pub x: Signal<In, Bits<10>>,
    pub row: Signal<In, Bits<5>>,
    pub doubled: Signal<In, Bit>,
    pub block: Signal<In, Bits<8>>,
    pub line: Signal<In, Bits<4>>,
    pub menu_address: Signal<Out, Bits<9>>,
    pub font_address: Signal<Out, Bits<10>>,
    pub ink: Signal<Out, Colour>,
}

#[kernel]
impl Logic for MenuBlock {
    fn update(&mut self) {
        let column = if doubled { x.get_bits::<4>(5) - FIRST_LARGE } else { x.get_bits::<4>(4) - FIRST_COLUMN };
        menu_address = cat(row, column);

        font_address = cat(block.get_bits::<6>(0), line);

        let ink_number = block.get_bits::<2>(6);
        ink = if ink_number == 1 { Colour::Red } else { Colour::White };
        if ink_number == 2 {
            ink = Colour::Blue;
        }
        if ink_number == 3 {
            ink = Colour::Dim;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_block_has_the_address_of_its_row_and_column() {
        let mut circuit = Native::new(MenuBlock::default());
        for (row, column) in (0..24).flat_map(|row| (0..COLUMNS).map(move |column| (row, column))) {
            circuit.drive("row", row as u64);
            for corner in [0, 15] {
                circuit.drive("x", (LEFT + 16 * column + corner) as u64);
                for (large, column) in [(0, column), (1, column / 2)] {
                    circuit.drive("doubled", large);
                    circuit.settle();
                    assert_eq!(circuit.read("menu_address"), (row << 4 | column) as u64);
                }
            }
        }
    }

    #[test]
    fn a_cell_names_its_row_of_dots_and_its_ink() {
        let mut circuit = Native::new(MenuBlock::default());
        let inks = [Colour::White, Colour::Red, Colour::Blue, Colour::Dim];
        for (cell, row) in (0..256).flat_map(|cell| (0..16).map(move |row| (cell, row))) {
            circuit.drive("block", cell);
            circuit.drive("line", row);
            circuit.settle();
            assert_eq!(circuit.read("font_address"), (cell & 63) << 4 | row);
            assert_eq!(circuit.read_as::<Colour>("ink"), inks[cell as usize >> 6]);
        }
    }
}
