use super::*;
use tengen_sim::{Engine, Keyboard, KeyboardFrame, KeyboardTiming, Native, Random};

const MILLISECOND: u32 = 25_000;
const GOOD: u8 = 0x5A;

/// A receiver with a keyboard on its pins, and its outputs so far.
struct Bench {
    receiver: Native<Ps2Receiver>,
    keyboard: Keyboard,
    clocks: u64,
    codes: Vec<u8>,
    errors: usize,
}

impl Bench {
    /// A receiver that has seen the idle line.
    fn new(timing: KeyboardTiming) -> Self {
        let mut bench = Bench::at_power_on(timing);
        bench.run(100);
        bench
    }

    fn at_power_on(timing: KeyboardTiming) -> Self {
        Bench {
            receiver: Native::new(Ps2Receiver::default()),
            keyboard: Keyboard::new(timing),
            clocks: 0,
            codes: vec![],
            errors: 0,
        }
    }

    fn step(&mut self) {
        let (clk, data) = self.keyboard.next();
        let receiver = &mut self.receiver.circuit;
        (receiver.ps2_clk.next, receiver.ps2_data.next) = (clk, data);
        self.receiver.settle();
        self.receiver.step();
        self.clocks += 1;
        let receiver = &self.receiver.circuit;
        if receiver.strobe.val() {
            self.codes.push(receiver.code.val().index() as u8);
        }
        self.errors += usize::from(receiver.error.val());
        assert!(!(receiver.strobe.val() && receiver.error.val()));
    }

    /// Runs until the keyboard has sent everything, and for `more` clocks; returns the bytes and the number of
    /// errors.
    fn run(&mut self, more: u32) -> (Vec<u8>, usize) {
        while !self.keyboard.idle() {
            self.step();
        }
        for _ in 0..more {
            self.step();
        }
        (std::mem::take(&mut self.codes), std::mem::take(&mut self.errors))
    }

    /// Checks that a frame sent at once is received.
    fn recovered(&mut self) {
        self.keyboard.send(GOOD);
        assert_eq!(self.run(3 * MILLISECOND), (vec![GOOD], 0));
    }
}

/// How long a keyboard leaves the clock line high before the first edge of a frame.
fn before_the_first_edge(timing: KeyboardTiming) -> u32 {
    timing.gap + timing.half / 2
}

/// The slowest, an ordinary and the fastest keyboard, and two at the receiver's limit; the last one sends frames
/// without any gap.
fn timings() -> [KeyboardTiming; 5] {
    let at = |hertz| KeyboardTiming::at(hertz, 25_000_000);
    [
        at(10_000),
        at(12_000),
        at(16_700),
        KeyboardTiming::fast(),
        KeyboardTiming { half: 26, gap: 0 },
    ]
}

#[test]
fn every_code_is_received() {
    for timing in timings() {
        let mut bench = Bench::new(timing);
        (0..=255).for_each(|code| bench.keyboard.send(code));
        assert_eq!(bench.run(100), ((0..=255).collect(), 0), "{timing:?}");
    }
}

#[test]
fn strobe_comes_28_clocks_after_the_last_falling_edge_and_the_code_stays() {
    let timing = KeyboardTiming::real();
    let mut bench = Bench::new(timing);
    let idle = bench.clocks;
    bench.keyboard.send(GOOD);
    bench.keyboard.pause(MILLISECOND);
    while bench.codes.is_empty() {
        bench.step();
    }
    let last_falling_edge = u64::from(before_the_first_edge(timing) + 10 * 2 * timing.half);
    assert_eq!(bench.clocks - idle, last_falling_edge + 28);
    bench.keyboard.send_frame(KeyboardFrame::new(0xA7).wrong_parity());
    bench.run(MILLISECOND);
    assert_eq!(bench.receiver.circuit.code.val().index(), usize::from(GOOD));
}

