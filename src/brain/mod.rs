//! The machine as a brain: it plays against any manager or user interface that speaks the Gomocup protocol for Gomoku, or
//! NBoard's for Othello.
//!
//! ```text
//! standard input -> lines -> command -> gomocup -> Thinker: the simulated gateware, or the plain reference
//! standard output <------ lines ------ nboard  -> Player: the model of the search
//! ```

pub mod command;
pub mod gateware;
pub mod gomocup;
pub mod lines;
pub mod model;
pub mod nboard;

use crate::rules::gomoku::{Board, Colour, Crossing, Rule};
use lines::{Line, Lines};
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// A move, and what its finder knows of the way there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub at: Crossing,
    /// Moves ahead.
    pub depth: Option<u32>,
    /// How good the position is for the mover.
    pub score: Option<i32>,
    /// Positions looked at.
    pub nodes: Option<u64>,
}

/// A move alone, as of those who look no further than it.
impl From<Crossing> for Answer {
    fn from(at: Crossing) -> Answer {
        Answer {
            at,
            depth: None,
            score: None,
            nodes: None,
        }
    }
}

/// Whoever finds the moves.
pub trait Thinker {
    /// A move for `mover`; `None` if there is none to be found, or not before the deadline.
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, deadline: Instant) -> Option<Answer>;
}

impl<T: Thinker + ?Sized> Thinker for Box<T> {
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, deadline: Instant) -> Option<Answer> {
        (**self).think(rule, board, mover, deadline)
    }
}

/// What a line is answered with.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    Nothing,
    /// A line, or several.
    Say(String),
    Leave,
}

/// Answers every line until one says to leave, or the end of the input.
pub fn converse(input: impl BufRead, mut output: impl Write, mut hear: impl FnMut(Line) -> Reply) -> io::Result<()> {
    let mut lines = Lines::new(input);
    while let Some(line) = lines.read()? {
        match hear(line) {
            Reply::Nothing => {}
            Reply::Say(text) => {
                // In one piece, and at once: the manager waits for it.
                output.write_all(format!("{text}\n").as_bytes())?;
                output.flush()?;
            }
            Reply::Leave => break,
        }
    }
    Ok(())
}
