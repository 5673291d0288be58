//! The position table: the results of earlier searches.
//!
//! ```text
//! clock     __/‾‾\__/‾‾\__/‾‾\__
//! child     ==< a >=============     a position that may become the node
//! node      ========< a >=======     it has become the node
//! hit, ..   ========< of a >====     the entry, compared with the node
//! ```
//!
//! A position has one entry, whose address is a hash of its discs ([`Slot`]); a later position with the same address
//! overwrites it. `child` is not looked up in a clock that writes. An entry is empty until its first write. `restart`
//! and 1024 clocks of `empty` clear the table.
//!
//! | port         | dir | width | meaning                                                                | initial |
//! |--------------|-----|-------|------------------------------------------------------------------------|---------|
//! | clock        | in  | 1     | rising edge                                                            | –       |
//! | restart      | in  | 1     | `empty` starts again at entry 0                                        | –       |
//! | empty        | in  | 1     | empties the next entry                                                 | –       |
//! | child        | in  | Discs | the position to look up; the result is valid in the next clock         | –       |
//! | node         | in  | Node  | the current node: its discs are compared, its window decides `settled` | –       |
//! | write        | in  | 1     | stores the node with `score`, `best` and the bound from `cuts` and `raises`; not with `empty` | – |
//! | score        | in  | 12    | the node's best score                                                  | –       |
//! | best         | in  | 6     | the node's best move                                                   | –       |
//! | cuts         | in  | 1     | the score reached beta, so it is a lower bound                         | –       |
//! | raises       | in  | 1     | the last move raised alpha; if this or `node.raised` is high, the score is exact | – |
//! | emptied      | out | 1     | the next entry to empty is the last                                    | 0       |
//! | hit          | out | 1     | the entry holds the node's position                                    | 0       |
//! | settled      | out | 1     | `hit`, and the entry is deep enough and its bound decides the node in its window | 0 |
//! | stored_score | out | 12    | the entry's score                                                      | 0       |
//! | stored_best  | out | 6     | the entry's best move                                                  | 0       |

use rust_hdl::prelude::*;

use super::node::{Discs, Node};
use super::slot::Slot;
use crate::search::Bound;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::DualPortRam;

/// Bits of an entry's address.
const TABLE_BITS: usize = tengen_rules::othello::search::TABLE_BITS as usize;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Entry {
    discs: Discs,
    bound: Bound,
    score: Bits<12>,
    depth: Bits<6>,
    best: Bits<6>,
}

#[derive(Circuit)]
pub struct PositionTable {
    pub clock: Signal<In, Clock>,
    pub restart: Signal<In, Bit>,
    pub empty: Signal<In, Bit>,
    pub child: Signal<In, Discs>,
    pub node: Signal<In, Node>,
    pub write: Signal<In, Bit>,
    pub score: Signal<In, Bits<12>>,
    pub best: Signal<In, Bits<6>>,
    pub cuts: Signal<In, Bit>,
    pub raises: Signal<In, Bit>,

    pub emptied: Signal<Out, Bit>,
    pub hit: Signal<Out, Bit>,
    pub settled: Signal<Out, Bit>,
    pub stored_score: Signal<Out, Bits<12>>,
    pub stored_best: Signal<Out, Bits<6>>,

    entries: DualPortRam<Entry, TABLE_BITS>,
    child_slot: Slot,
    node_slot: Slot,
    /// The next entry to empty.
    next: Register<Bits<TABLE_BITS>>,

    /// The node as an entry to be stored.
    entry: Signal<Local, Entry>,
    /// The bound to be stored.
    bound: Signal<Local, Bound>,
    /// The bound of the entry read decides the node in its window.
    decides: Signal<Local, Bit>,

    #[init(Entry::default())]
    unknown: Constant<Entry>,
}

#[kernel]
impl Logic for PositionTable {
    fn update(&mut self) {
        child_slot = Slot { own: child.own, opponent: child.opponent };
        node_slot = Slot { own: node.discs.own, opponent: node.discs.opponent };
        self.store();
        self.compare();
    }

