//! Reverse futility pruning: near the leaves a node whose value is far above a null window is left as it is. Combinational.
//!
//! | port       | dir | width | meaning                                                                       |
//! |------------|-----|-------|-------------------------------------------------------------------------------|
//! | child      | in  | Opening | the node: window and depth; no five is to be blocked                        |
//! | fours_only | in  | 1     | the search is by fours                                                        |
//! | threatened | in  | 1     | the opponent has a double four                                                |
//! | value      | in  | 14    | static evaluation of the node, offset by 8192                                 |
//! | gives_up   | out | 1     | it is above beta by the margin for each remaining ply, of which there are 1 to 3 |

use rust_hdl::prelude::*;

use super::entry::WON;
use super::node::Opening;
use super::valuation::ZERO;
use crate::{Circuit, kernel};
use tengen_hdl::library::memory::Table;
use tengen_rules::gomoku::search::alpha_beta as model;

/// The margin above beta for each remaining ply, and the greatest depth with it.
const MARGIN: u64 = model::MARGIN as u64;
const MARGIN_DEPTH: u64 = model::MARGIN_DEPTH as u64;
const HIGH: u64 = ZERO + WON;
const LOW: u64 = ZERO - WON;

#[derive(Circuit)]
pub struct Futility {
    pub child: Signal<In, Opening>,
    pub fours_only: Signal<In, Bit>,
    pub threatened: Signal<In, Bit>,
    pub value: Signal<In, Bits<14>>,
    pub gives_up: Signal<Out, Bit>,

    #[init(Table::new((0..=MARGIN_DEPTH).map(|depth| Bits::from(MARGIN * depth))))]
    margins: Table<Bits<8>, 2>,
}

#[kernel]
impl Logic for Futility {
    fn update(&mut self) {
        margins.address = child.depth.get_bits::<2>(0);
        // Beta plus the margin.
        let bound = bit_cast::<15, 14>(child.beta) + bit_cast::<15, 8>(margins.data);
        gives_up = !fours_only
            & !threatened
            & (child.beta == (child.alpha + 1))
            & !child.depth.get_bits::<4>(2).any()
            & (bit_cast::<15, 14>(value) >= bound)
            & (child.beta > LOW)
            & (child.beta < HIGH);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn a_margin_above_a_null_window_is_enough() {
        let mut circuit = Native::new(Futility::default());
        let mut gives_up = |[alpha, beta, depth, value]: [u64; 4], ports: [u64; 2]| {
            circuit.circuit.child.next =
                Opening { alpha: alpha.into(), beta: beta.into(), depth: depth.into(), ..Opening::default() };
            circuit.drive("value", value);
            circuit.drive("fours_only", ports[0]);
            circuit.drive("threatened", ports[1]);
            circuit.settle();
            circuit.read("gives_up") == 1
        };
        for depth in 1..=3 {
            let enough = 8001 + MARGIN * depth;
            assert!(gives_up([8000, 8001, depth, enough], [0, 0]));
            assert!(!gives_up([8000, 8001, depth, enough - 1], [0, 0]));
            assert!(!gives_up([8000, 8002, depth, enough + 1], [0, 0]), "no null window");
            assert!(!gives_up([8000, 8001, depth, enough], [1, 0]));
            assert!(!gives_up([8000, 8001, depth, enough], [0, 1]));
        }
        assert!(!gives_up([8000, 8001, 4, 12_000], [0, 0]));
        assert!(!gives_up([LOW - 1, LOW, 1, 12_000], [0, 0]) && gives_up([LOW, LOW + 1, 1, 12_000], [0, 0]));
        assert!(!gives_up([HIGH - 1, HIGH, 1, 16_300], [0, 0]) && gives_up([HIGH - 2, HIGH - 1, 1, 16_300], [0, 0]));
    }
}
