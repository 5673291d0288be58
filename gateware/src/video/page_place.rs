//! The address of a page cell in the page RAM: rows of 160 cells are packed without gaps, and without a multiplier.
//! Combinational.
//!
//! ```text
//!        x  0                   127 128    159
//!      y  0 +----------------------+---------+
//!           | {y[6:0], x[6:0]}     | 15360 + |      15360 = 120 * 128
//!           |   0 to 15359         | {y[6:0],|
//!       119 +----------------------+  x[4:0]}+
//! ```
//!
//! | port    | dir | width | meaning                                      |
//! |---------|-----|-------|----------------------------------------------|
//! | cell_at | in  | 15    | {`y[6:0]`, `x[7:0]`}, y 0 to 119, x 0 to 159 |
//! | address | out | 15    | 0 to 19199, different for each cell          |

use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

/// Cells in a row.
pub const WIDTH: usize = 160;
pub const HEIGHT: usize = 120;

/// The address of the first cell with x = 128.
const BESIDE: u64 = (HEIGHT << 7) as u64;

#[derive(Circuit)]
pub struct PagePlace {
    pub cell_at: Signal<In, Bits<15>>,
    pub address: Signal<Out, Bits<15>>,
}

#[kernel]
impl Logic for PagePlace {
    fn update(&mut self) {
        let row = bit_cast::<15, 7>(cell_at.get_bits::<7>(8));
        address = (row << 7) | bit_cast::<15, 7>(cell_at.get_bits::<7>(0));
        if cell_at.get_bit(7) {
            address = BESIDE + ((row << 5) | bit_cast::<15, 5>(cell_at.get_bits::<5>(0)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_cell_has_a_place_of_its_own_and_no_place_is_left() {
        let mut circuit = Native::new(PagePlace::default());
        let cells = (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)));
        let places: BTreeSet<u64> = cells
            .map(|(x, y)| {
                circuit.drive("cell_at", (y << 8 | x) as u64);
                circuit.settle();
                circuit.read("address")
            })
            .collect();
        assert!(places.into_iter().eq(0..(WIDTH * HEIGHT) as u64));
    }
}
