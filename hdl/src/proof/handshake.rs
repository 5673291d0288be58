//! What holds in every clock of a circuit with the handshake of a start strobe, `busy` and `done`.
//!
//! ```text
//! start  __/‾\_________________
//! busy   ____/‾‾‾‾‾ .. ‾‾\_____
//! done   __________ .. __/‾\___   in the first clock in which busy is low
//! ```
//!
//! | port          | dir | width | meaning                                                       | initial |
//! |---------------|-----|-------|---------------------------------------------------------------|---------|
//! | clock         | in  | 1     | rising edge                                                   | –       |
//! | start         | in  | 1     | the circuit's strobe                                          | –       |
//! | busy          | in  | 1     | as the circuit's output                                       | –       |
//! | done          | in  | 1     | as the circuit's output                                       | –       |
//! | always_begins | out | 1     | a strobe while the circuit is not busy makes it busy          | 1       |
//! | always_rests  | out | 1     | it is not busy at power-on                                    | 1       |
//! | always_after  | out | 1     | done follows a clock in which it was busy                     | 1       |
//! | always_free   | out | 1     | with done it is not busy any more                             | 1       |
//! | once_busy     | out | 1     | it is busy                                                    | 0       |

use rust_hdl::prelude::*;

use super::Checks;
use crate::{Circuit, LogicStruct, Register, kernel};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct HandshakePast {
    /// There was a clock before this one.
    any: Bit,
    start: Bit,
    busy: Bit,
}

#[derive(Circuit)]
pub struct Handshake {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub busy: Signal<In, Bit>,
    pub done: Signal<In, Bit>,
    pub always_begins: Signal<Out, Bit>,
    pub always_rests: Signal<Out, Bit>,
    pub always_after: Signal<Out, Bit>,
    pub always_free: Signal<Out, Bit>,
    pub once_busy: Signal<Out, Bit>,

    state: Register<HandshakePast>,
}

#[kernel]
impl Logic for Handshake {
    fn update(&mut self) {
        d = HandshakePast { any: true, start, busy };
        always_begins = busy | !(q.start & !q.busy);
        always_rests = q.any | !busy;
        always_after = q.busy | !done;
        always_free = !(done & busy);
        once_busy = busy;
    }
}

impl Checks for Handshake {
    const DEPTH: usize = 20;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
