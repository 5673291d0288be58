//! A node of the search, as it is on the stack.

use rust_hdl::prelude::*;

use super::ports::{Candidate, Filter};
use crate::LogicStruct;
use crate::ports::Crossing;

/// A node on the way from the root to the current position. Scores are its mover's, offset by 8192.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub alpha: Bits<14>,
    pub beta: Bits<14>,
    /// The best score so far, and its move.
    pub best: Bits<14>,
    pub best_at: Crossing,
    /// The move that is being searched.
    pub at: Candidate,
    /// The rows were scanned for the node, and `at` was picked from them.
    pub picked: Bit,
    /// The number of moves that were tried, with `at`.
    pub number: Bits<5>,
    /// Plies that are left.
    pub depth: Bits<6>,
    /// Its candidates.
    pub filter: Filter,
    /// Its only move is to block.
    pub forced: Bit,
    /// `at` is searched with a null window.
    pub narrow: Bit,
    /// `at` is searched a ply shallower.
    pub reduced: Bit,
    /// The search of `at` has written over the node's rows.
    pub spoiled: Bit,
    /// A move has raised alpha.
    pub raised: Bit,
    /// `remembered` was tried first; the scan skips it.
    pub excluded: Bit,
    pub remembered: Crossing,
}

/// What a node begins with.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Opening {
    pub alpha: Bits<14>,
    pub beta: Bits<14>,
    pub depth: Bits<6>,
    pub filter: Filter,
    pub forced: Bit,
}
