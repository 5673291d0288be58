//! The circuits of the machine. They depend on no board, file or command line.

pub mod bring_up;
pub mod club;
pub mod console;
pub mod director;
pub mod display;
pub mod edition;
pub mod game;
pub mod gomoku;
pub mod keyboard;
pub mod link;
pub mod othello;
pub mod ports;
pub mod search;
pub mod sensors;
pub mod sound;
pub mod text;
pub mod usb;
pub mod video;

pub use tengen_hdl::Register;
pub use tengen_sim::{Circuit, LogicState, LogicStruct, Optional, kernel, signed_bit_cast};

#[cfg(test)]
mod port_tables;
