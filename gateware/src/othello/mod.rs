//! Othello: a core that knows the legal squares, what a disc flips and the best move, and the game played on it.
//!
//! ```text
//! socket                     the game as the console takes it; level: the levels of the computer; words: what it says
//! view/board_view            what the board looks like
//! game                       the course of the game (see `gateware/game`) with its referee
//! referee                    carries out a ply by the rules, and takes it back
//!   board_painter            the game as the board RAM has it, flip by flip; picture: W, written in discs
//!     disc_counter           how many discs each side has
//!   othello_core             the player by level (othello_engine: the end of a game, solved by itself)
//!     search                 where to move
//!       legal_moves, flips     all eight directions at once, along rays
//!       first_move             which square is tried first; move_key, move_list: in which order the others follow
//!       evaluation             how good a position is that is not looked into further
//!         features, weighted     what is counted, and what it is worth
//!       final_score            what a game that is over counts
//!       slot                   where in the table a position is kept
//! squares, population        sets of squares, and how many are in one
//! cells                      what is on the board, and how a game has ended; ports: how a move is chosen
//! ```

pub mod board_painter;
pub mod cells;
pub mod disc_counter;
pub mod evaluation;
pub mod features;
pub mod final_score;
pub mod first_move;
pub mod flips;
pub mod game;
pub mod legal_moves;
pub mod level;
pub mod move_key;
pub mod move_list;
pub mod othello_core;
pub mod othello_engine;
mod picture;
pub mod population;
pub mod ports;
pub mod rays;
pub mod referee;
pub mod search;
pub mod slot;
pub mod socket;
pub mod squares;
pub mod view;
pub mod weighted;
pub mod words;

pub use othello_core::OthelloCore;
pub use othello_engine::OthelloEngine;
