//! How many empty crossings give one colour what decides a game.
//!
//! | port          | dir | width      | meaning                                                          | initial |
//! |---------------|-----|------------|------------------------------------------------------------------|---------|
//! | clock         | in  | 1          | rising edge                                                      | –       |
//! | clear         | in  | 1          | none does                                                        | –       |
//! | keep, restore | in  | 1          | what is known in that clock is kept; it is back, one clock later | –       |
//! | changes       | in  | 5 x Change | of crossings; what follows knows of them one clock later         | –       |
//! | five          | out | 1          | there is a five                                                  | 0       |
//! | fives         | out | 1          | there are two or more                                            | 0       |
//! | double_four   | out | 1          | a double four                                                    | 0       |
//! | four          | out | 1          | another four                                                     | 0       |
//! | double_threat | out | 1          | a four and a three, or two threes                                | 0       |

use rust_hdl::prelude::*;

use super::count::Count;
use super::ports::{BANKS, Change, Threats};
use super::threat::Threat;
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

    /// Five, double four, other fours, double threats.
    counts: [Count; 4],

    change: Signal<Local, Change>,
    threats: Signal<Local, Threats>,
    threat: Signal<Local, Threat>,
    // Which crossings have each, by crossing.
    now: [Signal<Local, Bits<BANKS>>; 4],
    was: [Signal<Local, Bits<BANKS>>; 4],
    /// For white; else for black.
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
        for kind in 0..4 {
            now[kind] = 0;
            was[kind] = 0;
        }
        for i in 0..5 {
            change = changes[i];
            threats = change.now;
            threat = threats.black;
            if white {
                threat = threats.white;
            }
            now[0] = now[0].replace_bit(i, threat == Threat::Five);
            now[1] = now[1].replace_bit(i, threat == Threat::DoubleFour);
            now[2] = now[2].replace_bit(
                i,
                (threat == Threat::Four) | (threat == Threat::FourMore) | (threat == Threat::FourThree),
            );
            now[3] = now[3].replace_bit(i, (threat == Threat::FourThree) | (threat == Threat::DoubleThree));

            threats = change.was;
            threat = threats.black;
            if white {
                threat = threats.white;
            }
            was[0] = was[0].replace_bit(i, threat == Threat::Five);
            was[1] = was[1].replace_bit(i, threat == Threat::DoubleFour);
            was[2] = was[2].replace_bit(
                i,
                (threat == Threat::Four) | (threat == Threat::FourMore) | (threat == Threat::FourThree),
            );
            was[3] = was[3].replace_bit(i, (threat == Threat::FourThree) | (threat == Threat::DoubleThree));
        }
        for kind in 0..4 {
            counts[kind].clear = clear;
            counts[kind].keep = keep;
            counts[kind].restore = restore;
            counts[kind].now = now[kind];
            counts[kind].was = was[kind];
        }
        five = counts[0].any;
        fives = counts[0].many;
        double_four = counts[1].any;
        four = counts[2].any;
        double_threat = counts[3].any;
    }
}
