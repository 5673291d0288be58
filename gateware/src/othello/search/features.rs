//! What can be counted of a side: the discs on the squares of each class, its moves, and what is good or bad at the corners.
//! The names are the columns of `weights.csv`.
//!
//! | port          | dir | width        | meaning                                                                                                                                                                                                  | initial |
//! |---------------|-----|--------------|----------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------------|---------|
//! | own, opponent | in  | 64           | the discs of the side, and of the other; a1 is bit 0, h1 bit 7, h8 bit 63                                                                                                                                | –       |
//! | moves         | in  | 64           | the side's legal squares                                                                                                                                                                                 | –       |
//! | counts        | out | FEATURES x 7 | discs of the ten classes of squares; moves; empty squares beside the opponent; moves to a corner; X squares and C squares beside an empty corner; discs on the edge that nothing can flip; combinational | –       |

use rust_hdl::prelude::*;

use super::population::Population;
use super::squares::{BORDER, C_SQUARES, CLASSES, CORNERS, X_SQUARES, files, rows};
use crate::{Circuit, kernel};

/// So many are counted.
pub const FEATURES: usize = 16;

#[derive(Circuit)]
pub struct Features {
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub moves: Signal<In, Bits<64>>,
    pub counts: [Signal<Out, Bits<7>>; FEATURES],

    counters: [Population; FEATURES],

    beside: Signal<Local, Bits<64>>,
    /// The same of empty corners.
    corner_rows: Signal<Local, Bits<64>>,
    /// Discs in a run along the edge from a corner: to the right, to the left, down and up.
    right: Signal<Local, Bits<64>>,
    left: Signal<Local, Bits<64>>,
    down: Signal<Local, Bits<64>>,
    up: Signal<Local, Bits<64>>,

    #[init(CLASSES.map(|class| Constant::new(class.into())))]
    class: [Constant<Bits<64>>; 10],
    #[init(rows().map(|row| Constant::new(row.into())))]
    row: [Constant<Bits<64>>; 8],
    #[init(files().map(|file| Constant::new(file.into())))]
    file: [Constant<Bits<64>>; 8],
}

#[kernel]
impl Logic for Features {
    fn update(&mut self) {
        let empty = !(own | opponent);
        // Those beside the opponent's discs in their rows, and all.
        let in_rows = opponent | ((opponent & !file[7]) << 1) | ((opponent & !file[0]) >> 1);
        beside = in_rows | (in_rows << 8) | (in_rows >> 8);
        corner_rows = empty & CORNERS;
        corner_rows = corner_rows | ((corner_rows & file[0]) << 1) | ((corner_rows & file[7]) >> 1);
        let exposed = corner_rows | (corner_rows << 8) | (corner_rows >> 8);

        right = own & CORNERS & file[0];
        left = own & CORNERS & file[7];
        down = own & CORNERS & row[0];
        up = own & CORNERS & row[7];
        for step in 1..8 {
            right = right | ((right << 1) & own & BORDER & file[step] & (row[0] | row[7]));
            left = left | ((left >> 1) & own & BORDER & file[7 - step] & (row[0] | row[7]));
            down = down | ((down << 8) & own & BORDER & row[step]);
            up = up | ((up >> 8) & own & BORDER & row[7 - step]);
        }

        for i in 0..10 {
            counters[i].squares = own & class[i];
        }
        counters[10].squares = moves;
        counters[11].squares = beside & empty;
        counters[12].squares = moves & CORNERS;
        counters[13].squares = own & X_SQUARES & exposed;
        counters[14].squares = own & C_SQUARES & exposed;
        counters[15].squares = right | left | down | up;
        for i in 0..16 {
            counts[i] = counters[i].count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::{Position, evaluation};
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn the_counts_are_those_of_the_rules() {
        assert_eq!(CLASSES, evaluation::CLASSES);
        let mut circuit = Native::new(Features::default());
        let mut random = Random::new(6);
        for round in 0..200 {
            // Full edges, too.
            let taken = random.bits(64) | random.bits(64) | if round % 2 == 0 { BORDER } else { 0 };
            let own = (random.bits(64) | random.bits(64)) & taken;
            let position = Position { own, opponent: taken & !own };
            circuit.drive("own", position.own);
            circuit.drive("opponent", position.opponent);
            circuit.drive("moves", position.legal());
            circuit.settle();
            let counts: Vec<i32> = circuit
                .circuit
                .counts
                .iter()
                .map(|count| count.val().index() as i32)
                .collect();
            assert_eq!(counts, evaluation::counts(position), "{position:?}");
        }
    }
}
