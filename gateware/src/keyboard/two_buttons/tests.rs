use super::*;
use tengen_sim::{ByName, Engine, Native, Random};

/// The clocks in which contacts bounce. The circuit's other times are multiples of it.
const HOLD: u32 = 8;
const PULSE: u32 = 2 * HOLD;
const LONG: u32 = 40 * HOLD;
const REPEAT: u32 = 20 * HOLD;
/// The clocks of a short press, and of the pause that a hand makes after any press.
const SHORT: u32 = 15 * HOLD;
/// From a pin to the debounced level, at most.
const LATE: u32 = HOLD + 4;

const UP: u64 = 1;
const DOWN: u64 = 2;
const LEFT: u64 = 4;
const RIGHT: u64 = 8;
const CENTRE: u64 = 16;

/// The circuit with its outputs so far: each value and the number of clocks it lasted.
struct Bench {
    circuit: Native<TwoButtons>,
    seen: Vec<(u64, u32)>,
}

impl Bench {
    fn new() -> Self {
        Bench { circuit: Native::new(TwoButtons::with_hold(HOLD)), seen: vec![(0, 0)] }
    }

    /// After power-on without a button.
    fn idle() -> Self {
        let mut bench = Bench::new();
        bench.hold(0, 3 * HOLD);
        bench
    }

    fn hold(&mut self, pressed: u64, clocks: u32) {
        self.circuit.drive("pressed", pressed);
        for _ in 0..clocks {
            self.circuit.step();
            let found = self.circuit.read("buttons");
            match self.seen.last_mut() {
                Some((value, lasted)) if *value == found => *lasted += 1,
                _ => self.seen.push((found, 1)),
            }
        }
    }

    /// Presses as a hand does: both contacts bounce.
    fn press(&mut self, pressed: u64, clocks: u32) {
        for at in [pressed, 0, pressed, 0, pressed] {
            self.hold(at, HOLD / 3);
        }
        self.hold(pressed, clocks);
        for at in [0, pressed, 0, pressed] {
            self.hold(at, HOLD / 3);
        }
        self.hold(0, SHORT);
    }

    /// The outputs in order, each with what is told of it checked: long enough, and long enough apart.
    fn presses(&self) -> Vec<u64> {
        for (index, (value, lasted)) in self.seen.iter().enumerate() {
            let last = index + 1 == self.seen.len();
            assert!(
                last || index == 0 || *lasted >= PULSE,
                "{value} for {lasted} clocks: {:?}",
                self.seen
            );
            assert!(index % 2 == 0 || value.is_power_of_two(), "{:?}", self.seen);
            assert!(
                index % 2 == 1 || *value == 0,
                "no pause between two presses: {:?}",
                self.seen
            );
        }
        self.seen
            .iter()
            .map(|(value, _)| *value)
            .filter(|value| *value != 0)
            .collect()
    }
}

#[test]
fn short_presses_are_right_and_down() {
    let mut bench = Bench::idle();
    for pressed in [1, 2, 2, 1, 1, 1, 2] {
        bench.press(pressed, SHORT);
    }
    assert_eq!(bench.presses(), [RIGHT, DOWN, DOWN, RIGHT, RIGHT, RIGHT, DOWN]);
}

#[test]
fn long_presses_are_left_and_up_and_repeat() {
    for (pressed, expected) in [(1, LEFT), (2, UP)] {
        let mut bench = Bench::idle();
        bench.press(pressed, LONG + LATE);
        assert_eq!(bench.presses(), [expected]);
        bench.press(pressed, LONG + 3 * REPEAT + LATE);
        assert_eq!(bench.presses(), [expected; 5]);
        // A short press after a long one is short.
        bench.press(pressed, SHORT);
        assert_eq!(bench.presses()[5..], [2 * expected]);
    }
}

#[test]
fn both_are_the_centre_however_they_come_and_go() {
    for (before, after) in [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (1, 2), (0, 2)] {
        let mut bench = Bench::idle();
        bench.hold(before, 2 * LATE);
        bench.hold(3, SHORT);
        // Whichever stays down means nothing, for however long.
        bench.hold(after, 3 * LONG);
        bench.hold(0, SHORT);
        assert_eq!(bench.presses(), [CENTRE], "{before} before, {after} after");
        bench.press(1, SHORT);
        assert_eq!(bench.presses(), [CENTRE, RIGHT]);
    }
}

#[test]
fn a_button_that_joins_a_long_press_ends_it() {
    let mut bench = Bench::idle();
    bench.hold(1, LONG + REPEAT + LATE);
    bench.hold(3, 4 * REPEAT);
    bench.hold(2, 4 * REPEAT);
    bench.hold(0, SHORT);
    assert_eq!(bench.presses(), [LEFT, LEFT]);
}

#[test]
fn a_bounce_is_no_press() {
    let mut bench = Bench::idle();
    for _ in 0..50 {
        bench.hold(1, HOLD - 3);
        bench.hold(0, HOLD - 3);
    }
    bench.hold(0, LONG);
    assert!(bench.presses().is_empty());
}

#[test]
fn both_at_power_on_are_the_centre_without_a_gap_and_one_is_nothing() {
    let mut bench = Bench::new();
    bench.hold(3, 4 * LONG);
    bench.hold(0, SHORT);
    // The first clocks are those of the registers before the output.
    assert!(bench.seen[0].1 <= 2, "{:?}", bench.seen);
    assert_eq!(bench.presses(), [CENTRE]);
    bench.press(2, SHORT);
    assert_eq!(bench.presses(), [CENTRE, DOWN]);
    for held in [1, 2] {
        let mut bench = Bench::new();
        bench.hold(held, 4 * LONG);
        bench.hold(0, SHORT);
        bench.press(1, SHORT);
        assert_eq!(bench.presses(), [RIGHT]);
    }
}

/// Whatever is pressed, the outputs keep to their times, and the circuit answers afterwards.
#[test]
fn no_hand_brings_it_out_of_step() {
    let mut random = Random::new(11);
    let mut bench = Bench::idle();
    for _ in 0..2000 {
        let most = [HOLD, SHORT, LONG + REPEAT][random.below(3) as usize];
        let length = 1 + random.below(u64::from(most)) as u32;
        bench.hold(random.below(4), length);
    }
    bench.hold(0, 3 * LONG);
    let before = bench.presses().len();
    bench.press(1, SHORT);
    bench.press(3, SHORT);
    assert_eq!(bench.presses()[before..], [RIGHT, CENTRE]);
}

/// The times at the machine's clock: 20 ms, 0.4 s, 0.2 s, as at the head of the file.
#[test]
fn the_times_are_those_of_the_table() {
    let circuit = TwoButtons::default();
    let clocks = |constant: &Constant<Bits<24>>| constant.val().to_u64() + 1;
    assert_eq!(clocks(&circuit.pulse), 500_000);
    assert_eq!(clocks(&circuit.long), 10_000_000);
    assert_eq!(clocks(&circuit.again) + 2 * clocks(&circuit.pulse), 5_000_000);
}
