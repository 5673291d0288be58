//! The view of the board: from the position of a pixel to its colour.
//!
//! [`board_view`] is the whole view. Its parts are [`board_geometry`], [`ground_paint`], [`number_digits`], the ROMs of
//! [`sprite`], [`labels`] and [`digits`], and the look of a stone that every game shares. [`board_screen`] adds a
//! screen around the board.

pub mod board_geometry;
pub mod board_screen;
pub mod board_view;
pub mod digits;
pub mod ground_paint;
pub mod labels;
pub mod number_digits;
pub mod sprite;
