//! The tunes as notes, and the circuit's tables, which are computed from the notes and the clock.
//!
//! | tune  | played when            | notes             |
//! |-------|------------------------|-------------------|
//! | Stone | a stone is put         | a click           |
//! | Pass  | a turn is lost         | two, falling      |
//! | Win   | a game is won          | four, rising      |
//! | Draw  | a game ends in a draw  | three, falling    |

use std::ops::RangeInclusive;

use rust_hdl::prelude::*;

use crate::{LogicState, LogicStruct};
use tengen_hdl::library::memory::Table;

#[derive(LogicState, Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tune {
    None,
    Stone,
    Pass,
    Win,
    Draw,
}

/// A note of a tune.
#[derive(Clone, Copy, Debug)]
pub struct Note {
    /// The name of its pitch; A4 is 440 Hz.
    pub name: &'static str,
    pub hertz: u32,
    pub milliseconds: u32,
}

const fn note(name: &'static str, hertz: u32, milliseconds: u32) -> Note {
    Note { name, hertz, milliseconds }
}

/// All tunes but silence, in the order of [`Tune`].
pub const TUNES: [(Tune, &[Note]); 4] = [
    (Tune::Stone, &[note("C7", 2093, 8)]),
    (Tune::Pass, &[note("B4", 494, 95), note("G4", 392, 160)]),
    (
        Tune::Win,
        &[
            note("C5", 523, 100),
            note("E5", 659, 100),
            note("G5", 784, 100),
            note("C6", 1047, 100),
        ],
    ),
    (
        Tune::Draw,
        &[note("G5", 784, 120), note("E5", 659, 120), note("C5", 523, 220)],
    ),
];

/// The unit of half waves, in clocks. With it the pitch is within 1 % of its exact value, a sixth of a semitone.
pub const CLOCKS: u32 = 128;
/// The unit of notes, in half waves: an even number, so that a note that begins high ends low.
pub const HALF_WAVES: u32 = 32;

/// The clock frequencies, in hertz, at which every note can be played. At the lowest, half a unit is 3 % of a half
/// wave of the highest note. At the highest, a half wave of the lowest note fits into its word.
pub const CLOCK_RANGE: RangeInclusive<u32> = {
    let (mut lowest, mut highest) = (u32::MAX, 0);
    let mut tune = 0;
    while tune < TUNES.len() {
        let mut note = 0;
        while note < TUNES[tune].1.len() {
            let hertz = TUNES[tune].1[note].hertz;
            lowest = if hertz < lowest { hertz } else { lowest };
            highest = if hertz > highest { hertz } else { highest };
            note += 1;
        }
        tune += 1;
    }
    17 * 2 * highest * CLOCKS..=255 * 2 * lowest * CLOCKS
};

/// A note in the format of the circuit's table.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct NoteWord {
    /// The length of a half wave, in units of [`CLOCKS`].
    pub half_wave: Bits<8>,
    /// The length of the note, in units of [`HALF_WAVES`].
    pub length: Bits<3>,
    /// The number of the next note; 0: none.
    pub next: Bits<4>,
}

impl Note {
    /// The note's word at a clock of `hertz`.
    ///
    /// # Panics
    /// If the note is too low, too high, too long or too short for that clock.
    pub fn word(&self, hertz: u32, next: u64) -> NoteWord {
        let nearest = |of: u64, unit: u64| (of + unit / 2) / unit;
        let half_wave = nearest(hertz.into(), u64::from(2 * self.hertz * CLOCKS));
        let length = nearest(
            u64::from(2 * self.hertz) * u64::from(self.milliseconds),
            1000 * u64::from(HALF_WAVES),
        );
        let fits = |value: u64, bits: u32| (1..1 << bits).contains(&value);
        assert!(
            fits(half_wave, 8) && fits(length, 3),
            "{} at {hertz} Hz: {half_wave}, {length}",
            self.name
        );
        NoteWord { half_wave: half_wave.into(), length: length.into(), next: next.into() }
    }
}

/// The table of the notes of all tunes, one tune after the other, at a clock of `hertz`. Number 0 is silence.
///
/// # Panics
/// As for [`Note::word`].
pub fn notes(hertz: u32) -> Table<NoteWord, 4> {
    let mut words = vec![NoteWord::default()];
    for (_, notes) in TUNES {
        for (left, note) in (0..notes.len()).rev().zip(notes) {
            let next = if left > 0 { words.len() as u64 + 1 } else { 0 };
            words.push(note.word(hertz, next));
        }
    }
    Table::new(words)
}

/// The table of each tune's first note.
pub fn first_notes() -> Table<Bits<4>, 3> {
    let before = |tune: usize| 1 + TUNES[..tune].iter().map(|(_, notes)| notes.len() as u64).sum::<u64>();
    Table::new([0].into_iter().chain((0..TUNES.len()).map(before)).map(Bits::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tunes_are_in_their_order() {
        for (number, (tune, _)) in (1..).zip(TUNES) {
            assert_eq!(tune as u64, number);
        }
    }

    /// A4 is 440 Hz, and an octave has twelve equal steps.
    #[test]
    fn a_note_has_the_pitch_of_its_name() {
        for note in TUNES.iter().flat_map(|(_, notes)| *notes) {
            let (letter, octave) = note.name.split_at(1);
            let from_a = "C D EF G A B".find(letter).expect("a white key") as i32 - 9;
            let steps = from_a + 12 * (octave.parse::<i32>().unwrap() - 4);
            let hertz = 440.0 * f64::from(steps).exp2().powf(1.0 / 12.0);
            assert_eq!(f64::from(note.hertz), hertz.round(), "{}", note.name);
        }
    }

    #[test]
    #[should_panic(expected = "C7 at 50000 Hz: 0")]
    fn a_clock_that_is_too_slow_is_refused() {
        notes(50_000);
    }
}
