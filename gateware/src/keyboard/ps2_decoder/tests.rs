use super::super::key::PhysicalKey;
use super::*;
use std::collections::HashSet;
use tengen_sim::{Engine, Native, Random};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Press(Key),
    Repeat(Key),
    Release(Key),
}
use Event::*;

/// The input in one clock.
#[derive(Clone, Copy, Debug)]
enum Port {
    Byte(u8),
    Error,
    Nothing,
}

const PAUSE: [u8; 8] = [0xE1, 0x14, 0x77, 0xE1, 0xF0, 0x14, 0xF0, 0x77];

/// A reference model of the decoder: it collects the bytes of a code until it is complete.
#[derive(Default)]
struct Reference {
    begun: Vec<u8>,
    held: HashSet<(bool, u8)>,
}

impl Reference {
    fn clock(&mut self, port: Port) -> Option<Event> {
        let byte = match port {
            Port::Nothing => return None,
            Port::Error => {
                self.begun.clear();
                return None;
            }
            Port::Byte(byte) => byte,
        };
        if self.begun.first() == Some(&0xE1) {
            self.begun.push(byte);
            if self.begun == PAUSE {
                self.begun.clear();
            }
            if PAUSE.starts_with(&self.begun) {
                return None;
            }
            self.begun.clear();
        }
        match byte {
            0xE0 | 0xF0 => {
                self.begun.push(byte);
                return None;
            }
            0xE1 => {
                self.begun = vec![byte];
                return None;
            }
            0xAA => self.held.clear(),
            _ => {}
        }
        let prefix = std::mem::take(&mut self.begun);
        let extended = prefix.contains(&0xE0);
        let key = KEYS
            .iter()
            .find(|key| (key.extended, key.code) == (extended, byte))?
            .key;
        if prefix.contains(&0xF0) {
            self.held.remove(&(extended, byte)).then_some(Release(key))
        } else if self.held.insert((extended, byte)) {
            Some(Press(key))
        } else {
            Some(Repeat(key))
        }
    }
}

/// Applies one input in each clock, and returns the event of each clock.
fn run(decoder: &mut Native<Ps2Decoder>, ports: &[Port]) -> Vec<Option<Event>> {
    let mut events = vec![];
    for &port in ports {
        let pins = &mut decoder.circuit;
        // Without a strobe the port holds a meaningless byte.
        pins.code.next = u64::from(if let Port::Byte(byte) = port { byte } else { 0x5A }).into();
        pins.strobe.next = matches!(port, Port::Byte(_));
        pins.error.next = matches!(port, Port::Error);
        decoder.settle();
        decoder.step();
        let pins = &decoder.circuit;
        let key = pins.key.val();
        events.push(match (pins.pressed.val(), pins.repeated.val(), pins.released.val()) {
            (false, false, false) => None,
            (true, false, false) => Some(Press(key)),
            (false, true, false) => Some(Repeat(key)),
            (false, false, true) => Some(Release(key)),
            several => panic!("{several:?} at once"),
        });
    }
    events
}

