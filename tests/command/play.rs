//! `tengen play` from a browser's point of view: what it serves and to whom, pages that open and close, invalid input,
//! and a game.
//!
//! With the feature `eda` a real browser opens the page as well.

use std::hint;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use tengen::gateware::console::Variant;
use tengen::play::page_order::Order;
use tengen::play::running::{Console, Running};
use tengen::play::session::{Session, Setup, Shown};
use tengen::rules::gomoku::search::{Task, WEIGHTS, search};
use tengen::rules::gomoku::{Board, Colour, Crossing, Rule};
use tengen::simulation::timing::{CLOCK_HZ, FRAME_CLOCKS};
use tengen_sim::{Frame, Native, Random};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
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

#[test]
fn the_page_is_for_this_computer_alone() {
    let served = Served::new();
    let host = &served.host;
    let port = host.split(':').nth(1).unwrap();
    for (path, kind) in [
        ("/", "text/html"),
        ("/play.js", "text/javascript"),
        ("/picture.js", "text/javascript"),
        ("/keys.js", "text/javascript"),
        ("/game.js", "text/javascript"),
        ("/evaluation.js", "text/javascript"),
        ("/diagram.js", "text/javascript"),
        ("/sound.js", "text/javascript"),
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
    assert_eq!(second.status.code(), Some(2));
    assert!(
        said.contains(&format!("port {port} is in use")) && said.lines().count() == 1,
        "{said}"
    );
}

#[test]
fn pages_come_and_go_and_nonsense_does_no_harm() {
    let served = Served::new();
    let mut first = served.page();
    first.until("the list of games", |page| {
        page.status["machine"]["page"] == "home" && !page.picture.is_empty()
    });
    assert!(first.picture.starts_with(b"\x89PNG"));
    first.press("enter m m enter");
    first.until("the game", |page| page.status["machine"]["page"] == "game");

    // A second page shows and plays the same game, and both are told that there are two.
    first.until("the count", |page| page.pages == 1);
    let mut second = served.page();
    second.until("the count", |page| page.pages == 2);
    first.until("the count", |page| page.pages == 2);
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
    // Too long a message closes only the page that sent it.
    let _ = second.socket.send(Message::text("x".repeat(2_000_000)));
    let began = Instant::now();
    while second.socket.read().is_ok() {
        assert!(began.elapsed() < PATIENCE, "a huge message is taken");
    }
    first.until("the count", |page| page.pages == 1);

    first.press("d enter");
    first.until_moves(2);
    // The connection drops; a new one finds the same game and picture.
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
fn a_game_of_othello_is_loaded_and_saved_in_every_format_that_can_say_it() {
    let served = Served::new();
    let head = local(&served.host);
    let mut page = served.page();
    page.say(json!({"do": "read", "text": "F5D6 C3D3C4"}));
    page.until("the tree", |page| !page.tree.is_null());
    assert_eq!(page.tree["nodes"].as_array().unwrap().len(), 6);
    page.say(json!({"do": "sgf", "text": "F5D6 C3D3C4", "node": 3}));
    page.until("the moves", |page| page.status["plies"] == json!(["f5", "d6", "c3"]));
    page.until("the end of it", |page| page.status["replay"].is_null());
    assert_eq!(page.status["machine"]["discs"], json!([5, 2]));
    let saved = |name: &str| {
        let (answer, text) = served.get(name, &head);
        (answer.starts_with("http/1.1 200"), String::from_utf8(text).unwrap())
    };
    assert_eq!(saved("/game.txt"), (true, "f5d6c3\n".into()));
    let ggf = "(;GM[Othello]PC[Club]PB[Ada]TY[8]B[F5]W[D6]B[PA]W[F3];)";
    page.say(json!({"do": "sgf", "text": ggf}));
    page.until("the lost turn", |page| {
        page.status["plies"] == json!(["f5", "d6", "", "f3"])
    });
    page.until("the end of it", |page| page.status["replay"].is_null());
    assert_eq!(page.status["players"], json!(["Ada", ""]));
    let (written, why) = saved("/game.txt");
    assert!(!written && why.starts_with("move 3 is a lost turn"), "{why}");
    for (name, expected) in [
        ("/game.ggf", "B[F5]W[D6]B[PA]W[F3];)"),
        ("/game.sgf", ";B[f5];W[d6];B[PA];W[f3])"),
    ] {
        let (written, text) = saved(name);
        assert!(
            written && text.contains(expected) && text.contains("PC[Club]"),
            "{text}"
        );
    }
    page.refused = None;
    page.say(json!({"do": "read", "text": "f5f5"}));
    page.until("a refusal", |page| page.refused.is_some());
    let why = "this game cannot be read: move 2, f5: the square is taken";
    assert_eq!(page.refused.as_deref(), Some(why));
}

#[test]
fn a_position_is_evaluated_for_the_page_that_asks_last() {
    let served = Served::new();
    let mut page = served.page();
    let ask = |page: &mut Page, position: &Value| {
        let mut order = position.clone();
        order["do"] = json!("evaluate");
        page.say(order);
    };
    let first = json!({"game": "gomoku", "rule": "Renju", "moves": ["h8", "i9", "", "g7"]});
    let won = json!({"game": "gomoku", "rule": "freestyle", "moves": ["h8", "a1", "i8", "a3", "j8", "a5"]});
    // The second request replaces the first.
    ask(&mut page, &first);
    ask(&mut page, &won);
    page.until("the evaluation", |page| page.evaluated["position"] == won);
    let Value::Object(evaluation) = &page.evaluated["evaluation"] else {
        panic!("{}", page.evaluated)
    };
    assert_eq!(
        ["score", "proved", "plies"].map(|key| &evaluation[key]),
        [&json!(7997.0), &json!(true), &json!(3)]
    );
    // After the cancellation nothing is pending, and the next request works.
    page.say(json!({"do": "cancel_evaluation"}));
    let othello = json!({"game": "othello", "rule": null, "moves": ["f5", "d6"]});
    ask(&mut page, &othello);
    page.until("the evaluation", |page| page.evaluated["position"] == othello);
    assert_eq!(page.evaluated["evaluation"]["proved"], false);
    ask(
        &mut page,
        &json!({"game": "othello", "rule": null, "moves": ["f5", "f5"]}),
    );
    page.until("a refusal", |page| page.refused.is_some());
    assert_eq!(
        page.refused.as_deref(),
        Some("move 2, f5: the square is taken: choose an empty one")
    );
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
    page.press("enter");
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
    // The machine continues.
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
    // A lost turn is a move like any other.
    page.say(json!({"do": "sgf", "text": "(;GM[4]SZ[15];B[hh];W[aa];B[tt])"}));
    page.until("the lost turn", |page| page.status["plies"] == json!(["h8", "a15", ""]));
    page.say(json!({"do": "sgf", "text": "(;GM[1]SZ[19])"}));
    page.until("a complaint", |page| {
        page.status["trouble"]
            .as_str()
            .is_some_and(|why| why.starts_with("byte "))
    });
    page.press("esc esc enter enter");
    page.until("no complaint", |page| page.status["trouble"].is_null());
    page.until_moves(1);
    let game = "(;GM[4]SZ[15]RU[Renju]EV[Club];B[hh]C[Tengen];W[hi];B[ii];W[gg];B[ih])";
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
        saved.contains("RU[Renju]EV[Club]") && saved.contains(";B[hh]C[Tengen];W[hi];B[ii];W[gg])"),
        "{saved}"
    );
}

/// A game that fills the board without five in a row: pairs of equal rows, black's and white's in turn.
fn full_board() -> String {
    let [mut black, mut white] = [vec![], vec![]];
    for row in 0..15 {
        for col in 0..15 {
            let stones = if (row / 2 + col) % 2 == 0 { &mut black } else { &mut white };
            stones.push(format!("{}{}", char::from(b'a' + col), char::from(b'a' + row)));
        }
    }
    // Black has one of the 225 stones more.
    if black.len() < white.len() {
        std::mem::swap(&mut black, &mut white);
    }
    assert_eq!((black.len(), white.len()), (113, 112));
    // In an order in which the cursor moves far.
    black.sort_by_key(|name| {
        name.bytes()
            .fold(7u32, |hash, byte| hash.wrapping_mul(31) ^ u32::from(byte))
            % 97
    });
    white.sort_by_key(|name| {
        name.bytes()
            .fold(3u32, |hash, byte| hash.wrapping_mul(37) ^ u32::from(byte))
            % 89
    });
    let moves = (0..225).map(|number| match number % 2 {
        0 => format!(";B[{}]", black[number / 2]),
        _ => format!(";W[{}]", white[number / 2]),
    });
    format!("(;GM[4]SZ[15]{})", moves.collect::<String>())
}

/// Less than two seconds, at a million clocks a second of the slower engines.
const SOON: u64 = 2_000_000;

/// Loads a full board while keys are pressed.
fn loads_a_full_board_soon(served: &Served) {
    let mut page = served.page();
    page.until("clocks", |page| page.status["clocks"].as_u64() > Some(0));
    let clocks = |page: &Page| page.status["clocks"].as_u64().unwrap();
    let (before, began) = (clocks(&page), Instant::now());
    page.say(json!({"do": "sgf", "text": full_board()}));
    // Keys must wait: N has no effect on the game, and undo would disturb the playback.
    page.press("n n");
    page.until("the whole game", |page| {
        page.status["plies"].as_array().is_some_and(|plies| plies.len() == 225)
    });
    let (took, clocks) = (began.elapsed(), clocks(&page) - before);
    println!("{}: {clocks} clocks, {took:?}", page.status["engine"]);
    assert_eq!(page.status["machine"]["winner"], "draw");
    assert_eq!(page.status["trouble"], Value::Null);
    // The fast engine keeps running at its own speed until it gets orders.
    if page.status["engine"] != "fast" {
        assert!(clocks < SOON, "{clocks} clocks");
    }
}

#[test]
fn a_full_board_is_loaded_soon_and_keys_wait() {
    loads_a_full_board_soon(&Served::new());
}

/// Takes half a minute. The test with the emitted Verilog also shows that the session serves a slow engine.
#[cfg(feature = "long")]
#[test]
fn a_full_board_is_loaded_soon_natively() {
    loads_a_full_board_soon(&Served::by("native", "rust-hdl simulation"));
}

#[test]
fn a_point_on_the_picture_is_the_key_it_means() {
    let served = Served::new();
    let mut page = served.page();
    let point = |page: &mut Page, x: u32, y: u32| page.say(json!({"do": "point", "x": x, "y": y}));
    page.until("the list of games", |page| page.status["machine"]["page"] == "home");
    point(&mut page, 4 * 70, 4 * 66);
    page.until("the mode page", |page| page.status["machine"]["page"] == "mode");
    // RULE is the third line: a click on the right half of its value, and on the left half.
    let line = |number: u32| 4 * (47 + 10 * number + 3);
    // A row of the menu.
    let row = |number: u32| 5 + 19 * number + 9;
    point(&mut page, 4 * 130, line(2));
    page.until("the next rule", |page| page.status["machine"]["rule"] == "exact five");
    point(&mut page, 4 * 75, line(2));
    page.until("the rule before", |page| page.status["machine"]["rule"] == "freestyle");
    point(&mut page, 4 * 130, line(1));
    page.until("the next level", |page| {
        page.status["machine"]["levels"] == json!([null, 4])
    });
    point(&mut page, 4 * 130, line(3));
    page.until("no clock", |page| page.status["machine"]["clock"].is_null());
    // M twice: the person plays white, then two players.
    for mode in ["CVP", "PVP"] {
        point(&mut page, 4 * 60, 4 * 102);
        page.until(mode, |page| page.status["machine"]["mode"] == mode);
    }
    point(&mut page, 4 * 100, 4 * 113);
    page.until("the board", |page| page.status["machine"]["page"] == "game");
    // Two crossings in the corners, a taken one, and U in the menu.
    for (moves, x, y) in [(1, 3, 476), (2, 479, 0), (2, 470, 10)] {
        point(&mut page, x, y);
        page.until_moves(moves);
    }
    assert_eq!(page.status["plies"], json!(["a1", "o15"]));
    point(&mut page, 500, row(15));
    page.until_moves(1);
    // Esc asks; a click on the board says no, and one on the same row of the menu yes.
    for _ in 0..2 {
        point(&mut page, 500, row(22));
        page.until("the question", |page| page.status["machine"]["asking"] == true);
        point(&mut page, 240, 240);
        page.until("no question", |page| page.status["machine"]["asking"] == false);
        page.until_moves(1);
    }
    point(&mut page, 500, row(22));
    point(&mut page, 500, row(22));
    page.until("the mode page", |page| page.status["machine"]["page"] == "mode");
    for wrong in [
        json!({"do": "point", "x": 640, "y": 0}),
        json!({"do": "point", "x": 0, "y": -1}),
    ] {
        page.refused = None;
        page.say(wrong);
        page.until("a refusal", |page| page.refused.is_some());
    }
}

/// Gomoku against a computer that searches for five seconds, without a clock.
const LEVEL_8: &str = "enter 2 right right right right right 4 right enter";

/// The number of random moments of a search to test.
const MOMENTS: usize = if cfg!(feature = "long") { 1000 } else { 5 };
const SECOND: u64 = CLOCK_HZ;

/// Threads that keep every core busy until they are dropped.
struct Load(Arc<AtomicBool>);

impl Load {
    fn new() -> Load {
        let over = Arc::new(AtomicBool::new(false));
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            let over = over.clone();
            thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        Load(over)
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The time that the model takes for a fifth of a second of a search on this machine; an answer must take less.
fn yardstick() -> Duration {
    let mut board = Board::new();
    board.place(Crossing::new(7, 7).unwrap(), Colour::Black).unwrap();
    let task = Task { board, mover: Colour::White, rule: Rule::Freestyle, budget: SECOND / 5, deepest: 0 };
    let began = Instant::now();
    assert_eq!(search(&task, &WEIGHTS).clocks, task.budget);
    began.elapsed()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
fn a_search_freezes_nothing_and_hears_no_click() {
    let served = Served::new();
    let mut page = served.page();
    page.press(LEVEL_8);
    page.until("the game", |page| page.status["machine"]["page"] == "game");
    page.until("level 8", |page| page.status["machine"]["levels"] == json!([null, 8]));
    let _load = Load::new();
    let mut random = Random::new(81);
    let number = |page: &Page, name: &str| page.status[name].as_u64().unwrap();
    let click = |page: &mut Page, at: usize| {
        let [x, y] = [at % 15, at / 15].map(|place| 32 * place + 16);
        page.say(json!({"do": "point", "x": x, "y": y}));
    };
    // Times in yardsticks of the moment, and in pictures of the machine's time.
    let (mut begun, mut undone, mut pictures) = (vec![], vec![], 0.0_f64);
    for moment in 0..MOMENTS {
        let yardstick = yardstick().as_secs_f64();
        page.picture.clear();
        let began = Instant::now();
        click(&mut page, random.below(225));
        page.until("the stone and the thinking", |page| {
            page.status["machine"]["moves"] == 1 && page.status["thinking"] == true
        });
        begun.push(began.elapsed().as_secs_f64() / yardstick);
        let played = number(&page, "played");
        assert!(played - number(&page, "heard") < 2 * FRAME_CLOCKS, "{}", page.status);
        let later = played + SECOND / 25 + random.below(SECOND);
        // Pictures continue: the stone's own, and those of another page.
        page.until("the stone's picture", |page| !page.picture.is_empty());
        if moment == 0 {
            for shown in ["bring_up", "game"] {
                page.picture.clear();
                page.press("f1");
                page.until("another picture", |page| {
                    page.status["machine"]["page"] == shown && !page.picture.is_empty()
                });
                assert_eq!(page.status["thinking"], true);
            }
        }
        // The click is ignored, now and later.
        click(&mut page, random.below(225));
        page.until("a random moment", |page| number(page, "clocks") >= later);
        // Not before it is due.
        assert!(began.elapsed().as_secs_f64() * SECOND as f64 > (later - played) as f64 - FRAME_CLOCKS as f64);
        assert_eq!(
            (
                &page.status["thinking"],
                &page.status["machine"]["moves"],
                number(&page, "played")
            ),
            (&json!(true), &json!(1), played)
        );
        let began = Instant::now();
        page.press("u");
        page.until("the stone gone", |page| {
            page.status["machine"]["moves"] == 0 && page.status["thinking"] == false
        });
        undone.push(began.elapsed().as_secs_f64() / yardstick);
        let took = number(&page, "played") - number(&page, "heard");
        assert!(took < 2 * FRAME_CLOCKS, "U takes {took} clocks");
        pictures = pictures.max(took as f64 / FRAME_CLOCKS as f64);
    }
    let worst = undone.iter().copied().fold(0.0, f64::max);
    let (begun, undone) = (median(begun), median(undone));
    println!(
        "{MOMENTS} moments: U takes at most {pictures:.3} pictures of the machine's time; of the time of a search of 0.2 s a click \
         takes {begun:.3}, U {undone:.3}, at most {worst:.3}"
    );
    assert!(begun < 1.0 && undone < 1.0, "{begun} {undone}");
}

#[test]
fn a_search_takes_its_own_time_and_a_click_meanwhile_is_never_played() {
    let served = Served::new();
    let mut page = served.page();
    let number = |page: &Page, name: &str| page.status[name].as_u64().unwrap();
    // At low speed, until the clicks are received.
    let click_meanwhile = |page: &mut Page| {
        page.until("the thinking", |page| page.status["thinking"] == true);
        let before = number(page, "heard");
        for x in [16, 240, 464] {
            page.say(json!({"do": "point", "x": x, "y": 464}));
        }
        page.until("the clicks", |page| number(page, "heard") > before);
        assert_eq!(page.status["thinking"], true);
        page.say(json!({"do": "speed", "clocks": SECOND}));
    };
    // Level 6: 0.3 s.
    page.press("enter 2 right right right 4 right enter");
    page.until("level 6", |page| page.status["machine"]["levels"] == json!([null, 6]));
    page.say(json!({"do": "speed", "clocks": SECOND / 25}));
    page.press("enter");
    page.until_moves(1);
    let played = number(&page, "played");
    click_meanwhile(&mut page);
    page.until_moves(2);
    let took = number(&page, "played") - played;
    let budget = 3 * SECOND / 10;
    assert!((budget..budget + FRAME_CLOCKS).contains(&took), "{took} clocks");
    // A hint is searched like a move.
    page.say(json!({"do": "speed", "clocks": SECOND / 25}));
    page.press("h");
    click_meanwhile(&mut page);
    page.until("the hint", |page| page.status["thinking"] == false);
    let later = number(&page, "clocks") + SECOND / 5;
    page.until("no other move", |page| number(page, "clocks") > later);
    assert_eq!(page.status["machine"]["moves"], 2);
}

#[test]
fn who_plays_is_who_has_the_seats_now() {
    let served = Served::new();
    let mut page = served.page();
    page.press("enter 4 right enter");
    let plays = |page: &mut Page, white: &str| {
        page.until(white, |page| page.status["players"] == json!(["", white]));
    };
    plays(&mut page, "Tengen, level 3 (zju)");
    page.press("l");
    plays(&mut page, "Tengen, level 4 (thesis)");
    page.press("esc");
    page.until("the mode page", |page| page.status["machine"]["page"] == "mode");
    page.press("2 left");
    plays(&mut page, "Tengen, level 3 (zju)");
    page.press("1 right");
    page.until("two computers", |page| {
        page.status["players"] == json!(["Tengen, level 1 (mcu)", "Tengen, level 3 (zju)"])
    });
    // Without a clock two computers wait for Enter, and neither of them moves meanwhile.
    page.press("enter");
    page.until("the board", |page| page.status["machine"]["page"] == "game");
    for moves in 1..=3 {
        page.press("enter");
        page.until_moves(moves);
        page.until("the wait for Enter", |page| page.status["thinking"] == false);
    }
}

#[test]
fn a_click_while_the_machine_is_paused_is_refused_with_a_word() {
    let served = Served::new();
    let mut page = served.page();
    page.press("enter 4 right m m enter");
    page.until("the board", |page| page.status["machine"]["page"] == "game");
    page.say(json!({"do": "pause"}));
    page.until("the pause", |page| page.status["paused"] == true);
    for x in [16, 464] {
        page.say(json!({"do": "point", "x": x, "y": 16}));
    }
    page.until("a word", |page| {
        page.status["trouble"] == "the machine is paused: a click does nothing"
    });
    let before = page.status["clocks"].as_u64().unwrap();
    page.say(json!({"do": "step", "clocks": SECOND / 5}));
    page.until("the step", |page| page.status["clocks"] == before + SECOND / 5);
    assert_eq!(page.status["machine"]["moves"], 0);
    page.say(json!({"do": "resume"}));
    page.say(json!({"do": "point", "x": 16, "y": 16}));
    page.until_moves(1);
}

#[test]
fn without_a_page_the_machine_rests() {
    let shown = Arc::new(Shown::default());
    let (orders, heard) = mpsc::channel();
    let session = {
        let shown = shown.clone();
        let setup = Setup { engine: "rust-hdl simulation", second: SECOND };
        thread::spawn(move || {
            let console = Native::new(Console::new(Variant::default()));
            Session::new(setup, Running::Native(Box::new(console)), heard, shown)?.run()
        })
    };
    let status = || -> Value { serde_json::from_str(&shown.status.borrow()).unwrap() };
    let until = |what: &str, holds: &dyn Fn(&Value) -> bool| {
        let began = Instant::now();
        while !holds(&status()) {
            assert!(began.elapsed() < PATIENCE, "{what} does not come: {}", status());
            thread::sleep(Duration::from_millis(1));
        }
        status()["clocks"].as_u64().unwrap()
    };
    let mut page = shown.picture.subscribe();
    until("a picture", &|_| !shown.picture.borrow().is_empty());
    let order = |order| orders.send(order).unwrap();
    order(Order::Pause);
    let before = until("the pause", &|status| status["paused"] == true);
    drop(page);
    for _ in 0..3 {
        order(Order::Resume);
        until("its end", &|status| status["paused"] == false);
        order(Order::Pause);
        assert_eq!(until("the pause", &|status| status["paused"] == true), before);
    }
    page = shown.picture.subscribe();
    order(Order::Resume);
    until("clocks", &|status| status["clocks"].as_u64() > Some(before));
    drop((page, orders));
    session.join().unwrap().unwrap();
}

#[test]
fn the_machine_goes_on_where_it_was_left() {
    let served = Served::new();
    assert_eq!(served.said, [""; 0], "nothing was left");
    let mut page = served.page();
    page.press("enter 4 right m m enter enter");
    page.until_moves(1);
    page.press("up right enter");
    page.until_moves(2);
    page.press("up enter left");
    page.until("three moves and the cursor", |page| {
        page.status["plies"] == json!(["h8", "i9", "i10"]) && page.status["machine"]["cursor"] == json!([5, 7])
    });
    let before = page.status["machine"].clone();
    // The state is saved once the keyboard is idle.
    let kept = served.state.path().join("tengen/play.json");
    let began = Instant::now();
    while !std::fs::read_to_string(&kept).is_ok_and(|text| text.matches("\"ply\":[2,").count() == 3) {
        assert!(began.elapsed() < PATIENCE, "it is not kept");
        std::thread::sleep(Duration::from_millis(20));
    }
    let served = served.again(&[]);
    assert_eq!(
        served.said,
        ["the machine goes on where it was left; --fresh begins anew"]
    );
    let mut page = served.page();
    page.until("the game", |page| page.status["machine"]["board"] == before["board"]);
    for what in [
        "page", "mode", "rule", "turn", "moves", "last", "clock", "club", "seats",
    ] {
        assert_eq!(page.status["machine"][what], before[what], "{what}");
    }
    assert_eq!(
        (&page.status["plies"], &page.status["games"]),
        (&json!(["h8", "i9", "i10"]), &json!(1))
    );
    page.until("the picture", |page| !page.picture.is_empty());
    // No key is down any more; undo and moves continue from there.
    page.press("u");
    page.until("the undo", |page| page.status["plies"] == json!(["h8", "i9"]));
    page.press("enter");
    page.until_moves(3);

    let served = served.again(&["--fresh"]);
    assert_eq!(served.said, [""; 0]);
    let mut page = served.page();
    page.until("a machine at power-on", |page| page.status["machine"]["page"] == "home");
    for (wrong, why) in [
        (
            r#"{"design":"","past":{"clocks":0,"games":0,"events":[]},"moment":[]}"#,
            "is of another design",
        ),
        ("{", "cannot be read: EOF while parsing an object at line 1 column 1"),
    ] {
        let state = tempfile::tempdir().unwrap();
        std::fs::create_dir(state.path().join("tengen")).unwrap();
        std::fs::write(state.path().join("tengen/play.json"), wrong).unwrap();
        let served = Served::start("0", &[], "fast", state);
        assert_eq!(served.said.len(), 1);
        let said = &served.said[0];
        assert!(
            said.starts_with("the machine begins anew: ") && said.ends_with(why),
            "{said}"
        );
    }
}

#[test]
fn the_chosen_line_of_a_page_is_told_in_words() {
    let served = Served::new();
    let mut page = served.page();
    for (keys, line) in [
        ("", json!("GOMOKU")),
        ("down", json!("OTHELLO")),
        ("down", json!("CLUB")),
        ("enter", json!("SELL PIG +12")),
        ("up", json!("BUY PIG -2")),
        ("down", json!("SELL PIG +12")),
        ("5", json!("SELL PIG +12")),
        ("c up up enter", json!("BLACK PERSON")),
        ("right", json!("BLACK 1 MCU")),
        ("down left", json!("WHITE 2 SJTU")),
        ("down", json!("RULE FREESTYLE")),
        ("4", json!("CLOCK 30 S")),
        ("right enter", Value::Null),
    ] {
        page.press(keys);
        page.until(&format!("{line} after {keys}"), |page| page.status["line"] == line);
    }
    // A game that was taken back to its start is the same game.
    for (keys, mode, shown) in [("esc", "CVC", "mode"), ("m", "PVP", "mode"), ("enter", "PVP", "game")] {
        page.press(keys);
        page.until(shown, |page| {
            page.status["machine"]["mode"] == mode && page.status["machine"]["page"] == shown
        });
    }
    let games = page.status["games"].as_u64().unwrap();
    page.press("enter");
    page.until_moves(1);
    page.press("u");
    page.until_moves(0);
    assert_eq!(page.status["games"], games);
    page.press("ctrl");
    page.until("another game", |page| page.status["games"] == games + 1);
    // A pig cannot be paid, and so the club is lost.
    page.press("c up");
    page.until("the club", |page| page.status["line"] == "BUY PIG -2");
    page.press("enter");
    page.until("the question", |page| page.status["machine"]["asking"] == true);
    assert_eq!(page.status["machine"]["club_reason"], Value::Null);
    page.press("enter");
    page.until("the club's end", |page| page.status["machine"]["club_ended"] == "died");
    assert_eq!(page.status["machine"]["club_reason"], "money");
}

#[test]
fn what_the_machine_sounds_like_is_heard_and_silence_is_not() {
    let served = Served::new();
    let mut page = served.page();
    page.press("enter 4 right m m enter enter");
    page.until_moves(1);
    assert_eq!(
        (&page.status["machine"]["sound"], page.sound),
        (&json!(false), 0),
        "off at first"
    );
    page.press("v up enter");
    page.until_moves(2);
    page.until("the click", |page| page.sound > 0);
    // A stone's click ends within some hundredths of a second; a sample is 1024 clocks.
    assert!(page.sound < 6000, "{} samples", page.sound);
}

#[test]
fn waves_are_cancelled_and_keys_are_answered_meanwhile() {
    let served = Served::by("native", "rust-hdl simulation");
    let mut page = served.page();
    page.press("enter");
    page.until("the mode page", |page| page.status["machine"]["page"] == "mode");
    page.say(json!({"do": "waves", "thousands": 1000}));
    page.until("waves", |page| page.status["waves"].is_u64());
    let before = page.status["waves"].as_u64().unwrap();
    page.until("progress", |page| {
        page.status["waves"].as_u64().is_some_and(|left| left < before)
    });
    page.press("3 right");
    page.until("the key's answer", |page| {
        page.status["machine"]["rule"] == "exact five"
    });
    page.say(json!({"do": "cancel_waves"}));
    page.until("their end", |page| page.status["waves"].is_null());
    assert_eq!(
        (&page.status["has_waves"], &page.status["trouble"]),
        (&json!(false), &Value::Null)
    );
    // Nothing of them remains, and new ones can begin.
    page.say(json!({"do": "cancel_waves"}));
    page.say(json!({"do": "waves", "thousands": 2}));
    page.until("the file", |page| page.status["has_waves"] == true);
}

#[test]
fn a_file_is_read_with_its_variations_and_played_to_any_node() {
    let served = Served::new();
    let mut page = served.page();
    let game = "(;GM[4]RU[Renju]PB[Ada];B[hh](;W[ii]C[indirect];B[aa])(;W[hi];B[bb]))";
    page.say(json!({"do": "read", "text": game}));
    page.until("the tree", |page| !page.tree.is_null());
    let nodes = page.tree["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 6);
    assert_eq!(
        (&page.tree["black"], &page.tree["rule"]),
        (&json!("Ada"), &json!("Renju"))
    );
    let node = nodes.iter().position(|node| node["move"] == "h7").unwrap();
    page.say(json!({"do": "sgf", "text": game, "node": node}));
    page.until("the variation", |page| page.status["plies"] == json!(["h8", "h7"]));
    assert_eq!(page.status["players"], json!(["Ada", ""]));
    for (wrong, why) in [
        (
            json!({"do": "read", "text": "(;GM[4];B[zz])"}),
            "this game cannot be read: byte 8",
        ),
        (
            json!({"do": "read", "text": "no game"}),
            "this game cannot be read: byte 0",
        ),
    ] {
        page.refused = None;
        page.say(wrong);
        page.until("a refusal", |page| page.refused.is_some());
        assert!(page.refused.as_ref().unwrap().starts_with(why), "{:?}", page.refused);
    }
    page.say(json!({"do": "sgf", "text": game, "node": 99}));
    page.until("a complaint", |page| {
        page.status["trouble"] == "this game has no node 99"
    });
    // The next order clears it.
    page.press("n");
    page.until("no complaint", |page| page.status["trouble"].is_null());
}

#[cfg(feature = "eda")]
mod browser {
    use super::*;
    use crate::browser::Browser;
    use tengen::gateware::console::{Console, Variant};
    use tengen::gateware::director::SECOND;
    use tengen::gateware::edition::Edition;
    use tengen::gateware::keyboard::key;
    use tengen::simulation::machine::Machine;
    use tengen_sim::Native;

    /// Presses and releases a key in the browser.
    fn press(browser: &mut Browser, code: &str) {
        for kind in ["rawKeyDown", "keyUp"] {
            browser.call(
                "Input.dispatchKeyEvent",
                json!({"type": kind, "code": code, "key": code}),
            );
        }
    }

    /// The canvas as a picture.
    fn canvas(browser: &mut Browser) -> Frame {
        let pixels = browser.value(
            "(() => { const c = document.getElementById('picture');
               const own = new OffscreenCanvas(640, 480).getContext('2d');
               own.imageSmoothingEnabled = false;
               own.drawImage(c, 0, 0, 640, 480);
               const data = own.getImageData(0, 0, 640, 480).data;
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

    /// The browser's code for each key of the machine.
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

    #[test]
    fn a_full_board_is_loaded_soon_in_the_emitted_verilog() {
        loads_a_full_board_soon(&Served::by("verilator", "emitted Verilog under Verilator"));
    }

    mod page;

    /// Two players without a clock: the picture does not depend on the time.
    const GAME: &str = "enter 4 right m m enter enter right enter down left enter right right up up enter n u left";

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
            let variant = Variant { second: SECOND, shuffle: true, ponder: 0, sound: false, edition: Edition::FULL };
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
            press(&mut browser, code);
        }
        let picture = expected.frame().unwrap();
        let began = Instant::now();
        let mut difference = canvas(&mut browser).compare(&picture).unwrap();
        while difference.is_some() {
            assert!(
                began.elapsed() < PATIENCE,
                "the canvas is not the monitor's picture: {difference:?}"
            );
            std::thread::sleep(Duration::from_millis(100));
            difference = canvas(&mut browser).compare(&picture).unwrap();
        }
        // The page is reloaded and finds the same game.
        browser.call("Page.reload", json!({}));
        browser.until("document.readyState === 'complete' && document.body.dataset.pictures > 0");
        let again = canvas(&mut browser);
        assert_eq!(again.compare(&picture).unwrap(), None);
        let complaints = browser.value("document.getElementById('trouble').textContent");
        assert_eq!(complaints, "");
        browser.shoot("play");
    }
}
