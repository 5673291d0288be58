//! The menu: 24 rows of 10 glyphs to the right of the board, in blocks of 16 x 19 pixels; one row is of double size.
//!
//! ```text
//! clock        0                  1                        2                      3
//! x --------> block ---> menu RAM ---> cell --> block ---> font ROM ---> 16 dots -+-> | colour |
//! MenuRow ---'   |                                |                               |   |        |
//!                +--------------> | x, line | ----+------> | x, ink | -------------+   |        |
//! ```
//!
//! | port      | dir | width     | meaning                                                                | initial |
//! |-----------|-----|-----------|------------------------------------------------------------------------|---------|
//! | clock     | in  | 1         | rising edge                                                            | –       |
//! | x         | in  | 10        | the pixel's x, 480 to 639; constant while the beam is outside the menu | –       |
//! | next_line | in  | 1         | strobe: the last pixel of a line of the picture                        | –       |
//! | last_line | in  | 1         | with `next_line`: it is the last line                                  | –       |
//! | write     | in  | MenuWrite | a write into the menu RAM                                              | –       |
//! | colour    | out | Colour    | registered, three clocks after x                                       | Black   |

use super::colour::Colour;
use super::font;
use super::menu_block::MenuBlock;
pub use super::menu_block::{COLUMNS, LEFT};
use super::menu_row::MenuRow;
pub use super::menu_row::ROWS;
use crate::ports::MenuWrite;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::memory::{DualPortRam, Rom};

/// The attributes of the pixels in the pipeline.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Pipeline {
    /// Clock 1: the column of the dot in its block.
    dot: Bits<4>,
    /// Clock 1: the row of dots.
    line: Bits<4>,
    /// Clock 1: the line is between two rows.
    blank: Bit,
    /// Clock 2: the column of the dot in its block.
    font_dot: Bits<4>,
    /// Clock 2: the line is between two rows.
    font_blank: Bit,
    /// Clock 2: the block's colour.
    ink: Colour,
    /// Clock 3: the colour.
    colour: Colour,
}

/// Clears the bits of x within a block.
const BLOCK_MASK: u64 = 0x3F0;

#[derive(Circuit)]
pub struct MenuView {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub next_line: Signal<In, Bit>,
    pub last_line: Signal<In, Bit>,
    pub write: Signal<In, MenuWrite>,
    pub colour: Signal<Out, Colour>,

    ram: DualPortRam<Bits<8>, 9>,
    #[init(font::roms().0)]
    font_left: Rom<Bits<8>, 10>,
    #[init(font::roms().1)]
    font_right: Rom<Bits<2>, 10>,
    menu_row: MenuRow,
    menu_block: MenuBlock,
    pipeline: Register<Pipeline>,

    /// A row of dots of a block, with the blank columns on both sides.
    dots: Signal<Local, Bits<16>>,
}

#[kernel]
impl Logic for MenuView {
    fn update(&mut self) {
        ram = DualPortRam { write_enable: write.enable, write_address: write.address, write_data: write.cell };

        // Clock 0: addresses the block.
        menu_row = MenuRow { next_line, last_line };
        menu_block = MenuBlock { x: x & BLOCK_MASK, row: menu_row.row, doubled: menu_row.doubled };
        ram.read_address = menu_block.menu_address;
        pipeline.d.dot = if menu_row.doubled { x.get_bits::<4>(1) } else { x.get_bits::<4>(0) };
        pipeline.d.line = menu_row.dots;
        pipeline.d.blank = menu_row.blank;

        // Clock 1: addresses its row of dots.
        menu_block = MenuBlock { block: ram.read_data, line: pipeline.q.line };
        font_left.address = menu_block.font_address;
        font_right.address = menu_block.font_address;
        pipeline.d.font_dot = pipeline.q.dot;
        pipeline.d.font_blank = pipeline.q.blank;
        pipeline.d.ink = menu_block.ink;

        // Clock 2: selects the dot and its colour.
        pipeline.d.colour = Colour::Slate;
        dots = (bit_cast::<16, 8>(font_left.data) << 3) | (bit_cast::<16, 2>(font_right.data) << 11);
        if dots.get_bit(pipeline.q.font_dot.index()) & !pipeline.q.font_blank {
            pipeline.d.colour = pipeline.q.ink;
        }
        colour = pipeline.q.colour;
    }
}
