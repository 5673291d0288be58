//! The data of a node of the search.

use rust_hdl::prelude::*;

use crate::LogicStruct;

/// Above every score. Scores are offset by 2048: they compare as unsigned numbers and are negated in two's
/// complement.
pub const HIGHEST: u64 = 4095;
/// Below every score.
pub const LOWEST: u64 = 1;

/// The discs of the side to move, and of the other side; a1 is bit 0, h1 bit 7, h8 bit 63.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Discs {
    pub own: Bits<64>,
    pub opponent: Bits<64>,
}

/// A node on the path from the root to the current position.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub discs: Discs,
    /// Moves that are neither tried nor in the move list.
    pub rest: Bits<64>,
    /// Quadrants with an odd number of empty squares.
    pub odd: Bits<4>,
    /// The lower bound of the window.
    pub alpha: Bits<12>,
    /// The upper bound of the window.
    pub beta: Bits<12>,
    /// The best score so far.
    pub best: Bits<12>,
    /// The move with the best score.
    pub best_at: Bits<6>,
    /// The move that is being searched.
    pub at: Bits<6>,
    /// Plies to search below this node; the node above the root has one more than the root.
    pub depth: Bits<6>,
    /// Empty squares; the node above the root has one more than the root.
    pub empties: Bits<7>,
    /// The side to move passed: the position is seen from the opponent's side.
    pub swapped: Bit,
    /// The move is searched with a null window.
    pub narrow: Bit,
    /// The move is searched less deep, against a bound a margin below alpha.
    pub probed: Bit,
    /// A first move has been made at this node.
    pub begun: Bit,
    /// A move has raised alpha.
    pub raised: Bit,
}
