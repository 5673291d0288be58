//! Runs of discs: in each of the eight directions, the discs that stand one behind the other from a square on.
//!
//! ```text
//!   from       . * . . . . . .        through    . . o o . o . .
//!   right      . . # # . . . .        the run that begins beside the *; the third o has a gap before it
//! ```
//!
//! The last file or row in a direction is in no run: nothing lies behind it that could end one.
//!
//! | port    | dir | width  | meaning                                                                              | initial |
//! |---------|-----|--------|--------------------------------------------------------------------------------------|---------|
//! | from    | in  | 64     | the squares the runs begin beside; a1 is bit 0, h1 bit 7, h8 bit 63                  | –       |
//! | through | in  | 64     | the discs a run may be made of                                                       | –       |
//! | runs    | out | 8 x 64 | those in a run: down, up, right, left, down right, up left, down left, up right; combinational | – |
//!
//! A square of a run looks at the one before it alone, so that a direction takes 36 to 48 look-up tables, six in a row.

use rust_hdl::prelude::*;

use super::squares::{INNER_FILES, files, rows};
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Rays {
    pub from: Signal<In, Bits<64>>,
    pub through: Signal<In, Bits<64>>,
    pub runs: [Signal<Out, Bits<64>>; 8],

    #[init(rows().map(|row| Constant::new(row.into())))]
    row: [Constant<Bits<64>>; 8],
    #[init(files().map(|file| Constant::new(file.into())))]
    file: [Constant<Bits<64>>; 8],
}

#[kernel]
impl Logic for Rays {
    fn update(&mut self) {
        for direction in 0..8 {
            runs[direction] = 0;
        }
        for step in 1..7 {
            runs[0] = runs[0] | (((from | runs[0]) << 8) & through & row[step]);
            runs[1] = runs[1] | (((from | runs[1]) >> 8) & through & row[7 - step]);
            runs[2] = runs[2] | (((from | runs[2]) << 1) & through & file[step]);
            runs[3] = runs[3] | (((from | runs[3]) >> 1) & through & file[7 - step]);
            runs[4] = runs[4] | (((from | runs[4]) << 9) & through & row[step] & INNER_FILES);
            runs[5] = runs[5] | (((from | runs[5]) >> 9) & through & row[7 - step] & INNER_FILES);
            runs[6] = runs[6] | (((from | runs[6]) << 7) & through & row[step] & INNER_FILES);
            runs[7] = runs[7] | (((from | runs[7]) >> 7) & through & row[7 - step] & INNER_FILES);
        }
    }
}
