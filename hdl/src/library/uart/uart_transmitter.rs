//! Sends bytes on an asynchronous serial line.
//!
//! ```text
//! strobe      __/‾\___ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____   and then the edge before each bit, a bit lasting 1 / 115200 s
//! data (hex)  =0X 5A = .. = 5A .. = 5A .. = 5A .. = 5A .. = 5A .. = 5A .. = 5A .. = 5A .. = 5A
//! busy        ____/‾‾‾ .. ‾‾‾‾ .. ‾‾‾‾ .. ‾‾‾‾ .. ‾‾‾‾ .. ‾‾‾‾ .. ‾‾‾‾ .. ‾‾‾‾ .. ‾‾‾‾ .. ‾‾\_   until the stop bit begins
//! tx          ‾‾‾‾‾‾\_ .. ____ .. __/‾ .. ‾‾\_ .. __/‾ .. ‾‾‾‾ .. ‾‾\_ .. __/‾ .. ‾‾\_ .. __/‾
//!             start        b0      b1      b2      b3      b4      b5      b6      b7     stop
//! ```
//!
//! | port   | dir | width | meaning                                                   | initial |
//! |--------|-----|-------|-----------------------------------------------------------|---------|
//! | clock  | in  | 1     | rising edge; 25 MHz by default                            | –       |
//! | data   | in  | 8     | the byte                                                  | –       |
//! | strobe | in  | 1     | sends `data`; ignored while `busy`                        | –       |
//! | tx     | out | 1     | the line; high at rest                                    | 1       |
//! | busy   | out | 1     | a byte is being sent and no other is taken                | 0       |
//!
//! **Times.** From rest, the start bit begins two clocks after the strobe. `busy` falls when the stop bit begins, and a
//! byte given in the stop bit follows it without a gap. A bit must have 32 to 2048 clocks, whole or not: its edges are
//! less than a clock late, and the rate is right to 0.1 %.
//!
//! Sources: those of [`UartReceiver`](super::UartReceiver).

pub mod checks;

use std::ops::RangeInclusive;

use rust_hdl::prelude::*;

use super::baud_generator::BaudGenerator;
use super::{BAUD, CLOCKS, HERTZ, check};
use crate::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct UartTransmitter {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<8>>,
    pub strobe: Signal<In, Bit>,
    pub tx: Signal<Out, Bit>,
    pub busy: Signal<Out, Bit>,

    #[given]
    baud: BaudGenerator<21>,
    /// The bits to come, the next one on the right. The last one that is set is the stop bit.
    bits: Register<Bits<10>>,
    #[init(true)]
    level: Register<Bit>,
}

impl UartTransmitter {
    /// The supported clock frequencies at [`BAUD`], in Hz.
    pub const CLOCKS: RangeInclusive<u32> = CLOCKS;

    /// Creates a transmitter of `baud` bits per second for a clock of `hertz`.
    ///
    /// # Panics
    /// If a bit does not have 32 to 2048 clocks.
    pub fn new(hertz: u32, baud: u32) -> Self {
        check(hertz, baud);
        UartTransmitter::given(BaudGenerator::new(hertz, baud))
    }
}

impl Default for UartTransmitter {
    fn default() -> Self {
        UartTransmitter::new(HERTZ, BAUD)
    }
}

#[kernel]
impl Logic for UartTransmitter {
    fn update(&mut self) {
        let left = bits.q.any();
        baud.rest = !left;
        if baud.tick {
            level.d = bits.q.get_bit(0) | !left;
            bits.d = bits.q >> 1;
        }
        if strobe & !left {
            bits.d = cat(true, data, false);
        }
        tx = level.q;
        busy = left;
    }
}

#[cfg(test)]
mod tests;
