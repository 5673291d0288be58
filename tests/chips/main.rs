//! The machine on chips: tops and constraints of every board, what yosys and nextpnr make of it, and their netlist at play.

mod board_tops;
mod constraints;
mod netlist;
mod results;
#[cfg(feature = "eda")]
mod turns;
