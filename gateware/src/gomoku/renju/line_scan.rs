//! Scans a line through black's stone: from the stone outward to one side, then to the other.
//!
//! ```text
//! clock  ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! leave  ____/‾‾‾\_______________/‾‾‾\___________________
//! first  ____/‾‾‾\_______________________________________   with the first of the two sides
//! look   ________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___/‾‾‾‾‾‾‾‾‾‾‾\_______
//! own    ________/‾‾‾\_______________/‾‾‾\_______________   a cell a clock: a black stone
//! empty  ____________/‾‾‾‾‾‾‾‾‾‾‾\_______/‾‾‾\___________   an empty cell
//! ends   ‾‾‾‾‾‾‾‾\___________/‾‾‾‾‾‾‾\_______/‾‾‾‾‾‾‾‾‾‾‾   the side need not be scanned further
//! ```
//!
//! A side is described by what follows the stones that adjoin the first one:
//!
//! ```text
//! stone, 3 adjoining   gap   far: 2 more   second gap, no own stone behind it: room
//!        O   O  O  O    .       O  O          .   .
//! ```
//!
//! A side ends at the fifth cell from the stone. Cells further out do not affect an exact five with the stone, or a
//! straight four.
//!
//! | port       | dir | width     | meaning                                                         | initial |
//! |------------|-----|-----------|-----------------------------------------------------------------|---------|
//! | clock      | in  | 1         | rising edge                                                     | –       |
//! | leave      | in  | 1         | a side begins                                                   | –       |
//! | first      | in  | 1         | with leave: the side is the first of a line                     | –       |
//! | look       | in  | 1         | the next cell of the side is shown; not together with leave     | –       |
//! | own, empty | in  | 1         | the cell: a black stone; empty; neither: white or off the board | –       |
//! | ends       | out | 1         | the cell shown is the last of the side; combinational           | –       |
//! | facts      | out | LineFacts | the result, see [`LineFacts`]                                   | 0       |

use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// The result of scanning a line: `before` is the side scanned first, `after` the other.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct LineFacts {
    /// Length of the row: the stone and all stones that adjoin it on both sides, at most 11.
    pub run: Bits<4>,
    /// The row is followed by an empty crossing, its gap.
    pub before_gap: Bit,
    /// Number of black stones directly after the gap.
    pub before_far: Bits<3>,
    /// An empty crossing follows those stones, and no black stone comes directly after it.
    pub before_room: Bit,
    pub after_gap: Bit,
    pub after_far: Bits<3>,
    pub after_room: Bit,
}

/// How far the scan of a side has come.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Reach {
    /// Within the row.
    Row,
    /// Beyond the gap.
    Gap,
    /// Beyond the second gap.
    Room,
    /// A black stone follows the second gap.
    Cramped,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    run: Bits<4>,
    before_gap: Bit,
    before_far: Bits<3>,
    before_room: Bit,
    reach: Reach,
    far: Bits<3>,
    /// Number of cells of this side scanned.
    cells: Bits<3>,
}

/// Number of a side's last cell, counted from 0.
const MOST: u64 = (CELLS - 1) as u64;

#[derive(Circuit)]
pub struct LineScan {
    pub clock: Signal<In, Clock>,
    pub leave: Signal<In, Bit>,
    pub first: Signal<In, Bit>,
    pub look: Signal<In, Bit>,
    pub own: Signal<In, Bit>,
    pub empty: Signal<In, Bit>,
    pub ends: Signal<Out, Bit>,
    pub facts: Signal<Out, LineFacts>,

    state: Register<State>,
}

/// Number of cells of a side that matter.
pub const CELLS: usize = 5;

#[kernel]
impl Logic for LineScan {
    fn update(&mut self) {
        ends = (!own & !empty) | (q.reach == Reach::Room) | (q.cells == MOST);

        if leave {
            d.before_gap = q.reach != Reach::Row;
            d.before_far = q.far;
            d.before_room = q.reach == Reach::Room;
            d.reach = Reach::Row;
            d.far = 0;
            d.cells = 0;
            if first {
                d.run = 1;
            }
        } else if look {
            d.cells = q.cells + 1;
            match q.reach {
                Reach::Row => {
                    if own {
                        d.run = q.run + 1;
                    } else if empty {
                        d.reach = Reach::Gap;
                    }
                }
                Reach::Gap => {
                    if own {
                        d.far = q.far + 1;
                    } else if empty {
                        d.reach = Reach::Room;
                    }
                }
                Reach::Room => {
                    if own {
                        d.reach = Reach::Cramped;
                    }
                }
                Reach::Cramped => {}
            }
        }

        facts.run = q.run;
        facts.before_gap = q.before_gap;
        facts.before_far = q.before_far;
        facts.before_room = q.before_room;
        facts.after_gap = q.reach != Reach::Row;
        facts.after_far = q.far;
        facts.after_room = q.reach == Reach::Room;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    /// Scans both sides, each given from the stone outward (`X` black, `.` empty, anything else neither). Returns the
    /// result and the number of cells scanned.
    pub fn walk(scan: &mut Native<LineScan>, sides: [&str; 2]) -> (LineFacts, usize) {
        let names = ["leave", "first", "look", "own", "empty", "ends"];
        let [leave, first, look, own, empty, ends] = names.map(|name| scan.port(name));
        let mut cells = 0;
        for (number, side) in sides.into_iter().enumerate() {
            scan.set(leave, 1);
            scan.set(first, (number == 0).into());
            scan.set(look, 0);
            scan.step();
            scan.set(leave, 0);
            scan.set(look, 1);
            for cell in side.chars() {
                scan.set(own, (cell == 'X').into());
                scan.set(empty, (cell == '.').into());
                scan.settle();
                let last = scan.get(ends) == 1;
                scan.step();
                cells += 1;
                if last {
                    break;
                }
            }
        }
        (scan.circuit.facts.val(), cells)
    }

    #[test]
    fn drawn_sides() {
        let mut scan = Native::new(LineScan::default());
        for (side, adjoining, gap, far, room, cells) in [
            ("O....", 0, false, 0, false, 1),
            ("...", 0, true, 0, true, 3),
            ("..X", 0, true, 0, false, 3),
            (".O", 0, true, 0, false, 2),
            (".XXXX.", 0, true, 4, false, 5),
            ("XX.X.O", 2, true, 1, true, 5),
            ("X.X.X", 1, true, 1, false, 5),
            ("XO", 1, false, 0, false, 2),
            ("XXXXXX", 5, false, 0, false, 5),
        ] {
            let found = (adjoining + 1, gap, far, room);
            let (facts, looked) = walk(&mut scan, [side, "O"]);
            let before = (
                facts.run.index(),
                facts.before_gap,
                facts.before_far.index(),
                facts.before_room,
            );
            assert_eq!((before, looked), (found, cells + 1), "{side} before");
            let (facts, looked) = walk(&mut scan, ["O", side]);
            let after = (
                facts.run.index(),
                facts.after_gap,
                facts.after_far.index(),
                facts.after_room,
            );
            assert_eq!((after, looked), (found, cells + 1), "{side} after");
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            leave  0 1 0*4 1 0
            first  0 1 0
            look   0*2 1*4 0 1*3 0
            own    0*2 1 0*4 1 0
            empty  0*3 1*3 0*2 1 0
        ";
        tengen_sim::expect_waves(file!(), LineScan::default(), stimulus, 0..12);
    }
}
