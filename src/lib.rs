//! Tengen: a board-game console made of gateware, and the generator that makes it.

pub mod brain;
pub mod cli;
pub mod edition;
pub mod figures;
pub mod files;
pub mod gateware;
pub mod hdl;
pub mod machine;
pub mod misuse;
pub mod notation;
#[cfg(feature = "play")]
pub mod play;
pub mod rating;
pub mod release;
pub mod rules;
pub mod sgf;
pub mod simulation;
pub mod units;
mod workers;

pub use gateware::register::Register;
pub use tengen_sim::{Circuit, LogicState, LogicStruct, Optional, kernel, signed_bit_cast};
