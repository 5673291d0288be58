use super::*;
use tengen_sim::adxl362::{Adxl362 as Sensor, SpiPins};
use tengen_sim::{Engine, Native};

/// A slow clock, in which a second is soon simulated.
const SLOW: u32 = SLOWEST;
/// Clocks of 5 ms of it.
const FRAME: u64 = SLOW as u64 / 200;

/// A reader with something on its lines.
struct Bench {
    reader: Native<Adxl362>,
    sensor: Option<Sensor>,
    /// The level of the data line without a sensor.
    line: bool,
    clocks: u64,
    frames: u64,
}

impl Bench {
    fn new(hertz: u32) -> Self {
        let mut sensor = Sensor::new(hertz);
        sensor.accelerate([300, -450, 800]);
        Bench { reader: Native::new(Adxl362::at(hertz)), sensor: Some(sensor), line: true, clocks: 0, frames: 0 }
    }

    /// Runs a clock, and returns the sample if there is a new one.
    fn step(&mut self) -> Option<(i8, i8)> {
        let circuit = &mut self.reader.circuit;
        let pins = SpiPins { cs_n: circuit.cs_n.val(), sclk: circuit.sclk.val(), copi: circuit.copi.val() };
        circuit.cipo.next = match &mut self.sensor {
            Some(sensor) => sensor
                .next(pins)
                .unwrap_or_else(|error| panic!("clock {}: {error}", self.clocks)),
            None => self.line,
        };
        self.reader.settle();
        self.reader.step();
        self.clocks += 1;
        let circuit = &self.reader.circuit;
        self.frames += u64::from(pins.cs_n && !circuit.cs_n.val());
        let axis = |value: Bits<8>| value.index() as u8 as i8;
        circuit
            .sample
            .val()
            .then(|| (axis(circuit.x.val()), axis(circuit.y.val())))
    }

    fn clocks(&mut self, clocks: u64) -> Vec<(i8, i8)> {
        (0..clocks).filter_map(|_| self.step()).collect()
    }

    fn present(&self) -> bool {
        self.reader.circuit.present.val()
    }
}

#[test]
fn samples_come_every_10_ms_and_keep_the_data_sheets_times() {
    let mut bench = Bench::new(SECOND);
    let mut samples = vec![];
    for _ in 0..SECOND / 10 {
        if let Some(sample) = bench.step() {
            samples.push((bench.clocks, sample));
        }
    }
    // The sensor's own first sample comes 40 ms after it was told to measure. 300 and -450 mg, in 16 mg.
    let expected = (18, -29);
    assert_eq!(samples.iter().filter(|(_, sample)| *sample == (0, 0)).count(), 4);
    assert_eq!(samples.last().map(|(_, sample)| *sample), Some(expected));
    assert!(
        samples
            .windows(2)
            .all(|pair| pair[1].0 - pair[0].0 == u64::from(SECOND / 100))
    );
    let sensor = bench.sensor.as_ref().expect("it is there");
    let settings = [register::FILTER_CTL, register::POWER_CTL].map(|at| sensor.register(at));
    assert_eq!(settings, [FILTER_2_G_100_HZ, MEASURE]);
}

#[test]
fn whatever_is_not_the_sensor_is_refused_and_tried_again_a_second_later() {
    for register in [register::DEVID_AD, register::DEVID_MST, register::PARTID] {
        let mut bench = Bench::new(SLOW);
        // One bit differs. The reset does not change that.
        for _ in 0..20 * FRAME {
            let content = IDENTITY[usize::from(register)] ^ 0x10;
            bench.sensor.as_mut().expect("it is there").forge(register, content);
            assert_eq!(bench.step(), None);
        }
        assert_eq!((bench.present(), bench.frames), (false, 2), "register {register}");
    }
    for line in [false, true] {
        let mut bench = Bench { sensor: None, line, ..Bench::new(SLOW) };
        assert_eq!(bench.clocks(200 * FRAME), []);
        assert_eq!((bench.present(), bench.frames), (false, 2), "a line at {line}");
        bench.sensor = Bench::new(SLOW).sensor;
        // It is powered on for 5 ms before the next frame.
        assert_eq!(bench.clocks(2 * FRAME), []);
        assert!(!bench.clocks(16 * FRAME).is_empty() && bench.present());
    }
}

#[test]
fn a_sensor_that_is_pulled_out_or_loses_its_settings_is_noticed_at_once_and_found_again() {
    for pulled in [false, true] {
        let mut bench = Bench::new(SLOW);
        bench.clocks(20 * FRAME);
        assert!(bench.present());
        if pulled {
            bench.sensor = None;
        } else {
            bench.sensor.as_mut().expect("it is there").power_cycle();
        }
        // The settings are read every 10 ms.
        bench.clocks(2 * FRAME + FRAME / 2);
        assert!(!bench.present());
        assert_eq!(bench.clocks(190 * FRAME), []);
        bench.sensor = Bench::new(SLOW).sensor;
        bench.clocks(40 * FRAME);
        assert!(bench.present());
    }
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    // The data line depends on the circuit, so a first run notes what the sensor sends.
    let mut bench = Bench::new(SLOW);
    let levels: Vec<String> = (0..17 * FRAME)
        .map(|_| {
            bench.step();
            format!(" {}", u8::from(bench.reader.circuit.cipo.val()))
        })
        .collect();
    // The last byte of the first sample that is not zero.
    let frame = 13 * FRAME as usize;
    let stimulus = format!("cipo{}", levels.concat());
    let clocks = (frame..frame + 6).chain(frame + 150..frame + 206);
    tengen_sim::expect_waves(file!(), Adxl362::<17, 3>::at(SLOW), &stimulus, clocks);
}
