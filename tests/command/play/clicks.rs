//! A click on the picture is the keys that it means.

use serde_json::json;

use super::{Page, SECOND, Served};

#[test]
fn a_point_on_the_picture_is_the_key_it_means() {
    let served = Served::new();
    let mut page = served.page();
    let point = |page: &mut Page, x: u32, y: u32| page.say(json!({"do": "point", "x": x, "y": y}));
    page.until("the list of games", |page| page.status["machine"]["page"] == "home");
    point(&mut page, 4 * 70, 4 * 66);
    page.until("the mode page", |page| page.status["machine"]["page"] == "mode");
    // RULE is the third line: a click on the right half of its value, and on the left half.
    let line = |number: u32| 4 * (47 + 10 * number + 3);
    // A row of the menu.
    let row = |number: u32| 5 + 19 * number + 9;
    point(&mut page, 4 * 130, line(2));
    page.until("the next rule", |page| page.status["machine"]["rule"] == "exact five");
    point(&mut page, 4 * 75, line(2));
    page.until("the rule before", |page| page.status["machine"]["rule"] == "freestyle");
    point(&mut page, 4 * 130, line(1));
    page.until("the next level", |page| {
        page.status["machine"]["levels"] == json!([null, 4])
    });
    point(&mut page, 4 * 130, line(3));
    page.until("no clock", |page| page.status["machine"]["clock"].is_null());
    // M twice: the person plays white, then two players.
    for mode in ["CVP", "PVP"] {
        point(&mut page, 4 * 60, 4 * 102);
        page.until(mode, |page| page.status["machine"]["mode"] == mode);
    }
    point(&mut page, 4 * 100, 4 * 113);
    page.until("the board", |page| page.status["machine"]["page"] == "game");
    // Two crossings in the corners, a taken one, and U in the menu.
    for (moves, x, y) in [(1, 3, 476), (2, 479, 0), (2, 470, 10)] {
        point(&mut page, x, y);
        page.until_moves(moves);
    }
    assert_eq!(page.status["plies"], json!(["a1", "o15"]));
    point(&mut page, 500, row(15));
    page.until_moves(1);
    // Esc asks; a click on the board says no, and one on the same row of the menu yes.
    for _ in 0..2 {
        point(&mut page, 500, row(22));
        page.until("the question", |page| page.status["machine"]["asking"] == true);
        point(&mut page, 240, 240);
        page.until("no question", |page| page.status["machine"]["asking"] == false);
        page.until_moves(1);
    }
    point(&mut page, 500, row(22));
    point(&mut page, 500, row(22));
    page.until("the mode page", |page| page.status["machine"]["page"] == "mode");
    for wrong in [
        json!({"do": "point", "x": 640, "y": 0}),
        json!({"do": "point", "x": 0, "y": -1}),
    ] {
        page.refused = None;
        page.say(wrong);
        page.until("a refusal", |page| page.refused.is_some());
    }
}

#[test]
fn a_click_while_the_machine_is_paused_is_refused_with_a_word() {
    let served = Served::new();
    let mut page = served.page();
    page.press("enter 4 right m m enter");
    page.until("the board", |page| page.status["machine"]["page"] == "game");
    page.say(json!({"do": "pause"}));
    page.until("the pause", |page| page.status["paused"] == true);
    for x in [16, 464] {
        page.say(json!({"do": "point", "x": x, "y": 16}));
    }
    page.until("a word", |page| {
        page.status["trouble"] == "the machine is paused: a click does nothing"
    });
    let before = page.status["clocks"].as_u64().unwrap();
    page.say(json!({"do": "step", "clocks": SECOND / 5}));
    page.until("the step", |page| page.status["clocks"] == before + SECOND / 5);
    assert_eq!(page.status["machine"]["moves"], 0);
    page.say(json!({"do": "resume"}));
    page.say(json!({"do": "point", "x": 16, "y": 16}));
    page.until_moves(1);
}
