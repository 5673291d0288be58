//! What both searches use and no game owns.
//!
//! ```text
//! budget      a circuit: says when the time of a think is up
//! bound       a type: how a stored score bounds the true score
//! ```

pub mod bound;
pub mod budget;

pub use bound::Bound;
pub use budget::Budget;
