//! Turns key frames into key events, each once, and answers them.
//!
//! ```text
//! frame_strobe  __/‾\___________/‾\_________
//! frame         == key, number 7 ===========   the second is a repetition: its answer was lost
//! strobe        ______/‾\___________________
//! due           ______/‾‾‾\_________/‾‾‾\___   until the answer is taken
//! taken         ________/‾\___________/‾\___
//! ```
//!
//! | port         | dir | width | meaning                                                                      | initial |
//! |--------------|-----|-------|------------------------------------------------------------------------------|---------|
//! | clock        | in  | 1     | rising edge                                                                  |         |
//! | frame        | in  | Frame | a frame from the line, valid with `frame_strobe`                             |         |
//! | frame_strobe | in  | 1     | one clock for each frame                                                     |         |
//! | taken        | in  | 1     | strobe: the answer is being sent; it may come only while `due` is high       |         |
//! | key          | out | Key   | the key of the last event                                                    | None    |
//! | strobe       | out | 1     | one clock: `key` was pressed on the other side of the line                   | 0       |
//! | answer       | out | Frame | the answer                                                                   | 0       |
//! | due          | out | 1     | `answer` is to be sent                                                       | 0       |
//!
//! A key is new if its number is not that of the last one. The key 0 is none: a keyboard's program begins with it, so
//! that whatever its first number is, its first key is new. An unknown key is answered and has no effect. While an answer
//! is sent another key may come only after it was taken; the sender waits for the answer, so it does.

use rust_hdl::prelude::*;

use super::ports::Frame;
use crate::keyboard::key::Key;
use crate::{Circuit, LogicStruct, Register, kernel};
use tengen_hdl::library::memory::Table;
use tengen_link::Kind;

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
struct State {
    /// The number of the last key.
    last: Bits<8>,
    /// The number of the key's meaning.
    argument: Bits<8>,
    strobe: Bit,
    due: Bit,
}

/// Bits of the number of a key's meaning.
const BITS: usize = 5;
/// The highest of those numbers.
const LAST: u64 = Key::ALL.len() as u64 - 1;
const KEY: u64 = Kind::Key as u64;
const KEY_ANSWER: u64 = Kind::KeyAnswer as u64;

#[derive(Circuit)]
pub struct LineKeys {
    pub clock: Signal<In, Clock>,
    pub frame: Signal<In, Frame>,
    pub frame_strobe: Signal<In, Bit>,
    pub taken: Signal<In, Bit>,
    pub key: Signal<Out, Key>,
    pub strobe: Signal<Out, Bit>,
    pub answer: Signal<Out, Frame>,
    pub due: Signal<Out, Bit>,

    state: Register<State>,
    /// The keys by their numbers.
    #[init(Table::new(Key::ALL))]
    keys: Table<Key, BITS>,
}

#[kernel]
impl Logic for LineKeys {
    fn update(&mut self) {
        d.strobe = false;
        if taken {
            d.due = false;
        }
        if frame_strobe & (frame.kind == KEY) {
            d.last = frame.sequence;
            d.argument = frame.argument;
            d.strobe = (frame.sequence != q.last) & frame.argument.any() & (frame.argument <= LAST);
            d.due = true;
        }
        keys.address = bit_cast::<BITS, 8>(q.argument);
        key = keys.data;
        strobe = q.strobe;
        answer.kind = KEY_ANSWER;
        answer.sequence = q.last;
        answer.tag = 0;
        answer.number = 0;
        answer.check = 0;
        answer.argument = q.argument;
        due = q.due;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_link::keys::Receiver;
    use tengen_sim::{ByName, Encoded, Engine, Native, Random};

    #[test]
    fn the_numbers_on_the_line_are_those_of_the_keys() {
        for (number, key) in (0..).zip(Key::ALL) {
            assert_eq!((Key::decode(number), key.encode()), (key, number));
        }
    }

    #[test]
    fn it_does_as_the_protocol_does() {
        let mut random = Random::new(4);
        let mut circuit = Native::new(LineKeys::default());
        let mut model = Receiver::default();
        let mut pressed = [0; Key::ALL.len()];
        for _ in 0..3000 {
            let kind = if random.once_in(8) { random.below(13) } else { KEY };
            let frame = tengen_link::Frame {
                kind: kind as u8,
                sequence: random.below(3) as u8,
                argument: random.below(LAST + 4) as u8,
                ..tengen_link::Frame::default()
            };
            circuit.drive_as("frame", Frame::from(frame));
            circuit.strobe("frame_strobe");
            let key = model.receive(frame).filter(|key| u64::from(*key) <= LAST);
            assert_eq!(circuit.read("strobe"), u64::from(key.is_some()));
            if let Some(key) = key {
                assert_eq!(circuit.read_as::<Key>("key"), Key::ALL[usize::from(key)]);
                pressed[usize::from(key)] += 1;
            }
            circuit.step();
            assert_eq!(circuit.read("strobe"), 0);
            if random.once_in(2) {
                let answer = model.transmit();
                assert_eq!(circuit.read("due"), u64::from(answer.is_some()));
                if let Some(answer) = answer {
                    assert_eq!(tengen_link::Frame::from(circuit.circuit.answer.val()), answer);
                    circuit.strobe("taken");
                    assert_eq!(circuit.read("due"), 0);
                }
            }
        }
        assert!(
            pressed[0] == 0 && pressed[1..].iter().all(|count| *count > 20),
            "{pressed:?}"
        );
    }
}
