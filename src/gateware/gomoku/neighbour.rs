//! One step along a line: the crossing next to another.
//!
//! | direction | along the row | down the column | down-right  | down-left  |
//! |-----------|---------------|-----------------|-------------|------------|
//! | forward   | right         | down            | down, right | down, left |
//! | else      | left          | up              | up, left    | up, right  |
//!
//! | port      | dir | width     | meaning                                                                   | initial |
//! |-----------|-----|-----------|---------------------------------------------------------------------------|---------|
//! | at        | in  | Crossing  | a crossing                                                                | –       |
//! | direction | in  | Direction | of the line, see above                                                    | –       |
//! | forward   | in  | 1         | the way the direction is named                                            | –       |
//! | step      | in  | 1         | low: no step                                                              | –       |
//! | crossing  | out | Crossing  | the neighbour, or `at` itself; one step off the board is row or column 15 | –       |

use super::ports::Direction;
use crate::gateware::ports::Crossing;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct Neighbour {
    pub at: Signal<In, Crossing>,
    pub direction: Signal<In, Direction>,
    pub forward: Signal<In, Bit>,
    pub step: Signal<In, Bit>,
    pub crossing: Signal<Out, Crossing>,

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
        crossing.row = at.row + down;
        crossing.col = at.col + right;
    }
}

#[cfg(test)]
mod tests {
    use super::Neighbour;
    use crate::gateware::ports;
    use crate::rules::gomoku::{Crossing, Direction};
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_neighbour_of_every_crossing() {
        let mut circuit = Native::new(Neighbour::default());
        for at in Crossing::all() {
            for way in Direction::ALL {
                for (steps, sign) in [(1, 1), (1, -1), (0, 1), (0, -1)] {
                    circuit.drive("at", (at.row() << 4 | at.col()) as u64);
                    circuit.drive("direction", way as u64);
                    circuit.drive_as("forward", sign == 1);
                    circuit.drive("step", steps as u64);
                    circuit.settle();
                    let next: ports::Crossing = circuit.read_as("crossing");
                    let found = Crossing::new(next.row.index(), next.col.index());
                    assert_eq!(found, way.walk(at, steps * sign), "{at:?} {way:?} {sign}");
                    assert!(found.is_some() || next.row.index() == 15 || next.col.index() == 15);
                }
            }
        }
    }
}
