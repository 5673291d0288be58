use super::*;
use tengen_sim::adxl362::{Adxl362 as Sensor, SpiPins};
use tengen_sim::{ByName, Engine, Native};

/// A slow clock, in which a second is soon simulated.
const SLOW: u32 = 1_000_000;

/// The circuit with a sensor.
struct Bench {
    tilt: Native<Tilt>,
    sensor: Sensor,
}

impl Bench {
    /// As soon as samples come.
    fn new() -> Self {
        let mut bench = Bench { tilt: Native::new(Tilt::at(SLOW)), sensor: Sensor::new(SLOW) };
        bench.tilt.drive("on", 1);
        assert_eq!(bench.leans([0, 0], 10), []);
        assert_eq!(bench.tilt.read("present"), 1);
        bench
    }

    /// The steps while it leans like this, in mg, for that many samples.
    fn leans(&mut self, [x, y]: [i32; 2], samples: u32) -> Vec<Key> {
        self.sensor.accelerate([x, y, 800]);
        let mut steps = vec![];
        for _ in 0..samples * (SLOW / 100) {
            let circuit = &mut self.tilt.circuit;
            let pins = SpiPins { cs_n: circuit.cs_n.val(), sclk: circuit.sclk.val(), copi: circuit.copi.val() };
            circuit.cipo.next = self.sensor.next(pins).unwrap();
            self.tilt.settle();
            self.tilt.step();
            let circuit = &self.tilt.circuit;
            steps.extend(circuit.strobe.val().then(|| circuit.key.val()));
        }
        steps
    }
}

#[test]
fn a_board_that_is_tilted_steps_there() {
    let mut bench = Bench::new();
    // 4 steps a second, one of them at once.
    assert_eq!(bench.leans([-500, 100], 95), [Key::Right; 4]);
    assert_eq!(
        (bench.tilt.read_as::<Key>("direction"), bench.tilt.read("level")),
        (Key::Right, 2)
    );
    assert_eq!(bench.leans([0, 0], 20), []);
    for (lean, key) in [([0, -300], Key::Up), ([0, 300], Key::Down), ([300, 0], Key::Left)] {
        assert_eq!(bench.leans(lean, 20), [key]);
    }
    assert_eq!(bench.leans([100, 100], 20), []);
}

#[test]
fn without_a_sensor_or_off_there_is_no_step() {
    let mut bench = Bench::new();
    bench.tilt.drive("on", 0);
    assert_eq!(bench.leans([-500, 0], 30), []);
    bench.tilt.drive("on", 1);
    bench.sensor.power_cycle();
    bench.leans([-500, 0], 2);
    assert_eq!(bench.leans([-500, 0], 30), []);
    assert_eq!((bench.tilt.read("present"), bench.tilt.read("level")), (0, 0));
}
