//! Polls a gamepad of the SNES kind and makes key events of its buttons.
//!
//! ```text
//! latch      __/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_________________________________________________ .. __/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_________________________________________________
//! pad_clock  ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______/‾‾‾‾‾‾‾\_______/‾‾‾‾‾‾‾\_______/‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______/‾‾‾‾‾‾‾\_______/‾‾‾‾‾‾‾\_______/‾
//! data       __________________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______________/‾ .. __________________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______________/‾
//! strobe     ____________________________________________________________________ .. ________________________/‾\_____________________________/‾\_________
//! key        = None ============================================================= .. = None =================X Escape =======================X Mode =====
//! ```
//!
//! | port      | dir | width | meaning                                                          | initial |
//! |-----------|-----|-------|------------------------------------------------------------------|---------|
//! | clock     | in  | 1     | rising edge; 25 MHz by default                                   | –       |
//! | data      | in  | 1     | the pad's data: asynchronous, low for a pressed button; pull up  | –       |
//! | latch     | out | 1     | high for 12 us, 60 times a second: the pad loads its buttons     | 0       |
//! | pad_clock | out | 1     | the pad's clock: it sends its next button after each rising edge | 1       |
//! | key       | out | Key   | the key of the last event                                        | None    |
//! | strobe    | out | 1     | one clock: a button was pressed, or a held direction repeats     | 0       |
//!
//! | bit  | button                | key                   |
//! |------|-----------------------|-----------------------|
//! | 0    | B                     | Escape                |
//! | 1    | Y                     | Undo                  |
//! | 2    | Select                | Mode                  |
//! | 3    | Start                 | Enter                 |
//! | 4–7  | up, down, left, right | Up, Down, Left, Right |
//! | 8    | A                     | Enter                 |
//! | 9    | X                     | Hint                  |
//! | 10   | L                     | Level                 |
//! | 11   | R                     | Pass                  |
//!
//! **Polls.** All times are beats of 6 us. The latch is high for two, and after one more the clock falls for the first of
//! 16 times, two beats apart. Each bit is taken where the clock falls. Pads that send 24 bits load anew at the next latch,
//! so what they send after the buttons has no effect. One counter measures each beat, and the pause until the next latch as
//! a whole. In the pause no other register changes, so the fast engine skips it.
//!
//! **Bounce.** A button counts when two successive polls agree. Contacts bounce for 10 ms at most, and polls are 16.7 ms
//! apart, so only one poll can fall into a bounce.
//!
//! **Repeats.** The button pressed last repeats while it is held, if it is a direction: after half a second, then ten times
//! a second. As on a keyboard, a press of another button ends the repeats.
//!
//! **Absent pads.** Without a pad the pull-up holds the line high: nothing is pressed, and a button held when the plug is
//! pulled counts as released. A line that is low for all 16 bits is no pad, since a pad's contacts cannot all be closed:
//! such a poll presses nothing, and releases what was held. A pad with fewer bits, such as that of the NES, reads as one
//! whose other buttons are held.
//!
//! Source: the console's own times, as in "Super Nintendo Entertainment System: pinouts & protocol", GameFAQs, 1996 (12 us
//! of latch; 6 us later 16 clocks of 12 us each, of which half is low; data is read where the clock falls; once a picture).

pub mod checks;

use std::ops::RangeInclusive;

