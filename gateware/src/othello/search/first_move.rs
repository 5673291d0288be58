//! Chooses which of some squares is tried first, by square and parity alone.
//!
//! | port    | dir | width | meaning                                                                    | initial |
//! |---------|-----|-------|----------------------------------------------------------------------------|---------|
//! | squares | in  | 64    | the squares to choose from; a1 is bit 0, h1 bit 7, h8 bit 63               | –       |
//! | odd     | in  | 4     | quadrants with an odd number of empty squares, in the order a1, h1, a8, h8 | –       |
//! | first   | out | 64    | the bit of the chosen square; 0 if there is none; combinational            | –       |
//!
//! Squares in odd quadrants come first. Within these: corners, squares away from corners, C squares, X squares. Then
//! the lower number.

use rust_hdl::prelude::*;

use super::squares::{C_SQUARES, CORNERS, QUADRANTS, X_SQUARES};
use crate::{Circuit, kernel};

const APART: u64 = !(X_SQUARES | C_SQUARES);
const NOT_X: u64 = !X_SQUARES;

#[derive(Circuit)]
pub struct FirstMove {
    pub squares: Signal<In, Bits<64>>,
    pub odd: Signal<In, Bits<4>>,
    pub first: Signal<Out, Bits<64>>,

    in_odd: Signal<Local, Bits<64>>,
    left: Signal<Local, Bits<64>>,

    #[init(QUADRANTS.map(|quadrant| Constant::new(quadrant.into())))]
    quadrant: [Constant<Bits<64>>; 4],
}

#[kernel]
impl Logic for FirstMove {
    fn update(&mut self) {
        in_odd = 0;
        for i in 0..4 {
            if odd.get_bit(i) {
                in_odd = in_odd | (squares & quadrant[i]);
            }
        }
        left = if in_odd.any() { in_odd } else { squares };
        if (left & CORNERS).any() {
            left = left & CORNERS;
        } else if (left & APART).any() {
            left = left & APART;
        } else if (left & NOT_X).any() {
            left = left & NOT_X;
        }
        // Isolates the lowest set bit.
        first = left & (0 - left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::order;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn the_first_is_that_of_the_rules() {
        let mut circuit = Native::new(FirstMove::default());
        let mut random = Random::new(4);
        for round in 0..400 {
            let empty = random.bits(64);
            let mut squares = random.bits(64);
            for _ in 0..round % 7 {
                squares &= random.bits(64);
            }
            let odd = (0..4).filter(|i| (empty & QUADRANTS[*i]).count_ones() % 2 == 1);
            circuit.drive("squares", squares);
            circuit.drive("odd", odd.fold(0, |odd, i| odd | 1 << i));
            circuit.settle();
            assert_eq!(
                circuit.read("first"),
                order::first(squares, empty),
                "{squares:x} {empty:x}"
            );
        }
    }
}
