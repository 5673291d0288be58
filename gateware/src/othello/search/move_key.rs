//! The sort key of a move that has been made: fewer replies for the opponent give a smaller key, and the smallest key
//! is the best.
//!
//! | by       | key                                             |
//! |----------|-------------------------------------------------|
//! | Weights  | penalty                                         |
//! | Mobility | penalty + answers                               |
//! | Search   | 0 for the move from the table, else 1 + answers |
//!
//! `answers` counts the opponent's legal squares; a corner counts five times.
//!
//! | port       | dir | width | meaning                                     | initial |
//! |------------|-----|-------|---------------------------------------------|---------|
//! | by         | in  | By    | how a move is chosen                        | –       |
//! | moves      | in  | 64    | the opponent's legal squares after the move | –       |
//! | penalty    | in  | 4     | the penalty of the move's square            | –       |
//! | remembered | in  | 1     | this is the best move in the position table | –       |
//! | key        | out | 6     | the key; combinational                      | –       |

use rust_hdl::prelude::*;

use super::population::Population;
use super::squares::CORNERS;
use crate::othello::ports::By;
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct MoveKey {
    pub by: Signal<In, By>,
    pub moves: Signal<In, Bits<64>>,
    pub penalty: Signal<In, Bits<4>>,
    pub remembered: Signal<In, Bit>,
    pub key: Signal<Out, Bits<6>>,

    all: Population,
    to_corners: Population,
}

#[kernel]
impl Logic for MoveKey {
    fn update(&mut self) {
        all.squares = moves;
        to_corners.squares = moves & CORNERS;
        let answers = all.count.get_bits::<6>(0) + (to_corners.count.get_bits::<6>(0) << 2);
        match by {
            By::Weights => key = bit_cast::<6, 4>(penalty),
            By::Mobility => key = bit_cast::<6, 4>(penalty) + answers,
            By::Search => key = if remembered { 0 } else { answers + 1 },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn it_is_what_the_table_says() {
        let mut circuit = Native::new(MoveKey::default());
        let mut random = Random::new(5);
        for _ in 0..5000 {
            // Few squares, as after a move; a side never has more than 33.
            let moves = random.bits(64) & random.bits(64) & random.bits(64);
            let (penalty, remembered) = (random.bits(4), random.bits(1));
            let answers = u64::from(moves.count_ones() + 4 * (moves & CORNERS).count_ones());
            let expected = [
                (By::Weights, penalty),
                (By::Mobility, penalty + answers),
                (By::Search, if remembered == 1 { 0 } else { 1 + answers }),
            ];
            circuit.drive("moves", moves);
            circuit.drive("penalty", penalty);
            circuit.drive("remembered", remembered);
            for (by, key) in expected {
                circuit.drive_as("by", by);
                circuit.settle();
                assert_eq!(circuit.read("key"), key, "{by:?}, {moves:#x}");
            }
        }
    }
}
