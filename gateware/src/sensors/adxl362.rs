//! Reads the accelerometer ADXL362: X and Y, 100 times a second.
//!
//! ```text
//! cs_n     ‾‾\_________ .. ________________________________________________________________________________________________________/‾‾‾‾‾‾‾
//! sclk     ________/‾‾‾ .. ________/‾‾‾‾‾\_____/‾‾‾‾‾\_____/‾‾‾‾‾\_____/‾‾‾‾‾\_____/‾‾‾‾‾\_____/‾‾‾‾‾\_____/‾‾‾‾‾\_____/‾‾‾‾‾\_____________
//! copi     ____________ .. __________________________________________________________________________________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾
//! cipo     ‾‾\_________ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_____/‾‾‾‾‾‾‾
//! sample   ____________ .. ____________________________________________________________________________________________________/‾\_________
//! x (hex)  = 0 ======== .. X 12 ===========================================================================================================
//! y (hex)  = 0 ======== .. = 0 ================================================================================================X E3 =======
//! present  ‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//! ```
//!
//! | port    | dir | width | meaning                                                             | initial |
//! |---------|-----|-------|---------------------------------------------------------------------|---------|
//! | clock   | in  | 1     | rising edge; 25 MHz by default                                      | –       |
//! | cipo    | in  | 1     | the sensor's data, asynchronous                                     | –       |
//! | cs_n    | out | 1     | chip select, active low                                             | 1       |
//! | sclk    | out | 1     | the serial clock, at most 2 MHz                                     | 0       |
//! | copi    | out | 1     | data to the sensor                                                  | 0       |
//! | x, y    | out | 8     | the last sample, two's complement; 16 mg each                       | 0       |
//! | sample  | out | 1     | one clock: `x` and `y` are new                                      | 0       |
//! | present | out | 1     | the sensor answers; rises with the first sample                     | 0       |
//!
//! | frame | bytes (hex)      | what it does                                                       |
//! |-------|------------------|--------------------------------------------------------------------|
//! | 1     | 0A 1F 52         | soft reset                                                         |
//! | 2     | 0B 00 (AD 1D F2) | reads the three identities, which must be these                    |
//! | 3     | 0A 2C 13 22      | 2 g, 100 samples a second; measurement with the least noise        |
//! | 4     | 0B 2C (13 22)    | reads these settings, which must be unchanged                      |
//! | 5     | 0B 08 (x y)      | reads a sample                                                     |
//!
//! A frame begins every 5 ms, the first one 5 ms after power-on; after frame 5 comes frame 4. So the sensor has its 5 ms
//! after power-on and half a millisecond after the reset. Samples read before the sensor's first one are zero.
//!
//! **Faults.** If a byte in parentheses is not the expected one, the sensor is absent, or another device is there, or it
//! has lost its settings because it was plugged in anew. Then `present` falls at the end of the frame, and a second later
//! everything begins again with frame 1.
//!
//! Source: the data sheet, whose figures are in `tengen_sim::adxl362`. 2 MHz keeps every limit of the SPI with room to
//! spare: half a period is 250 ns, and the longest limit, tCSS, is 100 ns.

use std::ops::RangeInclusive;

use crate::director::SECOND;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::{memory::Table, spi::SpiMaster};
use tengen_sim::adxl362::{FILTER_2_G_100_HZ, IDENTITY, MEASURE, RESET_CODE, command, register};

/// A byte of a frame.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ScriptByte {
    /// The byte to send; also the byte to receive, if `check` is set.
    byte: Bits<8>,
    /// The byte received must be this one.
    check: Bit,
    /// The frame ends.
    last: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Adxl362State<const TICK: usize> {
    /// Clocks since the last frame began.
    clocks: Bits<TICK>,
    /// Frames to leave out before the next one.
    wait: Bits<8>,
    /// A frame is being sent.
    sending: Bit,
    /// The next byte of the script.
    place: Bits<5>,
    /// A byte of this frame was not the expected one.
    wrong: Bit,
    x: Bits<8>,
    y: Bits<8>,
    sample: Bit,
    present: Bit,
}

/// `TICK` is the width of the counter for 5 ms, `HALF` that for half a period of `sclk`. The defaults are enough for
/// 25 MHz.
#[derive(Circuit)]
pub struct Adxl362<const TICK: usize = 17, const HALF: usize = 3> {
    pub clock: Signal<In, Clock>,
    pub cipo: Signal<In, Bit>,
    pub cs_n: Signal<Out, Bit>,
    pub sclk: Signal<Out, Bit>,
    pub copi: Signal<Out, Bit>,
    pub x: Signal<Out, Bits<8>>,
    pub y: Signal<Out, Bits<8>>,
    pub sample: Signal<Out, Bit>,
    pub present: Signal<Out, Bit>,

