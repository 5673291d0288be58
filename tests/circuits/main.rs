//! Single circuits: the rust-hdl simulation is compared with the rules and with the emitted Verilog.

mod adding_a_game;
mod demonstrations;
mod dvi;
mod gomoku_engine;
mod gomoku_fours;
mod gomoku_search;
mod greedy_player;
mod keyboard;
#[cfg(feature = "eda")]
mod mutation;
mod othello_engine;
mod othello_search;
#[path = "../common/picture_model.rs"]
mod picture_model;
#[cfg(feature = "eda")]
mod proofs;
mod renju_judge;
#[cfg(feature = "eda")]
mod sensors;
mod sound;
#[cfg(feature = "eda")]
mod stopped;
mod two_machines;
mod uart;
mod usb;
mod video;
