//! What a file tells of a game: its rule and moves, who played, when and where, how it ended, and what was said of the
//! moves.

use std::collections::BTreeMap;

use crate::gomoku::{Colour, End, Game};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Won(Colour),
    Draw,
}

/// A game with all that is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    game: Game,
    said: Option<Outcome>,
    /// The players, each on one line; empty if not known.
    pub black: String,
    pub white: String,
    /// When it was played and at what event, each on one line, in the file's own words; empty if not known.
    pub date: String,
    pub event: String,
    /// By the number of the ply they are about, 0 before the first. They may have lines.
    pub comments: BTreeMap<usize, String>,
    /// What a file says that was read otherwise than it says it, a line each. They are the reader's own and are not
    /// written.
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

    /// The rule and every ply; lawful, because a [`Game`] takes no others.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Says how the game ended where the board does not show it: somebody resigned, or both agreed on a draw. An end
    /// that the board shows stays as it is.
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

    /// Takes over what `file` says and a machine that has played its game does not know. Nothing, if this is another
    /// game: one of the two must begin with the whole of the other.
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

/// Each that is empty becomes what is said of it.
pub(crate) fn fill<const N: usize>(unknown: [(&mut String, &String); N]) {
    for (own, said) in unknown {
        if own.is_empty() {
            own.clone_from(said);
        }
    }
}
