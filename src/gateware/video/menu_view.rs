//! The menu: 10 x 30 blocks of 16x16 pixels to the right of the board, a glyph in each.
//!
//! ```text
//! clock       0                  1                        2                      3
//! x, y ---> block ---> menu RAM ---> cell --> block ---> font ROM ---> 16 dots -+-> | colour |
//!      |                                        |                               |   |        |
//!      +---------------------> | x, line | -----+------> | x, ink | -------------+   |        |
//! ```
//!
//! | port          | dir | width | meaning                                                                | reset |
//! |---------------|-----|-------|------------------------------------------------------------------------|-------|
//! | clock         | in  | 1     | rising edge                                                            | –     |
//! | x, y          | in  | 10    | the pixel, x 480 to 639; kept still when the beam is elsewhere          | –     |
//! | write         | in  | 1     | one clock: put `write_cell` at `write_address`                         | –     |
//! | write_address | in  | 9     | {row[4:0], column[3:0]}, row 0 to 29, column 0 to 9                    | –     |
//! | write_cell    | in  | 8     | [5:0] glyph (see `font.rs`), [7:6] ink 0 white, 1 red, 2 blue, 3 dim   | –     |
//! | colour        | out | 4     | from a register, three clocks after x and y                            | Black |

use super::colour::Colour;
use super::font;
use super::menu_block::MenuBlock;
use crate::gateware::memory::{DualPortRam, Rom};
use crate::{Circuit, Register};
use rust_hdl::prelude::*;

/// The menu's first pixel from the left.
pub const LEFT: usize = 480;
/// Blocks across and down.
pub const COLUMNS: usize = 10;
pub const ROWS: usize = 30;

/// What is still to be known of the pixels in the pipeline.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Pipeline {
    /// Clock 1: the dot and the line within the block.
    dot: Bits<4>,
    line: Bits<4>,
    /// Clock 2: the dot, and the block's colour.
    font_dot: Bits<4>,
    ink: Colour,
    /// Clock 3.
    colour: Colour,
}

#[derive(Circuit)]
pub struct MenuView {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<9>>,
    pub write_cell: Signal<In, Bits<8>>,
    pub colour: Signal<Out, Colour>,

    ram: DualPortRam<Bits<8>, 9>,
    font: Rom<Bits<16>, 10>,
    menu_block: MenuBlock,
    pipeline: Register<Pipeline>,

    /// Clears the bits of x within a block.
    block_mask: Constant<Bits<10>>,
}

impl Default for MenuView {
    fn default() -> Self {
        MenuView {
            clock: Default::default(),
            x: Default::default(),
            y: Default::default(),
            write: Default::default(),
            write_address: Default::default(),
            write_cell: Default::default(),
            colour: Default::default(),
            ram: Default::default(),
            font: font::rom(),
            menu_block: Default::default(),
            pipeline: Default::default(),
            block_mask: Constant::new(0x3F0.into()),
        }
    }
}

impl Logic for MenuView {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, pipeline);
        clock!(self, clock, ram, font);

        self.ram.write_enable.next = self.write.val();
        self.ram.write_address.next = self.write_address.val();
        self.ram.write_data.next = self.write_cell.val();

        // Clock 0: the block.
        self.menu_block.x.next = self.x.val() & self.block_mask.val();
        self.menu_block.y.next = self.y.val();
        self.ram.read_address.next = self.menu_block.menu_address.val();
        self.pipeline.d.next.dot = bit_cast::<4, 10>(self.x.val());
        self.pipeline.d.next.line = bit_cast::<4, 10>(self.y.val());

        // Clock 1: its row of dots.
        self.menu_block.block.next = self.ram.read_data.val();
        self.menu_block.line.next = self.pipeline.q.val().line;
        self.font.address.next = self.menu_block.font_address.val();
        self.pipeline.d.next.font_dot = self.pipeline.q.val().dot;
        self.pipeline.d.next.ink = self.menu_block.ink.val();

        // Clock 2: the dot.
        self.pipeline.d.next.colour = Colour::Slate;
        if self.font.data.val().get_bit(self.pipeline.q.val().font_dot.index()) {
            self.pipeline.d.next.colour = self.pipeline.q.val().ink;
        }
        self.colour.next = self.pipeline.q.val().colour;
    }
}
