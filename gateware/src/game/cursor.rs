//! The cursor: a crossing that the arrow keys move. It wraps at the board's edge, and can jump to any crossing.
//!
//! ```text
//! clock          ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! jump           ____/‾‾‾\_______________________
//! jump_to (hex)  = 0 X 7E =======================
//! strobe         ____________/‾‾‾\___/‾‾‾\_______
//! key            = None =====X Right X Down =====
//! at (hex)       = 0 ====X 7E ===X 70 ===X 80 ===
//! ```
//!
//! | port        | dir | width    | meaning                                                  | initial |
//! |-------------|-----|----------|----------------------------------------------------------|---------|
//! | clock       | in  | 1        | rising edge                                              |         |
//! | key, strobe | in  | Key, 1   | a key event, valid with the strobe                       |         |
//! | jump        | in  | 1        | moves the cursor to `jump_to`; takes priority over a key |         |
//! | jump_to     | in  | Crossing | the crossing to jump to                                  |         |
//! | at          | out | Crossing | the cursor's crossing                                    | 0, 0    |

use rust_hdl::prelude::*;

use crate::keyboard::key::Key;
use crate::ports::Crossing;
use crate::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct Cursor {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, Key>,
    pub strobe: Signal<In, Bit>,
    pub jump: Signal<In, Bit>,
    pub jump_to: Signal<In, Crossing>,
    pub at: Signal<Out, Crossing>,

    state: Register<Crossing>,

    #[given]
    border: Constant<Bits<4>>,
}

impl Cursor {
    /// Creates the cursor of a board of `size` rows and columns.
    pub fn new(size: u64) -> Self {
        Cursor::given(Constant::new((size - 1).into()))
    }
}

#[kernel]
impl Logic for Cursor {
    fn update(&mut self) {
        if strobe {
            match key {
                Key::Up => d.row = if !q.row.any() { border } else { q.row - 1 },
                Key::Down => d.row = if q.row == border { 0 } else { q.row + 1 },
                Key::Left => d.col = if !q.col.any() { border } else { q.col - 1 },
                Key::Right => d.col = if q.col == border { 0 } else { q.col + 1 },
                _ => {}
            }
        }
        if jump {
            d = jump_to;
        }
        at = q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_way_goes_round_in_fifteen_steps() {
        let mut cursor = Native::new(Cursor::new(15));
        let ways = [
            (Key::Up, 14, 0),
            (Key::Down, 1, 0),
            (Key::Left, 0, 14),
            (Key::Right, 0, 1),
            (Key::Enter, 0, 0),
        ];
        for (key, rows, cols) in ways {
            cursor.drive("jump_to", 0x39);
            cursor.strobe("jump");
            cursor.drive_as("key", key);
            for step in 1..=15 {
                cursor.strobe("strobe");
                cursor.step();
                let expected = (((3 + step * rows) % 15) << 4) | ((9 + step * cols) % 15);
                assert_eq!(cursor.read("at"), expected, "{key:?}");
            }
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            jump      0 1 0
            jump_to   0 0x7E
            strobe    0*3 1 0 1 0
            key       None*3 Right*2 Down
        ";
        tengen_sim::expect_waves(file!(), Cursor::new(15), stimulus, 0..8);
    }
}
