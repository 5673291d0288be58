//! The scan code of set 2 for each usage of a USB keyboard.
//!
//! Sources: HID Usage Tables 1.5, chapter 10; the codes of the second set in Microsoft, "Keyboard Scan Code
//! Specification", appendix C. Pause, which is a sequence of eight bytes, has none; Print Screen is sent without the
//! fake shift before it.

/// A key: its scan code, and whether E0 goes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScanCode {
    pub extended: bool,
    pub code: u8,
}

const fn plain(code: u8) -> Option<ScanCode> {
    Some(ScanCode { extended: false, code })
}

const fn extended(code: u8) -> Option<ScanCode> {
    Some(ScanCode { extended: true, code })
}

/// The usage of the first key in [`KEYS`], A. Those below are errors.
pub const FIRST: u8 = 0x04;
/// The usage of the left control key, the first in [`MODIFIERS`].
pub const FIRST_MODIFIER: u8 = 0xE0;

/// The keys from [`FIRST`] on.
#[rustfmt::skip]
pub const KEYS: [Option<ScanCode>; 98] = [
    // A to Z
    plain(0x1C), plain(0x32), plain(0x21), plain(0x23), plain(0x24), plain(0x2B), plain(0x34), plain(0x33), plain(0x43),
    plain(0x3B), plain(0x42), plain(0x4B), plain(0x3A), plain(0x31), plain(0x44), plain(0x4D), plain(0x15), plain(0x2D),
    plain(0x1B), plain(0x2C), plain(0x3C), plain(0x2A), plain(0x1D), plain(0x22), plain(0x35), plain(0x1A),
    // 1 to 9, 0
    plain(0x16), plain(0x1E), plain(0x26), plain(0x25), plain(0x2E), plain(0x36), plain(0x3D), plain(0x3E), plain(0x46),
    plain(0x45),
    // Enter, Escape, Backspace, Tab, space
    plain(0x5A), plain(0x76), plain(0x66), plain(0x0D), plain(0x29),
    // - = [ ] \ and the same key of other layouts, ; ' ` , . /
    plain(0x4E), plain(0x55), plain(0x54), plain(0x5B), plain(0x5D), plain(0x5D), plain(0x4C), plain(0x52), plain(0x0E),
    plain(0x41), plain(0x49), plain(0x4A),
    // Caps Lock, F1 to F12
    plain(0x58), plain(0x05), plain(0x06), plain(0x04), plain(0x0C), plain(0x03), plain(0x0B), plain(0x83), plain(0x0A),
    plain(0x01), plain(0x09), plain(0x78), plain(0x07),
    // Print Screen, Scroll Lock, Pause
    extended(0x7C), plain(0x7E), None,
    // Insert, Home, Page Up, Delete, End, Page Down; right, left, down, up
    extended(0x70), extended(0x6C), extended(0x7D), extended(0x71), extended(0x69), extended(0x7A), extended(0x74),
    extended(0x6B), extended(0x72), extended(0x75),
    // Num Lock; on the keypad / * - + Enter, 1 to 9, 0, the point
    plain(0x77), extended(0x4A), plain(0x7C), plain(0x7B), plain(0x79), extended(0x5A), plain(0x69), plain(0x72),
    plain(0x7A), plain(0x6B), plain(0x73), plain(0x74), plain(0x6C), plain(0x75), plain(0x7D), plain(0x70), plain(0x71),
    // The key beside the left shift, and the menu key
    plain(0x61), extended(0x2F),
];

/// Left control, shift, Alt, GUI; the same on the right.
pub const MODIFIERS: [ScanCode; 8] = [
    ScanCode { extended: false, code: 0x14 },
    ScanCode { extended: false, code: 0x12 },
    ScanCode { extended: false, code: 0x11 },
    ScanCode { extended: true, code: 0x1F },
    ScanCode { extended: true, code: 0x14 },
    ScanCode { extended: false, code: 0x59 },
    ScanCode { extended: true, code: 0x11 },
    ScanCode { extended: true, code: 0x27 },
];

/// The scan code of a usage, if it has one.
pub fn scan_code(usage: u8) -> Option<ScanCode> {
    match usage.checked_sub(FIRST_MODIFIER) {
        Some(modifier) => MODIFIERS.get(usize::from(modifier)).copied(),
        None => *KEYS.get(usize::from(usage.checked_sub(FIRST)?))?,
    }
}
