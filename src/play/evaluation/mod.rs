//! What a position of a game that is looked at is worth, and how it may go on: by the models of the two searches, in a thread
//! beside the machine.
//!
//! ```text
//! page: evaluate a position --> thread: search -> its move -> search a little less deep -> its move ... --> page: an evaluation
//!       another one, or none --> the receiver is dropped: the thread ends within a window
//! ```
//!
//! | game    | a score counts                | it is proved where                                            |
//! |---------|-------------------------------|---------------------------------------------------------------|
//! | Gomoku  | +200 multiplies the odds by e | fours alone win, so that every answer to them is forced       |
//! | Othello | discs at the end              | the search has come to the end of the game in every variation |
//!
//! Gomoku's search tries some moves of a position alone; what it takes for a win otherwise is no proof.

mod gomoku;
mod othello;

use std::thread;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::{self, Receiver, Sender};

use crate::rules::{self, resumable::Resumable};

/// Clocks of the machine that a search may take: 0.05 seconds, as Gomoku's level 5.
pub const BUDGET: u64 = 1_250_000;
/// Plies that are told of a line, at most.
const LONGEST_LINE: usize = 6;
/// Clocks between two looks whether the evaluation is still wanted: some milliseconds.
const WINDOW: u64 = 100_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Gomoku,
    Othello,
}

/// A position, by the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub game: Kind,
    /// Gomoku's; of Othello it is not looked at.
    pub rule: Option<String>,
    /// `h8`, or nothing for a turn that was passed or lost.
    pub moves: Vec<String>,
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// For black, in the unit of the table above.
    pub score: f64,
    /// How the game ends is proved.
    pub proved: bool,
    /// Plies until the end, if that is proved of Gomoku; 0: the game is over.
    pub plies: Option<u32>,
    /// Plies looked ahead.
    pub depth: u32,
    /// The best moves for both sides.
    pub line: Vec<String>,
}

/// The answer to a page.
#[derive(Debug, Serialize)]
pub struct Told {
    pub position: Position,
    pub evaluation: Evaluation,
}

/// Whoever asked still waits.
struct Asked<'a>(&'a Sender<Told>);

impl Asked<'_> {
    /// The answer of a search; `None` if nobody waits for it any more.
    fn answer<S: Resumable>(&self, search: S) -> Option<S::Answer> {
        search.finish_if(WINDOW, || !self.0.is_closed())
    }
}

/// A position as the rules know it: the game up to it.
enum Game {
    Gomoku(Box<rules::gomoku::Game>),
    Othello(rules::othello::Game),
}

impl Game {
    fn of(position: &Position) -> Result<Game, String> {
        match position.game {
            Kind::Gomoku => Ok(Game::Gomoku(
                gomoku::game(position.rule.as_deref(), &position.moves)?.into(),
            )),
            Kind::Othello => Ok(Game::Othello(othello::game(&position.moves)?)),
        }
    }

    fn evaluate(self, asked: &Asked) -> Option<Evaluation> {
        match self {
            Game::Gomoku(game) => gomoku::evaluate(*game, asked),
            Game::Othello(game) => othello::evaluate(game, asked),
        }
    }
}

/// Begins to evaluate a position. It ends when the receiver is dropped.
///
/// # Errors
/// A line for the page if there is no such position.
pub fn begin(position: Position) -> Result<Receiver<Told>, String> {
    let game = Game::of(&position)?;
    let (sender, receiver) = mpsc::channel(1);
    let work = move || {
        if let Some(evaluation) = game.evaluate(&Asked(&sender)) {
            // Who does not wait any more is told nothing.
            _ = sender.blocking_send(Told { position, evaluation });
        }
    };
    thread::Builder::new()
        .spawn(work)
        .map_err(|error| format!("no position can be evaluated: {error}"))?;
    Ok(receiver)
}

/// Of nothing.
pub fn none() -> Receiver<Told> {
    mpsc::channel(1).1
}

/// Why the moves up to this one are no game.
fn unplayed(number: usize, name: &str, why: impl std::fmt::Display) -> String {
    format!("move {}, {name}: {why}", number + 1)
}

#[cfg(test)]
mod tests;
