//! `tengen page` in a real browser, from the disk and from a static host: the same machine as everywhere else, clock by
//! clock, and nothing that it asks of the network.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, LazyLock};
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;
use tengen::gateware::console::Variant;
use tengen::gateware::keyboard::key;
use tengen::gateware::{gomoku, othello};
use tengen::simulation::machine::Machine;
use tengen::simulation::pointer;
use tengen_page::image::Image;
use tengen_page::offered::Offered;
use tengen_page::order::Order;
use tengen_page::running::Console;
use tengen_page::session::{Next, Session, Setup, Viewer};
use tengen_sim::{Circuit, Frame, PortDirection};

use super::browser::{GAME, canvas, enters, expected, shows};
use super::{SECOND, tengen};
use crate::browser::Browser;
use crate::page::SOON;

/// A page of files, made once for all tests.
static PAGE: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("site");
    let made = tengen(&["page", "--out", place.to_str().unwrap()])
        .envs(SOON)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    folder
});

fn site() -> PathBuf {
    PAGE.path().join("site")
}

/// The page from the disk.
fn from_disk() -> String {
    format!("file://{}", site().join("index.html").display())
}

/// A host of static files that knows no more than their names; the page is below `/games/tengen/`.
fn static_host() -> String {
    fn serve(mut stream: TcpStream) -> std::io::Result<()> {
        let mut request = String::new();
        BufReader::new(&stream).read_line(&mut request)?;
        let path = request.split(' ').nth(1).unwrap_or_default();
        let name = match path.strip_prefix("/games/tengen/") {
            Some("") => "index.html",
            Some(name) => name,
            None => "",
        };
        let (status, contents) = match fs::read(site().join(name)) {
            Ok(contents) => ("200 OK", contents),
            Err(_) => ("404 Not Found", vec![]),
        };
        let kind = if name.ends_with(".html") { "text/html" } else { "text/javascript" };
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n",
            contents.len()
        )?;
        stream.write_all(b"Connection: close\r\n\r\n")?;
        stream.write_all(&contents)
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/games/tengen/", listener.local_addr().unwrap());
    // It serves as long as the tests run.
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || serve(stream));
        }
    });
    address
}

/// Waits until the page shows the machine.
fn until_it_shows(browser: &mut Browser) {
    browser.until("document.readyState === 'complete' && Number(document.body.dataset.pictures) > 0");
    browser.until("document.getElementById('link').textContent === 'connected'");
}

/// The address of the request that each page makes last, so that the log is seen to have requests.
pub const NOWHERE: &str = "http://tengen.invalid/";

/// Asks for an address that is nowhere.
pub fn ask_nowhere(browser: &mut Browser) {
    browser.value(&format!("fetch('{NOWHERE}').catch(() => null)"));
}

/// What pages have asked for, in a log of the browser's; what it asks for by itself has no origin.
pub fn asked(log: &Path) -> Vec<String> {
    let log: Value = serde_json::from_slice(&fs::read(log).unwrap()).unwrap();
    let requests = log["events"].as_array().unwrap().iter().map(|event| &event["params"]);
    let of_pages = requests.filter(|request| {
        request["initiator"]
            .as_str()
            .is_some_and(|from| from != "not an origin")
    });
    let mut urls: Vec<String> = of_pages
        .filter_map(|request| Some(request["url"].as_str()?.to_owned()))
        .collect();
    urls.sort();
    urls.dedup();
    urls
}

#[test]
fn from_the_disk_a_game_is_played_kept_and_shared() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.json");
    let mut machine = expected();
    let picture = machine.frame().unwrap();
    {
        let mut browser = Browser::logged(&from_disk(), &log);
        until_it_shows(&mut browser);
        enters(&mut browser, GAME);
        shows(&mut browser, &picture);
        // The page is reloaded, and opened in another tab, and finds the same game.
        browser.call("Page.reload", json!({}));
        until_it_shows(&mut browser);
        shows(&mut browser, &picture);
        let first = browser.another(&from_disk());
        until_it_shows(&mut browser);
        shows(&mut browser, &picture);
        // Behind that tab the first machine goes on.
        let clocks = "Number(document.getElementById('clocks').textContent.replaceAll(' ', ''))";
        let second = browser.another("about:blank");
        browser.back_to(first);
        let before = browser.value(clocks).as_f64().unwrap();
        browser.until(&format!("{clocks} > {before} + 1000000"));
        browser.back_to(second);
        assert_eq!(browser.value("document.getElementById('trouble').textContent"), "");
        browser.shoot("alone");
        ask_nowhere(&mut browser);
    }
    assert_eq!(asked(&log), [NOWHERE], "the page asks for nothing");
}

