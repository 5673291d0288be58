//! Compares a returned score with the node's window, and gives the window of the child. Combinational.
//!
//! | the child is entered with | alpha        | beta   | depth                                       |
//! |---------------------------|--------------|--------|---------------------------------------------|
//! | an open window            | -beta        | -alpha | the node's less 1, and what it is reduced;  |
//! | a null window             | -(alpha + 1) | -alpha | unchanged if it is forced or by fours       |
//!
//! | port                    | dir | width | meaning                                                           |
//! |-------------------------|-----|-------|-------------------------------------------------------------------|
//! | node                    | in  | Node  | the current node                                                  |
//! | fours_only              | in  | 1     | the search is by fours                                            |
//! | score                   | in  | 14    | the returned score, for the child's mover                         |
//! | exact                   | in  | 1     | the score is valid for any window                                 |
//! | value                   | out | 14    | the score for the node's mover                                    |
//! | better                  | out | 1     | it is greater than the best so far                                |
//! | raises                  | out | 1     | it is greater than alpha                                          |
//! | cuts                    | out | 1     | it is at least beta                                               |
//! | repeats                 | out | 1     | it is a bound: search the move again, deeper or in an open window |
//! | child_alpha, child_beta | out | 14    | see above                                                         |
//! | child_depth             | out | 6     | see above                                                         |
//!
//! All scores are offset by 8192.

use rust_hdl::prelude::*;

use super::node::Node;
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Window {
    pub node: Signal<In, Node>,
    pub fours_only: Signal<In, Bit>,
    pub score: Signal<In, Bits<14>>,
    pub exact: Signal<In, Bit>,
    pub value: Signal<Out, Bits<14>>,
    pub better: Signal<Out, Bit>,
    pub raises: Signal<Out, Bit>,
    pub cuts: Signal<Out, Bit>,
    pub repeats: Signal<Out, Bit>,
    pub child_alpha: Signal<Out, Bits<14>>,
    pub child_beta: Signal<Out, Bits<14>>,
    pub child_depth: Signal<Out, Bits<6>>,
}

#[kernel]
impl Logic for Window {
    fn update(&mut self) {
        // The offset is half of the range, so an offset score is negated like a signed number. The score comes late: it is
        // compared with the negated bounds, which are there early. The best score may be the lowest number, 0.
        let alpha = 0 - node.alpha;
        let beta = 0 - node.beta;
        value = 0 - score;
        better = score <= !node.best;
        raises = score < alpha;
        cuts = score <= beta;
        repeats = node.narrow & (score < alpha) & !exact & (node.reduced.any() | (score > beta));

        child_alpha = if node.narrow { 0 - (node.alpha + 1) } else { beta };
        child_beta = alpha;
        child_depth = node.depth - 1 - bit_cast::<6, 2>(node.reduced);
        if fours_only | node.forced {
            child_depth = node.depth;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    const ZERO: i64 = 8192;

    #[test]
    fn scores_compare_as_signed_numbers_and_windows_are_negated() {
        let mut circuit = Native::new(Window::default());
        let mut random = Random::new(26);
        for _ in 0..2000 {
            // Values close to each other, so that all orders and ties occur.
            let base = random.below(16000u64) as i64 - 8000;
            let mut near = || base + random.below(6u64) as i64;
            let (alpha, best, value) = (near(), near(), near());
            let beta = alpha + 1 + random.below(3u64) as i64;
            let depth = 3 + random.below(57u64);
            let reduced = random.below(3u64);
            let [narrow, forced, fours_only, exact] = [(); 4].map(|()| random.once_in(2));
            let code = |score: i64| (score + ZERO) as u64;
            circuit.circuit.node.next = Node {
                alpha: code(alpha).into(),
                beta: code(beta).into(),
                best: code(best).into(),
                depth: depth.into(),
                narrow,
                reduced: reduced.into(),
                forced,
                ..Node::default()
            };
            circuit.drive("score", code(-value));
            circuit.drive_as("exact", exact);
            circuit.drive_as("fours_only", fours_only);
            circuit.settle();
            let again = narrow && value > alpha && !exact && (reduced > 0 || value < beta);
            let less = if forced || fours_only { 0 } else { 1 + reduced };
            for (port, expected) in [
                ("value", code(value)),
                ("better", (value > best).into()),
                ("raises", (value > alpha).into()),
                ("cuts", (value >= beta).into()),
                ("repeats", again.into()),
                ("child_alpha", code(if narrow { -(alpha + 1) } else { -beta })),
                ("child_beta", code(-alpha)),
                ("child_depth", depth - less),
            ] {
                assert_eq!(circuit.read(port), expected, "{port}");
            }
        }
    }
}
