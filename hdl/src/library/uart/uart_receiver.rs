//! Receives bytes from an asynchronous serial line, and drops faulty frames.
//!
//! ```text
//! rx          ‾‾\_ .. ____ .. __/‾ .. ‾‾\_ .. __/‾ .. ‾‾‾‾ .. ‾‾\_ .. __/‾ .. ‾‾\_ .. __/‾ .. ‾‾‾‾‾‾‾‾   the edge before each bit, a bit lasting 1 / 115200 s; and the middle of the stop bit
//!             start    b0      b1      b2      b3      b4      b5      b6      b7     stop
//! strobe      ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____/‾\_
//! data (hex)  = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0 X 5A   held until the next byte
//! ```
//!
//! | port   | dir | width | meaning                                                            | initial |
//! |--------|-----|-------|--------------------------------------------------------------------|---------|
//! | clock  | in  | 1     | rising edge; 25 MHz by default                                     | –       |
//! | rx     | in  | 1     | the line, asynchronous; high at rest                               | –       |
//! | data   | out | 8     | the last byte received without a fault                             | 0       |
//! | strobe | out | 1     | one clock: `data` is new                                           | 0       |
//! | error  | out | 1     | one clock: a frame was dropped, or a break; once for each of them  | 0       |
//!
//! **Times.** The fall of the line starts a count of sixteenths of a bit, and each bit is taken in its middle. Every
//! start bit sets the phase anew, so a sender may be 3 % too slow or too fast. The receiver is ready for the next start
//! bit from the middle of the stop bit on. A bit must have 32 to 2048 clocks, whole or not.
//!
//! **Glitches.** The line is sampled once in a sixteenth of a bit, and its level is the majority of the last three
//! samples. A pulse shorter than a sixteenth spoils one sample, so it is ignored at any time. A longer one on an idle
//! line begins a frame, which ends in the middle of its start bit if the line is high there: a pulse of less than half a
//! bit is no start bit.
//!
//! **Faults.** A low stop bit is an error, and the frame's byte is dropped. A start bit is a fall of the line, so after
//! an error the line must be high first: a break (the line is low for longer than a frame) is one error, however long
//! it is. A line that is low at power-on is no error.
//!
//! Sources: Microchip, ATmega328P data sheet, "Asynchronous Data Reception", for the samples and the margin of the rate;
//! Texas Instruments, PC16550D data sheet, "Line Status Register", for errors and breaks.

pub mod checks;

use std::ops::RangeInclusive;

use rust_hdl::prelude::*;

use super::baud_generator::BaudGenerator;
use super::{BAUD, CLOCKS, HERTZ, check};
use crate::library::synchroniser::Synchroniser;
use crate::{Circuit, LogicStruct, Register, kernel};

/// The receiver's state. It does not change while the line stays as it is between frames.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct UartReceiverState {
    /// The last two samples of the line.
    newer: Bit,
    older: Bit,
    /// The level of the line at the last sample.
    level: Bit,
    /// A frame has begun.
    frame: Bit,
    /// Sixteenths of a bit since the last middle of a bit.
    sixteenth: Bits<4>,
    /// The bit whose middle comes next: 0 is the start bit.
    bit: Bits<4>,
    /// The bits so far, the newest on the left.
    shifted: Bits<8>,
    data: Bits<8>,
    strobe: Bit,
    error: Bit,
}

#[derive(Circuit)]
pub struct UartReceiver {
    pub clock: Signal<In, Clock>,
    pub rx: Signal<In, Bit>,
    pub data: Signal<Out, Bits<8>>,
    pub strobe: Signal<Out, Bit>,
    pub error: Signal<Out, Bit>,

    line: Synchroniser<Bit>,
    #[given]
    baud: BaudGenerator<17>,
    state: Register<UartReceiverState>,
}

/// Samples of a bit.
const SAMPLES: u32 = 16;
/// The count of sixteenths at the start of a frame: half a bit before the first middle.
const HALF: u64 = SAMPLES as u64 / 2;

const START: u64 = 0;
const STOP: u64 = 9;

impl UartReceiver {
    /// The supported clock frequencies at [`BAUD`], in Hz.
    pub const CLOCKS: RangeInclusive<u32> = CLOCKS;

    /// Creates a receiver of `baud` bits per second for a clock of `hertz`.
    ///
    /// # Panics
    /// If a bit does not have 32 to 2048 clocks.
    pub fn new(hertz: u32, baud: u32) -> Self {
        check(hertz, baud);
        UartReceiver::given(BaudGenerator::new(hertz, SAMPLES * baud))
    }
}

impl Default for UartReceiver {
    fn default() -> Self {
        UartReceiver::new(HERTZ, BAUD)
    }
}

#[kernel]
impl Logic for UartReceiver {
    fn update(&mut self) {
        line.asynchronous = rx;
        let sample = line.synchronous;
        let level = (sample & q.newer) | (sample & q.older) | (q.newer & q.older);
        baud.rest = !q.frame & (sample == q.newer) & (q.newer == q.older);

        d.strobe = false;
        d.error = false;
        if baud.tick {
            d.newer = sample;
            d.older = q.newer;
            d.level = level;
            d.sixteenth = q.sixteenth + 1;
            if !q.frame {
                // The fall, and not the low level: a break is no start bit.
                d.frame = q.level & !level;
                d.sixteenth = HALF;
                d.bit = START;
            } else if q.sixteenth.all() {
                d.bit = q.bit + 1;
                // The start bit is shifted out again by the data.
                d.shifted = (q.shifted >> 1).replace_bit(7, level);
                if q.bit == START {
                    d.frame = !level;
                } else if q.bit == STOP {
                    d.frame = false;
                    d.strobe = level;
                    d.error = !level;
                    if level {
                        d.data = q.shifted;
                    }
                }
            }
        }

        UartReceiverState { data, strobe, error, .. } = q;
    }
}

#[cfg(test)]
mod tests;
