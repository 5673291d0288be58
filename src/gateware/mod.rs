//! The circuits. They know no board, no file and no command line.

pub mod memory;
pub mod register;
pub mod timer;
