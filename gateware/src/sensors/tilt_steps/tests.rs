use super::*;
use tengen_sim::adxl362::{NOISE, OFFSET};
use tengen_sim::{ByName, Engine, Native, Random};

/// Samples of an hour.
const HOUR: usize = 360_000;

/// The circuit, with a sample in every clock.
struct Bench {
    steps: Native<TiltSteps>,
    random: Random,
}

impl Bench {
    fn new() -> Self {
        let mut steps = Native::new(TiltSteps::default());
        for name in ["sample", "present", "on"] {
            steps.drive(name, 1);
        }
        Bench { steps, random: Random::new(1) }
    }

    /// Takes a sample, in mg, and returns the step.
    fn sample(&mut self, x: i32, y: i32) -> Option<Key> {
        let circuit = &mut self.steps.circuit;
        circuit.x.next = u64::from((x >> 4) as u8).into();
        circuit.y.next = u64::from((y >> 4) as u8).into();
        self.steps.settle();
        self.steps.step();
        let circuit = &self.steps.circuit;
        circuit.strobe.val().then(|| circuit.key.val())
    }

    /// A sample with the sensor's noise: X and Y of the normal mode, at a quarter of 100 Hz.
    fn noisy(&mut self, x: i32, y: i32) -> Option<Key> {
        let deviation = NOISE * 25f64.sqrt();
        // The sum of twelve uniform numbers is nearly normal, with a deviation of 1.
        let [x, y] = [x, y].map(|mean| {
            let sum: f64 = (0..12).map(|_| self.random.below(1_000_000u32) as f64 / 1e6).sum();
            mean + ((sum - 6.0) * deviation).round() as i32
        });
        self.sample(x, y)
    }

    fn shown(&self) -> (Key, u64) {
        (self.steps.circuit.direction.val(), self.steps.read("level"))
    }
}

/// The level of each lean, and samples between two steps at each level.
const EXPECTED_LEVELS: [usize; 17] = [0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 4, 5, 5, 6, 7];
const EXPECTED_PERIODS: [usize; 8] = [50, 50, 25, 17, 13, 10, 8, 7];

/// What the head of the file says, in plain Rust.
#[derive(Default)]
struct Reference {
    /// The axis, 0 or 1, and whether its value is negative.
    leaning: Option<(usize, bool)>,
    since: usize,
    level: usize,
}

impl Reference {
    fn sample(&mut self, values: [i32; 2]) -> Option<Key> {
        // From 0 to 63 mg it is unit 0, from -1 to -64 too.
        let units = values.map(|value| if value < 0 { (-value - 1) / 64 } else { value / 64 });
        let axis = match self.leaning {
            None => usize::from(units[1] > units[0]),
            Some((axis, _)) if units[1 - axis] >= units[axis] + 2 => 1 - axis,
            Some((axis, _)) => axis,
        };
        let towards = (axis, values[axis] < 0);
        let least = if self.leaning == Some(towards) { 3 } else { 4 };
        if units[axis] < least {
            (self.leaning, self.level) = (None, 0);
            return None;
        }
        self.level = EXPECTED_LEVELS[units[axis].min(16) as usize];
        self.since += 1;
        let steps = self.leaning != Some(towards) || self.since > EXPECTED_PERIODS[self.level];
        self.leaning = Some(towards);
        steps.then(|| {
            self.since = 1;
            match towards {
                (0, true) => Key::Right,
                (0, false) => Key::Left,
                (_, true) => Key::Up,
                (_, false) => Key::Down,
            }
        })
    }
}

#[test]
fn the_tables_are_those_at_the_head_of_the_file() {
    for (lean, level) in EXPECTED_LEVELS.into_iter().enumerate() {
        assert_eq!(level_of(lean as u64), level as u64, "{lean}");
    }
    assert_eq!(level_of(31), 7);
    for (level, period) in EXPECTED_PERIODS.into_iter().enumerate() {
        assert_eq!(period_of(level as u64), period as u64);
    }
}

