//! Gomoku in plain Rust: the board, the rules, whole games, and the computer players.
//!
//! | module   | knows                                                   |
//! |----------|---------------------------------------------------------|
//! | [`board`]  | crossings, stones, what may be placed                   |
//! | [`mod@line`]   | the unbroken line through a stone, five or more         |
//! | [`renju`]  | black's forbidden points                                |
//! | [`rule`]   | freestyle, exact five, Renju: what wins, what is a foul |
//! | [`fours`]  | victory by continuous fours: found, or ruled out        |
//! | [`game`]   | plies, turns, taking back, how a game ends              |
//! | [`shape`]  | what a window of nine cells is worth, by definition     |
//! | [`scan`]   | where a mover may play and which lines count            |
//! | [`player`] | what every computer player does; [`zju`], [`mcu`], [`thesis`] and [`sjtu`] how each scores a crossing |
//! | [`profile`] | the players of one ply by number and level             |
//! | [`search`] | a player that looks ahead, as the gateware does         |
//! | [`level`]  | the levels of the computer                              |
//! | [`sjtu_search`] | sjtu as it was first built, three plies deep       |

pub mod board;
pub mod fours;
pub mod game;
pub mod level;
pub mod line;
pub mod mcu;
pub mod player;
pub mod profile;
pub mod renju;
pub mod rule;
pub mod scan;
pub mod search;
pub mod shape;
pub mod sjtu;
pub mod sjtu_search;
pub mod thesis;
pub mod zju;

pub use board::{Board, Colour, Crossing, Refused};
pub use game::{End, Game, Ply};
pub use level::Level;
pub use line::{Direction, Line};
pub use player::Player;
pub use profile::Profile;
pub use rule::{Foul, Rule};
pub use scan::Scan;
pub use shape::{Shape, Window};

#[cfg(test)]
#[path = "../../../tests/common/samples.rs"]
mod samples;
