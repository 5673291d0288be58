//! The record of a game of Gomoku: its rule and moves, how it ended, and its head.

use crate::gomoku::{End, Game};
use crate::notation::{Head, Outcome};

/// A game with the information about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: Game,
    said: Option<Outcome>,
    pub head: Head,
}

impl Record {
    pub fn new(game: Game) -> Record {
        Record { game, said: None, head: Head::default() }
    }

    /// The rule and every ply; all legal, because a [`Game`] accepts no others.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Sets how the game ended if the board does not show it: somebody resigned, or both agreed on a draw. An end that
    /// the board shows is kept.
    pub fn say(&mut self, outcome: Option<Outcome>) {
        self.said = if self.game.end().is_none() { outcome } else { None };
    }

    /// How the game ended, on the board or by [`Self::say`]; `None` if not known.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.game.end() {
            Some(End::Won { colour, .. }) => Some(Outcome::Won(colour)),
            Some(End::Draw) => Some(Outcome::Draw),
            None => self.said,
        }
    }

    /// Takes over the information in `file` that the machine does not have after playing the game. Does nothing if it
    /// is another game: one of the two must begin with the whole of the other.
    pub fn recall(&mut self, file: &Record) {
        let (plies, theirs) = (self.game.plies(), file.game.plies());
        let begun = plies.is_empty() == theirs.is_empty();
        let same = plies.starts_with(theirs) || theirs.starts_with(plies);
        if self.game.rule() != file.game.rule() || !begun || !same {
            return;
        }
        let length = plies.len();
        if length == theirs.len() {
            self.say(file.said);
        }
        self.head.recall(&file.head, length);
    }
}
