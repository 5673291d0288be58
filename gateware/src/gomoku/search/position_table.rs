//! The transposition table: for positions that were searched, a bound on the score, and the best move.
//!
//! ```text
//! clock    __/‾\_/‾\_/‾\_/‾\_
//! key      == a ====X b =====
//! hit ...  ======X of a X of b    one clock later, for the key of that clock
//! store    __/‾‾‾\___________   the node replaces the entry of its key
//! ```
//!
//! The table is emptied before each think. The lower ten bits of the key are the address of an entry; the other bits
//! are stored in it. A position stored by the search by fours is not found by alpha-beta, and the other way round.
//! Nothing is read in the clock of a write.
//!
//! | port       | dir | width     | meaning                                                              | initial |
//! |------------|-----|-----------|----------------------------------------------------------------------|---------|
//! | clock      | in  | 1         | rising edge                                                          | –       |
//! | empty      | in  | 1         | empties an entry each clock, from the first on; high for 1024 clocks | –       |
//! | key        | in  | HASH_BITS | the key of the position                                              | –       |
//! | fours_only | in  | 1         | the search is by fours                                               | –       |
//! | asked      | in  | Opening   | window and depth with which the position is looked up                | –       |
//! | node       | in  | Node      | the node to store: window, depth and best move                       | –       |
//! | outcome    | in  | 14        | the score to store                                                   | –       |
//! | store      | in  | 1         | stores the node; ignored while `empty` is high                       | –       |
//! | last       | out | 1         | the next entry to be emptied is the last one                         | 0       |
//! | hit        | out | 1         | the table holds the position                                         | 0       |
//! | settles    | out | 1         | there is a hit, of the asked depth, and its bound suffices           | 0       |
//! | score      | out | 14        | the stored score                                                     | 0       |
//! | best       | out | Crossing  | the stored move                                                      | 0, 0    |

use rust_hdl::prelude::*;

use super::hash::HASH_BITS;
use super::node::{Node, Opening};
use crate::ports::Crossing;
use crate::search::Bound;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::DualPortRam;

/// Bits of the table's address. The other bits of a key are stored in the entry.
pub const TABLE_BITS: usize = tengen_rules::gomoku::search::alpha_beta::TABLE_SIZE.ilog2() as usize;
const TAG_BITS: usize = HASH_BITS - TABLE_BITS;

/// An entry of the table.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Known {
    fours_only: Bit,
    tag: Bits<TAG_BITS>,
    bound: Bound,
    score: Bits<14>,
    depth: Bits<6>,
    best: Crossing,
}

#[derive(Circuit)]
pub struct PositionTable {
    pub clock: Signal<In, Clock>,
    pub empty: Signal<In, Bit>,
    pub key: Signal<In, Bits<HASH_BITS>>,
    pub fours_only: Signal<In, Bit>,
    pub asked: Signal<In, Opening>,
    pub node: Signal<In, Node>,
    pub outcome: Signal<In, Bits<14>>,
    pub store: Signal<In, Bit>,
    pub last: Signal<Out, Bit>,
    pub hit: Signal<Out, Bit>,
    pub settles: Signal<Out, Bit>,
    pub score: Signal<Out, Bits<14>>,
    pub best: Signal<Out, Crossing>,

    /// The entry to empty next.
    slot: Register<Bits<TABLE_BITS>>,
    positions: DualPortRam<Known, TABLE_BITS>,
    entry: Signal<Local, Known>,
    sufficient: Signal<Local, Bit>,
    #[init(Known::default())]
    unknown: Constant<Known>,
}

