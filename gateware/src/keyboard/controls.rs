//! Merges a keyboard, PS/2 or USB, and five push buttons into one stream of key events.
//!
//! ```text
//! PS/2      ps2_clk, ps2_data -> receiver --.
//! USB       usb_code, usb_strobe -----------+-> decoder --.
//!                                           |             +--> key, strobe
//! buttons   up down left right centre -> debounce -> pending, one flag each
//!                                           '--> last_code
//! ```
//!
//! | port        | dir | width | meaning                                                                    | initial |
//! |-------------|-----|-------|----------------------------------------------------------------------------|---------|
//! | clock       | in  | 1     | rising edge; 25 MHz by default                                             | –       |
//! | ps2_clk     | in  | 1     | the keyboard's clock, asynchronous                                         | –       |
//! | ps2_data    | in  | 1     | the keyboard's data, asynchronous                                          | –       |
//! | usb_used    | in  | 1     | a USB keyboard is in use: the other's bytes do not count                   | –       |
//! | usb_code    | in  | 8     | its last byte, held until the next                                         | –       |
//! | usb_strobe  | in  | 1     | one clock for each byte; only while `usb_used`                             | –       |
//! | buttons     | in  | 5     | 0 up, 1 down, 2 left, 3 right, 4 centre; asynchronous, high while pressed  | –       |
//! | key         | out | Key   | the key of the last event                                                  | None    |
//! | strobe      | out | 1     | one clock: a key was pressed, or the keyboard repeats a held direction key | 0       |
//! | last_code   | out | 8     | the last byte from the keyboard                                            | 0       |
//! | code_strobe | out | 1     | one clock: `last_code` is new                                              | 0       |
//! | code_error  | out | 1     | one clock: a frame from the keyboard was dropped                           | 0       |
//! | down        | out | 5     | the debounced buttons, in the order of `buttons`                           | 0       |
//! | down_valid  | out | 1     | one clock: `down` is valid; once after power-on, then at every change      | 0       |
//!
//! The buttons act as the arrows and Enter. A press that coincides with another event waits in its button's flag. The
//! keyboard takes priority, since its events cannot wait. Events may come in successive clocks. A button held at
//! power-on is in `down` but causes no event.

pub mod checks;

use std::ops::RangeInclusive;

use super::debounce::Debounce;
use super::key::Key;
use super::ps2_decoder::Ps2Decoder;
use super::ps2_receiver::Ps2Receiver;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct ControlsState {
    /// Button presses whose events are still to come.
    pending: Bits<5>,
    key: Key,
    strobe: Bit,
}

/// `PULSE`, `PAUSE` and `STEADY` are the counter widths of [`Ps2Receiver`] and [`Debounce`].
#[derive(Circuit)]
pub struct Controls<const PULSE: usize = 5, const PAUSE: usize = 16, const STEADY: usize = 18> {
    pub clock: Signal<In, Clock>,
    pub ps2_clk: Signal<In, Bit>,
    pub ps2_data: Signal<In, Bit>,
    pub usb_used: Signal<In, Bit>,
    pub usb_code: Signal<In, Bits<8>>,
    pub usb_strobe: Signal<In, Bit>,
    pub buttons: Signal<In, Bits<5>>,
    pub key: Signal<Out, Key>,
    pub strobe: Signal<Out, Bit>,
    pub last_code: Signal<Out, Bits<8>>,
    pub code_strobe: Signal<Out, Bit>,
    pub code_error: Signal<Out, Bit>,
    pub down: Signal<Out, Bits<5>>,
    pub down_valid: Signal<Out, Bit>,

    #[given]
    receiver: Ps2Receiver<PULSE, PAUSE>,
    decoder: Ps2Decoder,
    #[given]
    debounce: Debounce<5, STEADY>,
    state: Register<ControlsState>,
    direction: Signal<Local, Bit>,
    served: Signal<Local, Bits<5>>,
    /// The byte of the keyboard in use, its strobe, and that one was lost.
    byte_code: Signal<Local, Bits<8>>,
    byte_strobe: Signal<Local, Bit>,
    byte_error: Signal<Local, Bit>,
}

/// The circuit with wider counters, for clocks of up to 255 MHz.
pub type FastControls = Controls<8, 19, 22>;

