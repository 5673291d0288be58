//! Converts the result of a search for display: the score and the depth in decimal, and the expected reply. Where a win or a loss
//! is proved, the plies to it take the place of the depth, counted from the position after the found move. Combinational.
//!
//! | port                 | dir | width   | meaning                                                      |
//! |----------------------|-----|---------|--------------------------------------------------------------|
//! | score                | in  | 14      | score of the search, two's complement                        |
//! | depth                | in  | 7       | depth of the search in plies                                 |
//! | expects              | in  | 1       | a reply is expected                                          |
//! | reply_row, reply_col | in  | 4       | the expected reply                                           |
//! | insight              | out | Insight | the result, `known`; scores are limited to 999, plies to 99  |

use rust_hdl::prelude::*;

use crate::gomoku::search::entry::{WIN, WON};
use crate::ports::Insight;
use crate::{Circuit, kernel};

/// The greatest numbers that can be displayed.
const MOST_SCORE: u64 = 999;
const MOST_PLIES: u64 = 99;
/// What is left of a proved score up to here are the plies to the win.
const WON_IN_0: u64 = WIN - 1;

#[derive(Circuit)]
pub struct InsightOf {
    pub score: Signal<In, Bits<14>>,
    pub depth: Signal<In, Bits<7>>,
    pub expects: Signal<In, Bit>,
    pub reply_row: Signal<In, Bits<4>>,
    pub reply_col: Signal<In, Bits<4>>,
    pub insight: Signal<Out, Insight>,

    size: Signal<Local, Bits<14>>,
    plies: Signal<Local, Bits<14>>,
    hundreds: Signal<Local, Bits<4>>,
    tens: Signal<Local, Bits<4>>,
    ones: Signal<Local, Bits<4>>,
    plies_tens: Signal<Local, Bits<4>>,
    plies_ones: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for InsightOf {
    fn update(&mut self) {
        size = if score.get_bit(13) { 0 - score } else { score };
        let proved = size >= WON;
        plies = bit_cast::<14, 7>(depth);
        if proved {
            plies = WON_IN_0 - size;
        }
        if plies > MOST_PLIES {
            plies = MOST_PLIES;
        }
        if size > MOST_SCORE {
            size = MOST_SCORE;
        }

        // Double dabble: before the digits are doubled, a digit of 5 or more is raised by 3, so that doubling carries.
        hundreds = 0;
        tens = 0;
        ones = 0;
        for i in 0..10 {
            if tens > 4 {
                tens = tens + 3;
            }
            if ones > 4 {
                ones = ones + 3;
            }
            hundreds = (hundreds << 1).replace_bit(0, tens.get_bit(3));
            tens = (tens << 1).replace_bit(0, ones.get_bit(3));
            ones = (ones << 1).replace_bit(0, size.get_bit(9 - i));
        }
        plies_tens = 0;
        plies_ones = 0;
        for i in 0..7 {
            if plies_ones > 4 {
                plies_ones = plies_ones + 3;
            }
            plies_tens = (plies_tens << 1).replace_bit(0, plies_ones.get_bit(3));
            plies_ones = (plies_ones << 1).replace_bit(0, plies.get_bit(6 - i));
        }

        insight.thinking = false;
        insight.known = true;
        insight.proved = proved;
        insight.minus = score.get_bit(13);
        insight.hundreds = hundreds;
        insight.tens = tens;
        insight.ones = ones;
        insight.plies = cat(plies_tens, plies_ones);
        insight.expects = expects;
        insight.reply.row = reply_row;
        insight.reply.col = reply_col;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_score_and_every_depth_is_read() {
        let mut circuit = Native::new(InsightOf::default());
        for score in -7999i64..8000 {
            circuit.drive("score", (score & 0x3FFF) as u64);
            circuit.drive("depth", (score & 0x7F) as u64);
            circuit.settle();
            let found = circuit.circuit.insight.val();
            let number = |digits: &[Bits<4>]| digits.iter().fold(0, |number, digit| 10 * number + digit.index());
            let size = number(&[found.hundreds, found.tens, found.ones]);
            assert_eq!(size as i64, score.abs().min(999), "{score}");
            assert_eq!(found.minus, score < 0);
            assert_eq!(found.proved, score.abs() >= 7800);
            let plies = number(&[found.plies.get_bits(4), found.plies.get_bits(0)]);
            // A move that wins at once scores 7999.
            let expected = if found.proved { 7999 - score.abs() } else { score & 0x7F };
            assert_eq!(plies as i64, expected.min(99), "{score}");
        }
    }
}
