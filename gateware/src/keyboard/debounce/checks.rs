//! What holds of [`Debounce`](super::Debounce) in every clock, however the buttons bounce.
//!
//! | port           | dir | width | meaning                                                                   | initial |
//! |----------------|-----|-------|---------------------------------------------------------------------------|---------|
//! | clock          | in  | 1     | rising edge                                                               | –       |
//! | level, pressed | in  | 5     | as the circuit's outputs                                                  | –       |
//! | level_valid    | in  | 1     | as the circuit's output                                                   | –       |
//! | now            | in  | 5     | the buttons, synchronised                                                 | –       |
//! | known          | in  | 1     | `level` is valid                                                          | –       |
//! | steady         | in  | 18    | the count of clocks without a change                                      | –       |
//! | always_steady  | out | 1     | `level` changes only to buttons that have not changed for `hold` clocks   | 1       |
//! | always_soon    | out | 1     | after so many clocks it has changed to them, and no more are counted      | 1       |
//! | always_told    | out | 1     | `level_valid` comes with each change, and once before                     | 1       |
//! | always_known   | out | 1     | from then on `level` is valid                                             | 1       |
//! | always_pressed | out | 1     | a press begins where a button that was known to be up is down             | 1       |
//! | once_pressed   | out | 1     | two presses begin together                                                | 0       |
//! | once_held      | out | 1     | a button was held at power-on: no press                                   | 0       |

use rust_hdl::prelude::*;

use super::REST;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct DebouncePast {
    any: Bit,
    now: Bits<5>,
    /// Clocks for which the buttons have been like this, up to `hold`.
    same: Bits<18>,
    level: Bits<5>,
    /// `level_valid` has come.
    told: Bit,
}

#[derive(Circuit)]
pub struct DebounceChecks {
    pub clock: Signal<In, Clock>,
    pub level: Signal<In, Bits<5>>,
    pub pressed: Signal<In, Bits<5>>,
    pub level_valid: Signal<In, Bit>,
    pub now: Signal<In, Bits<5>>,
    pub known: Signal<In, Bit>,
    pub steady: Signal<In, Bits<18>>,
    pub always_steady: Signal<Out, Bit>,
    pub always_soon: Signal<Out, Bit>,
    pub always_told: Signal<Out, Bit>,
    pub always_known: Signal<Out, Bit>,
    pub always_pressed: Signal<Out, Bit>,
    pub once_pressed: Signal<Out, Bit>,
    pub once_held: Signal<Out, Bit>,

    state: Register<DebouncePast>,
    #[given]
    hold: Constant<Bits<18>>,
}

const TWO_BUTTONS: u64 = 0b00011;

#[kernel]
impl Logic for DebounceChecks {
    fn update(&mut self) {
        d = DebouncePast { any: true, now, same: 1, level, told: q.told | level_valid };
        if q.any & (now == q.now) {
            d.same = if q.same >= hold { hold } else { q.same + 1 };
        }

        let held = q.same >= hold;
        always_steady = (level == q.level) | (held & (level == q.now));
        always_soon = (!held | (level == q.now)) & (steady + 1 < hold);
        always_told = if q.told { level_valid == (level != q.level) } else { level_valid | (level == 0) };
        always_known = known == (q.told | level_valid);
        always_pressed = pressed == (if q.told { level & !q.level } else { 0 });
        once_pressed = pressed == TWO_BUTTONS;
        once_held = level_valid & (level != 0) & (pressed == 0) & !q.told;
    }
}

impl Checks for DebounceChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[
        ("now", "lines.synchronous"),
        ("known", "state.q_known"),
        ("steady", "state.q_steady"),
    ];
    /// So that `hold` is 8 clocks.
    const HERTZ: u32 = 8 * REST;
    const DEPTH: usize = 30;

    fn at(hertz: u32) -> Self {
        DebounceChecks::given(Constant::new(u64::from(hertz / REST).into()))
    }
}
