//! The serial line between the command and a console: `tengen keyboard` at a simulated console and at a board that the
//! test plays, ports that are none or go away, and consoles that are joined.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use tempfile::TempDir;
use tengen::gateware::keyboard::key::{KEYS, Key, named};
use tengen_link::keys::Receiver;
use tengen_link::wire::{self, Decoder};

/// The path of the line in a test's folder.
pub const LINE: &str = "line";
/// The time between two looks at a quiet line.
pub const LOOK: Duration = Duration::from_millis(1);
/// The longest wait for a command to end.
const PATIENCE: Duration = Duration::from_secs(60);

pub fn tengen(folder: &Path, arguments: &[&str]) -> Command {
    // `env` resets the signals that the caller of the tests may have ignored.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,TERM,HUP");
    command.arg(assert_cmd::cargo::cargo_bin!("tengen"));
    command.args(arguments).current_dir(folder);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Waits until the child has made the link.
pub fn wait_for_link(folder: &Path, child: &mut Child) {
    while fs::metadata(folder.join(LINE)).is_err() {
        assert!(child.try_wait().unwrap().is_none(), "it ends without a link");
        thread::sleep(LOOK);
    }
}

/// The output of a child that must succeed and say nothing to standard error.
fn succeeds(child: Child) -> String {
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    assert_eq!(
        (status.code(), String::from_utf8_lossy(&stderr).as_ref()),
        (Some(0), "")
    );
    String::from_utf8(stdout).unwrap()
}

fn type_keys(folder: &Path, script: &str) -> Child {
    type_into(&["keyboard", "--port", LINE], folder, script)
}

fn type_into(arguments: &[&str], folder: &Path, script: &str) -> Child {
    let mut keyboard = tengen(folder, arguments).stdin(Stdio::piped()).spawn().unwrap();
    keyboard.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    keyboard
}

pub fn kill(child: &Child, signal: &str) {
    let mut kill = Command::new("kill");
    assert!(
        kill.args(["-s", signal, &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
}

/// A pseudo-terminal, which no child inherits.
pub struct Pty {
    pub far: File,
    /// Held open, so that the line stays as it is while nobody is there.
    near: File,
    pub name: String,
}

impl Pty {
    const FLAGS: OFlags = OFlags::RDWR.union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

    pub fn new() -> Pty {
        let far = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
        rustix::io::ioctl_fionbio(&far, true).unwrap();
        grantpt(&far).unwrap();
        unlockpt(&far).unwrap();
        let name = ptsname(&far, vec![]).unwrap().into_string().unwrap();
        let near = rustix::fs::open(&name, Pty::FLAGS, Mode::empty()).unwrap();
        Pty { far: far.into(), near: near.into(), name }
    }
}

/// A board that answers at one end of a pseudo-terminal; the link in the folder leads to the other end.
struct Board {
    line: Pty,
    decoder: Decoder,
    receiver: Receiver,
    link: PathBuf,
}

impl Drop for Board {
    fn drop(&mut self) {
        fs::remove_file(&self.link).unwrap();
    }
}

impl Board {
    fn at(folder: &Path) -> Board {
        let line = Pty::new();
        let link = folder.join(LINE);
        symlink(&line.name, &link).unwrap();
        Board { line, decoder: Decoder::default(), receiver: Receiver::default(), link }
    }

    /// Answers what has come, after `before`; returns the keys pressed.
    fn serve(&mut self, before: &[u8]) -> Vec<Key> {
        let mut bytes = [0; 64];
        let count = match self.line.far.read(&mut bytes) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(LOOK);
                0
            }
            Err(error) => panic!("{error}"),
        };
        let mut pressed = vec![];
        for byte in &bytes[..count] {
            let Some(Ok(frame)) = self.decoder.push(*byte) else {
                continue;
            };
            pressed.extend(self.receiver.receive(frame).map(|key| Key::ALL[usize::from(key)]));
            let answer = self.receiver.transmit().into_iter().flat_map(wire::encode);
            let answer: Vec<u8> = before.iter().copied().chain(answer).collect();
            self.line.far.write_all(&answer).unwrap();
        }
        pressed
    }

    /// Serves until these keys have been pressed, and no others.
    fn expect(&mut self, before: &[u8], names: &[&str]) {
        let expected: Vec<Key> = names.iter().map(|name| named(name).unwrap().key).collect();
        let mut pressed = vec![];
        while pressed.len() < expected.len() {
            pressed.extend(self.serve(before));
        }
        assert_eq!(pressed, expected);
    }

    /// Serves until the child ends, which must press no more keys.
    fn end(&mut self, child: &mut Child) -> Option<i32> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            assert_eq!(self.serve(&[]), []);
            if let Some(status) = child.try_wait().unwrap() {
                return status.code();
            }
        }
        let _ = child.kill();
        panic!("it does not end");
    }
}

