//! The Gomoku board: from a pixel's place to its colour, by way of the board RAM.
//!
//! ```text
//! clock       0                    1                        2                    3
//!          +---------------> | number | ---> digit ROM ---> dot -------------+
//!          |                      ^ of the pixel before                      |
//! x, y --> site ---> board RAM ----> cell ------+-> stone --+                +--> | colour |
//!          |                                                +--> | under | --+
//!          +-------> sprite ROM ---> texel ----+--> ground -+
//!          +-------> label ROM ----> dot ------+
//! ```
//!
//! The number comes through a register, so that no path leads from one memory into the next. It may be a clock late: no
//! digit reaches the first column of its cell.
//!
//! | port          | dir | width | meaning                                                                 | reset |
//! |---------------|-----|-------|-------------------------------------------------------------------------|-------|
//! | clock         | in  | 1     | rising edge                                                             | –     |
//! | x, y          | in  | 10    | the pixel, 0 to 479; kept still when the beam is elsewhere               | –     |
//! | cursor_row    | in  | 4     | the crossing under the cursor                                           | –     |
//! | cursor_col    | in  | 4     |                                                                         | –     |
//! | cursor_shown  | in  | 1     |                                                                         | –     |
//! | write         | in  | 1     | one clock: put `write_cell` at `write_address`                          | –     |
//! | write_address | in  | 8     | {row[3:0], column[3:0]}                                                 | –     |
//! | numbers       | in  | 1     | the stones bear their move numbers                                      | –     |
//! | write_cell    | in  | 14    | see below                                                               | –     |
//! | colour        | out | 4     | from a register, three clocks after x and y                             | Black |
//!
//! | bits of write_cell  | meaning                                                                               |
//! |---------------------|---------------------------------------------------------------------------------------|
//! | 1..0                | 0 empty, 1 black, 2 white                                                             |
//! | 2                   | the last stone                                                                        |
//! | 3                   | on the winning line                                                                   |
//! | 13..12, 11..8, 7..4 | hundreds, tens and ones of the stone's move number, 0 for none. On an empty crossing  |
//! |                     | tens 10 and ones 11 mark it as forbidden                                              |
//!
//! From below: wood, lines and star points, coordinates, shadow and stone, last stone's ring, number or forbidden mark,
//! cursor box. With numbers on, the ring lies on the stone's rim.

use super::colour::Colour;
use super::ground_paint::GroundPaint;
use super::move_number::MoveNumber;
use super::site::Site;
use super::stone_paint::StonePaint;
use super::{digits, labels, sprite};
use crate::gateware::memory::{DualPortRam, Rom};
use crate::{Circuit, Register};
use rust_hdl::prelude::*;

/// The place of the pixel whose cell and texel come out of the memories now.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Place {
    cursor: Bit,
    star: Bit,
    west: Bit,
    east: Bit,
    north: Bit,
    south: Bit,
    /// Where in its cell, and whether on the rows of a number.
    x: Bits<5>,
    y: Bits<4>,
    number_rows: Bit,
}

/// What lies on the pixel, from below.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Layers {
    /// The board, or the stone that covers it.
    under: Colour,
    /// A digit of the number, or of the cross, may be here; in this ink.
    number: Bit,
    ink: Colour,
    cursor_covers: Bit,
}

#[derive(Circuit)]
pub struct BoardView {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub cursor_row: Signal<In, Bits<4>>,
    pub cursor_col: Signal<In, Bits<4>>,
    pub cursor_shown: Signal<In, Bit>,
    pub write: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<8>>,
    pub numbers: Signal<In, Bit>,
    pub write_cell: Signal<In, Bits<14>>,
    pub colour: Signal<Out, Colour>,

    site: Site,
    ram: DualPortRam<Bits<14>, 8>,
    sprite: Rom<Bits<8>, 10>,
    labels: Rom<Bit, 12>,
    place: Register<Place>,
    stone_paint: StonePaint,
    ground_paint: GroundPaint,
    number: Register<Bits<10>>,
    move_number: MoveNumber,
    digits: Rom<Bits<2>, 11>,
    layers: Register<Layers>,
    top: Register<Colour>,

    /// Clears the bits of x within a cell.
    cell_mask: Constant<Bits<10>>,
}

impl Default for BoardView {
    fn default() -> Self {
        BoardView {
            clock: Default::default(),
            x: Default::default(),
            y: Default::default(),
            cursor_row: Default::default(),
            cursor_col: Default::default(),
            cursor_shown: Default::default(),
            write: Default::default(),
            write_address: Default::default(),
            numbers: Default::default(),
            write_cell: Default::default(),
            colour: Default::default(),
            site: Default::default(),
            ram: Default::default(),
            sprite: sprite::rom(),
            labels: labels::rom(),
            place: Default::default(),
            stone_paint: Default::default(),
            ground_paint: Default::default(),
            number: Default::default(),
            move_number: Default::default(),
            digits: digits::rom(),
            layers: Default::default(),
            top: Default::default(),
            cell_mask: Constant::new(0x3E0.into()),
        }
    }
}