use super::key::Key;
use crate::director::SECOND;
use crate::{Circuit, LogicStruct, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::{memory::Table, synchroniser::Synchroniser};

/// The meaning of each button, in the order in which the pad sends them.
pub const BUTTONS: [Key; 12] = [
    Key::Escape,
    Key::Undo,
    Key::Mode,
    Key::Enter,
    Key::Up,
    Key::Down,
    Key::Left,
    Key::Right,
    Key::Enter,
    Key::Hint,
    Key::Level,
    Key::Pass,
];

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct GamepadState {
    latch: Bit,
    /// The pad's clock is low.
    low: Bit,
    /// A bit of this poll was high.
    high: Bit,
    /// No bit of the poll before was high: there is no pad.
    low_line: Bit,
    /// The buttons pressed in the last poll, the next to be read in bit 0.
    pressed: Bits<12>,
    /// The buttons that count as held, in the same order.
    held: Bits<12>,
    /// The button pressed last.
    newest: Bits<4>,
    /// Polls until it repeats.
    wait: Bits<5>,
    key: Key,
    strobe: Bit,
}

/// `N` is the width of the counter for the pause between two polls. The default is enough for 31 MHz.
#[derive(Circuit)]
pub struct Gamepad<const N: usize = 19> {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bit>,
    pub latch: Signal<Out, Bit>,
    pub pad_clock: Signal<Out, Bit>,
    pub key: Signal<Out, Key>,
    pub strobe: Signal<Out, Bit>,

    line: Synchroniser<Bit>,
    /// A beat, or the pause: 0 to 31 for the bits, `PAUSE`, then two with the latch high.
    #[init(PAUSE + 1)]
    phase: Register<Bits<6>>,
    /// Clocks of this phase so far. The only register that changes in the pause.
    count: Register<Bits<N>>,
    state: Register<GamepadState>,
    #[init(Table::new(BUTTONS))]
    keys: Table<Key, 4>,
    /// `count` in the last clock of a beat, and of the pause.
    #[given]
    last_of_beat: Constant<Bits<N>>,
    #[given]
    last_of_pause: Constant<Bits<N>>,
}

/// The circuit with a wider counter, for clocks of up to 509 MHz.
pub type FastGamepad = Gamepad<23>;

/// The slowest supported clock: a beat of six clocks.
const SLOWEST: u32 = 1_000_000;
/// A beat in microseconds: half a period of the pad's clock.
const BEAT_US: u32 = 6;
/// Polls a second.
const POLLS: u32 = 60;
/// The phase after the last bit.
const PAUSE: u64 = 32;
/// The last phase: the second beat of the latch.
const LAST_PHASE: u64 = PAUSE + 2;
/// The length of the pause, in beats. Every other phase is one.
const PAUSE_BEATS: u32 = 1_000_000 / BEAT_US / POLLS - LAST_PHASE as u32;
/// The last of the 16 bits.
const LAST_BIT: u64 = 15;
/// The first bit after the buttons.
const REST: u64 = BUTTONS.len() as u64;
/// Polls from a press to the first repeat, and from one repeat to the next, less one.
const DELAY: u64 = POLLS as u64 / 2 - 1;
const PERIOD: u64 = POLLS as u64 / 10 - 1;

impl<const N: usize> Gamepad<N> {
    /// The supported clock frequencies, in Hz.
    pub const CLOCKS: RangeInclusive<u32> = SLOWEST..=(1 << N) / PAUSE_BEATS * 1_000_000 / BEAT_US;

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`Gamepad::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        Gamepad::timed((hertz * BEAT_US).div_ceil(1_000_000), PAUSE_BEATS)
    }

    /// Creates the circuit with beats of `beat` clocks and a pause of `pause` beats.
    fn timed(beat: u32, pause: u32) -> Self {
        assert!(
            beat >= 4 && beat * pause <= 1 << N,
            "a beat of {beat} clocks: at least 4, and a pause of {pause} beats must fit {N} bits"
        );
        let last_of = |clocks: u32| Constant::new(u64::from(clocks - 1).into());
        Gamepad::given(last_of(beat), last_of(beat * pause))
    }
}

impl Gamepad {
    /// Creates the circuit for a simulation: polls in beats of four clocks, with a pause of two beats.
    pub fn fast() -> Self {
        Gamepad::timed(4, 2)
    }
}

impl Default for Gamepad {
    fn default() -> Self {
        Gamepad::at(SECOND)
    }
}

#[kernel]
impl<const N: usize> Logic for Gamepad<N> {
    fn update(&mut self) {
        line.asynchronous = data;

        let pauses = phase.q == PAUSE;
        let last = if pauses { last_of_pause } else { last_of_beat };
        // `count` starts from 0, so it equals `last` as soon as it has all its ones: half of the bits need no comparison.
        let ends = (count.q & last) == last;
        count.d = if ends { 0 } else { count.q + 1 };
        if ends {
            phase.d = if phase.q == LAST_PHASE { 0 } else { phase.q + 1 };
        }

        // Each bit has a beat with the clock high, at whose end it is taken, and one with the clock low.
        let bits = !phase.q.get_bit(5);
        let low = phase.q.get_bit(0);
        let place = phase.q.get_bits::<4>(1);
        d.latch = !bits & !pauses;
        d.low = bits & low;
        keys.address = place;

        let pressed = !line.synchronous & !q.low_line;
        let was_held = q.held.get_bit(0);
        let held = if pressed == q.pressed.get_bit(0) { pressed } else { was_held };
        let direction = place.get_bits::<2>(2) == 1;
        let presses = held & !was_held;
        let repeats = held & was_held & direction & (place == q.newest);
        d.strobe = false;
        if ends & bits & !low {
            d.high = q.high | line.synchronous;
            if place == LAST_BIT {
                d.low_line = !q.high & !line.synchronous;
                d.high = false;
            }
            if place < REST {
                d.pressed = cat(pressed, q.pressed.get_bits::<11>(1));
                d.held = cat(held, q.held.get_bits::<11>(1));
                if repeats {
                    d.wait = q.wait - 1;
                }
                if presses | (repeats & (q.wait == 0)) {
                    d.newest = place;
                    d.wait = if presses { DELAY } else { PERIOD };
                    d.key = keys.data;
                    d.strobe = true;
                }
            }
        }

        GamepadState { latch, key, strobe, .. } = q;
        pad_clock = !q.low;
    }
}

#[cfg(test)]
mod tests;
