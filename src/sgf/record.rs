//! What a file tells of a game: its rule and moves, who played, and how it ended.

use crate::rules::gomoku::{Colour, End, Game};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won(Colour),
    Draw,
}

/// A game with the names of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: Game,
    said: Option<Outcome>,
    /// The players, each on one line; empty if not known.
    pub black: String,
    pub white: String,
}

impl Record {
    pub fn new(game: Game) -> Record {
        Record {
            game,
            said: None,
            black: String::new(),
            white: String::new(),
        }
    }

    /// The rule and every ply; lawful, because a [`Game`] takes no others.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Says how the game ended where the board does not show it: somebody resigned, or both agreed on a draw. An end that the
    /// board shows stays as it is.
    pub fn say(&mut self, outcome: Option<Outcome>) {
        self.said = if self.game.end().is_none() { outcome } else { None };
    }

    /// How it ended, on the board or by what was said; `None` if nobody knows.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.game.end() {
            Some(End::Won { colour, .. }) => Some(Outcome::Won(colour)),
            Some(End::Draw) => Some(Outcome::Draw),
            None => self.said,
        }
    }
}
