//! Differential fuzzing of the Verilog writer and the fast engine: random circuits in the rust-hdl simulation, in the
//! fast engine, and as Verilog in external tools.
//!
//! ```text
//! (seed, index) ─ generate ─> circuit ─ rust ─> source ─ batch ─┬─> Native, LogicBlock: what it does; fast: the same?
//!                                                               └─> Verilog ─ simulators ─> the same?
//!                                       ^                                                     │
//!                                       └───────────────── shrink <───────────────────────────┘
//! ```

pub mod batch;
pub mod bench;
pub mod circuit;
pub mod fast;
pub mod generate;
pub mod judge;
pub mod random;
pub mod rust;
pub mod shrink;
pub mod simulators;
