//! Looks for five stones in a row on a whole board of 15 by 15: it gets the crossings row by row, one per clock.
//!
//! | port  | dir | width | meaning                                        |
//! |-------|-----|-------|------------------------------------------------|
//! | clock | in  | 1     |                                                |
//! | begin | in  | 1     | strobe: a board begins with the next crossing  |
//! | own   | in  | 1     | a stone of the right colour lies there         |
//! | won   | out | 1     | five or more of them in one row have been seen |
//! | col   | out | 4     | the column of the present crossing, 0 to 14    |

use rust_hdl::prelude::*;
use tengen_hdl::{Circuit, Register, kernel};
use tengen_sim::gtkwave::Marker;

use crate::Script;

#[derive(Circuit)]
pub struct Row {
    pub clock: Signal<In, Clock>,
    pub begin: Signal<In, Bit>,
    pub own: Signal<In, Bit>,
    pub won: Signal<Out, Bit>,
    pub col: Signal<Out, Bits<4>>,

    column: Register<Bits<4>>,
    /// The length of the run of stones up to the previous crossing.
    length: Register<Bits<3>>,
    found: Register<Bit>,
    #[init(15 - 1)]
    last_column: Constant<Bits<4>>,
    #[init(5 - 1)]
    four: Constant<Bits<3>>,
}

#[kernel]
impl Logic for Row {
    fn update(&mut self) {
        column.d = column.q + 1;
        if column.q == last_column {
            column.d = 0;
        }
        if !own {
            length.d = 0;
        } else if length.q == four {
            found.d = true;
        } else {
            length.d = length.q + 1;
        }
        if begin {
            column.d = 0;
            length.d = 0;
            found.d = false;
        }
        won = found.q;
        col = column.q;
    }
}

/// The first rows of a board; `X` is a stone of the right colour. All other rows are empty.
const ROWS: [&str; 4] = [
    "...XXXX........",
    ".....X.XXX.....",
    "............XXX",
    "XX......XXXX...",
];
const BOARD: usize = 15 * 15;

/// A board without a five.
pub fn script() -> Script {
    let stones = ROWS.concat();
    let crossings = stones.chars().map(|stone| vec![0, u64::from(stone == 'X')]);
    let empty = std::iter::repeat(vec![0, 0]);
    Script {
        inputs: &["begin", "own"],
        clocks: std::iter::once(vec![1, 0])
            .chain(crossings.chain(empty).take(BOARD))
            .collect(),
        marker: Marker { cycle: 1 + 3 * 15, label: "the fourth row".into(), span: 40 },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen;
    use tengen_sim::ByName;

    #[test]
    fn three_at_the_end_of_a_row_and_two_at_the_start_of_the_next_win() {
        let clocks = seen(Row::default(), &script(), |row| (row.read("won"), row.read("col")));
        let first = clocks.iter().position(|(won, _)| *won == 1);
        assert_eq!(first, Some(1 + 3 * 15 + 2));
        assert_eq!(clocks[1 + 3 * 15 + 1].1, 1, "the second crossing of its row");
    }
}
