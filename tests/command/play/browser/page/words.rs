//! What the page says in words: the moves, the end, what the keys move, the level, and the tour.

use serde_json::{Value, json};

use super::{click, click_on, crossing, open, pixel, place, text, two_people_from_the_page, until_moves};
use crate::browser::Browser;
use crate::play::Served;
use crate::play::browser::press;

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
