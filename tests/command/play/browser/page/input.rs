//! Chords, buttons with the focus, and fingers.

use super::layout::FITS;
use super::{CTRL, click_on, crossing, key, open, place, tab, tap, two_people, typed, until_moves};
use crate::browser::Browser;
use crate::play::Served;
use crate::play::browser::press;

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
    let expected = [
        "step",
        "steps",
        "speed",
        "sound",
        "inside_head",
        "save",
        "save_game",
        "sgf",
    ];
    assert_eq!(order, expected);
    until_moves(browser, &["H8", "H9"]);
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
