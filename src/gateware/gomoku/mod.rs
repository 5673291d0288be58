//! Gomoku: the engine that knows the board, its evaluators and players, the judge of Renju's forbidden points, and the game
//! as a state machine.
//!
//! ```text
//!                 +--------------------------- gomoku_engine ---------------------------+
//! clear, place,   |  ring ---> evaluator (4 lines: shapes, runs, values) ---> best_move |  best_row, best_col,
//! think --------->|  225 stones, one crossing a clock                 the two leaders   |-----> five, illegal
//!                 +---------------------------------------------------------------------+
//!                 +---------------------------- renju_judge ----------------------------+
//! clear, place,   |  memory ---> line_scan ---> line_judge                              |
//! judge --------->|    ^ stones and stack, a cell a clock  |  neighbour: where to next  |-----> verdict
//!                 |    +---- a stone put on trial ---------+                            |
//!                 +---------------------------------------------------------------------+
//! ```

pub mod best_move;
pub mod evaluator;
pub mod game;
pub mod gomoku_engine;
pub mod line;
pub mod line_value;
mod picture;
pub mod renju;
pub mod renju_judge;
pub mod ring;
pub mod run_length;
pub mod shape_classifier;
pub mod win_checker;

pub use gomoku_engine::GomokuEngine;
pub use renju_judge::RenjuJudge;
pub use shape_classifier::ShapeClassifier;
pub use win_checker::WinChecker;