impl<const PULSE: usize, const PAUSE: usize, const STEADY: usize> Controls<PULSE, PAUSE, STEADY> {
    /// The supported clock frequencies, in Hz: those that both parts support.
    pub const CLOCKS: RangeInclusive<u32> = {
        let (receiver, debounce) = (Ps2Receiver::<PULSE, PAUSE>::CLOCKS, Debounce::<5, STEADY>::CLOCKS);
        let slowest = match *receiver.start() > *debounce.start() {
            true => *receiver.start(),
            false => *debounce.start(),
        };
        let fastest = match *receiver.end() < *debounce.end() {
            true => *receiver.end(),
            false => *debounce.end(),
        };
        slowest..=fastest
    };

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`Controls::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        Controls::given(Ps2Receiver::at(hertz), Debounce::at(hertz))
    }
}

impl Controls {
    /// Creates the circuit for a simulation: it accepts a change of the buttons after `hold` clocks instead of 10 ms
    /// (see [`Debounce::new`]).
    pub fn with_hold(hold: u32) -> Self {
        Controls::given(Ps2Receiver::default(), Debounce::new(hold))
    }
}

impl Default for Controls {
    fn default() -> Self {
        Controls::given(Ps2Receiver::default(), Debounce::default())
    }
}

#[kernel]
impl<const PULSE: usize, const PAUSE: usize, const STEADY: usize> Logic for Controls<PULSE, PAUSE, STEADY> {
    fn update(&mut self) {
        receiver = Ps2Receiver { ps2_clk, ps2_data };
        byte_code = if usb_used { usb_code } else { receiver.code };
        byte_strobe = if usb_used { usb_strobe } else { receiver.strobe };
        byte_error = receiver.error & !usb_used;
        decoder = Ps2Decoder { code: byte_code, strobe: byte_strobe, error: byte_error };
        debounce.buttons = buttons;

        match decoder.key {
            Key::Up => direction = true,
            Key::Down => direction = true,
            Key::Left => direction = true,
            Key::Right => direction = true,
            _ => direction = false,
        }

        // The presses without an event, including those of this clock; and the one whose event is output now.
        let waiting = q.pending | debounce.pressed;
        served = 0;
        d.strobe = false;
        if decoder.pressed | (decoder.repeated & direction) {
            d.key = decoder.key;
            d.strobe = true;
        } else if waiting.any() {
            d.strobe = true;
            if waiting.get_bit(0) {
                d.key = Key::Up;
                served = 0b00001;
            } else if waiting.get_bit(1) {
                d.key = Key::Down;
                served = 0b00010;
            } else if waiting.get_bit(2) {
                d.key = Key::Left;
                served = 0b00100;
            } else if waiting.get_bit(3) {
                d.key = Key::Right;
                served = 0b01000;
            } else {
                d.key = Key::Enter;
                served = 0b10000;
            }
        }
        d.pending = waiting & !served;

        ControlsState { key, strobe, .. } = q;
        last_code = byte_code;
        code_strobe = byte_strobe;
        code_error = byte_error;
        down = debounce.level;
        down_valid = debounce.level_valid;
    }
}

#[cfg(test)]
mod tests {
    use super::super::key::{KEYS, named};
    use super::*;
    use tengen_sim::{ByName, Engine, Keyboard, KeyboardFrame, KeyboardTiming, Native};

    const HOLD: u32 = 16;

    /// Runs until the keyboard has sent everything and the buttons have settled, and returns the keys. `buttons`
    /// gives the buttons' levels for each clock.
    fn run(controls: &mut Native<Controls>, keyboard: &mut Keyboard, buttons: impl Fn(u32) -> u64) -> Vec<Key> {
        let mut events = vec![];
        let mut clock = 0;
        let mut more = 500;
        while more > 0 {
            if keyboard.idle() {
                more -= 1;
            }
            let pins = &mut controls.circuit;
            (pins.ps2_clk.next, pins.ps2_data.next) = keyboard.next();
            pins.buttons.next = buttons(clock).into();
            controls.settle();
            controls.step();
            clock += 1;
            if controls.circuit.strobe.val() {
                events.push(controls.circuit.key.val());
            }
        }
        events
    }

    fn new() -> (Native<Controls>, Keyboard) {
        let mut keyboard = Keyboard::new(KeyboardTiming::fast());
        keyboard.pause(100);
        (Native::new(Controls::with_hold(HOLD)), keyboard)
    }

    #[test]
    fn every_key_acts_once_a_press_and_directions_repeat() {
        let (mut controls, mut keyboard) = new();
        let mut expected = vec![];
        for key in KEYS {
            keyboard.press(key.code, key.extended);
            keyboard.press(key.code, key.extended);
            keyboard.press(key.code, key.extended);
            keyboard.release(key.code, key.extended);
            expected.extend(vec![key.key; if key.key.is_direction() { 3 } else { 1 }]);
        }
        assert_eq!(run(&mut controls, &mut keyboard, |_| 0), expected);
        assert_eq!(
            controls.circuit.last_code.val().index(),
            usize::from(KEYS[KEYS.len() - 1].code)
        );
    }

    #[test]
    fn five_buttons_at_once_are_five_events() {
        let (mut controls, mut keyboard) = new();
        let events = run(&mut controls, &mut keyboard, |clock| if clock > 20 { 31 } else { 0 });
        assert_eq!(events, [Key::Up, Key::Down, Key::Left, Key::Right, Key::Enter]);
    }

    #[test]
    fn a_button_held_at_power_on_is_down_but_no_event() {
        let (mut controls, mut keyboard) = new();
        assert_eq!(run(&mut controls, &mut keyboard, |_| 0b10001), []);
        assert_eq!((controls.read("down"), controls.read("down_valid")), (0b10001, 0));
        assert_eq!(run(&mut controls, &mut keyboard, |_| 0b00010), [Key::Down]);
        assert_eq!(controls.read("down"), 0b00010);
    }

    #[test]
    fn every_byte_and_every_bad_frame_is_told() {
        let (mut controls, mut keyboard) = new();
        let [code, strobe, error] = ["last_code", "code_strobe", "code_error"].map(|name| controls.port(name));
        for byte in [0x1C, 0xF0, 0x1C, 0xE0, 0x00, 0xFF] {
            keyboard.send(byte);
            keyboard.send_frame(KeyboardFrame::new(byte).wrong_parity());
        }
        let (mut codes, mut errors) = (vec![], 0);
        while !keyboard.idle() {
            let (clk, data) = keyboard.next();
            let pins = &mut controls.circuit;
            (pins.ps2_clk.next, pins.ps2_data.next) = (clk, data);
            controls.settle();
            controls.step();
            if controls.get(strobe) == 1 {
                codes.push(controls.get(code));
            }
            errors += controls.get(error);
        }
        assert_eq!(
            (codes.as_slice(), errors),
            (&[0x1C, 0xF0, 0x1C, 0xE0, 0x00, 0xFF][..], 6)
        );
    }

    #[test]
    fn while_a_usb_keyboard_is_in_use_its_bytes_count_and_no_others() {
        let (mut controls, mut keyboard) = new();
        let [space, up] = ["space", "up"].map(|name| named(name).unwrap());
        controls.drive("usb_used", 1);
        keyboard.press(space.code, space.extended);
        keyboard.send_frame(KeyboardFrame::new(space.code).wrong_parity());
        assert_eq!(run(&mut controls, &mut keyboard, |_| 0), []);
        assert_eq!(controls.read("last_code"), 0);

        controls.drive("usb_strobe", 1);
        for code in [0xE0, up.code] {
            controls.drive("usb_code", code.into());
            controls.settle();
            assert_eq!(
                (controls.read("last_code"), controls.read("code_strobe")),
                (code.into(), 1)
            );
            controls.step();
        }
        controls.drive("usb_strobe", 0);
        assert_eq!(run(&mut controls, &mut keyboard, |_| 0), [Key::Up]);

        controls.drive("usb_used", 0);
        keyboard.press(space.code, space.extended);
        assert_eq!(run(&mut controls, &mut keyboard, |_| 0), [Key::Enter]);
    }

    #[test]
    fn whenever_a_button_comes_down_around_a_key_both_are_told() {
        let space = named("space").unwrap();
        // The key event comes after about 830 clocks, a button's event 19 clocks after the press.
        let mut orders = vec![];
        for down in 780..840 {
            let (mut controls, mut keyboard) = new();
            keyboard.press(space.code, space.extended);
            let events = run(
                &mut controls,
                &mut keyboard,
                |clock| if clock > down { 0b00011 } else { 0 },
            );
            let place = events.iter().position(|key| *key == Key::Enter).expect("the key");
            let buttons: Vec<Key> = events.into_iter().filter(|key| *key != Key::Enter).collect();
            assert_eq!(buttons, [Key::Up, Key::Down], "buttons down at clock {down}");
            orders.push(place);
        }
        orders.dedup();
        assert_eq!(orders, [2, 1, 0], "the key came after, between and before the buttons");
    }
}
