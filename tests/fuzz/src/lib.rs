//! Differential fuzzing of the Verilog writer and the fast engine: random circuits in the rust-hdl simulation, in the
//! fast engine, and as Verilog in external tools.
//!
//! ```text
//! (seed, index) ─ generate ─> ast ─ rust ─> source ─ compiled ─┬─> Native, LogicBlock: what it does
//!                                                              ├─> fast_engine: the same?
//!                                                              ├─> properties: do monitors find the same?
//!                                                              └─> Verilog ─ simulators ─> the same?
//!                                   ^                                                        │
//!                                   └─────────────────── shrink <────────────────────────────┘
//! ```

pub mod ast;
pub mod compiled;
pub mod driver;
pub mod fast_engine;
pub mod generate;
pub mod judge;
pub mod properties;
pub mod random;
pub mod rust;
pub mod shrink;
pub mod simulators;
