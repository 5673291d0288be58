//! Where in the table of positions a position is kept: its bits folded to ten by exclusive or, the opponent's discs behind its
//! own.
//!
//! | port          | dir | width | meaning                                            | initial |
//! |---------------|-----|-------|----------------------------------------------------|---------|
//! | own, opponent | in  | 64    | the discs of both sides                            | –       |
//! | slot          | out | 10    | the entry; combinational                           | –       |

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
        // 64 = 6 * 10 + 4: the last four bits of the one and the first six of the other share a word.
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
