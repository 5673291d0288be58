//! A circuit as fast as the chip: every clock and every pin, without what is known already.
//!
//! ```text
//! netlist.rs   words and operators in order        words.rs    wide values of narrow words
//! finish.rs    puts them in order
//! parts.rs     what follows itself together        code.rs     an operator as it is run
//! batch.rs     parts over many clocks at once      lanes.rs    a value in many clocks, and loops over them
//!                                                  value.rs    the lanes of all values, and which have changed
//! cycle.rs     a part that follows itself          stepper.rs  clock by clock, behind changes only
//!                                                  fold.rs     chains of selections as one
//!                                                  readers.rs  who is to be told of a change
//!                                                  routine.rs  while only a few registers move
//! fast.rs      batches as an `Engine`              whole.rs    the stepper alone as one, for several clocks
//! interface.rs what every engine is
//! ```
//!
//! What a part does may be known as a whole: a [`Call`] gives its words in place of its operators.
//!
//! The netlist comes from whoever reads the circuit: `tengen::hdl::verilog::netlist`. [`start`] runs any; [`Fast`] one with one
//! clock. The chapter "As fast as the chip" of the book explains all of it. No threads, no clock, no files and no
//! unsafe code, so it runs as wasm32 too.

mod batch;
mod code;
mod cycle;
mod fast;
#[cfg(test)]
mod faults;
mod finish;
mod fold;
mod interface;
mod lanes;
mod netlist;
mod parts;
mod readers;
mod routine;
mod stepper;
mod value;
mod whole;
mod words;

pub use fast::{Fast, start};
pub use interface::{Change, Engine, Port, PortDirection, Seen};
pub use netlist::*;
pub use whole::Whole;
pub use words::*;
