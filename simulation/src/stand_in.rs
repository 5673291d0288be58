//! Stand-ins for the searches, for simulations that people play with: the model of each search in plain Rust, behind
//! the ports of its circuit, with the same answer after the same clocks.
//!
//! A search circuit costs a simulation a few thousand operators per clock. A stand-in only has a counter, which the
//! fast engine advances by whole scan lines. The model runs beside it (`ahead.rs`), a window of clocks at a time:
//!
//! ```text
//! clock        __/‾‾\__/‾‾\__/‾‾\__/‾‾\__ .. __/‾‾\__/‾‾\__/‾‾\__ .. __/‾‾\__
//! think        __/‾‾‾‾‾\__________________ .. ________________________ .. ____
//! task         ========X= as it is at think ============================ .. ====   held from think to think
//! elapsed      ========X==1==X==2==X==3== .. =X==w==X=w+1=X=w+2=X===== .. =X=n    counts while it is at work
//! reached      ========X==0============== .. =======X==w============== .. ====   up to where the answer is known not to be
//! answer       ==============X= none, w == .. =============X= n, best, score, ..   asked whenever task, reached or stopped change
//! done         __________________________ .. ________________________ .. _/‾‾
//! ```
//!
//! A stop is also part of the question, with the clock in which it came. A search without a budget runs as long as it
//! takes; no level of the machine has one.

mod ahead;
mod gomoku;
mod othello;

use tengen_sim::fast::{Draft, Function, Id, Wide, Words};

use ahead::{Known, Memo};

use crate::hdl::verilog::StandIn;
use crate::rules::resumable::Resumable;

/// A question is asked this many clocks before its answer may be due, since question and answer are each a clock late.
const NOTICE: u64 = 2;
/// Later than any clock of a search.
const NEVER: u64 = u64::MAX;

/// Every part that is slower to simulate than its model.
pub const STAND_INS: [StandIn; 2] = [
    StandIn { type_name: "OthelloSearch", build: othello::othello_search },
    StandIn { type_name: "GomokuSearch", build: gomoku::gomoku_search },
];

/// Every function that a stand-in calls, by a name for files.
pub const FUNCTIONS: [(&str, Function); 5] = [
    ("gomoku_board", gomoku::changed),
    ("gomoku_search", gomoku::known),
    ("othello_moves", othello::moves),
    ("othello_flips", othello::flips),
    ("othello_search", othello::known),
];

/// A draft and the clock of the stand-in.
struct Made<'a> {
    draft: &'a mut Draft,
    clock: Id,
}

/// The control signals of a search: its start strobe, whether it is searching, for how many clocks, and whether it is
/// to stop.
struct Work {
    starts: Id,
    searches: Id,
    elapsed: Id,
    stop: Id,
}

/// The answer to a stand-in's question, which consists of the words of a task, the clock up to which no answer is
/// known, and the clock in which the search was stopped, or 0. `begin` creates the search of a task, and `words`
/// encodes its answer in words of these widths.
///
/// Returns the clock in which to ask again, and the answer. While there is none its 64-bit words are [`NEVER`] and the
/// others 0.
fn known<S: Resumable + Send + 'static>(
    memo: &Memo<S>,
    asked: &[u64],
    begin: fn(&[u64]) -> S,
    widths: &[usize],
    words: fn(S::Answer) -> Vec<u64>,
) -> Vec<u64> {
    let [task @ .., looked, stopped] = asked else {
        unreachable!("two words are behind the task");
    };
    let reached = if *looked == 0 { 0 } else { looked + NOTICE };
    let stop = (*stopped > 0).then_some(*stopped);
    let none = |width: &usize| if *width == 64 { NEVER } else { 0 };
    let (looks, answer) = match memo.ask(task, reached, stop, || begin(task)) {
        Known::Answer(answer) => (NEVER, words(answer)),
        Known::NothingUntil(clock) => (clock - NOTICE, widths.iter().map(none).collect()),
    };
    [vec![looks], answer].concat()
}

impl Made<'_> {
    fn number(&mut self, value: u64, width: usize) -> Id {
        self.draft.number(&[value], width)[0]
    }

    /// A register: its output, and the wire to its input.
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

    /// Registers that hold each value, of the given width, from the last clock in which `starts` was high.
    fn captured(&mut self, starts: Id, values: Vec<(Id, usize)>) -> Vec<Id> {
        let hold = |(value, width)| {
            let [held, d] = self.register(width, 0);
            let next = self.draft.select(starts, &[value], &[held])[0];
            self.draft.drive(d, next);
            held
        };
        values.into_iter().map(hold).collect()
    }

    /// The answer so far of a search with that task: `function` is called as [`known`] describes. The first word of its
    /// result is the clock in which to ask again.
    fn known(&mut self, work: &Work, task: Vec<(Id, usize)>, widths: &[usize], function: Function) -> Words {
        let mut asked = self.captured(work.starts, task);
        let [reached, reached_d] = self.register(64, 0);
        asked.extend([reached, self.stopped(work)]);
        let mut answer = self.call(&asked, &[&[64], widths].concat(), function);
        let looks = answer.remove(0);
        let due = self.wide(Wide::Equal, work.elapsed, looks);
        let due = self.and(work.searches, due);
        let zero = self.number(0, 64);
        let next = self.draft.select(due, &[looks], &[reached])[0];
        let next = self.draft.select(work.starts, &[zero], &[next])[0];
        self.draft.drive(reached_d, next);
        answer
    }

    /// The value of `elapsed` when `stop` was first high during a search, or 0.
    fn stopped(&mut self, work: &Work) -> Id {
        let [stopped, d] = self.register(64, 0);
        let zero = self.number(0, 64);
        let first = self.wide(Wide::Equal, stopped, zero);
        let stops = self.and(work.searches, work.stop);
        let stops = self.and(stops, first);
        let next = self.draft.select(stops, &[work.elapsed], &[stopped])[0];
        let next = self.draft.select(work.starts, &[zero], &[next])[0];
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
