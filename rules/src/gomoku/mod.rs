//! Gomoku in plain Rust: the board, the rules, whole games, and the computer players.
//!
//! | module          | contents                                                |
//! |-----------------|---------------------------------------------------------|
//! | [`board`]       | crossings, stones, what may be placed                   |
//! | [`mod@line`]    | the unbroken line through a stone, five or more         |
//! | [`renju`]       | black's forbidden points                                |
//! | [`rule`]        | freestyle, exact five, Renju: what wins, what is a foul |
//! | [`fours`]       | wins by continuous fours                                |
//! | [`game`]        | plies, turns, taking back, how a game ends              |
//! | [`shape`]       | the class of a window of nine cells, by definition      |
//! | [`scan`]        | where a mover may play and which lines count            |
//! | [`player`]      | the interface of the one-ply players; [`zju`], [`mcu`], [`thesis`] and [`sjtu`] say how each scores a crossing |
//! | [`profile`]     | the one-ply players by number and level                 |
//! | [`search`]      | the searching player, as in the gateware                |
//! | [`level`]       | the levels of the computer                              |
//! | [`sjtu_search`] | the original version of sjtu, three plies deep          |

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
