//! Evaluates positions of a game under review, and finds how it may continue: by the models of the two searches, in a
//! thread or a worker beside the machine.
//!
//! ```text
//! page: evaluate a position --> search -> its move -> search a little less deep -> its move ... --> page: an evaluation
//!       another one, or none --> no longer wanted: it ends within a window
//! ```
//!
//! | game    | unit of a score               | the result is proved if                                   |
//! |---------|-------------------------------|-----------------------------------------------------------|
//! | Gomoku  | +200 multiplies the odds by e | the win uses only fours, so that every answer is forced   |
//! | Othello | discs at the end              | the search reached the end of the game in every variation |
//!
//! Gomoku's full search tries only some moves of a position, so a win found by it is not proved.

mod gomoku;
mod othello;

use serde::{Deserialize, Serialize};

use crate::rules::{self, Colour, resumable::Resumable};

/// The time limit of a search in clocks: 0.05 seconds of the machine, as for Gomoku's level 5.
pub const BUDGET: u64 = 1_250_000;
/// The most plies of a line that are reported.
const LONGEST_LINE: usize = 6;
/// The clocks between two checks whether the evaluation is still wanted: some milliseconds of computation.
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
    /// The rule of Gomoku; ignored for Othello.
    pub rule: Option<String>,
    /// The moves, such as `h8`; empty for a pass or a lost turn.
    pub moves: Vec<String>,
}

/// The evaluation of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// The score for black, in the unit of the table above.
    pub score: f64,
    /// Whether the end of the game is proved.
    pub proved: bool,
    /// For Gomoku the plies until the end, if it is proved; 0: the game is over.
    pub plies: Option<u32>,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The best line for both sides.
    pub line: Vec<String>,
}

/// The answer to a page.
#[derive(Debug, Serialize)]
pub struct Told {
    pub position: Position,
    pub evaluation: Evaluation,
}

/// Whether the page that asked is still waiting.
struct Asked<'a>(&'a dyn Fn() -> bool);

impl Asked<'_> {
    /// The answer of a search; `None` if nobody is waiting for it any more.
    fn answer<S: Resumable>(&self, search: S) -> Option<S::Answer> {
        search.finish_if(WINDOW, self.0)
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

/// A legal position, ready to be evaluated.
pub struct Begun {
    position: Position,
    game: Game,
}

impl Begun {
    /// # Errors
    /// A line for the page if there is no such position.
    pub fn new(position: Position) -> Result<Begun, String> {
        Ok(Begun { game: Game::of(&position)?, position })
    }

    /// The evaluation; `None` if it is no longer `wanted`.
    pub fn finish(self, wanted: &dyn Fn() -> bool) -> Option<Told> {
        let evaluation = self.game.evaluate(&Asked(wanted))?;
        Some(Told { position: self.position, evaluation })
    }
}

/// Converts a score for `mover` to one for black.
fn for_black(score: f64, mover: Colour) -> f64 {
    match mover {
        Colour::Black => score,
        Colour::White => -score,
    }
}

/// The error for a move that cannot be played.
fn unplayed(number: usize, name: &str, why: impl std::fmt::Display) -> String {
    format!("move {}, {name}: {why}", number + 1)
}

#[cfg(test)]
mod tests;
