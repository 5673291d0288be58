use super::*;
use tengen_sim::{ByName, Engine, Native, Random};

const SHORT: u32 = 16;

/// Returns the levels and the presses after each clock.
fn run(buttons: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let mut debounce = Native::new(<Debounce>::new(SHORT));
    buttons
        .iter()
        .map(|&value| {
            debounce.drive("buttons", value);
            debounce.step();
            (debounce.read("level"), debounce.read("pressed"))
        })
        .unzip()
}

/// A reference model: the level takes over buttons that have not changed for `SHORT` clocks. Two flip-flops delay
/// them.
fn promised(buttons: &[u64]) -> Vec<u64> {
    let mut level = 0;
    (0..buttons.len())
        .map(|now| {
            let seen = |clock: usize| clock.checked_sub(2).map_or(0, |clock| buttons[clock]);
            let settled = (0..SHORT as usize).all(|ago| seen(now.saturating_sub(ago)) == seen(now));
            if settled {
                level = seen(now);
            }
            level
        })
        .collect()
}

#[test]
fn the_level_is_reported_after_power_on_and_at_every_change() {
    let long = 3 * SHORT as usize;
    for held in [0, 0b10000, 0b11111] {
        let mut debounce = Native::new(<Debounce>::new(SHORT));
        let mut reports = vec![];
        for down in [held, held ^ 0b00011, held ^ 0b00011, 0] {
            debounce.drive("buttons", down);
            for _ in 0..long {
                debounce.step();
                if debounce.read("level_valid") == 1 {
                    reports.push((debounce.read("level"), debounce.read("pressed")));
                } else {
                    assert_eq!(debounce.read("pressed"), 0, "a press is reported");
                }
            }
        }
        let changed = held ^ 0b00011;
        let expected = [(held, 0), (changed, changed & !held), (0, 0)];
        assert_eq!(reports, expected, "{held:05b} held at power-on");
    }
}

fn rises(levels: &[u64], button: u32) -> usize {
    levels
        .windows(2)
        .filter(|pair| pair[0] >> button & 1 == 0 && pair[1] >> button & 1 == 1)
        .count()
}

#[test]
fn a_bouncing_press_is_one_press() {
    let long = 3 * SHORT as usize;
    for button in 0..5 {
        let down = 1 << button;
        let press = [vec![down, 0, down, down, 0], vec![down; long]].concat();
        let release = [vec![0, down, 0], vec![0; long]].concat();
        let (levels, presses) = run(&[vec![0; long], press, release].concat());
        assert_eq!(presses.iter().filter(|presses| **presses == down).count(), 1);
        assert_eq!(presses.iter().filter(|presses| **presses != 0).count(), 1);
        assert_eq!((rises(&levels, button), levels.last()), (1, Some(&0)));
    }
}

#[test]
fn level_keeps_its_promise_on_random_bounces() {
    let mut random = Random::new(1);
    let mut buttons = vec![0; 2 * SHORT as usize];
    while buttons.len() < 50_000 {
        let clocks = match random.below(16) {
            0..10 => 1 + random.below(4),
            _ => random.below(64),
        };
        let value = buttons[buttons.len() - 1] ^ random.bits(5);
        buttons.extend((0..clocks).map(|_| value));
    }
    let (levels, presses) = run(&buttons);
    assert!(
        levels == promised(&buttons),
        "{:?}",
        levels.iter().zip(promised(&buttons)).position(|(a, b)| *a != b)
    );
    for button in 0..5 {
        let pressed = presses.iter().filter(|presses| *presses >> button & 1 == 1).count();
        assert_eq!(pressed, rises(&levels, button));
        assert!(pressed > 100);
    }
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    let buttons = "buttons 0*9 1 0 1 0 1*14 0 1 0";
    tengen_sim::expect_waves(file!(), <Debounce>::new(6), buttons, 0..41);
}
