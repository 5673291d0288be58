//! Properties of [`OthelloSearch`](super::OthelloSearch), checked in every clock: its stack never overflows or underflows, and its
//! phase always has a name.
//!
//! ```text
//! plies on the stack  +  plies to search below the node  <=  plies of the search + 1  <=  63
//! ```
//!
//! That a node is popped as it was pushed is a property of the stack's memory, and is proved of `dual_port_ram`. An induction over a few
//! clocks cannot see the push, so it is assumed here (`given_kept`).
//!
//! | port                    | dir | width | meaning                                                                     | initial |
//! |-------------------------|-----|-------|-----------------------------------------------------------------------------|---------|
//! | clock                   | in  | 1     | rising edge                                                                 | –       |
//! | phase                   | in  | 4     | its phase                                                                   | –       |
//! | root_empties            | in  | 7     | empty squares of the position, once they are counted                        | –       |
//! | looks                   | in  | 6     | depth of the current search, in plies                                       | –       |
//! | returned, known         | in  | 1     | a child has returned; the table has settled the node                        | –       |
//! | above, descends, leaves | in  | 1     | the commands to the stack                                                   | –       |
//! | ply                     | in  | 7     | nodes on the stack                                                          | –       |
//! | depth                   | in  | 6     | plies to search below the node                                              | –       |
//! | probed                  | in  | 1     | the node's move is probed                                                   | –       |
//! | at_top, at_root         | in  | 1     | the stack's outputs                                                         | –       |
//! | given_discs             | out | 1     | a position that is searched has two discs or more                           | 1       |
//! | given_kept              | out | 1     | a node that was popped keeps to `always_fits`, as it did when it was pushed | 1       |
//! | always_fits             | out | 1     | the node is not deeper than the plies that are left for it                  | 1       |
//! | always_looks            | out | 1     | a search is no deeper than a game is long                                   | 1       |
//! | always_parent           | out | 1     | a node is left only for its parent on the stack                             | 1       |
//! | always_alone            | out | 1     | of above, descends and leaves at most one                                   | 1       |
//! | always_counted          | out | 1     | at_top and at_root say that 0 nodes are on the stack, and 1                 | 1       |
//! | always_at_top           | out | 1     | the node above the root tries its only move, and takes its score            | 1       |
//! | always_afresh           | out | 1     | a think begins without a score                                              | 1       |
//! | always_settled          | out | 1     | what the table has settled is taken in the clock after                      | 1       |
//! | always_named            | out | 1     | the phase is one of those with a name                                       | 1       |

use rust_hdl::prelude::*;

use super::{PROBED_DEPTH, Phase};
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::proof::Checks;

const IDLE: u64 = Phase::Idle as u64;
const COUNT: u64 = Phase::Count as u64;
const EMPTY: u64 = Phase::Empty as u64;
const LOOK: u64 = Phase::Look as u64;
const SORT: u64 = Phase::Sort as u64;
/// The last phase.
const STEP: u64 = Phase::Step as u64;
/// The empty squares of a board with two discs.
const MOST_EMPTIES: u64 = 62;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct OthelloSearchPast {
    leaves: Bit,
}

#[derive(Circuit)]
pub struct OthelloSearchChecks {
    pub clock: Signal<In, Clock>,
    pub phase: Signal<In, Bits<4>>,
    pub root_empties: Signal<In, Bits<7>>,
    pub looks: Signal<In, Bits<6>>,
    pub returned: Signal<In, Bit>,
    pub known: Signal<In, Bit>,
    pub above: Signal<In, Bit>,
    pub descends: Signal<In, Bit>,
    pub leaves: Signal<In, Bit>,
    pub ply: Signal<In, Bits<7>>,
    pub depth: Signal<In, Bits<6>>,
    pub probed: Signal<In, Bit>,
    pub at_top: Signal<In, Bit>,
    pub at_root: Signal<In, Bit>,
    pub given_discs: Signal<Out, Bit>,
    pub given_kept: Signal<Out, Bit>,
    pub always_fits: Signal<Out, Bit>,
    pub always_looks: Signal<Out, Bit>,
    pub always_parent: Signal<Out, Bit>,
    pub always_alone: Signal<Out, Bit>,
    pub always_counted: Signal<Out, Bit>,
    pub always_at_top: Signal<Out, Bit>,
    pub always_afresh: Signal<Out, Bit>,
    pub always_settled: Signal<Out, Bit>,
    pub always_named: Signal<Out, Bit>,

    state: Register<OthelloSearchPast>,
    /// Plies to the deepest leaf, from the node above the root.
    reach: Signal<Local, Bits<8>>,
}

#[kernel]
impl Logic for OthelloSearchChecks {
    fn update(&mut self) {
        d = OthelloSearchPast { leaves };

        let counts = (phase == IDLE) | (phase == COUNT);
        reach = bit_cast::<8, 7>(ply) + bit_cast::<8, 6>(depth);
        let fits = depth.any() & (reach <= bit_cast::<8, 6>(looks) + 1) & (!probed | (depth >= PROBED_DEPTH));
        given_discs = counts | (root_empties <= MOST_EMPTIES);
        given_kept = !q.leaves | fits;

        always_fits = counts | fits;
        always_looks = counts | (looks <= MOST_EMPTIES);
        always_parent = !leaves | ply.any();
        always_alone = !(above & descends) & !((above | descends) & leaves);
        always_counted = (at_top != ply.any()) & (at_root == (ply == 1));
        always_at_top =
            (phase <= EMPTY) | ply.any() | ((phase != LOOK) & (phase != SORT) & ((phase != STEP) | returned) & !known);
        always_afresh = ((phase != COUNT) & (phase != EMPTY)) | (!known & !returned);
        always_settled = !known | (phase == STEP) | (phase == IDLE);
        always_named = phase <= STEP;
    }
}

impl Checks for OthelloSearchChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[
        ("phase", "state.q_phase"),
        ("root_empties", "state.q_root_empties"),
        ("looks", "state.q_looks"),
        ("returned", "state.q_returned"),
        ("known", "state.q_known"),
        ("ply", "stack.ply.q"),
        ("depth", "stack.node_depth"),
        ("probed", "stack.node_probed"),
        ("at_top", "stack.at_top"),
        ("at_root", "stack.at_root"),
    ];
    /// What is found on the board, the table and the contents of the stack.
    const FREE: &'static [&'static str] = &["child", "made", "order", "next", "positions", "answer", "stack.frames"];
    const DEPTH: usize = 8;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
