//! An external program as a player: started for a game, asked in lines of text, and ended with the game.
//!
//! ```text
//! gtp:gtp-rhino --level=3     Othello by the Go Text Protocol, version 2
//! nboard:mbrain               Othello by the NBoard protocol, version 2
//! gomocup:./pbrain-pela       Gomoku by the Gomocup (Piskvork) protocol
//! ```

pub mod gomocup;
pub mod gtp;
pub mod nboard;

use std::fmt;
use std::io::{self, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::finish::Fault;
use crate::at_end::AtEnd;
use crate::brain::lines::{Line, Lines};

/// The time limit for a program without a time control of its own.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The protocol of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Gomocup,
    Gtp,
    NBoard,
}

impl Protocol {
    pub const ALL: [Protocol; 3] = [Protocol::Gomocup, Protocol::Gtp, Protocol::NBoard];
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Protocol::Gomocup => "gomocup",
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
        })
    }
}

/// How to start a program: a protocol, a colon, and words of which the first is its file. There are no quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    pub protocol: Protocol,
    words: Vec<String>,
}

impl FromStr for Recipe {
    type Err = ();

    fn from_str(text: &str) -> Result<Recipe, ()> {
        let (protocol, command) = text.split_once(':').ok_or(())?;
        let named = |known: &Protocol| known.to_string() == protocol;
        let words: Vec<String> = command.split_whitespace().map(str::to_string).collect();
        match (Protocol::ALL.into_iter().find(named), words.is_empty()) {
            (Some(protocol), false) => Ok(Recipe { protocol, words }),
            _ => Err(()),
        }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}:{}", self.protocol, self.words.join(" "))
    }
}

impl Recipe {
    /// Starts the program.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(&self) -> Result<Program> {
        let mut command = Command::new(&self.words[0]);
        // Ctrl-C is for this command alone, which ends the program when it needs it no more.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(&self.words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", self.words[0]))?;
        let output = child.stdout.take().expect("it is piped");
        let input = child.stdin.take().expect("it is piped");
        let mut program = Program::speaking(input, output);
        // It may have ended by itself; in either case no process remains.
        program._end = Some(AtEnd::new(move || {
            let _ = child.kill();
            let _ = child.wait();
        }));
        Ok(program)
    }
}

/// The most lines of a program that are kept until they are heard. Beyond them the program has to wait.
const MOST_LINES: usize = 1024;

/// A running program. It is ended when this is dropped.
pub struct Program {
    input: Box<dyn Write + Send>,
    lines: Receiver<String>,
    _end: Option<AtEnd>,
}

impl Program {
    /// A program connected through `input` and `output`.
    pub fn speaking(input: impl Write + Send + 'static, output: impl Read + Send + 'static) -> Program {
        let (send, lines) = sync_channel(MOST_LINES);
        // A read cannot time out, but waiting for another thread's result can.
        thread::spawn(move || {
            let mut read = Lines::new(BufReader::new(output));
            while let Ok(Some(line)) = read.read() {
                if let Line::Text(text) = line
                    && send.send(text).is_err()
                {
                    break;
                }
            }
        });
        Program { input: Box::new(input), lines, _end: None }
    }

    /// Sends a line.
    pub fn tell(&mut self, line: &str) -> Result<(), Fault> {
        let mut write = || -> io::Result<()> {
            writeln!(self.input, "{line}")?;
            self.input.flush()
        };
        write().map_err(|_| Fault::new(format!("is gone when it is told {line:?}")))
    }

    /// The program's next line, if it comes before `deadline`.
    pub fn hear(&mut self, deadline: Instant) -> Result<String, Fault> {
        let late = || Fault::new("has not answered in time");
        // Lines that wait are given even when no time is left, so a program that never stops talking would be heard for ever.
        let left = deadline.checked_duration_since(Instant::now()).ok_or_else(late)?;
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => late(),
            RecvTimeoutError::Disconnected => Fault::new("has ended"),
        })
    }
}

/// A text of a program, shortened to fit into a line of a report.
fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(60).collect::<String>())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::BufRead;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A program that answers every line by `answer`, until that returns `None`.
    pub fn answering(mut answer: impl FnMut(&str) -> Option<String> + Send + 'static) -> Program {
        let (asked, input) = io::pipe().unwrap();
        let (output, mut said) = io::pipe().unwrap();
        thread::spawn(move || {
            for line in BufReader::new(asked).lines() {
                let Some(text) = answer(&line.unwrap()) else { break };
                if said.write_all(text.as_bytes()).is_err() {
                    break;
                }
            }
        });
        Program::speaking(input, output)
    }

    #[test]
    fn a_program_that_never_stops_talking_is_late_and_takes_no_memory() {
        struct Babble(Arc<AtomicUsize>);
        impl Read for Babble {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0.fetch_add(buffer.len(), Ordering::Relaxed);
                buffer.fill(b'\n');
                Ok(buffer.len())
            }
        }
        let said = Arc::new(AtomicUsize::new(0));
        let mut program = Program::speaking(io::sink(), Babble(said.clone()));
        let deadline = Instant::now() + Duration::from_millis(20);
        let answer = std::iter::repeat_with(|| program.hear(deadline)).find(Result::is_err);
        assert_eq!(answer, Some(Err(Fault::new("has not answered in time"))));
        let before = said.load(Ordering::Relaxed);
        thread::sleep(Duration::from_millis(50));
        let after = said.load(Ordering::Relaxed) - before;
        assert!(after < 100 * MOST_LINES, "{after} bytes are read that nobody hears");
    }

    #[test]
    fn a_recipe_is_a_protocol_and_words() {
        for text in ["gtp:gtp-rhino --level=3", "gomocup:./pbrain", "nboard:a b c"] {
            let recipe: Recipe = text.parse().unwrap();
            assert_eq!(recipe.to_string(), text);
        }
        for text in ["c3", "gtp:", "gtp:  ", "uci:stockfish", ":x", ""] {
            assert_eq!(text.parse::<Recipe>(), Err(()), "{text}");
        }
    }

    #[test]
    fn who_is_not_there_who_is_silent_and_who_ends_is_told_from_each_other() {
        let missing: Recipe = "gtp:/no/such/program".parse().unwrap();
        assert_eq!(
            missing.start().err().unwrap().to_string(),
            "cannot start /no/such/program"
        );
        let soon = || Instant::now() + Duration::from_millis(50);
        let mut silent = answering(|_| Some(String::new()));
        assert_eq!(silent.tell("hello"), Ok(()));
        assert_eq!(silent.hear(soon()), Err(Fault::new("has not answered in time")));
        let mut short = answering(|_| None);
        short.tell("hello").unwrap();
        let patient = Instant::now() + PATIENCE;
        assert_eq!(short.hear(patient), Err(Fault::new("has ended")));
        let gone = std::iter::repeat_with(|| short.tell("again")).find(Result::is_err);
        assert_eq!(gone, Some(Err(Fault::new("is gone when it is told \"again\""))));
    }
}
