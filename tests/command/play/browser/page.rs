//! The page in a real browser, used as people do: keyboard and chords, mouse and touch, the game in words, the review,
//! the layout on screens of 1280, 800 and 390 pixels with the sharpness of the picture, and a page without its machine.

use super::*;

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

#[test]
fn the_mouse_plays_and_the_game_is_told_in_words() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    let players = "document.getElementById('players').textContent";
    press(browser, "Enter");
    browser.until("document.body.dataset.page === 'mode'");
    // RULE, on the right half of its value; then ENTER START.
    let (x, y) = pixel(browser, 4.0 * 130.0, 4.0 * 70.0);
    click(browser, x, y);
    browser.until(&format!("{players}.includes('exact five')"));
    two_people_from_the_page(browser);
    for (row, col) in [(7, 7), (6, 8), (14, 0)] {
        let (x, y) = crossing(browser, row, col);
        click(browser, x, y);
        // A click on a taken crossing has no effect.
        click(browser, x, y);
    }
    until_moves(browser, &["H8", "I9", "A1"]);
    browser.until("document.getElementById('news').textContent.endsWith('3. Black A1')");
    assert_eq!(text(browser, "stand"), "White: to move, move 4.");
    assert_eq!(
        browser.value("document.getElementById('news').getAttribute('aria-live')"),
        "polite"
    );

    // A click on a move shows the earlier position, without any order to the machine.
    click_on(browser, "#moves li:nth-child(2) button");
    browser.until("!document.getElementById('diagram').hidden");
    assert_eq!(text(browser, "where"), "Move 2: White I9");
    // A pixel of the diagram, in coordinates of the machine's picture.
    let dark = |browser: &mut Browser, x: u32, y: u32| {
        let pixel = browser.value(&format!(
            "(() => {{ const c = document.getElementById('diagram'), scale = c.width / 640;
               return c.getContext('2d').getImageData({x} * scale, {y} * scale, 1, 1).data.slice(0, 3).join(); }})()"
        ));
        pixel == "17,17,17"
    };
    assert!(dark(browser, 7 * 30 + 20, 7 * 30 + 30), "the stone on H8");
    assert!(!dark(browser, 20, 14 * 30 + 30), "none on A1");
    // There must be a coordinate in the margin beside each row and below each column.
    for number in 0..15 {
        let margin = browser.value(&format!(
            "(() => {{ const c = document.getElementById('diagram'), scale = c.width / 640;
               const colours = (x, y) => new Set(new Uint32Array(c.getContext('2d')
                 .getImageData(x * scale, y * scale, 14 * scale, 14 * scale).data.buffer)).size;
               return [colours(1, 23 + 30 * {number}), colours(23 + 30 * {number}, 465)]; }})()"
        ));
        assert!(
            margin[0].as_u64() > Some(1) && margin[1].as_u64() > Some(1),
            "{number}: {margin}"
        );
    }
    // The evaluations appear one by one: each as words and as a bar.
    browser.until("document.querySelectorAll('#bars rect:not(.here)').length === 4");
    let worth = r"/^Worth: (Even|(Black|White) \+\d+), \d+ pl(y|ies) ahead$/";
    browser.until(&format!("{worth}.test(document.getElementById('worth').textContent)"));
    browser.until(r"/^Best: ●( [●○]? ?[A-O]\d+)+/.test(document.getElementById('line').textContent)");
    let told = "[...document.querySelectorAll('#values li')].map(item => item.textContent.split(': ')[1]).join()";
    assert_eq!(browser.value(told), "Even,Black H8,White I9,Black A1");
    let graph = "['role', 'aria-valuemin', 'aria-valuenow', 'aria-valuemax']
        .map(name => document.getElementById('graph').getAttribute(name)).join()";
    assert_eq!(browser.value(graph), "slider,0,2,3");
    let says = "document.getElementById('graph').getAttribute('aria-valuetext')";
    assert!(browser.value(says).as_str().unwrap().starts_with("Move 2: White I9: "));
    // A click on a bar goes to its position.
    browser.value("document.getElementById('graph').scrollIntoView({block: 'nearest'})");
    let [left, top, width, height] = place(browser, "#bars");
    click(browser, left + 0.9 * width, top + height / 2.0);
    assert_eq!(text(browser, "where"), "Move 3: Black A1");
    press(browser, "ArrowLeft");
    // Keys step through the review and do not reach the machine.
    press(browser, "ArrowLeft");
    assert_eq!(text(browser, "where"), "Move 1: Black H8");
    press(browser, "KeyU");
    press(browser, "End");
    assert_eq!(text(browser, "where"), "Move 3: Black A1");
    browser.shoot("looking-back");
    click_on(browser, "#close");
    browser.until("document.getElementById('diagram').hidden");
    until_moves(browser, &["H8", "I9", "A1"]);
    press(browser, "KeyU");
    until_moves(browser, &["H8", "I9"]);
    browser.until("document.getElementById('news').textContent === 'Taken back: A1'");
    press(browser, "KeyP");
    until_moves(browser, &["H8", "I9", "pass"]);
    browser.shoot("mouse");
}