/// Where a pixel of the picture is in the window.
fn place(browser: &mut Browser, x: usize, y: usize) -> Value {
    browser.value(&format!(
        "(() => {{ const c = document.getElementById('picture'); c.scrollIntoView(); const r = c.getBoundingClientRect();
           return [r.left + {x} * r.width / 640, r.top + {y} * r.height / 480]; }})()"
    ))
}

/// A finger on a place of the picture, in its pixels.
fn tap(browser: &mut Browser, x: usize, y: usize) {
    let place = place(browser, x, y);
    let point = json!({"x": place[0], "y": place[1]});
    browser.call(
        "Input.dispatchTouchEvent",
        json!({"type": "touchStart", "touchPoints": [point]}),
    );
    browser.call(
        "Input.dispatchTouchEvent",
        json!({"type": "touchEnd", "touchPoints": []}),
    );
}

/// A page in a window of a phone's size, with a log of the network if one is wanted.
fn phone(address: &str, log: Option<&Path>) -> Browser {
    let mut browser = match log {
        Some(log) => Browser::logged("about:blank", log),
        None => Browser::open("about:blank"),
    };
    let phone = json!({"width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": true});
    browser.call("Emulation.setDeviceMetricsOverride", phone);
    browser.call("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
    browser.call("Page.navigate", json!({"url": address}));
    until_it_shows(&mut browser);
    browser
}

/// On a phone, by touch alone, against the computer, from a host's folder.
#[test]
fn from_a_hosts_folder_othello_is_played_by_touch() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log.json");
    let host = static_host();
    {
        let mut browser = phone(&host, Some(&log));
        let button = |browser: &mut Browser, key: &str| {
            browser.value(&format!("document.querySelector('[data-key={key}]').click()"));
        };
        button(&mut browser, "down");
        button(&mut browser, "enter");
        button(&mut browser, "enter");
        browser.until("document.body.dataset.page === 'game'");
        let moves = "document.getElementById('moves').children.length";
        browser.until("document.getElementById('stand').textContent.includes('to move')");
        // D3: the fourth column, the third row.
        let at = |place| middle(place, othello::view::axis::MARGIN as usize, othello::view::sprite::CELL);
        tap(&mut browser, at(3), at(2));
        browser.until(&format!("{moves} >= 2"));
        let played = browser.value("[...document.querySelectorAll('#moves button')].map((move) => move.textContent)");
        assert!(played[0].as_str().unwrap().ends_with("D3"), "{played}");
        let wide = browser.value("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= 390, "{wide}");
        browser.shoot("alone-phone");
        ask_nowhere(&mut browser);
    }
    assert_eq!(asked(&log), [format!("{host}machine.js"), NOWHERE.to_owned()]);
}

/// What is done in a whole game.
#[derive(Clone, Copy)]
enum Does {
    Key(&'static str),
    /// A click, or a touch, on a pixel of the picture: on a line of a page, or for a stone.
    Line(usize, usize),
    Stone(usize, usize),
}

/// Two players, no clock, and then the board: what the game's page takes for that. The clock's line is the third of Othello's,
/// the fourth of Gomoku's.
fn two_players(clock: usize) -> Vec<Does> {
    // The right half of a line's value, in the picture's own pixels, four of which are one of the menu's.
    let clock = Does::Line(4 * 130, 4 * (47 + 10 * clock + 3));
    vec![clock, Does::Key("m"), Does::Key("m"), Does::Key("enter")]
}

/// The middle of a square or crossing, in pixels, of a board whose first begins that far from its edge.
fn middle(place: usize, margin: usize, cell: usize) -> usize {
    margin + place * cell + cell / 2
}

/// A stone on each of these squares or crossings: column and row.
fn points(places: &[(usize, usize)], margin: usize, cell: usize) -> impl Iterator<Item = Does> {
    let at = move |place| middle(place, margin, cell);
    places
        .iter()
        .map(move |(column, row)| Does::Stone(at(*column), at(*row)))
}

/// The picture of the native machine at the end of a game that black has won.
fn picture_at_the_end(game: &[Does]) -> Frame {
    let variant = Variant { second: SECOND as u32, sound: false, ..Variant::default() };
    let mut machine = Machine::new(Image::of(variant).unwrap().engine()).unwrap();
    machine.settle().unwrap();
    for does in game {
        match does {
            Does::Key(name) => machine.press(key::named(name).unwrap()),
            Does::Line(x, y) | Does::Stone(x, y) => {
                machine.strike(&pointer::strokes(&machine.state().unwrap(), false, *x, *y))
            }
        }
        machine.settle().unwrap();
    }
    let state = machine.state().unwrap();
    let end = (state.mode, state.winner, state.moves, state.clock);
    assert_eq!(
        end,
        ("PVP", Some("black"), 9, None),
        "{}",
        machine.record().unwrap().moves().join(" ")
    );
    machine.frame().unwrap()
}

/// Plays a game in a page; `point` clicks or touches.
fn plays(browser: &mut Browser, game: &[Does], point: fn(&mut Browser, usize, usize)) {
    let mut stones = 0;
    for does in game {
        match does {
            Does::Key(name) => enters(browser, name),
            Does::Line(x, y) => point(browser, *x, *y),
            Does::Stone(x, y) => {
                // On a phone the board has another place in the window than the pages before it.
                browser.until("document.body.dataset.page === 'game'");
                point(browser, *x, *y);
                stones += 1;
                browser.until(&format!(
                    "document.getElementById('moves').children.length === {stones}"
                ));
            }
        }
    }
}

/// A click of the mouse on a place of the picture, in its pixels.
fn mouse(browser: &mut Browser, x: usize, y: usize) {
    let place = place(browser, x, y);
    for kind in ["mousePressed", "mouseReleased"] {
        let click = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
        browser.call("Input.dispatchMouseEvent", click);
    }
}

/// By mouse and keys, from the disk: five in a row.
#[test]
fn a_whole_game_of_gomoku_by_mouse_ends_as_the_native_machines() {
    let stones = [
        (7, 7),
        (7, 1),
        (8, 7),
        (8, 1),
        (9, 7),
        (9, 1),
        (10, 7),
        (10, 1),
        (11, 7),
    ];
    let mut game = vec![Does::Key("enter")];
    game.extend(two_players(3));
    game.extend(points(&stones, 0, gomoku::view::sprite::CELL));
    // A key ends the look at the line of five, and the word of the end stands.
    game.push(Does::Key("left"));
    let picture = picture_at_the_end(&game);
    let mut browser = Browser::open(&from_disk());
    until_it_shows(&mut browser);
    plays(&mut browser, &game, mouse);
    shows(&mut browser, &picture);
    browser.shoot("alone-gomoku-end");
}

/// By touch on a phone, from a host's folder: the shortest game of Othello, in which white loses its last disc.
#[test]
fn a_whole_game_of_othello_by_touch_ends_as_the_native_machines() {
    let squares = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"];
    let squares = squares.map(|name| {
        let [column, row] = name.as_bytes() else { unreachable!() };
        (usize::from(column - b'a'), usize::from(row - b'1'))
    });
    let mut game = vec![Does::Key("down"), Does::Key("enter")];
    game.extend(two_players(2));
    game.extend(points(
        &squares,
        othello::view::axis::MARGIN as usize,
        othello::view::sprite::CELL,
    ));
    game.push(Does::Key("left"));
    let picture = picture_at_the_end(&game);
    let mut browser = phone(&static_host(), None);
    plays(&mut browser, &game, tap);
    browser.shoot("alone-othello-end");
    shows(&mut browser, &picture);
}

/// What is done to the machine in the test of every clock: keys while it is paused, and clocks.
fn script() -> Vec<Value> {
    let ports = Console::ports();
    let outputs = ports.iter().filter(|port| port.direction == PortDirection::Output);
    let outputs: Vec<&str> = outputs.map(|port| port.name).collect();
    let mut script = vec![
        json!({"do": "pause"}),
        json!({"do": "step", "clocks": 500_000}),
        json!({"rest": true}),
        json!({"do": "waves", "thousands": 600, "signals": outputs}),
    ];
    // To the board of Gomoku; a stone, and the computer's answer.
    for name in ["enter", "enter", "right", "enter"] {
        for down in [true, false] {
            script.push(json!({"do": "key", "name": name, "down": down}));
        }
        script.push(json!({"do": "step", "clocks": 150_000}));
        script.push(json!({"rest": true}));
    }
    script
}

/// A page that nobody looks at.
struct Nobody;

impl Viewer for Nobody {
    fn watched(&self) -> bool {
        true
    }
    fn picture(&mut self, _: Arc<[u8]>) {}
    fn status(&mut self, _: String) {}
    fn sound(&mut self, _: Vec<i8>) {}
}

#[test]
fn every_clock_of_the_page_is_that_of_the_native_machine() {
    let offered = Arc::new(Offered::default());
    let variant = Variant { second: SECOND as u32, sound: false, ..Variant::default() };
    let engine = Image::of(variant).unwrap().engine();
    let setup = Setup { engine: "fast", second: SECOND };
    let mut session = Session::new(setup, engine, Box::new(Nobody), offered.clone()).unwrap();
    for does in script() {
        match does["rest"] == true {
            true => while session.turn().unwrap() != Next::AtOrder {},
            false => session.follow(Order::parse(&does.to_string()).unwrap()),
        }
    }

    let folder = tempfile::tempdir().unwrap();
    let names = ["waves.zip", "picture.png", "game.sgf"];
    let saved = names.map(|name| json!({"save": name, "to": folder.path().join(name)}));
    let lines: Vec<String> = script().iter().chain(&saved).map(Value::to_string).collect();
    let file = folder.path().join("script.jsonl");
    fs::write(&file, lines.join("\n")).unwrap();
    let runner = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/page/session.mjs");
    let ran = Command::new("node")
        .arg(runner)
        .arg(site().join("machine.js"))
        .arg(&file)
        .output()
        .unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));

    for name in names {
        let native = offered.file(name).unwrap().bytes;
        let page = fs::read(folder.path().join(name)).unwrap();
        assert!(*native == page[..], "{name} differs");
    }
    let game = String::from_utf8_lossy(&offered.file("game.sgf").unwrap().bytes).into_owned();
    assert!(game.contains(";B[") && game.contains(";W["), "{game}");
    // All outputs, at every clock: nothing but zeros would be shorter.
    assert!(offered.file("waves.zip").unwrap().bytes.len() > 10_000);
}

