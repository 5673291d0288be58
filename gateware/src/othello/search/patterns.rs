//! The values of what stands at the ends of the four sides of the board, summed.
//!
//! ```text
//! clock            __/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! own, opponent    == mover X other ===================      seen by the mover, and then by the other side
//! side             ==< 0 X 1 X 2 X 3 >==============
//! words of a side  ========< 0 X 1 X 2 X 3 >========
//! sum              ====================< sum >======      in the clock after side 3
//! ```
//!
//! | port          | dir | width | meaning                                                          | initial |
//! |---------------|-----|-------|------------------------------------------------------------------|---------|
//! | clock         | in  | 1     | rising edge                                                      | –       |
//! | own, opponent | in  | 64    | discs of the side to move, and of the other side; exchanged from the second clock on | – |
//! | side          | in  | 2     | counts up from 0; 0 begins a sum                                 | –       |
//! | sum           | out | 13    | in sixteenths of a disc, with [`OFFSET`] added; combinational    | 0       |
//!
//! Each side is read from both of its ends, and each end in two tables, `patterns.csv` of the rules.

use rust_hdl::prelude::*;

use super::contents::{ADDRESS, Contents, WORDS, address};
use super::side::Side;
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::memory::DualPortRom;
use tengen_rules::othello::evaluation::{self as rules, WEIGHTS};

/// What a word has added to its value, so that it is positive.
const MORE: i32 = rules::PATTERN_MOST + 1;
/// The number of words that are added: of four sides, two ends and two tables.
const SUMMED: i32 = 4 * 2 * rules::PATTERNS.len() as i32;
/// What a sum has added to the sum of the values.
pub const OFFSET: i32 = SUMMED * MORE;

#[derive(Circuit)]
pub struct Patterns {
    pub clock: Signal<In, Clock>,
    pub own: Signal<In, Bits<64>>,
    pub opponent: Signal<In, Bits<64>>,
    pub side: Signal<In, Bits<2>>,
    pub sum: Signal<Out, Bits<13>>,

    movers: Side,
    opponents: Side,
    /// From the first square of the side.
    from_first: Contents,
    /// From the last square of the side.
    from_last: Contents,
    #[init(DualPortRom::sized(words(0)))]
    corners: DualPortRom<Bits<9>, ADDRESS>,
    #[init(DualPortRom::sized(words(1)))]
    edges: DualPortRom<Bits<9>, ADDRESS>,

    /// The sum of the words read before.
    before: Register<Bits<13>>,

    /// The mover's discs on the ten cells, from the last square of the side.
    mover_turned: Signal<Local, Bits<10>>,
    /// The opponent's.
    opponent_turned: Signal<Local, Bits<10>>,
}

/// The words of a table.
fn words(pattern: usize) -> Vec<Bits<9>> {
    let mut words = vec![Bits::default(); WORDS];
    for (contents, values) in WEIGHTS.patterns.iter().enumerate() {
        words[address(contents)] = ((values[pattern] + MORE) as u64).into();
    }
    words
}

#[kernel]
impl Logic for Patterns {
    fn update(&mut self) {
        movers = Side { side, at_first: own, later: opponent };
        opponents = Side { side, at_first: opponent, later: own };

        from_first.mover = bit_cast::<10, 4>(movers.outer.get_bits::<4>(0))
            | (bit_cast::<10, 3>(movers.inner.get_bits::<3>(0)) << 4)
            | (bit_cast::<10, 3>(movers.outer.get_bits::<3>(4)) << 7);
        from_first.opponent = bit_cast::<10, 4>(opponents.outer.get_bits::<4>(0))
            | (bit_cast::<10, 3>(opponents.inner.get_bits::<3>(0)) << 4)
            | (bit_cast::<10, 3>(opponents.outer.get_bits::<3>(4)) << 7);
        mover_turned = 0;
        opponent_turned = 0;
        for i in 0..4 {
            mover_turned = mover_turned.replace_bit(i, movers.outer.get_bit(7 - i));
            opponent_turned = opponent_turned.replace_bit(i, opponents.outer.get_bit(7 - i));
        }
        for i in 0..3 {
            mover_turned = mover_turned.replace_bit(i + 4, movers.inner.get_bit(7 - i));
            mover_turned = mover_turned.replace_bit(i + 7, movers.outer.get_bit(3 - i));
            opponent_turned = opponent_turned.replace_bit(i + 4, opponents.inner.get_bit(7 - i));
            opponent_turned = opponent_turned.replace_bit(i + 7, opponents.outer.get_bit(3 - i));
        }
        from_last = Contents { mover: mover_turned, opponent: opponent_turned };

        corners = DualPortRom { address_a: from_first.corner_address, address_b: from_last.corner_address };
        edges = DualPortRom { address_a: from_first.edge_address, address_b: from_last.edge_address };
        sum = before.q
            + (bit_cast::<13, 9>(corners.data_a) + bit_cast::<13, 9>(corners.data_b))
            + (bit_cast::<13, 9>(edges.data_a) + bit_cast::<13, 9>(edges.data_b));
        before.d = if side == 0 { 0 } else { sum };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::Position;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn the_sum_is_that_of_the_rules() {
        let mut circuit = Native::new(Patterns::default());
        let mut random = Random::new(4);
        for _ in 0..300 {
            let (own, taken) = (random.bits(64), random.bits(64) | random.bits(64));
            let position = Position { own: own & taken, opponent: taken & !own };
            for side in 0..4 {
                let seen = if side == 0 { position } else { position.passed() };
                circuit.drive("own", seen.own);
                circuit.drive("opponent", seen.opponent);
                circuit.drive("side", side);
                circuit.step();
            }
            circuit.settle();
            let values =
                rules::patterns(position).map(|[corner, edge]| WEIGHTS.patterns[corner][0] + WEIGHTS.patterns[edge][1]);
            assert_eq!(circuit.read("sum") as i32 - OFFSET, values.sum::<i32>(), "{position:?}");
        }
    }
}
