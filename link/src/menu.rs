//! The console's menu as text, read by a keyboard's program: it asks, and all cells come, a frame each.
//!
//! ```text
//! program   AskMenu ------------------------------- AskMenu ---
//! console           cell 0,0  cell 0,1 .. cell 23,9         cell 0,0
//!                   \____ about a quarter of a second ____/
//! ```
//!
//! Frames that are lost are not repeated; the next time brings their cells. If nothing more comes, the program asks again.

use crate::frame::{Frame, Kind};

pub const ROWS: usize = 24;
pub const COLUMNS: usize = 10;

/// The ticks from the last cell to the next question.
const PAUSE: u16 = 16;
/// The ticks without a cell after which the rest is given up.
const PATIENCE: u16 = 64;

/// A cell: its lower six bits are the glyph, by its place in the console's font with 0 for the blank, the upper two the
/// colour: 0 white, 1 red, 2 blue, 3 dim.
pub type Cell = u8;

/// The program's side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    cells: [[Cell; COLUMNS]; ROWS],
    /// Cells have changed since the last whole menu.
    changed: bool,
    /// Ticks until it asks.
    wait: u16,
}

impl Reader {
    /// The menu as far as it is known, row by row.
    pub fn cells(&self) -> &[[Cell; COLUMNS]; ROWS] {
        &self.cells
    }

    /// A tick has passed.
    pub fn tick(&mut self) {
        self.wait = self.wait.saturating_sub(1);
    }

    /// Takes a frame; true if it ends a menu that has changed.
    pub fn receive(&mut self, frame: Frame) -> bool {
        let Frame { kind, sequence, number, argument, .. } = frame;
        let [row, column] = [sequence, number].map(usize::from);
        if kind != Kind::MenuCell as u8 || row >= ROWS || column >= COLUMNS {
            return false;
        }
        self.changed |= self.cells[row][column] != argument;
        self.cells[row][column] = argument;
        let last = (row, column) == (ROWS - 1, COLUMNS - 1);
        self.wait = if last { PAUSE } else { PATIENCE };
        last && core::mem::take(&mut self.changed)
    }

    /// The next frame to send, when the line is free.
    pub fn transmit(&mut self) -> Option<Frame> {
        (self.wait == 0).then(|| {
            self.wait = PATIENCE;
            Frame { kind: Kind::AskMenu as u8, ..Frame::default() }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;
    use std::vec::Vec;

    /// The console's side: all cells of this menu.
    fn answers(menu: &[[Cell; COLUMNS]; ROWS]) -> Vec<Frame> {
        let mut frames = Vec::new();
        for (sequence, row) in (0..).zip(menu) {
            for (number, argument) in (0..).zip(row) {
                let kind = Kind::MenuCell as u8;
                frames.push(Frame { kind, sequence, number, argument: *argument, ..Frame::default() });
            }
        }
        frames
    }

    #[test]
    fn a_menu_is_told_once_and_lost_cells_come_with_the_next() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut reader = Reader::default();
        let mut menu = [[0; COLUMNS]; ROWS];
        for round in 0..100 {
            if round % 10 == 0 {
                menu[random.usize(..ROWS)][random.usize(..COLUMNS)] = random.u8(1..);
            }
            while reader.transmit().is_none() {
                reader.tick();
            }
            // Every other time a tenth of the frames is lost.
            let told: Vec<bool> = answers(&menu)
                .into_iter()
                .filter(|_| round % 2 == 1 || random.u8(..10) != 0)
                .map(|frame| reader.receive(frame))
                .collect();
            if round % 10 == 1 {
                assert_eq!(reader.cells(), &menu);
            }
            if round % 10 > 1 {
                assert!(!told.contains(&true), "nothing has changed in round {round}");
            }
        }
    }

    #[test]
    fn it_asks_again_when_nothing_comes_and_soon_after_the_end() {
        let mut reader = Reader::default();
        let asked = |reader: &mut Reader| {
            let mut ticks = 0;
            while reader.transmit().is_none() {
                reader.tick();
                ticks += 1;
            }
            ticks
        };
        assert_eq!(asked(&mut reader), 0);
        assert_eq!(asked(&mut reader), PATIENCE);
        answers(&[[0; COLUMNS]; ROWS]).into_iter().for_each(|frame| {
            reader.receive(frame);
        });
        assert_eq!(asked(&mut reader), PAUSE);
        // No cell of a menu, or of none.
        let strange = Frame { kind: Kind::MenuCell as u8, sequence: ROWS as u8, argument: 1, ..Frame::default() };
        assert!(!reader.receive(strange));
        assert_eq!(reader.cells(), &[[0; COLUMNS]; ROWS]);
    }
}
