//! Keys that come over the line: each key once, in order, without a session.
//!
//! The sender numbers its keys, and repeats each until it is answered. It begins with the key 0, which is none, so that
//! the receiver knows its numbers. The receiver answers every key frame, and acts on a number only once.

use crate::frame::{Frame, Kind};

/// The ticks between a key frame and its repetition.
pub const REPEAT: u16 = 4;

/// The machine's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Receiver {
    /// The number of the last key.
    last: u8,
    /// The frame that was answered last; it is to be answered.
    sequence: u8,
    argument: u8,
    due: bool,
}

impl Receiver {
    /// Takes a frame; returns the number of the key that it presses.
    pub fn receive(&mut self, frame: Frame) -> Option<u8> {
        if frame.kind != Kind::Key as u8 {
            return None;
        }
        let new = frame.sequence != self.last && frame.argument != 0;
        *self = Receiver { last: frame.sequence, sequence: frame.sequence, argument: frame.argument, due: true };
        new.then_some(frame.argument)
    }

    /// The next frame to send, when the line is free.
    pub fn transmit(&mut self) -> Option<Frame> {
        core::mem::take(&mut self.due).then_some(Frame {
            kind: Kind::KeyAnswer as u8,
            sequence: self.sequence,
            argument: self.argument,
            ..Frame::default()
        })
    }
}

/// The keyboard's side. It holds one key at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sender {
    sequence: u8,
    /// The key that is not answered yet.
    waits: Option<u8>,
    /// Ticks until it is sent again; 0: it is to be sent.
    wait: u16,
}

impl Sender {
    /// A sender whose first number is this one. It sends the key 0 first.
    pub fn new(sequence: u8) -> Self {
        Sender { sequence, waits: Some(0), wait: 0 }
    }

    /// Whether the last key has been answered, so that the next can be sent.
    pub fn ready(&self) -> bool {
        self.waits.is_none()
    }

    /// Sends a key by its number. The last one must have been answered.
    pub fn send(&mut self, key: u8) {
        *self = Sender { sequence: self.sequence.wrapping_add(1), waits: Some(key), wait: 0 };
    }

    /// A tick has passed.
    pub fn tick(&mut self) {
        self.wait = self.wait.saturating_sub(1);
    }

    /// Takes a frame; true if it answers the key.
    pub fn receive(&mut self, frame: Frame) -> bool {
        let answers = frame.kind == Kind::KeyAnswer as u8
            && frame.sequence == self.sequence
            && self.waits == Some(frame.argument);
        if answers {
            self.waits = None;
        }
        answers
    }

    /// The next frame to send, when the line is free.
    pub fn transmit(&mut self) -> Option<Frame> {
        let argument = self.waits.filter(|_| self.wait == 0)?;
        self.wait = REPEAT;
        Some(Frame { kind: Kind::Key as u8, sequence: self.sequence, argument, ..Frame::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern crate std;
    use std::vec::Vec;

    #[test]
    fn each_key_arrives_once_and_in_order_though_most_frames_are_lost() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut receiver = Receiver::default();
        let (mut pressed, mut heard) = (Vec::new(), Vec::new());
        for restart in 0..300 {
            // The keyboard's program is started again and again, with any number.
            let mut sender = Sender::new(if restart % 2 == 0 { random.u8(..) } else { receiver.last });
            while pressed.len() < 10 * (restart + 1) || !sender.ready() {
                if sender.ready() {
                    let key = random.u8(1..20);
                    pressed.push(key);
                    sender.send(key);
                }
                sender.tick();
                if let Some(frame) = sender.transmit().filter(|_| random.u8(..4) == 0) {
                    heard.extend(receiver.receive(frame));
                }
                if let Some(frame) = receiver.transmit().filter(|_| random.u8(..4) == 0) {
                    sender.receive(frame);
                }
            }
        }
        assert_eq!(heard, pressed);
    }
}
