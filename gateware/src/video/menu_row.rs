//! Finds the beam's row of text: counts the lines of the picture, nineteen for each row, with a margin above and
//! below for screens that cut off the edge.
//!
//! ```text
//! line of picture   0 .. 4    5 .. 23   24 .. 61    62 .. 80   81 .. 99   ...  442 .. 460   461 .. 479
//! row               margin    0         1, large    3          4          ...  23           margin
//! line              -5 .. -1  0 .. 18   0 .. 37     0 .. 18    0 .. 18    ...  0 .. 18
//! dots              | 1 blank | 16 of a glyph | 2 blank |                 large: each twice as high
//! ```
//!
//! | port      | dir | width | meaning                                                         | initial |
//! |-----------|-----|-------|-----------------------------------------------------------------|---------|
//! | clock     | in  | 1     | rising edge                                                     |         |
//! | next_line | in  | 1     | strobe: the last pixel of a line of the picture                 |         |
//! | last_line | in  | 1     | with `next_line`: it is the last line                           |         |
//! | row       | out | 5     | the row of the next line; 24 below the last row, which is empty | 0       |
//! | doubled   | out | 1     | the row is of double size and also covers the next one          | 0       |
//! | dots      | out | 4     | the row of dots in the glyphs                                   | 10      |
//! | blank     | out | 1     | the line is between the glyphs of two rows                      | 1       |

use rust_hdl::prelude::*;

use crate::{Circuit, LogicStruct, Register, kernel};

/// Rows of the menu.
pub const ROWS: usize = 24;
/// Lines of a row.
pub const HEIGHT: usize = 19;
/// Lines of a row above its glyphs.
pub const TOP: usize = 1;
/// The row of double size.
pub const LARGE: usize = 1;
/// Lines above the first row.
pub const MARGIN: usize = 5;

/// Finds the row of text at a line of the picture. Returns the row, the line in it at single size, and how often the
/// row repeats each line; `None` in a margin.
pub fn place(y: usize) -> Option<(usize, usize, usize)> {
    let y = y.checked_sub(MARGIN)?;
    match y / HEIGHT {
        row if row == LARGE || row == LARGE + 1 => Some((LARGE, (y - LARGE * HEIGHT) / 2, 2)),
        row => Some((row, y % HEIGHT, 1)).filter(|_| row < ROWS),
    }
}

#[derive(LogicStruct, Copy, Clone, Debug, PartialEq)]
struct State {
    row: Bits<5>,
    /// The line within the row, two's complement; negative in the margin above.
    line: Bits<6>,
}

impl Default for State {
    fn default() -> Self {
        State { row: 0.into(), line: above() }
    }
}

/// The first line of the margin above.
fn above() -> Bits<6> {
    ((1u64 << 6) - MARGIN as u64).into()
}

const LARGE_ROW: u64 = LARGE as u64;
const BOTTOM: u64 = (HEIGHT - 1) as u64;
const FIRST_LINE: u64 = TOP as u64;

#[derive(Circuit)]
pub struct MenuRow {
    pub clock: Signal<In, Clock>,
    pub next_line: Signal<In, Bit>,
    pub last_line: Signal<In, Bit>,
    pub row: Signal<Out, Bits<5>>,
    pub doubled: Signal<Out, Bit>,
    pub dots: Signal<Out, Bits<4>>,
    pub blank: Signal<Out, Bit>,

    state: Register<State>,

    #[init(above())]
    above: Constant<Bits<6>>,
}

#[kernel]
impl Logic for MenuRow {
    fn update(&mut self) {
        doubled = q.row == LARGE_ROW;
        // The line at single size, counted from the first line of the glyphs.
        let line = if q.row == LARGE_ROW { q.line.get_bits::<5>(1) } else { q.line.get_bits::<5>(0) };

        if next_line {
            d.line = q.line + 1;
            if (line == BOTTOM) & ((q.row != LARGE_ROW) | q.line.get_bit(0)) {
                d.line = 0;
                d.row = if q.row == LARGE_ROW { q.row + 2 } else { q.row + 1 };
            }
            if last_line {
                d.line = above;
                d.row = 0;
            }
        }

        row = q.row;
        dots = bit_cast::<4, 5>(line - FIRST_LINE);
        blank = (line - FIRST_LINE).get_bit(4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_line_of_two_pictures_is_in_its_row() {
        let mut rows = Native::new(MenuRow::default());
        for y in (0..480usize).chain(0..480) {
            let (row, line, scale) = match y {
                0..5 => (0, 18, 1),
                5..24 => (0, y - 5, 1),
                24..62 => (1, (y - 24) / 2, 2),
                62.. => (3 + (y - 62) / 19, (y - 62) % 19, 1),
            };
            match place(y) {
                Some(found) => assert_eq!(found, (row, line, scale), "line {y}"),
                None => assert!(y < 5 || row == ROWS, "line {y}"),
            }
            let line = line.checked_sub(1).filter(|line| *line < 16);
            rows.settle();
            assert_eq!(
                (rows.read("row"), rows.read("doubled")),
                (row as u64, u64::from(scale == 2)),
                "line {y}"
            );
            assert_eq!(rows.read("blank") == 1, line.is_none(), "line {y}");
            if let Some(line) = line {
                assert_eq!(rows.read("dots"), line as u64);
            }
            rows.drive("last_line", u64::from(y == 479));
            rows.strobe("next_line");
            rows.steps(y as u64 % 3);
        }
    }
}
