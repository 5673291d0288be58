//! A low-speed USB keyboard on its two lines: an independent model of what the standard asks of a device.
//!
//! - `wire`: bits on the line, in the device's own time (USB 2.0, 7.1);
//! - `packet`: bits as packets, with their check sums (USB 2.0, 8.3 and 8.4);
//! - `shape`: the descriptors of some keyboards (USB 2.0, 9.6; HID 1.11, 6.2 and appendix B);
//! - `keyboard`: a device that answers (USB 2.0, 8.5 and chapter 9; HID 1.11, chapter 7);
//! - `plug`: its connection with a host in an engine.

pub mod keyboard;
pub mod packet;
pub mod plug;
pub mod shape;
pub mod wire;

pub use keyboard::{Faults, UsbKeyboard};
pub use packet::Packet;
pub use plug::Plug;
pub use shape::Shape;
pub use wire::{Line, Wire};
