//! Gomoku: the engine that knows the board, its evaluators and players, the judge of Renju's forbidden points, and the game
//! as a state machine.
//!
//! ```text
//!                 +---------------------------- greedy_player ----------------------------+
//! clear, place,   |  ring ---> evaluator (4 lines: ---> ranking ------> best_move         |  best_row, best_col,
//! lift, think --->|  225       shapes, runs,        what counts to   the leaders of       |-----> five, illegal
//!                 |  stones    weights)             the player       attack and defence   |
//!                 +------------- one crossing a clock; lfsr: tickets for equals ----------+
//!                 +---------------------------- renju_judge ----------------------------+
//! clear, place,   |  memory ---> line_scan ---> line_judge                              |
//! judge --------->|    ^ stones and stack, a cell a clock  |  neighbour: where to next  |-----> verdict
//!                 |    +---- a stone put on trial ---------+                            |
//!                 +---------------------------------------------------------------------+
//! ```

pub mod best_move;
pub mod evaluator;
pub mod game;
pub mod gomoku_core;
pub mod gomoku_engine;
pub mod greedy_player;
pub mod leader;
pub mod lfsr;
pub mod line;
pub mod line_class;
mod picture;
pub mod ranking;
pub mod renju;
pub mod renju_judge;
pub mod ring;
pub mod run_classifier;
pub mod shape_classifier;
pub mod weights;
pub mod win_checker;

pub use gomoku_core::GomokuCore;
pub use gomoku_engine::GomokuEngine;
pub use greedy_player::GreedyPlayer;
pub use renju_judge::RenjuJudge;
pub use shape_classifier::ShapeClassifier;
pub use win_checker::WinChecker;
