//! Parts of a search that know no game.

pub mod budget;

pub use budget::Budget;
