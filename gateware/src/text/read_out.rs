//! The changing values on the bring-up page: gives the glyph for a placeholder in its texts. Combinational.
//!
//! | port     | dir | width    | meaning                                  |
//! |----------|-----|----------|------------------------------------------|
//! | readings | in  | Readings | the values to show, see [`Readings`]     |
//! | place    | in  | 5        | the number of the placeholder, see below |
//! | glyph    | out | 6        | a glyph of the font                      |
//!
//! | place    | shows                                                                                                 |
//! |----------|-------------------------------------------------------------------------------------------------------|
//! | 0 to 15  | the sixteen hexadecimal digits of the scan codes, the oldest first; a dot for a code not yet received |
//! | 16, 17   | the two hexadecimal digits of the count of bad frames                                                 |
//! | 18, 19   | the two hexadecimal digits of the last byte from the serial line                                      |
//! | 20, 21   | the two hexadecimal digits of the count of its errors                                                 |
//! | 22       | the arrow in which the board leans; a dot in the dead zone                                            |
//! | 23       | how far it leans, 0 to 7; a dash without a sensor                                                     |
//! | 24 to 28 | the buttons up, down, left, right, centre: a disc while pressed, else a ring                          |
//! | 29, 30   | a USB device: -- none, two dots while it is asked, OK in use, NO if it is no low-speed keyboard       |

use rust_hdl::prelude::*;

use crate::keyboard::key::Key;
use crate::usb::UsbState;
use crate::video::font;
use crate::{Circuit, LogicStruct, kernel};

/// The first place of the scan codes.
pub const CODES: u64 = 0;
/// The first place of the count of bad frames.
pub const ERRORS: u64 = 16;
/// The first place of the serial line's last byte, and of the count of its errors.
pub const LINE_BYTE: u64 = 18;
pub const LINE_ERRORS: u64 = 20;
/// The places of the tilt's direction and level.
pub const TILT_DIRECTION: u64 = 22;
pub const TILT_LEVEL: u64 = 23;
/// The first place of the buttons.
pub const BUTTONS: u64 = 24;
/// The first place of the USB device.
pub const USB: u64 = 29;

/// The changing values on the bring-up page.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Readings {
    /// The keyboard's last eight bytes: the older four.
    pub older: Bits<32>,
    /// The newer four, the newest in the low byte.
    pub newer: Bits<32>,
    /// How many of these were received.
    pub count: Bits<4>,
    /// The number of bad frames.
    pub errors: Bits<8>,
    /// The last byte from the serial line, and the number of its errors.
    pub line_byte: Bits<8>,
    pub line_errors: Bits<8>,
    /// The tilt of the board.
    pub tilt: Lean,
    /// The pressed buttons: up, down, left, right, centre from bit 0.
    pub down: Bits<5>,
    /// The USB keyboard.
    pub usb: UsbState,
}

/// How a board leans.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Lean {
    /// A sensor answers.
    pub present: Bit,
    /// Up, Down, Left or Right; None in the dead zone.
    pub direction: Key,
    /// 0 in the dead zone, up to 7.
    pub level: Bits<3>,
}

/// The code of a character in six bits.
fn glyph(character: char) -> u64 {
    font::glyph(character).map_or(0, u64::from) & 63
}

#[derive(Circuit)]
pub struct ReadOut {
    pub readings: Signal<In, Readings>,
    pub place: Signal<In, Bits<5>>,
    pub glyph: Signal<Out, Bits<6>>,

    quarter: Signal<Local, Bits<16>>,
    pair: Signal<Local, Bits<8>>,
    digit: Signal<Local, Bits<4>>,

    #[init(glyph('0'))]
    digit_0: Constant<Bits<6>>,
    /// The glyph of A minus 10, the value of that digit.
    #[init(glyph('A').wrapping_sub(10) & 63)]
    before_letters: Constant<Bits<6>>,
    #[init(glyph('·'))]
    dot: Constant<Bits<6>>,
    #[init(glyph('-'))]
    dash: Constant<Bits<6>>,
    #[init(glyph('K'))]
    letter_k: Constant<Bits<6>>,
    #[init(glyph('N'))]
    letter_n: Constant<Bits<6>>,
    #[init(glyph('O'))]
    letter_o: Constant<Bits<6>>,
    #[init(glyph('↑'))]
    upwards: Constant<Bits<6>>,
    #[init(glyph('↓'))]
    downwards: Constant<Bits<6>>,
    #[init(glyph('←'))]
    leftwards: Constant<Bits<6>>,
    #[init(glyph('→'))]
    rightwards: Constant<Bits<6>>,
    #[init(glyph('○'))]
    ring: Constant<Bits<6>>,
    #[init(glyph('●'))]
    disc: Constant<Bits<6>>,
}

