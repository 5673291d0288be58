//! From the cells the games write to the pins of a VGA connector.
//!
//! [`screen::Screen`] is the whole; the other circuits are its parts, in the order in which a pixel passes them:
//! [`vga_sync`], then [`board_view`] ([`board_geometry`], [`ground_paint`], [`stone_paint`], [`number_digits`] and the ROMs
//! of [`sprite`], [`labels`] and [`digits`]), [`menu_view`] ([`menu_block`] and the ROM of [`font`]) or [`page_view`]
//! ([`page_place`]), then [`palette`]. [`test_pattern`] lies over all of it, and [`delay`] keeps the syncs in step with it.
//! [`colour`] names the colours. [`dvi`] takes the same signals to a DVI connector.

pub mod board_geometry;
pub mod board_view;
pub mod colour;
pub mod delay;
pub mod digits;
pub mod dvi;
pub mod font;
pub mod ground_paint;
pub mod labels;
pub mod menu_block;
pub mod menu_view;
pub mod number_digits;
pub mod page_place;
pub mod page_view;
pub mod palette;
pub mod screen;
pub mod sprite;
pub mod stone_paint;
pub mod test_pattern;
pub mod vga_sync;
