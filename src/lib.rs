//! Tengen: a board-game console made of gateware, and the generator that makes it.

pub mod gateware;
pub mod hdl;
pub mod rules;

pub use gateware::register::Register;
pub use tengen_derive::Circuit;
