//! Circuits that work in every clock, which is where a simulator earns nothing by waiting: a processor and a filter.
//! `cargo bench --bench busy` runs them beside the searches of the console.

pub mod filter;
pub mod processor;
