//! The machine as a game engine: it plays with any manager or user interface that speaks the Gomocup protocol for
//! Gomoku, or NBoard's for Othello.
//!
//! ```text
//! standard input -> lines -> command -> gomocup -> Thinker: the simulated gateware, or the plain reference
//! standard output <------ lines ------ nboard  -> Player: the model of the search
//! ```

pub mod allowance;
pub mod command;
pub mod gateware;
pub mod gomocup;
pub mod lines;
pub mod model;
pub mod nboard;

use crate::rules::gomoku::{Board, Colour, Crossing, Rule};
use allowance::Allowance;
use lines::{Line, Lines};
use std::io::{self, BufRead, Write};

/// A move, and information about how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub at: Crossing,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The score for the mover.
    pub score: Option<i32>,
    /// The number of positions searched.
    pub nodes: Option<u64>,
}

/// A move without information, as from a one-ply player.
impl From<Crossing> for Answer {
    fn from(at: Crossing) -> Answer {
        Answer { at, depth: None, score: None, nodes: None }
    }
}

/// A player that finds moves.
pub trait Thinker {
    /// A move for `mover`; `None` if there is none, or none was found in the time that is allowed.
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, allowed: Allowance) -> Option<Answer>;
}

impl<T: Thinker + ?Sized> Thinker for Box<T> {
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, allowed: Allowance) -> Option<Answer> {
        (**self).think(rule, board, mover, allowed)
    }
}

/// The reply to a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    Nothing,
    /// One or more lines.
    Say(String),
    Leave,
}

/// Answers every line until one says to leave, or until the input ends.
pub fn converse(input: impl BufRead, mut output: impl Write, mut hear: impl FnMut(Line) -> Reply) -> io::Result<()> {
    let mut lines = Lines::new(input);
    while let Some(line) = lines.read()? {
        match hear(line) {
            Reply::Nothing => {}
            Reply::Say(text) => {
                // In a single write, and flushed: the manager waits for it.
                output.write_all(format!("{text}\n").as_bytes())?;
                output.flush()?;
            }
            Reply::Leave => break,
        }
    }
    Ok(())
}
