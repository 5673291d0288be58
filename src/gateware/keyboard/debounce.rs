//! Five push buttons made clean: a press is one press, however the contacts bounce.
//!
//! ```text
//!            <- bounces ->|<- hold ->|
//! button   ____/‾\_/‾\____/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_/‾\_________________
//! level    _____________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______   hold + 2 clocks after the last bounce
//! pressed  _____________________________/‾\___________________________
//! reported _____________________________/‾\___________________/‾\_____
//! ```
//!
//! | port     | dir | width | meaning                                                               | initial |
//! |----------|-----|-------|-----------------------------------------------------------------------|---------|
//! | clock    | in  | 1     | rising edge                                                           | –       |
//! | buttons  | in  | 5     | as the pins show them: asynchronous, high down                        | –       |
//! | level    | out | 5     | as a person means them                                                | 0       |
//! | pressed  | out | 5     | one clock at the start of each press                                  | 0       |
//! | reported | out | 1     | one clock: `level` is told, once after power-on, then at every change | 0       |
//!
//! Contacts bounce for up to 10 ms, which is what `hold` is by default. The five share one counter: `level` takes all
//! five once none of them has moved for `hold` clocks. That costs one counter instead of five, and a button pressed
//! while another still bounces waits for it. While the buttons are as `level` shows them nothing counts.
//!
//! A button that is down when `level` is told for the first time was held at power-on: it is down, but nobody pressed it.

use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// 10 ms at 25 MHz.
pub const HOLD: u32 = 250_000;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct DebounceState {
    /// Two flip-flops each; nothing looks at the first.
    first: Bits<5>,
    second: Bits<5>,
    /// How the buttons were a clock ago, and for how many clocks they have been so.
    before: Bits<5>,
    steady: Bits<18>,
    level: Bits<5>,
    pressed: Bits<5>,
    /// `level` has been told since power-on; and it is told now.
    known: Bit,
    reported: Bit,
}

#[derive(Circuit)]
pub struct Debounce {
    pub clock: Signal<In, Clock>,
    pub buttons: Signal<In, Bits<5>>,
    pub level: Signal<Out, Bits<5>>,
    pub pressed: Signal<Out, Bits<5>>,
    pub reported: Signal<Out, Bit>,

    state: Register<DebounceState>,
    /// Clocks a button must keep still, less the two of the synchroniser.
    #[init(HOLD - 2)]
    hold: Constant<Bits<18>>,
}

impl Debounce {
    /// Believes a button after `hold` clocks, 2 to 2^18.
    ///
    /// # Panics
    /// Outside that range.
    pub fn new(hold: u32) -> Self {
        assert!(
            (2..=1 << 18).contains(&hold),
            "a button held for {hold} clocks: 2 to 2^18 can be counted"
        );
        Debounce {
            hold: Constant::new(u64::from(hold - 2).into()),
            ..Default::default()
        }
    }
}

#[kernel]
impl Logic for Debounce {
    fn update(&mut self) {
        d.first = buttons;
        d.second = q.first;
        d.before = q.second;

        d.pressed = 0;
        d.reported = false;
        d.steady = 0;
        if (q.second == q.before) & (!q.known | (q.second != q.level)) {
            if q.steady == hold {
                d.level = q.second;
                d.known = true;
                d.reported = true;
                if q.known {
                    d.pressed = q.second & !q.level;
                }
            } else {
                d.steady = q.steady + 1;
            }
        }

        level = q.level;
        pressed = q.pressed;
        reported = q.reported;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    const SHORT: u32 = 16;

    /// The levels and the presses after each clock.
    fn run(buttons: &[u64]) -> (Vec<u64>, Vec<u64>) {
        let mut debounce = Native::new(Debounce::new(SHORT));
        let [input, level, pressed] = ["buttons", "level", "pressed"].map(|name| debounce.port(name));
        buttons
            .iter()
            .map(|&value| {
                debounce.set(input, value);
                debounce.step();
                (debounce.get(level), debounce.get(pressed))
            })
            .unzip()
    }

    /// The promise in plain Rust: the level takes what has not moved for `SHORT` clocks. Two flip-flops delay it.
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
            let mut debounce = Native::new(Debounce::new(SHORT));
            let [buttons, level, pressed, reported] =
                ["buttons", "level", "pressed", "reported"].map(|name| debounce.port(name));
            let mut reports = vec![];
            for down in [held, held ^ 0b00011, held ^ 0b00011, 0] {
                debounce.set(buttons, down);
                for _ in 0..long {
                    debounce.step();
                    if debounce.get(reported) == 1 {
                        reports.push((debounce.get(level), debounce.get(pressed)));
                    } else {
                        assert_eq!(debounce.get(pressed), 0, "a press is reported");
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
        let mut seed = 1u32;
        let mut buttons = vec![0; 2 * SHORT as usize];
        while buttons.len() < 50_000 {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            let clocks = if seed >> 28 < 10 {
                1 + (seed >> 10 & 3)
            } else {
                seed >> 10 & 63
            };
            let value = buttons[buttons.len() - 1] ^ u64::from(seed >> 20 & 31);
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
}
