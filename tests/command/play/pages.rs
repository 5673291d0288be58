//! Who is served, pages that come and go, and the words in which a page tells what happens.

use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tengen::gateware::console::Variant;
use tengen::play::owner::{self, Pages, Shown};
use tengen_page::order::Order;
use tengen_page::running::{Console, Running};
use tengen_page::session::{Session, Setup};
use tengen_sim::Native;
use tungstenite::Message;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;

use super::{PATIENCE, Page, SECOND, Served, local, tengen};

#[test]
fn the_page_is_for_this_computer_alone() {
    let served = Served::new();
    let host = &served.host;
    let port = host.split(':').nth(1).unwrap();
    for (path, kind) in [
        ("/", "text/html"),
        ("/play.js", "text/javascript"),
        ("/picture.js", "text/javascript"),
        ("/keys.js", "text/javascript"),
        ("/game.js", "text/javascript"),
        ("/evaluation.js", "text/javascript"),
        ("/diagram.js", "text/javascript"),
        ("/sound.js", "text/javascript"),
        ("/inside.js", "text/javascript"),
        ("/link.js", "text/javascript"),
        ("/play.css", "text/css"),
        ("/keys.json", "application/json"),
    ] {
        let (head, body) = served.get(path, &local(host));
        assert!(
            head.starts_with("http/1.1 200") && head.contains(kind),
            "{path}: {head}"
        );
        assert!(!body.is_empty());
    }
    let origin = |from: &str| format!("{}Origin: {from}\r\n", local(host));
    for allowed in [
        format!("Host: localhost:{port}\r\n"),
        format!("Host: [::1]:{port}\r\n"),
        origin(&format!("http://{host}")),
    ] {
        assert!(served.get("/", &allowed).0.starts_with("http/1.1 200"), "{allowed}");
    }
    for foreign in [
        "Host: tengen.example\r\n".to_owned(),
        format!("Host: tengen.example:{port}\r\n"),
        "Host: 127.0.0.1\r\n".to_owned(),
        origin("http://tengen.example"),
        origin("null"),
        origin(&format!("https://{host}")),
    ] {
        for path in ["/", "/ws", "/picture.png"] {
            assert!(
                served.get(path, &foreign).0.starts_with("http/1.1 403"),
                "{path}: {foreign}"
            );
        }
    }
    let mut request = format!("ws://{host}/ws").into_client_request().unwrap();
    let from = HeaderValue::from_static("http://tengen.example");
    request.headers_mut().insert("Origin", from);
    assert!(tungstenite::connect(request).is_err(), "a foreign page plays");

    let second = tengen(&["play", "--no-open", "--port", port]).output().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(
        said.contains(&format!("port {port} is in use")) && said.lines().count() == 1,
        "{said}"
    );
}

#[test]
fn pages_come_and_go_and_nonsense_does_no_harm() {
    let served = Served::new();
    let mut first = served.page();
    first.until("the list of games", |page| {
        page.status["machine"]["page"] == "home" && !page.picture.is_empty()
    });
    assert!(first.picture.starts_with(b"\x89PNG"));
    first.press("enter m m enter");
    first.until("the game", |page| page.status["machine"]["page"] == "game");

    // A second page shows and plays the same game, and both are told that there are two.
    first.until("the count", |page| page.pages == 1);
    let mut second = served.page();
    second.until("the count", |page| page.pages == 2);
    first.until("the count", |page| page.pages == 2);
    second.press("enter");
    second.until_moves(1);
    first.until_moves(1);

    for nonsense in ["", "?", "[1,2", "{\"do\":\"explode\"}", "\u{0}\u{1F600}"] {
        second.refused = None;
        second.socket.send(Message::text(nonsense)).unwrap();
        second.until("a refusal", |page| page.refused.is_some());
    }
    second.refused = None;
    second.socket.send(Message::binary(vec![0xFF; 1000])).unwrap();
    second.until("a refusal", |page| page.refused.is_some());
    second.say(json!({"do": "key", "name": "escape hatch", "down": true}));
    second.until("a complaint", |page| {
        page.status["trouble"] == "the machine has no key escape hatch"
    });
    // Too long a message closes only the page that sent it.
    let _ = second.socket.send(Message::text("x".repeat(2_000_000)));
    let began = Instant::now();
    while second.socket.read().is_ok() {
        assert!(began.elapsed() < PATIENCE, "a huge message is taken");
    }
    first.until("the count", |page| page.pages == 1);

    first.press("d enter");
    first.until_moves(2);
    // The connection drops; a new one finds the same game and picture.
    drop(first);
    let mut again = served.page();
    again.until("the picture", |page| !page.picture.is_empty());
    again.until_moves(2);
    again.press("u");
    again.until_moves(1);
}

