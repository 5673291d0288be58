//! The record of a game: its rule and moves, who played and when, how it ended, and comments on the moves.

use std::collections::BTreeMap;

use crate::gomoku::{Colour, End, Game};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won(Colour),
    Draw,
}

/// A game with the information about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: Game,
    said: Option<Outcome>,
    /// The players' names, each on one line; empty if not known.
    pub black: String,
    pub white: String,
    /// The date and the event, each on one line as in the file; empty if not known.
    pub date: String,
    pub event: String,
    /// Comments by the number of their ply, 0 before the first. They may have several lines.
    pub comments: BTreeMap<usize, String>,
    /// Remarks of the reader on how it changed what the file says, a line each. They are not written to files.
    pub remarks: Vec<String>,
}

impl Record {
    pub fn new(game: Game) -> Record {
        Record {
            game,
            said: None,
            black: String::new(),
            white: String::new(),
            date: String::new(),
            event: String::new(),
            comments: BTreeMap::new(),
            remarks: vec![],
        }
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
        fill([
            (&mut self.black, &file.black),
            (&mut self.white, &file.white),
            (&mut self.date, &file.date),
            (&mut self.event, &file.event),
        ]);
        let comments = file.comments.range(..=length);
        self.comments.extend(comments.map(|(ply, text)| (*ply, text.clone())));
    }
}

/// Fills each empty text from the other one.
pub(crate) fn fill<const N: usize>(unknown: [(&mut String, &String); N]) {
    for (own, said) in unknown {
        if own.is_empty() {
            own.clone_from(said);
        }
    }
}
