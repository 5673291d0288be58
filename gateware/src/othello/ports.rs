//! What travels together between the circuits of Othello.

use crate::LogicState;

/// How a move is chosen.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum By {
    /// By its square alone.
    Weights,
    /// By its square and by how many moves it leaves the opponent.
    Mobility,
    /// By what follows.
    Search,
}
