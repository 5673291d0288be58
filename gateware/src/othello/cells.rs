//! The cells of Othello's board, and the reasons why a game ends.

use rust_hdl::prelude::*;

use crate::ports::Stone;
use crate::{LogicState, LogicStruct};

/// Why a game has ended. During a game: whether a side has just passed.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Reason {
    /// The board is full; during a game: no side has just passed.
    Full,
    /// A side has no disc left.
    WipedOut,
    /// Neither side has a move.
    NoMove,
    /// The last ply was a pass.
    Passed,
}

/// The contents of a square, as the board shows them.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// The disc on it.
    pub disc: Stone,
    /// If the square is legal: the side to move, in whose colour a dot is drawn.
    pub dot: Stone,
}

/// A write into the board RAM: while `enable` is high, `cell` is written to `square`.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct SquareWrite {
    pub enable: Bit,
    /// 8 * row + column.
    pub square: Bits<6>,
    pub cell: Cell,
}
