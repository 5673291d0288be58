//! What holds of [`Ps2Receiver`](super::Ps2Receiver) in every clock, whatever the lines do.
//!
//! | port              | dir | width | meaning                                                                    | initial |
//! |-------------------|-----|-------|----------------------------------------------------------------------------|---------|
//! | clock             | in  | 1     | rising edge                                                                | –       |
//! | code              | in  | 8     | as the circuit's output                                                    | –       |
//! | strobe, error     | in  | 1     | as the circuit's outputs                                                   | –       |
//! | edges             | in  | 4     | the falling edges of this frame so far                                     | –       |
//! | spoiled           | in  | 1     | the frame's start bit was wrong                                            | –       |
//! | quiet             | in  | PAUSE | clocks since the last edge of this frame                                   | –       |
//! | disagreed         | in  | PULSE | clocks for which the line has differed                                     | –       |
//! | always_apart      | out | 1     | a byte and an error never come together                                    | 1       |
//! | always_in_order   | out | 1     | edges are counted one by one, up to ten; the eleventh ends the frame       | 1       |
//! | always_complete   | out | 1     | a byte comes with the eleventh edge of a frame                             | 1       |
//! | always_held       | out | 1     | the byte changes only with its strobe                                      | 1       |
//! | always_ends       | out | 1     | a frame without an edge ends within 2 ms                                   | 1       |
//! | always_steady     | out | 1     | a level is believed after so many clocks at the latest                     | 1       |
//! | always_ended      | out | 1     | a byte or an error ends a frame, but for the error of a wrong start bit    | 1       |
//! | once_error        | out | 1     | an error                                                                   | 0       |

use super::{FRAME_BITS, SLOWEST, glitch, stall};
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Ps2ReceiverPast {
    any: Bit,
    code: Bits<8>,
    edges: Bits<4>,
}

#[derive(Circuit)]
pub struct Ps2ReceiverChecks<const PULSE: usize = 5, const PAUSE: usize = 16> {
    pub clock: Signal<In, Clock>,
    pub code: Signal<In, Bits<8>>,
    pub strobe: Signal<In, Bit>,
    pub error: Signal<In, Bit>,
    pub edges: Signal<In, Bits<4>>,
    pub spoiled: Signal<In, Bit>,
    pub quiet: Signal<In, Bits<PAUSE>>,
    pub disagreed: Signal<In, Bits<PULSE>>,
    pub always_apart: Signal<Out, Bit>,
    pub always_in_order: Signal<Out, Bit>,
    pub always_complete: Signal<Out, Bit>,
    pub always_held: Signal<Out, Bit>,
    pub always_ends: Signal<Out, Bit>,
    pub always_steady: Signal<Out, Bit>,
    pub always_ended: Signal<Out, Bit>,
    pub once_error: Signal<Out, Bit>,

    state: Register<Ps2ReceiverPast>,

    #[given]
    glitch: Constant<Bits<PULSE>>,
    #[given]
    stall: Constant<Bits<PAUSE>>,
}

#[kernel]
impl<const PULSE: usize, const PAUSE: usize> Logic for Ps2ReceiverChecks<PULSE, PAUSE> {
    fn update(&mut self) {
        d = Ps2ReceiverPast { any: true, code, edges };

        always_apart = !(strobe & error);
        always_in_order = (edges < FRAME_BITS) & ((edges == 0) | (edges == q.edges) | (edges == q.edges + 1));
        always_complete = !strobe | (q.edges + 1 == FRAME_BITS);
        always_held = strobe | (code == q.code) | !q.any;
        always_ends = (edges == 0) | (quiet <= stall);
        always_steady = disagreed <= glitch;
        always_ended = !(strobe | error) | (edges == 0) | ((edges == 1) & spoiled & error);
        once_error = error;
    }
}

impl Checks for Ps2ReceiverChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[
        ("edges", "state.q_edges"),
        ("spoiled", "state.q_spoiled"),
        ("quiet", "state.q_quiet"),
        ("disagreed", "state.q_disagreed"),
    ];
    const HERTZ: u32 = SLOWEST;
    const DEPTH: usize = 60;

    fn at(hertz: u32) -> Self {
        Ps2ReceiverChecks::given(
            Constant::new(glitch(hertz).into()),
            Constant::new((stall(hertz) - 1).into()),
        )
    }
}
