//! Debounces push buttons: a press counts once, however the contacts bounce.
//!
//! ```text
//! buttons[0]   __________________/‾\_/‾\_/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_/‾\_______________________   it bounces; `hold` is 6 clocks here
//! level[0]     __________________________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______   hold + 2 clocks after the last bounce
//! pressed[0]   __________________________________________/‾\_____________________________________
//! level_valid  __________/‾\_____________________________/‾\_____________________________/‾\_____   first at power-on
//! ```
//!
//! | port        | dir | width | meaning                                                                | initial |
//! |-------------|-----|-------|------------------------------------------------------------------------|---------|
//! | clock       | in  | 1     | rising edge                                                            | –       |
//! | buttons     | in  | N     | the pins: asynchronous, high while pressed                             | –       |
//! | level       | out | N     | the debounced buttons                                                  | 0       |
//! | pressed     | out | N     | one clock when a press begins                                          | 0       |
//! | level_valid | out | 1     | one clock: `level` is valid; once after power-on, then at every change | 0       |
//!
//! `N` is the number of buttons, five unless said otherwise.
//!
//! Contacts bounce for up to 10 ms, which is the default of `hold`. The buttons share one counter: `level` takes over
//! all of them once none has changed for `hold` clocks. So one counter is enough, but a button pressed while another
//! still bounces is recognised only when both are stable. While the buttons equal `level`, the counter stays at 0.
//!
//! A button that is down when `level` becomes valid was held at power-on; this is not a press.

pub mod checks;

use std::ops::RangeInclusive;

use crate::director::SECOND;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::synchroniser::Synchroniser;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct DebounceState<const N: usize, const STEADY: usize> {
    /// The buttons a clock ago.
    before: Bits<N>,
    steady: Bits<STEADY>,
    level: Bits<N>,
    pressed: Bits<N>,
    /// `level` is valid, and stays so.
    known: Bit,
    /// `level` becomes valid or changes in this clock.
    level_valid: Bit,
}

/// `STEADY` is the width of the counter for 10 ms. The default is enough for 25 MHz.
#[derive(Circuit)]
pub struct Debounce<const N: usize = 5, const STEADY: usize = 18> {
    pub clock: Signal<In, Clock>,
    pub buttons: Signal<In, Bits<N>>,
    pub level: Signal<Out, Bits<N>>,
    pub pressed: Signal<Out, Bits<N>>,
    pub level_valid: Signal<Out, Bit>,

    lines: Synchroniser<Bits<N>>,
    state: Register<DebounceState<N, STEADY>>,
    /// Clocks for which the buttons must be stable, minus two for the synchroniser.
    #[given]
    hold: Constant<Bits<STEADY>>,
}

/// The circuit with a wider counter, for clocks of up to 419 MHz.
pub type FastDebounce = Debounce<5, 22>;

/// A contact bounces for at most 1/100 s.
pub const REST: u32 = 100;

impl<const N: usize, const STEADY: usize> Debounce<N, STEADY> {
    /// The supported clock frequencies, in Hz.
    pub const CLOCKS: RangeInclusive<u32> = 2 * REST..=(1 << STEADY) * REST;

    /// Creates the circuit for a clock of `hertz`: it accepts a change of the buttons after 10 ms.
    ///
    /// # Panics
    /// If `hertz` is not in [`Debounce::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        Debounce::holding(hertz / REST)
    }

    fn holding(hold: u32) -> Self {
        assert!(
            (2..=1 << STEADY).contains(&hold),
            "a button held for {hold} clocks: 2 to 2^{STEADY} can be counted"
        );
        Debounce::given(Constant::new(u64::from(hold - 2).into()))
    }
}

impl<const N: usize> Debounce<N> {
    /// Creates the circuit for a simulation: it accepts a change of the buttons after `hold` clocks, 2 to 2^18,
    /// instead of 10 ms.
    ///
    /// # Panics
    /// If `hold` is outside that range.
    pub fn new(hold: u32) -> Self {
        Debounce::holding(hold)
    }
}

impl<const N: usize> Default for Debounce<N> {
    fn default() -> Self {
        Debounce::at(SECOND)
    }
}

#[kernel]
impl<const N: usize, const STEADY: usize> Logic for Debounce<N, STEADY> {
    fn update(&mut self) {
        lines.asynchronous = buttons;
        d.before = lines.synchronous;

        d.pressed = 0;
        d.level_valid = false;
        d.steady = 0;
        if (lines.synchronous == q.before) & (!q.known | (lines.synchronous != q.level)) {
            if q.steady == hold {
                d.level = lines.synchronous;
                d.known = true;
                d.level_valid = true;
                if q.known {
                    d.pressed = lines.synchronous & !q.level;
                }
            } else {
                d.steady = q.steady + 1;
            }
        }

        DebounceState { level, pressed, level_valid, .. } = q;
    }
}

#[cfg(test)]
mod tests;
