//! Sends and receives the bits of a low-speed USB line: SYNC, NRZI, bit stuffing, the end of a packet, and CRC-16.
//!
//! ```text
//! send      _/‾\_______________________________________________________________
//! line      J J J J K J K J K J K K < bits of next_byte, lowest first > SE0 SE0 J
//! drive     ___/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\__
//! taken     _______________________/‾\___________ once for each byte ___________
//! sent      ________________________________________________________________/‾\_
//! ```
//!
//! | port       | dir | width | meaning                                                                      | initial |
//! |------------|-----|-------|------------------------------------------------------------------------------|---------|
//! | clock      | in  | 1     | rising edge                                                                  | –       |
//! | plus       | in  | 1     | D+, asynchronous                                                             | –       |
//! | minus      | in  | 1     | D-, asynchronous                                                             | –       |
//! | send       | in  | 1     | one clock while `free`: a packet begins                                      | –       |
//! | next_byte  | in  | 8     | the byte to send, read in each clock with `taken`                            | –       |
//! | more       | in  | 1     | there is one                                                                 | –       |
//! | check      | in  | 1     | a CRC-16 of all bytes after the first follows them                           | –       |
//! | keep_alive | in  | 1     | one clock while `free`: an end of packet alone, as each millisecond has one  | –       |
//! | reset      | in  | 1     | SE0 for as long as it is high                                                | –       |
//! | plus_out   | out | 1     | D+ while `drive`                                                             | 0       |
//! | minus_out  | out | 1     | D- while `drive`                                                             | 0       |
//! | drive      | out | 1     | the host drives both lines                                                   | 0       |
//! | free       | out | 1     | nothing is being sent                                                        | 1       |
//! | taken      | out | 1     | one clock: `next_byte` is being read                                         | 0       |
//! | sent       | out | 1     | one clock: the packet, or the end of packet, is over                         | 0       |
//! | receiving  | out | 1     | a packet comes: its SYNC has ended                                           | 0       |
//! | received   | out | 8     | its last byte, valid with `got`                                              | 0       |
//! | got        | out | 1     | one clock for each byte                                                      | 0       |
//! | ended      | out | 1     | one clock: the packet has ended                                              | 0       |
//! | whole      | out | 1     | with `ended`: it had whole bytes and no seven ones in a row                  | 0       |
//! | checked    | out | 1     | with `ended`: the CRC-16 at its end is right                                 | 0       |
//! | tick       | out | 1     | one clock in each bit                                                        | 0       |
//! | levels     | out | 2     | the lines, two clocks late: 0 D+, 1 D-                                       | 0       |
//!
//! Source: USB 2.0, chapter 7.1 and 8.3.5. At low speed J, the idle state, is D- high.
//!
//! A bit is `hertz` / 1.5 MHz clocks long, which need not be whole: `time` counts fractions, so that the rate is exact on
//! average, and an edge comes less than a clock late (40 ns at 25 MHz). A receiver samples in the middle between
//! edges, and each edge sets the time right. It waits for 0001, the end of a SYNC, since its beginning may be lost.

pub mod checks;

use std::ops::RangeInclusive;

use crate::director::SECOND;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::synchroniser::Synchroniser;

/// What the line is doing.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// The device may send.
    Listen,
    /// SYNC and the bytes.
    Bytes,
    /// The CRC.
    Check,
    /// Two bits of SE0.
    End,
    /// One bit of J.
    Rest,
    Reset,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct UsbLineState {
    phase: Phase,
    /// The part of this bit that is over.
    time: Bits<9>,
    tick: Bit,
    /// The lines a clock ago.
    before: Bits<2>,
    /// The last bit was sent, or received, as K.
    is_k: Bit,
    /// The byte: what is left to send in the lowest bits, or what was received in the highest.
    byte: Bits<8>,
    /// Bits of the byte, or of the CRC, that are over.
    place: Bits<4>,
    /// 0: the SYNC, 1: the packet identifier, 2: what the CRC is of.
    part: Bits<2>,
    /// Ones in a row.
    ones: Bits<3>,
    crc: Bits<16>,
    /// The last three bits while no packet comes.
    sync: Bits<3>,
    receiving: Bit,
    got: Bit,
    ended: Bit,
    whole: Bit,
    checked: Bit,
    sent: Bit,
    plus_out: Bit,
    minus_out: Bit,
    drive: Bit,
}

