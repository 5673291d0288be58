//! The Renju judge: stores a position and gives the verdict on a stone of black.
//!
//! ```text
//! clock     __/‾‾\__/‾‾\__/‾‾\__ ... __/‾‾\__/‾‾\__
//! judge     ___/‾‾‾‾\___________ ... ______________
//! busy      _________/‾‾‾‾‾‾‾‾‾‾ ... ‾‾‾‾\_________
//! done      ____________________ ... ____/‾‾‾‾‾\___
//! verdict   == previous ======== ... ===< valid >===   held until the next judge
//! ```
//!
//! A strobe lasts one clock and samples the other inputs; strobes while busy are ignored. If several coincide, `clear`
//! wins over `place`, and `place` over `judge`. busy rises with the next clock.
//!
//! - clear (257 clocks): removes all stones.
//! - place (2 clocks): places a stone; a taken crossing, or one off the board, stays unchanged.
//! - judge (41 clocks in the middle of an empty board, at most 383 in the 1387 positions of the tests, where all
//!   crossings of a position together take at most 8749): gives the verdict on a stone of black. A taken crossing, or
//!   one off the board, is always allowed (2 clocks).
//!
//! | port     | dir | width | meaning                                                              | initial |
//! |----------|-----|-------|----------------------------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge                                                          | –       |
//! | clear    | in  | 1     | strobe: empties the board                                            | –       |
//! | place    | in  | 1     | strobe: places a stone                                               | –       |
//! | judge    | in  | 1     | strobe: judges a stone of black on an empty crossing                 | –       |
//! | row, col | in  | 4     | the crossing for place and judge                                     | –       |
//! | colour   | in  | 1     | for place: 0 black, 1 white                                          | –       |
//! | busy     | out | 1     | at work; every strobe is ignored                                     | 0       |
//! | done     | out | 1     | one clock at the end of a judge, in the first clock that busy is low | 0       |
//! | verdict | out | Verdict | 3 bits: 0 allowed, 1 exact five, 2 overline, 3 double-four, 4 double-three; if several apply, the lowest but 0 | Allowed |
//!
//! `renju/trial.rs` explains how a stone is judged. This circuit takes 240 LUT4, 58 flip-flops and a block RAM on iCE40.

use crate::gomoku::ports::Verdict;
use crate::gomoku::renju::trial::Trial;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct RenjuJudge {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub judge: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub colour: Signal<In, Bit>,
    pub busy: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub verdict: Signal<Out, Verdict>,

    trial: Trial,
}

#[kernel]
impl Logic for RenjuJudge {
    fn update(&mut self) {
        trial = Trial { clear, place, lift: false, judge };
        trial.at.row = row;
        trial.at.col = col;
        trial = Trial { colour, label_in: 0 };
        Trial { busy, done, verdict, .. } = trial;
    }
}

#[cfg(test)]
mod tests;