#[test]
fn a_chord_is_the_browsers_and_a_button_is_pressed_where_it_has_the_focus() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    two_people(browser);
    press(browser, "Enter");
    until_moves(browser, &["H8"]);
    // The browser's own chords do not reach the machine, which would ask at Ctrl.
    for (code, letter) in [("Equal", "+"), ("KeyC", "c"), ("KeyU", "u")] {
        key(browser, "rawKeyDown", "ControlLeft", "Control", CTRL);
        key(browser, "rawKeyDown", code, letter, CTRL);
        key(browser, "keyUp", code, letter, CTRL);
        key(browser, "keyUp", "ControlLeft", "Control", 0);
    }
    press(browser, "ArrowUp");
    press(browser, "Enter");
    until_moves(browser, &["H8", "H9"]);
    // Ctrl pressed and released alone goes to the machine.
    key(browser, "rawKeyDown", "ControlLeft", "Control", CTRL);
    key(browser, "keyUp", "ControlLeft", "Control", 0);
    browser.until("document.getElementById('stand').textContent.startsWith('Leave this game?')");
    press(browser, "ArrowUp");
    browser.until("document.getElementById('stand').textContent.startsWith('Black: to move')");

    click_on(browser, "#tour_end");
    // From the picture on, Tab goes through the tools in order; Enter and Space activate them and do not play.
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
    // Simulates the result of the button's file dialog.
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
    browser.shoot("variations");
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

