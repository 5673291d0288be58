//! The picture of Othello's board: the colour of a pixel by its coordinates.
//!
//! [`board_view`] is the whole view. Its parts are [`axis`], [`ground_paint`], the ROMs of [`sprite`] and [`labels`],
//! and the stone colours that all games share.

pub mod axis;
pub mod board_view;
pub mod ground_paint;
pub mod labels;
pub mod sprite;
