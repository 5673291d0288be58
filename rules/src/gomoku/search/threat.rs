//! What a stone on a crossing would threaten: one of sixteen values, from the shapes of its four lines.
//!
//! | threat       | the four shapes                               | consequence                            |
//! |--------------|-----------------------------------------------|----------------------------------------|
//! | Five         | a five                                        | the game is won                        |
//! | DoubleFour   | a live four, or two rush fours                | a five that one stone cannot stop      |
//! | FourThree    | a rush four and a live three                  | the block is answered by a live four   |
//! | FourMore     | a rush four and a sleeping three or live two  | one block, with an attack that goes on |
//! | Four         | a rush four                                   | one block                              |
//! | DoubleThree  | two live threes                               | a live four that one stone cannot stop |
//! | ThreeMore    | a live three and a sleeping three or live two | a live four                            |
//! | Three        | a live three                                  | a live four                            |
//! | SleepingMore | two sleeping threes, or one and a live two    | a four                                 |
//! | Sleeping     | a sleeping three                              | a four                                 |
//! | DoubleTwo    | two live twos                                 | a double three                         |
//! | TwoMore, Two | a live two, with and without a sleeping two   | a live three                           |
//! | Twos, Start  | two sleeping twos, one                        | a sleeping three                       |
//! | Nothing      | none                                          |                                        |

use std::sync::LazyLock;

use crate::gomoku::Shape;

/// In rising order of strength; the discriminant is the number that the circuits use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Threat {
    #[default]
    Nothing = 0,
    Start = 1,
    Twos = 2,
    Two = 3,
    TwoMore = 4,
    DoubleTwo = 5,
    Sleeping = 6,
    SleepingMore = 7,
    Three = 8,
    ThreeMore = 9,
    DoubleThree = 10,
    Four = 11,
    FourMore = 12,
    FourThree = 13,
    DoubleFour = 14,
    Five = 15,
}

/// The number of threats.
pub const THREATS: usize = 16;

impl Threat {
    pub const ALL: [Threat; THREATS] = [
        Threat::Nothing,
        Threat::Start,
        Threat::Twos,
        Threat::Two,
        Threat::TwoMore,
        Threat::DoubleTwo,
        Threat::Sleeping,
        Threat::SleepingMore,
        Threat::Three,
        Threat::ThreeMore,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourMore,
        Threat::FourThree,
        Threat::DoubleFour,
        Threat::Five,
    ];

    /// The threat of a stone whose four lines have these shapes.
    pub fn of(shapes: [Shape; 4]) -> Threat {
        static KNOWN: LazyLock<Vec<Threat>> = LazyLock::new(|| {
            let define = |code: usize| Threat::define([0, 3, 6, 9].map(|line| Shape::ALL[code >> line & 7]));
            (0..1 << 12).map(define).collect()
        });
        KNOWN[shapes.iter().rev().fold(0, |code, &shape| code << 3 | shape as usize)]
    }

    /// The threat by the table at the head of the file.
    fn define(shapes: [Shape; 4]) -> Threat {
        let count = |shape| shapes.iter().filter(|&&other| other == shape).count();
        let fours = count(Shape::RushFour);
        let threes = count(Shape::LiveThree);
        let [sleeping_threes, twos, sleeping_twos] =
            [Shape::SleepingThree, Shape::LiveTwo, Shape::SleepingTwo].map(count);
        let more = sleeping_threes + twos > 0;
        if count(Shape::Five) > 0 {
            Threat::Five
        } else if count(Shape::LiveFour) > 0 || fours >= 2 {
            Threat::DoubleFour
        } else if fours == 1 {
            match (threes > 0, more) {
                (true, _) => Threat::FourThree,
                (false, true) => Threat::FourMore,
                (false, false) => Threat::Four,
            }
        } else if threes > 0 {
            match (threes >= 2, more) {
                (true, _) => Threat::DoubleThree,
                (false, true) => Threat::ThreeMore,
                (false, false) => Threat::Three,
            }
        } else if sleeping_threes > 0 {
            match sleeping_threes >= 2 || twos > 0 {
                true => Threat::SleepingMore,
                false => Threat::Sleeping,
            }
        } else if twos > 0 {
            match (twos >= 2, sleeping_twos > 0) {
                (true, _) => Threat::DoubleTwo,
                (false, true) => Threat::TwoMore,
                (false, false) => Threat::Two,
            }
        } else {
            match sleeping_twos {
                0 => Threat::Nothing,
                1 => Threat::Start,
                _ => Threat::Twos,
            }
        }
    }

    /// Whether it wins or must be answered by a block.
    pub fn is_four(self) -> bool {
        self >= Threat::Four
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Shape::{Five, LiveFour, LiveThree, LiveTwo, Other, RushFour, SleepingThree, SleepingTwo};

    #[test]
    fn the_order_of_the_lines_does_not_matter_and_a_better_shape_never_threatens_less() {
        for code in 0..1 << 12 {
            let shapes: [Shape; 4] = std::array::from_fn(|line| Shape::ALL[code >> (3 * line) & 7]);
            let threat = Threat::of(shapes);
            let mut turned = shapes;
            turned.rotate_left(1);
            assert_eq!(Threat::of(turned), threat);
            turned.swap(0, 2);
            assert_eq!(Threat::of(turned), threat);
            let mut worse = shapes;
            worse[0] = Other;
            assert!(Threat::of(worse) <= threat, "{shapes:?}");
        }
    }

    #[test]
    fn examples() {
        for (shapes, threat) in [
            ([Other; 4], Threat::Nothing),
            ([RushFour, LiveThree, Other, LiveTwo], Threat::FourThree),
            ([RushFour, Other, RushFour, Other], Threat::DoubleFour),
            ([LiveThree, LiveTwo, LiveThree, Other], Threat::DoubleThree),
            ([SleepingThree, Other, LiveTwo, Other], Threat::SleepingMore),
            ([SleepingTwo, LiveTwo, Other, Other], Threat::TwoMore),
            ([Five, LiveFour, Other, Other], Threat::Five),
        ] {
            assert_eq!(Threat::of(shapes), threat);
        }
        assert!(Threat::ALL.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
