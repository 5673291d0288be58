//! The bring-up page, for first tests of a new board: decides when it is open, and collects its readings.
//!
//! ```text
//!  PowerOn --- buttons valid, centre up --> Closed <-------- F1, Esc, centre ----------+
//!     |                                       |                                        |
//!     |                                       F1                                       |
//!     |                                       v                                        |
//!     +------ buttons valid, centre down --> Opened ----------- centre up ----------> Open
//! ```
//!
//! | port     | dir | width    | meaning                                                          | initial |
//! |----------|-----|----------|------------------------------------------------------------------|---------|
//! | clock    | in  | 1        | 25 MHz                                                           |         |
//! | key      | in  | KeyEvent | a key event                                                      |         |
//! | byte     | in  | ScanByte | a byte from the keyboard                                         |         |
//! | line     | in  | ScanByte | a byte from the serial line, or an error of it                   |         |
//! | tilt     | in  | Lean     | how the board leans                                              |         |
//! | usb      | in  | UsbState | the USB keyboard                                                 |         |
//! | buttons  | in  | Buttons  | the pressed buttons                                              |         |
//! | open     | out | 1        | the page is shown: test pattern and readings instead of the game | 0       |
//! | readings | out | Readings | the values for the painter, see [`Readings`]                     |         |
//! | changed  | out | 1        | one clock: the page is open and its readings have changed        | 0       |
//!
//! The centre button opens the page if it is held at power-on, and closes it when pressed again, because a board
//! without a keyboard has no other key for it. Bytes are recorded all the time, so the page also shows those that
//! came before it was opened.

use rust_hdl::prelude::*;

use crate::keyboard::code_log::CodeLog;
use crate::keyboard::key::Key;
use crate::ports::{Buttons, KeyEvent, ScanByte};
use crate::text::read_out::{Lean, Readings};
use crate::usb::UsbState;
use crate::{Circuit, LogicState, Register, kernel};

pub mod words;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// The state of the buttons is not yet known.
    PowerOn,
    Closed,
    /// Open, and the centre button has not been released since power-on.
    Opened,
    Open,
}

#[derive(Circuit)]
pub struct BringUp {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub byte: Signal<In, ScanByte>,
    pub line: Signal<In, ScanByte>,
    pub tilt: Signal<In, Lean>,
    pub usb: Signal<In, UsbState>,
    pub buttons: Signal<In, Buttons>,
    pub open: Signal<Out, Bit>,
    pub readings: Signal<Out, Readings>,
    pub changed: Signal<Out, Bit>,

    phase: Register<Phase>,
    code_log: CodeLog,
    /// The last byte from the line, and the number of its errors; it stays at 255.
    line_byte: Register<Bits<8>>,
    line_errors: Register<Bits<8>>,
    line_changed: Register<Bit>,
    lean: Register<Lean>,
    keyboard: Register<UsbState>,

    shown: Signal<Local, Bit>,
}

#[kernel]
impl Logic for BringUp {
    fn update(&mut self) {
        code_log = CodeLog { code: byte.code, strobe: byte.strobe, error: byte.error };

        if line.strobe {
            line_byte.d = line.code;
        }
        if line.error & !line_errors.q.all() {
            line_errors.d = line_errors.q + 1;
        }
        line_changed.d = line.strobe | line.error | (tilt != lean.q) | (usb != keyboard.q);
        lean.d = tilt;
        keyboard.d = usb;

        let centre = buttons.down.get_bit(4);
        shown = false;
        match phase.q {
            Phase::PowerOn => {
                if buttons.valid {
                    phase.d = if centre { Phase::Opened } else { Phase::Closed };
                }
            }
            Phase::Closed => {}
            Phase::Opened => {
                shown = true;
                if !centre {
                    phase.d = Phase::Open;
                }
            }
            Phase::Open => {
                shown = true;
                // The button's event, which it sends as Enter, closes the page and has no other effect.
                if key.strobe & (key.key == Key::Enter) & centre {
                    phase.d = Phase::Closed;
                }
            }
        }
        if key.strobe & (key.key == Key::BringUp) & !shown {
            phase.d = Phase::Opened;
        }
        if key.strobe & ((key.key == Key::BringUp) | (key.key == Key::Escape)) & shown {
            phase.d = Phase::Closed;
        }

        open = shown;
        readings.older = code_log.older;
        readings.newer = code_log.newer;
        readings.count = code_log.count;
        readings.errors = code_log.errors;
        readings.line_byte = line_byte.q;
        readings.line_errors = line_errors.q;
        readings.tilt = lean.q;
        readings.down = buttons.down;
        readings.usb = keyboard.q;
        changed = shown & (code_log.changed | line_changed.q | buttons.valid);
    }
}

#[cfg(test)]
mod tests;
