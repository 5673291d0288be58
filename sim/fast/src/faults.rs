//! Faults for the engine's own test. Each is enabled by a line in the code that is compiled in the test only, and the
//! test must detect each.
//!
//! ```text
//! netlist ──┬── Whole, clock by clock ───────────┐
//! inputs  ──┴── Fast, in batches, with a fault ──┴── equal?   yes without a fault, no with any
//! ```

use std::cell::Cell;

use crate::{
    Change, Draft, Engine, Fast, Id, Netlist, Op, Pace, Port, PortDirection, Seen, Whole, Write, machine::COMPILES,
};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// A part rests although one register has not yet seen its new input.
    RestsEarly,
    /// A part is taken as unchanged because its sources are, although its state differs.
    ForgetsState,
    /// A counting register ends a batch one too high.
    CountsTooFar,
    /// A guard that a counter breaks breaks a clock too late.
    EndsLate,
    /// A counter that counts down is thought to come to its end by counting up.
    EndsUpwards,
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
    /// In a program, a selection behind its own test is the operand of the other outcome.
    KnowsWrongly,
    /// A selection that stores its operands does so under a high test alone.
    StoresHalf,
    /// An operator belongs to the region of its last reader, not to one that holds all its readers.
    SinksTooDeep,
    /// A count of bits lacks the lowest of them.
    CountsOneLess,
    /// The fields of a register are put together in the wrong places.
    JoinsWrongly,
    /// The next state is not forgotten when inputs change.
    KeepsNextState,
    /// A word is not written at the edge.
    LosesWrite,
    /// A value that is read in another block of compiled code is not stored.
    ForgetsToStore,
    /// An interpreted step goes one too far.
    JumpsTooFar,
    /// An operator that waits for two others does not wait for the second.
    RunsEarly,
    /// The last word of a table is missing.
    TableShort,
    /// An array gives the element after the one asked for.
    PicksTheNext,
    /// An element of an array is written whatever the condition.
    PutsAlways,
    /// After the program the parts take their lanes as right.
    TrustsOldLanes,
    /// After a program, what a part reads is as it was before the program.
    KeepsOldInputs,
    /// A batch is recalled whatever a source of it is.
    RecallsWhateverComes,
    /// After a recalled batch a register is as it was before it.
    RecallsNoState,
    /// After a recalled batch the lanes of what was not worked out are taken as right.
    TrustsRecalled,
    /// Batches are recalled that read other words of a memory.
    RecallsOldWords,
    /// In a program the answer of a call stays the first one.
    KeepsAnswer,
    /// Clocks that rise together do so one after the other.
    EdgesInTurn,
    /// A clock rests although the state of another has changed.
    RestsAlone,
    /// A clock rests although an input has changed.
    RestsWhateverComes,
}

thread_local! {
    static PRESENT: Cell<Option<Fault>> = const { Cell::new(None) };
}

impl Fault {
    const ALL: [Fault; 27] = {
        use Fault::*;
        [
            RestsEarly,
            ForgetsState,
            CountsTooFar,
            EndsLate,
            EndsUpwards,
            MaskShort,
            IgnoresGuards,
            IgnoresLastLane,
            MissesChanges,
            LeapsShort,
            StandsStill,
            ForgetsWrites,
            KnowsWrongly,
            StoresHalf,
            SinksTooDeep,
            CountsOneLess,
            JoinsWrongly,
            KeepsNextState,
            LosesWrite,
            ForgetsToStore,
            JumpsTooFar,
            RunsEarly,
            TableShort,
            PicksTheNext,
            PutsAlways,
            TrustsOldLanes,
            KeepsOldInputs,
        ]
    };

    /// Those of several clocks.
    pub const OF_CLOCKS: [Fault; 3] = [Fault::EdgesInTurn, Fault::RestsAlone, Fault::RestsWhateverComes];

    /// Those of recalled batches.
    pub const OF_RECALL: [Fault; 4] = [
        Fault::RecallsWhateverComes,
        Fault::RecallsNoState,
        Fault::TrustsRecalled,
        Fault::RecallsOldWords,
    ];

    /// Puts a fault in, or takes it out.
    pub fn put(fault: Option<Fault>) {
        PRESENT.set(fault);
    }

    pub fn is_there(self) -> bool {
        PRESENT.get() == Some(self)
    }
}

