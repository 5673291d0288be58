//! Othello's board: finds the colour of a pixel by its coordinates and the board RAM.
//!
//! ```text
//! clock       0                 1                             2                        3
//! x, y -> 2 axes -> | place | -+-> board RAM --> cell ---+--> stone ---+--> | colour |
//!                              +-> sprite ROM -> word ---+--> ground --+
//!                              +-> label ROM --> dot ----+             |
//!                              '-> | here | -- lines, cursor, last ----'
//! ```
//!
//! | port   | dir | width       | meaning                                             | initial |
//! |--------|-----|-------------|-----------------------------------------------------|---------|
//! | clock  | in  | 1           | rising edge                                         | –       |
//! | x, y   | in  | 10          | the pixel's coordinates, 0 to 479; constant while the beam is outside the board | – |
//! | marks  | in  | BoardMarks  | the cursor and the last disc; `numbers` is not used | –       |
//! | write  | in  | SquareWrite | a write into the board RAM                          | –       |
//! | colour | out | Colour      | registered, three clocks after x and y              | Black   |
//!
//! Layers, from the lowest: frame and coordinates; squares and lines; shadow and disc, or the dot of a legal square;
//! the mark of the last disc; the corners of the cursor box.

use rust_hdl::prelude::*;

use super::axis::Axis;
use super::ground_paint::GroundPaint;
use super::{labels, sprite};
use crate::game::ball;
use crate::game::stone_paint::StonePaint;
use crate::othello::cells::{Cell, SquareWrite};
use crate::ports::{BoardMarks, Stone};
use crate::video::colour::Colour;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::{DualPortRam, Rom};

/// The position of a pixel along an axis: see [`Axis`].
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Along {
    margin: Bit,
    among: Bit,
    index: Bits<3>,
    offset: Bits<6>,
    fold: Bits<5>,
    star: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Place {
    x: Along,
    y: Along,
}

/// The attributes of the pixel whose cell, word and dot the memories now output.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Here {
    frame: Bit,
    /// The pixel lies in the box of a label.
    label: Bit,
    line: Bit,
    star: Bit,
    /// The square is the cursor's, and the pixel is on one of its corners.
    aimed: Bit,
    cursor: Bit,
    last: Bit,
}

const LABEL_IN_CELL: u64 = labels::IN_CELL as u64;
const LABEL_IN_MARGIN: u64 = labels::IN_MARGIN as u64;
const MARK: u64 = 1u64 << ball::MARK_BIT;

#[derive(Circuit)]
pub struct BoardView {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub marks: Signal<In, BoardMarks>,
    pub write: Signal<In, SquareWrite>,
    pub colour: Signal<Out, Colour>,

    across: Axis,
    down: Axis,
    place: Register<Place>,
    ram: DualPortRam<Cell, 6>,
    #[init(sprite::rom())]
    sprite: Rom<Bits<4>, 12>,
    #[init(labels::rom())]
    labels: Rom<Bit, 12>,
    here: Register<Here>,
    ground_paint: GroundPaint,
    stone_paint: StonePaint,
    top: Register<Colour>,

    /// The address of the label's first word.
    label: Signal<Local, Bits<12>>,
    /// The pixel's x in the box of its label, if it is in one.
    label_x: Signal<Local, Bits<6>>,
    /// Its y in the box.
    label_y: Signal<Local, Bits<6>>,
    /// The smaller of the distances from the nearest lines.
    near: Signal<Local, Bits<5>>,
    /// The greater of these distances.
    far: Signal<Local, Bits<5>>,
}

/// The cursor is four corners, two pixels thick: these are the least and greatest distance from the nearest line, and the
/// greatest distance from the other line.
pub const CURSOR_BEGINS: u64 = 2;
pub const CURSOR_ENDS: u64 = 3;
pub const CURSOR_REACHES: u64 = 13;
pub const STAR_REACHES: u64 = 3;

