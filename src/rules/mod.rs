//! The games in plain Rust: the reference every circuit is held against. Knows no gateware.

pub mod gomoku;
