//! What holds of [`Controls`](super::Controls) in every clock, whatever the keyboards and the buttons do.
//!
//! | port                    | dir | width | meaning                                                                  | initial |
//! |-------------------------|-----|-------|--------------------------------------------------------------------------|---------|
//! | clock                   | in  | 1     | rising edge                                                              | –       |
//! | usb_used, usb_strobe    | in  | 1     | as the circuit's inputs                                                  | –       |
//! | key                     | in  | Key   | as the circuit's output                                                  | –       |
//! | strobe                  | in  | 1     | as the circuit's output                                                  | –       |
//! | code_strobe, code_error | in  | 1     | as the circuit's outputs                                                 | –       |
//! | down                    | in  | 5     | as the circuit's output                                                  | –       |
//! | down_valid              | in  | 1     | as the circuit's output                                                  | –       |
//! | pressed                 | in  | 5     | presses of buttons that begin                                            | –       |
//! | pending                 | in  | 5     | presses without an event so far                                          | –       |
//! | given_usb               | out | 1     | bytes come from a USB keyboard only while it is in use                   | 1       |
//! | always_served           | out | 1     | a press waits until it gets an event of its own                          | 1       |
//! | always_held             | out | 1     | the key changes only with an event                                       | 1       |
//! | always_told             | out | 1     | the buttons change only when they are told to be valid                   | 1       |
//! | always_new              | out | 1     | a press is of a button that was up, and is told with the buttons         | 1       |
//! | always_apart            | out | 1     | a byte and a lost one never come together                                | 1       |

use crate::keyboard::key::Key;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::proof::Checks;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ControlsPast {
    any: Bit,
    key: Key,
    down: Bits<5>,
    waiting: Bits<5>,
}

#[derive(Circuit)]
pub struct ControlsChecks {
    pub clock: Signal<In, Clock>,
    pub usb_used: Signal<In, Bit>,
    pub usb_strobe: Signal<In, Bit>,
    pub key: Signal<In, Key>,
    pub strobe: Signal<In, Bit>,
    pub code_strobe: Signal<In, Bit>,
    pub code_error: Signal<In, Bit>,
    pub down: Signal<In, Bits<5>>,
    pub down_valid: Signal<In, Bit>,
    pub pressed: Signal<In, Bits<5>>,
    pub pending: Signal<In, Bits<5>>,
    pub given_usb: Signal<Out, Bit>,
    pub always_served: Signal<Out, Bit>,
    pub always_held: Signal<Out, Bit>,
    pub always_told: Signal<Out, Bit>,
    pub always_new: Signal<Out, Bit>,
    pub always_apart: Signal<Out, Bit>,

    state: Register<ControlsPast>,
    /// The button that the key stands for.
    button: Signal<Local, Bits<5>>,
}

#[kernel]
impl Logic for ControlsChecks {
    fn update(&mut self) {
        d = ControlsPast { any: true, key, down, waiting: pending | pressed };
        match key {
            Key::Up => button = 0b00001.into(),
            Key::Down => button = 0b00010.into(),
            Key::Left => button = 0b00100.into(),
            Key::Right => button = 0b01000.into(),
            Key::Enter => button = 0b10000.into(),
            _ => button = 0.into(),
        }

        given_usb = !usb_strobe | usb_used;
        let served = q.waiting & !pending;
        always_served = (served == 0) | (strobe & (served == button));
        always_held = !q.any | strobe | (key == q.key);
        always_told = !q.any | down_valid | (down == q.down);
        always_new = (pressed == 0) | (down_valid & (pressed & !down == 0) & (pressed & q.down == 0));
        always_apart = !(code_strobe & code_error);
    }
}

impl Checks for ControlsChecks {
    const SEEN: &'static [(&'static str, &'static str)] =
        &[("pressed", "debounce.pressed"), ("pending", "state.q_pending")];
    const HERTZ: u32 = *super::Controls::<5, 16, 18>::CLOCKS.start();
    const DEPTH: usize = 20;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
