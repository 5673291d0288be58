//! Counts the discs of both sides in decimal, while the painter scans the board.
//!
//! ```text
//! clock        ____/‾\_/‾\_/‾\_/‾\_/‾\_
//! clear        ____/‾‾‾\_______________
//! black        ________/‾‾‾\___/‾‾‾\___
//! white        ____________/‾‾‾‾‾‾‾\___
//! discs (hex)  = 0 ========X100X101X202   {white, black}, tens and ones each: here 0,1 0,0; then 0,1 0,1; 0,2 0,2
//! ```
//!
//! | port         | dir | width | meaning                           | initial |
//! |--------------|-----|-------|-----------------------------------|---------|
//! | clock        | in  | 1     | rising edge                       |         |
//! | clear        | in  | 1     | strobe: sets both counts to 0     |         |
//! | black, white | in  | 1, 1  | count one disc; at most 99 in all |         |
//! | discs        | out | Discs | the counts                        | 0       |

use rust_hdl::prelude::*;

use crate::ports::Discs;
use crate::{Circuit, Register, kernel};

const NINE: u64 = 9;

#[derive(Circuit)]
pub struct DiscCounter {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub black: Signal<In, Bit>,
    pub white: Signal<In, Bit>,
    pub discs: Signal<Out, Discs>,

    state: Register<Discs>,
    #[init(Discs::default())]
    none: Constant<Discs>,
}

#[kernel]
impl Logic for DiscCounter {
    fn update(&mut self) {
        if black {
            d.black.ones = q.black.ones + 1;
            if q.black.ones == NINE {
                d.black.ones = 0;
                d.black.tens = q.black.tens + 1;
            }
        }
        if white {
            d.white.ones = q.white.ones + 1;
            if q.white.ones == NINE {
                d.white.ones = 0;
                d.white.tens = q.white.tens + 1;
            }
        }
        if clear {
            d = none;
        }
        discs = q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_number_up_to_a_full_board() {
        let mut counter = Native::new(DiscCounter::default());
        for (black, white) in [(1, 0), (0, 1), (1, 1)] {
            counter.strobe("clear");
            for count in 0..=64u64 {
                let discs: Discs = counter.read_as("discs");
                let number = |tens: Bits<4>, ones: Bits<4>| (10 * tens.index() + ones.index()) as u64;
                assert_eq!(number(discs.black.tens, discs.black.ones), black * count);
                assert_eq!(number(discs.white.tens, discs.white.ones), white * count);
                counter.drive("black", black);
                counter.drive("white", white);
                counter.step();
            }
            counter.drive("black", 0);
            counter.drive("white", 0);
        }
    }
}
