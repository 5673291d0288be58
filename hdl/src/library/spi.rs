//! An SPI master, mode 0: sends and receives bytes, any number of them in one frame of the chip select.
//!
//! ```text
//! start           ____/‾‾‾\_______________________________ .. ________________________ .. ____/‾‾‾\_______________________________ .. ________________________________________________
//! data (hex)      = D3 =================================== .. = D3 =================== .. = D3X 41X 0 ============================ .. = 0 ============================================
//! last            ________________________________________ .. ________________________ .. ____/‾‾‾\_______________________________ .. ________________________________________________
//! cs_n            ‾‾‾‾‾‾‾‾\_______________________________ .. ________________________ .. ________________________________________ .. ________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//! sclk            ____________________/‾‾‾‾‾‾‾‾‾‾‾\_______ .. ____/‾‾‾‾‾‾‾‾‾‾‾\_______ .. ____________________/‾‾‾‾‾‾‾‾‾‾‾\_______ .. /‾‾‾‾‾‾‾‾‾‾‾\___________________________________
//! copi            ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾\_______________________/‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾\___________________________________
//! cipo            ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ________________________ .. ________________________________________ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾
//! busy            ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______ .. ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________
//! done            ________________________________________ .. ________________/‾‾‾\___ .. ________________________________________ .. ____________/‾‾‾\_______________________________
//! received (hex)  = 0 ====X D3 ===================X A7 === .. = E5 ===========X CA === .. = CA ===X 41 ===================X 82 === .. = 9A =======X 35 ===============================
//! ```
//!
//! | port     | dir | width | meaning                                                                      | initial |
//! |----------|-----|-------|------------------------------------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge                                                                  | –       |
//! | start    | in  | 1     | strobe: send `data`, in the open frame if there is one; ignored while `busy` | –       |
//! | data     | in  | 8     | the byte to send, valid with `start`                                         | –       |
//! | last     | in  | 1     | with `start`: the frame ends with this byte                                  | –       |
//! | cipo     | in  | 1     | controller in, peripheral out; asynchronous                                  | –       |
//! | cs_n     | out | 1     | chip select, low during a frame                                              | 1       |
//! | sclk     | out | 1     | the serial clock, low at rest                                                | 0       |
//! | copi     | out | 1     | controller out, peripheral in: the highest bit first                         | 0       |
//! | received | out | 8     | the byte received meanwhile; valid from `done` to the next `start`           | 0       |
//! | done     | out | 1     | one clock: the byte is complete                                              | 0       |
//! | busy     | out | 1     | a byte is being sent, or a frame is being ended                              | 0       |
//!
//! Everything takes half periods of `sclk`. The chip select falls a half period before the first rising edge, and rises
//! a half period after the last falling edge. After that the master stays busy for another half period, so that the chip
//! select is high for at least that long. Between two bytes of a frame `sclk` may rest for any time.
//!
//! Mode 0: both sides change their data while `sclk` is low or falls, and take over the other's while it is high. The
//! master takes `cipo` as it was two clocks before the falling edge, because of the synchroniser.
//!
//! Source: Motorola SPI Block Guide V03.06, section 4.3, "Transmission formats": CPOL = 0, CPHA = 0.

pub mod checks;

use std::ops::RangeInclusive;

use rust_hdl::prelude::*;

use super::synchroniser::Synchroniser;
use crate::{Circuit, LogicStruct, Register, kernel};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct SpiMasterState<const HALF: usize> {
    /// Clocks of this half period so far.
    clocks: Bits<HALF>,
    /// Half periods of this byte so far: 16, and two more after the last byte of a frame.
    halves: Bits<5>,
    /// The frame ends with this byte.
    last: Bit,
    /// A frame is open.
    selected: Bit,
    sclk: Bit,
    /// The bits still to be sent, and those received so far.
    shifted: Bits<8>,
    done: Bit,
    busy: Bit,
}

