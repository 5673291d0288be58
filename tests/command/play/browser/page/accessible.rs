//! The page by the rules of axe-core, light and dark, on a large screen and on a phone.

use super::{open, resize};
use crate::play::Served;

#[test]
fn no_rule_of_accessibility_is_broken() {
    let served = Served::new();
    let mut browser = open(&served, 1280, 800, false);
    // On the machine's list, and on a board with a game that is looked at.
    for at in ["the list", "a board"] {
        if at == "a board" {
            super::enters(&mut browser, "enter enter enter");
            browser.until("document.getElementById('moves').children.length > 0");
            browser.value("document.querySelector('#moves button').click()");
        }
        for (width, height, touch) in [(1280, 800, false), (390, 844, true)] {
            resize(&mut browser, width, height, 1.0, touch);
            let found = browser.inaccessible();
            assert!(found.is_empty(), "{at}, {width} by {height}: {found:?}");
        }
    }
    // A new button without a name: the page writes the names of its own buttons again and again.
    browser.value("document.body.append(document.createElement('button'))");
    let broken = browser.inaccessible();
    assert!(
        broken[0].as_str().is_some_and(|rule| rule.contains("button-name")),
        "{broken:?}"
    );
}
