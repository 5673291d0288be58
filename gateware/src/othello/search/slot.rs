//! The address of a position in the position table: `own` and then `opponent`, 128 bits in all, folded to ten by
//! exclusive or.
//!
//! | port          | dir | width | meaning                                 | initial |
//! |---------------|-----|-------|-----------------------------------------|---------|
//! | own, opponent | in  | 64    | the discs of both sides                 | –       |
//! | slot          | out | 10    | the address of its entry; combinational | –       |

use rust_hdl::prelude::*;

use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Slot {
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub slot: Signal<Out, Bits<10>>,
}

#[kernel]
impl Logic for Slot {
    fn update(&mut self) {
        // 64 = 6 * 10 + 4: the last four bits of `own` and the first six of `opponent` share a word.
        slot = bit_cast::<10, 4>(own.get_bits::<4>(60)) | (bit_cast::<10, 6>(opponent.get_bits::<6>(0)) << 4);
        slot = slot ^ bit_cast::<10, 8>(opponent.get_bits::<8>(56));
        for i in 0..6 {
            slot = slot ^ own.get_bits::<10>(10 * i);
        }
        for i in 0..5 {
            slot = slot ^ opponent.get_bits::<10>(10 * i + 6);
        }
    }
}
