//! The page in a real browser, as hands meet it: keyboard and chords, mouse and fingers, the game in words, looking back, and
//! what fits on a screen of 1280, 800 and 390 pixels.

use super::*;

const CTRL: u64 = 2;

/// A page of that size, once the machine's picture is there.
fn open(served: &Served, width: u64, height: u64, touch: bool) -> Browser {
    let mut browser = Browser::open("about:blank");
    let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch});
    browser.call("Emulation.setDeviceMetricsOverride", size);
    if touch {
        browser.call("Emulation.setTouchEmulationEnabled", json!({"enabled": true}));
    }
    browser.call("Page.navigate", json!({"url": format!("http://{}/", served.host)}));
    browser.until("document.readyState === 'complete' && document.body.dataset.pictures > 0");
    browser.until("document.getElementById('link').textContent === 'connected'");
    browser
}

/// A key goes down, and up, with these modifiers.
fn key(browser: &mut Browser, kind: &str, code: &str, key: &str, modifiers: u64) {
    let event = json!({"type": kind, "code": code, "key": key, "modifiers": modifiers});
    browser.call("Input.dispatchKeyEvent", event);
}

/// Enter or Space as a person presses it: with the text it types, which is what presses a button.
fn typed(browser: &mut Browser, code: &str) {
    let (key, text, number) = if code == "Space" {
        (" ", " ", 32)
    } else {
        ("Enter", "\r", 13)
    };
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
    let [left, top, width, height] = place(browser, selector);
    click(browser, left + width / 2.0, top + height / 2.0);
}

/// The place of a pixel of the machine's picture.
fn pixel(browser: &mut Browser, x: f64, y: f64) -> (f64, f64) {
    let [left, top, width, height] = place(browser, "#picture");
    (left + x / 640.0 * width, top + y / 480.0 * height)
}

/// The middle of a crossing.
fn crossing(browser: &mut Browser, row: u32, col: u32) -> (f64, f64) {
    pixel(browser, 16.0 + 32.0 * f64::from(col), 16.0 + 32.0 * f64::from(row))
}

fn text(browser: &mut Browser, id: &str) -> String {
    let text = browser.value(&format!("document.getElementById('{id}').textContent"));
    text.as_str().unwrap().to_owned()
}

/// Waits until the list of moves is that.
fn until_moves(browser: &mut Browser, moves: &[&str]) {
    let list =
        "JSON.stringify([...document.querySelectorAll('#moves button')].map(move => move.textContent.split(' ')[2]))";
    browser.until(&format!("{list} === {}", json!(json!(moves).to_string())));
}

/// Gomoku of two people, no clock, the board.
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

fn shoot(browser: &mut Browser, name: &str) {
    if let Some(folder) = std::env::var_os("TENGEN_SHOT") {
        let shot = browser.call("Page.captureScreenshot", json!({"format": "png"}));
        let place = std::path::Path::new(&folder).join(format!("{name}.b64"));
        std::fs::write(place, shot["data"].as_str().unwrap()).unwrap();
    }
}

#[test]
fn the_mouse_plays_and_the_game_is_told_in_words() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    let players = "document.getElementById('players').textContent";
    press(browser, "Enter");
    browser.until("document.body.dataset.page === 'mode'");
    // The line RULE, on the right half of its value; then ENTER START.
    let (x, y) = pixel(browser, 4.0 * 130.0, 4.0 * 70.0);
    click(browser, x, y);
    browser.until(&format!("{players}.includes('exact five')"));
    two_people_from_the_page(browser);
    for (row, col) in [(7, 7), (6, 8), (14, 0)] {
        let (x, y) = crossing(browser, row, col);
        click(browser, x, y);
        // A click on a crossing that is taken does nothing.
        click(browser, x, y);
    }
    until_moves(browser, &["H8", "I9", "A1"]);
    browser.until("document.getElementById('news').textContent === '3. Black A1'");
    assert_eq!(text(browser, "stand"), "White: to move, move 4.");
    assert_eq!(
        browser.value("document.getElementById('news').getAttribute('aria-live')"),
        "polite"
    );

    // A click on a move shows the board as it was, and asks nothing of the machine.
    click_on(browser, "#moves li:nth-child(2) button");
    browser.until("!document.getElementById('diagram').hidden");
    assert_eq!(text(browser, "where"), "Move 2: White I9");
    let dark = "[...document.getElementById('diagram').getContext('2d').getImageData(7 * 32 + 6, 7 * 32 + 16, 1, 1).data].slice(0, 3).join()";
    assert_eq!(browser.value(dark), "17,17,17", "the stone on H8");
    assert_ne!(
        browser.value(&dark.replace("7 * 32 + 6, 7 * 32 + 16", "6, 14 * 32 + 16")),
        "17,17,17"
    );
    // Keys step through it and do not reach the machine.
    press(browser, "ArrowLeft");
    assert_eq!(text(browser, "where"), "Move 1: Black H8");
    press(browser, "KeyU");
    press(browser, "End");
    assert_eq!(text(browser, "where"), "Move 3: Black A1");
    shoot(browser, "looking-back");
    click_on(browser, "#close");
    browser.until("document.getElementById('diagram').hidden");
    until_moves(browser, &["H8", "I9", "A1"]);
    press(browser, "KeyU");
    until_moves(browser, &["H8", "I9"]);
    browser.until("document.getElementById('news').textContent === 'Taken back: A1'");
    press(browser, "KeyP");
    until_moves(browser, &["H8", "I9", "pass"]);
    shoot(browser, "mouse");
}

