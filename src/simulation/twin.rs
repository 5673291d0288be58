//! The picture at once: the cells that are written to the screen, kept and drawn in plain Rust.
//!
//! ```text
//! Screen's inputs, clock by clock -> Twin -> Picture -> a frame, equal to what is scanned out when all is written
//! ```
//!
//! A scan takes 420 thousand clocks, which the rust-hdl simulation needs over half a second for. The twin needs none: it is
//! shown the screen's inputs after each clock.

use tengen_sim::Frame;

use super::picture::Picture;
use crate::gateware::video::screen::Screen;

/// What has been written to a screen since power-on.
pub struct Twin {
    picture: Picture,
    widths: [usize; 3],
    changed: bool,
}

impl Twin {
    /// For a screen of so many bits of red, green and blue at power-on.
    pub fn new(widths: [usize; 3]) -> Self {
        Twin {
            picture: Picture::default(),
            widths,
            changed: true,
        }
    }

    /// Looks at the screen's inputs of this clock.
    #[inline]
    pub fn watch<const R: usize, const G: usize, const B: usize>(&mut self, screen: &Screen<R, G, B>) {
        if screen.board_write.val() {
            let (row, col) = split(screen.board_address.val().index(), 4);
            if let Some(cell) = self.picture.board.get_mut(row).and_then(|row| row.get_mut(col)) {
                *cell = screen.board_cell.val().index() as u16;
                self.changed = true;
            }
        }
        if screen.menu_write.val() {
            let (row, col) = split(screen.menu_address.val().index(), 4);
            if let Some(cell) = self.picture.menu.get_mut(row).and_then(|row| row.get_mut(col)) {
                *cell = screen.menu_cell.val().index() as u8;
                self.changed = true;
            }
        }
        if screen.page_write.val() {
            let (y, x) = split(screen.page_address.val().index(), 8);
            if let Some(cell) = self.picture.page.get_mut(y).and_then(|row| row.get_mut(x)) {
                *cell = screen.page_cell.val().index() as u8;
                self.changed = true;
            }
        }
        let cursor = screen
            .cursor_shown
            .val()
            .then(|| (screen.cursor_row.val().index(), screen.cursor_col.val().index()));
        let shown = (
            cursor,
            screen.numbers.val(),
            screen.show_page.val(),
            screen.show_test.val() && !screen.show_page.val(),
        );
        let picture = &mut self.picture;
        if shown != (picture.cursor, picture.numbers, picture.show_page, picture.show_test) {
            (picture.cursor, picture.numbers, picture.show_page, picture.show_test) = shown;
            self.changed = true;
        }
    }

    /// Whether anything was written since the last frame.
    pub fn changed(&self) -> bool {
        self.changed
    }

    /// What a monitor would show if nothing more were written.
    pub fn frame(&mut self) -> Frame {
        self.changed = false;
        self.picture.frame(self.widths)
    }
}

/// An address of rows: the row, and the place in it of so many bits.
fn split(address: usize, bits: u32) -> (usize, usize) {
    (address >> bits, address & ((1 << bits) - 1))
}
