//! Carries out one transaction with a low-speed USB device: a token, data one way, a handshake the other.
//!
//! ```text
//! start    _/‾\___________________________________________________________________________
//! Setup       < SETUP token >  < DATA0, 8 bytes, CRC >      [ ACK ]
//! Out         < OUT token   >  < DATA0 or 1, CRC     >      [ ACK, NAK or STALL ]
//! In          < IN token    >      [ DATA0 or 1, CRC ]  < ACK >       or [ NAK or STALL ]
//! done     _____________________________________________________________________________/‾\_
//!             < by the host >  [ by the device ]
//! ```
//!
//! | port       | dir | width   | meaning                                                                     | initial |
//! |------------|-----|---------|-----------------------------------------------------------------------------|---------|
//! | clock      | in  | 1       | rising edge                                                                 | –       |
//! | plus       | in  | 1       | D+, asynchronous                                                            | –       |
//! | minus      | in  | 1       | D-, asynchronous                                                            | –       |
//! | frame      | in  | 1       | one clock each millisecond: keeps the device awake; what goes on has failed | –       |
//! | reset      | in  | 1       | resets the device for as long as it is high                                 | –       |
//! | start      | in  | 1       | one clock while `idle`                                                      | –       |
//! | kind       | in  | Kind    | what is to be done; as all inputs below it stays until `done`               | –       |
//! | address    | in  | 1       | the device's address, 0 or 1                                                | –       |
//! | endpoint   | in  | 4       | its endpoint                                                                | –       |
//! | toggle     | in  | 1       | DATA1 is sent, or is expected                                               | –       |
//! | size       | in  | 4       | bytes to send, 0 to 8                                                       | –       |
//! | next_byte  | in  | 8       | byte number `index`, within 16 clocks                                       | –       |
//! | plus_out   | out | 1       | D+ while `drive`                                                            | 0       |
//! | minus_out  | out | 1       | D- while `drive`                                                            | 0       |
//! | drive      | out | 1       | the host drives both lines                                                  | 0       |
//! | levels     | out | 2       | the lines, two clocks late: 0 D+, 1 D-                                      | 0       |
//! | tick       | out | 1       | one clock in each bit                                                       | 0       |
//! | idle       | out | 1       | a transaction may start                                                     | 1       |
//! | index      | out | 4       | the number of the byte to send                                              | 0       |
//! | received   | out | 8       | a byte of the data, valid with `got`                                        | 0       |
//! | got        | out | 1       | one clock for each of at most eight bytes that have the expected toggle     | 0       |
//! | length     | out | 4       | how many there were, without the CRC                                        | 0       |
//! | as_toggled | out | 1       | the data had the expected toggle; if not, they were there before            | 0       |
//! | done       | out | 1       | one clock: it is over                                                       | 0       |
//! | outcome    | out | Outcome | how, valid with `done`                                                      | Failed  |
//!
//! Source: USB 2.0, chapter 8. Data with a wrong CRC are not acknowledged, so the device sends them again. Data with
//! the wrong toggle are acknowledged and are no news: the device has missed the ACK before. The bytes come out before
//! their CRC is known; with `outcome` Failed they must be forgotten.

pub mod checks;

use std::ops::RangeInclusive;

use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::memory::Table;

use super::usb_line::UsbLine;

/// What a transaction does.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Kind {
    Setup,
    In,
    Out,
}

/// How it has ended.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Outcome {
    /// No answer, or one that was not understood.
    Failed,
    /// The data were taken.
    Acknowledged,
    /// The device has nothing yet, or cannot take it yet.
    Busy,
    /// It refuses.
    Stalled,
}

/// What goes on.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Stage {
    Idle,
    Token,
    /// Before the data.
    Gap,
    Data,
    /// For the device to begin.
    Wait,
    Answer,
    /// Before the ACK.
    Turn,
    Ack,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct UsbTransactionState {
    stage: Stage,
    /// Bits in this stage.
    bits: Bits<5>,
    /// Bytes of this packet so far; after the data's identifier, `index` counts.
    piece: Bits<2>,
    index: Bits<4>,
    /// The identifier of the answer.
    identifier: Bits<8>,
    /// Bytes of the answer after its identifier, the CRC among them.
    bytes: Bits<4>,
    as_toggled: Bit,
    got: Bit,
    done: Bit,
    outcome: Outcome,
}