#[test]
fn who_plays_is_who_has_the_seats_now() {
    let served = Served::new();
    let mut page = served.page();
    page.press("enter 4 right enter");
    let plays = |page: &mut Page, white: &str| {
        page.until(white, |page| page.status["players"] == json!(["", white]));
    };
    plays(&mut page, "Tengen, level 3 (zju)");
    page.press("l");
    plays(&mut page, "Tengen, level 4 (thesis)");
    page.press("esc");
    page.until("the mode page", |page| page.status["machine"]["page"] == "mode");
    page.press("2 left");
    plays(&mut page, "Tengen, level 3 (zju)");
    page.press("1 right");
    page.until("two computers", |page| {
        page.status["players"] == json!(["Tengen, level 1 (mcu)", "Tengen, level 3 (zju)"])
    });
    // Without a clock two computers wait for Enter, and neither of them moves meanwhile.
    page.press("enter");
    page.until("the board", |page| page.status["machine"]["page"] == "game");
    for moves in 1..=3 {
        page.press("enter");
        page.until_moves(moves);
        page.until("the wait for Enter", |page| page.status["thinking"] == false);
    }
}

#[test]
fn without_a_page_the_machine_rests() {
    let shown = Arc::new(Shown::default());
    let (orders, heard) = mpsc::channel();
    let session = {
        let shown = shown.clone();
        let setup = Setup { engine: "rust-hdl simulation", second: SECOND };
        thread::spawn(move || {
            let console = Native::new(Console::new(Variant::default()));
            let offered = shown.offered.clone();
            let session = Session::new(
                setup,
                Running::Native(Box::new(console)),
                Box::new(Pages(shown)),
                offered,
            )?;
            owner::run(session, heard)
        })
    };
    let status = || -> Value { serde_json::from_str(&shown.status.borrow()).unwrap() };
    let until = |what: &str, holds: &dyn Fn(&Value) -> bool| {
        let began = Instant::now();
        while !holds(&status()) {
            assert!(began.elapsed() < PATIENCE, "{what} does not come: {}", status());
            thread::sleep(Duration::from_millis(1));
        }
        status()["clocks"].as_u64().unwrap()
    };
    let mut page = shown.picture.subscribe();
    until("a picture", &|_| !shown.picture.borrow().is_empty());
    let order = |order| orders.send(order).unwrap();
    order(Order::Pause);
    let before = until("the pause", &|status| status["paused"] == true);
    drop(page);
    for _ in 0..3 {
        order(Order::Resume);
        until("its end", &|status| status["paused"] == false);
        order(Order::Pause);
        assert_eq!(until("the pause", &|status| status["paused"] == true), before);
    }
    page = shown.picture.subscribe();
    order(Order::Resume);
    until("clocks", &|status| status["clocks"].as_u64() > Some(before));
    drop((page, orders));
    session.join().unwrap().unwrap();
}

#[test]
fn the_chosen_line_of_a_page_is_told_in_words() {
    let served = Served::new();
    let mut page = served.page();
    for (keys, line) in [
        ("", json!("GOMOKU")),
        ("down", json!("OTHELLO")),
        ("down", json!("CLUB")),
        ("enter", json!("SELL PIG +12")),
        ("up", json!("BUY PIG -2")),
        ("down", json!("SELL PIG +12")),
        ("5", json!("SELL PIG +12")),
        ("c up up enter", json!("BLACK PERSON")),
        ("right", json!("BLACK 1 MCU")),
        ("down left", json!("WHITE 2 SJTU")),
        ("down", json!("RULE FREESTYLE")),
        ("4", json!("CLOCK 30 S")),
        ("right enter", Value::Null),
    ] {
        page.press(keys);
        page.until(&format!("{line} after {keys}"), |page| page.status["line"] == line);
    }
    // A game that was taken back to its start is the same game.
    for (keys, mode, shown) in [("esc", "CVC", "mode"), ("m", "PVP", "mode"), ("enter", "PVP", "game")] {
        page.press(keys);
        page.until(shown, |page| {
            page.status["machine"]["mode"] == mode && page.status["machine"]["page"] == shown
        });
    }
    let games = page.status["games"].as_u64().unwrap();
    page.press("enter");
    page.until_moves(1);
    page.press("u");
    page.until_moves(0);
    assert_eq!(page.status["games"], games);
    page.press("ctrl");
    page.until("another game", |page| page.status["games"] == games + 1);
    // A pig cannot be paid, and so the club is lost.
    page.press("c up");
    page.until("the club", |page| page.status["line"] == "BUY PIG -2");
    page.press("enter");
    page.until("the question", |page| page.status["machine"]["asking"] == true);
    assert_eq!(page.status["machine"]["club_reason"], Value::Null);
    page.press("enter");
    page.until("the club's end", |page| page.status["machine"]["club_ended"] == "died");
    assert_eq!(page.status["machine"]["club_reason"], "money");
}
