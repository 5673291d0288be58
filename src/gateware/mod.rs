//! The circuits. They know no board, no file and no command line.

pub mod bring_up;
pub mod club;
pub mod console;
pub mod director;
pub mod display;
pub mod edition;
pub mod game;
pub mod gomoku;
pub mod keyboard;
pub mod lfsr;
pub mod memory;
pub mod othello;
pub mod ports;
pub mod register;
pub mod sound;
pub mod synchroniser;
pub mod text;
pub mod ticker;
pub mod video;