/// Gives the page states that this machine is not in.
#[test]
fn the_end_is_told_to_the_only_person_and_the_clubs_end_with_its_reason() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    let mut other = served.page();
    other.say(json!({"do": "pause"}));
    other.until("the pause", |page| page.status["paused"] == true);
    browser.until("document.getElementById('pause').textContent === 'Go on'");
    let tell = |browser: &mut Browser, changes: Value, id: &str| {
        let mut status = other.status.clone();
        for (key, value) in changes.as_object().unwrap() {
            status["machine"][key] = value.clone();
        }
        browser.value(&format!("import('./game.js').then(game => game.tell({status}))"));
        text(browser, id)
    };
    let [person, computer] = ["person", "computer"];
    for (seats, winner, reason, discs, expected) in [
        ([person, computer], "black", Value::Null, Value::Null, "You win."),
        ([person, computer], "white", Value::Null, Value::Null, "You lose."),
        (
            [person, computer],
            "white",
            json!("OVERLINE"),
            Value::Null,
            "You lose by overline.",
        ),
        (
            [computer, person],
            "white",
            json!("OVERLINE"),
            Value::Null,
            "You win by Black's overline.",
        ),
        ([computer, person], "draw", Value::Null, Value::Null, "Draw."),
        (
            [computer, person],
            "black",
            Value::Null,
            json!([40, 24]),
            "You lose 24 to 40.",
        ),
        (
            [person, person],
            "black",
            Value::Null,
            json!([40, 24]),
            "Black has won 40 to 24.",
        ),
        ([person, person], "draw", Value::Null, Value::Null, "A draw."),
        (
            [computer, computer],
            "white",
            Value::Null,
            Value::Null,
            "White has won.",
        ),
    ] {
        let changes = json!({"page": "game", "seats": seats, "winner": winner, "reason": reason, "discs": discs});
        assert_eq!(tell(browser, changes, "stand"), expected);
        assert_eq!(text(browser, "news"), expected);
        tell(browser, json!({}), "stand");
    }
    let left = json!({"page": "mode", "seats": [person, computer], "abandoned": true});
    let said = "The machine shows the page of the game. The game that was left counts as lost in the club.";
    assert_eq!(tell(browser, left.clone(), "stand"), said);
    let mut lost = left;
    lost["club_ended"] = json!("died");
    lost["club_reason"] = json!("money");
    let said = "The club is over and lost: money fell below zero.";
    assert_eq!(tell(browser, lost.clone(), "news"), said);
    assert!(text(browser, "club").starts_with(&format!("{said} 0 coins, ")));
    assert_eq!(text(browser, "stand"), "The machine shows the page of the game.");
    lost["page"] = json!("club");
    let asked = json!({"page": "club", "asking": true});
    let said_first = "That loses the club. Enter again does it, any other key says no.";
    assert_eq!(tell(browser, asked, "stand"), said_first);
    assert_eq!(tell(browser, lost, "stand"), format!("{said} Any key starts it anew."));
}

#[test]
fn waves_of_no_whole_number_are_refused_and_the_page_goes_on() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    for wrong in ["0", "", "1.5", "1001", "-1"] {
        browser.value(&format!("document.getElementById('thousands').value = '{wrong}'"));
        click_on(browser, "#waves");
        assert_eq!(
            browser.value("document.getElementById('thousands').validity.valid"),
            false
        );
        browser.until("document.activeElement.id === 'thousands'");
    }
    // The page's own text continues, whatever another page asks for.
    let mut other = served.page();
    other.say(json!({"do": "waves", "thousands": 1000}));
    browser.until("document.getElementById('waves').textContent === 'Cancel waves'");
    browser.until("document.getElementById('waves_done').value > 0");
    click_on(browser, "#waves");
    browser.until("document.getElementById('waves').textContent === 'Record waves'");
    browser.value("document.getElementById('thousands').value = 2");
    click_on(browser, "#waves");
    browser.until("!document.getElementById('waves_file').hidden");
    assert_eq!(text(browser, "trouble"), "");
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
    // The message takes no key away.
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

/// Whether no element is wider than the window.
const FITS: &str = "document.documentElement.scrollWidth <= innerWidth";

#[test]
fn picture_and_tools_are_on_the_screen_beside_each_other() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    click_on(browser, "#tour_end");
    for (width, height, least) in [(1280, 800, 960.0), (800, 600, 640.0), (844, 390, 480.0)] {
        resize(browser, width, height, 1.0, false);
        browser.until(&format!(
            "innerWidth === {width} && document.getElementById('room').clientWidth < {width}"
        ));
        laid_out(browser);
        assert_eq!(browser.value(FITS), true, "{width}");
        let mut shown = vec!["#picture", "#players", "#stand", "#pause"];
        if height > 390 {
            shown.extend(["#save", "#load", "#film", "#waves", "#moves"]);
        }
        for selector in shown {
            let [left, top, wide, high] = place(browser, selector);
            let within = left >= 0.0 && top >= 0.0 && left + wide <= width as f64 && top + high <= height as f64;
            assert!(within, "{selector} at {width}: {left} {top} {wide} {high}");
        }
        let wide = place(browser, "#picture")[2];
        assert!(wide >= least, "{wide} at {width}");
        browser.shoot(&format!("page-{width}"));
    }
}

