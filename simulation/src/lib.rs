//! The machine in simulation: the console with a keyboard, a speaker and a monitor; scripts of keys and recorded games
//! for it; demonstrations of each unit for waveforms; and stand-ins for the searches.

mod board_text;
pub mod club;
pub mod demonstration;
mod ending;
pub mod exercise;
mod gomoku;
pub mod line;
pub mod machine;
pub mod noise;
mod othello;
pub mod pointer;
pub mod reader;
pub mod replay;
pub mod script;
mod settings;
pub mod speaker;
pub mod stand_in;
pub mod stroke;
pub mod timing;
pub mod wav;

pub use tengen_gateware as gateware;
pub use tengen_hdl::{self as hdl, misuse};
pub use tengen_rules::{self as rules, notation};
