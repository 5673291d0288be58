//! The current node of the search, and the stack of its ancestors with their move lists.
//!
//! ```text
//! clock    ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! above    ____/‾‾‾\_______________________________
//! descend  ____________/‾‾‾‾‾‾‾\___________________
//! leaving  ____________________________/‾‾‾‾‾‾‾\___   with `back`: the stack entry after that is read early
//! back     ____________________________/‾‾‾‾‾‾‾\___
//! at_top   ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________________/‾‾‾
//! at_root  ________________/‾‾‾\___________/‾‾‾\___
//! ```
//!
//! | command | with                                   | the node                                                 |
//! |---------|----------------------------------------|----------------------------------------------------------|
//! | place   | discs                                  | gets these discs, so that flips can be looked up in them |
//! | above   | discs, looks, empties                  | becomes the one above the root, with the root's position; the stack is emptied |
//! | descend | child, passed, moves, odd, alpha, beta, depth | is pushed on the stack; the child becomes the node |
//! | back    |                                        | is replaced by its parent, popped from the stack         |
//! | tried   | rest                                   | keeps these moves as those neither tried nor listed      |
//! | advance | square, probe                          | searches this move: with a null window, unless it is the node's first; probed, if `probe` |
//! | open    |                                        | searches its move at full depth if it was probed, else with an open window |
//! | take    | best, best_at, and, if raises, value   | takes over the score of its move                         |
//!
//! `place`, `back`, `descend` and `above` take priority over the rest, in this order.
//!
//! | port                                                    | dir | width           | meaning                                                                                              | initial |
//! |---------------------------------------------------------|-----|-----------------|------------------------------------------------------------------------------------------------------|---------|
//! | clock                                                   | in  | 1               | rising edge                                                                                          | –       |
//! | place, above, descend, open, tried, advance, back, take | in  | 1               | the commands                                                                                         | –       |
//! | discs                                                   | in  | Discs           | the position for `place` and `above`                                                                 | –       |
//! | looks, empties                                          | in  | 6, 7            | plies to search below the root; its empty squares                                                    | –       |
//! | child                                                   | in  | Discs           | the child's position                                                                                 | –       |
//! | passed                                                  | in  | 1               | the node's mover passed: the child is the same position seen from the other side                     | –       |
//! | moves, odd                                              | in  | 64, 4           | the child's legal squares, and its quadrants with an odd number of empty squares                     | –       |
//! | alpha, beta                                             | in  | 12              | the child's window                                                                                   | –       |
//! | depth                                                   | in  | 6               | the child's depth                                                                                    | –       |
//! | probe                                                   | in  | 1               | a move after the node's first is probed                                                              | –       |
//! | rest                                                    | in  | 64              | the node's moves that are neither tried nor listed                                                   | –       |
//! | square                                                  | in  | 6               | the move to search                                                                                   | –       |
//! | best, best_at                                           | in  | 12, 6           | the best score, and its move                                                                         | –       |
//! | raises, value                                           | in  | 1, 12           | `value` is the new alpha                                                                             | –       |
//! | leaving                                                 | in  | 1               | `back` is possible: high with every `back`; high without `back`, it forbids `back` in the next clock | –       |
//! | squares_in, filled_in                                   | in  | SQUARES, LISTED | the node's move list, to be pushed with it                                                           | –       |
//! | node                                                    | out | Node            | the current node                                                                                     | 0       |
//! | at_top, at_root                                         | out | 1               | the node is the one above the root; the node is the root                                             | 1, 0    |
//! | before                                                  | out | Node            | the node's parent, valid in the clock of `back`                                                      | 0       |
//! | squares, filled                                         | out | SQUARES, LISTED | the parent's move list                                                                               | 0       |

use rust_hdl::prelude::*;

use super::move_list::{LISTED, SQUARES};
use super::node::{Discs, HIGHEST, LOWEST, Node};
use crate::{Circuit, LogicStruct, Optional, Register, kernel};
use tengen_hdl::library::memory::DualPortRam;

/// A stack entry: a node with its move list.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Frame {
    node: Node,
    squares: Bits<SQUARES>,
    filled: Bits<LISTED>,
}

