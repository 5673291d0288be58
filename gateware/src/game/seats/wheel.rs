//! The cycle of a seat's values: a person, then the computer at each level, then the other machine, then the person
//! again. Combinational.
//!
//! ```text
//! forward    person -> level 1 -> 2 -> .. -> the last -> line -> person
//! back       person -> line -> the last -> .. -> 2 -> level 1 -> person
//! ```
//!
//! | port    | dir | width | meaning                                                      |
//! |---------|-----|-------|--------------------------------------------------------------|
//! | seat    | in  | Seat  | the present value                                            |
//! | forward | in  | 1     | the direction                                                |
//! | line    | in  | 1     | the other machine may play this side; else it is left out    |
//! | turned  | out | Seat  | the value one step on; whoever is no computer keeps the level |
//! | higher  | out | 3     | the next level; after the last, the first                    |

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
    pub line: Signal<In, Bit>,
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
        turned = seat;
        turned.computer = false;
        turned.line = false;
        let first_level = if forward { !seat.computer & !seat.line } else { seat.line | (!seat.computer & !line) };
        if first_level {
            turned.computer = true;
            turned.level = if forward { lowest } else { highest };
        } else if seat.computer & !(if forward { steps.data.highest } else { steps.data.lowest }) {
            turned.computer = true;
            turned.level = if forward { steps.data.above } else { steps.data.below };
        } else {
            // Between the computer and the person stands the other machine.
            turned.line = line & (if forward { seat.computer } else { !seat.computer });
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
            for (forward, ways) in [
                (1, levels.to_vec()),
                (0, levels.iter().rev().copied().collect::<Vec<u64>>()),
            ] {
                for line in [false, true] {
                    let mut wheel = Native::new(SeatWheel::new(levels));
                    wheel.drive("forward", forward);
                    wheel.drive("line", line.into());
                    let mut seat = Seat { level: levels[0].into(), ..Seat::default() };
                    let mut expected: Vec<_> = ways.iter().map(|level| (Some(*level), false)).collect();
                    if line {
                        expected.insert(if forward == 1 { levels.len() } else { 0 }, (None, true));
                    }
                    expected.push((None, false));
                    for value in expected {
                        wheel.drive_as("seat", seat);
                        wheel.settle();
                        seat = wheel.read_as("turned");
                        assert_eq!((seat.computer.then(|| seat.level.index() as u64), seat.line), value);
                    }
                }
            }
        }
    }
}
