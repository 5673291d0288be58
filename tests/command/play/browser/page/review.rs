//! A game from a file is looked at before it is played.

use serde_json::json;

use super::{click_on, open, place, text, until_moves};
use crate::browser::Browser;
use crate::play::Served;

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
    let forward = place(browser, "#forward");
    click_on(browser, "#first");
    assert_eq!(
        (text(browser, "where").as_str(), text(browser, "comment").as_str()),
        ("The empty board", "A lesson")
    );
    browser.until("document.getElementById('worth').textContent !== ''");
    assert_eq!(place(browser, "#forward"), forward, "no text moves a button");
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
