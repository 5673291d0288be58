//! A node of the search.

use rust_hdl::prelude::*;

use super::ports::{Candidate, Filter};
use crate::LogicStruct;
use crate::ports::Crossing;

/// A node between the root and the current position, both included. Scores are for its mover, offset by 8192.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub alpha: Bits<14>,
    pub beta: Bits<14>,
    /// The best score so far; `best_at` is its move.
    pub best: Bits<14>,
    pub best_at: Crossing,
    /// The move being searched.
    pub at: Candidate,
    /// `at` was picked from the scanned rows.
    pub picked: Bit,
    /// Moves tried so far, including `at`.
    pub number: Bits<6>,
    /// Remaining plies.
    pub depth: Bits<6>,
    /// Which crossings are candidates.
    pub filter: Filter,
    /// The only move is to block a five.
    pub forced: Bit,
    /// `at` is searched with a null window.
    pub narrow: Bit,
    /// `at` is searched so many plies shallower.
    pub reduced: Bits<2>,
    /// The search of `at` has overwritten the node's set of rows.
    pub spoiled: Bit,
    /// A move has raised alpha.
    pub raised: Bit,
    /// `remembered` was tried first; the scan skips it.
    pub excluded: Bit,
    pub remembered: Crossing,
}

/// The initial values of a node.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Opening {
    pub alpha: Bits<14>,
    pub beta: Bits<14>,
    pub depth: Bits<6>,
    pub filter: Filter,
    pub forced: Bit,
}
