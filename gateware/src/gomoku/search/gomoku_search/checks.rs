//! Properties of [`GomokuSearch`](super::GomokuSearch), checked in every clock: its stack never overflows or underflows and gets one
//! command at a time, its phases end in time, and `busy` and `done` keep to their protocol. The times are those of four lanes.
//!
//! | port                                                             | dir | width | meaning                                                   | initial |
//! |------------------------------------------------------------------|-----|-------|-----------------------------------------------------------|---------|
//! | clock                                                            | in  | 1     | rising edge                                               | –       |
//! | clear, place, lift, think                                        | in  | 1     | as the circuit's inputs                                   | –       |
//! | busy, done                                                       | in  | 1     | as the circuit's outputs                                  | –       |
//! | phase                                                            | in  | 4     | its phase                                                 | –       |
//! | counter                                                          | in  | 6     | clocks spent in the phase                                 | –       |
//! | ply                                                              | in  | 7     | number of nodes on the stack                              | –       |
//! | root, push, pop, exclude, pick, attempt, repeats, improve, raise | in  | 1     | the commands to the stack                                 | –       |
//! | always_room                                                      | out | 1     | a node is pushed only if the stack has room for it        | 1       |
//! | always_parent                                                    | out | 1     | a node is popped only if there is one                     | 1       |
//! | always_alone                                                     | out | 1     | of root, push, pop, pick, attempt and repeats at most one | 1       |
//! | always_apart                                                     | out | 1     | improve and raise come with neither root nor push         | 1       |
//! | always_excludes                                                  | out | 1     | exclude comes with root or push                           | 1       |
//! | always_timely                                                    | out | 1     | a phase with a fixed number of clocks takes no more       | 1       |
//! | always_named                                                     | out | 1     | the phase is one of those with a name                     | 1       |
//! | always_begins                                                    | out | 1     | a strobe while the circuit is not busy makes it busy      | 1       |
//! | always_rests                                                     | out | 1     | it is not busy at power-on                                | 1       |
//! | always_after                                                     | out | 1     | done follows a clock in which it was busy                 | 1       |
//! | once_busy                                                        | out | 1     | it is busy                                                | 0       |

use rust_hdl::prelude::*;

use super::super::entry::LONGEST;
use super::{LAST_BACK, LAST_DRAIN, LAST_SETTLE, LAST_WALK, Phase};
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::proof::Checks;

/// A node this many plies from the root has no children that are nodes.
const DEEPEST_NODE: u64 = LONGEST - 1;
const SETTLE: u64 = Phase::Settle as u64;
const WALK: u64 = Phase::Walk as u64;
const BACK: u64 = Phase::Back as u64;
const DRAIN: u64 = Phase::Drain as u64;
/// The last phase.
const RETRACT: u64 = Phase::Retract as u64;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GomokuSearchPast {
    /// There was a clock before this one.
    any: Bit,
    strobe: Bit,
    busy: Bit,
}

#[derive(Circuit)]
pub struct GomokuSearchChecks {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub place: Signal<In, Bit>,
    pub lift: Signal<In, Bit>,
    pub think: Signal<In, Bit>,
    pub busy: Signal<In, Bit>,
    pub done: Signal<In, Bit>,
    pub phase: Signal<In, Bits<4>>,
    pub counter: Signal<In, Bits<6>>,
    pub ply: Signal<In, Bits<7>>,
    pub root: Signal<In, Bit>,
    pub push: Signal<In, Bit>,
    pub pop: Signal<In, Bit>,
    pub exclude: Signal<In, Bit>,
    pub pick: Signal<In, Bit>,
    pub attempt: Signal<In, Bit>,
    pub repeats: Signal<In, Bit>,
    pub improve: Signal<In, Bit>,
    pub raise: Signal<In, Bit>,
    pub always_room: Signal<Out, Bit>,
    pub always_parent: Signal<Out, Bit>,
    pub always_alone: Signal<Out, Bit>,
    pub always_apart: Signal<Out, Bit>,
    pub always_excludes: Signal<Out, Bit>,
    pub always_timely: Signal<Out, Bit>,
    pub always_named: Signal<Out, Bit>,
    pub always_begins: Signal<Out, Bit>,
    pub always_rests: Signal<Out, Bit>,
    pub always_after: Signal<Out, Bit>,
    pub once_busy: Signal<Out, Bit>,

    state: Register<GomokuSearchPast>,
}

#[kernel]
impl Logic for GomokuSearchChecks {
    fn update(&mut self) {
        d = GomokuSearchPast { any: true, strobe: clear | place | lift | think, busy };

        always_room = (ply <= DEEPEST_NODE) & !(push & (ply == DEEPEST_NODE));
        always_parent = !pop | ply.any();

        let replaced = root | push | pop;
        let searched = pick | attempt | repeats;
        always_alone = !(root & push)
            & !((root | push) & pop)
            & !(pick & attempt)
            & !((pick | attempt) & repeats)
            & !(replaced & searched);
        always_apart = !((improve | raise) & (root | push));
        always_excludes = !exclude | root | push;

        always_timely = ((phase != SETTLE) | (counter <= LAST_SETTLE))
            & ((phase != WALK) | (counter <= LAST_WALK))
            & ((phase != BACK) | (counter <= LAST_BACK))
            & ((phase != DRAIN) | (counter <= LAST_DRAIN));
        always_named = phase <= RETRACT;

        always_begins = busy | !(q.strobe & !q.busy);
        always_rests = q.any | !busy;
        always_after = q.busy | !done;
        once_busy = busy;
    }
}

impl Checks for GomokuSearchChecks {
    const SEEN: &'static [(&'static str, &'static str)] = &[
        ("phase", "state.q_phase"),
        ("counter", "state.q_counter"),
        ("ply", "stack.ply"),
        ("root", "stack.root"),
        ("push", "stack.push"),
        ("pop", "stack.pop"),
        ("exclude", "stack.exclude"),
        ("pick", "stack.pick"),
        ("attempt", "stack.attempt"),
        ("repeats", "stack.repeats"),
        ("improve", "stack.improve"),
        ("raise", "stack.raise"),
    ];
    /// The board, what is found on it, the table and the contents of the stack.
    const FREE: &'static [&'static str] = &[
        "position",
        "stones",
        "position_key",
        "positions",
        "candidates",
        "rows",
        "answer",
        "stack.stack",
    ];
    const DEPTH: usize = 8;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
