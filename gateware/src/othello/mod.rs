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
//!     search/                where to move: alpha-beta, or by square and answers; the rules of the board
//! cells                      what is on the board, and how a game has ended; ports: how a move is chosen
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
