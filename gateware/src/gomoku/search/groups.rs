//! Counts the crossings in each group of one colour's threats.
//!
//! | port          | dir | width         | meaning                                                          | initial |
//! |---------------|-----|---------------|------------------------------------------------------------------|---------|
//! | clock         | in  | 1             | rising edge                                                      | –       |
//! | clear         | in  | 1             | sets all counts to 0                                             | –       |
//! | keep, restore | in  | 1             | keep stores the counts of this clock; restore brings them back   | –       |
//! | now, was      | in  | BANKS x Worth | by bank: what the colour has on the crossing that changes        | –       |
//! | sizes         | out | GroupSizes    | the counts with the changes of this clock; combinational         | –       |

use rust_hdl::prelude::*;

use super::count::Count;
use super::ports::{BANKS, GroupSizes};
use super::weights::{COUNTED, Worth};
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Groups {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub now: [Signal<In, Worth>; BANKS],
    pub was: [Signal<In, Worth>; BANKS],
    pub sizes: Signal<Out, GroupSizes>,

    /// By bit of `Worth::counted`.
    counts: [Count; COUNTED],

    worth: Signal<Local, Worth>,
    counted: Signal<Local, Bits<COUNTED>>,
    // By bit: the banks whose crossing has it now, and had it before.
    have_now: [Signal<Local, Bits<BANKS>>; COUNTED],
    had: [Signal<Local, Bits<BANKS>>; COUNTED],
}

#[kernel]
impl Logic for Groups {
    fn update(&mut self) {
        for number in 0..4 {
            have_now[number] = 0;
            had[number] = 0;
        }
        for i in 0..5 {
            worth = now[i];
            counted = worth.counted;
            for number in 0..4 {
                have_now[number] = have_now[number].replace_bit(i, counted.get_bit(number));
            }
            worth = was[i];
            counted = worth.counted;
            for number in 0..4 {
                had[number] = had[number].replace_bit(i, counted.get_bit(number));
            }
        }
        for number in 0..4 {
            counts[number] = Count { clear, keep, restore, now: have_now[number], was: had[number] };
        }
        sizes.three_more = counts[0].following;
        sizes.threes = counts[1].following;
        sizes.sleeping = counts[2].following;
        sizes.more = counts[3].following;
    }
}