impl Logic for BoardView {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, place, number, layers, top);
        clock!(self, clock, ram, sprite, labels, digits);

        self.ram.write_enable.next = self.write.val();
        self.ram.write_address.next = self.write_address.val();
        self.ram.write_data.next = self.write_cell.val();

        // Clock 0: the addresses.
        self.site.x.next = self.x.val() & self.cell_mask.val();
        self.site.y.next = self.y.val();
        self.site.cursor_row.next = self.cursor_row.val();
        self.site.cursor_col.next = self.cursor_col.val();
        self.site.cursor_shown.next = self.cursor_shown.val();
        self.ram.read_address.next = self.site.address.val();
        self.sprite.address.next = self.site.sprite_line.val() | bit_cast::<10, 5>(bit_cast::<5, 10>(self.x.val()));
        self.labels.address.next = 0.into();
        if self.site.above.val() & (self.x.val().get_bit(3) ^ self.x.val().get_bit(4)) {
            self.labels.address.next = self.site.above_line.val() | bit_cast::<12, 4>(bit_cast::<4, 10>(self.x.val()));
        }
        if self.site.beside.val() & !self.x.val().get_bit(4) {
            self.labels.address.next = self.site.beside_line.val() | bit_cast::<12, 4>(bit_cast::<4, 10>(self.x.val()));
        }
        self.place.d.next.cursor = self.site.cursor.val();
        self.place.d.next.star = self.site.star.val();
        self.place.d.next.west = self.site.west.val();
        self.place.d.next.east = self.site.east.val();
        self.place.d.next.north = self.site.north.val();
        self.place.d.next.south = self.site.south.val();
        self.place.d.next.x = bit_cast::<5, 10>(self.x.val());
        self.place.d.next.y = bit_cast::<4, 10>(self.y.val());
        self.place.d.next.number_rows = self.y.val().get_bit(3) ^ self.y.val().get_bit(4);

        // Clock 1: the layers.
        self.ground_paint.texel.next = self.sprite.data.val();
        self.ground_paint.star.next = self.place.q.val().star;
        self.ground_paint.west.next = self.place.q.val().west;
        self.ground_paint.east.next = self.place.q.val().east;
        self.ground_paint.north.next = self.place.q.val().north;
        self.ground_paint.south.next = self.place.q.val().south;
        self.ground_paint.label.next = self.labels.data.val();
        self.stone_paint.texel.next = self.sprite.data.val();
        self.stone_paint.stone.next = self.ram.read_data.val().get_bits::<4>(0);
        self.stone_paint.numbers.next = self.numbers.val();
        self.layers.d.next.under = self.ground_paint.colour.val();
        if self.stone_paint.covers.val() {
            self.layers.d.next.under = self.stone_paint.colour.val();
        }
        self.layers.d.next.ink = Colour::Red;
        if self.ram.read_data.val().get_bit(0) {
            self.layers.d.next.ink = Colour::Ivory;
        }
        if self.ram.read_data.val().get_bit(1) {
            self.layers.d.next.ink = Colour::Ebony;
        }
        // The mark on an empty crossing always shows.
        self.number.d.next = self.ram.read_data.val().get_bits::<10>(4);
        self.move_number.number.next = self.number.q.val();
        self.move_number.x.next = self.place.q.val().x;
        self.layers.d.next.number = self.move_number.shown.val()
            & self.place.q.val().number_rows
            & (self.numbers.val() | !self.ram.read_data.val().get_bits::<2>(0).any());
        self.digits.address.next = (bit_cast::<11, 4>(self.move_number.digit.val()) << 7)
            | (bit_cast::<11, 4>(self.place.q.val().y) << 3)
            | bit_cast::<11, 3>(self.move_number.column.val());
        self.layers.d.next.cursor_covers = self.place.q.val().cursor & self.sprite.data.val().get_bit(6);

        // Clock 2: the topmost.
        self.top.d.next = self.layers.q.val().under;
        if self.layers.q.val().number {
            if self.digits.data.val().get_bit(0) {
                self.top.d.next = self.layers.q.val().ink;
            }
            if self.digits.data.val().get_bit(1) {
                self.top.d.next = Colour::EbonyGlint;
            }
        }
        if self.layers.q.val().cursor_covers {
            self.top.d.next = Colour::Red;
        }
        self.colour.next = self.top.q.val();
    }
}