#[derive(Circuit)]
pub struct NodeStack {
    pub clock: Signal<In, Clock>,
    pub place: Signal<In, Bit>,
    pub above: Signal<In, Bit>,
    pub descend: Signal<In, Bit>,
    pub back: Signal<In, Bit>,
    pub tried: Signal<In, Bit>,
    pub advance: Signal<In, Bit>,
    pub open: Signal<In, Bit>,
    pub take: Signal<In, Bit>,

    pub discs: Signal<In, Discs>,
    pub looks: Signal<In, Bits<6>>,
    pub empties: Signal<In, Bits<7>>,
    pub child: Signal<In, Discs>,
    pub passed: Signal<In, Bit>,
    pub moves: Signal<In, Bits<64>>,
    pub odd: Signal<In, Bits<4>>,
    pub alpha: Signal<In, Bits<12>>,
    pub beta: Signal<In, Bits<12>>,
    pub depth: Signal<In, Bits<6>>,
    pub probe: Signal<In, Bit>,
    pub rest: Signal<In, Bits<64>>,
    pub square: Signal<In, Bits<6>>,
    pub best: Signal<In, Bits<12>>,
    pub best_at: Signal<In, Bits<6>>,
    pub raises: Signal<In, Bit>,
    pub value: Signal<In, Bits<12>>,
    pub leaving: Signal<In, Bit>,
    pub squares_in: Signal<In, Bits<SQUARES>>,
    pub filled_in: Signal<In, Bits<LISTED>>,

    pub node: Signal<Out, Node>,
    pub at_top: Signal<Out, Bit>,
    pub at_root: Signal<Out, Bit>,
    pub before: Signal<Out, Node>,
    pub squares: Signal<Out, Bits<SQUARES>>,
    pub filled: Signal<Out, Bits<LISTED>>,

    held: Register<Node>,
    /// Nodes on the stack.
    ply: Register<Bits<7>>,
    frames: Optional<DualPortRam<Frame, 7>>,

    frame: Signal<Local, Frame>,
    #[init(Node::default())]
    fresh: Constant<Node>,
}

impl NodeStack {
    /// Creates the circuit with a stack, or for a single node.
    pub fn new(nests: bool) -> Self {
        NodeStack { frames: Optional::when(nests), ..Default::default() }
    }
}

#[kernel]
impl Logic for NodeStack {
    fn update(&mut self) {
        self.change();
        self.replace();
        self.stack();

        node = held.q;
        at_top = !ply.q.any();
        at_root = ply.q == 1;
        before = frames.read_data.node;
        squares = frames.read_data.squares;
        filled = frames.read_data.filled;
    }

    /// Updates the current node.
    fn change(&mut self) {
        if take {
            held.d.best = best;
            held.d.best_at = best_at;
            if raises {
                held.d.alpha = value;
                held.d.raised = true;
            }
        }
        if tried {
            held.d.rest = rest;
        }
        if advance {
            held.d.at = square;
            held.d.narrow = held.q.begun;
            held.d.probed = held.q.begun & probe;
            held.d.begun = true;
        }
        if open {
            held.d.narrow = held.q.probed;
            held.d.probed = false;
        }
    }

    /// Replaces the current node.
    fn replace(&mut self) {
        if above {
            held.d = fresh;
            held.d.discs = discs;
            held.d.alpha = LOWEST;
            held.d.beta = HIGHEST;
            held.d.best = LOWEST;
            held.d.depth = looks + 1;
            held.d.empties = empties + 1;
            ply.d = 0;
        }
        if descend {
            held.d = fresh;
            held.d.discs = child;
            held.d.swapped = passed;
            held.d.rest = moves;
            held.d.odd = odd;
            held.d.alpha = alpha;
            held.d.beta = beta;
            held.d.best = LOWEST;
            held.d.depth = depth;
            held.d.empties = held.q.empties - 1;
            ply.d = ply.q + 1;
        }
        if back {
            held.d = frames.read_data.node;
            ply.d = ply.q - 1;
        }
        if place {
            held.d.discs = discs;
        }
    }

