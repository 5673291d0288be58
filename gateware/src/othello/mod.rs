//! Othello: a core that finds the legal squares, the flips of a move and the best move, and the game played with it.
//!
//! ```text
//! socket                     the game with the console's interface; level: the computer's levels; words: its texts
//! view/board_view            the picture of the board
//! game                       the course of the game (see `gateware/game`) with its referee
//! referee                    carries out plies by the rules, and takes them back
//!   board_painter            writes the board RAM, flip by flip; picture: the W drawn in discs
//!   othello_core             the computer player by level (othello_engine: an endgame solver on its own)
//!     search/                chooses the move: by alpha-beta, or by square and replies; the rules
//! cells                      board cells and reasons of the end; ports: how a move is chosen
//! ```

pub mod cells;
pub mod game;
pub mod level;
pub mod othello_core;
pub mod othello_engine;
pub mod ports;
pub mod referee;
pub mod search;
pub mod socket;
pub mod view;
pub mod words;

pub use othello_core::OthelloCore;
pub use othello_engine::OthelloEngine;
