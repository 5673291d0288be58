//! Goes up to three steps along a line, from one crossing to another. Combinational.
//!
//! | direction | along the row | down the column | down-right  | down-left  |
//! |-----------|---------------|-----------------|-------------|------------|
//! | forward   | right         | down            | down, right | down, left |
//! | backward  | left          | up              | up, left    | up, right  |
//!
//! | port      | dir | width     | meaning                                                          | initial |
//! |-----------|-----|-----------|------------------------------------------------------------------|---------|
//! | at        | in  | Crossing  | the crossing to start from                                       | –       |
//! | direction | in  | Direction | the line, see above                                              | –       |
//! | forward   | in  | 1         | goes forward; else backward                                      | –       |
//! | steps     | in  | 2         | number of steps                                                  | –       |
//! | crossing  | out | Crossing  | the crossing reached; just off the board its row or column is 15 | –       |

use super::ports::Direction;
use crate::ports::Crossing;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct Neighbour {
    pub at: Signal<In, Crossing>,
    pub direction: Signal<In, Direction>,
    pub forward: Signal<In, Bit>,
    pub steps: Signal<In, Bits<2>>,
    pub crossing: Signal<Out, Crossing>,

    back: Signal<Local, Bits<4>>,
    /// What is added to the row and to the column.
    down: Signal<Local, Bits<4>>,
    right: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for Neighbour {
    fn update(&mut self) {
        let leftward = (direction == Direction::DownLeft) == forward;
        // The number of steps, and its negative.
        let ahead = bit_cast::<4, 2>(steps);
        back = !ahead + 1;
        down = 0;
        if direction != Direction::AlongTheRow {
            down = if !forward { back } else { ahead };
        }
        right = 0;
        if direction != Direction::DownTheColumn {
            right = if leftward { back } else { ahead };
        }
        crossing.row = at.row + down;
        crossing.col = at.col + right;
    }
}

#[cfg(test)]
mod tests {
    use super::Neighbour;
    use crate::ports;
    use tengen_rules::gomoku::{Crossing, Direction};
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_neighbour_of_every_crossing() {
        let mut circuit = Native::new(Neighbour::default());
        for at in Crossing::all() {
            for way in Direction::ALL {
                for (steps, sign) in (0..4).flat_map(|steps| [(steps, 1), (steps, -1)]) {
                    circuit.drive("at", (at.row() << 4 | at.col()) as u64);
                    circuit.drive("direction", way as u64);
                    circuit.drive_as("forward", sign == 1);
                    circuit.drive("steps", steps as u64);
                    circuit.settle();
                    let next: ports::Crossing = circuit.read_as("crossing");
                    let found = Crossing::new(next.row.index(), next.col.index());
                    let off_board = next.row.index() == 15 || next.col.index() == 15;
                    // More than one step off the board the result is undefined.
                    if let Some(expected) = way.walk(at, steps * sign) {
                        assert_eq!(found, Some(expected), "{at:?} {way:?} {sign}");
                    } else if steps == 1 {
                        assert!(found.is_none() && off_board);
                    }
                }
            }
        }
    }
}
