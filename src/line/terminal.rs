//! The keys of the terminal, and the machine's keys that they stand for; and the menu, below what is said.
//!
//! A terminal sends no Ctrl by itself, so Ctrl-R is the key Ctrl. A key of the machine has its name in a script; letters
//! may be capitals.

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use crossterm::cursor::{MoveToColumn, MoveUp};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::queue;
use crossterm::style::{Print, PrintStyledContent, Stylize};
use crossterm::terminal::{Clear, ClearType, disable_raw_mode, enable_raw_mode, size};

use super::menu::{Ink, Line};
use crate::at_end::AtEnd;
use crate::gateware::keyboard::key::{self, PhysicalKey};

/// What a key of the terminal stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Typed {
    Key(&'static PhysicalKey),
    Leave,
}

/// The terminal, which gives its keys one at a time until this is dropped.
pub struct Terminal {
    _restore: AtEnd,
    /// What a thread reads. crossterm never returns from a terminal that is closed while it reads, so nobody waits for it.
    keys: Receiver<io::Result<Typed>>,
    /// The menu as it is shown, in the last lines of the terminal.
    menu: Vec<Line>,
}

impl Terminal {
    /// # Errors
    /// If the terminal does not do that.
    pub fn open() -> io::Result<Terminal> {
        let _restore = AtEnd::new(|| {
            // A failure can be reported to nobody here.
            let _ = disable_raw_mode();
        });
        enable_raw_mode()?;
        let (sender, keys) = mpsc::channel();
        // It ends with the command.
        thread::Builder::new().spawn(move || while sender.send(read()).is_ok() {})?;
        Ok(Terminal { _restore, keys, menu: vec![] })
    }

    /// The next key that has been typed and has a meaning; does not wait for one.
    ///
    /// # Errors
    /// If the terminal has gone away.
    pub fn typed(&self) -> io::Result<Option<Typed>> {
        if closed() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match self.keys.try_recv() {
            Ok(typed) => typed.map(Some),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Writes a line to standard error, above the menu.
    pub fn say(&mut self, line: &str) {
        let menu = std::mem::take(&mut self.menu);
        let above = menu.len();
        self.draw(above, Some(line), menu);
    }

    /// Shows the menu in place of the one before.
    pub fn show(&mut self, menu: Vec<Line>) {
        self.draw(self.menu.len(), None, menu);
    }

    /// Goes up so many lines, and writes from there.
    fn draw(&mut self, above: usize, line: Option<&str>, mut menu: Vec<Line>) {
        // The last row is the cursor's.
        let rows = size().map_or(usize::MAX, |(_, rows)| usize::from(rows).saturating_sub(1));
        menu.truncate(rows);
        let above = above.min(rows) as u16;
        let mut out = vec![];
        // Writing into memory does not fail.
        let _ = lines(&mut out, above, line, &menu);
        // A failure can be reported to nobody here.
        let _ = io::stderr().write_all(&out);
        self.menu = menu;
    }
}

/// The next key that has a meaning; waits for it.
fn read() -> io::Result<Typed> {
    loop {
        if let Event::Key(key) = event::read()?
            && let Some(typed) = meaning(key)
        {
            return Ok(typed);
        }
    }
}

/// Whether the terminal of standard input is there no more.
#[cfg(unix)]
fn closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let input = io::stdin();
    let mut terminal = [PollFd::new(&input, PollFlags::empty())];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut terminal, Some(&now)).is_ok() && terminal[0].revents().contains(PollFlags::HUP)
}

/// Windows ends the programs of a console that is closed.
#[cfg(not(unix))]
fn closed() -> bool {
    false
}

/// Writes what goes from the place so many lines above the cursor to the end of the terminal.
fn lines(out: &mut impl Write, above: u16, line: Option<&str>, menu: &[Line]) -> io::Result<()> {
    if above > 0 {
        queue!(out, MoveUp(above), MoveToColumn(0), Clear(ClearType::FromCursorDown))?;
    }
    if let Some(line) = line {
        queue!(out, Print(line), Print("\r\n"))?;
    }
    for Line { text, ink } in menu {
        let text = match ink {
            Ink::White => text.as_str().reset(),
            Ink::Red => text.as_str().red(),
            Ink::Blue => text.as_str().blue(),
            Ink::Dim => text.as_str().dim(),
        };
        queue!(out, PrintStyledContent(text), Print("\r\n"))?;
    }
    Ok(())
}

