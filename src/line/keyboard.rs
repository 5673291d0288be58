//! Keys to a console over a serial port that may fall silent, or go away and come back.
//!
//! ```text
//!             no answer for 2 s              an error of the port
//! answering -------------------> silent   any -------------------> gone
//!     ^                            |       ^                        |
//!     '---------- an answer -------'       '---- it can be opened --'
//! ```
//!
//! Each change is told once. A key waits until the one before it has been answered. Meanwhile the console's menu is read.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;

use anyhow::Result;
use tengen_link::endpoint::TICKS;
use tengen_link::keys::Sender;
use tengen_link::menu::Reader;
use tengen_link::wire::{self, Decoder};

use super::menu::{self, Line};
use super::port::{Change, Port};

/// The ticks without an answer after which the line is silent.
const SILENCE: u32 = 2 * TICKS;

/// What has become of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    Silent,
    Answers,
    Port(Change),
}

impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            News::Silent => f.write_str("does not answer; still trying"),
            News::Answers => f.write_str("answers"),
            News::Port(change) => change.fmt(f),
        }
    }
}

/// The keyboard's side of the protocol, and how long it has waited for an answer.
struct Talk {
    sender: Sender,
    /// Reads the menu, if that is wanted.
    reader: Option<Reader>,
    /// The menu has changed, which has not been told.
    news: bool,
    decoder: Decoder,
    waited: u32,
}

impl Talk {
    /// Begins with any number.
    fn new(reads: bool) -> Talk {
        let number = RandomState::new().hash_one(0) as u8;
        Talk {
            sender: Sender::new(number),
            reader: reads.then(Reader::default),
            news: false,
            decoder: Decoder::default(),
            waited: 0,
        }
    }

    fn tick(&mut self) -> Option<News> {
        self.sender.tick();
        self.reader.iter_mut().for_each(Reader::tick);
        self.waited = if self.sender.ready() { 0 } else { self.waited.saturating_add(1) };
        (self.waited == SILENCE).then_some(News::Silent)
    }

    fn hear(&mut self, byte: u8) -> Option<News> {
        let frame = self.decoder.push(byte)?.ok()?;
        self.news |= self.reader.as_mut().is_some_and(|reader| reader.receive(frame));
        if !self.sender.receive(frame) {
            return None;
        }
        let waited = std::mem::take(&mut self.waited);
        (waited >= SILENCE).then_some(News::Answers)
    }

    /// What is to be sent now.
    fn speak(&mut self) -> Vec<u8> {
        let question = self.reader.as_mut().and_then(Reader::transmit);
        self.sender
            .transmit()
            .into_iter()
            .chain(question)
            .flat_map(wire::encode)
            .collect()
    }
}

/// A keyboard at a port.
pub struct Keyboard {
    port: Port,
    talk: Talk,
}

impl Keyboard {
    /// Opens a port; `reads`: also reads the menu.
    ///
    /// # Errors
    /// If the port cannot be opened.
    pub fn open(path: &str, reads: bool) -> Result<Keyboard> {
        Ok(Keyboard { port: Port::open(path)?, talk: Talk::new(reads) })
    }

    /// Reads the whole menu anew.
    pub fn read_menu(&mut self) {
        self.talk.reader = Some(Reader::default());
    }

    /// The menu, if it has changed since the last call.
    pub fn menu(&mut self) -> Option<Vec<Line>> {
        std::mem::take(&mut self.talk.news).then(|| self.talk.reader.iter().flat_map(menu::lines).collect())
    }

    /// Whether the last key has been answered, so that the next can be pressed.
    pub fn ready(&self) -> bool {
        self.talk.sender.ready()
    }

    /// Presses the key with this number. The last one must have been answered.
    pub fn press(&mut self, key: u8) {
        self.talk.sender.send(key);
    }

    /// Keeps the line going for about a tick.
    pub fn turn(&mut self) -> Option<News> {
        let mut news = None;
        for _ in 0..self.port.ticks() {
            // A port that has gone away does not answer, which is known.
            if self.port.is_there() {
                news = news.or(self.talk.tick());
            }
        }
        let sent = self.talk.speak();
        let mut bytes = vec![];
        let change = self.port.exchange(&sent, &mut bytes);
        // A board that has been switched off does not know the number of the last key.
        if change == Some(Change::Back) && self.ready() {
            self.talk = Talk::new(self.talk.reader.is_some());
        }
        let heard = bytes.into_iter().filter_map(|byte| self.talk.hear(byte)).last();
        change.map(News::Port).or(heard).or(news)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_link::keys::Receiver;

    #[test]
    fn silence_and_its_end_are_told_once() {
        let mut talk = Talk::new(false);
        let mut news: Vec<News> = vec![];
        for _ in 0..3 * SILENCE {
            talk.speak();
            news.extend(talk.tick());
        }
        assert_eq!(news, [News::Silent]);
        // An answer comes through rubbish.
        let mut board = Receiver::default();
        let mut decoder = Decoder::default();
        while !talk.sender.ready() {
            let sent = talk.speak();
            let frames = sent.into_iter().filter_map(|byte| decoder.push(byte)?.ok());
            frames.for_each(|frame| assert_eq!(board.receive(frame), None));
            let answer = board.transmit().into_iter().flat_map(wire::encode);
            news.extend(
                [0x55, 0x7E, 0xFF]
                    .into_iter()
                    .chain(answer)
                    .filter_map(|byte| talk.hear(byte)),
            );
            news.extend(talk.tick());
        }
        assert_eq!(news, [News::Silent, News::Answers]);
        for _ in 0..3 * SILENCE {
            assert_eq!((talk.speak(), talk.tick()), (vec![], None));
        }
    }
}
