//! The picture on a DVI connector: joins the encoders, the crossing to the shift clock, the serialisers and the pins.
//!
//! ```text
//! clock, 25 MHz                                   | shift_clock, 125 MHz
//! blue,  hsync, vsync -> encoder 0 -- symbol ----> | serialiser 0 -> pin -> data 0
//! green ---------------> encoder 1 -- symbol ----> | serialiser 1 -> pin -> data 1
//! red -----------------> encoder 2 -- symbol ----> | serialiser 2 -> pin -> data 2
//!                      mid_pixel --- load -------> | serialiser --- > pin -> data_clock
//! ```
//!
//! | port             | dir | width   | meaning                                                                   | reset |
//! |------------------|-----|---------|---------------------------------------------------------------------------|-------|
//! | clock            | in  | 1       | one pixel a clock                                                         | –     |
//! | shift_clock      | in  | 1       | five times as fast, from the same PLL, at any phase                       | –     |
//! | red, green, blue | in  | 8, 8, 8 | sent while `visible`                                                      | –     |
//! | hsync, vsync     | in  | 1, 1    | sent while not `visible`, as they are: the mode says which level is a pulse | –   |
//! | visible          | in  | 1       | the pixel is part of the picture                                          | –     |
//! | data             | out | 3       | channel 0 blue, 1 green, 2 red; ten bits a pixel                          | 0     |
//! | data_clock       | out | 1       | high for the first five bits of a symbol, low for the others              | 0     |
//!
//! The outputs are single-ended and go to pins alone; where the pins of a connector come in pairs, the pad makes the other
//! level. All four leave by the same way, so that there is no skew between them. The first bit of a pixel leaves two pixels
//! and four to seven shift clocks after the edge that took it in, by the phase of the two clocks.
//!
//! Source: Digital Visual Interface 1.0, chapter 3.

use super::{DdrOutput, MidPixel, TmdsEncoder, TmdsSerialiser};
use crate::Circuit;
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

    clock_symbol: Constant<Bits<10>>,
}

impl Default for DviOutput {
    fn default() -> Self {
        DviOutput {
            clock: Default::default(),
            shift_clock: Default::default(),
            red: Default::default(),
            green: Default::default(),
            blue: Default::default(),
            hsync: Default::default(),
            vsync: Default::default(),
            visible: Default::default(),
            data: Default::default(),
            data_clock: Default::default(),
            encoders: Default::default(),
            mid_pixel: Default::default(),
            serialisers: Default::default(),
            clock_serialiser: Default::default(),
            pins: Default::default(),
            clock_pin: Default::default(),
            clock_symbol: Constant::new(CLOCK_SYMBOL.into()),
        }
    }
}

impl Logic for DviOutput {
    #[hdl_gen]
    fn update(&mut self) {
        // In the pixel clock's time.
        for i in 0..3 {
            self.encoders[i].clock.next = self.clock.val();
            self.encoders[i].visible.next = self.visible.val();
        }
        self.encoders[0].data.next = self.blue.val();
        self.encoders[0].control.next = bit_cast::<2, 1>(self.hsync.val().into()).replace_bit(1, self.vsync.val());
        self.encoders[1].data.next = self.green.val();
        self.encoders[1].control.next = 0.into();
        self.encoders[2].data.next = self.red.val();
        self.encoders[2].control.next = 0.into();

        // Across; in the shift clock's time.
        self.mid_pixel.clock.next = self.clock.val();
        self.mid_pixel.shift_clock.next = self.shift_clock.val();
        for i in 0..3 {
            self.serialisers[i].clock.next = self.shift_clock.val();
            self.serialisers[i].load.next = self.mid_pixel.load.val();
            self.serialisers[i].symbol.next = self.encoders[i].symbol.val();
            self.pins[i].clock.next = self.shift_clock.val();
            self.pins[i].rising.next = self.serialisers[i].rising.val();
            self.pins[i].falling.next = self.serialisers[i].falling.val();
        }
        self.clock_serialiser.clock.next = self.shift_clock.val();
        self.clock_serialiser.load.next = self.mid_pixel.load.val();
        self.clock_serialiser.symbol.next = self.clock_symbol.val();
        self.clock_pin.clock.next = self.shift_clock.val();
        self.clock_pin.rising.next = self.clock_serialiser.rising.val();
        self.clock_pin.falling.next = self.clock_serialiser.falling.val();

        self.data.next = bit_cast::<3, 1>(self.pins[0].q.val().into())
            .replace_bit(1, self.pins[1].q.val())
            .replace_bit(2, self.pins[2].q.val());
        self.data_clock.next = self.clock_pin.q.val();
    }
}
