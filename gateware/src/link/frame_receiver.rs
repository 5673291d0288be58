//! Finds frames among the bytes of a line.
//!
//! ```text
//! data (hex)    = 7E =X 08 .. 77 XFCSXFCSX 7E =========   flag, nine bytes, check sequence, flag
//! strobe        _/‾\__/‾\ .. /‾\_/‾\_/‾\_/‾\___________
//! frame_strobe  ______ .. ______________________/‾\____   the clock after the flag
//! frame         ______ .. __ filled byte by byte ======   held until the next frame begins
//! ```
//!
//! | port         | dir | width | meaning                                                          | initial |
//! |--------------|-----|-------|------------------------------------------------------------------|---------|
//! | clock        | in  | 1     | rising edge                                                      |         |
//! | data         | in  | 8     | a byte from the line, valid with `strobe`                        |         |
//! | strobe       | in  | 1     | one clock for each byte, in every clock at most                  |         |
//! | frame        | out | Frame | the frame, valid with `frame_strobe`                             | 0       |
//! | frame_strobe | out | 1     | one clock: a whole frame has come                                | 0       |
//! | damaged      | out | 1     | one clock: what came between two flags is no frame               | 0       |
//!
//! **Faults.** Bytes between two flags are dropped if there are more or fewer than eleven, if the first is not the
//! length, or if the check sequence is wrong. Two flags with nothing between them are no fault. A lost or inserted flag
//! spoils one frame; the next flag begins anew.
//!
//! Source: RFC 1662, sections 4.2 and C.2.

use rust_hdl::prelude::*;

use super::check_sequence::{CheckSequence, GOOD, START};
use super::ports::Frame;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_link::{frame, wire};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    /// Bytes since the flag; one more than fit means too many.
    count: Bits<4>,
    /// The next byte has been changed.
    escaped: Bit,
    sum: Bits<16>,
    /// The first byte is the length of a frame.
    sized: Bit,
    strobe: Bit,
    damaged: Bit,
}

const FLAG: u64 = wire::FLAG as u64;
const ESCAPE: u64 = wire::ESCAPE as u64;
const FLIP: u64 = wire::FLIP as u64;
const LENGTH: u64 = frame::LENGTH as u64;
/// Bytes between the flags of a frame.
const BODY: u64 = wire::BODY as u64;

#[derive(Circuit)]
pub struct FrameReceiver {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bits<8>>,
    pub strobe: Signal<In, Bit>,
    pub frame: Signal<Out, Frame>,
    pub frame_strobe: Signal<Out, Bit>,
    pub damaged: Signal<Out, Bit>,

    #[init(State { sum: START.into(), ..State::default() })]
    state: Register<State>,
    fields: Register<Frame>,
    check: CheckSequence,
}

#[kernel]
impl Logic for FrameReceiver {
    fn update(&mut self) {
        let plain = if q.escaped { data ^ FLIP } else { data };
        let whole = (q.count == BODY) & q.sized & (q.sum == GOOD) & !q.escaped;
        check = CheckSequence { sum_in: q.sum, data: plain };
        d.strobe = false;
        d.damaged = false;
        if strobe {
            if data == FLAG {
                d.strobe = whole;
                d.damaged = q.count.any() & !whole;
                d.count = 0;
                d.escaped = false;
                d.sum = START;
            } else if data == ESCAPE {
                d.escaped = true;
            } else {
                d.escaped = false;
                d.sum = check.sum_out;
                if q.count <= BODY {
                    d.count = q.count + 1;
                }
                match q.count.index() {
                    0 => d.sized = plain == LENGTH,
                    1 => fields.d.kind = plain,
                    2 => fields.d.sequence = plain,
                    3 => fields.d.tag = cat(plain, fields.q.tag.get_bits::<8>(0)),
                    4 => fields.d.tag = cat(fields.q.tag.get_bits::<8>(8), plain),
                    5 => fields.d.number = plain,
                    6 => fields.d.check = cat(plain, fields.q.check.get_bits::<8>(0)),
                    7 => fields.d.check = cat(fields.q.check.get_bits::<8>(8), plain),
                    8 => fields.d.argument = plain,
                    _ => {}
                }
            }
        }
        frame = fields.q;
        frame_strobe = q.strobe;
        damaged = q.damaged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_link::wire::{Damaged, Decoder, encode};
    use tengen_sim::{ByName, Engine, Native, Random};

    /// Gives the circuit and the protocol's decoder the same bytes, with a few clocks between them; both must find the
    /// same. Returns how many frames they found, and how much was damaged.
    fn compare(bytes: impl IntoIterator<Item = u8>, random: &mut Random) -> [u32; 2] {
        let mut circuit = Native::new(FrameReceiver::default());
        let mut decoder = Decoder::default();
        let mut counts = [0; 2];
        for byte in bytes {
            circuit.drive("data", u64::from(byte));
            circuit.strobe("strobe");
            let expected = decoder.push(byte);
            assert_eq!(circuit.read("frame_strobe"), u64::from(matches!(expected, Some(Ok(_)))));
            assert_eq!(circuit.read("damaged"), u64::from(expected == Some(Err(Damaged))));
            if let Some(Ok(frame)) = expected {
                assert_eq!(tengen_link::Frame::from(circuit.circuit.frame.val()), frame);
                counts[0] += 1;
            }
            counts[1] += u32::from(expected == Some(Err(Damaged)));
            for _ in 0..random.below(3) {
                circuit.step();
                assert_eq!(circuit.read("frame_strobe") + circuit.read("damaged"), 0);
            }
        }
        counts
    }

    fn frame(random: &mut Random) -> tengen_link::Frame {
        // Bytes that need an escape are frequent.
        let mut byte = || (if random.once_in(2) { 0x7C + random.below(4) } else { random.below(256) }) as u8;
        tengen_link::Frame {
            kind: byte(),
            sequence: byte(),
            tag: u16::from_be_bytes([byte(), byte()]),
            number: byte(),
            check: u16::from_be_bytes([byte(), byte()]),
            argument: byte(),
        }
    }

    #[test]
    fn whole_frames_are_found() {
        let mut random = Random::new(1);
        let frames: Vec<_> = (0..300).map(|_| frame(&mut random)).collect();
        assert_eq!(compare(frames.into_iter().flat_map(encode), &mut random), [300, 0]);
    }

    #[test]
    fn of_damaged_ones_the_same_are_found_as_by_the_protocol() {
        let mut random = Random::new(2);
        let mut bytes = vec![];
        for _ in 0..600 {
            for byte in encode(frame(&mut random)) {
                match random.below(60) {
                    0 => {}
                    1 => bytes.extend([byte, byte]),
                    2 => bytes.push(byte ^ 1 << random.below(8)),
                    3 => bytes.extend([random.below(256) as u8, byte]),
                    4 => bytes.extend([0x7D, 0x7E, byte]),
                    _ => bytes.push(byte),
                }
            }
        }
        let [frames, damaged] = compare(bytes, &mut random);
        assert!(frames > 100 && damaged > 300, "{frames} {damaged}");
    }
}
