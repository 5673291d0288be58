//! The games in plain Rust: the reference every circuit is held against. Knows no gateware.

pub mod club;
mod colour;
pub mod gomoku;
pub mod othello;

pub use colour::Colour;
