//! Parts of a search that do not depend on the game.

pub mod budget;

pub use budget::Budget;
