//! The machine in simulation: the console with a keyboard and a speaker plugged in and a monitor on, scripts of keys and
//! recorded games for it, what each unit is shown doing when its waves are looked at, and what stands in for a search.

pub mod club;
pub mod demonstration;
mod ending;
mod gomoku;
pub mod machine;
mod othello;
pub mod pointer;
pub mod reader;
pub mod replay;
pub mod script;
mod settings;
pub mod speaker;
pub mod stand_in;
pub mod wav;
