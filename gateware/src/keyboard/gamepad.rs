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
//! so what they send after the buttons has no effect.
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
pub struct GamepadState<const BEAT: usize> {
    /// Clocks of this beat so far.
    clocks: Bits<BEAT>,
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

/// `BEAT` is the width of the counter for 6 us. The default is enough for 25 MHz.
#[derive(Circuit)]
pub struct Gamepad<const BEAT: usize = 8> {
    pub clock: Signal<In, Clock>,
    pub data: Signal<In, Bit>,
    pub latch: Signal<Out, Bit>,
    pub pad_clock: Signal<Out, Bit>,
    pub key: Signal<Out, Key>,
    pub strobe: Signal<Out, Bit>,

    line: Synchroniser<Bit>,
    /// The beat of the poll: 0 to 31 for the bits, from `LATCH` on with the latch high.
    #[init(LATCH)]
    beat: Register<Bits<12>>,
    state: Register<GamepadState<BEAT>>,
    #[init(Table::new(BUTTONS))]
    keys: Table<Key, 4>,
    #[given]
    last_clock: Constant<Bits<BEAT>>,
    #[given]
    last_beat: Constant<Bits<12>>,
}

/// The circuit with a wider counter, for clocks of up to 341 MHz.
pub type FastGamepad = Gamepad<11>;

/// The slowest supported clock: a beat of six clocks.
const SLOWEST: u32 = 1_000_000;
/// A beat in microseconds: half a period of the pad's clock.
const BEAT_US: u32 = 6;
/// Polls a second.
const POLLS: u32 = 60;
/// The first beat of a poll.
const LATCH: u64 = (1 << 12) - LATCH_BEATS;
const LATCH_BEATS: u64 = 2;
/// The last of the 16 bits.
const LAST_BIT: u64 = 15;
/// The first bit after the buttons.
const REST: u64 = BUTTONS.len() as u64;
/// Polls from a press to the first repeat, and from one repeat to the next, less one.
const DELAY: u64 = POLLS as u64 / 2 - 1;
const PERIOD: u64 = POLLS as u64 / 10 - 1;

impl<const BEAT: usize> Gamepad<BEAT> {
    /// The supported clock frequencies, in Hz.
    pub const CLOCKS: RangeInclusive<u32> = SLOWEST..=((1 << BEAT) * SLOWEST as u64 / BEAT_US as u64) as u32;

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`Gamepad::CLOCKS`].
    pub fn at(hertz: u32) -> Self {
        let beat = (hertz * BEAT_US).div_ceil(1_000_000);
        Gamepad::timed(beat, 1_000_000 / BEAT_US / POLLS)
    }

    /// Creates the circuit with beats of `beat` clocks and polls of `poll` beats.
    fn timed(beat: u32, poll: u32) -> Self {
        assert!(
            (4..=1 << BEAT).contains(&beat),
            "a beat of {beat} clocks: 4 to 2^{BEAT} can be counted"
        );
        Gamepad::given(
            Constant::new(u64::from(beat - 1).into()),
            Constant::new((u64::from(poll) - LATCH_BEATS - 1).into()),
        )
    }
}

impl Gamepad {
    /// Creates the circuit for a simulation: polls follow each other at once, in beats of four clocks.
    pub fn fast() -> Self {
        Gamepad::timed(4, 36)
    }
}

impl Default for Gamepad {
    fn default() -> Self {
        Gamepad::at(SECOND)
    }
}

#[kernel]
impl<const BEAT: usize> Logic for Gamepad<BEAT> {
    fn update(&mut self) {
        line.asynchronous = data;

        let ends = q.clocks == last_clock;
        d.clocks = if ends { 0 } else { q.clocks + 1 };
        if ends {
            beat.d = if beat.q == last_beat { LATCH } else { beat.q + 1 };
        }

        // Each bit has a beat with the clock high, at whose end it is taken, and one with the clock low.
        let bits = !beat.q.get_bits::<7>(5).any();
        let low = beat.q.get_bit(0);
        let place = beat.q.get_bits::<4>(1);
        d.latch = beat.q >= LATCH;
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