#[test]
fn random_tilts_are_the_steps_of_the_reference() {
    let mut random = Random::new(3);
    let (mut bench, mut reference) = (Bench::new(), Reference::default());
    let mut values = [0; 2];
    let mut steps = 0;
    for sample in 0..200_000 {
        match random.below(60) {
            0 => values = [0, 1].map(|_| random.below(4096u32) as i32 - 2048),
            1 | 2 => values = [0, 1].map(|_| random.below(1200u32) as i32 - 600),
            3 => values[random.below(2usize)] = random.of(&[-257, -256, -193, -192, 0, 191, 192, 255, 256]),
            4 => values[0] = values[1],
            _ => values = values.map(|value| (value + random.below(41u32) as i32 - 20).clamp(-2048, 2047)),
        }
        let expected = reference.sample(values);
        assert_eq!(
            bench.sample(values[0], values[1]),
            expected,
            "{values:?}, sample {sample}"
        );
        assert_eq!(bench.shown().1, reference.level as u64, "{values:?}, sample {sample}");
        steps += usize::from(expected.is_some());
    }
    assert!(steps > 10_000, "{steps}");
}

#[test]
fn a_step_at_once_and_then_the_faster_the_further_it_leans() {
    let mut bench = Bench::new();
    for (x, period) in [
        (-300, 50),
        (-500, 25),
        (-600, 17),
        (-770, 13),
        (-850, 10),
        (-980, 8),
        (-1_100, 7),
    ] {
        assert_eq!(bench.sample(0, 0), None);
        let steps: Vec<usize> = (0..200).filter(|_| bench.sample(x, 0).is_some()).collect();
        assert_eq!(steps, (0..200).step_by(period).collect::<Vec<_>>(), "{x} mg");
    }
    // A board that is tilted further does not wait for a slow step first.
    bench.sample(0, 0);
    assert_eq!(bench.sample(0, -300), Some(Key::Up));
    assert!((0..20).all(|_| bench.sample(0, -300).is_none()));
    assert_eq!(bench.sample(0, -900), Some(Key::Up));
}

#[test]
fn at_rest_there_is_no_step_in_an_hour_of_noise() {
    let mut bench = Bench::new();
    for sample in 0..HOUR {
        // Flat, and with the largest offset in each direction.
        let [x, y] = match sample % 4 {
            0 => [OFFSET, -OFFSET],
            1 => [-OFFSET, OFFSET],
            2 => [0, 0],
            _ => [OFFSET, OFFSET],
        };
        assert_eq!(bench.noisy(x, y), None, "sample {sample}");
        assert_eq!(bench.shown(), (Key::None, 0));
    }
}

#[test]
fn noise_at_a_border_makes_no_steps() {
    // At the border of the dead zone, from outside; between the axes; on both at once.
    for [x, y] in [[256, 0], [0, -256], [400, -400], [-400, -404], [256, 256]] {
        let mut bench = Bench::new();
        let first = (0..1_000).find_map(|_| bench.noisy(x, y)).expect("it leans");
        let mut since = 0;
        for sample in 0..20_000 {
            since += 1;
            if let Some(key) = bench.noisy(x, y) {
                assert_eq!(key, first, "{x}, {y}: sample {sample}");
                assert!(
                    since == EXPECTED_PERIODS[1],
                    "{x}, {y}: {since} samples after the last step"
                );
                since = 0;
            }
        }
    }
}

#[test]
fn off_it_shows_the_tilt_and_without_a_sensor_nothing() {
    let mut bench = Bench::new();
    bench.steps.drive("on", 0);
    assert!((0..200).all(|_| bench.sample(-500, 0).is_none()));
    assert_eq!(
        (bench.shown(), bench.steps.circuit.key.val()),
        ((Key::Right, 2), Key::None)
    );
    bench.steps.drive("on", 1);
    assert!((0..25).any(|_| bench.sample(-500, 0) == Some(Key::Right)));
    bench.steps.drive("present", 0);
    assert!((0..200).all(|_| bench.sample(-500, 0).is_none()));
    assert_eq!(bench.shown(), (Key::None, 0));
    bench.steps.drive("present", 1);
    assert_eq!(bench.sample(-500, 0), Some(Key::Right));
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    // Flat, then lowered on the right, and further; and then towards the player.
    let stimulus = "sample 0 1 0 1 0*96 1 0 1 0 1 0
        present 1
        on 1
        x 0*2 0xE0*100 0xC3 0xC3 0
        y 0*104 0x20";
    tengen_sim::expect_waves(file!(), TiltSteps::default(), stimulus, (0..6).chain(98..108));
}