#[test]
fn a_chord_is_the_browsers_and_a_button_is_pressed_where_it_has_the_focus() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    two_people(browser);
    press(browser, "Enter");
    until_moves(browser, &["H8"]);
    // Zoom and copy: nothing of it reaches the machine, which would ask at Ctrl.
    for (code, letter) in [("Equal", "+"), ("KeyC", "c"), ("KeyU", "u")] {
        key(browser, "rawKeyDown", "ControlLeft", "Control", CTRL);
        key(browser, "rawKeyDown", code, letter, CTRL);
        key(browser, "keyUp", code, letter, CTRL);
        key(browser, "keyUp", "ControlLeft", "Control", 0);
    }
    press(browser, "ArrowUp");
    press(browser, "Enter");
    until_moves(browser, &["H8", "H9"]);
    // Alone and let go it is the machine's.
    key(browser, "rawKeyDown", "ControlLeft", "Control", CTRL);
    key(browser, "keyUp", "ControlLeft", "Control", 0);
    browser.until("document.getElementById('stand').textContent.startsWith('Leave this game?')");
    press(browser, "ArrowUp");
    browser.until("document.getElementById('stand').textContent.startsWith('Black: to move')");

    // From the picture on, Tab goes to the tools in their order; Enter and Space press them, and do not play.
    browser.value("document.getElementById('picture').focus()");
    tab(browser);
    assert_eq!(browser.value("document.activeElement.id"), "pause");
    typed(browser, "Enter");
    browser.until("document.getElementById('pause').textContent === 'Go on'");
    assert_eq!(browser.value("document.activeElement.id"), "pause", "the focus stays");
    typed(browser, "Space");
    browser.until("document.getElementById('pause').textContent === 'Pause'");
    let mut order = vec![];
    for _ in 0..8 {
        tab(browser);
        order.push(browser.value("document.activeElement.id").as_str().unwrap().to_owned());
    }
    let expected = ["step", "steps", "speed", "sound", "save", "save_game", "sgf", "film"];
    assert_eq!(order, expected);
    until_moves(browser, &["H8", "H9"]);
}

#[test]
fn a_game_from_a_file_is_looked_at_before_it_is_played() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    // What the button's file dialog would give.
    let chosen = |browser: &mut Browser, game: &str| {
        browser.value(&format!(
            "(() => {{ const files = new DataTransfer();
               files.items.add(new File([{}], 'game.sgf'));
               const input = document.getElementById('sgf');
               input.files = files.files;
               input.dispatchEvent(new Event('change')); }})()",
            json!(game)
        ));
    };
    chosen(browser, "(;GM[4];B[zz])");
    browser.until("document.getElementById('trouble').textContent.includes('move 1, B[zz]')");
    chosen(
        browser,
        "(;GM[4]C[A lesson];B[hh](;W[ii]C[indirect];B[aa])(;W[hi];B[bb]))",
    );
    browser.until("!document.getElementById('review').hidden");
    assert_eq!(text(browser, "trouble"), "", "what was wrong is over");
    assert_eq!(text(browser, "where"), "Move 3: Black A15");
    click_on(browser, "#first");
    assert_eq!(
        (text(browser, "where").as_str(), text(browser, "comment").as_str()),
        ("The empty board", "A lesson")
    );
    click_on(browser, "#forward");
    let ways = "[...document.querySelectorAll('#ways button')].map(way => way.textContent).join()";
    assert_eq!(browser.value(ways), "I7,H7");
    shoot(browser, "variations");
    click_on(browser, "#ways button:nth-child(2)");
    assert_eq!(text(browser, "where"), "Move 2: White H7");
    click_on(browser, "#go_on");
    until_moves(browser, &["H8", "H7"]);
    browser.until("document.getElementById('progress').textContent === ''");
    assert_eq!(
        (
            text(browser, "trouble").as_str(),
            browser.value("document.getElementById('review').hidden")
        ),
        ("", json!(true))
    );
}

