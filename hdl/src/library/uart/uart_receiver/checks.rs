//! What holds of [`UartReceiver`](super::UartReceiver) in every clock, whatever the line does.
//!
//! | port             | dir | width | meaning                                                           | initial |
//! |------------------|-----|-------|-------------------------------------------------------------------|---------|
//! | clock            | in  | 1     | rising edge                                                       | –       |
//! | data             | in  | 8     | as the circuit's output                                           | –       |
//! | strobe, error    | in  | 1     | as the circuit's outputs                                          | –       |
//! | frame            | in  | 1     | a frame has begun                                                 | –       |
//! | place            | in  | 4     | the bit whose middle comes next                                   | –       |
//! | tick             | in  | 1     | the line is sampled                                               | –       |
//! | always_apart     | out | 1     | a byte and an error never come together                           | 1       |
//! | always_complete  | out | 1     | either comes where a stop bit was expected                        | 1       |
//! | always_ended     | out | 1     | either ends the frame                                             | 1       |
//! | always_held      | out | 1     | the byte changes only with its strobe                             | 1       |
//! | always_in_frame  | out | 1     | within a frame there are a start bit, eight bits and a stop bit   | 1       |
//! | always_in_order  | out | 1     | the bits of a frame come one by one                               | 1       |
//! | always_sampled   | out | 1     | nothing happens between two samples                               | 1       |

use rust_hdl::prelude::*;

use super::{CLOCKS, START, STOP};
use crate::{Circuit, LogicStruct, Register, kernel, proof::Checks};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct UartReceiverPast {
    any: Bit,
    data: Bits<8>,
    frame: Bit,
    place: Bits<4>,
    tick: Bit,
}

#[derive(Circuit)]
pub struct UartReceiverChecks {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<8>>,
    pub strobe: Signal<In, Bit>,
    pub error: Signal<In, Bit>,
    pub frame: Signal<In, Bit>,
    pub place: Signal<In, Bits<4>>,
    pub tick: Signal<In, Bit>,
    pub always_apart: Signal<Out, Bit>,
    pub always_complete: Signal<Out, Bit>,
    pub always_ended: Signal<Out, Bit>,
    pub always_held: Signal<Out, Bit>,
    pub always_in_frame: Signal<Out, Bit>,
    pub always_in_order: Signal<Out, Bit>,
    pub always_sampled: Signal<Out, Bit>,

    state: Register<UartReceiverPast>,
}

#[kernel]
impl Logic for UartReceiverChecks {
    fn update(&mut self) {
        d = UartReceiverPast { any: true, data, frame, place, tick };
        let over = strobe | error;
        always_apart = !(strobe & error);
        always_complete = !over | (q.frame & (q.place == STOP));
        always_ended = !over | !frame;
        always_held = !q.any | strobe | (data == q.data);
        always_in_frame = !frame | (place <= STOP);
        always_in_order = !frame | (place == mux(q.frame, q.place, START)) | (q.frame & (place == q.place + 1));
        always_sampled = !q.any | q.tick | (!over & (frame == q.frame) & (place == q.place));
    }
}

impl Checks for UartReceiverChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[
        ("frame", "state.q_frame"),
        ("place", "state.q_bit"),
        ("tick", "baud.tick"),
    ];
    const HERTZ: u32 = *CLOCKS.start();
    const DEPTH: usize = 60;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
