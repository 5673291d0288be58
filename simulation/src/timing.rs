//! The machine's clock, and what a picture takes of it.

use tengen_sim::monitor::Mode;

/// The frequency of the clock.
pub const CLOCK_HZ: u64 = 25_000_000;
/// The clocks of a frame.
pub const FRAME_CLOCKS: u64 = (Mode::VGA.horizontal.total() * Mode::VGA.vertical.total()) as u64;
/// The clocks of a scan line.
pub const LINE_CLOCKS: u64 = Mode::VGA.horizontal.total() as u64;
