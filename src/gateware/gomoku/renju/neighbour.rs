//! The crossing next to another in a line, as an address of the judge's memory.
//!
//! | direction | along the row | down the column | down-right  | down-left |
//! |-----------|---------------|-----------------|-------------|-----------|
//! | forward   | right         | down            | down, right | down, left |
//! | else      | left          | up              | up, left    | up, right |
//!
//! | port               | dir | width     | meaning                                                                           | initial |
//! |--------------------|-----|-----------|-----------------------------------------------------------------------------------|---------|
//! | row, col           | in  | 4         | a crossing                                                                        | –       |
//! | direction          | in  | Direction | of the line, see above                                                            | –       |
//! | forward            | in  | 1         | the way the direction is named                                                    | –       |
//! | step               | in  | 1         | low: no step                                                                      | –       |
//! | next_row, next_col | out | 4         | the neighbour, or the crossing itself; one step off the board is row or column 15 | –       |

use crate::gateware::gomoku::ports::Direction;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct Neighbour {
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub direction: Signal<In, Direction>,
    pub forward: Signal<In, Bit>,
    pub step: Signal<In, Bit>,
    pub next_row: Signal<Out, Bits<4>>,
    pub next_col: Signal<Out, Bits<4>>,

    /// What is added: 1, 0, or 15 for one less.
    down: Signal<Local, Bits<4>>,
    right: Signal<Local, Bits<4>>,
    leftward: Signal<Local, Bit>,
}

#[kernel]
impl Logic for Neighbour {
    fn update(&mut self) {
        leftward = (direction == Direction::DownLeft) == forward;
        down = 0;
        if step & (direction != Direction::AlongTheRow) {
            down = 1;
            if !forward {
                down = 15;
            }
        }
        right = 0;
        if step & (direction != Direction::DownTheColumn) {
            right = 1;
            if leftward {
                right = 15;
            }
        }
        next_row = row + down;
        next_col = col + right;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::{self, Crossing};
    use tengen_sim::{Engine, Native};

    #[test]
    fn every_neighbour_of_every_crossing() {
        let mut circuit = Native::new(Neighbour::default());
        let names = ["row", "col", "direction", "forward", "step", "next_row", "next_col"];
        let [row, col, direction, forward, step, next_row, next_col] = names.map(|name| circuit.port(name));
        for at in Crossing::all() {
            for way in gomoku::Direction::ALL {
                for (steps, sign) in [(1, 1), (1, -1), (0, 1), (0, -1)] {
                    circuit.set(row, at.row() as u64);
                    circuit.set(col, at.col() as u64);
                    circuit.set(direction, way as u64);
                    circuit.set(forward, (sign == 1).into());
                    circuit.set(step, steps as u64);
                    circuit.settle();
                    let (found_row, found_col) = (circuit.get(next_row) as usize, circuit.get(next_col) as usize);
                    let found = Crossing::new(found_row, found_col);
                    assert_eq!(found, way.walk(at, steps * sign), "{at:?} {way:?} {sign}");
                    assert!(found.is_some() || found_row == 15 || found_col == 15);
                }
            }
        }
    }
}
