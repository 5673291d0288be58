//! Gomoku: a position that finds moves, fives and forbidden points, and the game that uses it.
//!
//! ```text
//! socket                     the game's interface to the console; level: the player of each level; words: its texts
//! view/board_view            draws the board
//! game                       the course of the game (see `gateware/game`) and its referee
//! referee                    plays and takes back plies by the rules
//!   win_checker              finds the winning line
//!   board_painter            writes the game into the board RAM; end_picture: WIN or DRAW in stones
//!   gomoku_core              the position: the stones, the computer's move, black's forbidden points
//!     greedy_player            ring ---> evaluator ---------> ranking -----> leader <------ lfsr
//!                              stones    4 lines: shapes,     what counts    the best       tie breaks
//!                                        runs, weights        to the player  so far
//!                              (gomoku_engine: the player alone, for freestyle games)
//!     renju/trial              stones --> line_scan --> line_judge --> rounds; tries stones on the board
//!                              (renju_judge: the judge alone)
//!     search/gomoku_search     the player that searches, if the edition has it
//!   neighbour                a few steps along a line, for win_checker and renju/trial
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
