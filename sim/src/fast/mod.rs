//! The fast engine.

mod netlist;
mod stepper;
mod whole;
mod words;

pub use netlist::*;
pub use stepper::Stepper;
pub use whole::Whole;
pub use words::*;
