//! From the cells the games write to the pins of a VGA connector. What a game's board looks like is in its own folder.
//!
//! [`screen::Screen`] is the whole; the other circuits are its parts, in the order in which a pixel passes them:
//! [`vga_sync`], then the board's view outside, [`menu_view`] ([`menu_row`], [`menu_block`] and the ROM of [`font`]) or
//! [`page_view`] ([`page_place`]), then [`palette`]. [`test_pattern`] lies over all of it, and [`delay`] keeps the syncs in
//! step with it. [`colour`] names the colours. [`dvi`] takes the same signals to a DVI connector.

pub mod colour;
pub mod delay;
pub mod dvi;
pub mod font;
pub mod menu_block;
pub mod menu_row;
pub mod menu_view;
pub mod page_place;
pub mod page_view;
pub mod palette;
pub mod screen;
pub mod test_pattern;
pub mod vga_sync;
