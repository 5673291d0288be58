//! Gomoku: a position that finds moves, fives and forbidden points, and the game played on it.
//!
//! ```text
//! socket                     the game as the console takes it; level: which player a level is; words: what it says
//! view/board_view            what the board looks like
//! game                       the course of the game (see `gateware/game`) with its referee
//! referee                    carries out a ply by the rules, and takes it back
//!   move_number              the number beside a stone
//!   win_checker              which line won
//!   board_painter            the game as the board RAM has it; end_picture: WIN or DRAW, written in stones
//!   gomoku_core              the position: what lies where, the computer's move, black's forbidden points
//!     greedy_player            ring ---> evaluator ---------> ranking -----> leader <------ lfsr
//!                              stones    4 lines: shapes,     what counts    the best       tie breaks
//!                                        runs, weights        to the player  so far
//!                              (gomoku_engine: the same by itself, without rules)
//!     renju/trial              stones --> line_scan --> line_judge --> rounds; a stone put on trial
//!                              (renju_judge: the same by itself)
//!     search/gomoku_search     a player that looks ahead, where the edition has one
//!   neighbour                one step along a line, for win_checker and renju/trial
//! ```

pub mod game;
pub mod gomoku_core;
pub mod gomoku_engine;
pub mod level;
pub mod neighbour;
pub mod player;
pub mod ports;
pub mod referee;
pub mod renju;
pub mod search;
pub mod socket;
pub mod view;
pub mod words;

pub use gomoku_core::GomokuCore;
pub use gomoku_engine::GomokuEngine;
pub use player::greedy_player::GreedyPlayer;
pub use player::shape_classifier::ShapeClassifier;
pub use referee::win_checker::WinChecker;
pub use renju::renju_judge::RenjuJudge;
pub use search::GomokuSearch;

#[cfg(test)]
#[path = "../../../tests/common/samples.rs"]
mod samples;