#[derive(Circuit)]
pub struct UsbLine {
    pub clock: Signal<In, Clock>,
    pub plus: Signal<In, Bit>,
    pub minus: Signal<In, Bit>,
    pub send: Signal<In, Bit>,
    pub next_byte: Signal<In, Bits<8>>,
    pub more: Signal<In, Bit>,
    pub check: Signal<In, Bit>,
    pub keep_alive: Signal<In, Bit>,
    pub reset: Signal<In, Bit>,
    pub plus_out: Signal<Out, Bit>,
    pub minus_out: Signal<Out, Bit>,
    pub drive: Signal<Out, Bit>,
    pub free: Signal<Out, Bit>,
    pub taken: Signal<Out, Bit>,
    pub sent: Signal<Out, Bit>,
    pub receiving: Signal<Out, Bit>,
    pub received: Signal<Out, Bits<8>>,
    pub got: Signal<Out, Bit>,
    pub ended: Signal<Out, Bit>,
    pub whole: Signal<Out, Bit>,
    pub checked: Signal<Out, Bit>,
    pub tick: Signal<Out, Bit>,
    pub levels: Signal<Out, Bits<2>>,

    lines: Synchroniser<Bits<2>>,
    state: Register<UsbLineState>,
    /// The length of a bit, its half, and what a clock adds.
    #[given]
    bit_length: Constant<Bits<9>>,
    #[given]
    half_bit: Constant<Bits<9>>,
    #[given]
    clock_part: Constant<Bits<9>>,
    /// The bit that is sent or received in this clock.
    level: Signal<Local, Bit>,
    /// It counts for the byte and the CRC; a stuffed bit does not.
    counts: Signal<Local, Bit>,
}

/// Low speed, in bits a second.
pub const RATE: u32 = 1_500_000;
/// The longest bit that `time` can count.
const LONGEST: u32 = 255;
/// Parts that a clock may be divided into.
const PARTS: u32 = 16;
/// Ones in a row before a zero is stuffed.
const MOST_ONES: u64 = 6;
/// CRC-16 as it is shifted to the right: x^16 + x^15 + x^2 + 1; and what is left of a packet with its CRC.
const GENERATOR: u64 = 0xA001;
const RESIDUAL: u64 = 0xB001;
/// SYNC, lowest bit first.
const SYNC: u64 = 0x80;

/// The parts of a bit and of a clock, whose quotient is nearest to the clocks in a bit.
fn parts(hertz: u32) -> (u32, u32) {
    let nearest = |clock: u32| (u64::from(hertz) * u64::from(clock) + u64::from(RATE) / 2) / u64::from(RATE);
    let wrong = |clock: u32| (nearest(clock) * u64::from(RATE)).abs_diff(u64::from(hertz) * u64::from(clock));
    // Errors are compared as fractions of the clock, so that 3 of 50 is not worse than 6 of 100.
    let possible = (1..=PARTS).filter(|clock| nearest(*clock) <= u64::from(LONGEST));
    let best = possible.min_by_key(|clock| wrong(*clock) * 720_720 / u64::from(*clock));
    let clock = best.expect("the slowest clock fits");
    (nearest(clock) as u32, clock)
}

