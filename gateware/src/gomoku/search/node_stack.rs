//! Keeps the current node, and its ancestors on a stack.
//!
//! ```text
//! clock   __/‾\_/‾\_/‾\_/‾\_
//! push    __/‾‾‾\___________   with the opening of b
//! pop     __________/‾‾‾\___   the earliest clock for it
//! node    == a =X b ====X a    as it was before the push
//! ply     == 0 =X 1 ====X 0
//! ```
//!
//! | strobe  | effect on the current node                                                                     |
//! |---------|------------------------------------------------------------------------------------------------|
//! | root    | becomes a new node with `opening`                                                              |
//! | push    | goes on the stack; a new node with `opening` replaces it                                       |
//! | pop     | is replaced by the node that was pushed last                                                   |
//! | exclude | excludes the move `exclusion` from the scan                                                    |
//! | pick    | sets `picked`                                                                                  |
//! | attempt | searches `at` next, in a null window unless it is the first move; `reduces` plies shallower    |
//! | repeats | searches the same move again: a ply deeper if it was reduced, else in an open window           |
//! | improve | `score` becomes the best score, and the current move the best move                             |
//! | raise   | `score` becomes alpha                                                                          |
//!
//! Only one of root, push and pop comes in a clock; they replace the whole node. Exclude may come with root and push. Improve
//! and raise may come with anything but root and push. Each of the others comes alone, or with improve and raise. The
//! circuit relies on this, except that pop wins over improve and raise.
//!
//! | port      | dir | width     | meaning                                                         | initial |
//! |-----------|-----|-----------|-----------------------------------------------------------------|---------|
//! | clock     | in  | 1         | rising edge                                                     | –       |
//! | empty     | in  | 1         | empties the stack                                               | –       |
//! | root, push, pop, exclude, pick, attempt, repeats, improve, raise | in  | 1        | see above | –       |
//! | opening   | in  | Opening   | for root and push                                               | –       |
//! | exclusion | in  | Crossing  | the move to exclude                                             | –       |
//! | at        | in  | Candidate | the move to search next                                         | –       |
//! | reduces   | in  | 2         | with attempt: it is searched so many plies shallower, at most 2 | –       |
//! | spoils    | in  | 1         | with repeats: the search has overwritten the node's set of rows | –       |
//! | score     | in  | 14        | the score for improve and raise                                 | –       |
//! | node      | out | Node      | the current node                                                | all 0   |
//! | ply       | out | 7         | number of nodes on the stack                                    | 0       |

use rust_hdl::prelude::*;

use super::node::{Node, Opening};
use super::ports::Candidate;
use crate::ports::Crossing;
use crate::{Circuit, Register, kernel};
use tengen_hdl::library::memory::DualPortRam;

#[derive(Circuit)]
pub struct NodeStack {
    pub clock: Signal<In, Clock>,
    pub empty: Signal<In, Bit>,
    pub root: Signal<In, Bit>,
    pub push: Signal<In, Bit>,
    pub pop: Signal<In, Bit>,
    pub opening: Signal<In, Opening>,
    pub exclude: Signal<In, Bit>,
    pub exclusion: Signal<In, Crossing>,
    pub pick: Signal<In, Bit>,
    pub attempt: Signal<In, Bit>,
    pub at: Signal<In, Candidate>,
    pub reduces: Signal<In, Bits<2>>,
    pub repeats: Signal<In, Bit>,
    pub spoils: Signal<In, Bit>,
    pub improve: Signal<In, Bit>,
    pub raise: Signal<In, Bit>,
    pub score: Signal<In, Bits<14>>,
    pub node: Signal<Out, Node>,
    pub ply: Signal<Out, Bits<7>>,

    current: Register<Node>,
    pushed: Register<Bits<7>>,
    stack: DualPortRam<Node, 7>,
    #[init(Node::default())]
    new_node: Constant<Node>,
}

#[kernel]
impl Logic for NodeStack {
    fn update(&mut self) {
        self.search_move();
        self.replace_node();
        self.count_plies();
        node = current.q;
        ply = pushed.q;
    }

    /// Updates the node as its moves are searched.
    fn search_move(&mut self) {
        if improve {
            current.d.best = score;
            current.d.best_at.row = current.q.at.row;
            current.d.best_at.col = current.q.at.col;
        }
        if raise {
            current.d.alpha = score;
            current.d.raised = true;
        }
        if pick {
            current.d.picked = true;
        }
        if attempt {
            current.d.at = at;
            current.d.number = current.q.number + 1;
            current.d.narrow = current.q.number.any();
            current.d.reduced = reduces;
            current.d.spoiled = false;
        }
        if repeats {
            current.d.narrow = current.q.reduced.any();
            current.d.reduced = current.q.reduced >> 1;
            current.d.spoiled = current.q.spoiled | spoils;
        }
    }

