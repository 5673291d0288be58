//! The parts that all two-player board games share: the course of a game, independent of players and rules.
//!
//! ```text
//! settings                   the settings on a game's page: who plays, the rule, the clock
//!   seats                    a person or the computer at a level, on either side
//! course                     turns, keys, computer moves, time and end of a game
//!   cursor                   the crossing that a person chooses
//! requests                   plies of the course's requests, and whose turn it is, for any rules
//!   record                   the plies played, for undo
//!   ponder                   the computer's minimum thinking time
//! ball, stone_paint          the picture of a stone, and its colours
//! words                      the texts that all games share
//! ports                      the bundles between course and referee
//! ```
//!
//! Each game adds its own referee, which follows the plies by its rules, its view and its texts.

pub mod ball;
pub mod course;
pub mod cursor;
pub mod ponder;
pub mod ports;
pub mod record;
pub mod requests;
pub mod seats;
pub mod settings;
pub mod stone_paint;
pub mod words;

pub use course::Course;
