//! What holds of [`UsbLine`](super::UsbLine) in every clock, whatever comes over the line.
//!
//! | port                | dir | width | meaning                                                                  | initial |
//! |---------------------|-----|-------|--------------------------------------------------------------------------|---------|
//! | clock               | in  | 1     | rising edge                                                              | –       |
//! | send, keep_alive    | in  | 1     | as the circuit's inputs                                                  | –       |
//! | reset               | in  | 1     | as the circuit's input                                                   | –       |
//! | plus_out, minus_out | in  | 1     | as the circuit's outputs                                                 | –       |
//! | drive, free, tick   | in  | 1     | as the circuit's outputs                                                 | –       |
//! | sent, receiving     | in  | 1     | as the circuit's outputs                                                 | –       |
//! | got, ended          | in  | 1     | as the circuit's outputs                                                 | –       |
//! | always_two_levels   | out | 1     | D+ and D- are never driven high together                                 | 1       |
//! | always_driven       | out | 1     | the lines are driven where something is sent, a clock later, and nowhere else | 1  |
//! | always_asked        | out | 1     | nothing is sent that nobody has asked for                                | 1       |
//! | always_released     | out | 1     | the host lets go of the lines in J, or after a reset                     | 1       |
//! | always_clocked      | out | 1     | what is driven changes only where a bit begins, or by a reset            | 1       |
//! | always_deaf         | out | 1     | nothing is received of what the host sends                               | 1       |
//! | always_apart        | out | 1     | bits, and the ends of packets, are never told in two clocks running      | 1       |
//! | once_sent           | out | 1     | an end of packet alone is over                                           | 0       |
//! | once_received       | out | 1     | a packet begins to come                                                  | 0       |

use rust_hdl::prelude::*;

use super::RATE;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct UsbLinePast {
    any: Bit,
    asked: Bit,
    /// `reset` in each of the last three clocks.
    resets: Bits<3>,
    lines: Bits<2>,
    drive: Bit,
    free: Bit,
    tick: Bit,
    ended: Bit,
}

#[derive(Circuit)]
pub struct UsbLineChecks {
    pub clock: Signal<In, Clock>,
    pub send: Signal<In, Bit>,
    pub keep_alive: Signal<In, Bit>,
    pub reset: Signal<In, Bit>,
    pub plus_out: Signal<In, Bit>,
    pub minus_out: Signal<In, Bit>,
    pub drive: Signal<In, Bit>,
    pub free: Signal<In, Bit>,
    pub tick: Signal<In, Bit>,
    pub sent: Signal<In, Bit>,
    pub receiving: Signal<In, Bit>,
    pub got: Signal<In, Bit>,
    pub ended: Signal<In, Bit>,
    pub always_two_levels: Signal<Out, Bit>,
    pub always_driven: Signal<Out, Bit>,
    pub always_asked: Signal<Out, Bit>,
    pub always_released: Signal<Out, Bit>,
    pub always_clocked: Signal<Out, Bit>,
    pub always_deaf: Signal<Out, Bit>,
    pub always_apart: Signal<Out, Bit>,
    pub once_sent: Signal<Out, Bit>,
    pub once_received: Signal<Out, Bit>,

    state: Register<UsbLinePast>,
    /// What is driven: 0 D+, 1 D-.
    lines: Signal<Local, Bits<2>>,
}

const BOTH: u64 = 0b11;
const J: u64 = 0b10;

#[kernel]
impl Logic for UsbLineChecks {
    fn update(&mut self) {
        lines = cat(minus_out, plus_out);
        d = UsbLinePast {
            any: true,
            asked: send | keep_alive | reset,
            resets: cat(q.resets.get_bits::<2>(0), reset),
            lines,
            drive,
            free,
            tick,
            ended,
        };

        let was_reset = q.resets.any();
        always_two_levels = lines != BOTH;
        always_driven = if q.any { drive != q.free } else { !drive };
        always_asked = free | !q.free | q.asked;
        always_released = drive | !q.drive | (q.lines == J) | was_reset;
        always_clocked = !drive | !q.drive | (lines == q.lines) | q.tick | was_reset;
        always_deaf = q.free | !(receiving | got | ended);
        always_apart = !(tick & q.tick) & !(ended & q.ended);
        once_sent = sent & !was_reset;
        once_received = receiving;
    }
}

impl Checks for UsbLineChecks {
    /// Eight clocks in a bit.
    const HERTZ: u32 = 8 * RATE;
    const DEPTH: usize = 30;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
