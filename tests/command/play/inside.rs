//! Signals that are looked at, and runs until one changes, over the WebSocket.

use serde_json::{Value, json};

use super::{Page, Served, local};

fn file(served: &Served, path: &str) -> Value {
    let (head, body) = served.get(path, &local(&served.host));
    assert!(
        head.starts_with("http/1.1 200") && head.contains("application/json"),
        "{path}: {head}"
    );
    serde_json::from_slice(&body).unwrap()
}

fn paused(page: &mut Page) {
    page.until("the pause", |page| {
        page.status["paused"] == true && page.status["until"].is_null()
    });
}

#[test]
fn signals_are_looked_at_and_the_machine_runs_until_one_changes() {
    let served = Served::new();
    let mut page = served.page();
    page.until("the status", |page| page.status["clocks"].is_u64());
    let parts = file(&served, "/parts.json");
    let parts = parts.as_array().unwrap();
    let part = |path: &str| parts.iter().find(|part| part["path"] == path).unwrap();
    assert_eq!(
        (&part("hsync")["width"], part("hsync").get("states")),
        (&json!(1), None)
    );
    assert_eq!(part("page")["states"][3], "Home");
    let (head, _) = served.get("/ring.json", &local(&served.host));
    assert!(head.starts_with("http/1.1 404"), "{head}");

    page.say(json!({"do": "pause"}));
    paused(&mut page);
    page.say(json!({"do": "look", "signals": ["page", "hsync"]}));
    page.until("the values", |page| {
        page.status["looked"][0] == json!({"path": "page", "value": "Home"})
    });
    page.press("enter");
    page.say(json!({"do": "until", "signal": "page", "value": "Mode"}));
    page.until("the mode page", |page| page.status["looked"][0]["value"] == "Mode");
    paused(&mut page);
    assert_eq!(page.status["machine"]["page"], "mode");
    let ring = file(&served, "/ring.json");
    let clocks = &page.status["clocks"];
    assert_eq!((&ring["to"], &ring["signals"][0]["path"]), (clocks, &json!("page")));
    let changes = ring["signals"][0]["changes"].as_array().unwrap();
    assert_eq!(changes[1..], [json!([clocks, "Mode"])]);

    page.say(json!({"do": "look", "signals": ["nothing"]}));
    page.until("the message", |page| {
        page.status["trouble"] == "there is no signal nothing"
    });
    page.say(json!({"do": "look", "signals": vec!["hsync"; 17]}));
    page.until("the refusal", |page| page.refused.is_some());
    page.say(json!({"do": "until", "signal": "moves", "value": ""}));
    page.until("the run", |page| {
        page.status["until"]["signal"] == "moves" && page.status["paused"] == false
    });
    page.say(json!({"do": "pause"}));
    paused(&mut page);
}

#[test]
fn another_engine_says_that_it_shows_no_signals() {
    let served = Served::by("native", "rust-hdl simulation");
    let mut page = served.page();
    page.until("the status", |page| page.status["clocks"].is_u64());
    let (head, why) = served.get("/parts.json", &local(&served.host));
    assert!(head.starts_with("http/1.1 404"), "{head}");
    let why = String::from_utf8(why).unwrap();
    assert!(why.contains("--engine fast"), "{why}");
    for order in [
        json!({"do": "look", "signals": ["page"]}),
        json!({"do": "until", "signal": "page"}),
    ] {
        page.say(order);
        page.until("the message", |page| page.status["trouble"] == why.trim_end());
        page.say(json!({"do": "resume"}));
        page.until("no message", |page| page.status["trouble"].is_null());
    }
}
