//! Faults for the engine's own test. Each is enabled by a line in the code that is compiled in the test only, and the
//! test must detect each.
//!
//! ```text
//! netlist ──┬── Whole, clock by clock ───────────┐
//! inputs  ──┴── Fast, in batches, with a fault ──┴── equal?   yes without a fault, no with any
//! ```

use std::cell::Cell;

use crate::{Change, Draft, Engine, Fast, Id, Netlist, Op, Port, PortDirection, Seen, Whole, Write};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// A part rests although one register has not yet seen its new input.
    RestsEarly,
    /// A part is taken as unchanged because its sources are, although its state differs.
    ForgetsState,
    /// A counting register ends a batch one too high.
    CountsTooFar,
    /// A sum lacks its highest bit.
    MaskShort,
    /// A routine continues after a guard is broken.
    IgnoresGuards,
    /// A routine continues after an input changed in the last lane of a batch.
    IgnoresLastLane,
    /// After a routine the lanes are unknown in which its inputs change.
    MissesChanges,
    /// A shift register is advanced one lane too few.
    LeapsShort,
    /// A part whose state changed in the last batch is not run in the next.
    StandsStill,
    /// A memory is taken as unchanged because the last word written was there before.
    ForgetsWrites,
}

thread_local! {
    static PRESENT: Cell<Option<Fault>> = const { Cell::new(None) };
}

impl Fault {
    const ALL: [Fault; 10] = {
        use Fault::*;
        [
            RestsEarly,
            ForgetsState,
            CountsTooFar,
            MaskShort,
            IgnoresGuards,
            IgnoresLastLane,
            MissesChanges,
            LeapsShort,
            StandsStill,
            ForgetsWrites,
        ]
    };

    pub fn is_there(self) -> bool {
        PRESENT.get() == Some(self)
    }
}

/// The port numbers of the test circuit.
const START: usize = 1;
const LOOK: usize = 2;
const OUTPUTS: [usize; 8] = [3, 4, 5, 6, 7, 8, 9, 10];

fn ports() -> Vec<Port> {
    let port = |name, direction, width| Port { name, direction, width };
    vec![
        port("clock", PortDirection::Clock, 1),
        port("start", PortDirection::Input, 1),
        port("look", PortDirection::Input, 1),
        port("count", PortDirection::Output, 10),
        port("left", PortDirection::Output, 3),
        port("sum", PortDirection::Output, 8),
        port("adds", PortDirection::Output, 1),
        port("mixed", PortDirection::Output, 8),
        port("word", PortDirection::Output, 4),
        port("behind", PortDirection::Output, 5),
        port("kept", PortDirection::Output, 5),
    ]
}

/// A register whose input is driven later: returns its d and its q.
fn register(draft: &mut Draft, width: usize, initial: u64, clock: Id) -> (Id, Id) {
    let d = draft.wire(width);
    (d, draft.register(d, initial, clock))
}

