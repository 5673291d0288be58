//! The derive and the Verilog writer: what they accept, what they refuse, and what they generate.

mod circuit_derive;
#[cfg(feature = "eda")]
#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "eda")]
#[path = "../common/icarus.rs"]
mod icarus;
mod optional;
pub mod verilog_errors;
mod verilog_semantics;
mod verilog_text;
