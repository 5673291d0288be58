//! Sends a frame as bytes: flags, escapes and the check sequence.
//!
//! ```text
//! start       _/‾\______________________________ .. _____________
//! frame       ==X valid until busy is low ====== .. =============
//! busy        ___/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾\_____
//! ready       ‾‾‾‾‾‾‾‾‾\_________/‾‾‾\__________ .. ___/‾‾‾\_____   the transmitter takes a byte
//! strobe      ___/‾\_____________/‾\____________ .. ___/‾\_______
//! data (hex)  ___= 7E =X== 08 ======X= kind ==== .. === 7E ======
//! ```
//!
//! | port   | dir | width | meaning                                                              | initial |
//! |--------|-----|-------|----------------------------------------------------------------------|---------|
//! | clock  | in  | 1     | rising edge                                                          |         |
//! | frame  | in  | Frame | the frame; constant from `start` until `busy` is low                 |         |
//! | start  | in  | 1     | strobe: sends the frame; ignored while `busy`                        |         |
//! | ready  | in  | 1     | the transmitter takes a byte in this clock                           |         |
//! | data   | out | 8     | the byte for the transmitter, valid with `strobe`                    |         |
//! | strobe | out | 1     | gives `data` to the transmitter; high only with `ready`              | 0       |
//! | busy   | out | 1     | a frame is being sent                                                | 0       |
//!
//! Source: RFC 1662, sections 4.2 and C.2.

use rust_hdl::prelude::*;

use super::check_sequence::{CheckSequence, START};
use super::ports::Frame;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_link::{frame, wire};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    busy: Bit,
    /// The byte that comes next: 0 the opening flag, 1 to 9 the frame, 10 and 11 the check sequence, 12 the closing flag.
    place: Bits<4>,
    /// The escape before this byte has been sent.
    escaped: Bit,
    sum: Bits<16>,
}

const FLAG: u64 = wire::FLAG as u64;
const ESCAPE: u64 = wire::ESCAPE as u64;
const FLIP: u64 = wire::FLIP as u64;
const LENGTH: u64 = frame::LENGTH as u64;
/// The places of the flags.
const OPENING: u64 = 0;
const CLOSING: u64 = wire::BODY as u64 + 1;

#[derive(Circuit)]
pub struct FrameSender {
    pub clock: Signal<In, Clock>,
    pub frame: Signal<In, Frame>,
    pub start: Signal<In, Bit>,
    pub ready: Signal<In, Bit>,
    pub data: Signal<Out, Bits<8>>,
    pub strobe: Signal<Out, Bit>,
    pub busy: Signal<Out, Bit>,

    state: Register<State>,
    check: CheckSequence,

    /// The byte at the place, without an escape.
    plain: Signal<Local, Bits<8>>,
}

#[kernel]
impl Logic for FrameSender {
    fn update(&mut self) {
        self.choose();
        let in_body = (q.place != OPENING) & (q.place != CLOSING);
        let special = in_body & ((plain == FLAG) | (plain == ESCAPE));
        let escapes = special & !q.escaped;
        check = CheckSequence { sum_in: q.sum, data: plain };

        strobe = q.busy & ready;
        data = plain;
        if special {
            data = if q.escaped { plain ^ FLIP } else { ESCAPE };
        }
        if strobe {
            d.escaped = escapes;
            if !escapes {
                d.place = q.place + 1;
                d.sum = if q.place == OPENING { START } else { check.sum_out };
                // The check sequence itself is not part of the sum.
                if q.place > LENGTH + 1 {
                    d.sum = q.sum;
                }
                if q.place == CLOSING {
                    d.place = OPENING;
                    d.busy = false;
                }
            }
        }
        if start & !q.busy {
            d.busy = true;
        }
        busy = q.busy;
    }

    /// The byte at the place.
    fn choose(&mut self) {
        match q.place.index() {
            1 => plain = LENGTH,
            2 => plain = frame.kind,
            3 => plain = frame.sequence,
            4 => plain = frame.tag.get_bits::<8>(8),
            5 => plain = frame.tag.get_bits::<8>(0),
            6 => plain = frame.number,
            7 => plain = frame.check.get_bits::<8>(8),
            8 => plain = frame.check.get_bits::<8>(0),
            9 => plain = frame.argument,
            10 => plain = !q.sum.get_bits::<8>(0),
            11 => plain = !q.sum.get_bits::<8>(8),
            _ => plain = FLAG,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn the_bytes_are_those_of_the_protocol_whenever_the_transmitter_takes_them() {
        let mut random = Random::new(3);
        let mut circuit = Native::new(FrameSender::default());
        for _ in 0..300 {
            let mut byte = || (if random.once_in(2) { 0x7C + random.below(4) } else { random.below(256) }) as u8;
            let frame = tengen_link::Frame {
                kind: byte(),
                sequence: byte(),
                tag: u16::from_be_bytes([byte(), byte()]),
                number: byte(),
                check: u16::from_be_bytes([byte(), byte()]),
                argument: byte(),
            };
            circuit.drive_as("frame", Frame::from(frame));
            circuit.strobe("start");
            let mut sent = vec![];
            while circuit.read("busy") == 1 {
                circuit.drive("ready", random.below(2));
                // A second start has no effect.
                circuit.drive("start", u64::from(random.once_in(9)));
                circuit.settle();
                if circuit.read("strobe") == 1 {
                    sent.push(circuit.read("data") as u8);
                }
                circuit.step();
                circuit.drive("start", 0);
            }
            assert!(sent.iter().copied().eq(wire::encode(frame)), "{frame:x?} as {sent:x?}");
        }
    }
}