impl UsbLine {
    /// The supported clock frequencies, in Hz: from eight clocks in a bit.
    pub const CLOCKS: RangeInclusive<u32> = 8 * RATE..=LONGEST * RATE;

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`UsbLine::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        assert!(UsbLine::CLOCKS.contains(&hertz), "{hertz} Hz: {:?}", UsbLine::CLOCKS);
        let (bit, clock) = parts(hertz);
        let constant = |number: u32| Constant::new(u64::from(number).into());
        UsbLine::given(constant(bit), constant(bit / 2), constant(clock))
    }
}

impl Default for UsbLine {
    fn default() -> Self {
        UsbLine::at(SECOND)
    }
}

#[kernel]
impl Logic for UsbLine {
    fn update(&mut self) {
        lines.asynchronous = cat(minus, plus);
        let now = lines.synchronous;
        let k = now == 1;
        let se0 = now == 0;
        d.before = now;

        let listens = q.phase == Phase::Listen;
        let moved = listens & (now != q.before);
        let later = q.time + clock_part;
        let over = (later >= bit_length) & !moved;
        d.time = if over { later - bit_length } else { later };
        if moved {
            d.time = half_bit;
        }
        d.tick = over;

        d.got = false;
        d.ended = false;
        d.sent = false;
        taken = false;
        counts = false;
        level = true;
        let stuffed = q.ones == MOST_ONES;
        // At the start of a byte, or after the last one.
        let fresh = (q.place == 0) & (q.part != 0);
        let checks = (q.phase == Phase::Check) | ((q.phase == Phase::Bytes) & fresh & !more);

        match q.phase {
            Phase::Listen => {
                if over & se0 {
                    d.receiving = false;
                    d.sync = 7;
                    d.is_k = false;
                    if q.receiving {
                        d.ended = true;
                        d.whole = (q.place == 0) & q.part.get_bit(1);
                        d.checked = q.crc == RESIDUAL;
                    }
                } else if over {
                    level = k == q.is_k;
                    d.is_k = k;
                    d.sync = cat(q.sync.get_bits::<2>(0), level);
                    if !q.receiving {
                        d.place = 0;
                        d.part = 1;
                        d.ones = 1;
                        d.receiving = (q.sync == 0) & level;
                    } else if stuffed {
                        d.ones = 0;
                        if level {
                            d.receiving = false;
                            d.sync = 7;
                            d.ended = true;
                            d.whole = false;
                        }
                    } else {
                        counts = true;
                        d.byte = cat(level, q.byte.get_bits::<7>(1));
                        d.got = q.place == 7;
                    }
                }
            }
            Phase::Bytes => {
                if over & stuffed {
                    d.is_k = !q.is_k;
                    d.ones = 0;
                } else if over & fresh & !more & !check {
                    d.place = 0;
                    d.phase = Phase::End;
                } else if over {
                    counts = true;
                    taken = fresh & more;
                    let bits = if taken { next_byte } else { q.byte };
                    level = if checks { !q.crc.get_bit(0) } else { bits.get_bit(0) };
                    d.byte = cat(false, bits.get_bits::<7>(1));
                    if checks {
                        d.phase = Phase::Check;
                    }
                }
            }
            Phase::Check => {
                if over & stuffed {
                    d.is_k = !q.is_k;
                    d.ones = 0;
                } else if over & (q.place == 0) {
                    d.phase = Phase::End;
                } else if over {
                    counts = true;
                    level = !q.crc.get_bit(0);
                }
            }
            Phase::End => {
                // The line is J from the first clock of the bit that follows.
                d.is_k = false;
                if over {
                    d.place = q.place + 1;
                    if q.place.get_bit(0) {
                        d.phase = Phase::Rest;
                    }
                }
            }
            Phase::Rest => {
                if over {
                    d.sent = true;
                    d.phase = Phase::Listen;
                }
            }
            Phase::Reset => {
                d.is_k = false;
                d.phase = Phase::Listen;
            }
        }

        if counts {
            d.ones = if level { q.ones + 1 } else { 0 };
            d.place = if !checks & (q.place == 7) { 0 } else { q.place + 1 };
            if (q.place == 7) & !q.part.get_bit(1) {
                d.part = q.part + 1;
            }
            if !listens & !level {
                d.is_k = !q.is_k;
            }
        }
        if !q.part.get_bit(1) {
            d.crc = 0xFFFF;
        } else if counts {
            let shifted = bit_cast::<16, 15>(q.crc.get_bits::<15>(1));
            d.crc = if !checks & (level != q.crc.get_bit(0)) { shifted ^ GENERATOR } else { shifted };
        }

        if listens & (send | keep_alive) {
            d.phase = if send { Phase::Bytes } else { Phase::End };
            d.time = 0;
            d.byte = SYNC;
            d.place = 0;
            d.part = 0;
            d.ones = 0;
            d.is_k = false;
        }
        if !listens {
            d.receiving = false;
            d.sync = 7;
        }
        if reset {
            d.phase = Phase::Reset;
        }

        let ends = (q.phase == Phase::End) | (q.phase == Phase::Reset);
        d.drive = !listens;
        d.plus_out = q.is_k & !ends;
        d.minus_out = !q.is_k & !ends;

        free = listens;
        received = q.byte;
        levels = now;
        UsbLineState { plus_out, minus_out, drive, sent, receiving, got, ended, whole, checked, tick, .. } = q;
    }
}