/// Keeps the time from the navigation to the first picture, in milliseconds.
const FIRST: &str = "new MutationObserver((_, observer) => {
    if (!(Number(document.body?.dataset.pictures) > 0)) return;
    window.first = performance.now();
    observer.disconnect();
}).observe(document, { attributes: true, subtree: true });";

/// `-- --nocapture` prints the times. Other tests run beside this one, so they may be three times as long as on a free machine.
#[test]
fn the_first_picture_comes_soon() {
    let mut browser = Browser::open("about:blank");
    browser.call("Page.enable", json!({}));
    browser.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": FIRST }));
    let times = (0..5).map(|_| {
        browser.call("Page.navigate", json!({ "url": from_disk() }));
        browser.until("window.first > 0");
        let time = browser.value("window.first").as_f64().unwrap();
        browser.call("Page.navigate", json!({ "url": "about:blank" }));
        browser.until("location.href === 'about:blank'");
        time
    });
    let mut times: Vec<f64> = times.collect();
    println!("milliseconds to the first picture: {times:.0?}");
    times.sort_by(f64::total_cmp);
    assert!(times[2] < 3000.0, "{times:?}");
}

#[test]
fn a_single_file_plays_too() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let made = tengen(&["page", "--single", "--edition", "gomoku", "--out", out])
        .envs(SOON)
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let file = folder.path().join("tengen.html");
    let said = String::from_utf8(made.stdout).unwrap();
    assert_eq!(
        said,
        format!("{}  {} bytes\n", file.display(), file.metadata().unwrap().len())
    );
    let mut browser = Browser::open(&format!("file://{}", file.display()));
    until_it_shows(&mut browser);
    assert!(canvas(&mut browser).pixels.iter().any(|level| *level != 0));
    let mut text = String::new();
    fs::File::open(&file).unwrap().read_to_string(&mut text).unwrap();
    assert!(
        !text.contains("http://") && !text.contains("https://"),
        "it names no other place"
    );
}

#[test]
fn a_wrong_request_for_a_page_is_refused_in_a_line() {
    for (arguments, said) in [
        (&["page"][..], "--out"),
        (&["page", "--out", "-"], "name a folder"),
        (&["page", "--out", "site", "--edition", "chess"], "edition"),
        (&["page", "--out", "site", "--unit", "abacus"], "no unit is named"),
        (
            &["page", "--out", "site", "--unit", "tilt", "--edition", "gomoku"],
            "--edition",
        ),
        (&["page", "--out", "site", "--circuit", "/nowhere"], "/nowhere"),
        (
            &["page", "--out", "site", "--circuit", "Cargo.toml"],
            "Cargo.toml: this is no file of a circuit",
        ),
    ] {
        let refused = tengen(arguments).output().unwrap();
        let line = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{line}");
        assert!(line.contains(said) && line.lines().count() == 1, "{line}");
    }
}