/// `HALF` is the width of the counter for half a period.
#[derive(Circuit)]
pub struct SpiMaster<const HALF: usize = 5> {
    pub clock: Signal<In, Clock>,
    pub start: Signal<In, Bit>,
    pub data: Signal<In, Bits<8>>,
    pub last: Signal<In, Bit>,
    pub cipo: Signal<In, Bit>,
    pub cs_n: Signal<Out, Bit>,
    pub sclk: Signal<Out, Bit>,
    pub copi: Signal<Out, Bit>,
    pub received: Signal<Out, Bits<8>>,
    pub done: Signal<Out, Bit>,
    pub busy: Signal<Out, Bit>,

    cipo_line: Synchroniser<Bit>,
    state: Register<SpiMasterState<HALF>>,
    #[given]
    last_clock: Constant<Bits<HALF>>,
}

/// A master with a wider counter, for clocks of up to 512 MHz.
pub type FastSpiMaster = SpiMaster<8>;

/// The shortest half period, in clocks: `cipo` must be taken while `sclk` is high.
const SHORTEST: u32 = 3;
/// The frequency of `sclk` where none is chosen; every SPI device can follow it.
const USUAL: u32 = 1_000_000;
/// The half period in which the last bit is high.
const LAST_BIT: u64 = 15;
/// The half period before the chip select rises.
const HOLD: u64 = 16;
/// The half period after it has risen.
const REST: u64 = 17;

impl<const HALF: usize> SpiMaster<HALF> {
    /// The supported clock frequencies, in Hz, for an `sclk` of 1 MHz.
    pub const CLOCKS: RangeInclusive<u32> = USUAL..=(1 << HALF) * 2 * USUAL;

    /// Creates a master on a clock of `hertz`, with an `sclk` of at most 1 MHz.
    ///
    /// # Panics
    /// If `hertz` is not in [`SpiMaster::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        SpiMaster::with_sclk(hertz, USUAL)
    }

    /// Creates a master on a clock of `hertz`, with an `sclk` of at most `sclk` hertz.
    ///
    /// # Panics
    /// As [`SpiMaster::new`].
    pub fn with_sclk(hertz: u32, sclk: u32) -> Self {
        SpiMaster::new(hertz.div_ceil(2 * sclk).max(SHORTEST))
    }

    /// Creates a master whose `sclk` has a half period of `half` clocks.
    ///
    /// # Panics
    /// If `half` is less than 3 or does not fit the counter.
    pub fn new(half: u32) -> Self {
        assert!(
            (SHORTEST..=1 << HALF).contains(&half),
            "half a period of {half} clocks: {SHORTEST} to 2^{HALF} can be counted"
        );
        SpiMaster::given(Constant::new(u64::from(half - 1).into()))
    }
}

#[kernel]
impl<const HALF: usize> Logic for SpiMaster<HALF> {
    fn update(&mut self) {
        cipo_line.asynchronous = cipo;

        d.done = false;
        if q.busy {
            d.clocks = q.clocks + 1;
            if q.clocks == last_clock {
                d.clocks = 0;
                d.halves = q.halves + 1;
                // An even half period of a bit is low, and the odd one after it high.
                d.sclk = !q.halves.get_bit(0) & !q.halves.get_bit(4);
                if q.sclk {
                    d.shifted = cat(q.shifted.get_bits::<7>(0), cipo_line.synchronous);
                }
                if q.halves == LAST_BIT {
                    d.done = true;
                    d.busy = q.last;
                }
                if q.halves == HOLD {
                    d.selected = false;
                }
                if q.halves == REST {
                    d.busy = false;
                }
            }
        } else if start {
            d = SpiMasterState { halves: 0, last, selected: true, shifted: data, done: false, busy: true, ..q };
        }

        SpiMasterState { sclk, done, busy, .. } = q;
        cs_n = !q.selected;
        copi = q.shifted.get_bit(7);
        received = q.shifted;
    }
}

#[cfg(test)]
mod tests;