/// The events for these bytes.
fn events(bytes: &[u8]) -> Vec<Event> {
    let bytes = bytes
        .iter()
        .flat_map(|byte| [Port::Byte(*byte), Port::Nothing, Port::Nothing]);
    let ports: Vec<Port> = bytes.chain([Port::Nothing; 2]).collect();
    run(&mut Native::new(Ps2Decoder::default()), &ports)
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn every_key_is_pressed_repeated_and_released() {
    for PhysicalKey { extended, code, key, .. } in KEYS {
        let make: Vec<u8> = if extended { vec![0xE0, code] } else { vec![code] };
        let release = if extended { vec![0xE0, 0xF0, code] } else { vec![0xF0, code] };
        let bytes = [make.clone(), make.clone(), release, make].concat();
        assert_eq!(events(&bytes), [Press(key), Repeat(key), Release(key), Press(key)]);
    }
}

#[test]
fn no_other_code_is_a_key() {
    let mut presses = 0;
    for code in 0..=255 {
        presses += events(&[code]).len() + events(&[0xE0, code]).len();
    }
    assert_eq!(presses, KEYS.len());
}

#[test]
fn an_event_comes_three_clocks_after_its_byte() {
    let ports = [Port::Byte(0x1D), Port::Nothing, Port::Nothing, Port::Nothing];
    let mut decoder = Native::new(Ps2Decoder::default());
    assert_eq!(run(&mut decoder, &ports), [None, None, Some(Press(Key::Up)), None]);
}

#[test]
fn two_keys_of_one_meaning_are_two_presses() {
    assert_eq!(
        events(&[0x1D, 0xE0, 0x75, 0xF0, 0x1D, 0xE0, 0x75]),
        [Press(Key::Up), Press(Key::Up), Release(Key::Up), Repeat(Key::Up)]
    );
}

#[test]
fn pause_is_nothing_and_what_follows_counts() {
    assert_eq!(events(&[&PAUSE[..], &[0x29]].concat()), [Press(Key::Enter)]);
    assert_eq!(
        events(&[&PAUSE[..], &PAUSE[..], &[0x14]].concat()),
        [Press(Key::Restart)]
    );
}

#[test]
fn a_broken_pause_ends_at_the_byte_that_breaks_it() {
    for whole in 1..PAUSE.len() {
        assert_eq!(
            events(&[&PAUSE[..whole], &[0x29]].concat()),
            [Press(Key::Enter)],
            "{whole} bytes"
        );
    }
}

#[test]
fn fake_shifts_are_nothing() {
    let num_lock = [0xE0, 0x12, 0xE0, 0x75, 0xE0, 0xF0, 0x75, 0xE0, 0xF0, 0x12];
    assert_eq!(events(&num_lock), [Press(Key::Up), Release(Key::Up)]);
    let shift = [0xE0, 0xF0, 0x59, 0xE0, 0x6B, 0xE0, 0xF0, 0x6B, 0xE0, 0x59];
    assert_eq!(events(&shift), [Press(Key::Left), Release(Key::Left)]);
}

#[test]
fn the_keyboards_own_words_clear_a_prefix() {
    for word in [0xAA, 0x00, 0xFC, 0xFE, 0xFF] {
        assert_eq!(events(&[0xE0, word, 0x5A]), [Press(Key::Enter)], "{word:02X}");
        assert_eq!(events(&[0xF0, word, 0x5A]), [Press(Key::Enter)], "{word:02X}");
        assert_eq!(events(&[0xE1, word, 0x14]), [Press(Key::Restart)], "{word:02X}");
    }
}

#[test]
fn a_keyboard_plugged_in_again_holds_no_key() {
    assert_eq!(events(&[0x1D, 0xAA, 0x1D]), [Press(Key::Up), Press(Key::Up)]);
    assert_eq!(events(&[0x1D, 0xFC, 0x1D]), [Press(Key::Up), Repeat(Key::Up)]);
}

#[test]
fn a_lost_byte_takes_its_prefix_along() {
    let ports = [
        Port::Byte(0xE0),
        Port::Error,
        Port::Byte(0x75),
        Port::Byte(0x5A),
        Port::Nothing,
        Port::Nothing,
    ];
    let mut decoder = Native::new(Ps2Decoder::default());
    assert_eq!(
        run(&mut decoder, &ports),
        [None, None, None, None, None, Some(Press(Key::Enter))]
    );
}

#[test]
fn random_bytes_give_what_the_reference_gives() {
    let mut random = Random::new(5);
    let mut decoder = Native::new(Ps2Decoder::default());
    let mut reference = Reference::default();
    let (mut ports, mut bytes) = (vec![], 0);
    while bytes < 10_000 {
        let group: Vec<u8> = match random.below(16) {
            0..=8 => {
                let key = random.of(&KEYS);
                let prefix: &[u8] = match (key.extended, random.below(2)) {
                    (false, 0) => &[],
                    (false, _) => &[0xF0],
                    (true, 0) => &[0xE0],
                    (true, _) => &[0xE0, 0xF0],
                };
                [prefix, &[key.code]].concat()
            }
            9 | 10 => vec![0xE0],
            11 => vec![0xF0],
            12 => PAUSE[..=random.below(8)].to_vec(),
            13 => vec![random.of(&[0xAA, 0x00, 0xFC, 0xFE, 0xFF])],
            14 => vec![random.bits(8) as u8],
            _ => vec![],
        };
        if group.is_empty() {
            ports.push(if random.once_in(4) { Port::Error } else { Port::Nothing });
        }
        bytes += group.len();
        ports.extend(group.into_iter().map(Port::Byte));
    }
    let mut expected: Vec<_> = ports.iter().map(|port| reference.clock(*port)).collect();
    // An event comes three clocks after its byte, counting the byte's own clock.
    expected.splice(0..0, [None, None]);
    ports.extend([Port::Nothing; 2]);
    let found = run(&mut decoder, &ports);
    assert!(
        found == expected,
        "at {:?}",
        found.iter().zip(&expected).position(|(a, b)| a != b)
    );
    let count = |kind: fn(&Event) -> bool| expected.iter().flatten().filter(|event| kind(event)).count();
    let counts = [
        count(|event| matches!(event, Press(_))),
        count(|event| matches!(event, Repeat(_))),
        count(|event| matches!(event, Release(_))),
    ];
    assert!(
        counts.iter().all(|count| *count > 200),
        "all kinds of event: {counts:?}"
    );
}

#[test]
fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
    let stimulus = "
        code    0*2 0xE0*3 0x75*6 0xE0*2 0xF0*2 0x75
        strobe  0*2 1 0*2 1 0*5 1 0 1 0 1 0
    ";
    tengen_sim::expect_waves(file!(), Ps2Decoder::default(), stimulus, 0..22);
}
