//! Receives bytes from a PS/2 keyboard and drops faulty frames.
//!
//! ```text
//! ps2_clk     ‾‾\_ .. ‾‾\_ .. ‾‾\_ .. ‾‾\_ .. ‾‾\_ .. ‾‾\_ .. ‾‾\_ .. ‾‾\_ .. ‾‾\_ .. ‾‾\_ .. ‾‾\_ .. __________   10 to 16.7 kHz; its falling edges, and the end
//! ps2_data    ____ .. ____ .. ‾‾‾‾ .. ____ .. ‾‾‾‾ .. ‾‾‾‾ .. ____ .. ‾‾‾‾ .. ____ .. ‾‾‾‾ .. ‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾   changes while ps2_clk is high
//!             start    b0      b1      b2      b3      b4      b5      b6      b7    parity   stop
//! strobe      ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____ .. ____/‾\___   28 clocks after the last falling edge
//! code (hex)  = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0= .. = 0 X 5A =   held until the next byte
//! ```
//!
//! | port     | dir | width | meaning                                             | initial |
//! |----------|-----|-------|-----------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge; 25 MHz by default                      | –       |
//! | ps2_clk  | in  | 1     | the keyboard's clock, asynchronous                  | –       |
//! | ps2_data | in  | 1     | the keyboard's data, asynchronous                   | –       |
//! | code     | out | 8     | the last byte received without a fault              | 0       |
//! | strobe   | out | 1     | one clock: `code` is new                            | 0       |
//! | error    | out | 1     | one clock: a frame was dropped; once for each frame | 0       |
//!
//! Counts of clocks below are for 25 MHz. Built for another frequency, the receiver scales them to the same times.
//!
//! **Glitches.** A change of the clock line is accepted once 26 successive samples agree, so a pulse of up to 25
//! clocks (1 us) is ignored at any time. Data is sampled 26 clocks after the falling edge: a keyboard sets it up at
//! least 5 us before that edge and holds it for the whole low half period, 30 us or more.
//!
//! **Faults.** A frame is always eleven falling edges, so a wrong parity or stop bit costs one frame only, and the
//! next may follow at once. A wrong start bit is reported immediately; the rest of that frame is ignored, up to its
//! eleventh edge or until the line has been idle for 96 us (no keyboard's clock is high for more than 50 us inside a
//! frame). So a single stray edge does not spoil the frame after it. A frame without an edge for 2 ms has stalled.
//! The limit is 10 us shorter, so that the receiver is always ready for a frame that begins 2 ms after the last edge,
//! after any disturbance.
//!
//! Source: IBM PS/2 Hardware Interface Technical Reference, keyboard and auxiliary device controller, "system receiving
//! data".

pub mod checks;

use std::ops::RangeInclusive;

use crate::director::SECOND;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::synchroniser::Synchroniser;

/// The receiver's state. It does not change between frames, so an idle line takes no simulation time.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Ps2ReceiverState<const PULSE: usize, const PAUSE: usize> {
    /// The clock line without glitches. It starts low: a line that is high at power-on then gives a rising edge,
    /// which has no effect.
    level: Bit,
    /// For how many clocks the line has differed from `level`.
    disagreed: Bits<PULSE>,
    /// Falling edges of this frame so far; 0 between frames.
    edges: Bits<4>,
    /// The frame's start bit was wrong and has been reported.
    spoiled: Bit,
    /// Data and parity, the newest bit on the left.
    shifted: Bits<9>,
    /// Clocks since the last edge of this frame.
    quiet: Bits<PAUSE>,
    code: Bits<8>,
    strobe: Bit,
    error: Bit,
}

/// `PULSE` is the width of the counter for glitches, `PAUSE` that of the counter for an idle line. The defaults are
/// enough for 25 MHz.
#[derive(Circuit)]
pub struct Ps2Receiver<const PULSE: usize = 5, const PAUSE: usize = 16> {
    pub clock: Signal<In, Clock>,
    pub ps2_clk: Signal<In, Bit>,
    pub ps2_data: Signal<In, Bit>,
    pub code: Signal<Out, Bits<8>>,
    pub strobe: Signal<Out, Bit>,
    pub error: Signal<Out, Bit>,

