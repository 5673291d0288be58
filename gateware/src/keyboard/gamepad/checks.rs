//! What holds of [`Gamepad`](super::Gamepad) in every clock, whatever its line does.
//!
//! | port              | dir | width | meaning                                                               | initial |
//! |-------------------|-----|-------|-----------------------------------------------------------------------|---------|
//! | clock             | in  | 1     | rising edge                                                           | –       |
//! | latch, pad_clock  | in  | 1     | as the circuit's outputs                                              | –       |
//! | key               | in  | Key   | as the circuit's output                                               | –       |
//! | strobe            | in  | 1     | as the circuit's output                                               | –       |
//! | phase             | in  | 6     | a beat of the poll, or the pause                                      | –       |
//! | count             | in  | N     | clocks of this phase so far                                           | –       |
//! | always_in_poll    | out | 1     | there are no phases but those of a poll                               | 1       |
//! | always_counted    | out | 1     | no phase is longer than it should be                                  | 1       |
//! | always_latched    | out | 1     | the pad gets no clock while it loads its buttons                      | 1       |
//! | always_at_a_beat  | out | 1     | a press is told where a bit has been taken, for one clock             | 1       |
//! | always_a_key      | out | 1     | what is pressed has a key                                             | 1       |
//! | always_held       | out | 1     | the key changes only with a strobe                                    | 1       |
//! | once_latch        | out | 1     | the pad loads its buttons                                             | 0       |

use super::{LAST_PHASE, PAUSE, SLOWEST};
use crate::keyboard::key::Key;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GamepadPast {
    any: Bit,
    key: Key,
}

#[derive(Circuit)]
pub struct GamepadChecks<const N: usize = 19> {
    pub clock: Signal<In, Clock>,
    pub latch: Signal<In, Bit>,
    pub pad_clock: Signal<In, Bit>,
    pub key: Signal<In, Key>,
    pub strobe: Signal<In, Bit>,
    pub phase: Signal<In, Bits<6>>,
    pub count: Signal<In, Bits<N>>,
    pub always_in_poll: Signal<Out, Bit>,
    pub always_counted: Signal<Out, Bit>,
    pub always_latched: Signal<Out, Bit>,
    pub always_at_a_beat: Signal<Out, Bit>,
    pub always_a_key: Signal<Out, Bit>,
    pub always_held: Signal<Out, Bit>,
    pub once_latch: Signal<Out, Bit>,

    state: Register<GamepadPast>,
    #[given]
    last_of_beat: Constant<Bits<N>>,
    #[given]
    last_of_pause: Constant<Bits<N>>,
}

#[kernel]
impl<const N: usize> Logic for GamepadChecks<N> {
    fn update(&mut self) {
        d = GamepadPast { any: true, key };
        always_in_poll = phase <= LAST_PHASE;
        always_counted = count <= if phase == PAUSE { last_of_pause } else { last_of_beat };
        always_latched = !latch | pad_clock;
        // A bit is taken at the end of a beat with the clock high; the next phase is odd.
        always_at_a_beat = !strobe | ((count == 0) & phase.get_bit(0));
        always_a_key = !strobe | (key != Key::None);
        always_held = !q.any | strobe | (key == q.key);
        once_latch = latch;
    }
}

impl Checks for GamepadChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[("phase", "phase.q"), ("count", "count.q")];
    const HERTZ: u32 = SLOWEST;
    const DEPTH: usize = 20;

    fn at(hertz: u32) -> Self {
        let of = super::Gamepad::<19>::at(hertz);
        GamepadChecks::given(of.last_of_beat, of.last_of_pause)
    }
}
