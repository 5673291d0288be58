//! A few steps along a line: from a crossing to another.
//!
//! | direction | along the row | down the column | down-right  | down-left  |
//! |-----------|---------------|-----------------|-------------|------------|
//! | forward   | right         | down            | down, right | down, left |
//! | else      | left          | up              | up, left    | up, right  |
//!
//! | port      | dir | width     | meaning                                                     | initial |
//! |-----------|-----|-----------|-------------------------------------------------------------|---------|
//! | at        | in  | Crossing  | a crossing                                                  | –       |
//! | direction | in  | Direction | of the line, see above                                      | –       |
//! | forward   | in  | 1         | the way the direction is named                              | –       |
//! | steps     | in  | 2         | how many                                                    | –       |
//! | crossing  | out | Crossing  | where they lead; one step off the board is row or column 15 | –       |

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
    /// What is added.
    down: Signal<Local, Bits<4>>,
    right: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for Neighbour {
    fn update(&mut self) {
        let leftward = (direction == Direction::DownLeft) == forward;
        // The steps, and as many back.
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
                    // Some steps further off the board it may be anywhere.
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
