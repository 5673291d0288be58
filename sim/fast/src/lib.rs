//! Cycle-accurate netlist simulator that skips unchanged logic.
//!
//! ```text
//! netlist.rs   words and operators in order          wide.rs    wide values made of words
//! finish.rs    puts them in order
//! parts.rs     feedback loops as parts               code.rs    an operator, prepared for execution
//! batch.rs     parts over many clocks at once        lanes.rs   a value in many clocks, and loops over them
//!                                                    value.rs   the lanes of all values, and which have changed
//! cycle.rs     a part with feedback                  stepper.rs clock by clock, only behind changes
//!                                                    fold.rs    chains of selections as one
//!                                                    readers.rs who must be told of a change
//!                                                    routine.rs while only a few registers change
//! fast.rs      batches as an `Engine`                whole.rs   the stepper alone as one, for several clocks
//! interface.rs the interface of every engine
//! ```
//!
//! A part whose function is known as a whole can be a [`Call`], which computes its words by a Rust function instead of
//! operators.
//!
//! The netlist comes from `tengen::hdl::verilog::netlist`. [`start`] runs any netlist, [`Fast`] one with a single
//! clock. The chapter "As fast as the chip" of the book explains all of it. The crate uses no threads, no time, no
//! files and no unsafe code, so it also runs as wasm32.

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
mod wide;

pub use fast::{Fast, start};
pub use interface::{Change, Engine, Port, PortDirection, Seen};
pub use netlist::*;
pub use whole::Whole;
pub use wide::*;
