//! Plays a tune on one pin, as a square wave: a click for a stone, a few notes when a game ends.
//!
//! ```text
//! tune     XStoneX None ===== .. = None ===== .. = None ===== .. X PassX None =================
//! enabled  ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________
//! level    ______/‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾\_____ .. ‾‾‾‾‾‾\_____ .. ______/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_____   6016 clocks a half wave
//! ```
//!
//! | port    | dir | width | meaning                                                               | initial |
//! |---------|-----|-------|-----------------------------------------------------------------------|---------|
//! | clock   | in  | 1     | rising edge; 25 MHz by default                                        |         |
//! | tune    | in  | Tune  | for one clock: starts this tune, and stops any other; None: no change |         |
//! | enabled | in  | 1     | low: stops the tune, and starts none                                  |         |
//! | level   | out | 1     | to a loudspeaker; low while silent                                    | 0       |
//!
//! | from        | to                                        | clocks                                                     |
//! |-------------|-------------------------------------------|------------------------------------------------------------|
//! | `tune`      | the tune's first half wave, which is high | 1                                                          |
//! | a half wave | the next one                              | [`CLOCKS`](tunes::CLOCKS) for each unit                    |
//! | a note      | the next one, or silence                  | [`HALF_WAVES`](tunes::HALF_WAVES) half waves for each unit |
//! | not enabled | silence                                   | 1                                                          |
//!
//! The length of the game's second has no effect on the tones. Silence is a note of length 0: it ends after each
//! clock and is followed by itself.

use std::ops::RangeInclusive;

use rust_hdl::prelude::*;

use crate::director::SECOND;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::Table;
use tunes::{NoteWord, Tune};

pub mod audio;
pub mod tunes;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    /// The current note; 0: silence.
    note: Bits<4>,
    /// Clocks of the current half wave so far.
    clocks: Bits<15>,
    /// Half waves of the current note begun so far.
    half_waves: Bits<8>,
    level: Bit,
}

#[derive(Circuit)]
pub struct Sound {
    pub clock: Signal<In, Clock>,
    pub tune: Signal<In, Tune>,
    pub enabled: Signal<In, Bit>,
    pub level: Signal<Out, Bit>,

    state: Register<State>,
    #[given]
    notes: Table<NoteWord, 4>,
    #[given]
    first_notes: Table<Bits<4>, 3>,
}

impl Sound {
    /// The supported clock frequencies, in Hz. At these every note is within half a semitone of its pitch.
    pub const CLOCKS: RangeInclusive<u32> = tunes::CLOCK_RANGE;

    /// Creates the circuit for a clock of `hertz`.
    ///
    /// # Panics
    /// If `hertz` is not in [`Sound::CLOCKS`].
    pub fn new(hertz: u32) -> Self {
        Sound::given(tunes::notes(hertz), tunes::first_notes())
    }
}

impl Default for Sound {
    fn default() -> Self {
        Sound::new(SECOND)
    }
}

#[kernel]
impl Logic for Sound {
    fn update(&mut self) {
        notes.address = q.note;
        first_notes.address = tune.into();
        // The current tune is stopped.
        let start = (tune != Tune::None) | !enabled;
        let half_over = q.clocks.get_bits::<8>(7) == notes.data.half_wave;
        let note_over = half_over & (q.half_waves.get_bits::<3>(5) == notes.data.length);

        d.clocks = if half_over | start { 1 } else { q.clocks + 1 };
        if half_over {
            d.half_waves = q.half_waves + 1;
            d.level = !q.level;
        }
        if note_over | start {
            d.half_waves = 1;
        }
        if note_over {
            d.note = notes.data.next;
            d.level = notes.data.next.any();
        }
        if tune != Tune::None {
            d.note = first_notes.data;
            d.level = true;
        }
        if !enabled {
            d.note = 0;
            d.level = false;
        }
        level = q.level;
    }
}

#[cfg(test)]
mod tests;
