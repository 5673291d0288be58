//! A player that looks one ply ahead: it scores every vacant crossing by the lines through it.
//!
//! ```text
//! greedy_player    ring ---> evaluator ---------> ranking -----> leader <------ lfsr
//!                  stones    line: windows,       what counts    the best       tie breaks
//!                            shapes, weights      to the player  so far
//! ```

pub mod evaluator;
pub mod greedy_player;
pub mod leader;
pub mod line;
pub mod line_class;
pub mod ranking;
pub mod ring;
pub mod run_classifier;
pub mod shape_classifier;
pub mod weights;
pub mod windows;
