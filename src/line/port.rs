//! A serial port of the computer at the console's rate. A pseudo-terminal is one too.

use std::fmt;
use std::io::{self, ErrorKind};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow};
use serialport::SerialPort;
use tengen_link::endpoint::TICKS;

use crate::hdl::library::uart::BAUD;

/// The clock of the protocol.
const TICK: Duration = Duration::from_nanos(1_000_000_000 / TICKS as u64);
/// The time between two attempts to open a port that has gone away.
const RETRY: Duration = Duration::from_millis(50);

/// Opens a port for this program alone. What has come before is dropped.
///
/// # Errors
/// As of the system; [`refusal`] says it to the user.
pub fn open(path: &str, timeout: Duration) -> serialport::Result<Box<dyn SerialPort>> {
    let port = serialport::new(path, rate(path)).timeout(timeout).open()?;
    port.clear(serialport::ClearBuffer::Input)?;
    Ok(port)
}

/// The rate to set: macOS refuses any for a pseudo-terminal, and 0 sets none.
fn rate(path: &str) -> u32 {
    let pseudo =
        cfg!(target_os = "macos") && std::fs::canonicalize(path).is_ok_and(|path| path.starts_with("/dev/ttys"));
    if pseudo { 0 } else { BAUD }
}

/// Whether there is no port of that name.
pub fn is_missing(error: &serialport::Error) -> bool {
    error.kind() == serialport::ErrorKind::Io(ErrorKind::NotFound)
}

/// Why a port could not be opened, in one line.
pub fn refusal(path: &str, error: &serialport::Error) -> Error {
    match error.kind() {
        _ if is_missing(error) => anyhow!("there is no port {path}; connect the board, or name another with --port"),
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => {
            anyhow!("port {path} is not yours to use; on Linux its group, often dialout, may use it")
        }
        // On Windows it may be missing too.
        serialport::ErrorKind::NoDevice if cfg!(unix) => anyhow!("port {path} is in use by another program"),
        _ => anyhow!("cannot open {path} as a serial port: {error}"),
    }
}

/// What has become of a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Gone,
    Back,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Change::Gone => "has gone away; waiting for it",
            Change::Back => "is back",
        })
    }
}

/// A port that may go away and come back.
pub struct Port {
    path: String,
    /// None: it has gone away.
    port: Option<Box<dyn SerialPort>>,
    /// The time of the last tick.
    ticked: Instant,
}

impl Port {
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &str) -> Result<Port> {
        let port = open(path, TICK).map_err(|error| refusal(path, &error))?;
        Ok(Port { path: path.into(), port: Some(port), ticked: Instant::now() })
    }

    pub fn is_there(&self) -> bool {
        self.port.is_some()
    }

    /// The ticks since the last call.
    pub fn ticks(&mut self) -> u32 {
        let mut ticks = 0;
        while self.ticked.elapsed() >= TICK {
            self.ticked += TICK;
            ticks += 1;
        }
        ticks
    }

    /// Sends bytes, and adds those to `received` that have come or come within a tick. If the port has gone away, tries
    /// to open it again instead.
    pub fn exchange(&mut self, sent: &[u8], received: &mut Vec<u8>) -> Option<Change> {
        let Some(port) = &mut self.port else {
            return self.reopen();
        };
        let mut bytes = [0; 256];
        // Bytes that the line does not take are lost; the frame is repeated.
        let count = or_none(port.write_all(sent).map(|()| 0)).and_then(|_| or_none(port.read(&mut bytes)));
        match count {
            Ok(count) => {
                received.extend(&bytes[..count]);
                None
            }
            Err(_) => {
                self.port = None;
                Some(Change::Gone)
            }
        }
    }

    fn reopen(&mut self) -> Option<Change> {
        self.port = open(&self.path, TICK).ok();
        if self.port.is_none() {
            thread::sleep(RETRY);
            return None;
        }
        Some(Change::Back)
    }
}

/// No bytes, if the port only waits.
fn or_none(count: io::Result<usize>) -> io::Result<usize> {
    count.or_else(|error| if waits(&error) { Ok(0) } else { Err(error) })
}

/// Whether the port only did not get further in its time: no byte has come, or nobody takes any.
pub fn waits(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use serialport::ErrorKind as Kind;

    #[test]
    fn a_refused_port_is_one_line() {
        for (kind, expected) in [
            (
                Kind::Io(ErrorKind::NotFound),
                "there is no port /dev/ttyUSB0; connect the board",
            ),
            (
                Kind::Io(ErrorKind::PermissionDenied),
                "port /dev/ttyUSB0 is not yours to use",
            ),
            (Kind::Unknown, "cannot open /dev/ttyUSB0 as a serial port: the reason"),
        ] {
            let said = refusal("/dev/ttyUSB0", &serialport::Error::new(kind, "the reason")).to_string();
            assert!(said.starts_with(expected) && !said.contains('\n'), "{said}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_free_port_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let open = |path: &str| match super::open(path, Duration::ZERO) {
            Ok(_) => None,
            Err(error) => Some(refusal(path, &error).to_string()),
        };
        let none = folder.path().join("none").display().to_string();
        assert!(open(&none).unwrap().starts_with("there is no port "));
        let file = folder.path().join("file").display().to_string();
        std::fs::write(&file, "").unwrap();
        assert!(open(&file).unwrap().starts_with("cannot open "));
        let (_far, near) = serialport::TTYPort::pair().unwrap();
        let name = near.name().unwrap();
        let _held = super::open(&name, Duration::ZERO).unwrap();
        assert_eq!(
            open(&name).unwrap(),
            format!("port {name} is in use by another program")
        );
    }
}
