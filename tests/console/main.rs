//! The whole machine, played through its keyboard's pins and watched by its monitor, on every engine and in every
//! edition.

mod both;
mod club;
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
mod no_two_alike;
mod othello;
#[path = "../common/picture_model.rs"]
mod picture_model;
mod played;
mod referee;
#[path = "../common/reference_pictures.rs"]
mod reference_pictures;
mod tilt;
mod two_consoles;
mod usb;
mod verilog_machine;