/// The port numbers of the test circuit.
const START: usize = 1;
const LOOK: usize = 2;
const OUTPUTS: [usize; 15] = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];

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
        port("ones", PortDirection::Output, 4),
        port("pair", PortDirection::Output, 12),
        port("both", PortDirection::Output, 12),
        port("wide", PortDirection::Output, 40),
        port("top", PortDirection::Output, 4),
        port("element", PortDirection::Output, 8),
        port("kind", PortDirection::Output, 1),
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
/// written into another memory, which has half of them from the beginning. At last there are the ones among some bits of the
/// noise, a register of two fields, of which one moves if someone looks, and what a test that is asked twice makes of them.
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

    let bits = (2..7).map(|bit| draft.node(Op::Slice(noise, bit), 1));
    let bits: Vec<Id> = bits.collect();
    let bits = bits.into_iter().map(|bit| draft.node(Op::Extend(bit), 4));
    let bits: Vec<Id> = bits.collect();
    let ones = bits.into_iter().reduce(|a, b| draft.node(Op::Add(a, b), 4)).unwrap();

    let (pair_d, pair) = register(&mut draft, 12, 0x5a3, clock);
    let (low, high) = (draft.node(Op::Slice(pair, 0), 4), draft.node(Op::Slice(pair, 4), 8));
    let more = draft.node(Op::Add(low, ones), 4);
    let mixed_up = draft.node(Op::Xor(high, part), 8);
    let turned = draft.node(Op::Subtract(mixed_up, sum), 8);
    let next_high = draft.node(Op::Select(look, turned, high), 8);
    let next = draft.node(Op::Join(next_high, more), 12);
    draft.drive(pair_d, next);

    // Six operators behind each outcome are worth a branch, and another reads what one of them gives.
    let (mut one, mut other) = (mixed_up, mixed);
    for _ in 0..6 {
        one = draft.node(Op::Add(one, part), 8);
        other = draft.node(Op::Subtract(other, part), 8);
    }
    let shared = draft.node(Op::Multiply(one, mixed), 8);
    let first = draft.node(Op::Select(adds, shared, other), 8);
    let again = draft.node(Op::Xor(first, one), 8);
    let second = draft.node(Op::Select(adds, again, sum), 8);
    let (held_d, held) = register(&mut draft, 8, 1, clock);
    let changed = draft.node(Op::Add(first, second), 8);
    let top = draft.node(Op::Slice(noise, 15), 1);
    let held_next = draft.node(Op::Select(top, changed, held), 8);
    draft.drive(held_d, held_next);
    let [first, second, held] = [first, second, held].map(|value| draft.node(Op::Extend(value), 12));
    let two = draft.node(Op::Xor(second, held), 12);
    let both = draft.node(Op::Add(first, two), 12);

    // A wide register takes a single bit now and then, and what is read of it behind the same test is above that bit.
    let (wide_d, wide) = register(&mut draft, 40, 0, clock);
    let (bit, narrow) = (draft.node(Op::Extend(fresh), 40), draft.node(Op::Extend(noise), 40));
    let grown = draft.node(Op::Join(noise, wheel), 21);
    let grown = draft.node(Op::Extend(grown), 40);
    let product = draft.node(Op::Multiply(grown, narrow), 40);
    let more = draft.node(Op::Add(wide, product), 40);
    let next = draft.node(Op::Select(adds, bit, more), 40);
    draft.drive(wide_d, next);
    let top = draft.node(Op::Slice(next, 33), 4);
    let mut below = draft.node(Op::Slice(next, 0), 4);
    let four = draft.node(Op::Slice(mixed, 1), 4);
    for _ in 0..8 {
        below = draft.node(Op::Add(below, four), 4);
    }
    let both_of = draft.node(Op::Xor(top, below), 4);
    let top = draft.node(Op::Select(adds, both_of, four), 4);

    // Noise is kept in one of four registers while someone looks, and one of them is shown; and some values of the wheel are
    // of a kind.
    let (to, from) = (draft.node(Op::Slice(wheel, 0), 3), draft.node(Op::Slice(noise, 9), 3));
    let elements: Vec<(Id, Id)> = (0..5).map(|_| register(&mut draft, 8, 0, clock)).collect();
    let mut element = elements[0].1;
    for (place, (d, q)) in (0..).zip(&elements) {
        let place = constant(&mut draft, place, 3);
        let is_to = draft.node(Op::Equal(to, place), 1);
        let is_to = draft.node(Op::And(is_to, look), 1);
        let next = draft.node(Op::Select(is_to, part, *q), 8);
        draft.drive(*d, next);
        let is_from = draft.node(Op::Equal(place, from), 1);
        element = draft.node(Op::Select(is_from, *q, element), 8);
    }
    let kinds = [7, 19, 31].map(|kind| {
        let kind = constant(&mut draft, kind, 5);
        draft.node(Op::Equal(wheel, kind), 1)
    });
    let kind = kinds.into_iter().reduce(|a, b| draft.node(Op::Or(a, b), 1)).unwrap();

    for (port, value) in OUTPUTS.into_iter().zip([
        count, left, sum, adds, mixed, word, behind, kept, ones, pair, both, next, top, element, kind,
    ]) {
        draft.output(port, 0, value);
    }
    draft.finish(&|_| false).unwrap()
}

