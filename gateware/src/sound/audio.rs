//! Chooses the tune for each event of a game. Key V turns the sound on and off.
//!
//! ```text
//!  key ----- V ----> on --> enabled -+
//!                                    v
//!  ply, ending ---------> tune --> Sound --> level
//! ```
//!
//! | what happens                                              | tune                           |
//! |-----------------------------------------------------------|--------------------------------|
//! | a stone is placed, by either side                         | Stone                          |
//! | a turn is lost                                            | Pass                           |
//! | a game is won; it ends in a draw                          | Win; Draw                      |
//! | all else: undo, a refused stone, a game that is abandoned | none; the current tune goes on |
//!
//! | port   | dir | width    | meaning              | initial       |
//! |--------|-----|----------|----------------------|---------------|
//! | clock  | in  | 1        | 25 MHz               |               |
//! | key    | in  | KeyEvent | a key event          |               |
//! | ply    | in  | Ply      | a ply, for one clock |               |
//! | ending | in  | Ending   | the end of a game    |               |
//! | level  | out | 1        | to a loudspeaker     | 0             |
//! | on     | out | 1        | the sound is on      | as it is made |

use rust_hdl::prelude::*;

use super::Sound;
use super::tunes::Tune;
use crate::keyboard::key::Key;
use crate::ports::{Ending, KeyEvent, Outcome, Ply, PlyKind};
use crate::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct Audio {
    pub clock: Signal<In, Clock>,
    pub key: Signal<In, KeyEvent>,
    pub ply: Signal<In, Ply>,
    pub ending: Signal<In, Ending>,
    pub level: Signal<Out, Bit>,
    pub on: Signal<Out, Bit>,

    #[given]
    enabled: Register<Bit>,
    sound: Sound,
}

impl Audio {
    /// Creates the circuit with the sound on or off at power-on.
    pub fn new(on: bool) -> Self {
        Audio::given(Register::new(on))
    }
}

#[kernel]
impl Logic for Audio {
    fn update(&mut self) {
        if key.strobe & (key.key == Key::Sound) {
            enabled.d = !enabled.q;
        }

        sound = Sound { enabled: enabled.q, tune: Tune::None };
        match ply.kind {
            PlyKind::Place => sound.tune = Tune::Stone,
            PlyKind::Pass => sound.tune = Tune::Pass,
            _ => {}
        }
        if ending.strobe {
            match ending.outcome {
                Outcome::None => {}
                Outcome::Draw => sound.tune = Tune::Draw,
                _ => sound.tune = Tune::Win,
            }
        }
        level = sound.level;
        on = enabled.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// First half-wave in clocks; identifies the tune. 0: silence.
    fn first_half_wave(audio: &mut Native<Audio>) -> u64 {
        let mut clocks = 0;
        while audio.read("level") == 1 {
            audio.step();
            clocks += 1;
        }
        clocks
    }

    fn ply(audio: &mut Native<Audio>, kind: PlyKind) {
        audio.drive_as("ply", Ply { kind, ..Ply::default() });
        audio.step();
        audio.drive_as("ply", Ply::default());
        audio.step();
    }

    fn ending(audio: &mut Native<Audio>, outcome: Outcome) {
        let ended = Ending { strobe: true, outcome, ..Ending::default() };
        audio.drive_as("ending", ended);
        audio.step();
        audio.drive_as("ending", Ending::default());
        audio.step();
    }

    #[test]
    fn what_happens_has_its_tune() {
        // The first half-waves of C7, B4, C5 and G5, less the clock that has passed.
        for (kind, clocks) in [
            (PlyKind::Place, 6015),
            (PlyKind::Pass, 25343),
            (PlyKind::None, 0),
            (PlyKind::Begin, 0),
            (PlyKind::UndoPlace, 0),
            (PlyKind::UndoPass, 0),
        ] {
            let mut audio = Native::new(Audio::new(true));
            ply(&mut audio, kind);
            assert_eq!(first_half_wave(&mut audio), clocks, "{kind:?}");
        }
        for (outcome, clocks) in [
            (Outcome::BlackWins, 23935),
            (Outcome::WhiteWins, 23935),
            (Outcome::Draw, 15999),
            (Outcome::None, 0),
        ] {
            let mut audio = Native::new(Audio::new(true));
            ending(&mut audio, outcome);
            assert_eq!(first_half_wave(&mut audio), clocks, "{outcome:?}");
        }
    }

    #[test]
    fn an_abandoned_game_lets_the_click_go_on() {
        let mut audio = Native::new(Audio::new(true));
        ply(&mut audio, PlyKind::Place);
        ending(&mut audio, Outcome::None);
        assert_eq!(first_half_wave(&mut audio), 6013);
    }

    #[test]
    fn v_turns_it_on_and_off_and_no_other_key_does() {
        for first in [false, true] {
            let mut audio = Native::new(Audio::new(first));
            let mut on = first;
            for (key, strobe) in [
                (Key::Sound, true),
                (Key::Sound, false),
                (Key::Enter, true),
                (Key::Sound, true),
                (Key::Numbers, true),
                (Key::Sound, true),
            ] {
                audio.settle();
                assert_eq!(audio.read("on"), u64::from(on));
                audio.drive_as("key", KeyEvent { key, strobe });
                audio.step();
                audio.drive_as("key", KeyEvent::default());
                on ^= strobe && key == Key::Sound;
                assert_eq!(audio.read("on"), u64::from(on), "{key:?} {strobe}");
                ply(&mut audio, PlyKind::Place);
                assert_eq!(audio.read("level"), u64::from(on));
            }
        }
    }
}
