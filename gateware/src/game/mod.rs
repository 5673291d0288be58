//! What every game for two on a board has: its course, whoever plays it and by whatever rules.
//!
//! ```text
//! settings                   the page of a game: who plays, the rule, the clock
//!   seats                    a person or the computer at a level, on either side
//! course                     whose turn it is, keys, computers, time, end: the game as its players see it
//!   cursor, move_clock       where the next stone would go; thirty seconds
//! record                     what was played, for undo
//! ball, stone_paint          how a stone looks, and its colours
//! words                      what every game says
//! ponder                     how long the computer takes at least
//! ports                      what a course and a referee say to each other
//! ```
//!
//! A game brings its own referee, who carries out each ply by the rules, its view and its words.

pub mod ball;
pub mod course;
pub mod cursor;
pub mod move_clock;
pub mod ponder;
pub mod ports;
pub mod record;
pub mod seats;
pub mod settings;
pub mod stone_paint;
pub mod words;

pub use course::Course;
