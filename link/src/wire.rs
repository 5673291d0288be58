//! Frames as bytes on the line: the framing of RFC 1662 (PPP in HDLC-like framing), sections 4.2 and C.2.
//!
//! ```text
//! 7E | the frame's nine bytes | check sequence, low byte first | 7E
//!      \______ 7E and 7D are sent as 7D and the byte xor 20 ______/
//! ```
//!
//! One flag may end a frame and begin the next. The check sequence is the 16-bit FCS of RFC 1662, known as CRC-16/X-25.

use crate::frame::{Frame, LENGTH};

/// Begins and ends a frame.
pub const FLAG: u8 = 0x7E;
/// The next byte has been changed by [`FLIP`].
pub const ESCAPE: u8 = 0x7D;
pub const FLIP: u8 = 0x20;

/// The generator x^16 + x^12 + x^5 + 1, its lowest power on the left.
pub const FCS_GENERATOR: u16 = 0x8408;
pub const FCS_START: u16 = 0xFFFF;
/// What remains after a frame and its check sequence.
pub const FCS_GOOD: u16 = 0xF0B8;

/// Bytes between the flags, without escapes.
pub const BODY: usize = LENGTH as usize + 3;
/// The most bytes that a frame takes on the line.
pub const MOST: usize = 2 * BODY + 2;

/// Adds a byte to a check sequence.
pub fn fcs(before: u16, byte: u8) -> u16 {
    (0..8).fold(before ^ u16::from(byte), |sum, _| {
        (sum >> 1) ^ ((sum & 1) * FCS_GENERATOR)
    })
}

/// The bytes between the flags, without escapes.
fn body(frame: Frame) -> [u8; BODY] {
    let mut body = [0; BODY];
    body[..=LENGTH as usize].copy_from_slice(&frame.to_bytes());
    let check = !body[..=LENGTH as usize].iter().copied().fold(FCS_START, fcs);
    body[BODY - 2..].copy_from_slice(&check.to_le_bytes());
    body
}

/// The bytes of a frame on the line, flags included.
pub fn encode(frame: Frame) -> impl Iterator<Item = u8> {
    let escaped = body(frame).into_iter().flat_map(|byte| match byte {
        FLAG | ESCAPE => [Some(ESCAPE), Some(byte ^ FLIP)],
        byte => [Some(byte), None],
    });
    [Some(FLAG)].into_iter().chain(escaped).chain([Some(FLAG)]).flatten()
}

/// Finds frames among the bytes of a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decoder {
    body: [u8; BODY],
    /// Bytes since the last flag; one more than fit means too many.
    count: usize,
    escaped: bool,
    sum: u16,
}

/// Bytes between two flags that are no frame: their check sequence or their length is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl Default for Decoder {
    fn default() -> Self {
        Decoder { body: [0; BODY], count: 0, escaped: false, sum: FCS_START }
    }
}

impl Decoder {
    /// Takes the next byte. The flag at the end of a frame gives the frame, or tells that it is damaged.
    pub fn push(&mut self, byte: u8) -> Option<Result<Frame, Damaged>> {
        if byte == FLAG {
            let ended = core::mem::take(self);
            return (ended.count > 0).then(|| ended.frame().ok_or(Damaged));
        }
        if byte == ESCAPE {
            self.escaped = true;
            return None;
        }
        let byte = if core::mem::take(&mut self.escaped) { byte ^ FLIP } else { byte };
        if let Some(place) = self.body.get_mut(self.count) {
            *place = byte;
        }
        self.count = (self.count + 1).min(BODY + 1);
        self.sum = fcs(self.sum, byte);
        None
    }

    fn frame(&self) -> Option<Frame> {
        if self.count != BODY || self.escaped || self.sum != FCS_GOOD {
            return None;
        }
        Frame::from_bytes(core::array::from_fn(|at| self.body[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_sequence_is_the_published_one() {
        // The check value of CRC-16/X-25 in the catalogue of parametrised CRC algorithms.
        assert_eq!(!b"123456789".iter().copied().fold(FCS_START, fcs), 0x906E);
    }

    #[test]
    fn frames_arrive_as_they_were_sent() {
        let mut random = fastrand::Rng::with_seed(36);
        let mut decoder = Decoder::default();
        for _ in 0..20_000 {
            // Bytes that need an escape are frequent.
            let mut byte = || if random.bool() { random.u8(0x7C..0x80) } else { random.u8(..) };
            let frame = Frame {
                kind: byte(),
                sequence: byte(),
                tag: u16::from_be_bytes([byte(), byte()]),
                number: byte(),
                check: u16::from_be_bytes([byte(), byte()]),
                argument: byte(),
            };
            let mut found = None;
            let mut bytes = 0;
            for byte in encode(frame) {
                assert_eq!(found, None);
                found = decoder.push(byte);
                bytes += 1;
            }
            assert_eq!(found, Some(Ok(frame)));
            assert!(bytes <= MOST);
        }
    }

    #[test]
    fn every_damage_of_up_to_three_bits_is_found() {
        let frame = Frame { kind: 4, sequence: 9, tag: 0x1234, number: 7, check: 0xBEEF, argument: 0x77 };
        let mut sent = [0; BODY];
        sent.iter_mut()
            .zip(encode(frame).skip(1))
            .for_each(|(place, byte)| *place = byte);
        let bits = BODY * 8;
        let flip = |damaged: &mut [u8; BODY], bit: usize| damaged[bit / 8] ^= 1 << (bit % 8);
        for first in 0..bits {
            for second in first..bits {
                for third in second..bits {
                    let mut damaged = sent;
                    [first, second, third]
                        .into_iter()
                        .for_each(|bit| flip(&mut damaged, bit));
                    let mut decoder = Decoder::default();
                    // A damaged byte may look like a flag; then neither half is a frame.
                    for byte in damaged.into_iter().chain([FLAG]) {
                        if let Some(Ok(found)) = decoder.push(byte) {
                            assert_eq!(damaged, sent, "{found:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn random_bytes_are_no_frames() {
        // Between two flags there are eleven bytes in one of 270 cases; then the length must be right too.
        let mut random = fastrand::Rng::with_seed(7);
        let mut decoder = Decoder::default();
        let (mut damaged, mut frames) = (0, 0);
        for _ in 0..1_000_000 {
            match decoder.push(random.u8(..)) {
                Some(Ok(_)) => frames += 1,
                Some(Err(Damaged)) => damaged += 1,
                None => {}
            }
        }
        assert_eq!(frames, 0);
        assert!(damaged > 3_000, "{damaged}");
    }
}
