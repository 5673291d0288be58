//! The texts of the bring-up page, in place of the menu.

use crate::edition::Edition;
use crate::text::words::{Ink, Pick, Row, row};

/// Small letters, Greek ones too, are placeholders for `ReadOut`. The scan codes are in reading order, the newest byte last.
#[rustfmt::skip]
pub fn menu(edition: &Edition) -> Vec<Row> {
    let line = |number, ink, text| row(number, Pick::Fixed, ink, &[text]);
    let mut rows = vec![
        line(1,  Ink::White, "TEST"),
        line(3,  Ink::Dim,   " BRING-UP"),
        line(5,  Ink::Dim,   " KEYBOARD"),
        line(6,  Ink::Dim,   " ab cd ef"),
        line(7,  Ink::Dim,   " gh ij kl"),
        line(8,  Ink::White, " mn op _"),
        line(9,  Ink::White, " ERROR qr"),
        line(11, Ink::Dim,   " BUTTONS"),
        line(12, Ink::White, " UP     v"),
        line(13, Ink::White, " DOWN   w"),
        line(14, Ink::White, " LEFT   x"),
        line(15, Ink::White, " RIGHT  y"),
        line(16, Ink::White, " CENTRE z"),
        line(21, Ink::Dim,   " LEAVE"),
        line(22, Ink::White, " F1   ESC"),
        line(23, Ink::White, " CENTRE"),
    ];
    if edition.usb {
        rows.push(line(10, Ink::White, " USB   στ"));
    }
    if edition.tilt {
        rows.push(line(20, Ink::White, " TILT  θι"));
    }
    if edition.line {
        rows.extend([
            line(18, Ink::Dim,   " SERIAL"),
            line(19, Ink::White, " st ERRζη"),
        ]);
    }
    rows
}
