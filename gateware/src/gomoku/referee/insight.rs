//! Converts the result of a search for display: the score and the depth in decimal, and the expected reply.
//! Combinational.
//!
//! | port                 | dir | width   | meaning                                                      |
//! |----------------------|-----|---------|--------------------------------------------------------------|
//! | score                | in  | 14      | score of the search, two's complement                        |
//! | depth                | in  | 7       | depth of the search in plies                                 |
//! | expects              | in  | 1       | a reply is expected                                          |
//! | reply_row, reply_col | in  | 4       | the expected reply                                           |
//! | insight              | out | Insight | the result, `known`; scores are limited to 999, depths to 99 |

use rust_hdl::prelude::*;

use crate::ports::Insight;
use crate::{Circuit, kernel};

/// The greatest numbers that can be displayed.
const MOST_SCORE: u64 = 999;
const MOST_DEPTH: u64 = 99;

#[derive(Circuit)]
pub struct InsightOf {
    pub score: Signal<In, Bits<14>>,
    pub depth: Signal<In, Bits<7>>,
    pub expects: Signal<In, Bit>,
    pub reply_row: Signal<In, Bits<4>>,
    pub reply_col: Signal<In, Bits<4>>,
    pub insight: Signal<Out, Insight>,

    size: Signal<Local, Bits<14>>,
    hundreds: Signal<Local, Bits<4>>,
    tens: Signal<Local, Bits<4>>,
    ones: Signal<Local, Bits<4>>,
    depth_tens: Signal<Local, Bits<4>>,
    depth_ones: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for InsightOf {
    fn update(&mut self) {
        size = if score.get_bit(13) { 0 - score } else { score };
        if size > MOST_SCORE {
            size = MOST_SCORE;
        }
        let plies = if depth > MOST_DEPTH { MOST_DEPTH } else { depth };

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
        depth_tens = 0;
        depth_ones = 0;
        for i in 0..7 {
            if depth_ones > 4 {
                depth_ones = depth_ones + 3;
            }
            depth_tens = (depth_tens << 1).replace_bit(0, depth_ones.get_bit(3));
            depth_ones = (depth_ones << 1).replace_bit(0, plies.get_bit(6 - i));
        }

        insight.thinking = false;
        insight.known = true;
        insight.minus = score.get_bit(13);
        insight.hundreds = hundreds;
        insight.tens = tens;
        insight.ones = ones;
        insight.depth = cat(depth_tens, depth_ones);
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
        for score in -8192i64..8192 {
            circuit.drive("score", (score & 0x3FFF) as u64);
            circuit.drive("depth", (score & 0x7F) as u64);
            circuit.settle();
            let found = circuit.circuit.insight.val();
            let number = |digits: &[Bits<4>]| digits.iter().fold(0, |number, digit| 10 * number + digit.index());
            let size = number(&[found.hundreds, found.tens, found.ones]);
            assert_eq!(size as i64, score.abs().min(999), "{score}");
            assert_eq!(found.minus, score < 0);
            let depth = number(&[found.depth.get_bits(4), found.depth.get_bits(0)]);
            assert_eq!(depth as i64, (score & 0x7F).min(99));
        }
    }
}
