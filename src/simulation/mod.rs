//! The machine in simulation: the console with a keyboard plugged in and a monitor on, scripts of keys and recorded games
//! for it, and what each unit is shown doing when its waves are looked at; and its picture in plain Rust.

pub mod demonstration;
pub mod machine;
pub mod names;
pub mod picture;
mod played;
pub mod replay;
pub mod rest;
pub mod script;
pub mod twin;
