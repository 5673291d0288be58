//! Calls answer at the clock edge and run again only when their inputs change, in every engine and for every batch
//! length.

use std::cell::Cell;

use tengen_fast::{Change, Draft, Engine, Fast, Netlist, Op, Port, PortDirection, Seen, Whole};

const CLOCKS: usize = 4000;
/// The lowest counter bit that inverts the number.
const HIGH: u32 = 7;

thread_local! {
    /// How often the function was called in this test.
    static ASKED: Cell<usize> = const { Cell::new(0) };
}

fn square(asks: &[u64]) -> Vec<u64> {
    ASKED.set(ASKED.get() + 1);
    vec![asks[0] * asks[0], u64::from(asks[0] > 99)]
}

fn ports() -> Vec<Port> {
    let port = |name, direction, width| Port { name, direction, width };
    vec![
        port("clock", PortDirection::Clock, 1),
        port("number", PortDirection::Input, 8),
        port("square", PortDirection::Output, 16),
        port("held", PortDirection::Output, 16),
        port("count", PortDirection::Output, 12),
    ]
}

/// A counter that counts faster while an odd square is held. The squared number is inverted by the counter's high bits,
/// so everything is in one feedback loop, yet for many clocks only the counter changes.
fn netlist() -> Netlist {
    let mut draft = Draft::default();
    let clock = draft.input(0, 1)[0];
    let number = draft.input(1, 8)[0];
    let counts = draft.wire(12);
    let count = draft.register(counts, 0, clock);
    let high = draft.node(Op::Slice(count, HIGH), 12 - HIGH as usize);
    let high = draft.node(Op::Extend(high), 8);
    let asked = draft.node(Op::Xor(number, high), 8);
    let answer = draft.call(&[asked], &[16, 1], square, clock);
    // The square is not taken if the second word of the answer says it is above 99.
    let next = draft.wire(16);
    let held = draft.register(next, 7, clock);
    let taken = draft.node(Op::Select(answer[1], held, answer[0]), 16);
    draft.drive(next, taken);
    let odd = draft.node(Op::Slice(held, 0), 1);
    let odd = draft.node(Op::Extend(odd), 12);
    let one = draft.number(&[1], 12)[0];
    let more = draft.node(Op::Add(count, one), 12);
    let more = draft.node(Op::Add(more, odd), 12);
    draft.drive(counts, more);
    draft.output(2, 0, answer[0]);
    draft.output(3, 0, held);
    draft.output(4, 0, count);
    draft.finish(&|_| false).unwrap()
}

/// Inputs that change sometimes in every clock and sometimes rarely.
fn changes() -> Vec<Change> {
    (1..CLOCKS)
        .filter(|clock| clock / 500 % 2 == 0 || clock % 331 == 0)
        .map(|clock| Change { clock, port: 1, value: (clock * 37 % 128) as u64 })
        .collect()
}

/// The outputs after each clock.
fn shown(mut engine: impl Engine, step: usize) -> Vec<[u64; 3]> {
    let changes = changes();
    let mut shown = vec![];
    let mut seen = Seen::of(&[2, 3, 4]);
    for from in (0..CLOCKS).step_by(step) {
        let count = step.min(CLOCKS - from);
        let of_these = changes
            .iter()
            .filter(|change| (from..from + count).contains(&change.clock));
        let of_these: Vec<Change> = of_these
            .map(|change| Change { clock: change.clock - from, ..*change })
            .collect();
        engine.watch(count, &of_these, &mut seen);
        shown.extend((0..count).map(|clock| [0, 1, 2].map(|column| seen.get(column, clock))));
    }
    shown
}

#[test]
fn an_answer_comes_with_the_edge_in_every_engine() {
    let changes = changes();
    let mut expected = vec![];
    let (mut number, mut square, mut beyond, mut held, mut count) = (0, 0, false, 7, 0);
    for clock in 0..CLOCKS {
        if let Some(change) = changes.iter().find(|change| change.clock == clock) {
            number = change.value;
        }
        let asked = number ^ count >> HIGH;
        count = (count + 1 + (held & 1)) & 0xFFF;
        held = if beyond { held } else { square };
        (square, beyond) = (asked * asked, asked > 99);
        expected.push([square, held, count]);
    }
    assert_eq!(shown(Whole::new(&netlist(), ports()), 100), expected);
    for batch in [1, 7, 16, 800] {
        for step in [3, 800, CLOCKS] {
            let fast = Fast::in_batches(netlist(), ports(), batch);
            assert_eq!(shown(fast, step), expected, "batches of {batch}, {step} at once");
        }
    }
}

#[test]
fn the_same_is_asked_once() {
    let mut fast = Fast::new(netlist(), ports());
    let number = fast.port("number");
    let square = fast.port("square");
    fast.set(number, 12);
    fast.steps(100);
    assert_eq!(fast.get(square), 144);
    let once = ASKED.get();
    assert!(once <= 2, "asked {once} times");
    // Going back may call the function again for a state it has answered before.
    assert!(fast.keep());
    fast.set(number, 13);
    fast.steps(5);
    assert_eq!(fast.get(square), 169);
    fast.go_back();
    assert_eq!(fast.get(square), 144);
    fast.steps(5);
    assert_eq!(fast.get(square), 144);
    assert!(ASKED.get() <= once + 2);
}

#[test]
fn another_engine_goes_on_from_a_moment() {
    let mut fast = Fast::new(netlist(), ports());
    let number = fast.port("number");
    fast.set(number, 12);
    fast.steps(100);
    let (clocks, moment) = fast.moment();
    // The batch length does not matter.
    let mut other = Fast::in_batches(netlist(), ports(), 16);
    assert!(!other.resume(clocks, &moment[1..]), "that is of another netlist");
    assert!(other.resume(clocks, &moment));
    for step in [0, 1, 7, 800] {
        fast.steps(step);
        other.steps(step);
        for port in 0..ports().len() {
            assert_eq!(fast.get(port), other.get(port), "port {port}, {step} later");
        }
    }
}
