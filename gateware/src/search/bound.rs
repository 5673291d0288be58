//! How a stored score bounds the true score: the field that both tables of positions have.

use crate::LogicState;

/// How a stored score bounds the true score.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Bound {
    /// No bound: the entry is empty.
    None,
    Exact,
    /// The true score is as great or greater.
    Lower,
    /// The true score is as small or smaller.
    Upper,
}
