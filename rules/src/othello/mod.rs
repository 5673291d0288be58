//! Othello in plain Rust: squares, the rules, whole games, and the computer players.
//!
//! | module         | contents                                                   |
//! |----------------|------------------------------------------------------------|
//! | [`square`]     | the squares, by name and by number, and sets of them       |
//! | [`position`]   | legal squares, flipped discs, the score of a finished game |
//! | [`game`]       | plies, turns, passes, taking back, how a game ends         |
//! | [`order`]      | which move is tried first                                  |
//! | [`evaluation`] | the static evaluation of a position                        |
//! | [`search`]     | the gateware's search, clock by clock                      |
//! | [`player`]     | the computer players by level                              |

pub mod evaluation;
pub mod game;
pub mod order;
pub mod player;
pub mod position;
pub mod search;
pub mod square;

pub use game::{End, Game, Ply, Refused};
pub use position::Position;
pub use square::{Square, Squares};
