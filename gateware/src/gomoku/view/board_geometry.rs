//! The crossing that a pixel belongs to, and what follows from its position on the board. Combinational.
//!
//! ```text
//! x  { 0, column[3:0], ..... }         y  { 0, row[3:0], line[4:0] }
//!          |                                   |          |
//!          +---------> address {row, column} <-+          +--> start of the sprite's line, 32 * line
//! ```
//!
//! | port                     | dir | width      | meaning                                                          |
//! |--------------------------|-----|------------|------------------------------------------------------------------|
//! | x                        | in  | 10         | the pixel's x, 0 to 479; the five low bits are ignored, best 0   |
//! | y                        | in  | 10         | the pixel's y, 0 to 479                                          |
//! | marks                    | in  | BoardMarks | crossings of the cursor and last stone, and whether they show    |
//! | address                  | out | 8          | address in the board RAM: {row, column}                          |
//! | sprite_line              | out | 10         | address of the first texel of the pixel's line                   |
//! | above_line               | out | 12         | address of the first dot of the label above, in the pixel's line |
//! | left_line                | out | 12         | the same for the label on the left                               |
//! | above                    | out | 1          | the pixel's line crosses the label above this cell               |
//! | left                     | out | 1          | the pixel's line crosses the label to the left of this cell      |
//! | cursor, last             | out | 1          | the cursor, or the last stone, is on this crossing               |
//! | star                     | out | 1          | the crossing is a star point                                     |
//! | west, east, north, south | out | 1          | a half-line leaves the crossing in this direction                |

use crate::gomoku::ports::BoardMarks;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

/// The last row and column.
const BORDER: u64 = 14;
const MIDDLE: u64 = 7;
/// Rows and columns of the star points near the corners.
const NEAR_STAR: u64 = 3;
const FAR_STAR: u64 = 11;
/// First and last line of a cell that the labels occupy.
const ABOVE_START: u64 = 2;
const ABOVE_END: u64 = 9;
const LEFT_START: u64 = 12;
const LEFT_END: u64 = 19;
/// Address in the ROM at which the labels on the left begin.
const LEFT_HALF: u64 = 0x800;

#[derive(Circuit)]
pub struct BoardGeometry {
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub marks: Signal<In, BoardMarks>,
    pub address: Signal<Out, Bits<8>>,
    pub sprite_line: Signal<Out, Bits<10>>,
    pub above_line: Signal<Out, Bits<12>>,
    pub left_line: Signal<Out, Bits<12>>,
    pub above: Signal<Out, Bit>,
    pub left: Signal<Out, Bit>,
    pub cursor: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub star: Signal<Out, Bit>,
    pub west: Signal<Out, Bit>,
    pub east: Signal<Out, Bit>,
    pub north: Signal<Out, Bit>,
    pub south: Signal<Out, Bit>,
}

#[kernel]
impl Logic for BoardGeometry {
    fn update(&mut self) {
        let row = y.get_bits::<4>(5);
        let column = x.get_bits::<4>(5);
        let line = y.get_bits::<5>(0);

        address = cat(row, column);
        sprite_line = bit_cast::<10, 5>(line) << 5;

        // A label's address is {left, index, y[2:0], x[3:0]}; the pixel adds its x.
        above = (row == 0) & (line >= ABOVE_START) & (line <= ABOVE_END);
        left = (column == 0) & (line >= LEFT_START) & (line <= LEFT_END);
        above_line = (bit_cast::<12, 4>(column) << 7) | (bit_cast::<12, 3>(y.get_bits::<3>(0)) << 4);
        left_line = LEFT_HALF | (bit_cast::<12, 4>(row) << 7) | (bit_cast::<12, 3>(y.get_bits::<3>(0)) << 4);

        cursor = marks.cursor_shown & (row == marks.cursor.row) & (column == marks.cursor.col);
        last = marks.last_shown & (row == marks.last.row) & (column == marks.last.col);
        let star_corner = ((row == NEAR_STAR) | (row == FAR_STAR)) & ((column == NEAR_STAR) | (column == FAR_STAR));
        star = star_corner | ((row == MIDDLE) & (column == MIDDLE));

        // The lines of the board end at the outer crossings.
        west = column != 0;
        east = column != BORDER;
        north = row != 0;
        south = row != BORDER;
    }
}

#[cfg(test)]
mod tests {
    use super::super::labels::SIDE;
    use super::*;
    use crate::ports::Crossing;
    use tengen_sim::{ByName, Encoded, Engine, Native};

    /// Checks every line of every cell, with the cursor on each crossing in turn and the last stone on the crossing
    /// before.
    #[test]
    fn a_pixel_finds_its_crossing_and_what_is_there() {
        let mut geometry = Native::new(BoardGeometry::default());
        let stars = [(3, 3), (3, 11), (7, 7), (11, 3), (11, 11)];
        for crossing in 0..SIDE * SIDE {
            let (row, column) = (crossing / SIDE, crossing % SIDE);
            for line in 0..32 {
                // The cursor is here, next to here, or hidden.
                let (at, shown) = ((crossing + line % 2) % (SIDE * SIDE), line % 3 != 0);
                geometry.drive("x", 32 * column as u64);
                geometry.drive("y", (32 * row + line) as u64);
                let (before, last_shown) = (crossing.saturating_sub(line % 4), line % 5 != 0);
                let place = |at: usize| Crossing::decode((at / SIDE * 16 + at % SIDE) as u64);
                let shows = BoardMarks {
                    cursor: place(at),
                    cursor_shown: shown,
                    last: place(before),
                    last_shown,
                    ..BoardMarks::default()
                };
                geometry.drive_as("marks", shows);
                geometry.settle();
                assert_eq!(geometry.read("address"), (row << 4 | column) as u64);
                assert_eq!(geometry.read("sprite_line"), 32 * line as u64);
                assert_eq!(geometry.read("cursor") == 1, shown && at == crossing);
                assert_eq!(geometry.read("last") == 1, last_shown && before == crossing);
                assert_eq!(geometry.read("star") == 1, stars.contains(&(row, column)));
                let half_lines = ["west", "east", "north", "south"].map(|name| geometry.read(name) == 1);
                assert_eq!(half_lines, [column > 0, column < 14, row > 0, row < 14]);
                assert_eq!(geometry.read("above") == 1, row == 0 && (2..=9).contains(&line));
                assert_eq!(geometry.read("left") == 1, column == 0 && (12..=19).contains(&line));
                assert_eq!(geometry.read("above_line"), (column << 7 | (line & 7) << 4) as u64);
                assert_eq!(geometry.read("left_line"), (0x800 | row << 7 | (line & 7) << 4) as u64);
            }
        }
    }
}
