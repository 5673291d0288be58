//! What holds of [`TiltSteps`](super::TiltSteps) in every clock, however the board is tilted.
//!
//! | port                   | dir | width | meaning                                                                 | initial |
//! |------------------------|-----|-------|-------------------------------------------------------------------------|---------|
//! | clock                  | in  | 1     | rising edge                                                             | –       |
//! | sample, present, on    | in  | 1     | as the circuit's inputs                                                 | –       |
//! | key, direction         | in  | Key   | as the circuit's outputs                                                | –       |
//! | strobe                 | in  | 1     | as the circuit's output                                                 | –       |
//! | level                  | in  | 3     | as the circuit's output                                                 | –       |
//! | since                  | in  | 6     | samples since a step was due                                            | –       |
//! | given_present          | out | 1     | a sensor that is not there has no samples                               | 1       |
//! | always_sampled         | out | 1     | a step follows a sample, and only while steps are events                | 1       |
//! | always_towards         | out | 1     | a step goes where the board leans                                       | 1       |
//! | always_flat            | out | 1     | the level is 0 in the dead zone, and only there                         | 1       |
//! | always_held            | out | 1     | the key changes only with a step                                        | 1       |
//! | always_counted         | out | 1     | no more samples are counted than there were since the last step         | 1       |
//! | always_paced           | out | 1     | steps in one direction are as far apart as the fastest ones             | 1       |
//! | once_turned            | out | 1     | a step up follows a step to the left with the next sample               | 0       |

use rust_hdl::prelude::*;

use super::{LEVELS, period_of};
use crate::keyboard::key::Key;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct TiltStepsPast {
    any: Bit,
    sample: Bit,
    on: Bit,
    key: Key,
    strobe: Bit,
    direction: Key,
    /// Samples since the last step, as far as they can be counted.
    since: Bits<6>,
}

#[derive(Circuit)]
pub struct TiltStepsChecks {
    pub clock: Signal<In, Clock>,
    pub sample: Signal<In, Bit>,
    pub present: Signal<In, Bit>,
    pub on: Signal<In, Bit>,
    pub key: Signal<In, Key>,
    pub strobe: Signal<In, Bit>,
    pub direction: Signal<In, Key>,
    pub level: Signal<In, Bits<3>>,
    pub since: Signal<In, Bits<6>>,
    pub given_present: Signal<Out, Bit>,
    pub always_sampled: Signal<Out, Bit>,
    pub always_towards: Signal<Out, Bit>,
    pub always_flat: Signal<Out, Bit>,
    pub always_held: Signal<Out, Bit>,
    pub always_counted: Signal<Out, Bit>,
    pub always_paced: Signal<Out, Bit>,
    pub once_turned: Signal<Out, Bit>,

    state: Register<TiltStepsPast>,
    /// Samples between two steps at the highest level.
    #[given]
    fastest: Constant<Bits<6>>,
    /// Samples since the last step, which may be in this clock.
    passed: Signal<Local, Bits<6>>,
}

const MOST: u64 = 63;

#[kernel]
impl Logic for TiltStepsChecks {
    fn update(&mut self) {
        passed = if strobe { 1 } else { q.since };
        d = TiltStepsPast { any: true, sample, on, key, strobe, direction, since: passed };
        if sample & (passed != MOST) {
            d.since = passed + 1;
        }

        given_present = present | !sample;
        always_sampled = !strobe | (q.sample & q.on);
        always_towards = !strobe | ((key == direction) & (key != Key::None));
        always_flat = (level == 0) == (direction == Key::None);
        always_held = !q.any | strobe | (key == q.key);
        always_counted = since <= passed;
        always_paced = !strobe | (direction != q.direction) | (q.since > fastest);
        once_turned = strobe & q.strobe & (key == Key::Up) & (q.key == Key::Left);
    }
}

impl Checks for TiltStepsChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[("since", "state.q_since")];
    const DEPTH: usize = 20;

    fn at(_: u32) -> Self {
        TiltStepsChecks::given(Constant::new(period_of(LEVELS).into()))
    }
}