    #[given]
    spi: SpiMaster<HALF>,
    #[init(Table::new(script()))]
    script: Table<ScriptByte, 5>,
    state: Register<Adxl362State<TICK>>,
    #[given]
    last_clock: Constant<Bits<TICK>>,
}

/// The slowest supported clock.
const SLOWEST: u32 = 1_000_000;
/// The highest frequency of `sclk`.
const SCLK: u32 = 2_000_000;
/// Frames a second: two a sample.
const FRAMES: u32 = 200;
/// Frames that are left out after a fault: with the next one, a second.
const RETRY: u64 = FRAMES as u64 - 1;

/// The place of frame 4 in the script, of the two bytes of a sample, and of the last byte.
const CHECK: u64 = 12;
const X: u64 = 18;
const Y: u64 = 19;

/// The bytes of the five frames.
fn script() -> Vec<ScriptByte> {
    let [ad, mst, part] = IDENTITY;
    let frame = |sent: &[u8], expected: &[u8]| {
        let bytes = sent
            .iter()
            .map(|byte| (*byte, false))
            .chain(expected.iter().map(|byte| (*byte, true)));
        let count = sent.len() + expected.len();
        let bytes = bytes.enumerate().map(|(i, (byte, check))| ScriptByte {
            byte: u64::from(byte).into(),
            check,
            last: i + 1 == count,
        });
        bytes.collect::<Vec<_>>()
    };
    [
        frame(&[command::WRITE, register::SOFT_RESET, RESET_CODE], &[]),
        frame(&[command::READ, register::DEVID_AD], &[ad, mst, part]),
        frame(&[command::WRITE, register::FILTER_CTL, FILTER_2_G_100_HZ, MEASURE], &[]),
        frame(&[command::READ, register::FILTER_CTL], &[FILTER_2_G_100_HZ, MEASURE]),
        frame(&[command::READ, register::XDATA, 0, 0], &[]),
    ]
    .concat()
}

impl<const TICK: usize, const HALF: usize> Adxl362<TICK, HALF> {
    /// The supported clock frequencies, in Hz. The width of the counters limits the highest.
    pub const CLOCKS: RangeInclusive<u32> = {
        let by_tick = (FRAMES as u64) << TICK;
        let by_half = (2 * SCLK as u64) << HALF;
        let fastest = if by_tick < by_half { by_tick } else { by_half };
        SLOWEST..=fastest as u32
    };

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`Adxl362::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        assert!(
            Self::CLOCKS.contains(&hertz),
            "a reader at {hertz} Hz: {:?}",
            Self::CLOCKS
        );
        Adxl362::given(
            SpiMaster::with_sclk(hertz, SCLK),
            Constant::new(u64::from(hertz.div_ceil(FRAMES) - 1).into()),
        )
    }
}

impl Default for Adxl362 {
    fn default() -> Self {
        Adxl362::at(SECOND)
    }
}

#[kernel]
impl<const TICK: usize, const HALF: usize> Logic for Adxl362<TICK, HALF> {
    fn update(&mut self) {
        let ticks = q.clocks == last_clock;
        d.clocks = if ticks { 0 } else { q.clocks + 1 };
        if ticks {
            if q.wait == 0 {
                d.sending = true;
            } else {
                d.wait = q.wait - 1;
            }
        }

        script.address = q.place;
        let at = script.data;
        spi = SpiMaster { start: q.sending & !spi.busy & !spi.done, data: at.byte, last: at.last, cipo };

        d.sample = false;
        if spi.done {
            let wrong = q.wrong | (at.check & (spi.received != at.byte));
            d.place = q.place + 1;
            d.wrong = wrong & !at.last;
            if at.last {
                d.sending = false;
                if wrong {
                    d.place = 0;
                    d.wait = RETRY;
                    d.present = false;
                }
            }
            if q.place == X {
                d.x = spi.received;
            }
            if q.place == Y {
                d.y = spi.received;
                d.sample = true;
                d.present = true;
                d.place = CHECK;
            }
        }

        Adxl362State { x, y, sample, present, .. } = q;
        SpiMaster { cs_n, sclk, copi, .. } = spi;
    }
}

#[cfg(test)]
mod tests;
