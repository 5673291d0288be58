//! The fast engine.

mod batch;
mod code;
mod cycle;
mod engine;
mod lanes;
mod netlist;
pub mod parts;
mod routine;
mod stepper;
mod tracer;
mod value;
mod whole;
mod words;

pub use batch::Batch;
pub use engine::{Fast, start};
pub use lanes::Lanes;
pub use netlist::*;
pub use stepper::Stepper;
pub use tracer::Tracer;
pub use whole::Whole;
pub use words::*;
