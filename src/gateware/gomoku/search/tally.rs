//! What the whole position threatens, and what it is worth: kept up to date with the changes of its crossings.
//!
//! ```text
//! changes -+-> Sum of black, of white ----------------------------> value
//!          '-> Counts of each colour's fives, double fours ... ---> fives, doubles, ...
//! ```
//!
//! | port          | dir | width      | meaning                                                                              | initial |
//! |---------------|-----|------------|--------------------------------------------------------------------------------------|---------|
//! | clock         | in  | 1          | rising edge                                                                          | –       |
//! | clear         | in  | 1          | of the empty board                                                                   | –       |
//! | keep, restore | in  | 1          | what is known in that clock is kept; it is back, one clock later                     | –       |
//! | changes       | in  | 5 x Change | of crossings; what follows knows of them one clock later                             | –       |
//! | mover         | in  | 1          | 0 black, 1 white                                                                     | –       |
//! | value         | out | 14         | what the position is worth to the mover, and 8192 more                               | –       |
//! | fives         | out | 1          | the mover has a five                                                                 | 0       |
//! | doubles       | out | 1          | it has a double four                                                                 | 0       |
//! | threatens     | out | 1          | it has a four and a three, or two threes                                             | 0       |
//! | blocks        | out | 1          | the opponent has a five                                                              | 0       |
//! | lost          | out | 1          | it has two or more                                                                   | 0       |
//! | threatened    | out | 1          | it has a double four                                                                 | 0       |
//! | answers       | out | 1          | it has a four of any kind                                                            | 0       |

use rust_hdl::prelude::*;

use super::counts::Counts;
use super::ports::{BANKS, Change};
use super::sum::Sum;
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Tally {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub keep: Signal<In, Bit>,
    pub restore: Signal<In, Bit>,
    pub changes: [Signal<In, Change>; BANKS],
    pub mover: Signal<In, Bit>,
    pub value: Signal<Out, Bits<14>>,
    pub fives: Signal<Out, Bit>,
    pub doubles: Signal<Out, Bit>,
    pub threatens: Signal<Out, Bit>,
    pub blocks: Signal<Out, Bit>,
    pub lost: Signal<Out, Bit>,
    pub threatened: Signal<Out, Bit>,
    pub answers: Signal<Out, Bit>,

    #[init(Sum::of(false))]
    black: Sum,
    #[init(Sum::of(true))]
    white: Sum,
    #[init(Counts::of(false))]
    blacks: Counts,
    #[init(Counts::of(true))]
    whites: Counts,
}

#[kernel]
impl Logic for Tally {
    fn update(&mut self) {
        black.clear = clear;
        black.keep = keep;
        black.restore = restore;
        white.clear = clear;
        white.keep = keep;
        white.restore = restore;
        blacks.clear = clear;
        blacks.keep = keep;
        blacks.restore = restore;
        whites.clear = clear;
        whites.keep = keep;
        whites.restore = restore;
        for i in 0..5 {
            black.changes[i] = changes[i];
            white.changes[i] = changes[i];
            blacks.changes[i] = changes[i];
            whites.changes[i] = changes[i];
        }

        value = black.value;
        fives = blacks.five;
        doubles = blacks.double_four;
        threatens = blacks.double_threat;
        blocks = whites.five;
        lost = whites.fives;
        threatened = whites.double_four;
        answers = whites.four | whites.double_four;
        if mover {
            value = white.value;
            fives = whites.five;
            doubles = whites.double_four;
            threatens = whites.double_threat;
            blocks = blacks.five;
            lost = blacks.fives;
            threatened = blacks.double_four;
            answers = blacks.four | blacks.double_four;
        }
    }
}
