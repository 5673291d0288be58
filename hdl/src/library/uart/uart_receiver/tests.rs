use super::*;
use tengen_sim::{Engine, Native, Random, SerialFrame, SerialSender, SerialTiming};

const GOOD: u8 = 0x5A;

/// A receiver with a sender on its line, and its outputs so far.
struct Bench {
    receiver: Native<UartReceiver>,
    sender: SerialSender,
    timing: SerialTiming,
    /// One clock in so many is disturbed, but no two of them in three sixteenths of a bit.
    noise: Option<(Random, u32)>,
    quiet: u32,
    bytes: Vec<u8>,
    errors: usize,
}

impl Bench {
    /// A receiver that has seen the line at rest.
    fn new(hertz: u32, baud: u32) -> Self {
        let mut bench = Bench::at_power_on(hertz, baud);
        bench.run(bench.timing.clocks(1));
        bench
    }

    fn at_power_on(hertz: u32, baud: u32) -> Self {
        let timing = SerialTiming::new(hertz, baud);
        Bench {
            receiver: Native::new(UartReceiver::new(hertz, baud)),
            sender: SerialSender::new(timing),
            timing,
            noise: None,
            quiet: 0,
            bytes: vec![],
            errors: 0,
        }
    }

    fn disturbed(&mut self) -> bool {
        let Some((random, rarity)) = &mut self.noise else {
            return false;
        };
        self.quiet = self.quiet.saturating_sub(1);
        let disturbed = self.quiet == 0 && random.once_in((*rarity).into());
        if disturbed {
            self.quiet = self.timing.clocks(3) / SAMPLES + 2;
        }
        disturbed
    }

    fn step(&mut self) {
        let level = self.sender.next() ^ self.disturbed();
        self.receiver.circuit.rx.next = level;
        self.receiver.settle();
        self.receiver.step();
        let receiver = &self.receiver.circuit;
        if receiver.strobe.val() {
            self.bytes.push(receiver.data.val().index() as u8);
        }
        self.errors += usize::from(receiver.error.val());
        assert!(!(receiver.strobe.val() && receiver.error.val()));
    }

    /// Runs until everything has been sent, and for `more` clocks; returns the bytes and the number of errors.
    fn run(&mut self, more: u32) -> (Vec<u8>, usize) {
        while !self.sender.idle() {
            self.step();
        }
        for _ in 0..more {
            self.step();
        }
        (std::mem::take(&mut self.bytes), std::mem::take(&mut self.errors))
    }

    /// Checks that a byte sent at once is received.
    fn recovered(&mut self) {
        self.sender.send(GOOD);
        assert_eq!(self.run(10), (vec![GOOD], 0));
    }
}

/// A clock and a rate at the lower limit, one whose bits are no whole number of clocks, and the real ones.
const SMALL: (u32, u32) = (32, 1);
const ODD: (u32, u32) = (333, 10);
const REAL: (u32, u32) = (HERTZ, BAUD);

/// Thousandths of the rate by which a sender may be off.
const OFF: [i16; 13] = [-30, -25, -20, -15, -10, -5, 0, 5, 10, 15, 20, 25, 30];

/// All bytes, each after a pause of up to `gap` clocks.
fn all_bytes(bench: &mut Bench, thousandths: i16, gap: u32) {
    for byte in 0..=255 {
        bench.sender.send_frame(SerialFrame::new(byte).faster(thousandths));
        if gap > 0 {
            bench.sender.pause(u32::from(byte) * 7 % gap);
        }
    }
    let received = bench.run(10);
    assert_eq!(
        received,
        ((0..=255).collect(), 0),
        "{thousandths} thousandths, gap {gap}"
    );
}

#[test]
fn every_byte_is_received_from_a_sender_3_per_cent_off_with_gaps_and_without() {
    for (hertz, baud) in [SMALL, ODD] {
        let mut bench = Bench::new(hertz, baud);
        for thousandths in OFF {
            for gap in [0, 100] {
                all_bytes(&mut bench, thousandths, gap);
            }
        }
    }
    let mut bench = Bench::new(REAL.0, REAL.1);
    for thousandths in [-30, 30] {
        all_bytes(&mut bench, thousandths, 0);
    }
}

#[test]
fn each_byte_may_be_off_differently() {
    let mut random = Random::new(1);
    let mut bench = Bench::new(ODD.0, ODD.1);
    let mut sent = vec![];
    for _ in 0..1000 {
        let byte = random.bits(8) as u8;
        bench.sender.send_frame(SerialFrame::new(byte).faster(random.of(&OFF)));
        sent.push(byte);
    }
    assert_eq!(bench.run(10), (sent, 0));
}

#[test]
fn single_clocks_of_noise_are_nothing_anywhere() {
    for ((hertz, baud), rarity, thousandths) in [
        (SMALL, 1, &[-20, 0, 20][..]),
        (ODD, 20, &OFF),
        ((HERTZ / 4, BAUD), 3, &[-30, 0, 30]),
    ] {
        let mut bench = Bench::new(hertz, baud);
        bench.noise = Some((Random::new(2), rarity));
        for off in thousandths {
            for gap in [0, 100] {
                all_bytes(&mut bench, *off, gap);
            }
        }
    }
}

#[test]
fn a_clock_of_noise_at_each_place_of_a_frame_and_around_it_is_nothing() {
    let (hertz, baud) = SMALL;
    for place in 0..14 * 32 {
        for thousandths in [-30, 0, 30] {
            let mut bench = Bench::new(hertz, baud);
            bench.sender.pause(64);
            bench.sender.send_frame(SerialFrame::new(GOOD).faster(thousandths));
            bench.sender.pause(64);
            let clean: Vec<bool> = (0..14 * 32).map(|_| bench.sender.next()).collect();
            for (clock, level) in clean.into_iter().enumerate() {
                bench.sender.drive(level ^ (clock == place), 1);
            }
            assert_eq!(bench.run(10), (vec![GOOD], 0), "{place}, {thousandths} thousandths");
        }
    }
}

