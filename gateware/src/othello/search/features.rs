//! Counts the features of a side: the discs on four classes of squares, its moves, and what it has at the corners and on
//! the edge. The columns of `weights.csv` name them.
//!
//! | port          | dir | width        | meaning                                   | initial |
//! |---------------|-----|--------------|-------------------------------------------|---------|
//! | own, opponent | in  | 64           | discs of the side, and of the other side; a1 is bit 0, h1 bit 7, h8 bit 63 | – |
//! | moves         | in  | 64           | the side's legal squares                  | –       |
//! | counts        | out | FEATURES x 7 | the features in this order; combinational | –       |
//!
//! Features 0 to 3: discs of the classes of squares; 4: moves; 5: empty squares beside the opponent; 6: moves to a corner;
//! 7: discs on the edge that nothing can flip.

use rust_hdl::prelude::*;

use super::population::Population;
use super::squares::{BORDER, CLASSES, CORNERS, files, rows};
use crate::{Circuit, kernel};

/// Number of features.
pub const FEATURES: usize = 8;

#[derive(Circuit)]
pub struct Features {
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub moves: Signal<In, Bits<64>>,
    pub counts: [Signal<Out, Bits<7>>; FEATURES],

    counters: [Population; FEATURES],

    /// The opponent's discs and all squares beside them.
    beside: Signal<Local, Bits<64>>,
    /// Discs in an unbroken run along the edge to the right from a corner.
    right: Signal<Local, Bits<64>>,
    /// The same to the left.
    left: Signal<Local, Bits<64>>,
    /// The same down.
    down: Signal<Local, Bits<64>>,
    /// The same up.
    up: Signal<Local, Bits<64>>,

    #[init(CLASSES.map(|class| Constant::new(class.into())))]
    class: [Constant<Bits<64>>; 4],
    #[init(rows().map(|row| Constant::new(row.into())))]
    row: [Constant<Bits<64>>; 8],
    #[init(files().map(|file| Constant::new(file.into())))]
    file: [Constant<Bits<64>>; 8],
}

#[kernel]
impl Logic for Features {
    fn update(&mut self) {
        let empty = !(own | opponent);
        // The squares beside the opponent's discs: first within their rows, then in all directions.
        let in_rows = opponent | ((opponent & !file[7]) << 1) | ((opponent & !file[0]) >> 1);
        beside = in_rows | (in_rows << 8) | (in_rows >> 8);

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

        for i in 0..4 {
            counters[i].squares = own & class[i];
        }
        counters[4].squares = moves;
        counters[5].squares = beside & empty;
        counters[6].squares = moves & CORNERS;
        counters[7].squares = right | left | down | up;
        for i in 0..8 {
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
            // Every other position has full edges.
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
