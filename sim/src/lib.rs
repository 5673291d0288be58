//! Simulation of rust-hdl circuits, clock by clock: the harness, a keyboard, a monitor, waves, and the emitted Verilog
//! behind the same harness. Knows any circuit and no game.

extern crate self as tengen_sim;

pub mod circuit;
pub mod engine;

pub use circuit::*;
pub use engine::*;