/// The darkness of the picture along each vertical line of Gomoku's board, halfway between two rows.
fn darkness(browser: &mut Browser, scale: f64) -> Vec<u32> {
    let y = pixel(browser, 0.0, 32.0 * 9.0).1;
    let across: Vec<f64> = (0..15).map(|column| crossing(browser, 0, column).0).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("screen.png");
    std::fs::write(&file, browser.screenshot()).unwrap();
    let screen = Frame::load_png(&file).unwrap();
    let red = |x: usize| u32::from(screen.pixel(x, (y * scale) as usize)[0]);
    let near = across.iter().map(|x| {
        // The pixels that are nearer to this line than to another.
        let (middle, reach) = ((x * scale) as usize, ((across[1] - across[0]) * scale / 3.0) as usize);
        (middle - reach.min(middle)..=middle + reach)
            .map(|x| 255 - red(x))
            .sum()
    });
    near.collect()
}

#[test]
fn lines_of_the_picture_are_alike_at_every_size() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    two_people(browser);
    // Checks that the board fills the whole picture.
    let wood = "[100, 390].every((y) => { const c = document.getElementById('picture'), scale = c.width / 640;
      return c.getContext('2d').getImageData(40 * scale, y * scale, 1, 1).data[2] === 102; })";
    browser.until(wood);
    for (width, height, scale, touch) in [
        (1280, 800, 1.0, false),
        (1280, 800, 1.25, false),
        (800, 600, 1.0, false),
        (1920, 1080, 1.0, false),
        (390, 844, 1.0, true),
        (390, 844, 3.0, true),
        (844, 390, 1.0, true),
        (844, 390, 3.0, true),
    ] {
        resize(browser, width, height, scale, touch);
        browser.until(&format!("innerWidth === {width} && devicePixelRatio === {scale}"));
        laid_out(browser);
        assert_eq!(browser.value(FITS), true, "{width}");
        let lines = darkness(browser, scale);
        let inner = &lines[1..14];
        let (least, most) = (inner.iter().min().unwrap(), inner.iter().max().unwrap());
        assert!(most - least < 20, "{width}x{height} at {scale}: {lines:?}");
        browser.shoot(&format!("lines-{width}x{height}-{scale}"));
        // A click hits its crossing at any size.
        if !touch {
            let (x, y) = crossing(browser, 14, 14);
            click(browser, x, y);
            until_moves(browser, &["O1"]);
            press(browser, "KeyU");
            until_moves(browser, &[]);
        }
    }
}

#[test]
fn on_a_phone_the_level_is_said_in_words() {
    let served = Served::new();
    let browser = &mut open(&served, 390, 844, true);
    browser.value("document.getElementById('tour_end').click()");
    press(browser, "Enter");
    browser.until("document.body.dataset.page === 'mode'");
    press(browser, "Enter");
    browser.until("document.body.dataset.page === 'game'");
    let players = "document.getElementById('players').textContent";
    browser.until(&format!(
        "{players} === '● a person   ○ the computer, level 3, freestyle'"
    ));
    let [_, top, _, height] = place(browser, "#players");
    assert!(top + height <= 844.0, "below the screen");
    browser.value("document.querySelector('[data-key=l]').click()");
    browser.until(&format!("{players}.includes('level 4')"));
    // Between two people it is the level of the hints.
    for code in ["Escape", "KeyM", "KeyM", "Enter"] {
        press(browser, code);
    }
    browser.until(&format!(
        "{players} === '● a person   ○ a person, hints of level 4, freestyle'"
    ));
    browser.value("document.querySelector('[data-key=l]').click()");
    browser.until(&format!("{players}.includes('hints of level 5')"));
}

