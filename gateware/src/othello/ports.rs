//! Types shared between the circuits of Othello.

use crate::LogicState;

/// How a move is chosen.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum By {
    /// By its square alone.
    Weights,
    /// By its square and the number of replies it allows.
    Mobility,
    /// By alpha-beta search.
    Search,
}
