//! The machine in a real browser: a game by its keyboard, with the picture that the monitor shows.

use std::time::{Duration, Instant};

use serde_json::json;
use tengen_sim::Frame;

use super::game_files::loads_a_full_board_soon;
use super::{PATIENCE, Served};
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
pub fn canvas(browser: &mut Browser) -> Frame {
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
pub const GAME: &str = "enter 4 right m m enter enter right enter down left enter right right up up enter n u left";

#[test]
fn a_browser_plays_a_game_and_shows_the_monitors_picture() {
    plays(Served::new());
}

#[test]
fn a_browser_plays_the_emitted_verilog() {
    plays(Served::by("verilator", "emitted Verilog under Verilator"));
}

/// The machine after [`GAME`].
pub fn expected() -> Machine<Native<Console<4, 4, 4>>> {
    let variant = Variant { second: SECOND, shuffle: true, ponder: 0, sound: false, edition: Edition::FULL };
    let mut machine = Machine::new(Native::new(Console::<4, 4, 4>::new(variant))).unwrap();
    machine.settle().unwrap();
    for name in GAME.split_whitespace() {
        machine.press(key::named(name).unwrap());
        machine.settle().unwrap();
    }
    let state = machine.state().unwrap();
    assert_eq!((state.mode, state.moves, state.clock), ("PVP", 3, None));
    machine
}

/// Presses keys of the machine, by their names, in the browser.
pub fn enters(browser: &mut Browser, keys: &str) {
    for name in keys.split_whitespace() {
        let code = CODES.iter().find(|(key, _)| *key == name).unwrap().1;
        press(browser, code);
    }
}

/// Waits until the canvas is that picture.
pub fn shows(browser: &mut Browser, picture: &Frame) {
    let began = Instant::now();
    let mut difference = canvas(browser).compare(picture).unwrap();
    while difference.is_some() {
        assert!(
            began.elapsed() < PATIENCE,
            "the canvas is not the monitor's picture: {difference:?}"
        );
        std::thread::sleep(Duration::from_millis(100));
        difference = canvas(browser).compare(picture).unwrap();
    }
}

fn plays(served: Served) {
    let picture = expected().frame().unwrap();
    let mut browser = Browser::open(&format!("http://{}/", served.host));
    browser.until("document.readyState === 'complete' && document.body.dataset.pictures > 0");
    browser.until("document.getElementById('link').textContent === 'connected'");
    enters(&mut browser, GAME);
    shows(&mut browser, &picture);
    // The page is reloaded and finds the same game.
    browser.call("Page.reload", json!({}));
    browser.until("document.readyState === 'complete' && document.body.dataset.pictures > 0");
    let again = canvas(&mut browser);
    assert_eq!(again.compare(&picture).unwrap(), None);
    let complaints = browser.value("document.getElementById('trouble').textContent");
    assert_eq!(complaints, "");
    browser.shoot("play");
}
