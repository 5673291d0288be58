//! What stands in for the searches where a machine is simulated to be played with: each one's model in plain Rust behind its
//! circuit's ports, with the same answer after the same clocks.
//!
//! A circuit that searches costs a simulation a few thousand operators a clock. Here nothing moves but a counter, which the fast
//! engine counts by scan lines.

mod gomoku;
mod othello;

use tengen_sim::fast::{Draft, Function, Id, Wide, Words};

use crate::hdl::verilog::StandIn;

/// Every part that takes longer to simulate than its model to answer.
pub const STAND_INS: [StandIn; 2] = [
    StandIn {
        type_name: "OthelloSearch",
        build: othello::othello_search,
    },
    StandIn {
        type_name: "GomokuSearch",
        build: gomoku::gomoku_search,
    },
];

/// A draft with the one clock of what is made.
struct Made<'a> {
    draft: &'a mut Draft,
    clock: Id,
}

impl Made<'_> {
    fn number(&mut self, value: u64, width: usize) -> Id {
        self.draft.number(&[value], width)[0]
    }

    /// What it holds, and the wire it takes.
    fn register(&mut self, width: usize, initial: u64) -> [Id; 2] {
        let d = self.draft.wire(width);
        [self.draft.register(d, initial, self.clock), d]
    }

    fn call(&mut self, asks: &[Id], widths: &[usize], function: Function) -> Words {
        self.draft.call(asks, widths, function, self.clock)
    }

    fn wide(&mut self, operator: Wide, a: Id, b: Id) -> Id {
        self.draft.wide(operator, &[a], &[b])[0]
    }

    fn and(&mut self, a: Id, b: Id) -> Id {
        self.wide(Wide::And, a, b)
    }

    fn not(&mut self, a: Id) -> Id {
        self.draft.not(&[a])[0]
    }

    /// Each value, of so many bits, as it was when `starts` was last high; one clock later.
    fn captured(&mut self, starts: Id, values: Vec<(Id, usize)>) -> Vec<Id> {
        let hold = |(value, width)| {
            let [held, d] = self.register(width, 0);
            let next = self.draft.select(starts, &[value], &[held])[0];
            self.draft.drive(d, next);
            held
        };
        values.into_iter().map(hold).collect()
    }

    /// What had elapsed when `stop` was first high while it was at work, or 0.
    fn stopped(&mut self, starts: Id, at_work: Id, stop: Id, elapsed: Id) -> Id {
        let [stopped, d] = self.register(64, 0);
        let zero = self.number(0, 64);
        let first = self.wide(Wide::Equal, stopped, zero);
        let stops = self.and(at_work, stop);
        let stops = self.and(stops, first);
        let next = self.draft.select(stops, &[elapsed], &[stopped])[0];
        let next = self.draft.select(starts, &[zero], &[next])[0];
        self.draft.drive(d, next);
        stopped
    }

    /// The next state of `tengen_hdl::library::lfsr`.
    fn noise(&mut self, state: Id) -> Id {
        let taps = self.number(1 << 15 | 1 << 14 | 1 << 12 | 1 << 3, 16);
        let tapped = self.wide(Wide::And, state, taps);
        let parity = self.draft.parity(&[tapped])[0];
        let low = self.draft.slice(&[state], 0, 15);
        self.draft.joined(&[parity, low[0]])[0]
    }
}
