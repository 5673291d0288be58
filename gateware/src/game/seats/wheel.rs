//! The cycle of a seat's values: a person, then the computer at each level, then the person again. Combinational.
//!
//! ```text
//! forward    person -> level 1 -> 2 -> .. -> the last -> person
//! back       person -> the last -> .. -> 2 -> level 1 -> person
//! ```
//!
//! | port    | dir | width | meaning                                         |
//! |---------|-----|-------|-------------------------------------------------|
//! | seat    | in  | Seat  | the present value                               |
//! | forward | in  | 1     | the direction                                   |
//! | turned  | out | Seat  | the value one step on; a person keeps the level |
//! | higher  | out | 3     | the next level; after the last, the first       |

use rust_hdl::prelude::*;

use crate::ports::Seat;
use crate::{Circuit, LogicStruct, kernel};
use tengen_hdl::library::memory::Table;

/// The values next to a level: the level before and after it, or the person.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Step {
    above: Bits<3>,
    below: Bits<3>,
    lowest: Bit,
    highest: Bit,
}

#[derive(Circuit)]
pub struct SeatWheel {
    pub seat: Signal<In, Seat>,
    pub forward: Signal<In, Bit>,
    pub turned: Signal<Out, Seat>,
    pub higher: Signal<Out, Bits<3>>,

    #[given]
    steps: Table<Step, 3>,
    #[given]
    lowest: Constant<Bits<3>>,
    #[given]
    highest: Constant<Bits<3>>,
}

impl SeatWheel {
    /// Creates a cycle of these levels, in rising order.
    ///
    /// # Panics
    /// If `levels` is empty.
    pub fn new(levels: &[u64]) -> Self {
        let (lowest, highest) = (levels[0], levels[levels.len() - 1]);
        let step = |level: u64| Step {
            above: levels.iter().copied().find(|to| *to > level).unwrap_or(lowest).into(),
            below: levels.iter().copied().rfind(|to| *to < level).unwrap_or(highest).into(),
            lowest: level == lowest,
            highest: level == highest,
        };
        SeatWheel::given(
            Table::new((0..8).map(step)),
            Constant::new(lowest.into()),
            Constant::new(highest.into()),
        )
    }
}

#[kernel]
impl Logic for SeatWheel {
    fn update(&mut self) {
        steps.address = seat.level;
        higher = steps.data.above;
        turned.computer = true;
        if forward {
            turned.level = steps.data.above;
            if !seat.computer {
                turned.level = lowest;
            } else if steps.data.highest {
                turned = seat;
                turned.computer = false;
            }
        } else {
            turned.level = steps.data.below;
            if !seat.computer {
                turned.level = highest;
            } else if steps.data.lowest {
                turned = seat;
                turned.computer = false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn both_ways_meet_every_level_there_is_and_the_person_once() {
        for levels in [&[0, 1, 2, 3][..], &[2], &[0, 3, 6]] {
            for (forward, ways) in [(1, levels.to_vec()), (0, levels.iter().rev().copied().collect())] {
                let mut wheel = Native::new(SeatWheel::new(levels));
                wheel.drive("forward", forward);
                let mut seat = Seat { computer: false, level: levels[0].into() };
                let mut met = vec![];
                for _ in 0..=levels.len() {
                    wheel.drive_as("seat", seat);
                    wheel.settle();
                    seat = wheel.read_as("turned");
                    met.push(seat.computer.then(|| seat.level.index() as u64));
                }
                let expected: Vec<_> = ways.into_iter().map(Some).chain([None]).collect();
                assert_eq!(met, expected);
            }
        }
    }
}
