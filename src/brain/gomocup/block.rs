//! The position, and the stones of a BOARD or a similar command that set one up.

use super::super::command::{Block, Side};
use super::written;
use crate::rules::gomoku::{Board, Colour, Crossing};

/// A position in which black has as many stones as white, or one more.
pub(super) struct Position {
    pub(super) board: Board,
    /// The brain's colour; undecided while the board is empty.
    pub(super) own: Colour,
}

impl Position {
    pub(super) fn mover(&self) -> Colour {
        if self.board.stones().is_multiple_of(2) { Colour::Black } else { Colour::White }
    }
}

/// The lines before DONE.
pub(super) struct Setup {
    pub(super) block: Block,
    /// The owner of the first stone.
    first: Option<Side>,
    own: Vec<Crossing>,
    opponent: Vec<Crossing>,
    /// A wrong line has been reported; the rest is skipped.
    pub(super) refused: bool,
}

impl Setup {
    pub(super) fn new(block: Block) -> Setup {
        Setup { block, first: None, own: vec![], opponent: vec![], refused: false }
    }

    pub(super) fn add(&mut self, (at, side): (Crossing, Side)) -> Result<(), String> {
        if self.own.contains(&at) || self.opponent.contains(&at) {
            return Err(format!("ERROR {} is there twice", written(at)));
        }
        self.first = self.first.or(Some(side));
        match side {
            Side::Own => self.own.push(at),
            Side::Opponent => self.opponent.push(at),
        }
        Ok(())
    }

    /// The brain's colour in a position given by BOARD.
    pub(super) fn mover(&self) -> Result<Colour, String> {
        match self.opponent.len().checked_sub(self.own.len()) {
            Some(0) => Ok(Colour::Black),
            Some(1) => Ok(Colour::White),
            _ => Err("ERROR the stones must make it this brain's turn".into()),
        }
    }

    /// The brain's colour in a position given by YXBOARD.
    pub(super) fn by_order(&self) -> Result<Colour, String> {
        let (own, black, white) = match self.first {
            Some(Side::Own) => (Colour::Black, &self.own, &self.opponent),
            _ => (Colour::White, &self.opponent, &self.own),
        };
        match black.len().checked_sub(white.len()) {
            Some(0 | 1) => Ok(own),
            _ => Err("ERROR the stones must be as many of both sides, or one more of the first".into()),
        }
    }

    /// The position with this colour for the brain.
    pub(super) fn position(&self, own: Colour) -> Result<Position, String> {
        let mut board = Board::new();
        for (stones, colour) in [(&self.own, own), (&self.opponent, own.other())] {
            for &at in stones {
                board.place(at, colour).expect("every crossing is there once");
            }
        }
        Ok(Position { board, own })
    }
}
