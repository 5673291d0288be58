//! What travels together between the circuits of the search.

use rust_hdl::prelude::*;

use super::threat::Threat;
use crate::gomoku::ports::{Direction, Shape};
use crate::{LogicState, LogicStruct};

/// The memory of the crossings has so many parts: the crossings that a stone changes in one clock lie in different ones.
pub const BANKS: usize = 5;
/// So many crossings of a row lie in each.
pub const THIRDS: usize = 3;

/// What a stone of either colour would make of one line through a crossing.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LineShapes {
    pub black: Shape,
    pub white: Shape,
    /// A line too long, or Renju's two fours in one: nobody plays there who would lose by it.
    pub suspect: Bit,
}

/// What a stone of either colour would threaten.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Threats {
    pub black: Threat,
    pub white: Threat,
}

/// All that is kept of a crossing.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Around {
    pub row: LineShapes,
    pub column: LineShapes,
    pub down_right: LineShapes,
    pub down_left: LineShapes,
    pub threats: Threats,
}

/// What a bank does in a clock of a walk.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Visit {
    pub active: Bit,
    /// The crossing of the stone itself.
    pub own: Bit,
    /// The line that has changed.
    pub direction: Direction,
    pub row: Bits<4>,
    /// The column divided by five.
    pub third: Bits<2>,
}

/// How a crossing counts before and after a walk: as `Nothing` where it is taken.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Change {
    pub was: Threats,
    pub now: Threats,
}

/// What a colour's stone on a crossing is worth trying.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Key {
    /// The greatest is tried first; 0: not at all.
    pub key: Bits<6>,
    /// It makes a live three or more.
    pub three: Bit,
    /// It makes a four or more.
    pub four: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Keys {
    pub black: Key,
    pub white: Key,
}

/// A write of keys.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct KeyWrite {
    pub enable: Bit,
    pub row: Bits<4>,
    pub third: Bits<2>,
    pub keys: Keys,
}

/// A candidate with its place.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    pub key: Key,
    pub row: Bits<4>,
    pub col: Bits<4>,
}

/// Which crossings are candidates.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Filter {
    All,
    /// Where either side would have a four.
    Fours,
    /// Where the mover would.
    OwnFours,
}

/// How a stone changes the position.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Stone {
    pub row: Bits<4>,
    pub col: Bits<4>,
    pub colour: Bit,
    /// It comes, or it goes.
    pub placed: Bit,
    /// It is only tried: what is kept stays as it is.
    pub tried: Bit,
    /// The lines are looked at as far as five steps away: by one stone in the game, never in the search.
    pub far: Bit,
}