/// What a key of the terminal stands for, if anything.
fn meaning(event: KeyEvent) -> Option<Typed> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    let letter;
    let name = match event.code {
        KeyCode::Char(c) if control => match c.to_ascii_lowercase() {
            'c' => return Some(Typed::Leave),
            'r' => "ctrl",
            _ => return None,
        },
        KeyCode::Char('q' | 'Q') => return Some(Typed::Leave),
        KeyCode::Char(' ') => "space",
        KeyCode::Char(c) => {
            letter = c.to_ascii_lowercase().to_string();
            &letter
        }
        KeyCode::Up => "up",
        KeyCode::Down => "down",
        KeyCode::Left => "left",
        KeyCode::Right => "right",
        KeyCode::Enter => "enter",
        KeyCode::Esc => "esc",
        KeyCode::F(1) => "f1",
        _ => return None,
    };
    key::named(name).map(Typed::Key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateware::keyboard::key::{KEYS, Key};

    fn typed(code: KeyCode, modifiers: KeyModifiers) -> Option<Typed> {
        meaning(KeyEvent::new(code, modifiers))
    }

    #[test]
    fn every_key_of_the_machine_can_be_typed() {
        let codes = [
            KeyCode::Up,
            KeyCode::Down,
            KeyCode::Left,
            KeyCode::Right,
            KeyCode::Enter,
            KeyCode::Esc,
            KeyCode::F(1),
        ];
        let characters = (' '..='~').map(KeyCode::Char);
        let plain = codes
            .into_iter()
            .chain(characters)
            .map(|code| (code, KeyModifiers::NONE));
        let all = plain.chain([(KeyCode::Char('r'), KeyModifiers::CONTROL)]);
        let typed: Vec<_> = all.filter_map(|(code, modifiers)| typed(code, modifiers)).collect();
        for key in Key::ALL.into_iter().filter(|key| *key != Key::None) {
            let stands = |typed: &&Typed| matches!(typed, Typed::Key(physical) if physical.key == key);
            assert!(typed.iter().any(|typed| stands(&typed)), "{key:?}");
        }
        let names: Vec<_> = KEYS.iter().filter(|key| !typed.contains(&Typed::Key(key))).collect();
        // The same meanings on the other half of the keyboard.
        assert_eq!(
            names.iter().map(|key| key.name).collect::<Vec<_>>(),
            ["keypad_enter", "right_ctrl"]
        );
    }

    #[test]
    fn a_key_is_its_name_and_control_makes_another_one() {
        let key = |name| key::named(name).map(Typed::Key);
        let (none, shift, control) = (KeyModifiers::NONE, KeyModifiers::SHIFT, KeyModifiers::CONTROL);
        for (code, modifiers, expected) in [
            (KeyCode::Up, none, key("up")),
            (KeyCode::Char(' '), none, key("space")),
            (KeyCode::Char('w'), none, key("w")),
            (KeyCode::Char('W'), shift, key("w")),
            (KeyCode::Char('c'), none, key("c")),
            (KeyCode::Char('r'), none, key("r")),
            (KeyCode::Char('r'), control, key("ctrl")),
            (KeyCode::Char('c'), control, Some(Typed::Leave)),
            (KeyCode::Char('q'), none, Some(Typed::Leave)),
            (KeyCode::Char('h'), control, None),
            (KeyCode::Char('x'), none, None),
            (KeyCode::Tab, none, None),
        ] {
            assert_eq!(typed(code, modifiers), expected, "{code:?}");
        }
        let up = KeyEvent::new_with_kind(KeyCode::Up, none, KeyEventKind::Release);
        assert_eq!(meaning(up), None);
    }
}
