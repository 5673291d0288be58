//! What holds of [`UartTransmitter`](super::UartTransmitter) in every clock.
//!
//! | port              | dir | width | meaning                                                          | initial |
//! |-------------------|-----|-------|------------------------------------------------------------------|---------|
//! | clock             | in  | 1     | rising edge                                                      | –       |
//! | strobe            | in  | 1     | as the circuit's input                                           | –       |
//! | tx, busy          | in  | 1     | as the circuit's outputs                                         | –       |
//! | tick              | in  | 1     | a bit begins                                                     | –       |
//! | bits              | in  | 10    | the bits to come; the highest that is set is the stop bit        | –       |
//! | always_high       | out | 1     | the line is high while no byte is sent                           | 1       |
//! | always_begins     | out | 1     | a byte is taken unless another is being sent                     | 1       |
//! | always_asked      | out | 1     | nothing is sent unless a strobe asks                             | 1       |
//! | always_timed      | out | 1     | the line changes only where a bit begins                         | 1       |
//! | always_one_by_one | out | 1     | a bit is sent in each period, and no bit twice                   | 1       |
//! | once_start        | out | 1     | a start bit                                                      | 0       |

use rust_hdl::prelude::*;

use super::CLOCKS;
use crate::{Circuit, LogicStruct, Register, kernel, proof::Checks};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct UartTransmitterPast {
    any: Bit,
    strobe: Bit,
    tx: Bit,
    busy: Bit,
    tick: Bit,
    bits: Bits<10>,
}

#[derive(Circuit)]
pub struct UartTransmitterChecks {
    pub clock: Signal<In, Clock>,
    pub strobe: Signal<In, Bit>,
    pub tx: Signal<In, Bit>,
    pub busy: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub bits: Signal<In, Bits<10>>,
    pub always_high: Signal<Out, Bit>,
    pub always_begins: Signal<Out, Bit>,
    pub always_asked: Signal<Out, Bit>,
    pub always_timed: Signal<Out, Bit>,
    pub always_one_by_one: Signal<Out, Bit>,
    pub once_start: Signal<Out, Bit>,

    state: Register<UartTransmitterPast>,
}

#[kernel]
impl Logic for UartTransmitterChecks {
    fn update(&mut self) {
        d = UartTransmitterPast { any: true, strobe, tx, busy, tick, bits };
        let taken = q.strobe & !q.busy;
        always_high = busy | tx;
        always_begins = busy | !taken;
        always_asked = !busy | q.busy | taken;
        always_timed = !q.any | (tx == q.tx) | q.tick;
        always_one_by_one = !q.busy | (bits == if q.tick { q.bits >> 1 } else { q.bits });
        once_start = !tx;
    }
}

impl Checks for UartTransmitterChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[("tick", "baud.tick"), ("bits", "bits.q")];
    const HERTZ: u32 = *CLOCKS.start();
    const DEPTH: usize = 60;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
