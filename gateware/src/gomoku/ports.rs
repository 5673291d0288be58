//! Types that circuits of Gomoku share, with each other and with the view.
//!
//! The variants have the names and the order of `rules/src/gomoku`; a test compares them.

use rust_hdl::prelude::*;

pub use crate::ports::{BoardMarks, Stone};
use crate::ports::{Crossing, Seats};
use crate::{LogicState, LogicStruct};

/// What wins, and whether black loses by fouls.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Rule {
    Freestyle,
    ExactFive,
    Renju,
}

/// Which player the computer is.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Profile {
    Zju,
    Mcu,
    Thesis,
    Sjtu,
}

/// The foul by which black has lost.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Foul {
    None,
    Overline,
    DoubleFour,
    DoubleThree,
}

/// A line through a crossing, named after its forward direction.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Direction {
    AlongTheRow,
    DownTheColumn,
    DownRight,
    DownLeft,
}

/// The shape of a line of nine cells with a stone in the middle.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Shape {
    Other,
    SleepingTwo,
    LiveTwo,
    SleepingThree,
    LiveThree,
    RushFour,
    LiveFour,
    Five,
}

/// Renju's verdict on a stone of black. If several apply, it is the first of these after `Allowed`.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Verdict {
    Allowed,
    ExactFive,
    Overline,
    DoubleFour,
    DoubleThree,
}

/// The settings that a person chooses on the page of the game.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GomokuSettings {
    pub seats: Seats,
    pub rule: Rule,
    /// The moves are timed: thirty seconds each.
    pub timed: Bit,
    /// The machine places the first stone on the centre.
    pub opening: Bit,
}

/// A write into the board RAM: while `enable` is high, `cell` is written at `at`; see `BoardView`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct BoardWrite {
    pub enable: Bit,
    pub at: Crossing,
    pub cell: Cell,
}

/// What the board shows on a crossing.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Cell {
    pub stone: Stone,
    /// The stone belongs to the winning line.
    pub line: Bit,
    /// The stone's move number in decimal: hundreds (bits 9..8), tens (7..4), ones (3..0); 0 for none. On an empty
    /// crossing tens 10 and ones 11 mark a forbidden point.
    pub number: Bits<10>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fmt::Debug, ops::Range};
    use tengen_rules::gomoku;
    use tengen_sim::Encoded;

    fn words(values: &[impl Debug]) -> Vec<String> {
        values.iter().map(|value| format!("{value:?}")).collect()
    }

    /// The names of the variants with these codes.
    fn decoded<T: Encoded + Debug>(codes: Range<u64>) -> Vec<String> {
        codes.map(|code| format!("{:?}", T::decode(code))).collect()
    }

    #[test]
    fn the_words_and_their_codes_are_those_of_the_rules() {
        use gomoku::renju::Verdict as V;
        use gomoku::{Direction as D, Foul as F, Profile as P, Rule as R, Shape as S};
        assert_eq!(decoded::<Rule>(0..3), words(&[R::Freestyle, R::ExactFive, R::Renju]));
        assert_eq!(decoded::<Profile>(0..4), words(&P::ALL));
        // Code 0 is no foul.
        assert_eq!(
            decoded::<Foul>(1..4),
            words(&[F::Overline, F::DoubleFour, F::DoubleThree])
        );
        assert_eq!(decoded::<Direction>(0..4), words(&D::ALL));
        let verdicts = [V::Allowed, V::ExactFive, V::Overline, V::DoubleFour, V::DoubleThree];
        assert_eq!(decoded::<Shape>(0..8), words(&S::ALL));
        assert_eq!(decoded::<Verdict>(0..5), words(&verdicts));
        // The codes must be equal too: tests drive these ports with the codes of the rules.
        assert!(D::ALL.iter().enumerate().all(|(code, way)| *way as usize == code));
        assert!(S::ALL.iter().enumerate().all(|(code, shape)| *shape as usize == code));
        assert!(verdicts.iter().enumerate().all(|(code, v)| *v as usize == code));
    }
}
