use super::*;
use tengen_sim::{ByName, Engine, Gamepad as Pad, Native, Random};

/// The beats of a poll of [`Gamepad::fast`], and its clocks.
const FAST_BEATS: u32 = 36;
const POLL: u64 = 4 * FAST_BEATS as u64;
/// Polls from a press to the first repeat, and from one to the next: half a second, and a tenth.
const HALF_SECOND: usize = 30;
const TENTH: usize = 6;

/// A circuit with a pad on its lines.
struct Bench {
    circuit: Native<Gamepad>,
    pad: Pad,
    /// The line is low whatever the pad does.
    shorted: bool,
}

impl Bench {
    /// Two polls after power-on.
    fn new(pad: Pad) -> Self {
        let mut bench = Bench { circuit: Native::new(Gamepad::fast()), pad, shorted: false };
        assert_eq!(bench.polls(2), []);
        bench
    }

    fn step(&mut self) -> Option<Key> {
        let pins = &mut self.circuit.circuit;
        pins.data.next = self.pad.next(pins.latch.val(), pins.pad_clock.val()) && !self.shorted;
        self.circuit.settle();
        self.circuit.step();
        let pins = &self.circuit.circuit;
        pins.strobe.val().then(|| pins.key.val())
    }

    fn clocks(&mut self, clocks: u64) -> Vec<Key> {
        (0..clocks).filter_map(|_| self.step()).collect()
    }

    /// The events of so many polls.
    fn polls(&mut self, polls: usize) -> Vec<Key> {
        self.clocks(polls as u64 * POLL)
    }
}

#[test]
fn every_button_of_every_pad_is_its_key_once_a_press() {
    for bits in [12, 16, 24] {
        let mut bench = Bench::new(Pad::new(bits));
        for (button, key) in BUTTONS.into_iter().enumerate() {
            for _ in 0..2 {
                bench.pad.press(button);
                assert_eq!(bench.polls(HALF_SECOND - 2), [key], "button {button} of {bits} bits");
                bench.pad.release(button);
                assert_eq!(bench.polls(3), []);
            }
        }
    }
    let mut bench = Bench::new(Pad::new(16));
    (0..BUTTONS.len()).for_each(|button| bench.pad.press(button));
    assert_eq!(bench.polls(4), BUTTONS, "all at once");
}

#[test]
fn the_lines_keep_the_consoles_times() {
    const MICROSECOND: u64 = 25;
    let mut circuit = Native::new(Gamepad::default());
    circuit.drive("data", 1);
    let [latch, pad_clock] = ["latch", "pad_clock"].map(|name| circuit.port(name));
    let (mut before, mut edges) = ((0, 1), vec![]);
    for clock in 0..420_000u64 {
        circuit.step();
        let now = (circuit.get(latch), circuit.get(pad_clock));
        if now != before {
            edges.push((clock, now));
        }
        before = now;
    }
    let start = edges[0].0;
    let times: Vec<(u64, (u64, u64))> = edges.iter().map(|(clock, levels)| (clock - start, *levels)).collect();
    let mut expected = vec![(0, (1, 1)), (12 * MICROSECOND, (0, 1))];
    for bit in 0..16 {
        let falls = (12 + 6 + 12 * bit) * MICROSECOND;
        expected.extend([(falls, (0, 0)), (falls + 6 * MICROSECOND, (0, 1))]);
    }
    assert_eq!(times[..expected.len()], expected);
    // The next poll, as many beats later as a sixtieth of a second has.
    assert_eq!(times[expected.len()], (2_777 * 6 * MICROSECOND, (1, 1)));
}

#[test]
fn the_counter_is_wide_enough_for_the_highest_clock() {
    let highest = [*Gamepad::<19>::CLOCKS.end(), *FastGamepad::CLOCKS.end()];
    assert_eq!(highest.map(|hertz| hertz / 1_000_000), [31, 509]);
    Gamepad::<19>::at(highest[0]);
    FastGamepad::at(highest[1]);
    assert!(std::panic::catch_unwind(|| Gamepad::<19>::at(highest[0] + 1)).is_err());
    assert!(std::panic::catch_unwind(|| FastGamepad::at(highest[1] + 1)).is_err());
}

/// Which buttons count as held, poll by poll, and the events: what the head of the file says.
#[derive(Default)]
struct Reference {
    polled: [bool; 12],
    held: [bool; 12],
    newest: usize,
    since: usize,
}

impl Reference {
    fn poll(&mut self, pressed: impl Fn(usize) -> bool) -> Vec<Key> {
        let mut events = vec![];
        for (button, key) in BUTTONS.into_iter().enumerate() {
            let now = pressed(button);
            let before = std::mem::replace(&mut self.polled[button], now);
            let was_held = self.held[button];
            if now == before {
                self.held[button] = now;
            }
            if self.held[button] && !was_held {
                (self.newest, self.since) = (button, 0);
                events.push(key);
            } else if self.held[button] && button == self.newest && key.is_direction() {
                self.since += 1;
                if self.since >= HALF_SECOND && (self.since - HALF_SECOND).is_multiple_of(TENTH) {
                    events.push(key);
                }
            }
        }
        events
    }
}

