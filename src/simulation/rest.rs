//! Which parts of the console a simulator may leave alone, and until when: the emitted Verilog under Verilator scans out
//! four times as many pictures a second for it (`cargo bench --bench play --features eda`).
//!
//! Each row is a promise that `tests/console.rs` holds against the machine on every clock.

use crate::hdl::verilog::rest::Rest::{Never, Unless};
use crate::hdl::verilog::rest::Rests;

/// A game waits for keys and for time to pass; what is painted stands until what it says has changed.
pub const CONSOLE: &Rests = &[
    ("GomokuGame", Unless(&["busy"])),
    // Chance goes on whether someone asks for it or not.
    ("Lfsr", Never),
    // The game is busy as long as it is.
    ("EndPicture", Never),
    ("MenuPainter", Unless(&["busy"])),
    ("PagePainter", Unless(&["busy"])),
];
