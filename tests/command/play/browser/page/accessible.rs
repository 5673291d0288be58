//! The page by the rules of axe-core, light and dark, on a large screen and on a phone. tests/run.sh installs that.

use serde_json::{Value, json};

use super::{open, resize};
use crate::browser::Browser;
use crate::play::Served;

/// What breaks a rule, as `impact rule: elements`.
fn found(browser: &mut Browser) -> Value {
    browser.value(
        "axe.run().then(({ violations }) => violations.map(({ impact, id, nodes }) =>
           `${impact} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`))",
    )
}

#[test]
fn no_rule_of_accessibility_is_broken() {
    let place = std::env::var("TENGEN_AXE").expect("tests/run.sh says where axe-core is");
    let axe = std::fs::read_to_string(&place).unwrap_or_else(|error| panic!("{place}: {error}"));
    let served = Served::new();
    let mut browser = open(&served, 1280, 800, false);
    browser.value(&format!("{{ {axe}; 0 }}"));
    // On the machine's list, and on a board with a game that is looked at.
    for at in ["the list", "a board"] {
        if at == "a board" {
            super::enters(&mut browser, "enter enter enter");
            browser.until("document.getElementById('moves').children.length > 0");
            browser.value("document.querySelector('#moves button').click()");
        }
        for scheme in ["light", "dark"] {
            let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
            browser.call("Emulation.setEmulatedMedia", features);
            for (width, height, touch) in [(1280, 800, false), (390, 844, true)] {
                resize(&mut browser, width, height, 1.0, touch);
                assert_eq!(found(&mut browser), json!([]), "{at}, {scheme}, {width} by {height}");
                browser.shoot(&format!("page-{scheme}-{width}"));
            }
        }
    }
    browser.value("document.getElementById('pause').textContent = ''");
    let broken = found(&mut browser);
    assert!(
        broken[0].as_str().is_some_and(|rule| rule.contains("button-name")),
        "{broken}"
    );
}
