//! The record of a game of Othello: its start position and moves, how it ended, and its head.

use anyhow::{Result, bail};

use crate::Colour;
use crate::notation::{Head, Outcome};
use crate::othello::{Game, Ply, Refused};

/// A game with the information about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The start position and every ply, including the passes of a side without a move.
    pub game: Game,
    said: Option<Outcome>,
    pub head: Head,
}

impl Record {
    pub fn new(game: Game) -> Record {
        Record { game, ..Record::default() }
    }

    /// Sets how the game ended if the board does not show it, as [`crate::notation::sgf::Record::say`].
    pub fn say(&mut self, outcome: Option<Outcome>) {
        self.said = if self.game.is_over() { None } else { outcome };
    }

    /// How the game ended, on the board or by [`Self::say`]; `None` if not known.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.game.end() {
            Some(end) => Some(end.winner.map_or(Outcome::Draw, Outcome::Won)),
            None => self.said,
        }
    }

    /// Black's discs less white's once the game is over; the empty squares count for the winner.
    pub fn score(&self) -> Option<i32> {
        let score = self.game.position().final_score();
        let for_black = match self.game.turn() {
            Colour::Black => score,
            Colour::White => -score,
        };
        self.game.is_over().then_some(for_black)
    }

    /// The position before the first ply, and the side to move.
    pub fn start(&self) -> Game {
        let mut start = self.game.clone();
        while start.take_back().is_some() {}
        start
    }

    /// Whether it begins with the usual four discs.
    pub fn begins_as_usual(&self) -> bool {
        self.start() == Game::new()
    }

    /// The number of the first lost turn: the side passed although it had a move. `None` if there was none.
    pub fn lost_turn(&self) -> Option<usize> {
        let mut game = self.start();
        let lost = |ply: Ply| match ply {
            Ply::Disc(at) => game.play(at).is_err(),
            Ply::Pass => {
                let lost = !game.must_pass();
                _ = game.pass();
                lost
            }
        };
        Some(1 + self.game.plies().position(lost)?)
    }

    /// Passes for the side to move if it must. The machine does so at once; a file may end before that pass.
    pub fn settle(&mut self) {
        if self.game.must_pass() {
            _ = self.game.pass();
        }
    }

    /// The record after that many plies, with the information about the whole game.
    pub fn until(mut self, plies: usize) -> Record {
        while self.game.plies().len() > plies {
            self.game.take_back();
            self.said = None;
        }
        self.settle();
        let length = self.game.plies().len();
        self.head.comments.retain(|ply, _| *ply <= length);
        self
    }

    /// Takes over the information in `file` that the machine does not have after playing the game. Does nothing if it
    /// is another game: one of the two must begin with the whole of the other.
    pub fn recall(&mut self, file: &Record) {
        let (length, theirs) = (self.game.plies().len(), file.game.plies().len());
        let same = self
            .game
            .plies()
            .zip(file.game.plies())
            .all(|(own, their)| own == their);
        if !same || (length == 0) != (theirs == 0) || self.start() != file.start() {
            return;
        }
        if length == theirs {
            self.say(file.said);
        }
        self.head.recall(&file.head, length);
    }
}

/// Plays a ply from a file, and the pass before it if the file leaves that out. A pass after the end is ignored.
///
/// # Errors
/// If the ply is not legal.
pub(super) fn follow(game: &mut Game, colour: Colour, ply: Ply) -> Result<()> {
    if ply == Ply::Pass && game.is_over() {
        return Ok(());
    }
    if game.turn() != colour && game.must_pass() {
        game.pass()?;
    }
    if game.turn() != colour && !game.is_over() {
        bail!("the other side is to move");
    }
    let played = match ply {
        Ply::Disc(at) => game.play(at),
        Ply::Pass => game.pass(),
    };
    played.map_err(|refused| {
        anyhow::anyhow!(match refused {
            Refused::Taken => "the square is taken",
            Refused::FlipsNothing => "a disc there flips nothing",
            Refused::Over => "the game is over",
        })
    })
}

/// A value on one line; empty for the mark with which some programs write an unknown value.
pub(super) fn known(value: &str) -> String {
    match value.trim() {
        "?" => String::new(),
        value => value.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}
