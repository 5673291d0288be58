//! What is on the board of Othello, and how a game of it has ended.

use rust_hdl::prelude::*;

use crate::ports::Stone;
use crate::{LogicState, LogicStruct};

/// By what a game has ended. While it goes on, whether a side has just passed.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Reason {
    /// The board is full; or nothing is to be said of the game.
    Full,
    /// A side has no disc left.
    WipedOut,
    /// Neither side has a move.
    NoMove,
    /// The last ply is a turn that was lost.
    Passed,
}

/// What the board shows on a square.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The disc on it.
    pub disc: Stone,
    /// Whose turn it is, if a disc may be put there.
    pub dot: Stone,
}

/// A write into the board RAM: while `enable` is high the cell of the square becomes this one.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct SquareWrite {
    pub enable: Bit,
    /// 8 * row + column.
    pub square: Bits<6>,
    pub cell: Cell,
}