#[kernel]
impl Logic for BoardView {
    fn update(&mut self) {
        ram = DualPortRam { write_enable: write.enable, write_address: write.square, write_data: write.cell };

        // Clock 0: finds the place on both axes.
        across.place = x;
        place.d.x.margin = across.margin;
        place.d.x.among = across.among;
        place.d.x.index = across.index;
        place.d.x.offset = across.offset;
        place.d.x.fold = across.fold;
        place.d.x.star = across.star;
        down.place = y;
        place.d.y.margin = down.margin;
        place.d.y.among = down.among;
        place.d.y.index = down.index;
        place.d.y.offset = down.offset;
        place.d.y.fold = down.fold;
        place.d.y.star = down.star;

        // Clock 1: addresses the memories.
        let on_square = place.q.x.among & place.q.y.among;
        ram.read_address = cat(place.q.y.index, place.q.x.index);
        sprite.address = cat(place.q.y.offset, place.q.x.offset);
        let above = place.q.x.among & place.q.y.margin;
        let left = place.q.x.margin & place.q.y.among;
        label_x = place.q.x.offset - LABEL_IN_CELL;
        label_y = place.q.y.offset - LABEL_IN_MARGIN;
        label = bit_cast::<12, 3>(place.q.x.index) << 8;
        if left {
            label_x = place.q.x.offset - LABEL_IN_MARGIN;
            label_y = place.q.y.offset - LABEL_IN_CELL;
            label = (bit_cast::<12, 3>(place.q.y.index) << 8).replace_bit(11, true);
        }
        labels.address =
            label | (bit_cast::<12, 4>(label_y.get_bits::<4>(0)) << 4) | bit_cast::<12, 4>(label_x.get_bits::<4>(0));
        here.d.frame = !on_square;
        here.d.label = (above | left) & !label_x.get_bits::<2>(4).any() & !label_y.get_bits::<2>(4).any();
        here.d.line = on_square & (!place.q.x.offset.any() | !place.q.y.offset.any());
        near = place.q.x.fold;
        far = place.q.y.fold;
        if place.q.x.fold > place.q.y.fold {
            near = place.q.y.fold;
            far = place.q.x.fold;
        }
        here.d.star = on_square & place.q.x.star & place.q.y.star & (far <= STAR_REACHES) & (near < STAR_REACHES);
        let aimed = on_square
            & marks.cursor_shown
            & (bit_cast::<4, 3>(place.q.x.index) == marks.cursor.col)
            & (bit_cast::<4, 3>(place.q.y.index) == marks.cursor.row);
        here.d.aimed = aimed;
        here.d.cursor = aimed & (near >= CURSOR_BEGINS) & (near <= CURSOR_ENDS) & (far <= CURSOR_REACHES);
        here.d.last = on_square
            & marks.last_shown
            & (bit_cast::<4, 3>(place.q.x.index) == marks.last.col)
            & (bit_cast::<4, 3>(place.q.y.index) == marks.last.row);

        // Clock 2: finds the colour.
        let look = bit_cast::<8, 3>(sprite.data.get_bits::<3>(0));
        let spot = sprite.data.get_bit(3);
        let in_disc = sprite.data.get_bits::<3>(0).any();
        ground_paint.frame = here.q.frame;
        ground_paint.label = here.q.label & labels.data;
        ground_paint.line = here.q.line;
        ground_paint.star = here.q.star;
        ground_paint.dot = if spot & in_disc & !here.q.frame { ram.read_data.dot } else { Stone::Empty };
        stone_paint.texel = look;
        if spot {
            stone_paint.texel = if !in_disc { ball::SHADOW } else { look | MARK };
        }
        stone_paint.stone = if !here.q.frame { ram.read_data.disc } else { Stone::Empty };
        // A disc that is on its way lies on an empty square.
        let hollow = here.q.aimed & (ram.read_data.disc == Stone::Empty);
        if hollow {
            stone_paint.stone = marks.hollow;
        }
        stone_paint = StonePaint { last: here.q.last, line: false, numbers: false, hollow };
        top.d = if stone_paint.covers { stone_paint.colour } else { ground_paint.colour };
        if here.q.cursor {
            top.d = Colour::Red;
        }
        colour = top.q;
    }
}

#[cfg(test)]
mod tests;