#[test]
fn a_pulse_of_less_than_half_a_bit_is_no_start() {
    for (hertz, baud) in [SMALL, ODD, REAL] {
        let half = SerialTiming::new(hertz, baud).clocks(1) / 2;
        for clocks in 1..=half {
            if hertz == HERTZ && clocks % 9 != 0 && clocks != half {
                continue;
            }
            let mut bench = Bench::new(hertz, baud);
            bench.sender.drive(false, clocks);
            // Once the middle of the false start bit has passed.
            bench.sender.pause(half + half / 4 - clocks + 2);
            bench.recovered();
        }
        // A whole start bit, without data: the byte whose bits are all set.
        let mut bench = Bench::new(hertz, baud);
        bench.sender.drive(false, half + half / 4);
        assert_eq!(bench.run(30 * half), (vec![0xFF], 0));
    }
}

#[test]
fn a_low_stop_bit_is_an_error_and_no_byte() {
    for (hertz, baud) in [SMALL, ODD, REAL] {
        let mut bench = Bench::new(hertz, baud);
        for byte in [0x00, 0x01, 0x5A, 0x80, 0xFF] {
            bench.recovered();
            bench.sender.send_frame(SerialFrame::new(byte).wrong_stop());
            bench.sender.pause(bench.timing.clocks(1));
            assert_eq!(bench.run(0), (vec![], 1), "{byte:02X}");
            assert_eq!(bench.receiver.circuit.data.val().index(), usize::from(GOOD));
            bench.recovered();
        }
    }
}

#[test]
fn a_break_is_one_error_however_long_and_the_next_byte_is_received() {
    for (hertz, baud) in [SMALL, ODD] {
        let mut bench = Bench::new(hertz, baud);
        for bits in 1..=100 {
            bench.sender.drive(false, bench.timing.clocks(bits));
            bench.sender.pause(bench.timing.clocks(10));
            // Up to nine low bits are a start bit and data.
            let expected = match bits {
                1..=9 => (vec![(0xFF << (bits - 1)) as u8], 0),
                _ => (vec![], 1),
            };
            assert_eq!(bench.run(0), expected, "{bits} bits");
            bench.recovered();
        }
        // One high bit is enough.
        bench.sender.drive(false, bench.timing.clocks(50));
        bench.sender.pause(bench.timing.clocks(1));
        bench.sender.send(GOOD);
        assert_eq!(bench.run(10), (vec![GOOD], 1));
        // Noise in a break does not end it.
        bench.sender.drive(false, bench.timing.clocks(50));
        bench.sender.drive(true, 1);
        bench.sender.drive(false, bench.timing.clocks(50));
        bench.sender.pause(bench.timing.clocks(1));
        bench.sender.send(GOOD);
        assert_eq!(bench.run(10), (vec![GOOD], 1));
    }
}

#[test]
fn a_line_that_is_low_at_power_on_is_no_frame() {
    for low in [0, 1, 2, 3, 10, 31, 32, 1000] {
        let mut bench = Bench::at_power_on(SMALL.0, SMALL.1);
        bench.sender.drive(false, low);
        bench.sender.pause(32);
        bench.recovered();
    }
}

#[test]
fn a_line_at_rest_changes_nothing() {
    let mut bench = Bench::new(REAL.0, REAL.1);
    for level in [true, false] {
        bench.sender.drive(level, 5000);
        bench.run(0);
        let state = bench.receiver.circuit.clone();
        bench.sender.drive(level, 1);
        bench.run(0);
        let now = &bench.receiver.circuit;
        assert!(now.state.q.val() == state.state.q.val() && now.baud.tick.val() && state.baud.tick.val());
    }
}

#[test]
fn its_clocks_are_from_32_to_2048_a_bit() {
    for hertz in [*CLOCKS.start(), 12_000_000, 25_000_000, 200_000_000, *CLOCKS.end()] {
        let mut bench = Bench::new(hertz, BAUD);
        for byte in [0x00, GOOD, 0xFF] {
            bench.sender.send(byte);
        }
        assert_eq!(bench.run(10), (vec![0x00, GOOD, 0xFF], 0), "{hertz}");
    }
    for hertz in [CLOCKS.start() - 1, CLOCKS.end() + 1] {
        assert!(
            std::panic::catch_unwind(|| UartReceiver::new(hertz, BAUD)).is_err(),
            "{hertz}"
        );
    }
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    // Two clocks around the edge before each bit, and the middle of the stop bit.
    const REST: u64 = 50;
    let edges: Vec<u64> = (0..10)
        .map(|bit| REST + bit * u64::from(HERTZ) / u64::from(BAUD))
        .collect();
    let bits: u64 = 1 << 9 | u64::from(GOOD) << 1;
    let mut stimulus = format!("rx 1*{REST}");
    for (bit, edge) in edges.iter().enumerate() {
        let end = edges.get(bit + 1).unwrap_or(&u64::MAX);
        stimulus += &format!(" {}*{}", bits >> bit & 1, (end - edge).min(217 * 2));
    }
    let strobe = REST + 2079;
    let clocks = edges
        .iter()
        .flat_map(|edge| [edge - 1, *edge])
        .chain(strobe - 2..strobe + 2);
    tengen_sim::expect_waves(
        file!(),
        UartReceiver::default(),
        &stimulus,
        clocks.map(|clock| clock as usize),
    );
}
