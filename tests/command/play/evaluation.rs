//! Positions are evaluated for the page that reviews a game.

use serde_json::{Value, json};

use super::{Page, Served};

#[test]
fn a_position_is_evaluated_for_the_page_that_asks_last() {
    let served = Served::new();
    let mut page = served.page();
    let ask = |page: &mut Page, position: &Value| {
        let mut order = position.clone();
        order["do"] = json!("evaluate");
        page.say(order);
    };
    let first = json!({"game": "gomoku", "rule": "Renju", "moves": ["h8", "i9", "", "g7"]});
    let won = json!({"game": "gomoku", "rule": "freestyle", "moves": ["h8", "a1", "i8", "a3", "j8", "a5"]});
    // The second request replaces the first.
    ask(&mut page, &first);
    ask(&mut page, &won);
    page.until("the evaluation", |page| page.evaluated["position"] == won);
    let Value::Object(evaluation) = &page.evaluated["evaluation"] else {
        panic!("{}", page.evaluated)
    };
    assert_eq!(
        ["score", "proved", "plies"].map(|key| &evaluation[key]),
        [&json!(7997.0), &json!(true), &json!(3)]
    );
    // After the cancellation nothing is pending, and the next request works.
    page.say(json!({"do": "cancel_evaluation"}));
    let othello = json!({"game": "othello", "rule": null, "moves": ["f5", "d6"]});
    ask(&mut page, &othello);
    page.until("the evaluation", |page| page.evaluated["position"] == othello);
    assert_eq!(page.evaluated["evaluation"]["proved"], false);
    ask(
        &mut page,
        &json!({"game": "othello", "rule": null, "moves": ["f5", "f5"]}),
    );
    page.until("a refusal", |page| page.refused.is_some());
    assert_eq!(
        page.refused.as_deref(),
        Some("move 2, f5: the square is taken: choose an empty one")
    );
}