#[derive(Circuit)]
pub struct UsbTransaction {
    pub clock: Signal<In, Clock>,
    pub plus: Signal<In, Bit>,
    pub minus: Signal<In, Bit>,
    pub frame: Signal<In, Bit>,
    pub reset: Signal<In, Bit>,
    pub start: Signal<In, Bit>,
    pub kind: Signal<In, Kind>,
    pub address: Signal<In, Bit>,
    pub endpoint: Signal<In, Bits<4>>,
    pub toggle: Signal<In, Bit>,
    pub size: Signal<In, Bits<4>>,
    pub next_byte: Signal<In, Bits<8>>,
    pub plus_out: Signal<Out, Bit>,
    pub minus_out: Signal<Out, Bit>,
    pub drive: Signal<Out, Bit>,
    pub levels: Signal<Out, Bits<2>>,
    pub tick: Signal<Out, Bit>,
    pub idle: Signal<Out, Bit>,
    pub index: Signal<Out, Bits<4>>,
    pub received: Signal<Out, Bits<8>>,
    pub got: Signal<Out, Bit>,
    pub length: Signal<Out, Bits<4>>,
    pub as_toggled: Signal<Out, Bit>,
    pub done: Signal<Out, Bit>,
    pub outcome: Signal<Out, Outcome>,

    #[given]
    line: UsbLine,
    state: Register<UsbTransactionState>,
    /// The CRC of a token, as its byte has it, by {endpoint, address}.
    #[init(Table::new((0..32).map(token_check)))]
    checks: Table<Bits<5>, 5>,
    /// The identifier of the token, and of the data.
    token: Signal<Local, Bits<8>>,
    data: Signal<Local, Bits<8>>,
}

/// Packet identifiers: four bits and their complements (USB 2.0, table 8-1).
const OUT: u64 = 0xE1;
const IN: u64 = 0x69;
const SETUP: u64 = 0x2D;
const DATA0: u64 = 0xC3;
const DATA1: u64 = 0x4B;
const ACK: u64 = 0xD2;
const NAK: u64 = 0x5A;
const STALL: u64 = 0x1E;

/// Bits between a packet and the host's next one, before the bit of J with which that begins: the next K comes 2 to 7.5
/// bits after the packet.
const PAUSE: u64 = 3;
/// Bits for which an answer is waited for: 18, and the eight of its SYNC.
const PATIENCE: u64 = 26;
/// A packet has at most eight bytes and the two of the CRC.
const MOST: u64 = 8;
const CRC: u64 = 2;

/// The CRC-5 of a token: {endpoint, address} as eleven bits, lowest first, by x^5 + x^2 + 1, inverted, highest first.
fn token_check(to: u64) -> Bits<5> {
    const GENERATOR: u64 = 0b10100;
    let bits = (to >> 1) << 7 | to & 1;
    let check = (0..11).fold(0b11111, |check: u64, bit| match (bits >> bit ^ check) & 1 {
        0 => check >> 1,
        _ => check >> 1 ^ GENERATOR,
    });
    (check ^ 0b11111).into()
}