#[kernel]
impl Logic for PositionTable {
    fn update(&mut self) {
        let address = key.get_bits::<TABLE_BITS>(0);
        let tag = key.get_bits::<TAG_BITS>(TABLE_BITS);

        entry.fours_only = fours_only;
        entry.tag = tag;
        entry.bound = Bound::Upper;
        if outcome >= node.beta {
            entry.bound = Bound::Lower;
        } else if node.raised | (outcome > node.alpha) {
            entry.bound = Bound::Exact;
        }
        entry.score = outcome;
        entry.depth = node.depth;
        entry.best = node.best_at;
        positions =
            DualPortRam { write_enable: store, write_address: address, write_data: entry, read_address: address };
        slot.d = 0;
        if empty {
            positions = DualPortRam { write_enable: true, write_address: slot.q, write_data: unknown };
            slot.d = slot.q + 1;
        }
        last = slot.q.all();

        hit = (positions.read_data.bound != Bound::None)
            & (positions.read_data.fours_only == fours_only)
            & (positions.read_data.tag == tag);
        sufficient = false;
        match positions.read_data.bound {
            Bound::None => {}
            Bound::Exact => sufficient = true,
            Bound::Lower => sufficient = positions.read_data.score >= asked.beta,
            Bound::Upper => sufficient = positions.read_data.score <= asked.alpha,
        }
        settles = hit & sufficient & (positions.read_data.depth == asked.depth);
        score = positions.read_data.score;
        best = positions.read_data.best;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// A node with this window.
    fn node(alpha: u64, beta: u64) -> Node {
        Node {
            alpha: alpha.into(),
            beta: beta.into(),
            best_at: Crossing { row: 3.into(), col: 9.into() },
            depth: 4.into(),
            ..Node::default()
        }
    }

    /// Reads `hit` and `settles` for a node like this one.
    fn asked(circuit: &mut Native<PositionTable>, node: Node) -> [u64; 2] {
        circuit.circuit.asked.next =
            Opening { alpha: node.alpha, beta: node.beta, depth: node.depth, ..Opening::default() };
        circuit.settle();
        circuit.step();
        ["hit", "settles"].map(|port| circuit.read(port))
    }

    #[test]
    fn a_score_settles_a_window_as_the_bound_says() {
        let mut circuit = Native::new(PositionTable::default());
        let key = 5 | 77 << TABLE_BITS;
        circuit.drive("key", key);
        assert_eq!(asked(&mut circuit, node(10, 20)), [0, 0]);
        // The stored score, found in the window from 10 to 20; windows that it settles, and windows that it does not.
        for (stored, settled, open) in [
            (15, [(10, 20), (1, 99)], None),
            (25, [(10, 20), (0, 25)], Some((10, 26))),
            (5, [(10, 20), (5, 90)], Some((4, 20))),
        ] {
            circuit.circuit.node.next = node(10, 20);
            circuit.drive("outcome", stored);
            circuit.strobe("store");
            for (alpha, beta) in settled {
                assert_eq!(asked(&mut circuit, node(alpha, beta)), [1, 1]);
            }
            if let Some((alpha, beta)) = open {
                assert_eq!(asked(&mut circuit, node(alpha, beta)), [1, 0]);
            }
            let deeper = Node { depth: 5.into(), ..node(10, 20) };
            assert_eq!(asked(&mut circuit, deeper), [1, 0]);
            assert_eq!(circuit.read("score"), stored);
        }
        // Once a move has raised alpha to its own score, that score is exact.
        circuit.circuit.node.next = Node { raised: true, ..node(15, 20) };
        circuit.drive("outcome", 15);
        circuit.strobe("store");
        assert_eq!(asked(&mut circuit, node(1, 99)), [1, 1]);
        for (other, fours_only) in [(key ^ 1 << 20, 0), (key ^ 1, 0), (key, 1)] {
            circuit.drive("key", other);
            circuit.drive("fours_only", fours_only);
            assert_eq!(asked(&mut circuit, node(10, 20)), [0, 0]);
        }
        circuit.drive("fours_only", 0);
        assert_eq!(asked(&mut circuit, node(10, 20))[0], 1);
    }

    #[test]
    fn it_is_emptied_entry_by_entry() {
        let mut circuit = Native::new(PositionTable::default());
        circuit.drive("key", 1023);
        circuit.circuit.node.next = node(10, 20);
        circuit.drive("outcome", 15);
        circuit.strobe("store");
        circuit.drive("empty", 1);
        for entry in 0..1u64 << TABLE_BITS {
            circuit.settle();
            assert_eq!(circuit.read("last"), u64::from(entry == 1023));
            circuit.step();
        }
        circuit.drive("empty", 0);
        assert_eq!(asked(&mut circuit, node(10, 20)), [0, 0]);
        assert_eq!(circuit.read("last"), 0);
    }
}
