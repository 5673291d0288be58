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

pub mod board_painter;
pub mod end_picture;
pub mod evaluator;
pub mod game;
pub mod gomoku_core;
pub mod gomoku_engine;
pub mod greedy_player;
pub mod insight;
pub mod leader;
pub mod level;
pub mod line;
pub mod line_class;
pub mod move_number;
pub mod neighbour;
mod picture;
pub mod ports;
pub mod ranking;
pub mod referee;
pub mod renju;
pub mod renju_judge;
pub mod ring;
pub mod run_classifier;
pub mod search;
pub mod shape_classifier;
pub mod socket;
pub mod view;
pub mod weights;
pub mod win_checker;
pub mod windows;
pub mod words;

pub use gomoku_core::GomokuCore;
pub use gomoku_engine::GomokuEngine;
pub use greedy_player::GreedyPlayer;
pub use renju_judge::RenjuJudge;
pub use search::GomokuSearch;
pub use shape_classifier::ShapeClassifier;
pub use win_checker::WinChecker;

#[cfg(test)]
#[path = "../../../tests/common/samples.rs"]
mod samples;
