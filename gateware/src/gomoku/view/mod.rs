//! What the board looks like: from the place of a pixel to its colour.
//!
//! [`board_view`] is the whole; [`board_geometry`], [`ground_paint`], [`number_digits`] and the ROMs of
//! [`sprite`], [`labels`] and [`digits`] are its parts, and a stone's look that every game shares. [`board_screen`] is the board with a screen around it.

pub mod board_geometry;
pub mod board_screen;
pub mod board_view;
pub mod digits;
pub mod ground_paint;
pub mod labels;
pub mod number_digits;
pub mod sprite;