    /// Replaces the node by a new one, or by one from the stack.
    fn replace_node(&mut self) {
        if root | push {
            current.d = new_node;
            current.d.alpha = opening.alpha;
            current.d.beta = opening.beta;
            current.d.depth = opening.depth;
            current.d.filter = opening.filter;
            current.d.forced = opening.forced;
        } else if pop {
            current.d = stack.read_data;
        }
        if exclude {
            current.d.excluded = true;
            current.d.remembered = exclusion;
        }
    }

    /// Writes and reads the stack. The node on top is read in every clock, ready for a pop.
    fn count_plies(&mut self) {
        stack.write_enable = push;
        stack = DualPortRam { write_address: pushed.q, write_data: current.q, read_address: pushed.q - 1 };
        if empty {
            pushed.d = 0;
        } else if push {
            pushed.d = pushed.q + 1;
        } else if pop {
            pushed.d = pushed.q - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    fn opening(alpha: u64, depth: u64) -> Opening {
        Opening { alpha: alpha.into(), beta: (alpha + 100).into(), depth: depth.into(), ..Opening::default() }
    }

    fn node(circuit: &Native<NodeStack>) -> Node {
        circuit.circuit.node.val()
    }

    fn attempt(circuit: &mut Native<NodeStack>, row: u64, reduces: u64) {
        circuit.circuit.at.next = Candidate { row: row.into(), ..Candidate::default() };
        circuit.drive("reduces", reduces);
        circuit.strobe("attempt");
    }

    #[test]
    fn a_node_is_back_as_it_was_pushed() {
        let mut circuit = Native::new(NodeStack::default());
        circuit.strobe("empty");
        circuit.circuit.opening.next = opening(10, 60);
        circuit.circuit.exclusion.next = Crossing { row: 3.into(), col: 4.into() };
        circuit.drive("exclude", 1);
        circuit.strobe("root");
        circuit.drive("exclude", 0);
        assert!(node(&circuit).excluded && node(&circuit).remembered.col == 4);
        let mut path = vec![];
        for ply in 0..100 {
            attempt(&mut circuit, ply % 15, 0);
            path.push(node(&circuit));
            circuit.circuit.opening.next = opening(100 * ply, ply % 60);
            circuit.strobe("push");
            assert_eq!(circuit.read("ply"), ply + 1);
            let expected = Node { alpha: (100 * ply).into(), depth: (ply % 60).into(), ..Node::default() };
            assert_eq!(Node { beta: 0.into(), ..node(&circuit) }, expected);
        }
        circuit.step();
        while let Some(expected) = path.pop() {
            circuit.drive("improve", 1);
            circuit.strobe("pop");
            circuit.drive("improve", 0);
            assert_eq!((node(&circuit), circuit.read("ply")), (expected, path.len() as u64));
            circuit.step();
        }
    }

    #[test]
    fn moves_are_searched_one_after_the_other() {
        let mut circuit = Native::new(NodeStack::default());
        circuit.circuit.opening.next = opening(10, 6);
        circuit.strobe("root");
        circuit.strobe("pick");
        attempt(&mut circuit, 2, 0);
        let first = node(&circuit);
        assert!(first.picked && !first.narrow && first.number == 1);
        circuit.drive("score", 33);
        circuit.drive("improve", 1);
        circuit.strobe("raise");
        circuit.drive("improve", 0);
        let raised = node(&circuit);
        assert!(raised.raised && raised.alpha == 33 && raised.best == 33 && raised.best_at.row == 2);

        attempt(&mut circuit, 5, 2);
        let second = node(&circuit);
        assert!(second.narrow && second.reduced == 2 && second.at.row == 5 && second.number == 2);
        for reduced in [1, 0] {
            circuit.strobe("repeats");
            let deeper = node(&circuit);
            assert!(deeper.narrow && deeper.reduced == reduced && !deeper.spoiled);
        }
        circuit.drive("spoils", 1);
        circuit.strobe("repeats");
        let open = node(&circuit);
        assert!(!open.narrow && open.spoiled && open.at.row == 5 && open.number == 2);
    }
}
