//! The circuits. They know no board, no file and no command line.

pub mod display;
pub mod gomoku;
pub mod keyboard;
pub mod memory;
pub mod register;
pub mod timer;
pub mod video;
