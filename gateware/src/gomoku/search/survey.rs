//! Selects the row that `Candidates` scans, until all rows have been scanned.
//!
//! ```text
//! clock   __/‾\_/‾\_/‾\_/‾\_ .. _/‾\_/‾\_
//! start   __/‾‾‾\___________ .. _________   with near = 3
//! on      ______/‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾\___
//! row     ======X 8 X 9 X 10 .. X  7 ====   fifteen rows, beginning five after `near`
//! ```
//!
//! Rows near a stone that is placed or removed are scanned last, since their keys are still changing. The scan may
//! begin for the position after a move while its stone is still being placed (`ahead`); it continues when that position
//! becomes the node.
//!
//! If strobes coincide, `stop` wins over `start`, and `start` over `restart`.
//!
//! | port     | dir | width  | meaning                                                                 | initial |
//! |----------|-----|--------|-------------------------------------------------------------------------|---------|
//! | clock    | in  | 1      | rising edge                                                             | –       |
//! | stop     | in  | 1      | strobe: ends the scan                                                   | –       |
//! | start    | in  | 1      | strobe: scans all rows, beginning five after `near`                     | –       |
//! | restart  | in  | 1      | strobe: scans all rows for the node, beginning with the current one     | –       |
//! | near     | in  | 4      | the row of the stone that is placed or removed                          | –       |
//! | leads    | in  | 1      | with `start`: the scan is for the position after the node's move        | –       |
//! | expects  | in  | 1      | strobe: samples `expected`                                              | –       |
//! | expected | in  | Filter | the candidates expected in the position after the move                  | –       |
//! | arrive   | in  | 1      | strobe: the position after the move has become the node; clears `ahead` | –       |
//! | hold     | in  | 1      | no row is scanned in this clock                                         | –       |
//! | on       | out | 1      | rows remain to be scanned                                               | 0       |
//! | last     | out | 1      | at most one row remains                                                 | 1       |
//! | row      | out | 4      | the row to scan                                                         | 0       |
//! | ahead    | out | 1      | the scan is for the position after the node's move; else for the node   | 0       |
//! | filter   | out | Filter | the last `expected`                                                     | All     |

use rust_hdl::prelude::*;

use super::ports::Filter;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::Table;

const ROWS: u64 = tengen_rules::gomoku::board::SIZE as u64;
const LAST_ROW: u64 = ROWS - 1;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct State {
    row: Bits<4>,
    /// Rows that remain.
    left: Bits<4>,
    ahead: Bit,
    filter: Filter,
}

#[derive(Circuit)]
pub struct Survey {
    pub clock: Signal<In, Clock>,
    pub stop: Signal<In, Bit>,
    pub start: Signal<In, Bit>,
    pub restart: Signal<In, Bit>,
    pub near: Signal<In, Bits<4>>,
    pub leads: Signal<In, Bit>,
    pub expects: Signal<In, Bit>,
    pub expected: Signal<In, Filter>,
    pub arrive: Signal<In, Bit>,
    pub hold: Signal<In, Bit>,
    pub on: Signal<Out, Bit>,
    pub last: Signal<Out, Bit>,
    pub row: Signal<Out, Bits<4>>,
    pub ahead: Signal<Out, Bit>,
    pub filter: Signal<Out, Filter>,

    state: Register<State>,
    /// By row: the row five further on.
    #[init(Table::new((0..16u64).map(|row| Bits::from((row + 5) % ROWS))))]
    far_rows: Table<Bits<4>, 4>,
}

#[kernel]
impl Logic for Survey {
    fn update(&mut self) {
        on = q.left.any();
        last = !q.left.get_bits::<3>(1).any();
        State { row, ahead, filter, .. } = q;

        far_rows.address = near;
        if q.left.any() & !hold {
            d.row = if q.row == LAST_ROW { 0 } else { q.row + 1 };
            d.left = q.left - 1;
        }
        if arrive {
            d.ahead = false;
        }
        if stop {
            d.left = 0;
        } else if start {
            d.row = far_rows.data;
            d.left = ROWS;
            d.ahead = leads;
        } else if restart {
            d.left = ROWS;
            d.ahead = false;
        }
        if expects {
            d.filter = expected;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Native};

    /// The rows that are scanned, until none is left.
    fn rows(circuit: &mut Native<Survey>) -> Vec<u64> {
        let mut rows = vec![];
        while circuit.read("on") == 1 {
            rows.push(circuit.read("row"));
            // Hold the scan in every other clock.
            circuit.strobe("hold");
            assert_eq!(circuit.read("row"), rows[rows.len() - 1]);
            circuit.drive("hold", 0);
            circuit.strobe("arrive");
        }
        rows
    }

    #[test]
    fn every_row_is_scanned_once_and_those_near_the_stone_last() {
        let mut circuit = Native::new(Survey::default());
        for near in 0..15 {
            circuit.drive("near", near);
            circuit.strobe("start");
            let expected: Vec<u64> = (5..20).map(|further| (near + further) % 15).collect();
            assert_eq!(rows(&mut circuit), expected);
        }
        circuit.strobe("restart");
        assert_eq!(rows(&mut circuit), [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 1, 2, 3]);
    }

    #[test]
    fn a_scan_that_leads_is_ahead_until_it_arrives_and_a_stop_ends_it() {
        let mut circuit = Native::new(Survey::default());
        circuit.drive("leads", 1);
        circuit.circuit.expected.next = Filter::OwnFours;
        circuit.drive("expects", 1);
        circuit.strobe("start");
        circuit.drive("expects", 0);
        circuit.circuit.expected.next = Filter::All;
        assert_eq!((circuit.read("on"), circuit.read("ahead")), (1, 1));
        circuit.strobe("arrive");
        assert_eq!((circuit.read("on"), circuit.read("ahead")), (1, 0));
        assert_eq!(circuit.circuit.filter.val(), Filter::OwnFours);
        circuit.drive("start", 1);
        circuit.strobe("stop");
        assert_eq!(circuit.read("on"), 0);
    }
}
