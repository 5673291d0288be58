//! The words of the memory: the requests that make a USB device a keyboard in use, two reports, and the scan codes.
//!
//! | word        | bits 7 to 0                                       | bits 9 and 8               |
//! |-------------|---------------------------------------------------|----------------------------|
//! | 8 i + j     | byte j of request i                               | what takes its place, or 0 |
//! | 64 to 79    | two reports of eight bytes, written while it runs | 0                          |
//! | 120 + i     | the scan code of modifier i                       | bit 8: E0 goes before it   |
//! | 128 + usage | the scan code of a key; 0: it has none            | the same                   |
//!
//! Sources: USB 2.0, 9.3 and 9.4; HID 1.11, 7.1 and 7.2.

use rust_hdl::prelude::*;

use super::scan_codes::{MODIFIERS, ScanCode, scan_code};

/// A byte of a request that the device's descriptors tell: the configuration's number, or the interface's.
pub const CONFIGURATION_GIVEN: u64 = 1;
pub const INTERFACE_GIVEN: u64 = 2;

/// The parts of a request: bmRequestType, bRequest, wValue, wIndex, wLength.
struct Request {
    kind: u8,
    request: u8,
    value: u16,
    length: u8,
    /// What takes the place of the low byte of wValue, and of wIndex.
    value_given: u64,
    index_given: u64,
}

const TO_HOST: u8 = 0x80;
const CLASS: u8 = 0x20;
const INTERFACE: u8 = 0x01;

const GET_DESCRIPTOR: u8 = 6;
const SET_ADDRESS: u8 = 5;
const SET_CONFIGURATION: u8 = 9;
const SET_REPORT: u8 = 0x09;
const SET_IDLE: u8 = 0x0A;
const SET_PROTOCOL: u8 = 0x0B;

/// The high byte of wValue: the kind of a descriptor, or of a report.
const DEVICE: u16 = 0x0100;
const CONFIGURATION: u16 = 0x0200;
const REPORT: u16 = 0x2200;
const OUTPUT: u16 = 0x0200;

const fn plain(kind: u8, request: u8, value: u16, length: u8) -> Request {
    Request { kind, request, value, length, value_given: 0, index_given: 0 }
}

const fn to_interface(kind: u8, request: u8, value: u16, length: u8) -> Request {
    Request { index_given: INTERFACE_GIVEN, ..plain(kind | INTERFACE, request, value, length) }
}

/// In this order. Data that a device sends end with a packet that is not full: the lengths are no multiples of eight.
const REQUESTS: [Request; 8] = [
    plain(TO_HOST, GET_DESCRIPTOR, DEVICE, 18),
    plain(0, SET_ADDRESS, ADDRESS, 0),
    // All that there is.
    plain(TO_HOST, GET_DESCRIPTOR, CONFIGURATION, 255),
    Request { value_given: CONFIGURATION_GIVEN, ..plain(0, SET_CONFIGURATION, 0, 0) },
    // The boot protocol; reports only of changes. Nothing comes of the descriptor, but some devices report only when it
    // was read.
    to_interface(CLASS, SET_PROTOCOL, 0, 0),
    to_interface(CLASS, SET_IDLE, 0, 0),
    to_interface(TO_HOST, GET_DESCRIPTOR, REPORT, 255),
    to_interface(CLASS, SET_REPORT, OUTPUT, 1),
];

/// The device's address after the reset and [`ADDRESSED`].
const ADDRESS: u16 = 1;
/// The request after which the device has it.
pub const ADDRESSED: u64 = 1;
/// The request whose answer tells the interface and the endpoint.
pub const DESCRIBED: u64 = 2;
/// The first that a device may refuse.
pub const OPTIONAL: u64 = 4;
/// The one that sets the lights, which is the last.
pub const LIGHTS: u64 = REQUESTS.len() as u64 - 1;
/// The byte that tells the direction.
pub const DIRECTION: u64 = 0;

/// The width of an address.
pub const WIDTH: usize = 8;
/// The upper four bits of the addresses of reports: {half, place} follows.
pub const REPORTS: u64 = 0b0100;
/// A modifier has this, and its number in three bits, as its key. Its scan code is at this address but for the highest
/// bit, which is 1 for other keys only.
pub const MODIFIER: u64 = 0b11111;

impl Request {
    fn words(&self) -> [u64; 8] {
        let [low, high] = self.value.to_le_bytes();
        let mut words = [self.kind, self.request, low, high, 0, 0, self.length, 0].map(u64::from);
        words[2] |= self.value_given << 8;
        words[4] |= self.index_given << 8;
        words
    }
}

/// The words that the memory starts with.
pub fn words() -> Vec<Bits<10>> {
    const HALF: usize = 1 << (WIDTH - 1);
    let word = |code: ScanCode| u64::from(code.extended) << 8 | u64::from(code.code);
    let mut words: Vec<u64> = REQUESTS.iter().flat_map(Request::words).collect();
    words.resize(HALF - MODIFIERS.len(), 0);
    words.extend(MODIFIERS.map(word));
    words.extend((0..HALF as u8).map(|usage| scan_code(usage).map_or(0, word)));
    words.into_iter().map(Bits::from).collect()
}