    clk_line: Synchroniser<Bit>,
    data_line: Synchroniser<Bit>,
    state: Register<Ps2ReceiverState<PULSE, PAUSE>>,

    #[given]
    glitch: Constant<Bits<PULSE>>,
    #[init(FRAME_BITS - 1)]
    last_edge: Constant<Bits<4>>,
    #[given]
    idle: Constant<Bits<PAUSE>>,
    #[given]
    stall: Constant<Bits<PAUSE>>,
}

/// A receiver with wider counters, for clocks of up to 255 MHz.
pub type FastPs2Receiver = Ps2Receiver<8, 19>;

/// Start, eight data bits, parity, stop.
const FRAME_BITS: u64 = 11;
/// The slowest supported clock, at which a glitch is one clock.
const SLOWEST: u32 = 1_000_000;

/// The longest pulse on the clock line that is ignored, in clocks.
const fn glitch(hertz: u32) -> u64 {
    (hertz as u64).div_ceil(1_000_000)
}

/// Clocks after which a high clock line is idle and not between two bits: 96 us.
const fn idle(hertz: u32) -> u64 {
    hertz as u64 * 96 / 1_000_000
}

/// Clocks without an edge after which a frame has stalled: 2 ms minus 10 us.
const fn stall(hertz: u32) -> u64 {
    hertz as u64 * 199 / 100_000
}

impl<const PULSE: usize, const PAUSE: usize> Ps2Receiver<PULSE, PAUSE> {
    /// The supported clock frequencies, in Hz. The width of the counters limits the highest.
    pub const CLOCKS: RangeInclusive<u32> = {
        let by_pulse = ((1 << PULSE) - 1) * 1_000_000;
        let by_pause = (1 << PAUSE) * 100_000 / 199;
        let fastest: u64 = if by_pulse < by_pause { by_pulse } else { by_pause };
        SLOWEST..=fastest as u32
    };

    /// Creates the receiver for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`Ps2Receiver::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        assert!(
            Self::CLOCKS.contains(&hertz),
            "a receiver at {hertz} Hz: {:?}",
            Self::CLOCKS
        );
        Ps2Receiver::given(
            Constant::new(glitch(hertz).into()),
            Constant::new((idle(hertz) - 1).into()),
            Constant::new((stall(hertz) - 1).into()),
        )
    }
}

impl Default for Ps2Receiver {
    fn default() -> Self {
        Ps2Receiver::at(SECOND)
    }
}

#[kernel]
impl<const PULSE: usize, const PAUSE: usize> Logic for Ps2Receiver<PULSE, PAUSE> {
    fn update(&mut self) {
        clk_line.asynchronous = ps2_clk;
        data_line.asynchronous = ps2_data;

        // The line differs from `level`; it has done so for long enough; this is a falling edge.
        let differs = clk_line.synchronous ^ q.level;
        let turns = differs & (q.disagreed == glitch);
        let falls = turns & q.level;
        d.disagreed = 0;
        if turns {
            d.level = clk_line.synchronous;
        } else if differs {
            d.disagreed = q.disagreed + 1;
        }

        // The parity is odd, and the stop bit is high.
        let whole = q.shifted.xor() & data_line.synchronous;
        d.strobe = false;
        d.error = false;
        if falls {
            d.quiet = 0;
            d.edges = q.edges + 1;
            d.shifted = (q.shifted >> 1).replace_bit(8, data_line.synchronous);
            if q.edges == 0 {
                // The start bit; it is shifted out again by data and parity.
                d.spoiled = data_line.synchronous;
                d.error = data_line.synchronous;
            } else if q.edges == last_edge {
                d.edges = 0;
                d.strobe = whole & !q.spoiled;
                d.error = !whole & !q.spoiled;
                if whole & !q.spoiled {
                    d.code = bit_cast::<8, 9>(q.shifted);
                }
            }
        } else if q.edges != 0 {
            d.quiet = q.quiet + 1;
            if turns {
                d.quiet = 0;
            } else if q.quiet == stall {
                d.edges = 0;
                d.error = !q.spoiled;
            } else if q.spoiled & q.level & (q.quiet == idle) {
                d.edges = 0;
            }
        }

        Ps2ReceiverState { code, strobe, error, .. } = q;
    }
}

#[cfg(test)]
mod tests;
