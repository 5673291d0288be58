use super::*;
use crate::library::uart::UartReceiver;
use tengen_sim::{ByName, Engine, Native, Random, SerialReceiver, SerialTiming};

/// A transmitter whose line is received.
struct Bench {
    transmitter: Native<UartTransmitter>,
    receiver: SerialReceiver,
    received: Vec<u8>,
    /// The line in each clock.
    levels: Vec<bool>,
}

impl Bench {
    fn new(hertz: u32, baud: u32) -> Self {
        Bench {
            transmitter: Native::new(UartTransmitter::new(hertz, baud)),
            receiver: SerialReceiver::new(SerialTiming::new(hertz, baud)),
            received: vec![],
            levels: vec![],
        }
    }

    fn step(&mut self, byte: Option<u8>) {
        self.transmitter.drive("data", byte.unwrap_or(0xEE).into());
        self.transmitter.drive("strobe", byte.is_some().into());
        self.transmitter.step();
        let tx = self.transmitter.read("tx") == 1;
        self.levels.push(tx);
        self.received.extend(self.receiver.next(tx).map(|byte| byte.unwrap()));
    }

    fn busy(&self) -> bool {
        self.transmitter.read("busy") == 1
    }

    /// Gives each byte as soon as it can be taken, or so many clocks later.
    fn send(&mut self, bytes: impl IntoIterator<Item = u8>, later: u32) {
        for byte in bytes {
            while self.busy() {
                self.step(None);
            }
            (0..later).for_each(|_| self.step(None));
            self.step(Some(byte));
        }
    }

    /// Runs until the line is at rest again, and returns the bytes that were received.
    fn end(&mut self, bits: u32, clocks_per_bit: u32) -> Vec<u8> {
        (0..bits * clocks_per_bit).for_each(|_| self.step(None));
        std::mem::take(&mut self.received)
    }
}

#[test]
fn edges_come_at_the_exact_times_from_12_to_200_mhz() {
    for hertz in [
        12_000_000,
        12_040_000,
        25_000_000,
        27_000_000,
        48_000_000,
        100_000_000,
        199_999_999,
        200_000_000,
    ] {
        let mut bench = Bench::new(hertz, BAUD);
        bench.step(Some(0x55));
        bench.step(None);
        let start = bench.levels.len() as u64;
        assert_eq!(
            bench.levels,
            [true, false],
            "the start bit is there two clocks after the strobe"
        );
        for _ in 0..10 * hertz / BAUD + 5 {
            bench.step(None);
        }
        let edges = (1..bench.levels.len()).filter(|at| bench.levels[*at] != bench.levels[at - 1]);
        for (edge, number) in edges.zip(0u64..) {
            let exact = number as f64 * f64::from(hertz) / f64::from(BAUD);
            let late = (edge as u64 + 1 - start) as f64 - exact;
            assert!(
                (-exact / 1000.0..1.0 + exact / 1000.0).contains(&late),
                "{hertz}: edge {number} is {late} late"
            );
        }
        assert_eq!(bench.received, [0x55]);
    }
}

#[test]
fn every_byte_is_sent_back_to_back_without_a_gap() {
    for (hertz, baud) in [(32, 1), (333, 10), (3337, 10), (HERTZ, BAUD)] {
        let mut bench = Bench::new(hertz, baud);
        bench.send(0..=255, 0);
        assert_eq!(bench.end(11, hertz / baud), (0..=255).collect::<Vec<u8>>());
        // From the first to the last edge there are 256 frames but for a stop bit.
        let first = bench.levels.iter().position(|level| !level).unwrap();
        let last = bench.levels.iter().rposition(|level| !level).unwrap() + 1;
        let last_low = 2560.0 - 9.0;
        let exact = last_low * f64::from(hertz) / f64::from(baud);
        let taken = (last - first) as f64;
        assert!(
            (taken - exact).abs() < 1.0 + exact / 1000.0,
            "{taken} clocks for {exact}"
        );
    }
}

#[test]
fn a_byte_may_come_at_any_clock_of_the_stop_bit_and_later() {
    let bit = 32;
    for later in 0..3 * bit {
        let mut bench = Bench::new(bit, 1);
        bench.send([0x0F, 0x5A, 0xA5], later);
        assert_eq!(bench.end(11, bit), [0x0F, 0x5A, 0xA5], "{later} clocks");
    }
}

#[test]
fn a_strobe_while_busy_changes_nothing() {
    let mut random = Random::new(3);
    let mut bench = Bench::new(333, 10);
    let mut taken = vec![];
    for _ in 0..100_000 {
        let byte = random.once_in(2).then(|| random.bits(8) as u8);
        if !bench.busy() {
            taken.extend(byte);
        }
        bench.step(byte);
    }
    assert_eq!(bench.end(22, 34), taken);
    assert!(taken.len() > 290, "{}", taken.len());
}

#[test]
fn busy_rises_with_the_strobe_and_falls_with_the_stop_bit() {
    let mut bench = Bench::new(32, 1);
    assert!(!bench.busy());
    bench.step(Some(0));
    let mut busy = vec![];
    for _ in 0..12 * 32 {
        busy.push(bench.busy());
        bench.step(None);
    }
    assert_eq!(busy.iter().position(|busy| !busy), Some(1 + 9 * 32));
    assert!(busy[1 + 9 * 32..].iter().all(|busy| !busy));
    assert_eq!(bench.levels.iter().rposition(|level| !level), Some(9 * 32));
}

/// The transmitter's line goes to a receiver at another clock.
#[test]
fn what_is_sent_at_one_clock_is_received_at_another() {
    for (sends, receives) in [(12_000_000u32, 25_000_000u32), (25_000_000, 12_000_000)] {
        let mut transmitter = Native::new(UartTransmitter::new(sends, BAUD));
        let mut receiver = Native::new(UartReceiver::new(receives, BAUD));
        receiver.drive("rx", 1);
        receiver.steps((receives / BAUD).into());
        let bytes: Vec<u8> = (0..=255).rev().step_by(5).collect();
        let (mut next, mut received) = (0, vec![]);
        // The time of either's next edge, in units of 1 / (sends * receives).
        let (mut sending, mut receiving) = (0u64, 7u64);
        while received.len() < bytes.len() && sending < 600 * 10 * u64::from(receives) * 110 {
            if sending <= receiving {
                sending += u64::from(receives);
                let give = transmitter.read("busy") == 0 && next < bytes.len();
                transmitter.drive("strobe", give.into());
                if give {
                    transmitter.drive("data", bytes[next].into());
                    next += 1;
                }
                transmitter.step();
            } else {
                receiving += u64::from(sends);
                receiver.drive("rx", transmitter.read("tx"));
                receiver.step();
                assert_eq!(receiver.read("error"), 0);
                if receiver.read("strobe") == 1 {
                    received.push(receiver.read("data") as u8);
                }
            }
        }
        assert_eq!(received, bytes);
    }
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    // The strobe, and two clocks around the edge before each bit.
    let edge = |bit: u64| 4 + (bit * u64::from(HERTZ)).div_ceil(BAUD.into()) as usize;
    let clocks = (1..5).chain((1..10).flat_map(|bit| [edge(bit) - 1, edge(bit)]));
    let stimulus = "strobe 0*2 1 0\ndata 0*2 0x5A";
    tengen_sim::expect_waves(file!(), UartTransmitter::default(), stimulus, clocks);
}
