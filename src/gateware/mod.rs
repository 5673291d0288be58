//! The circuits. They know no board, no file and no command line.

pub mod bring_up;
pub mod console;
pub mod director;
pub mod display;
pub mod edition;
pub mod gomoku;
pub mod keyboard;
pub mod memory;
pub mod ports;
pub mod register;
pub mod seats;
pub mod synchroniser;
pub mod text;
pub mod ticker;
pub mod video;