    fn store(&mut self) {
        bound = Bound::Upper;
        if cuts {
            bound = Bound::Lower;
        } else if node.raised | raises {
            bound = Bound::Exact;
        }
        entries = DualPortRam { read_address: child_slot.slot, write_enable: write | empty };
        entries.write_address = node_slot.slot;
        entry = Entry { discs: node.discs, bound, score, depth: node.depth, best };
        entries.write_data = entry;
        if empty {
            entries = DualPortRam { write_address: next.q, write_data: unknown };
        }

        emptied = next.q.all();
        if restart {
            next.d = 0;
        } else if empty {
            next.d = next.q + 1;
        }
    }

    fn compare(&mut self) {
        decides = false;
        match entries.read_data.bound {
            Bound::None => {}
            Bound::Exact => decides = true,
            Bound::Lower => decides = entries.read_data.score >= node.beta,
            Bound::Upper => decides = entries.read_data.score <= node.alpha,
        }
        let same = (entries.read_data.bound != Bound::None) & (entries.read_data.discs == node.discs);
        hit = same;
        settled = same & decides & (entries.read_data.depth >= node.depth);
        stored_score = entries.read_data.score;
        stored_best = entries.read_data.best;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    fn node(own: u64, depth: u64) -> Node {
        Node {
            discs: Discs { own: own.into(), opponent: (own << 8).into() },
            alpha: 2000u64.into(),
            beta: 2100u64.into(),
            depth: depth.into(),
            ..Default::default()
        }
    }

    fn store(table: &mut Native<PositionTable>, node: Node, score: u64, [cuts, raises]: [u64; 2]) {
        table.circuit.node.next = node;
        table.drive("score", score);
        table.drive("best", 19);
        table.drive("cuts", cuts);
        table.drive("raises", raises);
        table.strobe("write");
    }

    /// Looks the node up, and returns `hit` and `settled`.
    fn look(table: &mut Native<PositionTable>, node: Node) -> [u64; 2] {
        table.circuit.child.next = node.discs;
        table.step();
        table.circuit.node.next = node;
        table.settle();
        [table.read("hit"), table.read("settled")]
    }

    #[test]
    fn an_entry_settles_a_node_no_deeper_in_a_window_that_its_bound_decides() {
        let mut table = Native::new(PositionTable::default());
        assert_eq!(look(&mut table, node(0, 0)), [0, 0], "an empty entry is no position");
        // [cuts, raises] for an upper, an exact and a lower bound.
        let rows = [
            ([0, 0], [(1999, 1), (2000, 1), (2001, 0)]),
            ([0, 1], [(1999, 1), (2050, 1), (2101, 1)]),
            ([1, 1], [(2099, 0), (2100, 1), (2101, 1)]),
        ];
        for (bound, scores) in rows {
            for (score, settled) in scores {
                store(&mut table, node(0x18, 5), score, bound);
                assert_eq!(look(&mut table, node(0x18, 5)), [1, settled], "{bound:?} {score}");
                assert_eq!([table.read("stored_score"), table.read("stored_best")], [score, 19]);
                assert_eq!(look(&mut table, node(0x18, 6)), [1, 0]);
                assert_eq!(look(&mut table, node(0x19, 5)), [0, 0]);
            }
        }
    }

    #[test]
    fn it_is_emptied_entry_by_entry() {
        let mut table = Native::new(PositionTable::default());
        store(&mut table, node(0x18, 5), 2050, [0, 1]);
        assert_eq!(look(&mut table, node(0x18, 5)), [1, 1]);
        table.strobe("restart");
        for entry in 0..1024 {
            table.settle();
            assert_eq!(table.read("emptied"), u64::from(entry == 1023));
            table.strobe("empty");
        }
        assert_eq!(look(&mut table, node(0x18, 5)), [0, 0]);
    }
}
