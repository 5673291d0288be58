//! The page picture: 160x120 cells of four colours over the whole screen, each 4x4 pixels.
//!
//! ```text
//! clock    0                      1              2                   3
//! x, y --> place --> page RAM --> cell --> | cell | --> colour --> | colour |
//! ```
//!
//! | port   | dir | width     | meaning                                                       | initial |
//! |--------|-----|-----------|---------------------------------------------------------------|---------|
//! | clock  | in  | 1         | rising edge                                                   | –       |
//! | x, y   | in  | 10        | the pixel's coordinates; constant while the page is not shown | –       |
//! | write  | in  | PageWrite | a write into the page RAM                                     | –       |
//! | colour | out | Colour    | registered, three clocks after x and y                        | Black   |

use super::colour::Colour;
use super::page_place::PagePlace;
pub use super::page_place::{HEIGHT, WIDTH};
use crate::ports::PageWrite;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::memory::DualPortRam;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Pipeline {
    /// Clock 2: the cell.
    cell_shown: Bits<2>,
    /// Clock 3: the colour.
    colour: Colour,
}

#[derive(Circuit)]
pub struct PageView {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub write: Signal<In, PageWrite>,
    pub colour: Signal<Out, Colour>,

    written: PagePlace,
    shown: PagePlace,
    #[init(DualPortRam::of_depth(WIDTH * HEIGHT))]
    ram: DualPortRam<Bits<2>, 15>,
    pipeline: Register<Pipeline>,
}

#[kernel]
impl Logic for PageView {
    fn update(&mut self) {
        ram.write_enable = write.enable;
        written.cell_at = write.address;
        ram = DualPortRam { write_address: written.address, write_data: write.cell };

        // Clock 0: addresses the cell; it is 4x4 pixels.
        shown.cell_at = cat(y.get_bits::<7>(2), x.get_bits::<8>(2));
        ram.read_address = shown.address;

        // Clock 1: registers the cell, since the multiplexer of the many memory blocks takes long.
        pipeline.d.cell_shown = ram.read_data;

        // Clock 2: finds the colour.
        match pipeline.q.cell_shown.index() {
            1 => pipeline.d.colour = Colour::White,
            2 => pipeline.d.colour = Colour::Red,
            3 => pipeline.d.colour = Colour::Blue,
            _ => pipeline.d.colour = Colour::Slate,
        }
        colour = pipeline.q.colour;
    }
}
