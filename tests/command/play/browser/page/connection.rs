//! A page without its machine.

use super::{open, text};
use crate::play::Served;
use crate::play::browser::press;

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