impl UsbTransaction {
    /// The supported clock frequencies, in Hz: those of [`UsbLine`].
    pub const CLOCKS: RangeInclusive<u32> = UsbLine::CLOCKS;

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`UsbTransaction::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        UsbTransaction::given(UsbLine::at(hertz))
    }
}

#[kernel]
impl Logic for UsbTransaction {
    fn update(&mut self) {
        data = if toggle { DATA1 } else { DATA0 };
        line = UsbLine {
            plus,
            minus,
            send: false,
            next_byte: data,
            more: q.piece == 0,
            check: false,
            keep_alive: false,
            reset,
        };
        checks.address = cat(endpoint, address);
        match kind {
            Kind::Setup => token = SETUP.into(),
            Kind::In => token = IN.into(),
            Kind::Out => token = OUT.into(),
        }

        d.done = false;
        d.got = false;
        let takes = kind == Kind::In;
        let answers = line.ended & line.whole;
        let is_data = (q.identifier == DATA0) | (q.identifier == DATA1);
        let paused = line.tick & (q.bits == PAUSE);
        if line.tick {
            d.bits = q.bits + 1;
        }
        if line.taken {
            d.piece = q.piece + 1;
        }

        match q.stage {
            Stage::Idle => {
                d.piece = 0;
                d.index = 0;
                d.bytes = 0;
                d.outcome = Outcome::Failed;
                if start & line.free {
                    line.send = true;
                    d.stage = Stage::Token;
                }
            }
            Stage::Token => {
                line.more = q.piece != 3;
                if q.piece == 0 {
                    line.next_byte = token;
                } else if q.piece == 1 {
                    line.next_byte = cat(endpoint.get_bit(0), bit_cast::<7, 1>(address.into()));
                } else {
                    line.next_byte = cat(checks.data, endpoint.get_bits::<3>(1));
                }
                if line.sent {
                    d.bits = 0;
                    d.piece = 0;
                    d.stage = if takes { Stage::Wait } else { Stage::Gap };
                }
            }
            Stage::Gap => {
                if paused {
                    line.send = true;
                    d.stage = Stage::Data;
                }
            }
            Stage::Data => {
                line.check = true;
                if q.piece != 0 {
                    line.next_byte = next_byte;
                    line.more = q.index != size;
                    d.piece = 1;
                    if line.taken {
                        d.index = q.index + 1;
                    }
                }
                if line.sent {
                    d.bits = 0;
                    d.stage = Stage::Wait;
                }
            }
            Stage::Wait => {
                d.piece = 0;
                if line.receiving {
                    d.stage = Stage::Answer;
                } else if line.tick & (q.bits == PATIENCE) {
                    d.done = true;
                    d.stage = Stage::Idle;
                }
            }
            Stage::Answer => {
                if line.got {
                    if q.piece == 0 {
                        d.piece = 1;
                        d.identifier = line.received;
                        d.as_toggled = takes & (line.received == data);
                    } else {
                        d.got = q.as_toggled & (q.bytes < MOST);
                        if q.bytes != 15 {
                            d.bytes = q.bytes + 1;
                        }
                    }
                }
                if line.ended {
                    d.bits = 0;
                    d.piece = 0;
                    d.done = true;
                    d.stage = Stage::Idle;
                }
                if answers {
                    if q.bytes == 0 {
                        if q.identifier == ACK {
                            d.outcome = if takes { Outcome::Failed } else { Outcome::Acknowledged };
                        } else if q.identifier == NAK {
                            d.outcome = Outcome::Busy;
                        } else if q.identifier == STALL {
                            d.outcome = Outcome::Stalled;
                        }
                    } else if takes & line.checked & is_data & (q.bytes >= CRC) & (q.bytes <= MOST + CRC) {
                        d.done = false;
                        d.outcome = Outcome::Acknowledged;
                        d.stage = Stage::Turn;
                    }
                }
            }
            Stage::Turn => {
                if paused {
                    line.send = true;
                    d.stage = Stage::Ack;
                }
            }
            Stage::Ack => {
                line.next_byte = ACK.into();
                if line.sent {
                    d.done = true;
                    d.stage = Stage::Idle;
                }
            }
        }

        if frame {
            line.keep_alive = true;
            if q.stage != Stage::Idle {
                d.done = true;
                d.outcome = Outcome::Failed;
                d.stage = Stage::Idle;
            }
        }

        plus_out = line.plus_out;
        minus_out = line.minus_out;
        drive = line.drive;
        levels = line.levels;
        tick = line.tick;
        idle = (q.stage == Stage::Idle) & line.free;
        received = line.received;
        length = if q.bytes < CRC { 0 } else { q.bytes - CRC };
        UsbTransactionState { index, got, as_toggled, done, outcome, .. } = q;
    }
}
