//! Tengen: a board-game console made of gateware, and the generator for it.
//!
//! The crates below it are re-exported: [`rules`], [`gateware`], [`hdl`], [`simulation`].

mod at_end;
pub mod board_console;
pub mod brain;
pub mod cli;
pub mod editions;
pub mod figures;
pub mod line;
#[cfg(feature = "play")]
pub mod play;
pub mod rating;
pub mod release;
pub mod units;
mod workers;

pub use tengen_gateware as gateware;
pub use tengen_hdl as hdl;
pub use tengen_hdl::{Circuit, LogicState, LogicStruct, Optional, Register, files, kernel, misuse, signed_bit_cast};
pub use tengen_rules as rules;
pub use tengen_rules::notation;
pub use tengen_simulation as simulation;

#[cfg(test)]
#[path = "../tests/common/samples.rs"]
mod samples;
