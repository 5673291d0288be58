//! Decodes the keyboard's bytes into key events: presses, repeats of a held key, and releases.
//!
//! ```text
//! code (hex)  = 0 X E0 =X 75 =======X E0X F0X 75 =========   prefixes: E0 extended, F0 released
//! strobe      ____/‾\___/‾\_________/‾\_/‾\_/‾\___________
//! pressed     ________________/‾\_________________________   three clocks after the byte that completes the code
//! released    ____________________________________/‾\_____
//! key         = None =========X Up =======================   held until the next event
//! ```
//!
//! | port     | dir | width | meaning                                                        | initial |
//! |----------|-----|-------|----------------------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge                                                    | –       |
//! | code     | in  | 8     | a byte from the keyboard, valid with `strobe`                  | –       |
//! | strobe   | in  | 1     | high for one clock for each byte, in every clock at most       | –       |
//! | error    | in  | 1     | one clock: a byte was lost, so a prefix before it is discarded | –       |
//! | key      | out | Key   | the key of the last event                                      | None    |
//! | pressed  | out | 1     | one clock: `key` was pressed                                   | 0       |
//! | repeated | out | 1     | one clock: the keyboard repeats `key`, which is still held     | 0       |
//! | released | out | 1     | one clock: `key` was released                                  | 0       |
//!
//! (The names `repeat` and `release` are Verilog keywords.)
//!
//! | bytes                        | meaning                                               |
//! |------------------------------|-------------------------------------------------------|
//! | `xx`, `E0 xx`                | make: a press, or a repeat while the same key is held |
//! | `F0 xx`, `E0 F0 xx`          | break: a release                                      |
//! | `E0 12`, `E0 59`, and breaks | fake shifts that a keyboard sends around the arrows, and their breaks: ignored, like any unknown key |
//! | `E1 14 77 E1 F0 14 F0 77`    | Pause: ignored. A byte out of this order ends the sequence and is decoded normally |
//! | `AA`                         | the keyboard was plugged in and passed its self-test: clears a prefix and the held keys |
//! | `00` `FC` `FE` `FF`          | overrun, failure, resend: clear a prefix              |
//!
//! Held keys are recorded by physical key, so W and the up arrow, both held, are two presses. A ROM of 512 words,
//! addressed by {extended, code}, gives the key's row in [`KEYS`]; a table of 32 entries gives the meaning of the
//! row. A byte takes three pipelined clocks: the ROM is read, its word goes into a register, the event is output.

use super::key::{KEYS, Key};
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::memory::{Rom, Table};

/// Number of rows: row 0 for no key, then those of [`KEYS`].
const ROWS: usize = KEYS.len() + 1;

/// The ROM's row for AA, which clears the held keys without an event.
const PLUGGED_IN: u64 = 31;
/// The byte AA: the self-test has passed.
const WELL: usize = 0xAA;
const _: () = assert!(ROWS <= PLUGGED_IN as usize);

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Ps2DecoderState {
    /// The prefix E0 came before this byte.
    extended: Bit,
    /// The prefix F0 came before this byte.
    breaking: Bit,
    /// Number of bytes of the Pause sequence received; 0 outside.
    paused: Bits<3>,
    /// The ROM's word is valid in this clock.
    looked_up: Bit,
    /// It is for a break code.
    looked_up_break: Bit,
    /// The ROM's word of the clock before: a row; 0 if it was not read.
    row: Bits<5>,
    /// That word is for a break code.
    row_break: Bit,
    /// Bit i: the key of row i is held.
    keys_down: Bits<ROWS>,
    key: Key,
    pressed: Bit,
    repeated: Bit,
    released: Bit,
}

#[derive(Circuit)]
pub struct Ps2Decoder {
    pub clock: Signal<In, Clock>,
    pub code: Signal<In, Bits<8>>,
    pub strobe: Signal<In, Bit>,
    pub error: Signal<In, Bit>,
    pub key: Signal<Out, Key>,
    pub pressed: Signal<Out, Bit>,
    pub repeated: Signal<Out, Bit>,
    pub released: Signal<Out, Bit>,

    state: Register<Ps2DecoderState>,
    /// The key's row by {extended, code}; 0: an unknown key.
    #[init(Rom::new(rows()))]
    rows: Rom<Bits<5>, 9>,
    /// The meaning of each row.
    #[init(Table::new([Key::None].into_iter().chain(KEYS.iter().map(|key| key.key))))]
    keys: Table<Key, 5>,
    /// The next byte of the Pause sequence.
    pause_next: Signal<Local, Bits<8>>,
    #[init(1)]
    one: Constant<Bits<ROWS>>,
}

/// The words of the ROM; rows count from 1.
fn rows() -> Vec<Bits<5>> {
    let mut words = vec![0u64.into(); 512];
    for (row, key) in (1u64..).zip(&KEYS) {
        words[usize::from(key.extended) << 8 | usize::from(key.code)] = row.into();
    }
    for extended in [0, 1 << 8] {
        words[extended | WELL] = PLUGGED_IN.into();
    }
    words
}

#[kernel]
impl Logic for Ps2Decoder {
    fn update(&mut self) {
        // A byte is a prefix, a status message of the keyboard, or a code to look up.
        let place = if q.extended { bit_cast::<9, 8>(code) | 0x100 } else { bit_cast::<9, 8>(code) };
        rows.address = place;
        keys.address = q.row;
        d.looked_up = false;
        d.looked_up_break = q.breaking;

        match q.paused.index() {
            1 => pause_next = 0x14.into(),
            2 => pause_next = 0x77.into(),
            3 => pause_next = 0xE1.into(),
            4 => pause_next = 0xF0.into(),
            5 => pause_next = 0x14.into(),
            6 => pause_next = 0xF0.into(),
            _ => pause_next = 0x77.into(),
        }

        d.row = if q.looked_up { rows.data } else { 0 };
        d.row_break = q.looked_up_break;

        // The row's bit in `keys_down`, and whether it is set.
        let row_mask = one << q.row;
        let down = (q.keys_down & row_mask).any();
        d.pressed = false;
        d.repeated = false;
        d.released = false;
        if q.row == PLUGGED_IN {
            d.keys_down = 0;
        } else if q.row.any() {
            d.key = keys.data;
            if q.row_break {
                d.released = down;
                d.keys_down = q.keys_down & !row_mask;
            } else {
                d.pressed = !down;
                d.repeated = down;
                d.keys_down = q.keys_down | row_mask;
            }
        }

        if strobe | error {
            d.extended = false;
            d.breaking = false;
            d.paused = 0;
        }
        if strobe {
            if (q.paused != 0) & (code == pause_next) {
                // After the last byte, 7, this wraps to 0.
                d.paused = q.paused + 1;
            } else if code == 0xE0 {
                d.extended = true;
                d.breaking = q.breaking;
            } else if code == 0xF0 {
                d.breaking = true;
                d.extended = q.extended;
            } else if code == 0xE1 {
                d.paused = 1;
            } else {
                // 00, FC, FE and FF come here too. No key has these codes, so they only clear a prefix.
                d.looked_up = true;
            }
        }

        Ps2DecoderState { key, pressed, repeated, released, .. } = q;
    }
}

#[cfg(test)]
mod tests;
