//! Merges the key events of the console's inputs into one stream.
//!
//! ```text
//! keyboard  ____/‾\___________   passes in the same clock
//! line      ____/‾\_/‾\_______   waits until no event goes first
//! pad       ____/‾\___________
//! tilt      ____/‾\___________
//! event     ____/‾‾‾‾‾‾‾‾‾\___   keyboard, line, line, pad, tilt
//! ```
//!
//! | port     | dir | width    | meaning                                                           | initial |
//! |----------|-----|----------|-------------------------------------------------------------------|---------|
//! | clock    | in  | 1        | rising edge                                                       |         |
//! | keyboard | in  | KeyEvent | of the keyboard and the buttons                                   |         |
//! | line     | in  | KeyEvent | of the serial line                                                |         |
//! | pad      | in  | KeyEvent | of the gamepad                                                    |         |
//! | tilt     | in  | KeyEvent | of the board's tilt                                               |         |
//! | event    | out | KeyEvent | an event; events may come in successive clocks                    | 0       |
//!
//! The keyboard goes first, then the line, then the pad. An event of any input but the keyboard waits a clock or more; a
//! second event of that input meanwhile replaces it. Their events are thousands of clocks apart.

use rust_hdl::prelude::*;

use super::key::Key;
use crate::ports::KeyEvent;
use crate::{Circuit, LogicStruct, Register, kernel};

/// The events that wait.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    line: Key,
    line_waits: Bit,
    pad: Key,
    pad_waits: Bit,
    tilt: Key,
    tilt_waits: Bit,
}

#[derive(Circuit)]
pub struct KeyMerger {
    pub clock: Signal<In, Clock>,
    pub keyboard: Signal<In, KeyEvent>,
    pub line: Signal<In, KeyEvent>,
    pub pad: Signal<In, KeyEvent>,
    pub tilt: Signal<In, KeyEvent>,
    pub event: Signal<Out, KeyEvent>,

    state: Register<State>,
}

#[kernel]
impl Logic for KeyMerger {
    fn update(&mut self) {
        event = keyboard;
        if !keyboard.strobe {
            event.strobe = q.line_waits | q.pad_waits | q.tilt_waits;
            if q.line_waits {
                event.key = q.line;
                d.line_waits = false;
            } else if q.pad_waits {
                event.key = q.pad;
                d.pad_waits = false;
            } else if q.tilt_waits {
                event.key = q.tilt;
                d.tilt_waits = false;
            }
        }
        if line.strobe {
            d.line = line.key;
            d.line_waits = true;
        }
        if pad.strobe {
            d.pad = pad.key;
            d.pad_waits = true;
        }
        if tilt.strobe {
            d.tilt = tilt.key;
            d.tilt_waits = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native, Random};

    const INPUTS: [&str; 4] = ["keyboard", "line", "pad", "tilt"];

    #[test]
    fn every_event_comes_once_and_those_of_an_input_in_order() {
        let mut random = Random::new(8);
        let mut merger = Native::new(KeyMerger::default());
        let (mut sent, mut come) = ([const { vec![] }; 4], [const { vec![] }; 4]);
        const LAST: u64 = 10_000;
        for clock in 0..LAST + 10 {
            for (at, name) in INPUTS.into_iter().enumerate() {
                // Each input has keys of its own. The keyboard leaves four of six clocks to the others.
                let strobe = random.once_in(2) && clock % 6 <= u64::from(at == 0) && clock < LAST;
                let key = Key::ALL[1 + 5 * at + random.below(5) as usize];
                merger.drive_as(name, KeyEvent { key, strobe });
                if strobe {
                    sent[at].push(key);
                }
            }
            merger.settle();
            let event: KeyEvent = merger.read_as("event");
            if event.strobe {
                let number = Key::ALL.iter().position(|key| *key == event.key).unwrap();
                come[(number - 1) / 5].push(event.key);
            }
            if event.strobe && merger.circuit.keyboard.val().strobe {
                assert_eq!(event.key, merger.circuit.keyboard.val().key, "the keyboard goes first");
            }
            merger.step();
        }
        assert!(come == sent);
        assert!(sent.iter().all(|keys| keys.len() > 700));
    }

    #[test]
    fn events_of_one_clock_all_come() {
        let mut merger = Native::new(KeyMerger::default());
        let keys = [Key::Up, Key::Enter, Key::Undo, Key::Left];
        for strobe in [true, false] {
            for (name, key) in INPUTS.into_iter().zip(keys) {
                merger.drive_as(name, KeyEvent { key, strobe });
            }
            merger.settle();
            if strobe {
                assert_eq!(merger.read_as::<KeyEvent>("event"), KeyEvent { key: keys[0], strobe });
            }
            merger.step();
        }
        for key in &keys[2..4] {
            let event: KeyEvent = merger.read_as("event");
            assert_eq!((event.strobe, event.key), (true, *key));
            merger.step();
        }
        assert!(!merger.read_as::<KeyEvent>("event").strobe);
    }
}
