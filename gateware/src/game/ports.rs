//! What the course of a game and its referee say to each other.
//!
//! | bundle            | from    | to      |
//! |-------------------|---------|---------|
//! | [`RefereeOrder`]  | course  | referee |
//! | [`RefereeReport`] | referee | course  |
//!
//! What is played leaves the referee as a `Ply`, for everybody.

use rust_hdl::prelude::*;

use crate::ports::{Crossing, Discs, Insight, Outcome};
use crate::{LogicState, LogicStruct};

/// What is to be done. Taken while the referee is not busy.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Request {
    None,
    /// A new game begins.
    Begin,
    /// A stone of whose turn it is goes on `at`.
    Place,
    /// The turn is lost.
    Pass,
    /// The last ply is taken back; there must be one.
    Undo,
    /// The computer finds a move for whose turn it is.
    Think,
    /// The board shows the end of the game.
    Picture,
}

/// What a referee is asked.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct RefereeOrder {
    pub request: Request,
    /// For Place.
    pub at: Crossing,
    /// For Think: the level of the computer, from 0; and chance decides among equally good moves.
    pub level: Bits<3>,
    pub shuffle: Bit,
    /// Think is to come to its end, with the best there is so far.
    pub stop: Bit,
    /// Asks of `undoable`: an undo is of the computer's ply and of the player's.
    pub pair: Bit,
    /// Asks of `undoable`: the first stone stays.
    pub fixed: Bit,
}

/// How a referee sees the game.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct RefereeReport {
    /// At work; a request is ignored.
    pub busy: Bit,
    /// The last ply is still being shown. A computer waits for that with the next one, and nobody else does.
    pub showing: Bit,
    /// The last Place changed nothing: no stone may be put there.
    pub refused: Bit,
    /// What Think has found, if it has found a move.
    pub best: Crossing,
    pub found: Bit,
    /// Whose turn it is: 0 black, 1 white; after the end, who played last.
    pub turn: Bit,
    /// The side whose turn it is has no move, and the other has one.
    pub must_pass: Bit,
    /// Stones played, and the last of them while there is one.
    pub moves: Bits<8>,
    pub last: Crossing,
    /// There is a ply to take back.
    pub undoable: Bit,
    pub outcome: Outcome,
    /// By what, in the game's own numbers.
    pub reason: Bits<2>,
    /// In a game that counts them.
    pub discs: Discs,
    /// In a game whose computer tells of it.
    pub insight: Insight,
}
