//! Gomoku in plain Rust: the board, lines of five, shapes, forbidden points, and the computer players.
//!
//! | module   | knows                                                   |
//! |----------|---------------------------------------------------------|
//! | [`board`]  | crossings, stones, what may be placed                   |
//! | [`line`]   | the unbroken line through a stone, five or more         |
//! | [`shape`]  | what a window of nine cells is worth, by definition     |
//! | [`renju`]  | black's forbidden points                                |
//! | [`player`] | what every computer player does; [`zju`] and [`mcu`] how each scores a crossing |

pub mod board;
pub mod line;
pub mod mcu;
pub mod player;
pub mod renju;
pub mod shape;
pub mod zju;

pub use board::{Board, Colour, Crossing, Refused};
pub use line::{Direction, Line};
pub use player::Player;
pub use shape::{Shape, Window};

#[cfg(test)]
pub(crate) mod samples;
