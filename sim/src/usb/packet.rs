//! Packets and their check sums (USB 2.0, 8.3 and 8.4).
//!
//! A packet identifier has four bits and their complements. A token has seven bits of address, four of endpoint and a
//! CRC of five; data have a CRC of sixteen. Everything is sent with its lowest bit first, a CRC with its highest.

/// A packet that a host or a device may send at low speed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packet {
    Setup {
        address: u8,
        endpoint: u8,
    },
    In {
        address: u8,
        endpoint: u8,
    },
    Out {
        address: u8,
        endpoint: u8,
    },
    /// DATA0, or DATA1 with `toggle`.
    Data {
        toggle: bool,
        bytes: Vec<u8>,
    },
    Ack,
    Nak,
    Stall,
}

const OUT: u8 = 0b0001;
const IN: u8 = 0b1001;
const SETUP: u8 = 0b1101;
const DATA0: u8 = 0b0011;
const DATA1: u8 = 0b1011;
const ACK: u8 = 0b0010;
const NAK: u8 = 0b1010;
const STALL: u8 = 0b1110;

/// The bits of a number, the lowest first.
fn bits_of(number: u32, count: u32) -> impl Iterator<Item = bool> {
    (0..count).map(move |bit| number >> bit & 1 == 1)
}

fn number_of(bits: &[bool]) -> u32 {
    bits.iter().rev().fold(0, |number, bit| number << 1 | u32::from(*bit))
}

/// The check sum of these bits by long division, as it is sent (USB 2.0, 8.3.5). `generator` is without its highest bit.
fn check_sum(bits: &[bool], width: u32, generator: u32) -> Vec<bool> {
    let mask = (1 << width) - 1;
    let remainder = bits.iter().fold(mask, |remainder, bit| {
        let out = remainder >> (width - 1) & 1 == 1;
        let shifted = remainder << 1 & mask;
        if out == *bit { shifted } else { shifted ^ generator }
    });
    (0..width).rev().map(|bit| remainder >> bit & 1 == 0).collect()
}

fn crc5(bits: &[bool]) -> Vec<bool> {
    check_sum(bits, 5, 0b00101)
}

fn crc16(bits: &[bool]) -> Vec<bool> {
    check_sum(bits, 16, 0b1000_0000_0000_0101)
}

impl Packet {
    /// The bits after the SYNC.
    pub fn bits(&self) -> Vec<bool> {
        let identifier = match self {
            Packet::Setup { .. } => SETUP,
            Packet::In { .. } => IN,
            Packet::Out { .. } => OUT,
            Packet::Data { toggle: false, .. } => DATA0,
            Packet::Data { toggle: true, .. } => DATA1,
            Packet::Ack => ACK,
            Packet::Nak => NAK,
            Packet::Stall => STALL,
        };
        let mut bits: Vec<bool> = bits_of(u32::from(identifier | !identifier << 4), 8).collect();
        match self {
            Packet::Setup { address, endpoint }
            | Packet::In { address, endpoint }
            | Packet::Out { address, endpoint } => {
                let to: Vec<bool> = bits_of(u32::from(*address) | u32::from(*endpoint) << 7, 11).collect();
                bits.extend(crc5(&to).iter().fold(to.clone(), |mut all, bit| {
                    all.push(*bit);
                    all
                }));
            }
            Packet::Data { bytes, .. } => {
                let payload: Vec<bool> = bytes.iter().flat_map(|byte| bits_of(u32::from(*byte), 8)).collect();
                bits.extend(payload.iter().copied().chain(crc16(&payload)));
            }
            _ => {}
        }
        bits
    }

    /// The packet with these bits.
    ///
    /// # Errors
    /// What is wrong with it, in a few words.
    pub fn of(bits: &[bool]) -> Result<Packet, &'static str> {
        if bits.len() < 8 || !bits.len().is_multiple_of(8) {
            return Err("not whole bytes");
        }
        let (head, rest) = bits.split_at(8);
        let identifier = number_of(&head[..4]);
        if identifier != number_of(&head[4..]) ^ 0b1111 {
            return Err("the identifier and its complement differ");
        }
        let token = || match rest.len() {
            16 if crc5(&rest[..11]) == rest[11..] => Ok((number_of(&rest[..7]) as u8, number_of(&rest[7..11]) as u8)),
            16 => Err("the CRC of a token"),
            _ => Err("the length of a token"),
        };
        let data = |toggle| match rest.len().checked_sub(16) {
            Some(end) if crc16(&rest[..end]) == rest[end..] => {
                let bytes = rest[..end].chunks(8).map(|byte| number_of(byte) as u8).collect();
                Ok(Packet::Data { toggle, bytes })
            }
            Some(_) => Err("the CRC of data"),
            None => Err("data without a CRC"),
        };
        let handshake = |packet| if rest.is_empty() { Ok(packet) } else { Err("the length of a handshake") };
        match identifier as u8 {
            SETUP => token().map(|(address, endpoint)| Packet::Setup { address, endpoint }),
            IN => token().map(|(address, endpoint)| Packet::In { address, endpoint }),
            OUT => token().map(|(address, endpoint)| Packet::Out { address, endpoint }),
            DATA0 => data(false),
            DATA1 => data(true),
            ACK => handshake(Packet::Ack),
            NAK => handshake(Packet::Nak),
            STALL => handshake(Packet::Stall),
            _ => Err("an unknown identifier"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes on the line.
    fn bytes(packet: &Packet) -> Vec<u32> {
        packet.bits().chunks(8).map(number_of).collect()
    }

    /// Examples of the USB Implementers Forum, "Cyclic Redundancy Checks in USB": tokens to address 0x15, endpoint 0xE, and
    /// 0x3A, 0xA, have 0b11101 and 0b00111; data 00 01 02 03 have the bits f75e, 23 45 67 89 have 7038.
    #[test]
    fn the_check_sums_are_the_published_ones() {
        let token = |address, endpoint| bytes(&Packet::Setup { address, endpoint })[2] >> 3;
        assert_eq!((token(0x15, 0xE), token(0x3A, 0xA)), (0b11101, 0b00111));
        let data = |data: [u8; 4]| {
            let bits: Vec<bool> = data.into_iter().flat_map(|byte| bits_of(u32::from(byte), 8)).collect();
            crc16(&bits).iter().fold(0, |sum, bit| sum << 1 | u32::from(*bit))
        };
        assert_eq!((data([0, 1, 2, 3]), data([0x23, 0x45, 0x67, 0x89])), (0xF75E, 0x7038));
    }

    #[test]
    fn a_packet_is_itself_again_and_none_with_a_bit_changed() {
        let to = |address, endpoint| (address, endpoint);
        let (address, endpoint) = to(1, 2);
        let packets = [
            Packet::Setup { address, endpoint: 0 },
            Packet::In { address, endpoint },
            Packet::Out { address: 0, endpoint },
            Packet::Data { toggle: false, bytes: vec![] },
            Packet::Data { toggle: true, bytes: vec![0x80, 6, 0, 1, 0, 0, 18, 0] },
            Packet::Ack,
            Packet::Nak,
            Packet::Stall,
        ];
        for packet in packets {
            let bits = packet.bits();
            assert_eq!(Packet::of(&bits), Ok(packet));
            for at in 0..bits.len() {
                let mut changed = bits.clone();
                changed[at] ^= true;
                assert!(Packet::of(&changed).is_err(), "bit {at}");
            }
        }
    }
}
