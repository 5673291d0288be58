//! Keeps the best crossing so far: the one with the greatest key, then the greatest tie, then the greatest tie break,
//! then the first.
//!
//! ```text
//! clock           ______/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! start           ______/‾‾‾‾‾\_________________________________________   forgets the candidates
//! candidate       ____________/‾‾‾‾‾‾‾‾‾‾‾\_____/‾‾‾‾‾‾‾‾‾‾‾\___________
//! row_in, col_in  = 0,0 ======X 3,1 X 4,2 X 5,3 X 6,4 X 7,5 ============
//! key             = 0 ========X 20 =X 10 =X 90 =X 70 ===================
//! row, col        = 0,0 ======X15,15X 3,1 ============X 6,4 ============   one clock later; of equal keys the first
//! ```
//!
//! The register holds the complements of the leader's key, tie and tie_break. A candidate is better if its own value
//! plus that complement gives a carry, so a comparison is only a carry chain. The carry of {tie, tie_break} is the
//! carry input of the key's chain.
//!
//! | port                | dir | width     | meaning                                            | initial |
//! |---------------------|-----|-----------|----------------------------------------------------|---------|
//! | clock               | in  | 1         | rising edge                                        | –       |
//! | start               | in  | 1         | forgets the candidates                             | –       |
//! | candidate           | in  | 1         | the crossing `row_in`, `col_in` may be played      | –       |
//! | key, tie, tie_break | in  | 21, 20, 8 | the values by which crossings are compared         | –       |
//! | row_in, col_in      | in  | 4         | the crossing                                       | –       |
//! | row, col            | out | 4         | the best crossing; 15, 15 if no candidate has come | 0, 0    |

use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Lead {
    found: Bit,
    /// !key.
    inverted_key: Bits<21>,
    /// !{tie, tie_break}.
    inverted_low: Bits<28>,
    row: Bits<4>,
    col: Bits<4>,
}

#[derive(Circuit)]
pub struct Leader {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub candidate: Signal<In, Bit>,
    pub key: Signal<In, Bits<21>>,
    pub tie: Signal<In, Bits<20>>,
    pub tie_break: Signal<In, Bits<8>>,
    pub row_in: Signal<In, Bits<4>>,
    pub col_in: Signal<In, Bits<4>>,
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,

    lead: Register<Lead>,
    // {key, carry of {tie, tie_break}}.
    challenge: Signal<Local, Bits<22>>,
}

#[kernel]
impl Logic for Leader {
    fn update(&mut self) {
        // The values compared if the keys are equal.
        let low = cat(tie, tie_break);
        // Its top bit is the carry: the candidate has the greater {tie, tie_break}.
        let low_sum = bit_cast::<29, 28>(low) + bit_cast::<29, 28>(lead.q.inverted_low);
        challenge = bit_cast::<22, 21>(key) << 1;
        challenge = challenge.replace_bit(0, low_sum.get_bit(28));
        let inverted_and_one = (bit_cast::<22, 21>(lead.q.inverted_key) << 1) | 1;
        let sum = bit_cast::<23, 22>(challenge) + bit_cast::<23, 22>(inverted_and_one);

        if start {
            lead.d.found = false;
            // Off the board: the result if no candidate comes.
            lead.d.row = 15;
            lead.d.col = 15;
        } else if candidate & (!lead.q.found | sum.get_bit(22)) {
            lead.d.found = true;
            lead.d.inverted_key = !key;
            lead.d.inverted_low = !low;
            lead.d.row = row_in;
            lead.d.col = col_in;
        }

        Lead { row, col, .. } = lead.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn the_first_of_the_greatest_leads() {
        let mut leader = Native::new(Leader::default());
        let mut random = Random::new(3);
        for round in 0..3000 {
            leader.strobe("start");
            // Alternately a few keys only, so that many are equal, and any keys.
            let few = round % 2 == 0;
            let mut draw = || [21, 20, 8].map(|width| random.bits(if few { 1 } else { width }));
            let candidates: Vec<_> = (0..round % 40).map(|_| draw()).collect();
            for (i, &keys) in candidates.iter().enumerate() {
                // A crossing that is no candidate changes nothing.
                for (offered, [first, second, third]) in [(0, [(1 << 21) - 1, 0, 0]), (1, keys)] {
                    leader.drive("candidate", offered);
                    leader.drive("key", first);
                    leader.drive("tie", second);
                    leader.drive("tie_break", third);
                    leader.drive("row_in", i as u64 / 15);
                    leader.drive("col_in", i as u64 % 15);
                    leader.step();
                }
            }
            leader.drive("candidate", 0);
            leader.step();
            let found = (leader.read("row"), leader.read("col"));
            match candidates.iter().max() {
                None => assert_eq!(found, (15, 15)),
                Some(greatest) => {
                    let first = candidates.iter().position(|keys| keys == greatest).unwrap() as u64;
                    assert_eq!(found, (first / 15, first % 15), "{candidates:?}");
                }
            }
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            start      0 1 0
            candidate  0*2 1*2 0 1*2 0
            row_in     0*2 3 4 5 6 7
            col_in     0*2 1 2 3 4 5
            key        0*2 20 10 90 70 70
        ";
        tengen_sim::expect_waves(file!(), Leader::default(), stimulus, 0..9);
    }
}
