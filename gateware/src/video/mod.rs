//! The picture: from the cells that the games write to the pins of a VGA connector. The board views are in the
//! folders of the games.
//!
//! [`screen::Screen`] is the complete picture. The other circuits are its parts; a pixel passes them in this order:
//! [`vga_sync`], then the board view outside this folder, [`menu_view`] ([`menu_row`], [`menu_block`] and the ROM of
//! [`font`]) or [`page_view`] ([`page_place`]), then [`palette`]. [`test_pattern`] can cover the picture, and
//! [`delay`] delays the syncs to match it. [`colour`] defines the colours. [`dvi`] outputs the same signals on a DVI
//! connector.

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
