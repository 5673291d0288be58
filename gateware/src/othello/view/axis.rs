//! Finds the row or column of a pixel, and the offset in it. Combinational.
//!
//! ```text
//! place    0 ...... 39 | 40 .... 89 | 90 ... 139 | ... | 390 ... 439 | 440 ... 479
//! index     margin     |     0      |     1      | ... |      7      | neither
//! offset     0 ... 39  |  0 ... 49  |  0 ... 49  |     |   0 ... 49  |
//! fold                 | 0 25 1 ..  |     distance from the nearer line; 25 in the middle
//! ```
//!
//! | port   | dir | width | meaning                                                   |
//! |--------|-----|-------|-----------------------------------------------------------|
//! | place  | in  | 10    | the pixel's x or y, 0 to 479                              |
//! | margin | out | 1     | the pixel is left of the squares, or above them           |
//! | among  | out | 1     | the pixel lies within the squares                         |
//! | index  | out | 3     | the column or row of its square                           |
//! | offset | out | 6     | the offset in the square; in the margin, the place itself |
//! | fold   | out | 5     | the distance from the nearer grid line                    |
//! | star   | out | 1     | that line is the second from the edge of the board        |

use rust_hdl::prelude::*;

use super::sprite::{CELL, CENTRE};
use crate::{Circuit, kernel};

/// The first pixel of the squares.
pub const MARGIN: u64 = 40;
/// Squares along a side of the board.
pub const SIDE: u64 = 8;

const LIMIT: u64 = MARGIN + SIDE * CELL as u64;
const MIDDLE: u64 = CENTRE as u64;
const WIDTH: u64 = CELL as u64;
/// The second line from the left or upper edge: the four dots lie on these two lines.
const NEAR_STAR: u64 = 2;
/// The second line from the right or lower edge.
const FAR_STAR: u64 = 6;

#[derive(Circuit)]
pub struct Axis {
    pub place: Signal<In, Bits<10>>,
    pub margin: Signal<Out, Bit>,
    pub among: Signal<Out, Bit>,
    pub index: Signal<Out, Bits<3>>,
    pub offset: Signal<Out, Bits<6>>,
    pub fold: Signal<Out, Bits<5>>,
    pub star: Signal<Out, Bit>,

    /// The number of the nearer line, 0 to 8.
    line: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for Axis {
    fn update(&mut self) {
        margin = place < MARGIN;
        among = (place >= MARGIN) & (place < LIMIT);
        // The distance from the first square's first pixel.
        let beyond = place - MARGIN;
        // Times 41: 41 / 2048 is a little more than 1 / 50, which is exact enough for 400 pixels.
        let scaled = (bit_cast::<15, 10>(beyond) << 5) + (bit_cast::<15, 10>(beyond) << 3) + bit_cast::<15, 10>(beyond);
        let column = scaled.get_bits::<3>(11);
        // The distance of the square's first pixel from the first square's.
        let start =
            (bit_cast::<10, 3>(column) << 5) + (bit_cast::<10, 3>(column) << 4) + (bit_cast::<10, 3>(column) << 1);
        let rest = bit_cast::<6, 10>(beyond - start);
        index = column;
        offset = if place < MARGIN { bit_cast::<6, 10>(place) } else { rest };
        line = bit_cast::<4, 3>(column);
        fold = bit_cast::<5, 6>(rest);
        if rest > MIDDLE {
            line = bit_cast::<4, 3>(column) + 1;
            fold = bit_cast::<5, 6>(WIDTH - rest);
        }
        star = (line == NEAR_STAR) | (line == FAR_STAR);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_place_of_the_board() {
        let mut axis = Native::new(Axis::default());
        for place in 0..480u64 {
            axis.drive("place", place);
            axis.settle();
            let found = |name: &str| axis.read(name);
            let among = (40..440).contains(&place);
            assert_eq!(
                (found("margin"), found("among")),
                (u64::from(place < 40), u64::from(among))
            );
            if among {
                let (index, offset) = ((place - 40) / 50, (place - 40) % 50);
                assert_eq!((found("index"), found("offset")), (index, offset), "{place}");
                assert_eq!(found("fold"), offset.min(50 - offset));
                let line = index + u64::from(offset > 25);
                assert_eq!(found("star") == 1, line == 2 || line == 6);
            } else if place < 40 {
                assert_eq!(found("offset"), place);
            }
        }
    }
}
