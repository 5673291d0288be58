//! The threat of a stone by the shapes of its four lines. Combinational.
//!
//! | port   | dir | width     | meaning                                                |
//! |--------|-----|-----------|--------------------------------------------------------|
//! | shapes | in  | 4 x Shape | what the stone makes of each line, encoded as `Shape`  |
//! | threat | out | Threat    | the threat, encoded as `rules::gomoku::search::Threat` |

use rust_hdl::prelude::*;

use crate::gomoku::ports::Shape;
use crate::{Circuit, LogicState, kernel};

/// See `rules::gomoku::search::threat`.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Threat {
    Nothing,
    Start,
    Twos,
    Two,
    TwoMore,
    DoubleTwo,
    Sleeping,
    SleepingMore,
    Three,
    ThreeMore,
    DoubleThree,
    Four,
    FourMore,
    FourThree,
    DoubleFour,
    Five,
}

#[derive(Circuit)]
pub struct ThreatOf {
    pub shapes: [Signal<In, Shape>; 4],
    pub threat: Signal<Out, Threat>,

    // By shape: the lines that have it, a bit each.
    five: Signal<Local, Bits<4>>,
    live_four: Signal<Local, Bits<4>>,
    rush_four: Signal<Local, Bits<4>>,
    live_three: Signal<Local, Bits<4>>,
    sleeping_three: Signal<Local, Bits<4>>,
    live_two: Signal<Local, Bits<4>>,
    sleeping_two: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for ThreatOf {
    fn update(&mut self) {
        five = 0;
        live_four = 0;
        rush_four = 0;
        live_three = 0;
        sleeping_three = 0;
        live_two = 0;
        sleeping_two = 0;
        for line in 0..4 {
            five = five.replace_bit(line, shapes[line] == Shape::Five);
            live_four = live_four.replace_bit(line, shapes[line] == Shape::LiveFour);
            rush_four = rush_four.replace_bit(line, shapes[line] == Shape::RushFour);
            live_three = live_three.replace_bit(line, shapes[line] == Shape::LiveThree);
            sleeping_three = sleeping_three.replace_bit(line, shapes[line] == Shape::SleepingThree);
            live_two = live_two.replace_bit(line, shapes[line] == Shape::LiveTwo);
            sleeping_two = sleeping_two.replace_bit(line, shapes[line] == Shape::SleepingTwo);
        }
        // n & (n - 1) clears the lowest set bit of n: the result is not 0 if two bits are set.
        let two_fours = (rush_four & (rush_four - 1)).any();
        let two_threes = (live_three & (live_three - 1)).any();
        let two_sleeping = (sleeping_three & (sleeping_three - 1)).any();
        let two_twos = (live_two & (live_two - 1)).any();
        let two_starts = (sleeping_two & (sleeping_two - 1)).any();
        let more = sleeping_three.any() | live_two.any();

        threat = Threat::Nothing;
        if five.any() {
            threat = Threat::Five;
        } else if live_four.any() | two_fours {
            threat = Threat::DoubleFour;
        } else if rush_four.any() {
            threat = Threat::Four;
            if live_three.any() {
                threat = Threat::FourThree;
            } else if more {
                threat = Threat::FourMore;
            }
        } else if live_three.any() {
            threat = Threat::Three;
            if two_threes {
                threat = Threat::DoubleThree;
            } else if more {
                threat = Threat::ThreeMore;
            }
        } else if sleeping_three.any() {
            threat = if two_sleeping | live_two.any() { Threat::SleepingMore } else { Threat::Sleeping };
        } else if live_two.any() {
            threat = Threat::Two;
            if two_twos {
                threat = Threat::DoubleTwo;
            } else if sleeping_two.any() {
                threat = Threat::TwoMore;
            }
        } else if two_starts {
            threat = Threat::Twos;
        } else if sleeping_two.any() {
            threat = Threat::Start;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::gomoku::Shape as Known;
    use tengen_rules::gomoku::search::Threat as Expected;
    use tengen_sim::{ByName, Encoded, Engine, Native};

    #[test]
    fn all_4096_sets_of_shapes() {
        let mut circuit = Native::new(ThreatOf::default());
        for code in 0..1usize << 12 {
            let shapes: [Known; 4] = std::array::from_fn(|line| Known::ALL[code >> (3 * line) & 7]);
            for (line, shape) in shapes.into_iter().enumerate() {
                circuit.circuit.shapes[line].next = Shape::decode(shape as u64);
            }
            circuit.settle();
            assert_eq!(circuit.read("threat"), Expected::of(shapes) as u64, "{shapes:?}");
        }
    }
}