#[test]
fn each_fault_is_flagged_once_and_the_next_frame_received() {
    for timing in timings() {
        for code in [0x00, 0x1D, 0xF0, 0xFF] {
            let frame = KeyboardFrame::new(code);
            for faulty in [
                frame.wrong_start(),
                frame.wrong_parity(),
                frame.wrong_stop(),
                frame.wrong_parity().wrong_stop(),
                frame.wrong_start().wrong_parity().wrong_stop(),
            ] {
                let mut bench = Bench::new(timing);
                bench.keyboard.send_frame(faulty);
                bench.keyboard.send(GOOD);
                assert_eq!(bench.run(100), (vec![GOOD], 1), "{faulty:?} {timing:?}");
                bench.recovered();
            }
        }
    }
}

#[test]
fn a_frame_that_stalls_is_dropped_and_the_line_is_ready_2_ms_later() {
    for timing in timings() {
        for edges in 1..KeyboardFrame::EDGES {
            for code in [0x00, 0xFF] {
                let mut bench = Bench::new(timing);
                bench.keyboard.send_frame(KeyboardFrame::new(code).cut(edges));
                // The rising edge was half of the high half period ago.
                bench
                    .keyboard
                    .pause(2 * MILLISECOND - timing.half.div_ceil(2) - timing.gap - timing.half / 2);
                bench.keyboard.send(GOOD);
                assert_eq!(bench.run(100), (vec![GOOD], 1), "{edges} edges, {timing:?}");
                bench.recovered();
            }
        }
    }
}

#[test]
fn a_frame_may_rest_at_any_edge_until_the_limit_and_no_clock_longer() {
    // Counted from two half periods after the last falling edge; until then another edge may come.
    for resting in 0..20 {
        for (rest, late) in [(stall(SECOND), false), (stall(SECOND) + 1, true)] {
            let mut bench = Bench::new(KeyboardTiming::real());
            let bits = u16::from(GOOD) << 1 | 1 << 9 | 1 << 10;
            bench.keyboard.pause(MILLISECOND);
            for half in 0..22 {
                let clocks = if half == resting { rest as u32 } else { 1_000 };
                bench.keyboard.drive(half % 2 == 1, bits >> (half / 2) & 1 == 1, clocks);
            }
            // The rest of a dropped frame counts as one more error.
            let expected = if late { (vec![], 2) } else { (vec![GOOD], 0) };
            assert_eq!(bench.run(3 * MILLISECOND), expected, "{rest} at half period {resting}");
        }
    }
}

#[test]
fn a_frame_with_a_wrong_start_bit_is_over_when_the_line_has_been_idle_and_no_clock_earlier() {
    // An edge in time counts as the second edge of the wrong frame, which then ends one edge before the good one.
    for (idle, expected) in [(idle(SECOND), (vec![], 2)), (idle(SECOND) + 1, (vec![GOOD], 1))] {
        let mut bench = Bench::new(KeyboardTiming { half: 1_000, gap: 0 });
        bench.keyboard.drive(false, true, 1_000);
        bench.keyboard.pause(idle as u32 - 500);
        bench.keyboard.send(GOOD);
        assert_eq!(bench.run(100), expected, "{idle}");
    }
}

#[test]
fn a_line_held_low_is_one_error() {
    for data in [false, true] {
        let mut bench = Bench::new(KeyboardTiming::real());
        bench.keyboard.drive(false, data, 20 * MILLISECOND);
        assert_eq!(bench.run(0), (vec![], 1), "data {data}");
        bench.recovered();
    }
}

#[test]
fn a_frame_with_a_wrong_start_bit_may_rest_while_its_clock_is_low() {
    let mut bench = Bench::new(KeyboardTiming::real());
    for edge in 0..KeyboardFrame::EDGES {
        bench
            .keyboard
            .drive(false, true, if edge == 3 { MILLISECOND } else { 1_000 });
        bench.keyboard.drive(true, true, 1_000);
    }
    bench.keyboard.send(GOOD);
    assert_eq!(bench.run(100), (vec![GOOD], 1));
}

