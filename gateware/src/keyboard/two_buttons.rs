//! Plays five buttons with two: a short press of either, a long one of either, and both at once.
//!
//! ```text
//! pressed[0]   ___/‾‾‾‾‾\______________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\______________
//! pressed[1]   ____________________________________________________________/‾‾‾‾‾\__
//! right        __________/‾‾\_____________________________________________________    short, when released
//! left         _______________________________/‾‾\______/‾‾\_________________________    long: after 0.4 s, then each 0.2 s
//! down         __________________________________________________________________/‾‾
//! ```
//!
//! | the first          | the second | plays                                |
//! |--------------------|------------|--------------------------------------|
//! | short              | –          | right                                |
//! | long               | –          | left, repeated                       |
//! | –                  | short      | down                                 |
//! | –                  | long       | up, repeated                         |
//! | with the second    | with the first | centre, for as long as both are down |
//!
//! | port    | dir | width | meaning                                                                  | initial |
//! |---------|-----|-------|--------------------------------------------------------------------------|---------|
//! | clock   | in  | 1     | rising edge                                                              | –       |
//! | pressed | in  | 2     | the first and the second button: asynchronous, high while pressed        | –       |
//! | buttons | out | 5     | 0 up, 1 down, 2 left, 3 right, 4 centre: each high for 20 ms or longer    | 0       |
//!
//! The outputs go to a [`Debounce`] like those of five real buttons, so each is high for twice the time that it waits
//! for, and low as long after that. While an output is high, and for 20 ms after it, no press begins: nobody presses
//! that fast. Buttons held at power-on act as the centre if both are, so that the bring-up page can be had, and otherwise
//! do nothing until all are released.

use std::ops::RangeInclusive;

use super::debounce::{Debounce, REST};
use crate::director::SECOND;
use crate::{Circuit, LogicState, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

/// What the buttons are doing.
#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Phase {
    /// Nothing has been released since power-on.
    PowerOn,
    /// None is down.
    Idle,
    /// One is down, not yet for long.
    Held,
    /// An output is high.
    Press,
    /// No output is high, and none may be yet.
    Rest,
    /// A long press goes on.
    Again,
    /// Both are down.
    Both,
    /// Until none is down.
    Release,
}

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    phase: Phase,
    /// The button that is down is the second.
    second: Bit,
    /// It has been down for long.
    long: Bit,
    /// Clocks left in this phase.
    left: Bits<24>,
    /// Both pins were high a clock ago. It is not debounced, and used at power-on alone.
    both: Bit,
    buttons: Bits<5>,
}

#[derive(Circuit)]
pub struct TwoButtons {
    pub clock: Signal<In, Clock>,
    pub pressed: Signal<In, Bits<2>>,
    pub buttons: Signal<Out, Bits<5>>,

    #[given]
    debounce: Debounce<2>,
    state: Register<State>,
    /// Clocks, less one: of an output and of the rest after it; until a press is long; and between repeats, without an
    /// output and its rest.
    #[given]
    pulse: Constant<Bits<24>>,
    #[given]
    long: Constant<Bits<24>>,
    #[given]
    again: Constant<Bits<24>>,
}

/// Parts of a second: an output is high for twice the time in which contacts bounce.
const PULSES: u32 = REST / 2;
/// 0.4 s make a long press.
const LONG_MS: u32 = 400;
/// From one repeat to the next.
const REPEAT_MS: u32 = 200;

impl TwoButtons {
    /// The supported clock frequencies, in Hz: those of [`Debounce`].
    pub const CLOCKS: RangeInclusive<u32> = <Debounce<2>>::CLOCKS;

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`TwoButtons::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        let ms = |time: u32| (u64::from(hertz) * u64::from(time) / 1000) as u32;
        TwoButtons::timed(Debounce::at(hertz), hertz / PULSES, ms(LONG_MS), ms(REPEAT_MS))
    }

    /// Creates the circuit for a simulation: contacts bounce for `hold` clocks, and all times are in proportion.
    pub fn with_hold(hold: u32) -> Self {
        let per = |time: u32| hold * REST * time / 1000;
        TwoButtons::timed(Debounce::new(hold), 2 * hold, per(LONG_MS), per(REPEAT_MS))
    }

    fn timed(debounce: Debounce<2>, pulse: u32, long: u32, repeat: u32) -> Self {
        let less_one = |clocks: u32| Constant::new(u64::from(clocks - 1).into());
        TwoButtons::given(debounce, less_one(pulse), less_one(long), less_one(repeat - 2 * pulse))
    }
}

impl Default for TwoButtons {
    fn default() -> Self {
        TwoButtons::at(SECOND)
    }
}

#[kernel]
impl Logic for TwoButtons {
    fn update(&mut self) {
        debounce.buttons = pressed;
        let first = debounce.level.get_bit(0);
        let second = debounce.level.get_bit(1);
        let over = q.left == 0;

        d.both = pressed.all();
        d.buttons = 0;
        d.left = if over { 0 } else { q.left - 1 };
        match q.phase {
            Phase::PowerOn => {
                d.buttons = bit_cast::<5, 1>(q.both.into()) << 4;
                if debounce.level_valid & !first & !second {
                    d.phase = Phase::Idle;
                }
            }
            Phase::Idle => {
                d.second = second;
                d.long = false;
                d.left = long;
                if first & second {
                    d.left = pulse;
                    d.phase = Phase::Both;
                } else if first | second {
                    d.phase = Phase::Held;
                }
            }
            Phase::Held => {
                if first & second {
                    d.left = pulse;
                    d.phase = Phase::Both;
                } else if over | (!first & !second) {
                    d.long = over;
                    d.left = pulse;
                    d.phase = Phase::Press;
                }
            }
            Phase::Press => {
                // The first button is right and left, the second down and up; the latter of each if the press was long.
                if q.long {
                    d.buttons = if q.second { 1 } else { 4 };
                } else {
                    d.buttons = if q.second { 2 } else { 8 };
                }
                if over {
                    d.left = pulse;
                    d.phase = Phase::Rest;
                }
            }
            Phase::Rest => {
                if over {
                    d.left = again;
                    d.phase = if q.long { Phase::Again } else { Phase::Idle };
                }
            }
            Phase::Again => {
                if (first == second) | (second != q.second) {
                    d.left = 0;
                    d.phase = Phase::Release;
                } else if over {
                    d.left = pulse;
                    d.phase = Phase::Press;
                }
            }
            Phase::Both => {
                d.buttons = 16;
                if over & !(first & second) {
                    d.left = pulse;
                    d.phase = Phase::Release;
                }
            }
            Phase::Release => {
                if over & !first & !second {
                    d.phase = Phase::Idle;
                }
            }
        }
        buttons = q.buttons;
    }
}

#[cfg(test)]
mod tests;