#[test]
fn what_the_keys_move_is_said() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    let said = |browser: &mut Browser, what: &str| {
        browser.until(&format!("document.getElementById('pointed').textContent === {what:?}"));
    };
    assert_eq!(
        browser.value("document.getElementById('pointed').getAttribute('aria-live')"),
        "polite"
    );
    said(browser, "gomoku");
    press(browser, "ArrowDown");
    said(browser, "othello");
    press(browser, "ArrowUp");
    press(browser, "Enter");
    said(browser, "black person");
    for code in ["ArrowDown", "ArrowRight"] {
        press(browser, code);
    }
    said(browser, "white 4 thesis");
    for code in ["KeyM", "KeyM", "Enter"] {
        press(browser, code);
    }
    said(browser, "H8");
    press(browser, "ArrowUp");
    said(browser, "H9");
    press(browser, "ArrowDown");
    press(browser, "Enter");
    press(browser, "ArrowRight");
    said(browser, "I8");
    press(browser, "ArrowLeft");
    said(browser, "H8, black");
    press(browser, "KeyH");
    browser.until("document.getElementById('pointed').textContent.startsWith('Hint: ')");
    press(browser, "KeyU");
    until_moves(browser, &[]);
    browser.until("document.getElementById('news').textContent === 'Taken back: H8'");
    press(browser, "KeyM");
    browser.until("document.getElementById('news').textContent === 'A new game'");
    // Against the computer its answer may be reported together with the move.
    press(browser, "Enter");
    browser.until("/^1. Black H8, 2. White [A-O]\\d+$/.test(document.getElementById('news').textContent)");
}

#[test]
fn a_file_is_read_in_its_own_encoding() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    for (bytes, comment) in [
        ("...new TextEncoder().encode('(;GM[4]C[André];B[hh])')", "André"),
        ("...'(;GM[4]C[Andr', 0xE9, ...'];B[hh])'", "André"),
        (
            "...'(;GM[4]CA[windows-1251]C[', 0xCF, 0xEE, 0xEB, 0xE5, ...'];B[hh])'",
            "Поле",
        ),
        ("...'(;GM[4]CA[none]C[Andr', 0xE9, ...'];B[hh])'", "André"),
    ] {
        browser.value(&format!(
            "(() => {{ const bytes = [{bytes}].map((sign) => typeof sign === 'string' ? sign.charCodeAt(0) : sign);
               const files = new DataTransfer();
               files.items.add(new File([new Uint8Array(bytes)], 'game.sgf'));
               const input = document.getElementById('sgf');
               input.files = files.files;
               input.dispatchEvent(new Event('change')); }})()"
        ));
        browser.until("!document.getElementById('review').hidden");
        click_on(browser, "#first");
        assert_eq!(text(browser, "comment"), comment);
        click_on(browser, "#close");
    }
}

#[test]
fn without_the_machine_the_page_is_still_until_it_is_back() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    let still = "document.querySelector('main').inert && document.querySelector('aside').inert";
    assert_eq!(browser.value(still), false);
    assert_eq!(text(browser, "shared"), "");
    {
        let mut other = served.page();
        browser.until("document.getElementById('shared').textContent === '2 pages share this machine'");
        other.until("the status", |page| page.status["clocks"].is_u64());
    }
    browser.until("document.getElementById('shared').textContent === ''");
    let (port, state) = served.end();
    browser.until("document.getElementById('link').textContent.startsWith('The machine is gone')");
    assert_eq!(browser.value(still), true);
    let dim = "Number(getComputedStyle(document.getElementById('screen')).opacity) < 0.5";
    assert_eq!(browser.value(dim), true);
    browser.shoot("gone");
    let _again = Served::start(&port, &["--fresh"], "fast", state);
    browser.until("document.getElementById('link').textContent === 'connected'");
    assert_eq!(browser.value(still), false);
    press(browser, "Enter");
    browser.until("document.body.dataset.page === 'mode'");
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
    // The board is as wide as the screen, and so each crossing is as wide as possible.
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
    browser.shoot("phone");
}
