//! Plays a tune on one pin, as a square wave: a click for a stone, a few notes when a game ends.
//!
//! ```text
//! tune     XStoneX None ===== .. = None ===== .. = None ===== .. X PassX None =================
//! enabled  ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________
//! level    ______/‾‾‾‾‾‾‾‾‾‾‾ .. ‾‾‾‾‾‾\_____ .. ‾‾‾‾‾‾\_____ .. ______/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_____   6016 clocks a half wave
//! ```
//!
//! | port    | dir | width | meaning                                                                 | initial |
//! |---------|-----|-------|-------------------------------------------------------------------------|---------|
//! | clock   | in  | 1     | rising edge; 25 MHz unless it is made for another                       |         |
//! | tune    | in  | Tune  | for one clock: this tune begins, whatever is played; None: nothing does |         |
//! | enabled | in  | 1     | while it is low nothing is played, and no tune begins                   |         |
//! | level   | out | 1     | to a loudspeaker; low while nothing is played                           | 0       |
//!
//! | from         | to                                          | clocks                                      |
//! |--------------|---------------------------------------------|---------------------------------------------|
//! | `tune`       | the tune's first half wave, which is high   | 1                                           |
//! | a half wave  | the next one                                | [`CLOCKS`](tunes::CLOCKS) a unit            |
//! | a note       | the next one, or silence                    | [`HALF_WAVES`](tunes::HALF_WAVES) a unit    |
//! | not enabled  | silence                                     | 1                                           |
//!
//! A tone is the same whatever a second of the game is cut to. Silence is a note like the others, of no length: it ends
//! with every clock, and is followed by itself.

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
    /// The note that is played; 0: none.
    note: Bits<4>,
    /// Clocks of the half wave, and half waves of the note: so many have begun.
    clocks: Bits<15>,
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
    /// The clock frequencies it can be built for, in Hz. At these every note is within half a semitone.
    pub const CLOCKS: RangeInclusive<u32> = tunes::CLOCK_RANGE;

    /// On a clock of so many hertz.
    ///
    /// # Panics
    /// If it is none of [`Sound::CLOCKS`].
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
        // What is played is cut short.
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
