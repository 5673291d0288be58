//! The page in a real browser, used as people do: keyboard and chords, mouse and touch, the game in words, the review,
//! the layout on screens of 1280, 800 and 390 pixels with the sharpness of the picture, and a page without its machine.

mod accessible;
mod connection;
mod input;
mod inside;
mod layout;
mod recordings;
mod review;
mod words;

use serde_json::json;

use crate::browser::Browser;
use crate::play::Served;
use crate::play::browser::{enters, press};

const CTRL: u64 = 2;

/// Waits until the page has answered a change of its size: handlers and layout run before a frame is drawn.
fn laid_out(browser: &mut Browser) {
    browser.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

/// Sets the size of the window in CSS pixels, and `devicePixelRatio`.
fn resize(browser: &mut Browser, width: u64, height: u64, scale: f64, touch: bool) {
    let size = json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": touch});
    browser.call("Emulation.setDeviceMetricsOverride", size);
    browser.call("Emulation.setTouchEmulationEnabled", json!({"enabled": touch}));
}

/// A page of that size, once it shows the machine's picture.
fn open(served: &Served, width: u64, height: u64, touch: bool) -> Browser {
    let mut browser = Browser::open("about:blank");
    resize(&mut browser, width, height, 1.0, touch);
    browser.call("Page.navigate", json!({"url": format!("http://{}/", served.host)}));
    browser.until("document.readyState === 'complete' && document.body.dataset.pictures > 0");
    browser.until("document.getElementById('link').textContent === 'connected'");
    browser
}

/// A key event with these modifiers.
fn key(browser: &mut Browser, kind: &str, code: &str, key: &str, modifiers: u64) {
    let event = json!({"type": kind, "code": code, "key": key, "modifiers": modifiers});
    browser.call("Input.dispatchKeyEvent", event);
}

/// Enter or Space as a person presses it: with the text that it types, which activates a button.
fn typed(browser: &mut Browser, code: &str) {
    let (key, text, number) = if code == "Space" { (" ", " ", 32) } else { ("Enter", "\r", 13) };
    for kind in ["keyDown", "keyUp"] {
        let mut event = json!({"type": kind, "code": code, "key": key, "windowsVirtualKeyCode": number});
        if kind == "keyDown" {
            event["text"] = json!(text);
        }
        browser.call("Input.dispatchKeyEvent", event);
    }
}

fn tab(browser: &mut Browser) {
    for kind in ["rawKeyDown", "keyUp"] {
        let tab = json!({"type": kind, "code": "Tab", "key": "Tab", "windowsVirtualKeyCode": 9});
        browser.call("Input.dispatchKeyEvent", tab);
    }
}

/// Left, top, width and height of an element.
fn place(browser: &mut Browser, selector: &str) -> [f64; 4] {
    let place = browser.value(&format!(
        "(() => {{ const r = document.querySelector('{selector}').getBoundingClientRect();
           return [r.left, r.top, r.width, r.height]; }})()"
    ));
    [0, 1, 2, 3].map(|number| place[number].as_f64().unwrap())
}

fn click(browser: &mut Browser, x: f64, y: f64) {
    for kind in ["mousePressed", "mouseReleased"] {
        let event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
        browser.call("Input.dispatchMouseEvent", event);
    }
}

fn tap(browser: &mut Browser, x: f64, y: f64) {
    browser.call(
        "Input.dispatchTouchEvent",
        json!({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}),
    );
    browser.call(
        "Input.dispatchTouchEvent",
        json!({"type": "touchEnd", "touchPoints": []}),
    );
}

fn click_on(browser: &mut Browser, selector: &str) {
    browser.value(&format!(
        "document.querySelector('{selector}').scrollIntoView({{block: 'nearest'}})"
    ));
    let [left, top, width, height] = place(browser, selector);
    click(browser, left + width / 2.0, top + height / 2.0);
}

/// The position on the page of a pixel of the machine's picture.
fn pixel(browser: &mut Browser, x: f64, y: f64) -> (f64, f64) {
    let [left, top, width, height] = place(browser, "#picture");
    (left + x / 640.0 * width, top + y / 480.0 * height)
}

/// The middle of a crossing, on the page.
fn crossing(browser: &mut Browser, row: u32, col: u32) -> (f64, f64) {
    pixel(browser, 16.0 + 32.0 * f64::from(col), 16.0 + 32.0 * f64::from(row))
}

fn text(browser: &mut Browser, id: &str) -> String {
    let text = browser.value(&format!("document.getElementById('{id}').textContent"));
    text.as_str().unwrap().to_owned()
}

/// Waits until the list of moves equals `moves`.
fn until_moves(browser: &mut Browser, moves: &[&str]) {
    let list =
        "JSON.stringify([...document.querySelectorAll('#moves button')].map(move => move.textContent.split(' ')[2]))";
    browser.until(&format!("{list} === {}", json!(json!(moves).to_string())));
}

/// Starts a game of Gomoku between two people without a clock.
fn two_people(browser: &mut Browser) {
    press(browser, "Enter");
    two_people_from_the_page(browser);
}

/// The same from Gomoku's own page.
fn two_people_from_the_page(browser: &mut Browser) {
    for code in ["Digit4", "ArrowRight", "KeyM", "KeyM", "Enter"] {
        press(browser, code);
    }
    browser.until("document.body.dataset.page === 'game'");
}
