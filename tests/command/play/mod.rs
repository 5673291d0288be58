//! `tengen play` from a browser's point of view: what it serves and to whom, pages that open and close, invalid input,
//! and a game.
//!
//! With the feature `eda` a real browser opens the page as well.

#[cfg(feature = "eda")]
mod alone;
#[cfg(feature = "eda")]
mod browser;
#[cfg(feature = "eda")]
mod circuit;
mod clicks;
mod evaluation;
mod game_files;
mod inside;
mod limits;
mod pages;
mod recordings;
mod saved;
mod search;
mod time;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tengen::simulation::timing::CLOCK_HZ;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// The time limit of every wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `tengen play`.
struct Served {
    child: Child,
    /// Host and port of its address.
    host: String,
    /// Its output before the name of the engine.
    said: Vec<String>,
    /// The folder where it saves the machine.
    state: TempDir,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn tengen(arguments: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tengen"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Served {
    fn new() -> Served {
        Served::by("fast", "fast")
    }

    /// Starts it with that engine, whose full name is `name`.
    fn by(engine: &str, name: &str) -> Served {
        Served::start("0", &["--engine", engine], name, tempfile::tempdir().unwrap())
    }

    /// Starts it at that port, with that folder for the machine's state.
    fn start(port: &str, arguments: &[&str], name: &str, state: TempDir) -> Served {
        let mut child = tengen(&["play", "--no-open", "--port", port])
            .args(arguments)
            .env("XDG_STATE_HOME", state.path())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let mut said = vec![];
        let engine = loop {
            let line = lines.next().unwrap();
            if line.starts_with("engine: ") {
                break line;
            }
            said.push(line);
        };
        assert!(engine.starts_with(&format!("engine: {name} (")), "{engine}");
        let address = lines.next().unwrap();
        let host = address.split("http://").nth(1).and_then(|rest| rest.split(';').next());
        let host = host.unwrap_or_else(|| panic!("no address in {address}")).to_owned();
        assert!(host.starts_with("127.0.0.1:"), "{host}");
        Served { child, host, said, state }
    }

    /// Ends it and starts another one at the same address.
    fn again(self, arguments: &[&str]) -> Served {
        let (port, state) = self.end();
        Served::start(&port, arguments, "fast", state)
    }

    /// Ends it; its port and its folder can be used again.
    fn end(mut self) -> (String, TempDir) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let state = std::mem::replace(&mut self.state, tempfile::tempdir().unwrap());
        (self.host.split(':').nth(1).unwrap().to_owned(), state)
    }

    /// The head and the body of the response to a request for this path with these headers, including the host's.
    fn get(&self, path: &str, headers: &str) -> (String, Vec<u8>) {
        get(&self.host, path, headers)
    }

    fn page(&self) -> Page {
        Page::new(&self.host)
    }
}

fn get(host: &str, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n").unwrap();
    let mut answer = vec![];
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    let body = answer.split_off(end + 4);
    (String::from_utf8(answer).unwrap().to_lowercase(), body)
}

/// A page's end of the WebSocket.
struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    picture: Vec<u8>,
    status: Value,
    refused: Option<String>,
    /// The game of the last file that was read.
    tree: Value,
    /// The last evaluation of a position.
    evaluated: Value,
    /// The number of pages that show the machine.
    pages: Value,
    /// The number of sound samples received.
    sound: usize,
}

impl Page {
    fn new(host: &str) -> Page {
        let (socket, _) = tungstenite::connect(format!("ws://{host}/ws")).unwrap();
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
        }
        let (picture, status, refused) = (vec![], json!({}), None);
        Page {
            socket,
            picture,
            status,
            refused,
            tree: Value::Null,
            evaluated: Value::Null,
            pages: Value::Null,
            sound: 0,
        }
    }

    fn say(&mut self, what: Value) {
        self.socket.send(Message::text(what.to_string())).unwrap();
    }

    fn press(&mut self, names: &str) {
        for name in names.split_whitespace() {
            self.say(json!({"do": "key", "name": name, "down": true}));
            self.say(json!({"do": "key", "name": name, "down": false}));
        }
    }

    /// Reads messages until the condition holds.
    fn until(&mut self, what: &str, holds: impl Fn(&Page) -> bool) {
        let began = Instant::now();
        while !holds(self) {
            assert!(began.elapsed() < PATIENCE, "{what} does not come: {}", self.status);
            match self.socket.read().unwrap() {
                Message::Binary(sound) if sound[0] == 0 => self.sound += sound.len() - 1,
                Message::Binary(picture) => self.picture = picture.to_vec(),
                Message::Text(text) => {
                    let said: Value = serde_json::from_str(&text).unwrap();
                    if let Some(why) = said.get("refused") {
                        self.refused = Some(why.as_str().unwrap().to_owned());
                    } else if let Some(tree) = said.get("tree") {
                        self.tree = tree.clone();
                    } else if said.get("evaluation").is_some() {
                        self.evaluated = said;
                    } else if let Some(pages) = said.get("pages") {
                        self.pages = pages.clone();
                    } else {
                        self.status = said;
                    }
                }
                _ => {}
            }
        }
    }

    fn until_moves(&mut self, moves: u64) {
        self.until(&format!("move {moves}"), |page| {
            page.status["machine"]["moves"] == moves
        });
    }
}

fn local(host: &str) -> String {
    format!("Host: {host}\r\n")
}

const SECOND: u64 = CLOCK_HZ;
