//! The discs that a move flips: the opponent's discs between the new disc and the mover's own, in all eight
//! directions at once.
//!
//! ```text
//!   own        . . . . . * . .
//!   opponent   . . o o o . . .
//!   disc       . # . . . . . .
//!   flips      . . # # # . . .     in the run from `disc` to the right and in the run from `own` to the left
//! ```
//!
//! | port     | dir | width | meaning                                                         | initial |
//! |----------|-----|-------|-----------------------------------------------------------------|---------|
//! | own      | in  | 64    | the discs of the side to move; a1 is bit 0, h1 bit 7, h8 bit 63 | –       |
//! | opponent | in  | 64    | the discs of the other side                                     | –       |
//! | disc     | in  | 64    | the bit of the square of the new disc; it is empty              | –       |
//! | flips    | out | 64    | the discs flipped; 0 if the move is illegal; combinational      | –       |

pub mod checks;

use rust_hdl::prelude::*;

use super::rays::Rays;
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Flips {
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub disc: Signal<In, Bits<64>>,
    pub flips: Signal<Out, Bits<64>>,

    from_disc: Rays,
    from_own: Rays,
}

#[kernel]
impl Logic for Flips {
    fn update(&mut self) {
        from_disc = Rays { from: disc, through: opponent };
        from_own = Rays { from: own, through: opponent };
        // Runs 2i and 2i + 1 have opposite directions.
        flips = (from_disc.runs[0] & from_own.runs[1])
            | (from_disc.runs[1] & from_own.runs[0])
            | (from_disc.runs[2] & from_own.runs[3])
            | (from_disc.runs[3] & from_own.runs[2])
            | (from_disc.runs[4] & from_own.runs[5])
            | (from_disc.runs[5] & from_own.runs[4])
            | (from_disc.runs[6] & from_own.runs[7])
            | (from_disc.runs[7] & from_own.runs[6]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::{Position, Square};
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn a_disc_anywhere_flips_what_it_does_by_the_rules() {
        let mut circuit = Native::new(Flips::default());
        let mut random = Random::new(2);
        for _ in 0..30 {
            let taken = random.bits(64) | random.bits(64);
            let own = random.bits(64) & taken;
            let position = Position { own, opponent: taken & !own };
            circuit.drive("own", position.own);
            circuit.drive("opponent", position.opponent);
            for at in Square::of(position.empty()) {
                circuit.drive("disc", at.bit());
                circuit.settle();
                assert_eq!(circuit.read("flips"), position.flips(at), "{at} of {position:?}");
            }
        }
    }
}
