//! The games in plain Rust: the reference every circuit is held against. Knows no gateware.
//! Games in writing, too: in [`sgf`] and [`notation`].

#[cfg(test)]
extern crate self as tengen_rules;

pub mod club;
mod colour;
pub mod gomoku;
pub mod notation;
pub mod othello;
pub mod resumable;
pub mod sgf;

pub use colour::Colour;
