//! Cycle-accurate netlist simulator that skips unchanged logic.
//!
//! ```text
//! netlist.rs   words and operators in order          wide.rs    wide values made of words
//! finish.rs    puts them in order
//! parts.rs     feedback loops as parts               code.rs    an operator, prepared for execution
//! batch.rs     parts over many clocks at once        lanes.rs   a value in many clocks, and loops over them
//! in_lanes.rs  parts without feedback                value.rs   the lanes of all values, and which have changed
//!                                                    recall.rs  the lanes of outputs in batches that were the same
//! cycle.rs     a part with feedback                  stepper.rs clock by clock, only behind changes
//!                                                    fold.rs    chains of selections as one
//!                                                    readers.rs who must be told of a change
//!                                                    routine.rs while only a few registers change
//! busy.rs      a part, or all of it, by its program  load.rs    when it runs, and when events do
//!                                                    prepared.rs  a netlist as programs
//!                                                    split.rs   registers of several fields as several
//!                                                    program.rs operators in order, behind branches
//!                                                    sums.rs    counts of bits
//!                                                    narrow.rs  functions of one narrow value as tables
//!                                                    arrays.rs  registers that are read or written by an index
//!                                                    frame.rs   the words a program works with
//!                                                    interpret.rs, compile.rs, webassembly.rs   three ways to run it
//!                                                    machine.rs, browser_machine.rs   compiled code: all that is unsafe
//! fast.rs      batches as an `Engine`                domains.rs several clocks as one: a program each
//!                                                    whole.rs   the stepper alone as one
//! calls.rs     functions that a circuit calls
//! interface.rs the interface of every engine         clocks.rs  the edges of several clocks
//! ```
//!
//! A part whose function is known as a whole can be a [`Call`], which computes its words by a Rust function instead of
//! operators.
//!
//! The netlist comes from `tengen::hdl::verilog::netlist`. [`start`] runs any netlist, [`Fast`] one with a single
//! clock, [`Domains`] one with several. The chapter "As fast as the chip" of the book explains all of it. The crate uses no
//! threads, no time and no files, so it also runs as wasm32; there whoever runs it gives it two functions (`browser_machine.rs`).
//! Without the feature `jit` no code is generated, and nothing in this crate is unsafe.

mod arrays;
mod batch;
#[cfg(feature = "jit")]
mod blocks;
mod busy;
mod calls;
mod clocks;
mod code;
#[cfg(all(feature = "jit", not(target_arch = "wasm32")))]
mod compile;
mod cycle;
mod domains;
mod fast;
#[cfg(test)]
mod faults;
mod finish;
mod fold;
mod frame;
mod in_lanes;
mod interface;
mod interpret;
mod lanes;
mod load;
#[cfg_attr(all(feature = "jit", target_arch = "wasm32"), path = "browser_machine.rs")]
#[cfg_attr(not(feature = "jit"), path = "no_machine.rs")]
mod machine;
mod narrow;
mod netlist;
mod parts;
mod prepared;
mod program;
#[cfg(test)]
mod random;
mod readers;
mod recall;
mod routine;
mod split;
mod stepper;
mod sums;
mod value;
#[cfg(all(feature = "jit", target_arch = "wasm32"))]
mod webassembly;
mod whole;
mod wide;

pub use busy::Pace;
pub use clocks::{Clocks, Running, Waveform};
pub use domains::Domains;
pub use fast::{Fast, start, watch_batches};
pub use interface::{Change, Engine, Port, PortDirection, Seen};
pub use netlist::*;
pub use prepared::Optimisation;
pub use whole::Whole;
pub use wide::*;