#[test]
fn waves_show_how_far_they_are_and_are_cancelled() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    browser.value("document.getElementById('thousands').value = 1000");
    click_on(browser, "#waves");
    browser.until("document.getElementById('waves').textContent === 'Cancel waves'");
    browser.until("!document.getElementById('waves_done').hidden && document.getElementById('waves_done').value > 0");
    click_on(browser, "#waves");
    browser.until("document.getElementById('waves').textContent === 'Record waves'");
    assert_eq!(browser.value("document.getElementById('waves_done').hidden"), true);
    assert_eq!(browser.value("document.getElementById('waves_file').hidden"), true);
    assert_eq!(text(browser, "trouble"), "");
}

#[test]
fn the_page_plays_what_the_circuit_puts_out_once_it_is_on() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    two_people(browser);
    press(browser, "Enter");
    until_moves(browser, &["H8"]);
    assert_eq!(text(browser, "sound"), "Sound is off");
    assert_eq!(
        browser.value("document.body.dataset.heard ?? null"),
        Value::Null,
        "silence"
    );
    click_on(browser, "#sound");
    browser.until("document.getElementById('sound').getAttribute('aria-pressed') === 'true'");
    press(browser, "ArrowUp");
    press(browser, "Enter");
    until_moves(browser, &["H8", "H9"]);
    browser.until("document.body.dataset.heard > 0");
    click_on(browser, "#sound");
    browser.until("document.getElementById('sound').textContent === 'Sound is off'");
}

#[test]
fn the_tour_is_for_the_first_visit() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    assert_eq!(browser.value("document.querySelectorAll('#tour li').length"), 5);
    assert_eq!(browser.value("document.getElementById('tour').hidden"), false);
    // It takes no key away.
    press(browser, "Enter");
    press(browser, "Enter");
    browser.until("document.body.dataset.page === 'game'");
    click_on(browser, "#tour_end");
    browser.call("Page.reload", json!({}));
    browser.until("document.readyState === 'complete' && document.body.dataset.pictures > 0");
    assert_eq!(browser.value("document.getElementById('tour').hidden"), true);
    click_on(browser, "#tour_again");
    assert_eq!(browser.value("document.getElementById('tour').hidden"), false);
}

/// No element sticks out of the page to the right.
const FITS: &str = "document.documentElement.scrollWidth <= innerWidth";

#[test]
fn at_1280_and_800_pixels_picture_and_tools_are_on_the_screen() {
    let served = Served::new();
    for (width, height) in [(1280, 800), (800, 600)] {
        let browser = &mut open(&served, width, height, false);
        assert_eq!(browser.value(FITS), true, "{width}");
        for selector in [
            "#picture", "#stand", "#pause", "#save", "#load", "#film", "#waves", "#moves",
        ] {
            let [left, top, wide, high] = place(browser, selector);
            let within = left >= 0.0 && top >= 0.0 && left + wide <= width as f64 && top + high <= height as f64;
            assert!(within, "{selector} at {width}: {left} {top} {wide} {high}");
        }
        assert!(place(browser, "#picture")[2] >= 0.5 * width as f64);
        shoot(browser, &format!("page-{width}"));
    }
}

#[test]
fn fingers_play_on_a_phone() {
    let served = Served::new();
    let browser = &mut open(&served, 390, 844, true);
    assert_eq!(browser.value(FITS), true);
    let tap_on = |browser: &mut Browser, selector: &str| {
        browser.value(&format!(
            "document.querySelector('{selector}').scrollIntoView({{block: 'center'}})"
        ));
        let [left, top, width, height] = place(browser, selector);
        tap(browser, left + width / 2.0, top + height / 2.0);
    };
    tap_on(browser, "#tour_end");
    for name in ["enter", "m", "m"] {
        tap_on(browser, &format!("[data-key={name}]"));
    }
    browser.until("document.getElementById('players').textContent.includes('○ a person')");
    tap_on(browser, "[data-key=enter]");
    browser.until("document.body.dataset.page === 'game'");
    // The board is as wide as the screen, and a crossing as wide as it can be.
    browser.value("scrollTo(0, 0)");
    let (left, right) = (crossing(browser, 7, 0).0, crossing(browser, 7, 14).0);
    assert!(right < 390.0 && (right - left) / 14.0 > 24.0, "{left} {right}");
    assert_eq!(browser.value(FITS), true);
    for (row, col) in [(7, 7), (0, 14)] {
        let (x, y) = crossing(browser, row, col);
        tap(browser, x, y);
    }
    until_moves(browser, &["H8", "O15"]);
    let [_, _, width, height] = place(browser, "[data-key=u]");
    assert!(width >= 44.0 && height >= 44.0, "{width} {height}");
    tap_on(browser, "[data-key=u]");
    until_moves(browser, &["H8"]);
    for name in ["left", "enter"] {
        tap_on(browser, &format!("[data-key={name}]"));
    }
    until_moves(browser, &["H8", "N15"]);
    browser.value("scrollTo(0, 0)");
    shoot(browser, "phone");
}
