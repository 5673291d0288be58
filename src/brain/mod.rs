//! The machine as a brain: it plays Gomoku against any manager or user interface that speaks the Gomocup protocol.
//!
//! ```text
//! standard input -> lines -> command -> gomocup -> Thinker: the simulated gateware, or the plain reference
//! standard output <------------ a line ----'
//! ```

pub mod command;
pub mod gateware;
pub mod gomocup;
pub mod lines;
pub mod model;

use crate::rules::gomoku::{Board, Colour, Crossing, Rule};
use gomocup::{Brain, Reply};
use lines::Lines;
use std::io::{self, BufRead, Write};
use std::time::Instant;

/// Whoever finds the moves.
pub trait Thinker {
    /// A move for `mover`; `None` if there is none to be found, or not before the deadline.
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, deadline: Instant) -> Option<Crossing>;
}

impl<T: Thinker + ?Sized> Thinker for Box<T> {
    fn think(&mut self, rule: Rule, board: &Board, mover: Colour, deadline: Instant) -> Option<Crossing> {
        (**self).think(rule, board, mover, deadline)
    }
}

/// Answers every line until END or the end of the input.
pub fn converse(input: impl BufRead, mut output: impl Write, thinker: impl Thinker) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut brain = Brain::new(thinker);
    while let Some(line) = lines.read()? {
        match brain.hear(line) {
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
