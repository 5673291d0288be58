//! The legal squares of a side: the empty squares that end a run of the opponent's discs that begins beside one of
//! its own.
//!
//! ```text
//!   own        . * . . . . . .
//!   opponent   . . o o . . . .
//!   moves      . . . . # . . .
//! ```
//!
//! | port     | dir | width | meaning                                                         | initial |
//! |----------|-----|-------|-----------------------------------------------------------------|---------|
//! | own      | in  | 64    | the discs of the side to move; a1 is bit 0, h1 bit 7, h8 bit 63 | –       |
//! | opponent | in  | 64    | the discs of the other side                                     | –       |
//! | moves    | out | 64    | legal squares, all eight directions at once; combinational      | –       |

pub mod checks;

use rust_hdl::prelude::*;

use super::rays::Rays;
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct LegalMoves {
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub moves: Signal<Out, Bits<64>>,

    rays: Rays,
}

#[kernel]
impl Logic for LegalMoves {
    fn update(&mut self) {
        rays = Rays { from: own, through: opponent };
        // Runs end before the edge, so no shift leaves the board.
        moves = !(own | opponent)
            & ((rays.runs[0] << 8)
                | (rays.runs[1] >> 8)
                | (rays.runs[2] << 1)
                | (rays.runs[3] >> 1)
                | (rays.runs[4] << 9)
                | (rays.runs[5] >> 9)
                | (rays.runs[6] << 7)
                | (rays.runs[7] >> 7));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::Position;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn any_discs_have_the_moves_of_the_rules() {
        let mut circuit = Native::new(LegalMoves::default());
        let mut random = Random::new(1);
        for _ in 0..300 {
            // Random positions with long runs of discs.
            let taken = random.bits(64) | random.bits(64);
            let own = random.bits(64) & random.bits(64) & taken;
            let position = Position { own, opponent: taken & !own };
            circuit.drive("own", position.own);
            circuit.drive("opponent", position.opponent);
            circuit.settle();
            assert_eq!(circuit.read("moves"), position.legal(), "{position:?}");
        }
    }
}
