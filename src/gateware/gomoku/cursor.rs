//! The cursor: a crossing that the arrow keys move, round the board's edge, and that can be sent anywhere.
//!
//! ```text
//! clock               ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! jump                ____/‾‾‾\_______________________
//! jump_row, jump_col  =0,0X 7,14 =====================
//! strobe              ____________/‾‾‾\___/‾‾‾\_______
//! key                 = None =====X Right X Down =====
//! row, col            = 0,0 ==X 7,14 =X 7,0 ==X 8,0 ==
//! ```
//!
//! | port               | dir | width  | meaning                                     | initial |
//! |--------------------|-----|--------|---------------------------------------------|---------|
//! | clock              | in  | 1      | rising edge                                 |         |
//! | key, strobe        | in  | Key, 1 | a key event, valid with the strobe          |         |
//! | jump               | in  | 1      | go to the crossing below; goes before a key |         |
//! | jump_row, jump_col | in  | 4      | that crossing                               |         |
//! | row, col           | out | 4      | where the cursor is                         | 0       |

use rust_hdl::prelude::*;

use crate::gateware::keyboard::key::Key;
use crate::{Circuit, Register, kernel};

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

    #[init(14)]
    border: Constant<Bits<4>>,
}

#[kernel]
impl Logic for Cursor {
    fn update(&mut self) {
        if strobe {
            match key {
                Key::Up => {
                    at_row.d = at_row.q - 1;
                    if !at_row.q.any() {
                        at_row.d = border;
                    }
                }
                Key::Down => {
                    at_row.d = at_row.q + 1;
                    if at_row.q == border {
                        at_row.d = 0;
                    }
                }
                Key::Left => {
                    at_col.d = at_col.q - 1;
                    if !at_col.q.any() {
                        at_col.d = border;
                    }
                }
                Key::Right => {
                    at_col.d = at_col.q + 1;
                    if at_col.q == border {
                        at_col.d = 0;
                    }
                }
                _ => {}
            }
        }
        if jump {
            at_row.d = jump_row;
            at_col.d = jump_col;
        }
        row = at_row.q;
        col = at_col.q;
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

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            jump      0 1 0
            jump_row  0 7
            jump_col  0 14
            strobe    0*3 1 0 1 0
            key       None*3 Right*2 Down
        ";
        tengen_sim::expect_waves(file!(), Cursor::default(), stimulus, 0..8);
    }
}
