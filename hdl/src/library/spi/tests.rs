use super::*;
use tengen_sim::adxl362::{Adxl362, IDENTITY, SpiPins, command, register};
use tengen_sim::{ByName, Engine, Native, Random};

/// A device that answers each byte with the complement of the one before, in frames of any length.
#[derive(Default)]
struct Echo {
    selected: bool,
    sclk: bool,
    bits: usize,
    received: u8,
    sent: u8,
    /// The bytes of each frame.
    frames: Vec<Vec<u8>>,
}

impl Echo {
    fn next(&mut self, pins: SpiPins) -> bool {
        if !pins.cs_n && !self.selected {
            self.frames.push(vec![]);
            (self.bits, self.sent) = (0, 0xA5);
        }
        self.selected = !pins.cs_n;
        if self.selected && pins.sclk && !self.sclk {
            self.received = self.received << 1 | u8::from(pins.copi);
            self.bits += 1;
        }
        if self.selected && !pins.sclk && self.sclk && self.bits.is_multiple_of(8) {
            self.frames.last_mut().expect("it is selected").push(self.received);
            self.sent = !self.received;
        }
        self.sclk = pins.sclk;
        // It changes its line with the falling edge.
        let sent = (self.bits - usize::from(pins.sclk)) % 8;
        self.sent >> (7 - sent) & 1 == 1
    }
}

/// A master, and the clocks it has run.
struct Bench {
    master: Native<SpiMaster>,
    clocks: u64,
}

impl Bench {
    fn new(half: u32) -> Self {
        Bench { master: Native::new(SpiMaster::new(half)), clocks: 0 }
    }

    fn step<E>(&mut self, device: &mut impl FnMut(SpiPins) -> Result<bool, E>) -> Result<(), E> {
        let [cs_n, sclk, copi] = ["cs_n", "sclk", "copi"].map(|name| self.master.read(name) == 1);
        self.master.drive("cipo", device(SpiPins { cs_n, sclk, copi })?.into());
        self.master.step();
        self.clocks += 1;
        Ok(())
    }

    /// Runs until the frame has ended.
    fn rest<E: std::fmt::Debug>(&mut self, device: &mut impl FnMut(SpiPins) -> Result<bool, E>) {
        while self.master.read("busy") == 1 {
            self.step(device).unwrap();
        }
    }

    /// Sends a byte, and returns the one received and the clocks it took from `start` to `done`.
    fn send<E>(
        &mut self,
        byte: u8,
        last: bool,
        device: &mut impl FnMut(SpiPins) -> Result<bool, E>,
    ) -> Result<(u8, u64), E> {
        while self.master.read("busy") == 1 {
            self.step(device)?;
        }
        let from = self.clocks;
        self.master.drive("start", 1);
        self.master.drive("data", byte.into());
        self.master.drive("last", last.into());
        self.step(device)?;
        self.master.drive("start", 0);
        while self.master.read("done") == 0 {
            self.step(device)?;
        }
        Ok((self.master.read("received") as u8, self.clocks - from))
    }
}

#[test]
fn bytes_go_both_ways_in_frames_of_any_length() {
    let mut random = Random::new(1);
    for half in [3, 4, 7, 32] {
        let (mut bench, mut echo, mut frames) = (Bench::new(half), Echo::default(), vec![]);
        for _ in 0..20 {
            let frame: Vec<u8> = (0..1 + random.below(6)).map(|_| random.bits(8) as u8).collect();
            let mut expected = 0xA5;
            for (i, byte) in frame.iter().enumerate() {
                let device = &mut |pins| Ok::<_, ()>(echo.next(pins));
                for _ in 0..random.below(100) {
                    bench.step(device).unwrap();
                }
                let (received, clocks) = bench.send(*byte, i + 1 == frame.len(), device).unwrap();
                assert_eq!((received, clocks), (expected, 1 + 16 * u64::from(half)));
                expected = !byte;
            }
            frames.push(frame);
        }
        bench.rest(&mut |pins| Ok::<_, ()>(echo.next(pins)));
        assert_eq!(echo.frames, frames, "half a period of {half} clocks");
    }
}

#[test]
fn a_strobe_while_busy_is_ignored_and_what_was_received_stays() {
    let (mut bench, mut echo) = (Bench::new(3), Echo::default());
    let device = &mut |pins| Ok::<_, ()>(echo.next(pins));
    bench.send(0x12, false, device).unwrap();
    bench.master.drive("start", 1);
    bench.master.drive("data", 0x34);
    bench.master.drive("last", 1);
    bench.step(device).unwrap();
    bench.master.drive("data", 0xFF);
    for _ in 0..18 * 3 {
        assert_eq!(bench.master.read("busy"), 1);
        bench.step(device).unwrap();
    }
    bench.master.drive("start", 0);
    assert_eq!((bench.master.read("busy"), bench.master.read("cs_n")), (0, 1));
    for _ in 0..100 {
        assert_eq!(
            (bench.master.read("received"), bench.master.read("done")),
            (!0x12 & 0xFF, 0)
        );
        bench.step(device).unwrap();
    }
    assert_eq!(echo.frames, [[0x12, 0x34]]);
}

#[test]
fn the_timing_is_that_of_a_data_sheet_with_frames_back_to_back() {
    // 10 ns a clock, and the fastest sclk that keeps 100 ns of setup for the chip select.
    let hertz = 100_000_000;
    let mut sensor = Adxl362::new(hertz);
    let mut bench = Bench::new(10);
    let device = &mut |pins| sensor.next(pins);
    for _ in 0..hertz / 200 {
        bench.step(device).unwrap();
    }
    for _ in 0..20 {
        for byte in [command::WRITE, register::FILTER_CTL, 0x13] {
            bench.send(byte, byte == 0x13, device).unwrap();
        }
        let read = [command::READ, register::DEVID_AD, 0, 0, 0];
        let received = [0, 1, 2, 3, 4].map(|i| bench.send(read[i], i == 4, device).unwrap().0);
        assert_eq!(received[2..], IDENTITY);
    }
    bench.rest(device);
    // With a shorter half period, tCSS is told.
    let mut bench = Bench::new(7);
    let device = &mut |pins| sensor.next(pins);
    let error = bench.send(command::READ, false, device).unwrap_err().to_string();
    assert!(error.starts_with("tCSS: "), "{error}");
}

#[test]
fn sclk_is_as_fast_as_asked_or_slower() {
    for (hertz, sclk, half) in [
        (25_000_000, 1_000_000, 13),
        (25_000_000, 2_000_000, 7),
        (1_000_000, 1_000_000, 3),
    ] {
        let master = SpiMaster::<5>::with_sclk(hertz, sclk);
        assert_eq!(master.last_clock.val().index(), half - 1);
    }
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    // The device sends CA, rests, and sends 35.
    let bits = |byte: u8| {
        (0..8)
            .rev()
            .map(move |bit| format!("{}*6 ", byte >> bit & 1))
            .collect::<String>()
    };
    let stimulus = format!(
        "start 0*3 1 0*56 1 0
        data 0xD3*60 0x41 0
        last 0*60 1 0
        cipo 0*4 {} 0*9 {} 1",
        bits(0xCA),
        bits(0x35)
    );
    let clocks = (2..12).chain(48..54).chain(59..69).chain(106..118);
    tengen_sim::expect_waves(file!(), SpiMaster::<5>::new(3), &stimulus, clocks);
}
