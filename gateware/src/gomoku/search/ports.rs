//! Types that several circuits of the search share.

use rust_hdl::prelude::*;

use super::threat::Threat;
use crate::gomoku::ports::{Direction, Shape};
use crate::{LogicState, LogicStruct};

/// The crossings are stored in this many banks. Crossings that a stone changes in one clock lie in different banks.
pub const BANKS: usize = 5;
/// Crossings of a row in each bank.
pub const THIRDS: usize = 3;

/// What a stone of either colour would make of one line through a crossing.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LineShapes {
    pub black: Shape,
    pub white: Shape,
    /// The line is an overline, or holds two fours under Renju. A side that needs exactly five is barred here.
    pub suspect: Bit,
}

/// The threats of a stone of either colour on a crossing.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Threats {
    pub black: Threat,
    pub white: Threat,
}

/// What a bank stores about a crossing.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Around {
    pub row: LineShapes,
    pub column: LineShapes,
    pub down_right: LineShapes,
    pub down_left: LineShapes,
    pub threats: Threats,
}

/// The crossing that a bank reads in one clock of an update for a placed or removed stone.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Visit {
    pub active: Bit,
    /// It is the stone's own crossing.
    pub own: Bit,
    /// The direction of the line that has changed.
    pub direction: Direction,
    pub row: Bits<4>,
    /// The column divided by five, rounded down.
    pub third: Bits<2>,
}

/// The threats on a crossing before and after a stone is placed or removed. An occupied crossing has `Nothing`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Change {
    pub was: Threats,
    pub now: Threats,
}

/// The best threats of one colour; see `rules::gomoku::search::weights`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// {there is a four and a three, there is any four short of a double four}.
    pub best_four: Bits<2>,
    pub double_three: Bit,
    /// Crossings with a double four; 3: or more.
    pub double_fours: Bits<2>,
}

/// The number of crossings in each group of `rules::gomoku::search::weights`; 15: or more.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GroupSizes {
    pub threes: Bits<4>,
    pub more: Bits<4>,
}

/// The priority of a stone of one colour on a crossing.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Key {
    /// The greatest key is tried first; 0: not a candidate.
    pub key: Bits<6>,
    /// The stone makes a live three or more.
    pub three: Bit,
    /// The stone makes a four or more.
    pub four: Bit,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Keys {
    pub black: Key,
    pub white: Key,
}

/// A write of keys to `Candidates`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct KeyWrite {
    pub enable: Bit,
    pub row: Bits<4>,
    pub third: Bits<2>,
    pub keys: Keys,
}

/// A candidate and its crossing.
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
    /// Crossings where either side would have a four.
    Fours,
    /// Crossings where the mover would have a four.
    OwnFours,
}

/// A stone that is placed or removed.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Stone {
    pub row: Bits<4>,
    pub col: Bits<4>,
    pub colour: Bit,
    /// The stone is placed; else it is removed.
    pub placed: Bit,
    /// The stone is there provisionally: `restore` undoes it, and the memories are not written.
    pub tried: Bit,
    /// Lines are updated up to five steps away, not four. Set for stones of the game, never in the search.
    pub far: Bit,
}
