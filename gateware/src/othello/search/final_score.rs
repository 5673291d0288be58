//! The score of a finished game: the mover's discs minus the opponent's; the winner also gets the empty squares.
//!
//! | port    | dir | width | meaning                                                                   | initial |
//! |---------|-----|-------|---------------------------------------------------------------------------|---------|
//! | discs   | in  | 7     | discs of the mover                                                        | –       |
//! | empties | in  | 7     | empty squares                                                             | –       |
//! | score   | out | 12    | two's complement, in sixteenths of a disc: -64 to 64 discs; combinational | –       |

use rust_hdl::prelude::*;

use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct FinalScore {
    pub discs: Signal<In, Bits<7>>,
    pub empties: Signal<In, Bits<7>>,
    pub score: Signal<Out, Bits<12>>,

    total: Signal<Local, Bits<12>>,
}

#[kernel]
impl Logic for FinalScore {
    fn update(&mut self) {
        // The mover's discs minus the opponent's, two's complement.
        let difference = (bit_cast::<12, 7>(discs) << 1) + bit_cast::<12, 7>(empties) - 64;
        total = difference;
        if difference.get_bit(11) {
            total = difference - bit_cast::<12, 7>(empties);
        } else if difference.any() {
            total = difference + bit_cast::<12, 7>(empties);
        }
        score = total << 4;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn the_winner_is_given_the_empty_squares() {
        let mut circuit = Native::new(FinalScore::default());
        for (own, opponent) in [
            (32, 32),
            (33, 31),
            (0, 13),
            (13, 0),
            (20, 20),
            (1, 0),
            (30, 10),
            (64, 0),
            (0, 64),
        ] {
            let empties = 64 - own - opponent;
            circuit.drive("discs", own as u64);
            circuit.drive("empties", empties as u64);
            circuit.settle();
            let (difference, score) = (own - opponent, (circuit.read("score") as i32) << 20 >> 20);
            assert_eq!(
                score,
                16 * (difference + i32::signum(difference) * empties),
                "{own} to {opponent}"
            );
        }
    }
}
