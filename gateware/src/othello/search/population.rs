//! Counts the set bits of 64 by a tree of adders.
//!
//! | port    | dir | width | meaning                               | initial |
//! |---------|-----|-------|---------------------------------------|---------|
//! | squares | in  | 64    | the bits to count                     | –       |
//! | count   | out | 7     | how many of them are 1; combinational | –       |

use rust_hdl::prelude::*;

use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Population {
    pub squares: Signal<In, Bits<64>>,
    pub count: Signal<Out, Bits<7>>,

    fours: [Signal<Local, Bits<7>>; 16],
    eights: [Signal<Local, Bits<7>>; 8],
    quarters: [Signal<Local, Bits<7>>; 4],
}

#[kernel]
impl Logic for Population {
    fn update(&mut self) {
        for i in 0..16 {
            fours[i] = 0;
            fours[i] = fours[i] + squares.get_bit(4 * i);
            fours[i] = fours[i] + squares.get_bit(4 * i + 1);
            fours[i] = fours[i] + squares.get_bit(4 * i + 2);
            fours[i] = fours[i] + squares.get_bit(4 * i + 3);
        }
        for i in 0..8 {
            eights[i] = fours[2 * i] + fours[2 * i + 1];
        }
        for i in 0..4 {
            quarters[i] = eights[2 * i] + eights[2 * i + 1];
        }
        count = (quarters[0] + quarters[1]) + (quarters[2] + quarters[3]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn every_number_of_bits_is_counted() {
        let mut circuit = Native::new(Population::default());
        let mut random = Random::new(3);
        for set in 0..=64u32 {
            let low = ((1u128 << set) - 1) as u64;
            let bits = low.rotate_left(random.below(64u32));
            circuit.drive("squares", bits);
            circuit.settle();
            assert_eq!(circuit.read("count"), u64::from(set), "{bits:x}");
        }
    }
}
