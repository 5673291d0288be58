//! Steps of the cursor by tilting a board with an ADXL362 accelerometer.
//!
//! ```text
//! cipo ------------> Adxl362 -- x, y, sample, present --> TiltSteps --> key, strobe
//! cs_n, sclk, copi <-'                             on ---'         '--> direction, level
//! ```
//!
//! | port      | dir | width | meaning                                                           | initial |
//! |-----------|-----|-------|-------------------------------------------------------------------|---------|
//! | clock     | in  | 1     | rising edge; 25 MHz by default                                    | –       |
//! | cipo      | in  | 1     | the sensor's data, asynchronous; without a sensor at any level    | –       |
//! | on        | in  | 1     | steps are events                                                  | –       |
//! | cs_n      | out | 1     | the sensor's chip select, active low                              | 1       |
//! | sclk      | out | 1     | its serial clock, at most 2 MHz                                   | 0       |
//! | copi      | out | 1     | data to the sensor                                                | 0       |
//! | key       | out | Key   | the key of the last event: Up, Down, Left or Right                | None    |
//! | strobe    | out | 1     | one clock: a step                                                 | 0       |
//! | present   | out | 1     | the sensor answers                                                | 0       |
//! | direction | out | Key   | where the board leans, also while not `on`; None in the dead zone | None    |
//! | level     | out | 3     | how far: 0 in the dead zone, up to 7                              | 0       |
//!
//! What the sensor is told and how its faults are met stands in `adxl362.rs`, what a step is in `tilt_steps.rs`.

use std::ops::RangeInclusive;

use super::adxl362::Adxl362;
use super::tilt_steps::TiltSteps;
use crate::Circuit;
use crate::director::SECOND;
use crate::kernel;
use crate::keyboard::key::Key;
use rust_hdl::prelude::*;

/// `TICK` and `HALF` are the counter widths of [`Adxl362`].
#[derive(Circuit)]
pub struct Tilt<const TICK: usize = 17, const HALF: usize = 3> {
    pub clock: Signal<In, Clock>,
    pub cipo: Signal<In, Bit>,
    pub on: Signal<In, Bit>,
    pub cs_n: Signal<Out, Bit>,
    pub sclk: Signal<Out, Bit>,
    pub copi: Signal<Out, Bit>,
    pub key: Signal<Out, Key>,
    pub strobe: Signal<Out, Bit>,
    pub present: Signal<Out, Bit>,
    pub direction: Signal<Out, Key>,
    pub level: Signal<Out, Bits<3>>,

    #[given]
    sensor: Adxl362<TICK, HALF>,
    steps: TiltSteps,
}

/// The circuit with wider counters, for clocks of up to 209 MHz.
pub type FastTilt = Tilt<20, 6>;

impl<const TICK: usize, const HALF: usize> Tilt<TICK, HALF> {
    /// The supported clock frequencies, in Hz.
    pub const CLOCKS: RangeInclusive<u32> = Adxl362::<TICK, HALF>::CLOCKS;

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`Tilt::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        Tilt::given(Adxl362::at(hertz))
    }
}

impl Default for Tilt {
    fn default() -> Self {
        Tilt::at(SECOND)
    }
}

#[kernel]
impl<const TICK: usize, const HALF: usize> Logic for Tilt<TICK, HALF> {
    fn update(&mut self) {
        sensor.cipo = cipo;
        Adxl362 { cs_n, sclk, copi, present, .. } = sensor;

        steps = TiltSteps { x: sensor.x, y: sensor.y, sample: sensor.sample, present: sensor.present, on };
        TiltSteps { key, strobe, direction, level, .. } = steps;
    }
}

#[cfg(test)]
mod tests;
