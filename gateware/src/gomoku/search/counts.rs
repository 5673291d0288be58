//! Counts the empty crossings where one colour has a decisive threat, by kind.
//!
//! | port          | dir | width          | meaning                                                   | initial |
//! |---------------|-----|----------------|-----------------------------------------------------------|---------|
//! | clock         | in  | 1              | rising edge                                               | –       |
//! | clear         | in  | 1              | sets all counts to 0                                      | –       |
//! | keep, restore | in | 1 | keep stores the counts of this clock; restore brings them back | – |
//! | changes | in | BANKS x Change | changes by bank; the outputs follow a clock later | – |
//! | five          | out | 1              | the colour would make five on a crossing                  | 0       |
//! | fives         | out | 1              | on two crossings or more                                  | 0       |
//! | double_four   | out | 1              | there is a double four                                    | 0       |
//! | four          | out | 1              | there is any other four                                   | 0       |
//! | double_threat | out | 1              | there is a four and a three, or two threes                | 0       |
//! | standing      | out | Standing       | the best of these threats                                 | none    |

use rust_hdl::prelude::*;

use super::count::Count;
use super::decisive::{Decisive, KINDS};
use super::ports::{BANKS, Change, Standing};
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Counts {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub changes: [Signal<In, Change>; BANKS],
    pub five: Signal<Out, Bit>,
    pub fives: Signal<Out, Bit>,
    pub double_four: Signal<Out, Bit>,
    pub four: Signal<Out, Bit>,
    pub double_threat: Signal<Out, Bit>,
    pub standing: Signal<Out, Standing>,

    /// By kind, as in `Decisive`.
    counts: [Count; KINDS],
    // By bank: the kinds of its crossing's threat now, and before.
    now: [Decisive; BANKS],
    was: [Decisive; BANKS],

    change: Signal<Local, Change>,
    kinds: Signal<Local, Bits<KINDS>>,
    // By kind: the banks whose crossing has it now, and had it before.
    have_now: [Signal<Local, Bits<BANKS>>; KINDS],
    had: [Signal<Local, Bits<BANKS>>; KINDS],
    /// Counts for white; else for black.
    #[given]
    white: Constant<Bit>,
}

impl Counts {
    pub fn of(white: bool) -> Self {
        Counts::given(Constant::new(white))
    }
}

#[kernel]
impl Logic for Counts {
    fn update(&mut self) {
        for kind in 0..5 {
            have_now[kind] = 0;
            had[kind] = 0;
        }
        for i in 0..5 {
            change = changes[i];
            now[i].threat = change.now.black;
            was[i].threat = change.was.black;
            if white {
                now[i].threat = change.now.white;
                was[i].threat = change.was.white;
            }
            kinds = now[i].kinds;
            for kind in 0..5 {
                have_now[kind] = have_now[kind].replace_bit(i, kinds.get_bit(kind));
            }
            kinds = was[i].kinds;
            for kind in 0..5 {
                had[kind] = had[kind].replace_bit(i, kinds.get_bit(kind));
            }
        }
        for kind in 0..5 {
            counts[kind] = Count { clear, keep, restore, now: have_now[kind], was: had[kind] };
        }
        five = counts[0].any;
        fives = counts[0].many;
        double_four = counts[1].any;
        four = counts[2].any;
        double_threat = counts[3].any | counts[4].any;

        standing.best_four = 0;
        standing.best_four = standing.best_four.replace_bit(0, counts[2].any);
        standing.best_four = standing.best_four.replace_bit(1, counts[3].any);
        standing.double_three = counts[4].any;
        standing.double_fours = counts[1].doubles;
    }
}
