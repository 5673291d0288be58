//! Keeps the hash key of the position: the exclusive or of a pseudo-random number for each stone.
//!
//! ```text
//! clock   __/‾\_/‾\_/‾\_/‾\_
//! toggle  __/‾‾‾\___________   a stone is placed or removed
//! key     ==========X k ====   two clocks later
//! ```
//!
//! | port     | dir | width     | meaning                                      | initial |
//! |----------|-----|-----------|----------------------------------------------|---------|
//! | clock    | in  | 1         | rising edge                                  | –       |
//! | clear    | in  | 1         | the board is empty; wins over `toggle`       | –       |
//! | toggle   | in  | 1         | strobe: the stone below is placed or removed | –       |
//! | row, col | in  | 4         | the crossing of the stone                    | –       |
//! | colour   | in  | 1         | the colour of the stone: 0 black, 1 white    | –       |
//! | key      | out | HASH_BITS | the hash key; 0 for the empty board          | 0       |

use rust_hdl::prelude::*;

use super::hash::{HASH_BITS, hashes};
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::memory::Rom;

#[derive(Circuit)]
pub struct PositionKey {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub toggle: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub key: Signal<Out, Bits<HASH_BITS>>,

    state: Register<Bits<HASH_BITS>>,
    /// The ROM shows the number of a stone to toggle.
    toggled: Register<Bit>,
    #[init(Rom::new(hashes()))]
    hash: Rom<Bits<HASH_BITS>, 9>,
}

#[kernel]
impl Logic for PositionKey {
    fn update(&mut self) {
        hash.address = cat(colour, row, col);
        toggled.d = toggle;
        if toggled.q {
            d = q ^ hash.data;
        }
        if clear {
            d = 0;
        }
        key = q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Encoded, Engine, Native, Random};

    #[test]
    fn the_key_is_that_of_the_stones_on_the_board() {
        let numbers: Vec<u64> = hashes().map(|number| number.encode()).collect();
        let mut circuit = Native::new(PositionKey::default());
        let mut random = Random::new(33);
        let mut expected = 0;
        for _ in 0..100 {
            let [colour, row, col] = [random.bits(1), random.below(15u64), random.below(15u64)];
            for (port, value) in [("colour", colour), ("row", row), ("col", col)] {
                circuit.drive(port, value);
            }
            circuit.strobe("toggle");
            circuit.step();
            expected ^= numbers[(colour << 8 | row << 4 | col) as usize];
            assert_eq!(circuit.read("key"), expected);
        }
        circuit.strobe("clear");
        assert_eq!(circuit.read("key"), 0);
    }
}
