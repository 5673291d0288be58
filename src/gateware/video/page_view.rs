//! The page picture: 160x120 cells of four colours over the whole screen, each 4x4 pixels.
//!
//! ```text
//! clock    0                      1              2                   3
//! x, y --> place --> page RAM --> cell --> | cell | --> colour --> | colour |
//! ```
//!
//! | port          | dir | width | meaning                                                          | reset |
//! |---------------|-----|-------|------------------------------------------------------------------|-------|
//! | clock         | in  | 1     | rising edge                                                      | –     |
//! | x, y          | in  | 10    | the pixel; kept still when the page is not shown                  | –     |
//! | write         | in  | 1     | one clock: put `write_cell` at `write_address`                   | –     |
//! | write_address | in  | 15    | {y[6:0], x[7:0]}, y 0 to 119, x 0 to 159                         | –     |
//! | write_cell    | in  | 2     | 0 background, 1 white, 2 red, 3 blue                             | –     |
//! | colour        | out | 4     | from a register, three clocks after x and y                      | Black |

use super::colour::Colour;
use super::page_place::PagePlace;
use crate::gateware::memory::DualPortRam;
use crate::{Circuit, Register};
use rust_hdl::prelude::*;

/// Cells across and down.
pub const WIDTH: usize = 160;
pub const HEIGHT: usize = 120;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Pipeline {
    /// Clock 2.
    cell_shown: Bits<2>,
    /// Clock 3.
    colour: Colour,
}

#[derive(Circuit)]
pub struct PageView {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<15>>,
    pub write_cell: Signal<In, Bits<2>>,
    pub colour: Signal<Out, Colour>,

    written: PagePlace,
    shown: PagePlace,
    ram: DualPortRam<Bits<2>, 15>,
    pipeline: Register<Pipeline>,
}

impl Default for PageView {
    fn default() -> Self {
        PageView {
            clock: Default::default(),
            x: Default::default(),
            y: Default::default(),
            write: Default::default(),
            write_address: Default::default(),
            write_cell: Default::default(),
            colour: Default::default(),
            written: Default::default(),
            shown: Default::default(),
            ram: DualPortRam::of_depth(WIDTH * HEIGHT),
            pipeline: Default::default(),
        }
    }
}

impl Logic for PageView {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, pipeline);
        clock!(self, clock, ram);

        self.ram.write_enable.next = self.write.val();
        self.written.cell_at.next = self.write_address.val();
        self.ram.write_address.next = self.written.address.val();
        self.ram.write_data.next = self.write_cell.val();

        // Clock 0: a cell is 4x4 pixels.
        self.shown.cell_at.next =
            (bit_cast::<15, 7>(self.y.val().get_bits::<7>(2)) << 8) | bit_cast::<15, 8>(self.x.val().get_bits::<8>(2));
        self.ram.read_address.next = self.shown.address.val();

        // Clock 1: many blocks of memory answer, so their answer gets a clock of its own.
        self.pipeline.d.next.cell_shown = self.ram.read_data.val();

        // Clock 2.
        match self.pipeline.q.val().cell_shown.index() {
            1 => self.pipeline.d.next.colour = Colour::White,
            2 => self.pipeline.d.next.colour = Colour::Red,
            3 => self.pipeline.d.next.colour = Colour::Blue,
            _ => self.pipeline.d.next.colour = Colour::Slate,
        }
        self.colour.next = self.pipeline.q.val().colour;
    }
}
