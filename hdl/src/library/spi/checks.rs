//! What holds of [`SpiMaster`](super::SpiMaster) in every clock, whatever the device does.
//!
//! | port                   | dir | width | meaning                                                              | initial |
//! |------------------------|-----|-------|----------------------------------------------------------------------|---------|
//! | clock                  | in  | 1     | rising edge                                                          | –       |
//! | start                  | in  | 1     | as the circuit's input                                               | –       |
//! | cs_n, sclk, copi       | in  | 1     | as the circuit's outputs                                             | –       |
//! | done, busy             | in  | 1     | as the circuit's outputs                                             | –       |
//! | halves                 | in  | 5     | half periods of this byte so far                                     | –       |
//! | always_quiet           | out | 1     | sclk is low while no device is selected                              | 1       |
//! | always_stable          | out | 1     | copi changes only where sclk falls, or with a new byte               | 1       |
//! | always_selected        | out | 1     | a device is selected with a byte's start, and given up while busy    | 1       |
//! | always_begins          | out | 1     | a byte is taken unless another is being sent                         | 1       |
//! | always_asked           | out | 1     | nothing is sent unless a strobe asks                                 | 1       |
//! | always_complete        | out | 1     | done comes after the last half period of a byte                      | 1       |
//! | always_in_bit          | out | 1     | sclk is high in the second half of a bit alone                       | 1       |
//! | always_framed          | out | 1     | a device is selected for the whole of a byte                         | 1       |
//! | always_counted         | out | 1     | no more half periods than a byte and the end of a frame have         | 1       |
//! | once_selected          | out | 1     | a device is selected                                                 | 0       |

use rust_hdl::prelude::*;

use super::{HOLD, LAST_BIT, REST, USUAL};
use crate::{Circuit, LogicStruct, Register, kernel, proof::Checks};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct SpiMasterPast {
    any: Bit,
    start: Bit,
    cs_n: Bit,
    sclk: Bit,
    copi: Bit,
    busy: Bit,
    halves: Bits<5>,
}

#[derive(Circuit)]
pub struct SpiMasterChecks {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub cs_n: Signal<In, Bit>,
    pub sclk: Signal<In, Bit>,
    pub copi: Signal<In, Bit>,
    pub done: Signal<In, Bit>,
    pub busy: Signal<In, Bit>,
    pub halves: Signal<In, Bits<5>>,
    pub always_quiet: Signal<Out, Bit>,
    pub always_stable: Signal<Out, Bit>,
    pub always_selected: Signal<Out, Bit>,
    pub always_begins: Signal<Out, Bit>,
    pub always_asked: Signal<Out, Bit>,
    pub always_complete: Signal<Out, Bit>,
    pub always_in_bit: Signal<Out, Bit>,
    pub always_framed: Signal<Out, Bit>,
    pub always_counted: Signal<Out, Bit>,
    pub once_selected: Signal<Out, Bit>,

    state: Register<SpiMasterPast>,
}

#[kernel]
impl Logic for SpiMasterChecks {
    fn update(&mut self) {
        d = SpiMasterPast { any: true, start, cs_n, sclk, copi, busy, halves };
        let taken = q.start & !q.busy;
        always_quiet = !(sclk & cs_n);
        always_stable = !q.any | (copi == q.copi) | (q.sclk & !sclk) | taken;
        always_selected = !q.any | (cs_n == q.cs_n) | mux(cs_n, busy, taken);
        always_begins = busy | !taken;
        always_asked = !busy | q.busy | taken;
        always_complete = !done | (q.busy & (q.halves == LAST_BIT) & (halves == q.halves + 1));
        always_in_bit = !sclk | (busy & halves.get_bit(0) & (halves <= LAST_BIT));
        always_framed = !busy | !cs_n | (halves > HOLD);
        always_counted = !busy | (halves <= REST);
        once_selected = !cs_n;
    }
}

impl Checks for SpiMasterChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[("halves", "state.q_halves")];
    const HERTZ: u32 = USUAL;
    const DEPTH: usize = 60;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
