//! The evaluation of a middle-game position: features are counted for both sides, and their differences are weighted and
//! summed; what stands at the ends of the board's sides has a value in tables.
//!
//! ```text
//! clock            __/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! own, opponent    == mover X other ==============      seen by the mover, and a clock later by the other side
//! side             ==< 0 X 1 X 2 X 3 >============
//! registers        ======== counts X differences X products X counted ==
//! score            ==========================< score >        four clocks after the mover's discs
//! ```
//!
//! | port          | dir | width | meaning                                             | initial |
//! |---------------|-----|-------|-----------------------------------------------------|---------|
//! | clock         | in  | 1     | rising edge                                         | –       |
//! | own, opponent | in  | 64    | discs of the side to move, and of the other side; from the next clock on they are exchanged | – |
//! | moves         | in  | 64    | the legal squares of `own`                          | –       |
//! | empties       | in  | 6     | empty squares; constant during the evaluation       | –       |
//! | side          | in  | 2     | the side that is read: 0 with the mover's discs, and one more in each of the next three clocks | – |
//! | score         | out | 12    | seen by the mover, two's complement, in sixteenths of a disc; limited to 63 discs | 0 |
//!
//! `weights.csv` holds a row of weights for each tenth of the game, `patterns.csv` the values of the tables;
//! `examples/othello_weights.rs` fits them.

use rust_hdl::prelude::*;

use super::features::{FEATURES, Features};
use super::patterns::{OFFSET, Patterns};
use super::weighted::Weighted;
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::memory::{Rom, Table};
use tengen_rules::othello::evaluation::WEIGHTS;

/// Weights in a row: one for each feature, and the constant.
const ROW: usize = FEATURES + 1;
/// Bits in a row: each weight has 16, in two's complement.
const ROW_BITS: usize = 16 * ROW;
/// Rows of the table.
const PHASES: u64 = 10;
/// Scores are limited to this distance from 0.
const MOST: u64 = tengen_rules::othello::evaluation::MOST as u64;

#[derive(Circuit)]
pub struct Evaluation {
    pub clock: Signal<In, Clock>,
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub moves: Signal<In, Bits<64>>,
    pub empties: Signal<In, Bits<6>>,
    pub side: Signal<In, Bits<2>>,
    pub score: Signal<Out, Bits<12>>,

    features: Features,
    #[init(Table::new(phases()))]
    phase: Table<Bits<4>, 6>,
    #[init(Rom::sized(weights()))]
    weights: Rom<Bits<ROW_BITS>, 4>,
    weighted: [Weighted; FEATURES],
    patterns: Patterns,

    /// The sum of the products and the constant, in two's complement.
    counted: Register<Bits<16>>,

    #[init(MOST)]
    most: Constant<Bits<16>>,
    #[init((1 << 16) - MOST)]
    least: Constant<Bits<16>>,
}

/// The row for each number of empty squares.
fn phases() -> impl Iterator<Item = Bits<4>> {
    (0..64u64).map(|empties| ((60 - empties.min(60)) * PHASES / 61).into())
}

/// The rows of weights. The offset of the tables is taken from the constant.
fn weights() -> impl Iterator<Item = Bits<ROW_BITS>> {
    WEIGHTS.rows.iter().map(|row| {
        let mut row = *row;
        row[FEATURES] -= OFFSET;
        let weights = row.into_iter().enumerate();
        weights.fold(Bits::default(), |row, (place, weight)| {
            row | Bits::<ROW_BITS>::from(u64::from(weight as u16)) << (16 * place as u64)
        })
    })
}

#[kernel]
impl Logic for Evaluation {
    fn update(&mut self) {
        features = Features { own, opponent, moves };
        phase.address = empties;
        weights.address = phase.data;

        for i in 0..8 {
            weighted[i] = Weighted { count: features.counts[i], weight: weights.data.get_bits::<16>(16 * i) };
        }
        counted.d = ((weighted[0].product + weighted[1].product) + (weighted[2].product + weighted[3].product))
            + ((weighted[4].product + weighted[5].product) + (weighted[6].product + weighted[7].product))
            + weights.data.get_bits::<16>(128);

        patterns = Patterns { own, opponent, side };
        let sum = counted.q + bit_cast::<16, 13>(patterns.sum);
        score = sum.get_bits::<12>(0);
        if sum.get_bit(15) {
            if sum < least {
                score = least.get_bits::<12>(0);
            }
        } else if sum > most {
            score = most.get_bits::<12>(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::evaluation::{WEIGHTS, evaluate};
    use tengen_rules::othello::{Position, Square};
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn the_score_is_that_of_the_rules() {
        let mut circuit = Native::new(Evaluation::default());
        let mut random = Random::new(7);
        for round in 0..120 {
            let mut position = Position::START;
            for _ in 0..round % 57 {
                let squares: Vec<Square> = Square::of(position.legal()).collect();
                position = match squares.is_empty() {
                    true => position.passed(),
                    false => position.after(random.of(&squares)),
                };
            }
            circuit.drive("empties", position.empties().into());
            for side in 0..4 {
                let seen = if side == 0 { position } else { position.passed() };
                circuit.drive("own", seen.own);
                circuit.drive("opponent", seen.opponent);
                circuit.drive("moves", seen.legal());
                circuit.drive("side", side);
                circuit.step();
            }
            circuit.settle();
            let score = (circuit.read("score") as i32) << 20 >> 20;
            assert_eq!(score, evaluate(position, &WEIGHTS), "{position:?}");
        }
    }
}
