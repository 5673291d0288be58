//! The machine on chips: tops and constraints of every board, results of yosys and nextpnr, and simulation of the
//! netlist.

mod board_tops;
mod constraints;
#[cfg(feature = "eda")]
mod gowin_bitstream;
mod placed_netlist;
mod results;
#[cfg(feature = "eda")]
mod turns;
