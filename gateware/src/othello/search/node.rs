//! What a node of the search is.

use rust_hdl::prelude::*;

use crate::LogicStruct;

/// The highest and the lowest score, which none reaches. Scores are offset by 2048: they compare as numbers without a sign
/// and are negated as numbers with one.
pub const HIGHEST: u64 = 4095;
pub const LOWEST: u64 = 1;

/// The discs of the side to move, and of the other; a1 is bit 0, h1 bit 7, h8 bit 63.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Discs {
    pub own: Bits<64>,
    pub opponent: Bits<64>,
}

/// A node on the way from the root to the position that is looked at.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Node {
    pub discs: Discs,
    /// Moves that were neither tried nor listed.
    pub rest: Bits<64>,
    /// Quadrants with an odd number of empty squares.
    pub odd: Bits<4>,
    /// The window.
    pub alpha: Bits<12>,
    pub beta: Bits<12>,
    /// The best score so far, and its move.
    pub best: Bits<12>,
    pub best_at: Bits<6>,
    /// The move that is being looked at.
    pub at: Bits<6>,
    /// Plies to look ahead from here, plus one at the node above the root.
    pub depth: Bits<6>,
    pub empties: Bits<7>,
    /// The side to move passed: the position is seen from the opponent's side.
    pub swapped: Bit,
    /// The move is being looked at with a null window.
    pub narrow: Bit,
    /// A move has been looked at.
    pub begun: Bit,
    /// A move has raised alpha.
    pub raised: Bit,
}
