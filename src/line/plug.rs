//! Connects a simulated console's serial line to a path: a pseudo-terminal of its own, or the port that is there.
//!
//! ```text
//! console --- Line --- Plug --- pseudo-terminal <- PATH --- tengen keyboard, or any program
//! console --- Line --- Plug --- pseudo-terminal <- PATH --- Plug --- Line --- a second console
//! ```
//!
//! The first console at a path makes a pseudo-terminal, and the path a symbolic link to it, which is removed at the end.
//! A second one finds a port there. If that goes away, it takes the place of the first.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use anyhow::Result;

use super::port;
use crate::at_end::AtEnd;
use crate::simulation::line::Line;

/// The time between two attempts to connect again.
const RETRY: Duration = Duration::from_millis(50);
/// The bytes that are passed on at a time. More wait where they are, so that their sender waits too.
const MOST: usize = 64;

trait Stream: Read + Write + Send {}
impl<T: Read + Write + Send> Stream for T {}

/// What a line is connected to.
pub struct Plug {
    path: String,
    stream: Box<dyn Stream>,
    /// The link, if this end has made it.
    link: Option<AtEnd>,
    /// Somebody is there.
    present: bool,
    /// How many have come and gone.
    visits: u64,
    /// When it was tried to connect.
    tried: Instant,
}

impl Plug {
    /// Connects to that path.
    ///
    /// # Errors
    /// If there is something else, or nothing can be made there.
    pub fn at(path: &str) -> Result<Plug> {
        let (stream, link) = match port::open(path, Duration::ZERO) {
            Ok(port) => (Box::new(port) as Box<dyn Stream>, None),
            Err(error) if cfg!(unix) && port::is_missing(&error) => {
                let (stream, link) = create(path)?;
                (stream, Some(link))
            }
            Err(error) => return Err(port::refusal(path, &error)),
        };
        Ok(Plug { path: path.into(), stream, present: link.is_none(), link, visits: 0, tried: Instant::now() })
    }

    /// Whether somebody is there, as of the last exchange.
    pub fn present(&self) -> bool {
        self.present
    }

    /// How many have come and gone, as of the last exchange.
    pub fn visits(&self) -> u64 {
        self.visits
    }

    /// Passes bytes on, both ways, as far as there are any now. Those that nobody takes are lost.
    pub fn exchange(&mut self, line: &mut Line) {
        if self.link.is_none() && !self.present {
            return self.connect();
        }
        let received = line.take();
        if self.present && !received.is_empty() {
            let _ = self.stream.write(&received);
        }
        if !line.idle() {
            return;
        }
        let mut bytes = [0; MOST];
        let present = match self.stream.read(&mut bytes) {
            Ok(count) => {
                bytes[..count].iter().for_each(|byte| line.send(*byte));
                self.present |= count > 0;
                count > 0
            }
            Err(error) => port::waits(&error),
        };
        if self.present && !present {
            self.visits += 1;
        }
        self.present = present;
    }

    /// Tries to connect again.
    fn connect(&mut self) {
        if self.tried.elapsed() < RETRY {
            return;
        }
        self.tried = Instant::now();
        if let Ok(plug) = Plug::at(&self.path) {
            *self = Plug { visits: self.visits, ..plug };
        }
    }
}

/// Makes a pseudo-terminal and a link to it.
#[cfg(unix)]
fn create(path: &str) -> Result<(Box<dyn Stream>, AtEnd)> {
    use anyhow::Context;
    use rustix::fs::{Mode, OFlags};
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use std::fs::{self, File};
    use std::path::PathBuf;

    let make = || -> Result<(Box<dyn Stream>, PathBuf)> {
        let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        rustix::io::fcntl_setfd(&near, rustix::io::FdFlags::CLOEXEC)?;
        grantpt(&near)?;
        unlockpt(&near)?;
        rustix::io::ioctl_fionbio(&near, true)?;
        let far = PathBuf::from(ptsname(&near, vec![])?.into_string()?);
        // Only once it has been closed does the near end tell that nobody is there.
        rustix::fs::open(&far, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty())?;
        Ok((Box::new(File::from(near)), far))
    };
    let (near, far) = make().context("no pseudo-terminal can be made")?;
    let place = PathBuf::from(path);
    if fs::read_link(&place).is_ok_and(|there| there.parent() == far.parent()) {
        // It leads nowhere: a console that was killed has left it.
        fs::remove_file(&place).with_context(|| format!("cannot replace {path}"))?;
    }
    let link = AtEnd::new({
        let (place, far) = (place.clone(), far.clone());
        move || {
            if fs::read_link(&place).is_ok_and(|there| there == far) {
                let _ = fs::remove_file(&place);
            }
        }
    });
    std::os::unix::fs::symlink(&far, &place).with_context(|| format!("cannot make the link {path}"))?;
    Ok((near, link))
}

#[cfg(not(unix))]
fn create(_: &str) -> Result<(Box<dyn Stream>, AtEnd)> {
    anyhow::bail!("there are no pseudo-terminals on this system")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_second_console_is_the_other_side_of_the_first_and_then_takes_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("line");
        let path = place.to_str().unwrap();
        let mut first = Plug::at(path).unwrap();
        let nothing = &mut Line::default();
        first.exchange(nothing);
        assert!(!first.present());
        let mut second = Plug::at(path).unwrap();
        assert!(Plug::at(path).is_err(), "a third one has no place");
        first.exchange(nothing);
        assert!(first.present() && second.present());
        // Each hears the other, and not itself.
        for way in [true, false] {
            let (from, to) = if way { (&mut first, &mut second) } else { (&mut second, &mut first) };
            from.exchange(&mut Line::with_received(b"hello"));
            let (mut heard, mut own) = (Line::default(), Line::default());
            to.exchange(&mut heard);
            from.exchange(&mut own);
            assert!(!heard.idle() && own.idle());
        }
        drop(second);
        first.exchange(nothing);
        assert_eq!((first.present(), first.visits()), (false, 1));

        let mut second = Plug::at(path).unwrap();
        drop(first);
        assert!(!place.is_symlink());
        while !place.is_symlink() {
            second.exchange(nothing);
        }
        assert_eq!((second.present(), second.visits()), (false, 1));
        let mut third = Plug::at(path).unwrap();
        second.exchange(nothing);
        third.exchange(nothing);
        assert!(second.present() && third.present());
    }
}
