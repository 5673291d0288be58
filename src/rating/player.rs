//! Who sits at the board in a match.

use std::fmt;

use crate::rules::Colour;

/// Finds the moves of one side, in one game.
pub trait Player<Game, Move> {
    /// A move for the side whose turn it is; it has one.
    fn reply(&mut self, game: &Game) -> Result<Move, Fault>;
}

/// What a player did that loses it the game: it broke off, or its answer is no lawful move, or came too late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(String);

impl Fault {
    pub fn new(line: impl Into<String>) -> Fault {
        Fault(line.into())
    }
}

/// Why it is not at the board.
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

/// How a game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// `None` for a draw.
    pub winner: Option<Colour>,
    /// Of the loser, if that is why it lost.
    pub fault: Option<Fault>,
}

impl Finish {
    /// By the rules.
    pub fn of(winner: Option<Colour>) -> Finish {
        Finish { winner, fault: None }
    }

    /// By what `colour` did.
    pub fn lost(colour: Colour, fault: Fault) -> Finish {
        Finish {
            winner: Some(colour.other()),
            fault: Some(fault),
        }
    }
}
