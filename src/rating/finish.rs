//! The end of a game, by the rules or by a player's fault.

use std::fmt;

use crate::rules::Colour;

/// A fault that loses the game: the player stopped, or its answer is not a legal move, or came too late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(String);

impl Fault {
    pub fn new(line: impl Into<String>) -> Fault {
        Fault(line.into())
    }
}

/// Why a player cannot take part.
impl From<anyhow::Error> for Fault {
    fn from(error: anyhow::Error) -> Fault {
        Fault(format!("{error:#}"))
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// `None` for a draw.
    pub winner: Option<Colour>,
    /// The fault of the loser, if it lost by one.
    pub fault: Option<Fault>,
}

impl Finish {
    /// A game that ended by the rules.
    pub fn of(winner: Option<Colour>) -> Finish {
        Finish { winner, fault: None }
    }

    /// A game that `colour` lost by a fault.
    pub fn lost(colour: Colour, fault: Fault) -> Finish {
        Finish { winner: Some(colour.other()), fault: Some(fault) }
    }
}
