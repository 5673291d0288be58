//! A USB keyboard straight into the chip: a low-speed host (1.5 Mbit/s) that knows one kind of device.
//!
//! ```text
//! D+, D- <-> UsbLine <-> UsbTransaction <-> UsbKeyboard -- reports --> BootReport -- bytes as from a PS/2 keyboard
//!            bits,       SETUP, IN, OUT     finds and asks             presses, releases, repeats
//!            packets     and handshakes     the keyboard
//! ```
//!
//! [`UsbOrPs2`] stands before it where the same plug may have a PS/2 keyboard.

pub mod boot_report;
pub mod requests;
pub mod scan_codes;
pub mod usb_keyboard;
pub mod usb_line;
pub mod usb_or_ps2;
pub mod usb_transaction;

pub use usb_keyboard::{UsbKeyboard, UsbState};
pub use usb_line::UsbLine;
pub use usb_or_ps2::UsbOrPs2;
pub use usb_transaction::UsbTransaction;
