//! What Othello's board looks like: from the place of a pixel to its colour.
//!
//! [`board_view`] is the whole; [`axis`], [`ground_paint`] and the ROMs of [`sprite`] and [`labels`] are its parts, and a
//! stone's look that every game shares.

pub mod axis;
pub mod board_view;
pub mod ground_paint;
pub mod labels;
pub mod sprite;
