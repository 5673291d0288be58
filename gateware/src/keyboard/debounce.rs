//! Five push buttons made clean: a press is one press, however the contacts bounce.
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
//! | buttons     | in  | 5     | as the pins show them: asynchronous, high down                         | –       |
//! | level       | out | 5     | as a person means them                                                 | 0       |
//! | pressed     | out | 5     | one clock at the start of each press                                   | 0       |
//! | level_valid | out | 1     | one clock: `level` is valid, once after power-on, then at every change | 0       |
//!
//! Contacts bounce for up to 10 ms, which is what `hold` is by default. The five share one counter: `level` takes all
//! five once none of them has moved for `hold` clocks. That costs one counter instead of five, and a button pressed
//! while another still bounces waits for it. While the buttons are as `level` shows them nothing counts.
//!
//! A button that is down when `level` becomes valid was down at power-on: that is no press.

use std::ops::RangeInclusive;

use crate::director::SECOND;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::synchroniser::Synchroniser;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct DebounceState<const STEADY: usize> {
    /// How the buttons were a clock ago, and for how many clocks they have been so.
    before: Bits<5>,
    steady: Bits<STEADY>,
    level: Bits<5>,
    pressed: Bits<5>,
    /// `level` has been valid once since power-on; it becomes valid or changes now.
    known: Bit,
    level_valid: Bit,
}

/// `STEADY` is the width of the counter that times 10 ms. The default is enough for 25 MHz.
#[derive(Circuit)]
pub struct Debounce<const STEADY: usize = 18> {
    pub clock: Signal<In, Clock>,
    pub buttons: Signal<In, Bits<5>>,
    pub level: Signal<Out, Bits<5>>,
    pub pressed: Signal<Out, Bits<5>>,
    pub level_valid: Signal<Out, Bit>,

    lines: Synchroniser<Bits<5>>,
    state: Register<DebounceState<STEADY>>,
    /// Clocks a button must keep still, less the two of the synchroniser.
    #[given]
    hold: Constant<Bits<STEADY>>,
}

/// A wider one, for clocks of up to 419 MHz.
pub type FastDebounce = Debounce<22>;

/// A contact has stopped bouncing after 1/100 s.
pub const REST: u32 = 100;

impl<const STEADY: usize> Debounce<STEADY> {
    /// The clock frequencies it can be built for, in Hz.
    pub const CLOCKS: RangeInclusive<u32> = 2 * REST..=(1 << STEADY) * REST;

    /// On a clock of so many hertz: accepts a change of the buttons after 10 ms.
    ///
    /// # Panics
    /// If it is none of [`Debounce::CLOCKS`].
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

impl Debounce {
    /// Accepts a change of the buttons after `hold` clocks, 2 to 2^18: a simulation need not wait 10 ms.
    ///
    /// # Panics
    /// Outside that range.
    pub fn new(hold: u32) -> Self {
        Debounce::holding(hold)
    }
}

impl Default for Debounce {
    fn default() -> Self {
        Debounce::at(SECOND)
    }
}

#[kernel]
impl<const STEADY: usize> Logic for Debounce<STEADY> {
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
