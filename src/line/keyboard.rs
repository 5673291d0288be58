//! Keys to a console over a serial port that may fall silent, or go away and come back.
//!
//! ```text
//!             no answer for 2 s              an error of the port
//! answering -------------------> silent   any -------------------> gone
//!     ^                            |       ^                        |
//!     '---------- an answer -------'       '---- it can be opened --'
//! ```
//!
//! Each change is told once. A key waits until the one before it has been answered.

use std::collections::hash_map::RandomState;
use std::fmt;
use std::hash::BuildHasher;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use serialport::SerialPort;
use tengen_link::endpoint::TICKS;
use tengen_link::keys::Sender;
use tengen_link::wire::{self, Decoder};

use super::port;

const TICK: Duration = Duration::from_nanos(1_000_000_000 / TICKS as u64);
/// The ticks without an answer after which the line is silent.
const SILENCE: u32 = 2 * TICKS;
/// The time between two attempts to open a port that has gone away.
const RETRY: Duration = Duration::from_millis(50);

/// What has become of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    Silent,
    Answers,
    Gone,
    Back,
}

impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            News::Silent => "does not answer; still trying",
            News::Answers => "answers",
            News::Gone => "has gone away; waiting for it",
            News::Back => "is back",
        })
    }
}

/// The keyboard's side of the protocol, and how long it has waited for an answer.
struct Talk {
    sender: Sender,
    decoder: Decoder,
    waited: u32,
}

impl Talk {
    /// Begins with any number.
    fn new() -> Talk {
        let number = RandomState::new().hash_one(0) as u8;
        Talk { sender: Sender::new(number), decoder: Decoder::default(), waited: 0 }
    }

    fn tick(&mut self) -> Option<News> {
        self.sender.tick();
        self.waited = if self.sender.ready() { 0 } else { self.waited.saturating_add(1) };
        (self.waited == SILENCE).then_some(News::Silent)
    }

    fn hear(&mut self, byte: u8) -> Option<News> {
        let frame = self.decoder.push(byte)?.ok()?;
        if !self.sender.receive(frame) {
            return None;
        }
        let waited = std::mem::take(&mut self.waited);
        (waited >= SILENCE).then_some(News::Answers)
    }

    /// What is to be sent now.
    fn speak(&mut self) -> Vec<u8> {
        self.sender.transmit().into_iter().flat_map(wire::encode).collect()
    }
}

/// A keyboard at a port.
pub struct Keyboard {
    path: String,
    /// None: it has gone away.
    port: Option<Box<dyn SerialPort>>,
    talk: Talk,
    /// The time of the last tick.
    ticked: Instant,
}

impl Keyboard {
    /// # Errors
    /// If the port cannot be opened.
    pub fn open(path: &str) -> Result<Keyboard> {
        let port = port::open(path, TICK).map_err(|error| port::refusal(path, &error))?;
        Ok(Keyboard { path: path.into(), port: Some(port), talk: Talk::new(), ticked: Instant::now() })
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
        let Some(port) = &mut self.port else {
            return self.reopen();
        };
        let mut news = None;
        while self.ticked.elapsed() >= TICK {
            self.ticked += TICK;
            news = news.or(self.talk.tick());
        }
        match exchange(port.as_mut(), &mut self.talk) {
            Ok(heard) => heard.or(news),
            Err(_) => {
                self.port = None;
                Some(News::Gone)
            }
        }
    }

    fn reopen(&mut self) -> Option<News> {
        match port::open(&self.path, TICK) {
            Ok(port) => {
                self.port = Some(port);
                self.ticked = Instant::now();
                // A board that has been switched off does not know the number of the last key.
                if self.ready() {
                    self.talk = Talk::new();
                }
                Some(News::Back)
            }
            Err(_) => {
                thread::sleep(RETRY);
                None
            }
        }
    }
}

/// Sends what is due, and takes what has come or comes within a tick.
fn exchange(port: &mut dyn SerialPort, talk: &mut Talk) -> io::Result<Option<News>> {
    // Bytes that the line does not take are lost; the frame is repeated.
    port.write_all(&talk.speak()).or_else(if_not_waiting)?;
    let mut bytes = [0; 256];
    let count = port
        .read(&mut bytes)
        .or_else(|error| if_not_waiting(error).map(|()| 0))?;
    let news = bytes[..count].iter().filter_map(|byte| talk.hear(*byte));
    Ok(news.last())
}

fn if_not_waiting(error: io::Error) -> io::Result<()> {
    if port::waits(&error) { Ok(()) } else { Err(error) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_link::keys::Receiver;

    #[test]
    fn silence_and_its_end_are_told_once() {
        let mut talk = Talk::new();
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
