//! Scores one line through a crossing for the mover and for the opponent, and tells whether a stone of the mover wins
//! in it.
//!
//! ```text
//! clock                  __/‾‾\__/‾‾\__/‾‾\__
//! mover, opponent, empty ==< a >==< b >=======
//! attack, defence, five  ==============< a  >< b >   two clocks later
//! ```
//!
//! Two registers divide the path from the ring to the score: one before the classifiers, one after them.
//!
//! | port     | dir | width        | meaning                                                                | initial |
//! |----------|-----|--------------|------------------------------------------------------------------------|---------|
//! | clock    | in  | 1            | rising edge                                                            | –       |
//! | profile  | in  | Profile      | the player whose weights are used; constant while crossings pass       | –       |
//! | mover_exact, opponent_exact | in  | 1 | that colour needs exactly five; constant while crossings pass  | –       |
//! | mover    | in  | 10           | cells that are the mover's or empty: -5..-1 (bits 0..4), +1..+5 (5..9) | –       |
//! | opponent | in  | 10           | cells that are the opponent's or empty, in the same order              | –       |
//! | empty    | in  | 10 | cells that are empty, in the same order; a cell in none of the three is off the board | –  |
//! | attack   | out | ATTACK_BITS  | score of the mover's stone in this line, in the player's unit          | 0       |
//! | defence  | out | DEFENCE_BITS | score of the opponent's stone in this line                             | 0       |
//! | five     | out | 1            | a stone of the mover wins in this line                                 | 0       |

use super::line_class::LineClass;
use super::weights::{self, ATTACK_BITS, DEFENCE_BITS, WeightTable};
use crate::gomoku::ports::Profile;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// The cells around the crossing, as in `Ring`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Neighbours {
    mover: Bits<10>,
    opponent: Bits<10>,
    empty: Bits<10>,
}

/// The classes of the line.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Classes {
    mover: Bits<4>,
    opponent: Bits<4>,
    five: Bit,
}

#[derive(Circuit)]
pub struct Line {
    pub clock: Signal<In, Clock>,
    pub profile: Signal<In, Profile>,
    pub mover_exact: Signal<In, Bit>,
    pub opponent_exact: Signal<In, Bit>,
    pub mover: Signal<In, Bits<10>>,
    pub opponent: Signal<In, Bits<10>>,
    pub empty: Signal<In, Bits<10>>,
    pub attack: Signal<Out, Bits<ATTACK_BITS>>,
    pub defence: Signal<Out, Bits<DEFENCE_BITS>>,
    pub five: Signal<Out, Bit>,

    neighbours: Register<Neighbours>,
    mover_line: LineClass,
    opponent_line: LineClass,
    classes: Register<Classes>,
    #[init(weights::attack())]
    attack_weights: WeightTable<ATTACK_BITS>,
    #[init(weights::defence())]
    defence_weights: WeightTable<DEFENCE_BITS>,
}

impl Line {
    /// See [`LineClass::new`].
    pub fn new(shapes: bool) -> Self {
        Line { mover_line: LineClass::new(shapes), opponent_line: LineClass::new(shapes), ..Default::default() }
    }
}

#[kernel]
impl Logic for Line {
    fn update(&mut self) {
        neighbours.d.mover = mover;
        neighbours.d.opponent = opponent;
        neighbours.d.empty = empty;

        // The player counts the stones of a run; it ignores shapes.
        let by_run = (profile == Profile::Mcu) | (profile == Profile::Sjtu);
        mover_line = LineClass { by_run, exact: mover_exact, open: neighbours.q.mover, empty: neighbours.q.empty };
        opponent_line.by_run = by_run;
        opponent_line = LineClass { exact: opponent_exact, open: neighbours.q.opponent, empty: neighbours.q.empty };

        classes.d.mover = mover_line.category;
        classes.d.opponent = opponent_line.category;
        classes.d.five = mover_line.five;

        let attack_address = cat(profile, classes.q.mover);
        let defence_address = cat(profile, classes.q.opponent);
        attack_weights.address = attack_address;
        defence_weights.address = defence_address;
        attack = attack_weights.data;
        defence = defence_weights.data;
        five = classes.q.five;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;
    use tengen_rules::gomoku::{Window, thesis};
    use tengen_sim::{ByName, Engine, Native};

    /// The cells of a window that are open to its owner, open to the other colour, and empty.
    fn seen(window: Window) -> [u64; 3] {
        let blocked = !(window.own | window.empty);
        [window.own | window.empty, blocked | window.empty, window.empty].map(|cells| u64::from(cells) << 1)
    }

    /// The result on the second edge after a line belongs to that line only.
    #[test]
    fn every_window_is_weighed_two_clocks_later() {
        let mut line = Native::new(Line::default());
        line.drive_as("profile", Profile::Thesis);
        let mut expected = VecDeque::new();
        for window in Window::all() {
            let [own, other, free] = seen(window);
            line.drive("mover", own);
            line.drive("opponent", other);
            line.drive("empty", free);
            line.step();
            let theirs = Window { own: ((other ^ free) >> 1) as u8, empty: window.empty };
            let run = (window.own << 4).leading_ones() + (window.own >> 4).trailing_ones();
            expected.push_back([
                u64::from(thesis::attack(window.shape()) / 5),
                u64::from(thesis::defence(theirs.shape()) / 5),
                (run >= 4).into(),
            ]);
            if expected.len() == 2 {
                let found = ["attack", "defence", "five"].map(|name| line.read(name));
                assert_eq!(Some(found), expected.pop_front(), "{window:?}");
            }
        }
    }
}
