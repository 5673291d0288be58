//! The arithmetic of alpha and beta: how the score of a child updates its node, and the window and depth of the next
//! child.
//!
//! ```text
//!          0 ...... alpha ...... beta ...... 4095
//! value        |            |           |
//! better    if above best, in any column
//! raises    no |        yes |       yes |
//! cuts      no |         no |       yes |
//! repeats   no |    if narrow |      no |     the null window showed only that the move is better: open the window
//!
//! A probed move, unless its child is a leaf:
//!
//!          0 ........... alpha - MARGIN ...... 4095
//! better    if above best |                no |
//! raises               no |                no |
//! cuts                 no |                no |
//! repeats              no |               yes |   the move may be good: search it at full depth
//! ```
//!
//! Combinational. Scores are offset by 2048, so that `0 - score` is the score seen by the other side.
//!
//! | port        | dir | width | meaning                                                       | initial |
//! |-------------|-----|-------|---------------------------------------------------------------|---------|
//! | node        | in  | Node  | the current node                                              | –       |
//! | returned    | in  | 1     | a child has returned                                          | –       |
//! | value       | in  | 12    | the child's score, seen by the node's mover                   | –       |
//! | leaf        | in  | 1     | that score is valid for any window                            | –       |
//! | passed      | in  | 1     | the mover passed: the next child is the node's position seen from the other side | – |
//! | better      | out | 1     | the score is above the node's best                            | 0       |
//! | raises      | out | 1     | the score is above alpha                                      | 0       |
//! | cuts        | out | 1     | the score reaches beta: the node's other moves need no search | 0       |
//! | repeats     | out | 1     | the move must be searched again, at full depth or with an open window | 0 |
//! | best        | out | 12    | the best score, this one included                             | 0       |
//! | best_at     | out | 6     | the move with the best score                                  | 0       |
//! | worth       | out | 12    | the best score, seen by the mover of the parent               | 0       |
//! | alpha, beta | out | 12    | the window of the next child, seen by its mover               | 0       |
//! | depth       | out | 6     | the depth of the next child, in plies                         | 0       |

use rust_hdl::prelude::*;

use super::node::Node;
use crate::{Circuit, kernel};
use tengen_rules::othello::search as model;

/// How far below alpha a probe must fail.
const MARGIN: u64 = model::MARGIN as u64;
/// From this depth on a probe leaves out more plies.
const DEEP: u64 = model::DEEP as u64;
/// The plies from a node to a probed child, in a shallow and in a deep search.
const SHALLOW_PROBE: u64 = 1 + model::LEFT_OUT[0] as u64;
const DEEP_PROBE: u64 = 1 + model::LEFT_OUT[1] as u64;

#[derive(Circuit)]
pub struct Window {
    pub node: Signal<In, Node>,
    pub returned: Signal<In, Bit>,
    pub value: Signal<In, Bits<12>>,
    pub leaf: Signal<In, Bit>,
    pub passed: Signal<In, Bit>,

    pub better: Signal<Out, Bit>,
    pub raises: Signal<Out, Bit>,
    pub cuts: Signal<Out, Bit>,
    pub repeats: Signal<Out, Bit>,
    pub best: Signal<Out, Bits<12>>,
    pub best_at: Signal<Out, Bits<6>>,
    pub worth: Signal<Out, Bits<12>>,
    pub alpha: Signal<Out, Bits<12>>,
    pub beta: Signal<Out, Bits<12>>,
    pub depth: Signal<Out, Bits<6>>,
}

#[kernel]
impl Logic for Window {
    fn update(&mut self) {
        let low = if node.probed { node.alpha - MARGIN } else { node.alpha };
        let above_low = returned & (value > low);
        // The score of a probe counts only if the move fails there.
        let hopeful = node.probed & !leaf & above_low;
        let above_best = returned & (value > node.best) & !hopeful;
        let above_alpha = returned & (value > node.alpha) & !hopeful;
        let reaches_beta = returned & (value >= node.beta) & !hopeful;
        better = above_best;
        raises = above_alpha;
        cuts = reaches_beta;
        repeats = hopeful | (above_alpha & !reaches_beta & node.narrow & !leaf);

        let best_now = if above_best { value } else { node.best };
        best = best_now;
        best_at = if above_best { node.at } else { node.best_at };
        worth = if node.swapped { best_now } else { 0 - best_now };

        let high = if node.narrow { low + 1 } else { node.beta };
        alpha = if passed { low } else { 0 - high };
        beta = if passed { high } else { 0 - low };

        depth = node.depth - 1;
        if node.probed {
            depth = if node.depth >= DEEP { node.depth - DEEP_PROBE } else { node.depth - SHALLOW_PROBE };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn it_is_the_arithmetic_of_scores_with_a_sign() {
        let mut window = Native::new(Window::default());
        let mut random = Random::new(3);
        let offset = |score: i32| (score + 2048) as u64;
        for _ in 0..3000 {
            // Around alpha, and around what a probe must fail below.
            let mut score = || random.below(9u64) as i32 - 4 - model::MARGIN * random.below(2u64) as i32;
            let [alpha, beta, best, value] = [score(), score(), score(), score()];
            let flags = random.bits(6);
            let [returned, leaf, passed, narrow, swapped, probed] = std::array::from_fn(|bit| flags >> bit & 1 == 1);
            let depth = u64::from(model::PROBED_DEPTH) + random.below(8u64);
            window.circuit.node.next = Node {
                alpha: offset(alpha).into(),
                beta: offset(beta).into(),
                best: offset(best).into(),
                best_at: 3u64.into(),
                at: 7u64.into(),
                narrow,
                probed,
                swapped,
                depth: depth.into(),
                ..Default::default()
            };
            window.drive("returned", returned.into());
            window.drive("value", offset(value));
            window.drive("leaf", leaf.into());
            window.drive("passed", passed.into());
            window.settle();

            let floor = if probed { alpha - model::MARGIN } else { alpha };
            let hopeful = returned && probed && !leaf && value > floor;
            let returned = returned && !hopeful;
            let better = returned && value > best;
            let raises = returned && value > alpha;
            let cuts = returned && value >= beta;
            let repeats = hopeful || raises && !cuts && narrow && !leaf;
            let best_now = if better { value } else { best };
            let worth = if swapped { best_now } else { -best_now };
            let high = if narrow { floor + 1 } else { beta };
            let (low, high) = if passed { (floor, high) } else { (-high, -floor) };
            let bits = [better, raises, cuts, repeats].map(u64::from);
            assert_eq!(
                ["better", "raises", "cuts", "repeats"].map(|port| window.read(port)),
                bits
            );
            assert_eq!(window.read("best_at"), if better { 7 } else { 3 });
            let left_out = u64::from(model::LEFT_OUT[usize::from(depth >= DEEP)]);
            assert_eq!(window.read("depth"), depth - 1 - if probed { left_out } else { 0 });
            let scores = ["best", "worth", "alpha", "beta"].map(|port| window.read(port));
            assert_eq!(scores, [best_now, worth, low, high].map(offset));
        }
    }
}