#[kernel]
impl Logic for ReadOut {
    fn update(&mut self) {
        // Selects the place's digit: first the half of the codes, then the quarter, the byte and the digit.
        let half = if place.get_bit(3) { readings.newer } else { readings.older };
        quarter = if place.get_bit(2) { half.get_bits::<16>(0) } else { half.get_bits::<16>(16) };
        pair = if place.get_bit(1) { quarter.get_bits::<8>(0) } else { quarter.get_bits::<8>(8) };
        if place.get_bit(4) {
            match place.get_bits::<2>(1).index() {
                0 => pair = readings.errors,
                1 => pair = readings.line_byte,
                2 => pair = readings.line_errors,
                _ => pair = bit_cast::<8, 3>(readings.tilt.level),
            }
        }
        digit = if place.get_bit(0) { pair.get_bits::<4>(0) } else { pair.get_bits::<4>(4) };
        // The number of the place's code, from 0 for the oldest, plus the number of codes received: at least eight if
        // this code was received.
        let reach = bit_cast::<4, 3>(place.get_bits::<3>(1)) + readings.count;

        glyph = if digit > 9 { before_letters + bit_cast::<6, 4>(digit) } else { digit_0 + bit_cast::<6, 4>(digit) };
        if !place.get_bit(4) & !reach.get_bit(3) {
            glyph = dot;
        }
        if place == TILT_LEVEL {
            glyph = if readings.tilt.present { glyph } else { dash };
        }
        if place == TILT_DIRECTION {
            match readings.tilt.direction {
                Key::Up => glyph = upwards,
                Key::Down => glyph = downwards,
                Key::Left => glyph = leftwards,
                Key::Right => glyph = rightwards,
                _ => glyph = dot,
            }
        }
        if place >= USB {
            let second = !place.get_bit(0);
            match readings.usb {
                UsbState::Absent => glyph = dash,
                UsbState::Starting => glyph = dot,
                UsbState::Ready => glyph = if second { letter_k } else { letter_o },
                UsbState::Refused => glyph = if second { letter_o } else { letter_n },
            }
        } else if place.get_bits::<2>(3).all() {
            glyph = if readings.down.get_bit(place.get_bits::<3>(0).index()) { disc } else { ring };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// The characters at `count` places, from `first` on.
    fn read(readings: Readings, first: u64, count: u64) -> String {
        let mut read_out = Native::new(ReadOut::default());
        read_out.circuit.readings.next = readings;
        (first..first + count)
            .map(|number| {
                read_out.drive("place", number);
                read_out.settle();
                font::characters()
                    .nth(read_out.read("glyph") as usize - 1)
                    .expect("a glyph with a drawing")
            })
            .collect()
    }

    #[test]
    fn the_codes_that_have_come_are_read_from_the_oldest() {
        let codes = 0x0123_4567_89AB_CDEF_u64;
        for come in 0..=8 {
            let readings = Readings {
                older: (codes >> 32).into(),
                newer: (codes & 0xFFFF_FFFF).into(),
                count: (come as u64).into(),
                ..Readings::default()
            };
            let missing = 16 - 2 * come;
            let expected = "·".repeat(missing) + &format!("{codes:016X}")[missing..];
            assert_eq!(read(readings, CODES, 16), expected);
        }
    }

    #[test]
    fn bad_frames_are_counted_in_two_digits() {
        for errors in 0..256u64 {
            let readings = Readings { errors: errors.into(), ..Readings::default() };
            assert_eq!(read(readings, ERRORS, 2), format!("{errors:02X}"));
        }
    }

    #[test]
    fn the_line_has_a_byte_and_a_count() {
        for byte in 0..256u64 {
            let [line_byte, line_errors] = [byte, 255 - byte].map(Bits::from);
            let readings = Readings { line_byte, line_errors, ..Readings::default() };
            assert_eq!(read(readings, LINE_BYTE, 2), format!("{byte:02X}"));
            assert_eq!(read(readings, LINE_ERRORS, 2), format!("{:02X}", 255 - byte));
        }
    }

    #[test]
    fn the_tilt_has_an_arrow_and_a_level() {
        let mut lean = Lean::default();
        let shown = |tilt| read(Readings { tilt, ..Readings::default() }, TILT_DIRECTION, 2);
        assert_eq!(shown(lean), "·-");
        lean.present = true;
        let directions = [Key::None, Key::Up, Key::Down, Key::Left, Key::Right];
        for ((direction, arrow), level) in directions.into_iter().zip("·↑↓←→".chars()).zip(0..) {
            lean = Lean { direction, level: (level as u64).into(), ..lean };
            assert_eq!(shown(lean), format!("{arrow}{level}"));
        }
    }

    #[test]
    fn each_button_has_its_place() {
        for down in 0..32u64 {
            let readings = Readings { down: down.into(), ..Readings::default() };
            let expected: String = (0..5)
                .map(|button| if down >> button & 1 == 1 { '●' } else { '○' })
                .collect();
            assert_eq!(read(readings, BUTTONS, 5), expected);
        }
    }

    #[test]
    fn a_usb_device_is_there_or_not_in_use_or_refused() {
        for (usb, expected) in [
            (UsbState::Absent, "--"),
            (UsbState::Starting, "··"),
            (UsbState::Ready, "OK"),
            (UsbState::Refused, "NO"),
        ] {
            assert_eq!(read(Readings { usb, ..Readings::default() }, USB, 2), expected);
        }
    }
}