#[test]
fn random_buttons_are_the_events_of_the_reference() {
    let mut random = Random::new(7);
    let (mut bench, mut reference) = (Bench::new(Pad::new(16)), Reference::default());
    let mut repeats = 0;
    for round in 0..400 {
        // Long enough for repeats, now and then.
        let polls = random.of(&[1, 1, 2, 3, 9, 50]);
        for _ in 0..random.below(3) {
            let button = random.below(12);
            if bench.pad.is_pressed(button) { bench.pad.release(button) } else { bench.pad.press(button) }
        }
        for poll in 0..polls {
            let expected = reference.poll(|button| bench.pad.is_pressed(button));
            assert_eq!(bench.polls(1), expected, "poll {poll} of round {round}");
            repeats += usize::from(poll > 2 && !expected.is_empty());
        }
    }
    assert!(repeats > 100, "{repeats}");
}

#[test]
fn the_newest_direction_repeats_and_any_other_button_ends_that() {
    let mut bench = Bench::new(Pad::new(16));
    let [up, right, a] = [4, 7, 8];
    bench.pad.press(up);
    assert_eq!(bench.polls(2 + HALF_SECOND + 2 * TENTH), [Key::Up; 4]);
    bench.pad.press(right);
    assert_eq!(bench.polls(2 + HALF_SECOND), [Key::Right; 2]);
    bench.pad.release(right);
    assert_eq!(bench.polls(100), []);
    bench.pad.press(right);
    assert_eq!(bench.polls(20), [Key::Right]);
    bench.pad.press(a);
    assert_eq!(bench.polls(100), [Key::Enter]);
}

#[test]
fn a_press_counts_once_however_the_contact_bounces() {
    let mut random = Random::new(5);
    // 10 ms of 16.7.
    let mut bench = Bench::new(Pad::new(16).with_bounce(POLL * 6 / 10));
    for round in 0..1_000 {
        let button = random.below(12);
        let mut events = bench.clocks(random.below(POLL));
        bench.pad.press(button);
        events.extend(bench.clocks(3 * POLL + random.below(10 * POLL)));
        bench.pad.release(button);
        events.extend(bench.clocks(3 * POLL + random.below(POLL)));
        assert_eq!(events, [BUTTONS[button]], "round {round}");
    }
}

#[test]
fn a_pad_may_be_pulled_out_and_put_in_at_any_time() {
    let mut random = Random::new(9);
    for bits in [12, 16, 24] {
        let mut bench = Bench::new(Pad::new(bits));
        let up = 4;
        for round in 0..200 {
            let held = random.once_in(2);
            if held {
                bench.pad.press(up);
            }
            // From the press on, or from the moment it is put in.
            let events = bench.clocks(4 * POLL + random.below(20 * POLL));
            assert_eq!(events, vec![Key::Up; usize::from(held)], "round {round}");
            bench.pad.plug(false);
            // A poll that has begun may still count.
            bench.polls(3);
            assert_eq!(bench.clocks(100 * POLL + random.below(POLL)), [], "round {round}");
            bench.pad.release(up);
            bench.pad.plug(true);
        }
    }
}

#[test]
fn a_line_that_is_low_is_no_pad() {
    let mut bench = Bench { shorted: true, ..Bench::new(Pad::new(16)) };
    assert_eq!(bench.polls(200), []);
    bench.circuit = Native::new(Gamepad::fast());
    assert_eq!(bench.polls(200), [], "from power-on");
    bench.shorted = false;
    bench.pad.press(4);
    assert_eq!(bench.polls(5), [Key::Up], "and then a pad");
    bench.polls(HALF_SECOND);
    bench.shorted = true;
    bench.polls(3);
    assert_eq!(bench.polls(200), [], "what was held is released");
    bench.shorted = false;
    assert_eq!(bench.polls(5), [Key::Up]);
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    // The lines depend on the circuit, so a first run notes what the pad sends.
    let mut bench = Bench { circuit: Native::new(Gamepad::fast()), pad: Pad::new(16), shorted: false };
    bench.pad.press(0);
    bench.pad.press(2);
    let levels = (0..300).map(|_| {
        let pins = &bench.circuit.circuit;
        let level = bench.pad.next(pins.latch.val(), pins.pad_clock.val());
        bench.circuit.circuit.data.next = level;
        bench.circuit.settle();
        bench.circuit.step();
        format!(" {}", u8::from(level))
    });
    let stimulus = format!("data{}", levels.collect::<String>());
    let clocks = (0..34).chain(144..178);
    tengen_sim::expect_waves(file!(), Gamepad::fast(), &stimulus, clocks);
}
