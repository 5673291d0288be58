//! Looking inside: a signal is chosen, a run ends at a value, and its row is drawn.

use serde_json::{Value, json};

use super::layout::FITS;
use super::{click_on, key, open, text, typed};
use crate::browser::Browser;
use crate::play::browser::press;
use crate::play::{Page, Served};

/// Types into a field.
fn write(browser: &mut Browser, id: &str, words: &str) {
    browser.value(&format!("document.getElementById('{id}').focus()"));
    browser.call("Input.insertText", json!({"text": words}));
}

/// What a row shows: its value, the text in its drawing, and how it is described.
fn row(browser: &mut Browser, path: &str) -> Value {
    browser.value(&format!(
        "(() => {{ const row = document.querySelector('[data-path=\"{path}\"]'), wave = row.querySelector('svg');
           return [row.querySelector('output').textContent,
             [...wave.querySelectorAll('text')].map((text) => text.textContent).join(' '),
             wave.getAttribute('aria-label'), wave.querySelector('path').getAttribute('d').length > 0]; }})()"
    ))
}

#[test]
fn a_signal_is_chosen_run_to_a_value_and_drawn() {
    let served = Served::new();
    let browser = &mut open(&served, 1280, 800, false);
    assert_eq!(browser.value("document.getElementById('inside').open"), false);
    click_on(browser, "#pause");
    browser.until("document.getElementById('pause').textContent === 'Go on'");
    click_on(browser, "#inside_head");
    browser.until("document.querySelectorAll('#parts > ul > li').length > 40");
    // A part has its signals once it is opened.
    let inner = "document.querySelectorAll('#parts details ul').length";
    assert_eq!(browser.value(inner), 0);
    click_on(browser, "#parts summary");
    browser.until(&format!("{inner} === 1"));

    for path in ["page", "hsync"] {
        browser.value("document.getElementById('sought').value = ''");
        write(browser, "sought", path);
        typed(browser, "Enter");
        if path == "page" {
            // Several have this in their paths, but one is exactly that.
            browser.until("document.querySelector('#found').textContent.includes(' of ')");
        }
        browser.until(&format!(
            "document.querySelector('[data-path={path}] svg path') !== null"
        ));
    }
    assert_eq!(row(browser, "page")[0], "Home");
    browser.value("document.getElementById('picture').focus()");
    press(browser, "Enter");
    browser.value("const choice = document.getElementById('until_signal'); choice.value = 'page'; choice.dispatchEvent(new Event('change'))");
    let suggested = "document.getElementById('until_values').children[0].value";
    assert_eq!(browser.value(suggested), "Mode");
    write(browser, "until_value", "Mode");
    typed(browser, "Enter");
    browser.until("document.querySelector('[data-path=page] output').textContent === 'Mode'");
    browser.until("document.getElementById('pause').textContent === 'Go on'");
    assert_eq!(text(browser, "until_run"), "Run");
    let mut other: Page = served.page();
    other.until("the status", |page| page.status["clocks"].is_u64());
    let clocks = other.status["clocks"].as_u64().unwrap();
    let described = |path: &str, value: &str, clock: u64| json!(format!("{path} is {value} in clock {clock}"));
    browser.until(&format!(
        "document.querySelector('[data-path=page] svg').ariaLabel.endsWith(' {clocks}')"
    ));
    assert_eq!(
        row(browser, "page"),
        json!(["Mode", "Home", described("page", "Mode", clocks), true])
    );
    assert_eq!(row(browser, "hsync")[3], true);

    // The clock before, by the keyboard, and closer: the last value has room for its name then.
    browser.value("document.getElementById('moment').focus()");
    key(browser, "rawKeyDown", "ArrowLeft", "ArrowLeft", 0);
    browser.until("document.querySelector('[data-path=page] output').textContent === 'Home'");
    assert_eq!(row(browser, "page")[2], described("page", "Home", clocks - 1));
    let first = browser.value("document.getElementById('moment').getAttribute('aria-valuemin')");
    assert!(first.as_str().unwrap().parse::<u64>().unwrap() + 4000 >= clocks);
    for _ in 0..3 {
        click_on(browser, "#closer");
    }
    browser.until("document.getElementById('moment').textContent.endsWith('8 across')");
    let words = row(browser, "page")[1].as_str().unwrap().to_owned();
    assert!(words.starts_with("Home M"), "{words}");
    assert_eq!(browser.value(FITS), true);
    browser.shoot("inside");
    click_on(browser, "[data-path=hsync] button");
    browser.until("document.querySelectorAll('#strip li').length === 1");
    assert_eq!(text(browser, "trouble"), "");
}
