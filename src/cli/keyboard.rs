//! `tengen keyboard`: the terminal is a console's keyboard.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use tengen_sim::Encoded;

use crate::gateware::keyboard::key::{self, KEYS, PhysicalKey};
use crate::line::keyboard;
use crate::line::terminal::{Terminal, Typed};
use crate::misuse::Misuse;

/// The keys that may wait for the line.
const QUEUE: usize = 16;
/// How long a board may take to tell its menu: a simulated one may be slow.
const PATIENCE: Duration = Duration::from_secs(20);
/// What the terminal shows first.
const KEYS_SHOWN: &str = "keys: arrows wasd Enter Space rumlchnpv 1-4 Esc F1; Ctrl-R is Ctrl; q leaves";

/// Be a board's keyboard over its serial port
#[derive(Args)]
#[command(after_help = "Examples:\n  tengen keyboard --port /dev/ttyUSB1\n  \
    printf 'up enter' | tengen keyboard --port /dev/ttyUSB1\n  \
    tengen keyboard --port console.line\n  \
    printf 'enter enter' | tengen keyboard --port /dev/ttyUSB1 --menu\n\n\
    In a terminal its keys are the machine's: arrows or w a s d, Enter, Space, r u m l c h n p v 1 2 3 4, Esc, F1. A \
    terminal does not send Ctrl alone, so Ctrl-R is the key Ctrl, which begins a new game. q or Ctrl-C leaves. Below, the board's menu is \
    shown as text.\n\n\
    If standard input is no terminal, it is read as key names (up down left right w a s d enter space esc ctrl r u m l c h n \
    p v 1 2 3 4 f1), separated by spaces or lines; the command ends once the board has taken the last one.\n\n\
    The port is the board's USB serial port, at 115200 8N1, or a simulated console's line (--link of sim and play). If it \
    goes away, the command goes on when it is back.")]
pub struct Keyboard {
    /// The serial port
    #[arg(long, value_name = "PATH")]
    port: String,
    /// Print the board's menu after the last key of a script
    #[arg(long)]
    menu: bool,
}

/// Where keys come from.
enum Source {
    Terminal(Terminal),
    Script(Receiver<Result<&'static PhysicalKey>>),
}

/// The keys that wait.
struct Keys {
    source: Source,
    waiting: VecDeque<&'static PhysicalKey>,
    /// Further keys are being dropped, which has been told.
    full: bool,
    /// The script has ended.
    ended: bool,
}

impl Keyboard {
    pub fn run(&self) -> Result<String> {
        let mut keyboard = keyboard::Keyboard::open(&self.port, io::stdin().is_terminal())?;
        let mut keys = Keys::open()?;
        loop {
            if keys.gather()? {
                return Ok(String::new());
            }
            if keyboard.ready() {
                match keys.waiting.pop_front() {
                    Some(key) => keyboard.press(key.key.encode() as u8),
                    None if keys.ended && self.menu => return self.read_menu(&mut keyboard),
                    None if keys.ended => return Ok(String::new()),
                    None => {}
                }
            }
            if let Some(news) = keyboard.turn() {
                keys.say(&format!("{} {news}", self.port));
            }
            if let (Source::Terminal(terminal), Some(menu)) = (&mut keys.source, keyboard.menu()) {
                terminal.show(menu);
            }
        }
    }

    /// The menu as the board shows it now.
    fn read_menu(&self, keyboard: &mut keyboard::Keyboard) -> Result<String> {
        keyboard.read_menu();
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            keyboard.turn();
            if let Some(menu) = keyboard.menu() {
                return Ok(menu.into_iter().map(|line| line.text + "\n").collect());
            }
        }
        bail!("{} takes keys, but does not tell its menu", self.port)
    }
}

impl Keys {
    fn open() -> Result<Keys> {
        let source = match io::stdin().is_terminal() {
            true => {
                let mut terminal = Terminal::open().context("the terminal does not give its keys one at a time")?;
                terminal.say(KEYS_SHOWN);
                Source::Terminal(terminal)
            }
            false => {
                let (sender, keys) = mpsc::sync_channel(QUEUE);
                // It ends with the command; nobody waits for a line that never comes.
                thread::spawn(move || read(io::stdin().lock(), |key| sender.send(key).is_ok()));
                Source::Script(keys)
            }
        };
        Ok(Keys { source, waiting: VecDeque::new(), full: false, ended: false })
    }

    /// Takes keys as far as there are any. A script waits for the line, a typing person does not. True: the person leaves.
    fn gather(&mut self) -> Result<bool> {
        let mut dropped = false;
        match &self.source {
            Source::Terminal(terminal) => {
                while let Some(typed) = terminal.typed().context("the terminal has gone away")? {
                    match typed {
                        Typed::Leave => return Ok(true),
                        Typed::Key(_) if self.waiting.len() == QUEUE => dropped = true,
                        Typed::Key(key) => self.waiting.push_back(key),
                    }
                }
            }
            Source::Script(keys) => {
                while !self.ended && self.waiting.len() < QUEUE {
                    match keys.try_recv() {
                        Ok(key) => self.waiting.push_back(key?),
                        Err(TryRecvError::Empty) => break,
                        Err(TryRecvError::Disconnected) => self.ended = true,
                    }
                }
            }
        }
        if dropped && !self.full {
            self.say(&format!("{QUEUE} keys wait for the line; what is typed now is dropped"));
        }
        self.full = self.waiting.len() == QUEUE && (self.full || dropped);
        Ok(false)
    }

    fn say(&mut self, line: &str) {
        match &mut self.source {
            Source::Terminal(terminal) => terminal.say(line),
            Source::Script(_) => eprintln!("{line}"),
        }
    }
}

/// Reads a script's keys to its end, to its first mistake, or until `take` takes no more.
fn read(script: impl BufRead, mut take: impl FnMut(Result<&'static PhysicalKey>) -> bool) {
    for line in script.lines() {
        let line = match line.context("standard input cannot be read as key names") {
            Ok(line) => line,
            Err(error) => {
                take(Err(error));
                return;
            }
        };
        for word in line.split_whitespace() {
            let key = key::named(word);
            let known = || KEYS.iter().map(|key| key.name);
            let mistake = key.is_none();
            if !take(key.ok_or_else(|| Misuse::unknown("key", word, known()).into())) || mistake {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(script: &[u8]) -> Vec<String> {
        let mut names = vec![];
        read(script, |key| {
            names.push(key.map_or_else(|error| error.to_string(), |key| key.name.to_string()));
            true
        });
        names
    }

    #[test]
    fn a_script_is_key_names_up_to_the_first_mistake() {
        assert_eq!(names(b" up  enter\n\nctrl\n"), ["up", "enter", "ctrl"]);
        let wrong = names(b"up entr down");
        assert_eq!((wrong.len(), wrong[0].as_str()), (2, "up"));
        assert!(wrong[1].starts_with("no key is named \"entr\"; the nearest is \"enter\"; there are up, "));
        assert_eq!(
            names(b"up\n\xFF\n"),
            ["up", "standard input cannot be read as key names"]
        );
    }
}
