//! Circuits that work in every clock, which is where a simulator earns nothing by waiting: a processor, a filter, and a FIFO that
//! crosses two clocks. `cargo bench --bench busy` runs them beside the searches of the console.

pub mod fifo;
pub mod filter;
pub mod processor;
