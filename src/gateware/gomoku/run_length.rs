//! How many own stones adjoin a crossing without a gap, on both sides together, counted up to four.
//!
//! ```text
//! own (cells -4..-1, +1..+4)   . O . O | O O . O      stones = 1 + 2 = 3
//! ```
//!
//! | port   | dir | width | meaning                                                        | reset |
//! |--------|-----|-------|----------------------------------------------------------------|-------|
//! | own    | in  | 8     | the cells that hold an own stone: bits 0..3 the cells -4..-1, bits 4..7 the cells +1..+4 | – |
//! | stones | out | 3     | 0 to 4; with the stone put on the crossing itself, 4 is a five | –     |

use crate::Circuit;
use rust_hdl::prelude::*;

#[derive(Circuit, Default)]
pub struct RunLength {
    pub own: Signal<In, Bits<8>>,
    pub stones: Signal<Out, Bits<3>>,

    // At least 1 to 4 stones on the left, and on the right.
    left_1: Signal<Local, Bit>,
    left_2: Signal<Local, Bit>,
    left_3: Signal<Local, Bit>,
    left_4: Signal<Local, Bit>,
    right_1: Signal<Local, Bit>,
    right_2: Signal<Local, Bit>,
    right_3: Signal<Local, Bit>,
    right_4: Signal<Local, Bit>,
}

impl Logic for RunLength {
    #[hdl_gen]
    fn update(&mut self) {
        self.left_1.next = self.own.val().get_bit(3);
        self.left_2.next = self.left_1.val() & self.own.val().get_bit(2);
        self.left_3.next = self.left_2.val() & self.own.val().get_bit(1);
        self.left_4.next = self.left_3.val() & self.own.val().get_bit(0);
        self.right_1.next = self.own.val().get_bit(4);
        self.right_2.next = self.right_1.val() & self.own.val().get_bit(5);
        self.right_3.next = self.right_2.val() & self.own.val().get_bit(6);
        self.right_4.next = self.right_3.val() & self.own.val().get_bit(7);

        self.stones.next = 0.into();
        if self.left_4.val()
            | (self.left_3.val() & self.right_1.val())
            | (self.left_2.val() & self.right_2.val())
            | (self.left_1.val() & self.right_3.val())
            | self.right_4.val()
        {
            self.stones.next = 4.into();
        } else if self.left_3.val()
            | (self.left_2.val() & self.right_1.val())
            | (self.left_1.val() & self.right_2.val())
            | self.right_3.val()
        {
            self.stones.next = 3.into();
        } else if self.left_2.val() | (self.left_1.val() & self.right_1.val()) | self.right_2.val() {
            self.stones.next = 2.into();
        } else if self.left_1.val() | self.right_1.val() {
            self.stones.next = 1.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn all_256_neighbourhoods() {
        let mut circuit = Native::new(RunLength::default());
        let (own, stones) = (circuit.port("own"), circuit.port("stones"));
        for cells in 0..=u8::MAX {
            let (left, right) = ((cells << 4).leading_ones(), (cells >> 4).trailing_ones());
            circuit.set(own, cells.into());
            circuit.settle();
            assert_eq!(circuit.get(stones), u64::from((left + right).min(4)), "{cells:08b}");
        }
    }
}