/// Reads lines until that one; on a slow computer the line may seem silent in between.
fn expect_line(said: &mut BufReader<ChildStderr>, expected: &str) {
    loop {
        let mut line = String::new();
        assert!(said.read_line(&mut line).unwrap() > 0, "not said: {expected}");
        if line.trim_end() == expected {
            return;
        }
        assert!(
            line.ends_with("answers\n") || line.ends_with("still trying\n"),
            "{line}"
        );
    }
}

#[test]
fn keys_over_the_line_do_as_those_of_the_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let sim = |arguments: &[&str]| {
        tengen(folder.path(), &[&["sim", "--state", "-"], arguments].concat())
            .spawn()
            .unwrap()
    };
    // Two people, and no clock.
    let keys = "enter m m down down down right enter enter right enter left down enter";
    let settled = format!("settle {}", keys.replace(' ', " settle "));
    let keyboard = succeeds(sim(&["--script", &format!("{settled} settle")]));
    let mut linked = sim(&["--link", LINE, "--script", "settle hangup settle"]);
    wait_for_link(folder.path(), &mut linked);
    // Rubbish on the line changes nothing: bytes, parts of frames, frames with a wrong check sequence.
    let near = rustix::fs::open(folder.path().join(LINE), Pty::FLAGS, Mode::empty()).unwrap();
    let mut near = File::from(near);
    near.write_all(b"\x7E\x08\x0B\x01\x7E\x7E rubbish \x7D\x7E\xFF\x00\x7E\x08\x0B\x01\0\0\0\0\0\x05\xAA\xBB\x7E\x7D")
        .unwrap();
    // On a slow computer the console may seem silent meanwhile, which is said.
    assert_eq!(type_keys(folder.path(), keys).wait().unwrap().code(), Some(0));
    drop(near);
    assert_eq!(succeeds(linked), keyboard);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the link is left");
    assert!(
        keyboard.contains("\"page\":\"game\"") && keyboard.contains("XO"),
        "{keyboard}"
    );
}

#[test]
fn the_keyboard_reads_the_menu_as_it_is_after_the_last_key() {
    let folder = tempfile::tempdir().unwrap();
    // The games' list, a page, the board; two people without a clock.
    let mut linked = tengen(
        folder.path(),
        &["sim", "--link", LINE, "--script", "settle hangup settle"],
    )
    .spawn()
    .unwrap();
    wait_for_link(folder.path(), &mut linked);
    let menu = ["keyboard", "--port", LINE, "--menu"];
    let read = succeeds(type_into(
        &menu,
        folder.path(),
        "enter m m down down down right enter right enter",
    ));
    let lines: Vec<_> = read.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(
        lines[..5],
        ["WHITE", " TO MOVE", " AT   I8", " ●PERSON", " ○PERSON"],
        "{read}"
    );
    assert!(read.contains(" U   UNDO\n") && !read.contains("\n\n\n"), "{read}");
    succeeds(linked);
}

#[test]
fn the_keyboard_goes_on_when_its_port_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut board = Board::at(folder.path());
    let mut keyboard = tengen(folder.path(), &["keyboard", "--port", LINE])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut script = keyboard.stdin.take().unwrap();
    let mut said = BufReader::new(keyboard.stderr.take().unwrap());
    script.write_all(b"up\nenter\n").unwrap();
    board.expect(&[], &["up", "enter"]);
    // Its last answer may get lost with the port: then the key comes again, which the board knows.
    let receiver = board.receiver;
    drop(board);
    expect_line(&mut said, "line has gone away; waiting for it");
    script.write_all(b"down 1\n").unwrap();
    let mut board = Board::at(folder.path());
    board.receiver = receiver;
    expect_line(&mut said, "line is back");
    // Answers come among rubbish.
    board.expect(b"\x7E\x08\x0C\xFF\x7E\x55", &["down", "1"]);
    drop(script);
    assert_eq!(board.end(&mut keyboard), Some(0));
}

#[test]
fn a_port_that_cannot_be_used_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    let board = Board::at(folder.path());
    let refused = |arguments: &[&str]| {
        let output = tengen(folder.path(), arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.stdout.len(), said.lines().count()),
            (0, 1),
            "{arguments:?}: {said}"
        );
        (output.status.code().unwrap(), said.trim_end().to_string())
    };
    let missing = "tengen: there is no port none; connect the board, or name another with --port";
    assert_eq!(refused(&["keyboard", "--port", "none"]), (1, missing.into()));
    let (code, said) = refused(&["keyboard", "--port", "file"]);
    assert!(
        code == 1 && said.starts_with("tengen: cannot open file as a serial port: "),
        "{said}"
    );
    let (code, said) = refused(&["sim", "--link", "file"]);
    assert!(
        code == 1 && said.starts_with("tengen: cannot open file as a serial port: "),
        "{said}"
    );
    let (code, said) = refused(&["sim", "--link", "none/line"]);
    assert!(
        code == 1 && said.starts_with("tengen: cannot make the link none/line: "),
        "{said}"
    );
    let (code, said) = refused(&["sim", "--script", "hangup"]);
    assert_eq!(
        (code, said.as_str()),
        (2, "tengen: \"hangup\" in the script needs --link")
    );
    let output = type_keys(folder.path(), "entr").wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said.starts_with("tengen: no key is named \"entr\"; the nearest is \"enter\"; "),
        "{said}"
    );
    let busy = (1, "tengen: port line is in use by another program".to_string());
    let _held = serialport::new(board.link.to_str().unwrap(), 115_200).open().unwrap();
    assert_eq!(refused(&["keyboard", "--port", LINE]), busy);
    assert_eq!(refused(&["sim", "--link", LINE]), busy);
}

