//! Makes steps of the cursor of a board's tilt: one at once, and then the faster the further it leans.
//!
//! ```text
//! sample     ____/‾‾‾\___/‾‾‾\_______ .. ________/‾‾‾\___/‾‾‾\___/‾‾‾\___________
//! x          = 0 ====X 224 ========== .. = 224 ==========X 195 ==X 0 ============
//! y          = 0 ==================== .. = 0 ====================X 32 ===========
//! direction  = None =========X Right= .. = Right ====================X Down =====
//! level      = 0 ============X 2 ==== .. = 2 ================X 6 ====X 2 ========
//! key        = None =========X Right= .. = Right ====================X Down =====
//! strobe     ________________/‾‾‾\___ .. ____________________________/‾‾‾\_______
//! ```
//!
//! | port      | dir | width | meaning                                                                    | initial |
//! |-----------|-----|-------|----------------------------------------------------------------------------|---------|
//! | clock     | in  | 1     | rising edge                                                                | –       |
//! | x, y      | in  | 8     | the acceleration, two's complement, 16 mg each                             | –       |
//! | sample    | in  | 1     | strobe: `x` and `y` are new; 100 a second                                  | –       |
//! | present   | in  | 1     | there is a sensor                                                          | –       |
//! | on        | in  | 1     | steps are events                                                           | –       |
//! | key       | out | Key   | the key of the last event: Up, Down, Left or Right                         | None    |
//! | strobe    | out | 1     | one clock: a step                                                          | 0       |
//! | direction | out | Key   | where the board leans, also while not `on`; None in the dead zone          | None    |
//! | level     | out | 3     | how far: 0 in the dead zone, up to 7                                       | 0       |
//!
//! X points to the right of the board and Y away from the player. A sensor at rest shows what holds it up, so the side
//! that is lowered is the negative one: a board lowered on its right has a negative X and steps to the right.
//!
//! | level | lean, in units of 64 mg | angle, at least | steps a second |
//! |-------|-------------------------|-----------------|----------------|
//! | 1     | 4 to 6                  | 15°             | 2              |
//! | 2     | 7, 8                    | 27°             | 4              |
//! | 3     | 9 to 11                 | 35°             | 6              |
//! | 4     | 12                      | 50°             | 8              |
//! | 5     | 13, 14                  | 56°             | 10             |
//! | 6     | 15                      | 74°             | 12             |
//! | 7     | 16 and more             | 90°, or shaken  | 14             |
//!
//! The larger of the two axes counts alone. Noise at a border makes no steps: the dead zone is left at 4 units, and
//! entered again below 3; while the board leans, the other axis takes over only if it is two units larger. A sample's noise
//! is 3 mg (rms), and a sensor that lies flat shows at most 150 mg (`tengen_sim::adxl362`).
//!
//! A new direction, from the dead zone or from another direction, is a step at once. The time to the next step depends on
//! the level of each sample: a board that is tilted further does not wait for a slow step first.

pub mod checks;

use rust_hdl::prelude::*;
use tengen_hdl::library::memory::Table;

use crate::keyboard::key::Key;
use crate::{Circuit, LogicStruct, Register, kernel};

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct TiltStepsState {
    direction: Key,
    level: Bits<3>,
    /// Samples since the last step.
    since: Bits<6>,
    key: Key,
    strobe: Bit,
}

#[derive(Circuit)]
pub struct TiltSteps {
    pub clock: Signal<In, Clock>,
    pub x: Signal<In, Bits<8>>,
    pub y: Signal<In, Bits<8>>,
    pub sample: Signal<In, Bit>,
    pub present: Signal<In, Bit>,
    pub on: Signal<In, Bit>,
    pub key: Signal<Out, Key>,
    pub strobe: Signal<Out, Bit>,
    pub direction: Signal<Out, Key>,
    pub level: Signal<Out, Bits<3>>,

    state: Register<TiltStepsState>,
    /// The level by the lean.
    #[init(Table::new((0..32).map(|lean| level_of(lean).into())))]
    levels: Table<Bits<3>, 5>,
    /// Samples from one step to the next, by the level.
    #[init(Table::new((0..8).map(|level| period_of(level).into())))]
    periods: Table<Bits<6>, 3>,
    /// The present direction is along this axis.
    sideways: Signal<Local, Bit>,
    upright: Signal<Local, Bit>,
    /// The direction of this sample, if it is outside the dead zone.
    towards: Signal<Local, Key>,
}

/// The lean at which the dead zone is left, and that below which it is entered again, in units of 64 mg.
const LEAVE: u64 = 4;
const ENTER: u64 = 3;
/// A unit of lean, in mg.
const UNIT: f64 = 64.0;
/// From one level to the next, in degrees.
const LEVEL: f64 = 10.0;
const LEVELS: u64 = 7;
/// Samples a second, and the steps a second of each level above the one before.
const SAMPLES: u64 = 100;
const RATE: u64 = 2;

/// The level of a lean. Between `ENTER` and `LEAVE` it is that of the dead zone's border.
fn level_of(lean: u64) -> u64 {
    let angle = |lean: u64| (lean as f64 * UNIT / 1000.0).min(1.0).asin().to_degrees();
    match lean {
        0..ENTER => 0,
        _ => 1 + (((angle(lean.max(LEAVE)) - angle(LEAVE)) / LEVEL) as u64).min(LEVELS - 1),
    }
}

/// Samples from one step to the next, to the nearest.
fn period_of(level: u64) -> u64 {
    let rate = RATE * level.max(1);
    (SAMPLES + rate / 2) / rate
}

#[kernel]
impl Logic for TiltSteps {
    fn update(&mut self) {
        match q.direction {
            Key::Left | Key::Right => sideways = true,
            _ => sideways = false,
        }
        match q.direction {
            Key::Up | Key::Down => upright = true,
            _ => upright = false,
        }

        // The size of each axis in units. The complement is the nearest to a negation: both sides of zero are alike.
        let x_size = if x.get_bit(7) { !x.get_bits::<5>(2) } else { x.get_bits::<5>(2) };
        let y_size = if y.get_bit(7) { !y.get_bits::<5>(2) } else { y.get_bits::<5>(2) };

        // The larger axis; while the board leans, the present one up to a difference of one unit.
        let kept = if upright { y_size } else { x_size };
        let other = if upright { x_size } else { y_size };
        let margin = sideways | upright;
        let turns = bit_cast::<6, 5>(other) > bit_cast::<6, 5>(kept) + margin;
        let lean = if turns { other } else { kept };
        if upright ^ turns {
            towards = if y.get_bit(7) { Key::Up } else { Key::Down };
        } else {
            towards = if x.get_bit(7) { Key::Right } else { Key::Left };
        }

        levels.address = lean;
        periods.address = levels.data;
        let same = towards == q.direction;
        let leans = (lean >= LEAVE) | (same & (lean >= ENTER));
        let due = !same | (q.since >= periods.data);

        d.strobe = false;
        if sample {
            d.direction = Key::None;
            d.level = 0;
            if leans {
                d.direction = towards;
                d.level = levels.data;
                d.since = q.since + 1;
                if due {
                    d.since = 1;
                    d.strobe = on;
                }
                if due & on {
                    d.key = towards;
                }
            }
        }
        if !present {
            d.direction = Key::None;
            d.level = 0;
            d.strobe = false;
        }

        TiltStepsState { direction, level, key, strobe, .. } = q;
    }
}

#[cfg(test)]
mod tests;
