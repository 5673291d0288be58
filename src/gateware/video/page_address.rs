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
