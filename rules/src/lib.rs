//! The games in plain Rust: the reference for testing every circuit. The crate knows no gateware. [`notation`]
//! reads and writes games as files.

#[cfg(test)]
extern crate self as tengen_rules;

pub mod club;
mod colour;
pub mod gomoku;
pub mod notation;
pub mod othello;
pub mod resumable;
pub mod splitmix;

pub use colour::Colour;
