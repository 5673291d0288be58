//! The evaluation of a middle-game position: features are counted for both sides; their differences are weighted and
//! summed.
//!
//! ```text
//! clock            __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! own, opponent    == mover X other =========     seen by the mover, and a clock later by the other side
//! registers        ======== counts X differences X products ==
//! score            ==========================< score >        three clocks after the mover's discs
//! ```
//!
//! | port          | dir | width | meaning                                             | initial |
//! |---------------|-----|-------|-----------------------------------------------------|---------|
//! | clock         | in  | 1     | rising edge                                         | –       |
//! | own, opponent | in  | 64    | discs of the side to move, and of the other side; in the next clock they are exchanged | – |
//! | moves         | in  | 64    | the legal squares of `own`                          | –       |
//! | empties       | in  | 6     | empty squares; constant in both clocks and the next | –       |
//! | score         | out | 12    | seen by the mover, two's complement, in sixteenths of a disc; limited to 63 discs | 0 |
//!
//! `weights.csv` holds a row of weights for each tenth of the game; `examples/othello_weights.rs` fits them.

use rust_hdl::prelude::*;

use super::features::{FEATURES, Features};
use super::weighted::Weighted;
use crate::{Circuit, kernel};
use tengen_hdl::library::memory::{Rom, Table};
use tengen_rules::othello::evaluation::TABLE;

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
    pub score: Signal<Out, Bits<12>>,

    features: Features,
    #[init(Table::new(phases()))]
    phase: Table<Bits<4>, 6>,
    #[init(Rom::sized(weights()))]
    weights: Rom<Bits<ROW_BITS>, 4>,
    weighted: [Weighted; FEATURES],

    /// Sums of four products, in two's complement.
    fours: [Signal<Local, Bits<16>>; 4],

    #[init(MOST)]
    most: Constant<Bits<16>>,
    #[init((1 << 16) - MOST)]
    least: Constant<Bits<16>>,
}

/// The row for each number of empty squares.
fn phases() -> impl Iterator<Item = Bits<4>> {
    (0..64u64).map(|empties| ((60 - empties.min(60)) * PHASES / 61).into())
}

/// The rows of the table.
fn weights() -> impl Iterator<Item = Bits<ROW_BITS>> {
    let rows = TABLE.lines().skip(1);
    rows.map(|row| {
        let weights = row.split(',').enumerate();
        weights.fold(Bits::default(), |row, (place, weight)| {
            let weight: i16 = weight.parse().unwrap_or_default();
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

        for i in 0..16 {
            weighted[i] = Weighted { count: features.counts[i], weight: weights.data.get_bits::<16>(16 * i) };
        }
        for i in 0..4 {
            fours[i] = (weighted[4 * i].product + weighted[4 * i + 1].product)
                + (weighted[4 * i + 2].product + weighted[4 * i + 3].product);
        }
        let sum = (fours[0] + fours[1]) + (fours[2] + fours[3]) + weights.data.get_bits::<16>(256);
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
            for seen in [position, position.passed()] {
                circuit.drive("own", seen.own);
                circuit.drive("opponent", seen.opponent);
                circuit.drive("moves", seen.legal());
                circuit.step();
            }
            circuit.step();
            circuit.settle();
            let score = (circuit.read("score") as i32) << 20 >> 20;
            assert_eq!(score, evaluate(position, &WEIGHTS), "{position:?}");
        }
    }
}
