//! `tengen play` as a browser meets it: what it serves and to whom, pages that come and go, nonsense, and a game.
//!
//! With the feature `eda` a real browser opens the page as well: Chromium, or what `TENGEN_CHROMIUM` names.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tengen_sim::Frame;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// Nothing here takes longer.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `tengen play`.
struct Served {
    child: Child,
    /// Host and port.
    host: String,
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

    /// By that engine, which calls itself so.
    fn by(engine: &str, name: &str) -> Served {
        let mut child = tengen(&["play", "--no-open", "--port", "0", "--engine", engine])
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let engine = lines.next().unwrap().unwrap();
        assert!(engine.starts_with(&format!("engine: {name} (")), "{engine}");
        let address = lines.next().unwrap().unwrap();
        let host = address.split("http://").nth(1).and_then(|rest| rest.split(';').next());
        let host = host.unwrap_or_else(|| panic!("no address in {address}")).to_owned();
        assert!(host.starts_with("127.0.0.1:"), "{host}");
        Served { child, host }
    }

    /// The head and the body of the answer to a request for this path with these headers, the host's among them.
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

/// A page's side of the WebSocket.
struct Page {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    picture: Vec<u8>,
    status: Value,
    refused: Option<String>,
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

    /// Reads on until that holds.
    fn until(&mut self, what: &str, holds: impl Fn(&Page) -> bool) {
        let began = Instant::now();
        while !holds(self) {
            assert!(began.elapsed() < PATIENCE, "{what} does not come: {}", self.status);
            match self.socket.read().unwrap() {
                Message::Binary(picture) => self.picture = picture.to_vec(),
                Message::Text(text) => {
                    let said: Value = serde_json::from_str(&text).unwrap();
                    match said.get("refused") {
                        Some(why) => self.refused = Some(why.as_str().unwrap().to_owned()),
                        None => self.status = said,
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

#[test]
fn the_page_is_for_this_computer_alone() {
    let served = Served::new();
    let host = &served.host;
    let port = host.split(':').nth(1).unwrap();
    for (path, kind) in [
        ("/", "text/html"),
        ("/play.js", "text/javascript"),
        ("/play.css", "text/css"),
        ("/keys.json", "application/json"),
    ] {
        let (head, body) = served.get(path, &local(host));
        assert!(
            head.starts_with("http/1.1 200") && head.contains(kind),
            "{path}: {head}"
        );
        assert!(!body.is_empty());
    }
    let origin = |from: &str| format!("{}Origin: {from}\r\n", local(host));
    for allowed in [
        format!("Host: localhost:{port}\r\n"),
        format!("Host: [::1]:{port}\r\n"),
        origin(&format!("http://{host}")),
    ] {
        assert!(served.get("/", &allowed).0.starts_with("http/1.1 200"), "{allowed}");
    }
    for foreign in [
        "Host: tengen.example\r\n".to_owned(),
        format!("Host: tengen.example:{port}\r\n"),
        "Host: 127.0.0.1\r\n".to_owned(),
        origin("http://tengen.example"),
        origin("null"),
        origin(&format!("https://{host}")),
    ] {
        for path in ["/", "/ws", "/picture.png"] {
            assert!(
                served.get(path, &foreign).0.starts_with("http/1.1 403"),
                "{path}: {foreign}"
            );
        }
    }
    let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
    let from = HeaderValue::from_static("http://tengen.example");
    request.headers_mut().insert("Origin", from);
    assert!(tungstenite::connect(request).is_err(), "a foreign page plays");

    let second = tengen(&["play", "--no-open", "--port", port]).output().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(
        said.contains(&format!("port {port} is in use")) && said.lines().count() == 1,
        "{said}"
    );
}

#[test]
fn pages_come_and_go_and_nonsense_does_no_harm() {
    let served = Served::new();
    let mut first = served.page();
    first.until("the mode page", |page| {
        page.status["machine"]["page"] == "mode" && !page.picture.is_empty()
    });
    assert!(first.picture.starts_with(b"\x89PNG"));
    first.press("m m enter");
    first.until("the game", |page| page.status["machine"]["page"] == "game");

    // A second page sees and plays the same game.
    let mut second = served.page();
    second.press("enter");
    second.until_moves(1);
    first.until_moves(1);

    for nonsense in ["", "?", "[1,2", "{\"do\":\"explode\"}", "\u{0}\u{1F600}"] {
        second.refused = None;
        second.socket.send(Message::text(nonsense)).unwrap();
        second.until("a refusal", |page| page.refused.is_some());
    }
    second.refused = None;
    second.socket.send(Message::binary(vec![0xFF; 1000])).unwrap();
    second.until("a refusal", |page| page.refused.is_some());
    second.say(json!({"do": "key", "name": "escape hatch", "down": true}));
    second.until("a complaint", |page| {
        page.status["trouble"] == "the machine has no key escape hatch"
    });
    // Too long a message ends the page that sent it, and nothing else.
    let _ = second.socket.send(Message::text("x".repeat(2_000_000)));
    let began = Instant::now();
    while second.socket.read().is_ok() {
        assert!(began.elapsed() < PATIENCE, "a huge message is taken");
    }

    first.press("d enter");
    first.until_moves(2);
    // The connection drops; another finds the same game, its picture too.
    drop(first);
    let mut again = served.page();
    again.until("the picture", |page| !page.picture.is_empty());
    again.until_moves(2);
    again.press("u");
    again.until_moves(1);
}

#[test]
fn time_stops_goes_on_and_is_counted() {
    let served = Served::new();
    let mut page = served.page();
    page.until("clocks", |page| {
        page.status["clocks"].as_u64().is_some_and(|clocks| clocks > 0)
    });
    page.say(json!({"do": "pause"}));
    page.until("the pause", |page| page.status["paused"] == true);
    let before = page.status["clocks"].as_u64().unwrap();
    page.say(json!({"do": "step", "clocks": 12_345}));
    page.until("the step", |page| page.status["clocks"] == before + 12_345);
    assert_eq!(page.status["paused"], true);
    for wrong in [json!({"do": "step", "clocks": 0}), json!({"do": "speed", "clocks": 0})] {
        page.refused = None;
        page.say(wrong);
        page.until("a refusal", |page| page.refused.is_some());
    }
    page.say(json!({"do": "speed", "clocks": 1000}));
    page.say(json!({"do": "resume"}));
    page.until("the slow pace", |page| {
        page.status["rate"]
            .as_u64()
            .is_some_and(|rate| (500..2000).contains(&rate))
            && page.status["paused"] == false
    });
}

#[test]
fn pictures_films_and_waves_are_kept() {
    let served = Served::new();
    let head = local(&served.host);
    for path in ["/film.gif", "/waves.zip"] {
        assert!(served.get(path, &head).0.starts_with("http/1.1 404"));
    }
    let mut page = served.page();
    page.until("the picture", |page| !page.picture.is_empty());
    page.say(json!({"do": "film", "on": true}));
    page.until("the film", |page| page.status["film"].is_u64());
    page.press("down right enter d enter");
    page.until_moves(2);
    page.say(json!({"do": "film", "on": false}));
    page.say(json!({"do": "waves", "thousands": 3}));
    page.until("both files", |page| {
        page.status["has_film"] == true && page.status["has_waves"] == true
    });
    assert_eq!(
        (&page.status["trouble"], &page.status["waves"]),
        (&Value::Null, &Value::Null)
    );
    let (head_of_film, film) = served.get("/film.gif", &head);
    assert!(head_of_film.contains("image/gif") && film.starts_with(b"GIF89a"));
    let (_, waves) = served.get("/waves.zip", &head);
    let mut waves = zip::ZipArchive::new(std::io::Cursor::new(waves)).unwrap();
    let mut dump = String::new();
    waves.by_name("console.vcd").unwrap().read_to_string(&mut dump).unwrap();
    assert!(dump.contains("$enddefinitions"));
    // 3000 clocks of 40 ns: the dump ends there.
    let last = dump.lines().rev().find_map(|line| line.strip_prefix('#')).unwrap();
    assert!((118_000..=120_000).contains(&last.parse::<u64>().unwrap()), "{last}");
    assert!(waves.by_name("console.gtkw").is_ok());
    // The machine goes on.
    page.press("u");
    page.until_moves(0);
    let (_, picture) = served.get("/picture.png", &head);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("picture.png");
    std::fs::write(&file, picture).unwrap();
    let picture = Frame::load_png(&file).unwrap();
    assert_eq!((picture.width, picture.height), (640, 480));
}

#[test]
fn games_are_loaded_played_back_and_saved() {
    let served = Served::new();
    let mut page = served.page();
    page.say(json!({"do": "sgf", "text": "(;GM[4]SZ[15];B[hh];W[aa];B[tt])"}));
    page.until("a complaint", |page| {
        page.status["trouble"]
            .as_str()
            .is_some_and(|why| why.contains("move 3"))
    });
    page.say(json!({"do": "sgf", "text": "(;GM[1]SZ[19])"}));
    page.until("a complaint", |page| {
        page.status["trouble"]
            .as_str()
            .is_some_and(|why| why.starts_with("byte "))
    });
    page.press("enter enter");
    page.until_moves(2);
    let game = "(;GM[4]SZ[15]RU[Renju];B[hh];W[hi];B[ii];W[gg];B[ih])";
    page.say(json!({"do": "sgf", "text": game}));
    page.until_moves(5);
    page.until("the end of it", |page| page.status["replay"].is_null());
    let machine = &page.status["machine"];
    assert_eq!(
        (&machine["rule"], &machine["mode"], &machine["clock"]),
        (&json!("renju"), &json!("PVP"), &Value::Null)
    );
    assert_eq!(page.status["trouble"], Value::Null);
    page.press("u");
    page.until_moves(4);
    let (_, saved) = served.get("/game.sgf", &local(&served.host));
    let saved = String::from_utf8(saved).unwrap();
    assert!(
        saved.contains("RU[Renju]") && saved.contains(";B[hh];W[hi];B[ii];W[gg])"),
        "{saved}"
    );
}

#[cfg(feature = "eda")]
mod browser {
    use super::*;
    use tengen::gateware::console::{Console, Variant};
    use tengen::gateware::director::SECOND;
    use tengen::gateware::edition::Edition;
    use tengen::gateware::keyboard::key;
    use tengen::simulation::machine::Machine;
    use tengen_sim::Native;

    /// Chromium without a window, and one tab of it.
    struct Browser {
        child: Child,
        socket: WebSocket<MaybeTlsStream<TcpStream>>,
        calls: u64,
        /// The session of the tab that was opened.
        tab: Option<Value>,
        _profile: tempfile::TempDir,
    }

    impl Drop for Browser {
        fn drop(&mut self) {
            // Asked, it takes its helpers along; the program itself may be a script that started it.
            let close = json!({"id": 0, "method": "Browser.close"});
            let _ = self.socket.send(Message::text(close.to_string()));
            let asked = Instant::now();
            while self.child.try_wait().is_ok_and(|ended| ended.is_none()) && asked.elapsed() < Duration::from_secs(5) {
                std::thread::sleep(Duration::from_millis(50));
            }
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    impl Browser {
        /// Opens the address.
        fn open(address: &str) -> Browser {
            let program = std::env::var("TENGEN_CHROMIUM").unwrap_or("chromium".into());
            let profile = tempfile::tempdir().unwrap();
            let mut child = Command::new(&program)
                .args([
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--remote-debugging-port=0",
                ])
                .args(["--force-color-profile=srgb", "--no-first-run", "--window-size=1280,800"])
                .arg(format!("--user-data-dir={}", profile.path().display()))
                .arg(address)
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap_or_else(|error| panic!("{program}: {error}; install Chromium or set TENGEN_CHROMIUM"));
            let lines = BufReader::new(child.stderr.take().unwrap()).lines();
            let tools = lines
                .map_while(Result::ok)
                .find_map(|line| line.strip_prefix("DevTools listening on ws://").map(str::to_owned))
                .expect("Chromium tells where its tools listen");
            let (socket, _) = tungstenite::connect(format!("ws://{tools}")).unwrap();
            if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
                stream.set_read_timeout(Some(PATIENCE)).unwrap();
            }
            let mut browser = Browser {
                child,
                socket,
                calls: 0,
                tab: None,
                _profile: profile,
            };
            let tab = loop {
                let tabs = browser.call("Target.getTargets", json!({}));
                let tab = tabs["targetInfos"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|tab| tab["type"] == "page");
                if let Some(tab) = tab {
                    break tab["targetId"].clone();
                }
            };
            let attached = browser.call("Target.attachToTarget", json!({"targetId": tab, "flatten": true}));
            browser.tab = Some(attached["sessionId"].clone());
            browser
        }

        fn call(&mut self, method: &str, parameters: Value) -> Value {
            self.calls += 1;
            let mut call = json!({"id": self.calls, "method": method, "params": parameters});
            if let Some(tab) = &self.tab {
                call["sessionId"] = tab.clone();
            }
            self.socket.send(Message::text(call.to_string())).unwrap();
            loop {
                let Message::Text(text) = self.socket.read().unwrap() else {
                    continue;
                };
                let answer: Value = serde_json::from_str(&text).unwrap();
                if answer["id"] == self.calls {
                    assert!(answer.get("error").is_none(), "{method}: {answer}");
                    return answer["result"].clone();
                }
            }
        }

        fn value(&mut self, expression: &str) -> Value {
            let parameters = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
            let result = self.call("Runtime.evaluate", parameters);
            assert!(result.get("exceptionDetails").is_none(), "{expression}: {result}");
            result["result"]["value"].clone()
        }

        fn until(&mut self, expression: &str) {
            let began = Instant::now();
            while self.value(expression) != true {
                assert!(began.elapsed() < PATIENCE, "{expression} never holds");
                std::thread::sleep(Duration::from_millis(50));
            }
        }

        /// A key goes down and up, as the page sees it.
        fn press(&mut self, code: &str) {
            for kind in ["rawKeyDown", "keyUp"] {
                self.call(
                    "Input.dispatchKeyEvent",
                    json!({"type": kind, "code": code, "key": code}),
                );
            }
        }

        /// What the canvas shows.
        fn canvas(&mut self) -> Frame {
            let pixels = self.value(
                "(() => { const c = document.getElementById('picture');
                   const data = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
                   let hex = '';
                   for (let i = 0; i < data.length; i++)
                     if (i % 4 < 3) hex += (256 + data[i]).toString(16).slice(1);
                   return hex; })()",
            );
            let hex = pixels.as_str().unwrap().as_bytes();
            let mut frame = Frame::new(640, 480);
            frame.pixels = hex
                .chunks(2)
                .map(|two| u8::from_str_radix(std::str::from_utf8(two).unwrap(), 16).unwrap())
                .collect();
            frame
        }
    }

    /// The browser's code for a key of the machine.
    const CODES: [(&str, &str); 10] = [
        ("up", "ArrowUp"),
        ("down", "ArrowDown"),
        ("left", "ArrowLeft"),
        ("right", "ArrowRight"),
        ("enter", "Enter"),
        ("esc", "Escape"),
        ("m", "KeyM"),
        ("n", "KeyN"),
        ("u", "KeyU"),
        ("4", "Digit4"),
    ];

    /// Two players without a clock: the same picture whenever it is looked at.
    const GAME: &str = "4 right m m enter enter right enter down left enter right right up up enter n u left";

    #[test]
    fn a_browser_plays_a_game_and_shows_the_monitors_picture() {
        plays(Served::new());
    }

    #[test]
    fn a_browser_plays_the_emitted_verilog() {
        plays(Served::by("verilator", "emitted Verilog under Verilator"));
    }

    fn plays(served: Served) {
        let mut expected = {
            let variant = Variant {
                second: SECOND,
                shuffle: true,
                ponder: 0,
                edition: Edition::FULL,
            };
            let mut machine = Machine::new(Native::new(Console::<4, 4, 4>::new(variant))).unwrap();
            machine.settle().unwrap();
            for name in GAME.split_whitespace() {
                machine.press(key::named(name).unwrap());
                machine.settle().unwrap();
            }
            machine
        };
        let state = expected.state().unwrap();
        assert_eq!((state.mode, state.moves, state.clock), ("PVP", 3, None));

        let mut browser = Browser::open(&format!("http://{}/", served.host));
        browser.until("document.readyState === 'complete' && document.body.dataset.pictures > 0");
        browser.until("document.getElementById('link').textContent === 'connected'");
        for name in GAME.split_whitespace() {
            let code = CODES.iter().find(|(key, _)| *key == name).unwrap().1;
            browser.press(code);
        }
        let picture = expected.frame().unwrap();
        let began = Instant::now();
        let mut difference = browser.canvas().compare(&picture).unwrap();
        while difference.is_some() {
            assert!(
                began.elapsed() < PATIENCE,
                "the canvas is not the monitor's picture: {difference:?}"
            );
            std::thread::sleep(Duration::from_millis(100));
            difference = browser.canvas().compare(&picture).unwrap();
        }
        // The page goes away and comes back to the same game.
        browser.call("Page.reload", json!({}));
        browser.until("document.readyState === 'complete' && document.body.dataset.pictures > 0");
        let again = browser.canvas();
        assert_eq!(again.compare(&picture).unwrap(), None);
        let complaints = browser.value("document.getElementById('trouble').textContent");
        assert_eq!(complaints, "");
        if let Some(folder) = std::env::var_os("TENGEN_SHOT") {
            let shot = browser.call("Page.captureScreenshot", json!({"format": "png"}));
            std::fs::write(
                std::path::Path::new(&folder).join("play.b64"),
                shot["data"].as_str().unwrap(),
            )
            .unwrap();
        }
    }
}
