//! The best crossing so far: the one with the greatest key, of equal keys the greatest tie, of those the greatest ticket,
//! and of those the first.
//!
//! ```text
//! clock       __/‾‾\__/‾‾\__/‾‾\__
//! candidate   ==< a >==< b >______    with its crossing and key
//! row, col    ========< a ><a or b>
//! ```
//!
//! Of the leader the register holds the complement of key, tie and ticket: a candidate is better if its own and that
//! complement add up to a carry. So a comparison is a carry chain and nothing else; the one of {tie, ticket} carries
//! into the one of the key.
//!
//! | port      | dir | width | meaning                                                          | reset |
//! |-----------|-----|-------|------------------------------------------------------------------|-------|
//! | clock     | in  | 1     | rising edge                                                      | –     |
//! | start     | in  | 1     | forget the candidates                                            | –     |
//! | candidate | in  | 1     | the crossing below may be played                                 | –     |
//! | key, tie, ticket | in | 21, 20, 8 | what it is compared by                                  | –     |
//! | row_in, col_in | in | 4 | the crossing                                                     | –     |
//! | rest      | out | 21    | the complement of the leader's key, if there is one              | 0     |
//! | row, col  | out | 4     | the leader; 15, 15 if no candidate has come since `start`        | 0, 0  |

use crate::{Circuit, Register};
use rust_hdl::prelude::*;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Lead {
    found: Bit,
    /// !key.
    rest: Bits<21>,
    /// !{tie, ticket}.
    low_rest: Bits<28>,
    row: Bits<4>,
    col: Bits<4>,
}

#[derive(Circuit, Default)]
pub struct Leader {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub candidate: Signal<In, Bit>,
    pub key: Signal<In, Bits<21>>,
    pub tie: Signal<In, Bits<20>>,
    pub ticket: Signal<In, Bits<8>>,
    pub row_in: Signal<In, Bits<4>>,
    pub col_in: Signal<In, Bits<4>>,
    pub rest: Signal<Out, Bits<21>>,
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,

    lead: Register<Lead>,
    /// {tie, ticket}.
    low: Signal<Local, Bits<28>>,
    /// Its carry: the candidate is better by {tie, ticket}.
    low_sum: Signal<Local, Bits<29>>,
    // {key, that carry}, and {!key of the leader, 1}.
    challenge: Signal<Local, Bits<22>>,
    rest_and_one: Signal<Local, Bits<22>>,
    sum: Signal<Local, Bits<23>>,
}

impl Logic for Leader {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, lead);

        self.low.next = (bit_cast::<28, 20>(self.tie.val()) << 8) | bit_cast::<28, 8>(self.ticket.val());
        self.low_sum.next = bit_cast::<29, 28>(self.low.val()) + bit_cast::<29, 28>(self.lead.q.val().low_rest);
        self.challenge.next = bit_cast::<22, 21>(self.key.val()) << 1;
        self.challenge.next = self.challenge.val().replace_bit(0, self.low_sum.val().get_bit(28));
        self.rest_and_one.next = (bit_cast::<22, 21>(self.lead.q.val().rest) << 1) | 1;
        self.sum.next = bit_cast::<23, 22>(self.challenge.val()) + bit_cast::<23, 22>(self.rest_and_one.val());

        if self.start.val() {
            self.lead.d.next.found = false;
            // Off the board: what is answered if no candidate comes.
            self.lead.d.next.row = 15.into();
            self.lead.d.next.col = 15.into();
        } else if self.candidate.val() & (!self.lead.q.val().found | self.sum.val().get_bit(22)) {
            self.lead.d.next.found = true;
            self.lead.d.next.rest = !self.key.val();
            self.lead.d.next.low_rest = !self.low.val();
            self.lead.d.next.row = self.row_in.val();
            self.lead.d.next.col = self.col_in.val();
        }

        self.rest.next = self.lead.q.val().rest;
        self.row.next = self.lead.q.val().row;
        self.col.next = self.lead.q.val().col;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn the_first_of_the_greatest_leads() {
        let mut leader = Native::new(Leader::default());
        let names = ["start", "candidate", "key", "tie", "ticket", "row_in", "col_in"];
        let [start, candidate, key, tie, ticket, row_in, col_in] = names.map(|name| leader.port(name));
        let [rest, row, col] = ["rest", "row", "col"].map(|name| leader.port(name));
        let mut seed = 3u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            u64::from((seed >> 8) % below)
        };
        for round in 0..3000 {
            leader.set(start, 1);
            leader.step();
            leader.set(start, 0);
            // A few keys only, so that many are equal; or any.
            let few = round % 2 == 0;
            let mut draw = || {
                let range = |bits: u32| if few { 2 } else { 1 << bits };
                [random(range(21)), random(range(20)), random(range(8))]
            };
            let candidates: Vec<_> = (0..round % 40).map(|_| draw()).collect();
            for (i, &keys) in candidates.iter().enumerate() {
                // A crossing that may not be played changes nothing.
                for (offered, [first, second, third]) in [(0, [(1 << 21) - 1, 0, 0]), (1, keys)] {
                    leader.set(candidate, offered);
                    leader.set(key, first);
                    leader.set(tie, second);
                    leader.set(ticket, third);
                    leader.set(row_in, i as u64 / 15);
                    leader.set(col_in, i as u64 % 15);
                    leader.step();
                }
            }
            leader.set(candidate, 0);
            leader.step();
            let found = (leader.get(row), leader.get(col));
            match candidates.iter().max() {
                None => assert_eq!(found, (15, 15)),
                Some(greatest) => {
                    let first = candidates.iter().position(|keys| keys == greatest).unwrap() as u64;
                    assert_eq!(found, (first / 15, first % 15), "{candidates:?}");
                    assert_eq!(leader.get(rest), ((1 << 21) - 1) - greatest[0]);
                }
            }
        }
    }
}
