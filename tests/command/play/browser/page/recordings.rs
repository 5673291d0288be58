//! Waves that are recorded, and sound that is played.

use serde_json::{Value, json};

use super::{click_on, open, text, two_people, until_moves};
use crate::play::Served;
use crate::play::browser::press;

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
