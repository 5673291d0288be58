//! The whole machine, played through its keyboard's pins and watched by its monitor, on every engine and in every
//! edition.

mod both;
mod club;
#[path = "../common/codes.rs"]
mod codes;
#[cfg(feature = "eda")]
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/dumps.rs"]
mod dumps;
mod editions;
mod event_driven;
mod fast;
#[cfg(feature = "eda")]
#[path = "../common/icarus.rs"]
mod icarus;
#[path = "../common/kept.rs"]
mod kept;
mod no_two_alike;
mod othello;
#[path = "../common/picture.rs"]
mod picture;
mod played;
mod referee;
mod verilog_machine;
