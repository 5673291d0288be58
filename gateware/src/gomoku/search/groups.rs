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
use super::weights::Worth;
use crate::{Circuit, kernel};
use tengen_rules::gomoku::search::weights;

const GROUPS: usize = weights::GROUPS.len();

#[derive(Circuit)]
pub struct Groups {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub now: [Signal<In, Worth>; BANKS],
    pub was: [Signal<In, Worth>; BANKS],
    pub sizes: Signal<Out, GroupSizes>,

    counts: [Count; GROUPS],

    worth: Signal<Local, Worth>,
    groups: Signal<Local, Bits<GROUPS>>,
    // By group: the banks whose crossing is in it now, and was before.
    have_now: [Signal<Local, Bits<BANKS>>; GROUPS],
    had: [Signal<Local, Bits<BANKS>>; GROUPS],
}

#[kernel]
impl Logic for Groups {
    fn update(&mut self) {
        for group in 0..2 {
            have_now[group] = 0;
            had[group] = 0;
        }
        for i in 0..5 {
            worth = now[i];
            groups = worth.groups;
            for group in 0..2 {
                have_now[group] = have_now[group].replace_bit(i, groups.get_bit(group));
            }
            worth = was[i];
            groups = worth.groups;
            for group in 0..2 {
                had[group] = had[group].replace_bit(i, groups.get_bit(group));
            }
        }
        for group in 0..2 {
            counts[group] = Count { clear, keep, restore, now: have_now[group], was: had[group] };
        }
        sizes.threes = counts[0].following;
        sizes.more = counts[1].following;
    }
}
