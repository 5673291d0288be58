//! The cursor: a crossing that the arrow keys move, round the board's edge, and that can be sent anywhere.
//!
//! ```text
//! clock     __/‾‾\__/‾‾\__/‾‾\__
//! strobe    ___/‾‾‾‾\___________    with the key Right
//! row, col  ==< 7, 14 >< 7, 0 >=
//! ```
//!
//! | port     | dir | width  | meaning                                              | reset |
//! |----------|-----|--------|------------------------------------------------------|-------|
//! | clock    | in  | 1      | rising edge                                          |       |
//! | key, strobe | in | Key, 1 | a key event, valid with the strobe                 |       |
//! | jump     | in  | 1      | go to the crossing below; goes before a key          |       |
//! | jump_row, jump_col | in | 4 | that crossing                                   |       |
//! | row, col | out | 4      | where the cursor is                                  | 0     |

use rust_hdl::prelude::*;

use crate::gateware::keyboard::key::Key;
use crate::{Circuit, Register};

#[derive(Circuit)]
pub struct Cursor {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, Key>,
    pub strobe: Signal<In, Bit>,
    pub jump: Signal<In, Bit>,
    pub jump_row: Signal<In, Bits<4>>,
    pub jump_col: Signal<In, Bits<4>>,
    pub row: Signal<Out, Bits<4>>,
    pub col: Signal<Out, Bits<4>>,

    at_row: Register<Bits<4>>,
    at_col: Register<Bits<4>>,

    border: Constant<Bits<4>>,
}

impl Default for Cursor {
    fn default() -> Self {
        Cursor {
            clock: Default::default(),
            key: Default::default(),
            strobe: Default::default(),
            jump: Default::default(),
            jump_row: Default::default(),
            jump_col: Default::default(),
            row: Default::default(),
            col: Default::default(),
            at_row: Default::default(),
            at_col: Default::default(),
            border: Constant::new(14.into()),
        }
    }
}

impl Logic for Cursor {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, at_row, at_col);
        if self.strobe.val() {
            match self.key.val() {
                Key::Up => {
                    self.at_row.d.next = self.at_row.q.val() - 1;
                    if !self.at_row.q.val().any() {
                        self.at_row.d.next = self.border.val();
                    }
                }
                Key::Down => {
                    self.at_row.d.next = self.at_row.q.val() + 1;
                    if self.at_row.q.val() == self.border.val() {
                        self.at_row.d.next = 0.into();
                    }
                }
                Key::Left => {
                    self.at_col.d.next = self.at_col.q.val() - 1;
                    if !self.at_col.q.val().any() {
                        self.at_col.d.next = self.border.val();
                    }
                }
                Key::Right => {
                    self.at_col.d.next = self.at_col.q.val() + 1;
                    if self.at_col.q.val() == self.border.val() {
                        self.at_col.d.next = 0.into();
                    }
                }
                _ => {}
            }
        }
        if self.jump.val() {
            self.at_row.d.next = self.jump_row.val();
            self.at_col.d.next = self.jump_col.val();
        }
        self.row.next = self.at_row.q.val();
        self.col.next = self.at_col.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn every_way_goes_round_in_fifteen_steps() {
        let mut cursor = Native::new(Cursor::default());
        let names = ["strobe", "jump", "jump_row", "jump_col", "row", "col"];
        let [strobe, jump, jump_row, jump_col, row, col] = names.map(|name| cursor.port(name));
        let ways = [
            (Key::Up, 14, 0),
            (Key::Down, 1, 0),
            (Key::Left, 0, 14),
            (Key::Right, 0, 1),
            (Key::Enter, 0, 0),
        ];
        for (key, rows, cols) in ways {
            cursor.set(jump_row, 3);
            cursor.set(jump_col, 9);
            cursor.set(jump, 1);
            cursor.step();
            cursor.set(jump, 0);
            cursor.circuit.key.next = key;
            for step in 1..=15 {
                cursor.set(strobe, 1);
                cursor.step();
                cursor.set(strobe, 0);
                cursor.step();
                let expected = ((3 + step * rows) % 15, (9 + step * cols) % 15);
                assert_eq!((cursor.get(row), cursor.get(col)), expected, "{key:?}");
            }
        }
    }
}