#[test]
fn glitches_in_a_frame_are_nothing() {
    for timing in [10_000, 12_000, 16_700].map(|hertz| KeyboardTiming::at(hertz, 25_000_000)) {
        for clocks in [1, 2, 13, 24, 25] {
            let mut bench = Bench::new(timing);
            for code in [0x00, 0x1D, 0xE0, 0xFF] {
                bench.keyboard.send_frame(KeyboardFrame::new(code).glitches(clocks));
            }
            assert_eq!(
                bench.run(100),
                (vec![0x00, 0x1D, 0xE0, 0xFF], 0),
                "{clocks} clocks, {timing:?}"
            );
        }
    }
}

#[test]
fn glitches_between_frames_are_nothing() {
    let mut bench = Bench::new(KeyboardTiming::real());
    for clocks in 1..=25 {
        for data in [false, true] {
            bench.keyboard.drive(false, data, clocks);
            bench.keyboard.drive(true, data, 1 + clocks % 3);
        }
        bench.keyboard.send(clocks as u8);
    }
    assert_eq!(bench.run(100), ((1..=25).collect(), 0));
}

#[test]
fn a_pulse_of_more_than_1_us_is_an_edge() {
    let mut bench = Bench::new(KeyboardTiming::real());
    bench.keyboard.pause(100);
    bench.keyboard.drive(false, false, 26);
    assert_eq!(bench.run(3 * MILLISECOND), (vec![], 1), "a frame of one edge stalls");
}

#[test]
fn a_stray_edge_of_the_idle_line_does_not_take_the_next_frame_along() {
    let mut bench = Bench::new(KeyboardTiming::real());
    bench.keyboard.drive(false, true, 100);
    bench
        .keyboard
        .pause(MILLISECOND / 10 - before_the_first_edge(KeyboardTiming::real()));
    bench.keyboard.send(GOOD);
    assert_eq!(bench.run(100), (vec![GOOD], 1));
}

#[test]
fn a_missing_stop_bit_drops_the_frame() {
    let mut bench = Bench::new(KeyboardTiming::real());
    bench.keyboard.send_frame(KeyboardFrame::new(0x1D).cut(10));
    assert_eq!(bench.run(2 * MILLISECOND), (vec![], 1));
    bench.recovered();
}

#[test]
fn noise_ends_with_2_ms_of_quiet() {
    let mut random = Random::new(3);
    let mut bench = Bench::new(KeyboardTiming::real());
    let mut errors = 0;
    for _round in 0..50 {
        for edge in 0..2_000 {
            let longest = random.of(&[60, 60, 400, 3_000]);
            let clocks = 1 + random.below(longest);
            bench.keyboard.drive(edge % 2 == 1, random.once_in(2), clocks);
        }
        errors += bench.run(0).1;
        bench
            .keyboard
            .pause(2 * MILLISECOND - before_the_first_edge(KeyboardTiming::real()));
        bench.keyboard.send(GOOD);
        let (codes, more) = bench.run(100);
        assert_eq!(codes, [GOOD]);
        errors += more;
    }
    assert!(errors > 1_000, "the noise must have made frames: {errors}");
}

#[test]
fn the_level_of_the_line_at_power_on_begins_no_frame() {
    for level in [false, true] {
        let mut bench = Bench::at_power_on(KeyboardTiming::real());
        bench.keyboard.drive(level, false, 3 * MILLISECOND);
        bench.keyboard.pause(100);
        assert_eq!(bench.run(100), (vec![], 0));
        bench.recovered();
    }
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    let stimulus = format!(
        "ps2_clk   1*100 {}
         ps2_data  1*75 0*200 1*100 0*100 1*200 0*100 1*100 0*100 1",
        "0*50 1*50 ".repeat(11)
    );
    let edges = (0..11).map(|bit| 100 + 100 * bit);
    let clocks = edges.flat_map(|edge| edge - 1..=edge).chain(1126..1131);
    tengen_sim::expect_waves(file!(), Ps2Receiver::default(), &stimulus, clocks);
}