const CLOCKS: usize = 40_000;

/// The outputs in every clock. The inputs change mostly at the borders between batches of `most` clocks.
fn shown(engine: &mut dyn Engine, most: usize) -> Vec<[u64; OUTPUTS.len()]> {
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

/// An engine that goes from the parts to the program and back every few batches.
struct Switching {
    fast: Fast,
    most: usize,
}

impl Engine for Switching {
    crate::hand_on!(fast: ports, set, get, settle, step, batch);

    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        let mut part = Seen::of(&OUTPUTS);
        seen.begin(count);
        let mut done = 0;
        for number in 0.. {
            if done == count {
                break;
            }
            let clocks = (self.most * 3 + number).min(count - done);
            let of = |change: &&Change| (done..=done + clocks).contains(&change.clock);
            let inside = changes.iter().filter(of);
            let inside: Vec<Change> = inside.map(|of| Change { clock: of.clock - done, ..*of }).collect();
            self.fast.watch(clocks, &inside, &mut part);
            for column in 0..OUTPUTS.len() {
                let values: Vec<u64> = (0..clocks).map(|clock| part.get(column, clock)).collect();
                seen.values_mut(column, done)[..clocks].copy_from_slice(&values);
            }
            self.fast.switch();
            done += clocks;
        }
    }
}

/// The ways to run the test circuit.
#[derive(Clone, Copy, Debug)]
enum Way {
    Paced(Pace),
    Switching,
}

const WAYS: [Way; 5] = [
    Way::Paced(Pace::Parts),
    Way::Paced(Pace::Measured),
    Way::Paced(Pace::Interpreted),
    Way::Paced(Pace::Compiled),
    Way::Switching,
];

/// The first clock in which the batches differ from the simulation clock by clock.
fn difference(fault: Option<Fault>, most: usize, way: Way) -> Option<usize> {
    let expected = shown(&mut Whole::new(&netlist(), ports()), most);
    Fault::put(fault);
    let found = match way {
        Way::Paced(pace) => shown(&mut Fast::paced(netlist(), ports(), most, pace), most),
        Way::Switching => {
            let fast = Fast::paced(netlist(), ports(), most, Pace::Measured);
            shown(&mut Switching { fast, most }, most)
        }
    };
    Fault::put(None);
    expected
        .iter()
        .zip(&found)
        .position(|(expected, found)| expected != found)
}

/// The batch lengths to test.
const LENGTHS: [usize; 5] = [1, 7, 16, 333, 800];

#[test]
fn every_fault_is_seen_and_nothing_is_where_there_is_none() {
    for (most, way) in LENGTHS.iter().flat_map(|most| WAYS.map(|way| (*most, way))) {
        assert_eq!(difference(None, most, way), None, "batches of {most}, {way:?}");
    }
    // Of compiled code alone.
    let can_be = |fault: &Fault| COMPILES || *fault != Fault::ForgetsToStore;
    for fault in Fault::ALL.into_iter().filter(can_be) {
        let seen = WAYS.iter().flat_map(|way| LENGTHS.map(|most| (most, way)));
        let seen = seen
            .filter_map(|(most, way)| Some((most, way, difference(Some(fault), most, *way)?)))
            .next();
        println!("{fault:?}: {seen:?}");
        assert!(seen.is_some(), "{fault:?}");
    }
}

#[test]
fn a_moment_is_gone_back_to_whatever_was_run_since() {
    let paces = [Pace::Measured, Pace::Interpreted, Pace::Compiled];
    for (most, pace) in LENGTHS.iter().flat_map(|most| paces.map(|pace| (*most, pace))) {
        let mut engine = Fast::paced(netlist(), ports(), most, pace);
        engine.steps(1234);
        let (clocks, moment) = engine.moment();
        let then = OUTPUTS.map(|port| engine.get(port));
        engine.steps(77);
        engine.settle();
        assert!(engine.resume(clocks, &moment));
        assert_eq!(
            OUTPUTS.map(|port| engine.get(port)),
            then,
            "batches of {most}, {pace:?}"
        );
    }
}
