//! The address of a pixel in the page picture: `(y / 4) * 160 + x / 4`. Combinational.
//!
//! | port    | dir | width | meaning                                                                    |
//! |---------|-----|-------|----------------------------------------------------------------------------|
//! | x       | in  | 10    | the pixel's x, 0 to 639; its two low bits do not count and are best kept 0 |
//! | y       | in  | 10    | the pixel's y, 0 to 479                                                    |
//! | address | out | 15    | 0 to 19199                                                                 |

use crate::Circuit;
use rust_hdl::prelude::*;

#[derive(Circuit, Default)]
pub struct PageAddress {
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub address: Signal<Out, Bits<15>>,

    row: Signal<Local, Bits<15>>,
}

impl Logic for PageAddress {
    #[hdl_gen]
    fn update(&mut self) {
        // A row has 160 = 128 + 32 cells.
        self.row.next = bit_cast::<15, 8>(self.y.val().get_bits::<8>(2));
        self.address.next =
            (self.row.val() << 7) + (self.row.val() << 5) + bit_cast::<15, 8>(self.x.val().get_bits::<8>(2));
    }
}

#[cfg(test)]
mod tests {
    use super::super::page_view::{HEIGHT, WIDTH};
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn every_cell_has_its_own_place_in_reading_order() {
        let mut circuit = Native::new(PageAddress::default());
        let [x, y, address] = ["x", "y", "address"].map(|name| circuit.port(name));
        for cell in 0..(WIDTH * HEIGHT) as u64 {
            let (column, row) = (cell % WIDTH as u64, cell / WIDTH as u64);
            // Its first and its last pixel.
            for corner in [0, 3] {
                circuit.set(x, 4 * column + corner);
                circuit.set(y, 4 * row + corner);
                circuit.settle();
                assert_eq!(circuit.get(address), cell);
            }
        }
    }
}