#[test]
fn a_console_that_is_interrupted_leaves_no_link() {
    let folder = tempfile::tempdir().unwrap();
    // One that was killed has left its link behind.
    symlink("/dev/pts/none", folder.path().join(LINE)).unwrap();
    let mut console = tengen(folder.path(), &["sim", "--link", LINE, "--script", "hangup"])
        .spawn()
        .unwrap();
    wait_for_link(folder.path(), &mut console);
    kill(&console, "INT");
    assert_eq!(console.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(feature = "play")]
#[test]
fn the_machine_that_is_played_takes_keys_without_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let state = tempfile::tempdir().unwrap();
    let arguments = ["play", "--no-open", "--port", "0", "--fresh", "--link", LINE];
    let mut machine = tengen(folder.path(), &arguments)
        .env("XDG_STATE_HOME", state.path())
        .spawn()
        .unwrap();
    wait_for_link(folder.path(), &mut machine);
    let mut keyboard = type_keys(folder.path(), "enter m");
    assert_eq!(keyboard.wait().unwrap().code(), Some(0));
    kill(&machine, "INT");
    assert_eq!(machine.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "the link is left");
}

/// A terminal with somebody who types.
struct Desk {
    folder: TempDir,
    terminal: Pty,
}

impl Desk {
    fn new() -> Desk {
        Desk { folder: tempfile::tempdir().unwrap(), terminal: Pty::new() }
    }

    /// Whether the terminal collects lines and shows what is typed.
    fn is_as_it_was(&self) -> bool {
        let output = Command::new("stty")
            .args(["-a", "-F", &self.terminal.name])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let words = String::from_utf8(output.stdout).unwrap();
        ["icanon", "echo", "isig", "opost"]
            .iter()
            .all(|mode| words.split_whitespace().any(|word| word.trim_end_matches(';') == *mode))
    }

    fn keyboard(&self) -> Child {
        tengen(self.folder.path(), &["keyboard", "--port", LINE])
            .stdin(self.terminal.near.try_clone().unwrap())
            .spawn()
            .unwrap()
    }
}

#[test]
fn the_terminal_is_a_keyboard_and_then_as_it_was() {
    let mut desk = Desk::new();
    let mut board = Board::at(desk.folder.path());
    for way_out in ["q", "\x03", "TERM"] {
        assert!(desk.is_as_it_was());
        let mut keyboard = desk.keyboard();
        let mut said = BufReader::new(keyboard.stderr.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        assert!(
            line.starts_with("keys: arrows wasd ") && line.ends_with("q leaves\r\n"),
            "{line:?}"
        );
        desk.terminal.far.write_all(b"w\x1B[B\r R\x12x\x1BOP4").unwrap();
        board.expect(&[], &["w", "down", "enter", "space", "r", "ctrl", "f1", "4"]);
        match way_out {
            "TERM" => kill(&keyboard, way_out),
            typed => desk.terminal.far.write_all(typed.as_bytes()).unwrap(),
        }
        let expected = if way_out == "TERM" { 130 } else { 0 };
        assert_eq!(board.end(&mut keyboard), Some(expected), "{way_out:?}");
    }
    assert!(desk.is_as_it_was());
}

#[test]
fn the_keyboard_of_a_terminal_that_is_closed_ends() {
    let desk = Desk::new();
    let mut board = Board::at(desk.folder.path());
    let mut keyboard = desk.keyboard();
    let mut said = BufReader::new(keyboard.stderr.take().unwrap());
    said.read_line(&mut String::new()).unwrap();
    drop(desk.terminal);
    assert_eq!(board.end(&mut keyboard), Some(1));
    let mut end = String::new();
    said.read_to_string(&mut end).unwrap();
    assert!(end.contains("the terminal has gone away"), "{end}");
}

#[test]
fn the_book_has_the_numbers_of_the_keys() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/link.md")).unwrap();
    let section = page.split("\n## ").find(|section| section.starts_with("Keys")).unwrap();
    let cells: Vec<&str> = section.split('|').map(str::trim).collect();
    for (number, key) in Key::ALL.iter().enumerate().skip(1) {
        let at = cells.iter().position(|cell| *cell == number.to_string()).unwrap();
        let words: Vec<String> = cells[at + 1].split(", ").map(str::to_lowercase).collect();
        let names = KEYS
            .iter()
            .filter(|physical| physical.key == *key)
            .map(|physical| physical.name);
        assert!(
            names.clone().any(|name| words[0] == name),
            "{number}: {words:?} is none of {:?}",
            names.collect::<Vec<_>>()
        );
    }
    assert!(!cells.contains(&Key::ALL.len().to_string().as_str()));
}
