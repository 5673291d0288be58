//! The picture on a DVI connector: connects the encoders, the clock domain crossing, the serialisers and the pins.
//!
//! ```text
//! clock, 25 MHz                                   | shift_clock, 125 MHz
//! blue,  hsync, vsync -> encoder 0 -- symbol ----> | serialiser 0 -> pin -> data 0
//! green ---------------> encoder 1 -- symbol ----> | serialiser 1 -> pin -> data 1
//! red -----------------> encoder 2 -- symbol ----> | serialiser 2 -> pin -> data 2
//!                      mid_pixel --- load -------> | serialiser --- > pin -> data_clock
//! ```
//!
//! | port             | dir | width   | meaning                                                      | initial |
//! |------------------|-----|---------|--------------------------------------------------------------|---------|
//! | clock            | in  | 1       | one pixel a clock                                            | –       |
//! | shift_clock      | in  | 1       | five times as fast, from the same PLL, with any phase        | –       |
//! | red, green, blue | in  | 8, 8, 8 | sent while `visible`                                         | –       |
//! | hsync, vsync     | in  | 1, 1    | sent while not `visible`; the polarity is that of the mode   | –       |
//! | visible          | in  | 1       | the pixel is part of the picture                             | –       |
//! | data             | out | 3       | channel 0 blue, 1 green, 2 red; ten bits a pixel             | 0       |
//! | data_clock       | out | 1       | high for the first five bits of a symbol, low for the others | 0       |
//!
//! The outputs are single-ended and go to pins only; for differential pairs, the pad generates the inverted level.
//! All four have the same path, so there is no skew between them. The first bit of a pixel is output two pixels and
//! four to seven shift clocks after the edge that sampled it, depending on the phase of the two clocks.
//!
//! Source: Digital Visual Interface 1.0, chapter 3.

use super::{DdrOutput, MidPixel, TmdsEncoder, TmdsSerialiser};
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

/// The clock channel's symbol, bit 0 first: half high, half low.
const CLOCK_SYMBOL: u64 = 0b00000_11111;

#[derive(Circuit)]
pub struct DviOutput {
    pub clock: Signal<In, Clock>,
    pub shift_clock: Signal<In, Clock>,
    pub red: Signal<In, Bits<8>>,
    pub green: Signal<In, Bits<8>>,
    pub blue: Signal<In, Bits<8>>,
    pub hsync: Signal<In, Bit>,
    pub vsync: Signal<In, Bit>,
    pub visible: Signal<In, Bit>,
    pub data: Signal<Out, Bits<3>>,
    pub data_clock: Signal<Out, Bit>,

    encoders: [TmdsEncoder; 3],
    mid_pixel: MidPixel,
    serialisers: [TmdsSerialiser; 3],
    clock_serialiser: TmdsSerialiser,
    pins: [DdrOutput; 3],
    clock_pin: DdrOutput,
}

#[kernel]
impl Logic for DviOutput {
    fn update(&mut self) {
        // In the pixel clock's domain.
        for i in 0..3 {
            encoders[i] = TmdsEncoder { clock, visible };
        }
        encoders[0] = TmdsEncoder { data: blue, control: bit_cast::<2, 1>(hsync.into()).replace_bit(1, vsync) };
        encoders[1] = TmdsEncoder { data: green, control: 0 };
        encoders[2] = TmdsEncoder { data: red, control: 0 };

        // The crossing, and the shift clock's domain.
        mid_pixel = MidPixel { clock, shift_clock };
        for i in 0..3 {
            serialisers[i] = TmdsSerialiser { clock: shift_clock, load: mid_pixel.load, symbol: encoders[i].symbol };
            pins[i] = DdrOutput { clock: shift_clock, rising: serialisers[i].rising, falling: serialisers[i].falling };
        }
        clock_serialiser = TmdsSerialiser { clock: shift_clock, load: mid_pixel.load, symbol: CLOCK_SYMBOL };
        clock_pin.clock = shift_clock;
        clock_pin = DdrOutput { rising: clock_serialiser.rising, falling: clock_serialiser.falling };

        data = bit_cast::<3, 1>(pins[0].q.into())
            .replace_bit(1, pins[1].q)
            .replace_bit(2, pins[2].q);
        data_clock = clock_pin.q;
    }
}
