//! What holds of [`SevenSegment`](super::SevenSegment) in every clock.
//!
//! | port            | dir | width | meaning                                                         | initial |
//! |-----------------|-----|-------|-----------------------------------------------------------------|---------|
//! | clock           | in  | 1     | rising edge                                                     | –       |
//! | segments        | in  | 7     | as the circuit's output                                         | –       |
//! | digit           | in  | 4     | as the circuit's output                                         | –       |
//! | left            | in  | LEFT  | clocks until the other digit is lit                             | –       |
//! | always_one      | out | 1     | at most one digit is lit, and none on the left                  | 1       |
//! | always_counted  | out | 1     | no digit is lit for longer than it should be                    | 1       |
//! | always_together | out | 1     | digit and segments change together, where the count begins anew | 1       |
//! | always_in_turn  | out | 1     | after a digit comes the other                                   | 1       |
//! | once_high       | out | 1     | the digit on the left is lit                                    | 0       |

use super::LIT;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct SevenSegmentPast {
    any: Bit,
    segments: Bits<7>,
    digit: Bits<4>,
}

#[derive(Circuit)]
pub struct SevenSegmentChecks<const LEFT: usize = 13> {
    pub clock: Signal<In, Clock>,
    pub segments: Signal<In, Bits<7>>,
    pub digit: Signal<In, Bits<4>>,
    pub left: Signal<In, Bits<LEFT>>,
    pub always_one: Signal<Out, Bit>,
    pub always_counted: Signal<Out, Bit>,
    pub always_together: Signal<Out, Bit>,
    pub always_in_turn: Signal<Out, Bit>,
    pub once_high: Signal<Out, Bit>,

    state: Register<SevenSegmentPast>,
    #[given]
    lit: Constant<Bits<LEFT>>,
}

const LOW_DIGIT: u64 = 0b0001;
const HIGH_DIGIT: u64 = 0b0010;

#[kernel]
impl<const LEFT: usize> Logic for SevenSegmentChecks<LEFT> {
    fn update(&mut self) {
        d = SevenSegmentPast { any: true, segments, digit };
        let begins = left == lit;
        let kept = (segments == q.segments) & (digit == q.digit);
        always_one = (digit == 0) | (digit == LOW_DIGIT) | (digit == HIGH_DIGIT);
        always_counted = left <= lit;
        always_together = !q.any | begins | kept;
        always_in_turn = !q.any | !begins | (digit != q.digit);
        once_high = digit == HIGH_DIGIT;
    }
}

/// The circuit is proved with eight clocks to a digit.
const CLOCKS: u32 = 8;

impl Checks for SevenSegmentChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[("left", "state.q_left")];
    const HERTZ: u32 = CLOCKS * LIT;
    const DEPTH: usize = 20;

    fn at(hertz: u32) -> Self {
        SevenSegmentChecks::given(Constant::new(u64::from(hertz / LIT - 1).into()))
    }
}
