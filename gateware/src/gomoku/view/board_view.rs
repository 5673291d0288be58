//! The view of the Gomoku board: from a pixel's position to its colour, with the board RAM.
//!
//! ```text
//! clock       0                    1                        2                    3
//!          +---------------> | number | ---> digit ROM ---> dot -------------+
//!          |                      ^ of the pixel before                      |
//! x, y -> geometry -> board RAM ---> cell ------+-> stone --+                +--> | colour |
//!          |                                                +--> | under | --+
//!          +-------> sprite ROM ---> texel ----+--> ground -+
//!          +-------> label ROM ----> dot ------+
//! ```
//!
//! The number goes through a register, so that no path leads from one memory into the next. The number may come a clock
//! late, because no digit reaches the first column of its cell.
//!
//! | port   | dir | width      | meaning                                                           | initial |
//! |--------|-----|------------|-------------------------------------------------------------------|---------|
//! | clock  | in  | 1          | rising edge                                                       | –       |
//! | x, y   | in  | 10         | the pixel, 0 to 479; constant while the beam is outside the board | –       |
//! | marks  | in  | BoardMarks | the cursor, the last stone, and whether numbers show              | –       |
//! | write  | in  | BoardWrite | a write into the board RAM, see [`Cell`]                          | –       |
//! | colour | out | Colour     | from a register, three clocks after x and y                       | Black   |
//!
//! The layers from bottom to top are wood, lines and star points, coordinates, shadow and stone, the ring of the last
//! stone, number or forbidden mark, and cursor box. If numbers show, the ring lies on the stone's rim.

use super::board_geometry::BoardGeometry;
use super::ground_paint::GroundPaint;
use super::number_digits::NumberDigits;
use super::{digits, labels, sprite};
use crate::game::stone_paint::StonePaint;
use crate::gomoku::ports::{BoardMarks, BoardWrite, Cell, Stone};
use crate::video::colour::Colour;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::memory::{DualPortRam, Rom};

/// The position of the pixel whose cell and texel the memories show now.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Place {
    cursor: Bit,
    last: Bit,
    star: Bit,
    west: Bit,
    east: Bit,
    north: Bit,
    south: Bit,
    /// The position in the cell, and whether it is in the rows of a number.
    x: Bits<5>,
    y: Bits<4>,
    number_rows: Bit,
}

/// The layers of the pixel, from the lowest up.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// The colour of the board, or of the stone that covers it.
    under: Colour,
    /// A digit, or part of the cross, may be here; its colour.
    number: Bit,
    ink: Colour,
    cursor_covers: Bit,
}

/// Clears the bits of x that give the position within a cell.
const CELL_MASK: u64 = 0x3E0;

#[derive(Circuit)]
pub struct BoardView {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub marks: Signal<In, BoardMarks>,
    pub write: Signal<In, BoardWrite>,
    pub colour: Signal<Out, Colour>,

    geometry: BoardGeometry,
    ram: DualPortRam<Cell, 8>,
    #[init(sprite::rom())]
    sprite: Rom<Bits<8>, 10>,
    #[init(labels::rom())]
    labels: Rom<Bit, 12>,
    place: Register<Place>,
    stone_paint: StonePaint,
    ground_paint: GroundPaint,
    number: Register<Bits<10>>,
    number_digits: NumberDigits,
    #[init(digits::rom())]
    digits: Rom<Bits<2>, 11>,
    layers: Register<Layers>,
    top: Register<Colour>,
}

#[kernel]
impl Logic for BoardView {
    fn update(&mut self) {
        ram.write_enable = write.enable;
        ram.write_address = cat(write.at.row, write.at.col);
        ram.write_data = write.cell;

        // Clock 0: the addresses.
        geometry = BoardGeometry { x: x & CELL_MASK, y, marks };
        ram.read_address = geometry.address;
        sprite.address = geometry.sprite_line | bit_cast::<10, 5>(bit_cast::<5, 10>(x));
        labels.address = 0;
        if geometry.above & (x.get_bit(3) ^ x.get_bit(4)) {
            labels.address = geometry.above_line | bit_cast::<12, 4>(bit_cast::<4, 10>(x));
        }
        if geometry.left & !x.get_bit(4) {
            labels.address = geometry.left_line | bit_cast::<12, 4>(bit_cast::<4, 10>(x));
        }
        place.d.cursor = geometry.cursor;
        place.d.last = geometry.last;
        place.d.star = geometry.star;
        place.d.west = geometry.west;
        place.d.east = geometry.east;
        place.d.north = geometry.north;
        place.d.south = geometry.south;
        place.d.x = bit_cast::<5, 10>(x);
        place.d.y = bit_cast::<4, 10>(y);
        place.d.number_rows = y.get_bit(3) ^ y.get_bit(4);

        // Clock 1: the layers.
        ground_paint.texel = sprite.data;
        ground_paint.star = place.q.star;
        ground_paint.west = place.q.west;
        ground_paint.east = place.q.east;
        ground_paint = GroundPaint { north: place.q.north, south: place.q.south, label: labels.data };
        stone_paint.texel = sprite.data;
        // A stone that is on its way lies on an empty crossing.
        let hollow = place.q.cursor & (ram.read_data.stone == Stone::Empty);
        stone_paint.stone = if hollow { marks.hollow } else { ram.read_data.stone };
        stone_paint.hollow = hollow;
        stone_paint = StonePaint { last: place.q.last, line: ram.read_data.line, numbers: marks.numbers };
        layers.d.under = if stone_paint.covers { stone_paint.colour } else { ground_paint.colour };
        match ram.read_data.stone {
            Stone::Empty => layers.d.ink = Colour::Red,
            Stone::Black => layers.d.ink = Colour::Ivory,
            Stone::White => layers.d.ink = Colour::Ebony,
        }
        // The mark of a forbidden point always shows.
        number.d = ram.read_data.number;
        number_digits = NumberDigits { number: number.q, x: place.q.x };
        layers.d.number =
            number_digits.shown & place.q.number_rows & (marks.numbers | (ram.read_data.stone == Stone::Empty));
        digits.address = (bit_cast::<11, 4>(number_digits.digit) << 7)
            | (bit_cast::<11, 4>(place.q.y) << 3)
            | bit_cast::<11, 3>(number_digits.column);
        layers.d.cursor_covers = place.q.cursor & sprite.data.get_bit(6);

        // Clock 2: the top layer.
        top.d = layers.q.under;
        if layers.q.number {
            if digits.data.get_bit(0) {
                top.d = layers.q.ink;
            }
            if digits.data.get_bit(1) {
                top.d = Colour::EbonyGlint;
            }
        }
        if layers.q.cursor_covers {
            top.d = Colour::Red;
        }
        colour = top.q;
    }
}