    /// The stack's memory is read a clock ahead. Where the node may be left, the grandparent is read: it is the
    /// parent of the next node.
    fn stack(&mut self) {
        frame = Frame { node: held.q, squares: squares_in, filled: filled_in };
        frames = DualPortRam { write_enable: descend, write_address: ply.q, write_data: frame };
        frames.read_address = if leaving { ply.q - 2 } else { ply.q - 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    fn discs(own: u64) -> Discs {
        Discs { own: own.into(), opponent: (own << 9).into() }
    }

    fn node(stack: &mut Native<NodeStack>) -> Node {
        stack.settle();
        stack.circuit.node.val()
    }

    #[test]
    fn nodes_come_back_as_they_were_left() {
        let mut stack = Native::new(NodeStack::default());
        stack.circuit.discs.next = discs(1);
        stack.drive("looks", 20);
        stack.drive("empties", 40);
        stack.strobe("above");
        let top = node(&mut stack);
        assert_eq!([top.alpha.index(), top.beta.index(), top.depth.index()], [1, 4095, 21]);
        assert_eq!([stack.read("at_top"), stack.read("at_root")], [1, 0]);

        let mut left = vec![];
        for ply in 0..12u64 {
            left.push((node(&mut stack), ply * 5));
            stack.circuit.child.next = discs(ply + 2);
            stack.drive("moves", 0xF0 + ply);
            stack.drive("alpha", 1000 + ply);
            stack.drive("depth", 20 - ply);
            stack.drive("probe", ply % 3 / 2);
            stack.circuit.squares_in.next = (ply * 5).into();
            stack.strobe("descend");
            let child = node(&mut stack);
            assert_eq!(child.discs, discs(ply + 2));
            assert_eq!(
                [child.depth.index() as u64, child.empties.index() as u64],
                [20 - ply, 40 - ply]
            );
            assert_eq!(stack.read("at_root"), u64::from(ply == 0));
            // The first move has an open window, the second a null window, and may be probed.
            for (square, narrow) in [(4, false), (5, true)] {
                stack.drive("square", square);
                stack.drive("rest", 1 << (square + ply));
                stack.drive("tried", 1);
                stack.strobe("advance");
                stack.drive("tried", 0);
                let node = node(&mut stack);
                assert_eq!((node.at.index() as u64, node.narrow), (square, narrow));
                assert_eq!(node.probed, narrow && ply % 3 == 2);
            }
            assert_eq!(node(&mut stack).rest, Bits::from(1u64 << (5 + ply)));
            if ply % 2 == 0 {
                // After a probe the null window comes, and then the open one.
                let probed = node(&mut stack).probed;
                stack.strobe("open");
                assert_eq!(node(&mut stack).narrow, probed);
                stack.strobe("open");
                assert!(!node(&mut stack).narrow && !node(&mut stack).probed);
            }
        }
        while let Some((expected, list)) = left.pop() {
            stack.step();
            stack.settle();
            assert_eq!(stack.circuit.squares.val(), Bits::from(list));
            stack.drive("leaving", 1);
            stack.strobe("back");
            stack.drive("leaving", 0);
            assert_eq!(node(&mut stack), expected);
        }
        assert_eq!(stack.read("at_top"), 1);
    }

    #[test]
    fn a_score_is_taken_and_raises_alpha_if_it_says_so() {
        let mut stack = Native::new(NodeStack::default());
        for (raises, alpha) in [(0, 0), (1, 2222)] {
            stack.drive("best", 2100);
            stack.drive("best_at", 9);
            stack.drive("raises", raises);
            stack.drive("value", 2222);
            stack.strobe("take");
            let node = node(&mut stack);
            let numbers = [node.best.index(), node.best_at.index(), node.alpha.index()];
            assert_eq!((numbers, node.raised), ([2100, 9, alpha], raises == 1));
        }
        stack.circuit.discs.next = discs(77);
        stack.strobe("place");
        assert_eq!(
            (node(&mut stack).discs, node(&mut stack).best.index()),
            (discs(77), 2100)
        );
    }

    #[test]
    fn the_simulation_draws_the_waves_above() {
        let stimulus = "above 0 1 0\ndescend 0*3 1 1 0\nleaving 0*7 1 1 0\nback 0*7 1 1 0";
        tengen_sim::expect_waves(file!(), NodeStack::default(), stimulus, 0..10);
    }
}
