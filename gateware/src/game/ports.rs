//! The bundles between the course of a game and its referee.
//!
//! | bundle            | from    | to      |
//! |-------------------|---------|---------|
//! | [`RefereeOrder`]  | course  | referee |
//! | [`RefereeReport`] | referee | course  |
//!
//! The referee also outputs each ply as a `Ply`, for all circuits.

use rust_hdl::prelude::*;

use crate::ports::{Crossing, Discs, Insight, Outcome};
use crate::{LogicState, LogicStruct};

/// A request. It is accepted while the referee is not busy.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Request {
    None,
    /// Begins a new game.
    Begin,
    /// Places a stone of the side to move on `at`.
    Place,
    /// Says by `refused` whether Place would be refused.
    Test,
    /// The side to move passes.
    Pass,
    /// A side resigns: `white` of the order.
    Resign,
    /// Takes the last ply back; there must be one.
    Undo,
    /// The computer finds a move for the side to move.
    Think,
    /// Paints the picture of the end.
    Picture,
}

/// A request to the referee, with its parameters.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct RefereeOrder {
    pub request: Request,
    /// The crossing of Place and Test.
    pub at: Crossing,
    /// White resigns, else black.
    pub white: Bit,
    /// The computer's level for Think, from 0.
    pub level: Bits<3>,
    /// Think chooses at random among equally good moves.
    pub shuffle: Bit,
    /// Ends Think with the best move so far.
    pub stop: Bit,
    /// For `undoable`: an undo takes back two plies.
    pub pair: Bit,
    /// For `undoable`: the first stone cannot be taken back.
    pub fixed: Bit,
}

/// A referee's report on the game.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct RefereeReport {
    /// The referee is busy; requests are ignored.
    pub busy: Bit,
    /// The last ply is still being animated. Computer moves wait for it, human moves do not.
    pub showing: Bit,
    /// The last Place or Test was refused as illegal.
    pub refused: Bit,
    /// The move that Think found.
    pub best: Crossing,
    /// Think found a move.
    pub found: Bit,
    /// The side to move: 0 black, 1 white; after the end, the side that moved last.
    pub turn: Bit,
    /// The side to move has no legal move, and the other side has one.
    pub must_pass: Bit,
    /// The number of stones played.
    pub moves: Bits<8>,
    /// The last stone, while `moves` is not 0.
    pub last: Crossing,
    /// An undo is possible.
    pub undoable: Bit,
    pub outcome: Outcome,
    /// The reason of the end, in the game's own numbers.
    pub reason: Bits<2>,
    /// Each side's discs, in a game that counts them.
    pub discs: Discs,
    /// The computer's evaluation, in a game that reports it.
    pub insight: Insight,
}
