//! Boards as data, and everything made from them that does not depend on the circuit: the constraint file, the clock
//! primitive, and the script for the vendor's tools.
//!
//! ```text
//! boards/nexys3.rs ─┐                 ┌─> constraints   nexys3.ucf, basys3.xdc, ulx3s.lpf, icebreaker.pcf, tang-nano-9k.cst
//! boards/ulx3s.rs ──┼─> Board ─ check ┼─> clocking      DCM_SP, MMCME2_BASE, EHXPLLL, SB_PLL40, rPLL as Verilog
//! boards/...       ─┘                 └─> project       build.tcl and what it reads
//! ```
//!
//! A new board is a new file in `boards/` and a new row in [`boards::BOARDS`].

pub mod board;
pub mod boards;
pub mod clocking;
pub mod constraints;
pub mod part;
pub mod port;
pub mod project;

pub use board::{
    Accelerometer, Audio, Board, Buttons, Clock, Display, Dvi, Gamepad, Held, Keys, Leds, Negative, Picture, Ps2,
    Pulls, Thing, Uart, Usb, Vga,
};
pub use clocking::{Clocking, Wanted};
pub use part::{Family, Part};
pub use port::{Direction, Level, Port, Pull, Standard, bit_name};
