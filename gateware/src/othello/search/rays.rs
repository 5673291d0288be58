//! Runs of discs: in each of the eight directions, the unbroken line of discs that begins beside a square.
//!
//! ```text
//!   from       . * . . . . . .        through    . . o o . o . .
//!   right      . . # # . . . .        the run that begins beside the *; the third o has a gap before it
//! ```
//!
//! A run never includes the last file or row of its direction: no square behind it could end the run.
//!
//! | port    | dir | width  | meaning                                                               | initial |
//! |---------|-----|--------|-----------------------------------------------------------------------|---------|
//! | from    | in  | 64     | squares beside which the runs begin; a1 is bit 0, h1 bit 7, h8 bit 63 | –       |
//! | through | in  | 64     | discs that a run may consist of                                       | –       |
//! | runs    | out | 8 x 64 | the runs down, up, right, left, down right, up left, down left, up right; combinational | – |
//!
//! Each square of a run depends only on the square before it. A direction takes 36 to 48 look-up tables, six in
//! series.

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
