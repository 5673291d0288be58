//! The picture on a DVI connector of a Gowin board: connects the encoders and the serialisers in the pins.
//!
//! ```text
//! blue,  hsync, vsync -> encoder 0 -- symbol --> OSER10 --> data 0
//! green ---------------> encoder 1 -- symbol --> OSER10 --> data 1
//! red -----------------> encoder 2 -- symbol --> OSER10 --> data 2
//!                        begun ------ reset ---^
//! ```
//!
//! | port             | dir | width   | meaning                                                      | initial |
//! |------------------|-----|---------|--------------------------------------------------------------|---------|
//! | clock            | in  | 1       | one pixel a clock                                            | –       |
//! | shift_clock      | in  | 1       | five times as fast, and divided into `clock`                 | –       |
//! | red, green, blue | in  | 8, 8, 8 | sent while `visible`                                         | –       |
//! | hsync, vsync     | in  | 1, 1    | sent while not `visible`; the polarity is that of the mode   | –       |
//! | visible          | in  | 1       | the pixel is part of the picture                             | –       |
//! | data             | out | 3       | channel 0 blue, 1 green, 2 red; ten bits a pixel             | 0       |
//!
//! The fourth pair of the connector carries `clock` itself: it is high while the first five bits of a symbol are sent.
//! The outputs go to the buffers of pairs only. The serialisers are in reset until the pixel clock runs, so that all
//! three begin with the same edge.
//!
//! [`DviOutput`](super::DviOutput) is the same for a chip whose pins send two bits a clock. Source: Digital Visual
//! Interface 1.0, chapter 3.

use super::{Oser10, TmdsEncoder};
use crate::{Circuit, Register, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct DviOutputOser10 {
    pub clock: Signal<In, Clock>,
    pub shift_clock: Signal<In, Clock>,
    pub red: Signal<In, Bits<8>>,
    pub green: Signal<In, Bits<8>>,
    pub blue: Signal<In, Bits<8>>,
    pub hsync: Signal<In, Bit>,
    pub vsync: Signal<In, Bit>,
    pub visible: Signal<In, Bit>,
    pub data: Signal<Out, Bits<3>>,

    encoders: [TmdsEncoder; 3],
    pins: [Oser10; 3],
    /// The pixel clock has had an edge.
    begun: Register<Bit>,
}

#[kernel]
impl Logic for DviOutputOser10 {
    fn update(&mut self) {
        for i in 0..3 {
            encoders[i] = TmdsEncoder { clock, visible };
        }
        encoders[0] = TmdsEncoder { data: blue, control: bit_cast::<2, 1>(hsync.into()).replace_bit(1, vsync) };
        encoders[1] = TmdsEncoder { data: green, control: 0 };
        encoders[2] = TmdsEncoder { data: red, control: 0 };

        begun.clock = clock;
        begun.d = true;
        for i in 0..3 {
            pins[i] = Oser10 { clock, shift_clock, reset: !begun.q, symbol: encoders[i].symbol };
        }

        data = bit_cast::<3, 1>(pins[0].q.into())
            .replace_bit(1, pins[1].q)
            .replace_bit(2, pins[2].q);
    }
}
