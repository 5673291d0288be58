//! The pick: the move to make next. It is chosen a clock before it is made.
//!
//! ```text
//! clock       ______/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! choose      ______/‾‾‾‾‾‾‾‾‾‾‾\___________
//! listed      ______/‾‾‾‾‾\_________________
//! at          = 0 ==X 19 ===================
//! rest (hex)  = 0 ========X 81E0 ===========
//! pick (hex)  = 0 ========X80000X 80 =======   first the square `at`, then the first of the rest: h1 is a corner
//! square      = 0 ========X 19 =X 7 ========
//! penalty     = 4 ==============X 0 ========
//! ```
//!
//! | port    | dir | width | meaning                                                            | initial |
//! |---------|-----|-------|--------------------------------------------------------------------|---------|
//! | clock   | in  | 1     | rising edge                                                        | –       |
//! | choose  | in  | 1     | chooses another move; else the pick is kept                        | –       |
//! | listed  | in  | 1     | chooses `at`; else the first of `rest` in the order of [`FirstMove`], or none if `rest` is empty | – |
//! | at      | in  | 6     | the square to choose with `listed`                                 | –       |
//! | rest    | in  | 64    | moves that are not in the list                                     | –       |
//! | odd     | in  | 4     | quadrants with an odd number of empty squares                      | –       |
//! | pick    | out | 64    | the bit of the move; 0 if there is none                            | 0       |
//! | square  | out | 6     | its square; 0 if there is none                                     | 0       |
//! | penalty | out | 4     | penalty of the square: corner 0, edge 2, inner squares 4, C 6, X 8 | 4       |

use rust_hdl::prelude::*;

use super::first_move::FirstMove;
use super::squares::{BORDER, C_SQUARES, CORNERS, X_SQUARES};
use crate::{Circuit, Register, kernel};

/// Edge squares other than C squares. Corners are included; they are tested before.
const EDGES: u64 = BORDER & !C_SQUARES;
const ONE: u64 = 1;

#[derive(Circuit)]
pub struct NextMove {
    pub clock: Signal<In, Clock>,
    pub choose: Signal<In, Bit>,
    pub listed: Signal<In, Bit>,
    pub at: Signal<In, Bits<6>>,
    pub rest: Signal<In, Bits<64>>,
    pub odd: Signal<In, Bits<4>>,

    pub pick: Signal<Out, Bits<64>>,
    pub square: Signal<Out, Bits<6>>,
    pub penalty: Signal<Out, Bits<4>>,

    picked: Register<Bits<64>>,
    ordered: FirstMove,

    number: Signal<Local, Bits<6>>,
    /// Set i: the squares whose number has bit i set.
    #[init(std::array::from_fn(|bit| Constant::new(numbered(bit).into())))]
    numbered: [Constant<Bits<64>>; 6],
}

/// The squares whose number has this bit set.
fn numbered(bit: usize) -> u64 {
    (0..64u64)
        .filter(|number| number >> bit & 1 == 1)
        .fold(0, |squares, number| squares | 1 << number)
}

#[kernel]
impl Logic for NextMove {
    fn update(&mut self) {
        ordered = FirstMove { squares: rest, odd };
        if choose {
            picked.d = if listed { ONE << at } else { ordered.first };
        }

        number = 0;
        for i in 0..6 {
            number = number.replace_bit(i, (picked.q & numbered[i]).any());
        }
        square = number;
        penalty = 4;
        if (picked.q & CORNERS).any() {
            penalty = 0;
        } else if (picked.q & EDGES).any() {
            penalty = 2;
        } else if (picked.q & C_SQUARES).any() {
            penalty = 6;
        } else if (picked.q & X_SQUARES).any() {
            penalty = 8;
        }
        pick = picked.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::order;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn a_listed_square_is_picked_or_else_the_first_of_the_rest() {
        let mut next = Native::new(NextMove::default());
        let mut random = Random::new(6);
        for _ in 0..300 {
            let (at, rest, odd) = (random.below(64u64), random.bits(64) & random.bits(64), random.bits(4));
            next.drive("at", at);
            next.drive("rest", rest);
            next.drive("odd", odd);
            next.drive("listed", 1);
            next.strobe("choose");
            assert_eq!([next.read("pick"), next.read("square")], [1 << at, at]);
            let penalty = match 1u64 << at {
                bit if bit & order::CORNERS != 0 => 0,
                bit if bit & order::EDGES != 0 => 2,
                bit if bit & order::C_SQUARES != 0 => 6,
                bit if bit & order::X_SQUARES != 0 => 8,
                _ => 4,
            };
            assert_eq!(next.read("penalty"), penalty, "{at}");

            // A set of empty squares with those odd quadrants.
            let empty = (0..4)
                .filter(|i| odd >> i & 1 == 1)
                .fold(0, |empty, i| empty | [1, 1 << 7, 1 << 56, 1 << 63][i]);
            next.drive("listed", 0);
            next.strobe("choose");
            let first = order::first(rest, empty);
            assert_eq!(next.read("pick"), first);
            next.step();
            assert_eq!(next.read("pick"), first, "it stays");
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_above() {
        let stimulus = "choose 0 1 1 0\nlisted 0 1 0\nat 0 19\nrest 0 0 0x81E0 0x81E0";
        tengen_sim::expect_waves(file!(), NextMove::default(), stimulus, 0..5);
    }
}