/// A counter that begins anew behind 999 and when it is told; one that runs from 5 to 0 then, and rests; and noise, which is
/// added to a sum at some counts while someone looks, and at the higher ones of these the counter stands still meanwhile. It
/// is mixed in every clock as well, until that comes to a certain value, and begins anew. A wheel that turns as often as a batch
/// is long reads a memory, now and then beyond its words, and registers are behind both. Its places are
/// written into another memory, which has half of them from the beginning.
fn netlist() -> Netlist {
    let mut draft = Draft::default();
    let [clock, start, look] = [0, START, LOOK].map(|port| draft.input(port, 1)[0]);
    let constant = |draft: &mut Draft, value, width| draft.node(Op::Constant(value), width);

    let (count_d, count) = register(&mut draft, 10, 0, clock);
    let (one, zero, last) = (
        constant(&mut draft, 1, 10),
        constant(&mut draft, 0, 10),
        constant(&mut draft, 999, 10),
    );
    let low = draft.node(Op::Slice(count, 0), 3);
    let place = constant(&mut draft, 5, 3);
    let there = draft.node(Op::Equal(low, place), 1);
    let adds = draft.node(Op::And(look, there), 1);
    let high = draft.node(Op::Slice(count, 9), 1);
    let stands = draft.node(Op::And(adds, high), 1);
    let more = draft.node(Op::Add(count, one), 10);
    let more = draft.node(Op::Select(stands, count, more), 10);
    let ends = draft.node(Op::Equal(count, last), 1);
    let anew = draft.node(Op::Or(start, ends), 1);
    let next = draft.node(Op::Select(anew, zero, more), 10);
    draft.drive(count_d, next);

    let (left_d, left) = register(&mut draft, 3, 0, clock);
    let (one, full) = (constant(&mut draft, 1, 3), constant(&mut draft, 5, 3));
    let less = draft.node(Op::Subtract(left, one), 3);
    let any = draft.node(Op::Any(left), 1);
    let next = draft.node(Op::Select(any, less, left), 3);
    let next = draft.node(Op::Select(start, full, next), 3);
    draft.drive(left_d, next);

    let (noise_d, noise) = register(&mut draft, 16, 0xace1, clock);
    let taps = constant(&mut draft, 0xb400, 16);
    let taps = draft.node(Op::And(noise, taps), 16);
    let fresh = draft.node(Op::Parity(taps), 1);
    let rest = draft.node(Op::Slice(noise, 0), 15);
    let next = draft.node(Op::Join(rest, fresh), 16);
    draft.drive(noise_d, next);

    let (sum_d, sum) = register(&mut draft, 8, 0, clock);
    let part = draft.node(Op::Slice(noise, 4), 8);
    let more = draft.node(Op::Add(sum, part), 8);
    let next = draft.node(Op::Select(adds, more, sum), 8);
    draft.drive(sum_d, next);

    let (mixed_d, mixed) = register(&mut draft, 8, 0, clock);
    let (place, anew) = (constant(&mut draft, 90, 8), constant(&mut draft, 3, 8));
    let more = draft.node(Op::Add(mixed, part), 8);
    let there = draft.node(Op::Equal(mixed, place), 1);
    let next = draft.node(Op::Select(there, anew, more), 8);
    draft.drive(mixed_d, next);

    let (wheel_d, wheel) = register(&mut draft, 5, 3, clock);
    let one = constant(&mut draft, 1, 5);
    let next = draft.node(Op::Add(wheel, one), 5);
    draft.drive(wheel_d, next);
    let words = (0..20).map(|word| word * 7 % 16).collect();
    let word = draft.memory(4, words, 9, wheel, None, clock);
    let behind = draft.register(wheel, 0, clock);
    let [word, behind] = [word, behind].map(|value| draft.register(value, 0, clock));

    let enable = constant(&mut draft, 1, 1);
    let write = Write { enable, address: wheel, data: wheel, reads: true };
    let words = (0..32).map(|place| if place < 16 { place } else { 0 }).collect();
    // It shows at first what it shows at the end of a batch of 800, so that its state alone tells nothing of the writes.
    let kept = draft.memory(5, words, 2, wheel, Some(write), clock);

    for (port, value) in OUTPUTS
        .into_iter()
        .zip([count, left, sum, adds, mixed, word, behind, kept])
    {
        draft.output(port, 0, value);
    }
    draft.finish(&|_| false).unwrap()
}

const CLOCKS: usize = 40_000;

/// The outputs in every clock. The inputs change mostly at the borders between batches of `most` clocks.
fn shown(mut engine: impl Engine, most: usize) -> Vec<[u64; OUTPUTS.len()]> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut changes = vec![];
    for clock in 0..CLOCKS {
        let at_a_border = clock % most <= 1 && random.u32(..4) == 0;
        if at_a_border || random.u32(..700) == 0 {
            let port = [START, LOOK][random.usize(..2)];
            let value = random.u64(..2);
            changes.push(Change { clock, port, value });
        }
    }
    let mut seen = Seen::of(&OUTPUTS);
    engine.watch(CLOCKS, &changes, &mut seen);
    (0..CLOCKS)
        .map(|clock| std::array::from_fn(|column| seen.get(column, clock)))
        .collect()
}

/// The first clock in which the batches differ from the simulation clock by clock.
fn difference(fault: Option<Fault>, most: usize) -> Option<usize> {
    let expected = shown(Whole::new(&netlist(), ports()), most);
    PRESENT.set(fault);
    let found = shown(Fast::in_batches(netlist(), ports(), most), most);
    PRESENT.set(None);
    expected
        .iter()
        .zip(&found)
        .position(|(expected, found)| expected != found)
}

/// The batch lengths to test.
const LENGTHS: [usize; 5] = [1, 7, 16, 333, 800];

#[test]
fn every_fault_is_seen_and_nothing_is_where_there_is_none() {
    for most in LENGTHS {
        assert_eq!(difference(None, most), None, "batches of {most}");
    }
    for fault in Fault::ALL {
        let seen = LENGTHS.map(|most| difference(Some(fault), most));
        println!("{fault:?} in batches of {LENGTHS:?}: {seen:?}");
        assert_ne!(seen, [None; LENGTHS.len()], "{fault:?}");
    }
}

#[test]
fn a_moment_is_gone_back_to_whatever_was_run_since() {
    for most in LENGTHS {
        let mut engine = Fast::in_batches(netlist(), ports(), most);
        engine.steps(1234);
        let (clocks, moment) = engine.moment();
        let then = OUTPUTS.map(|port| engine.get(port));
        engine.steps(77);
        engine.settle();
        assert!(engine.resume(clocks, &moment));
        assert_eq!(OUTPUTS.map(|port| engine.get(port)), then, "batches of {most}");
    }
}
