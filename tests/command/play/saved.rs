//! The machine is saved, and goes on where it was left.

use std::time::{Duration, Instant};

use serde_json::json;

use super::{PATIENCE, Served};

#[test]
fn the_machine_goes_on_where_it_was_left() {
    let served = Served::new();
    assert_eq!(served.said, [""; 0], "nothing was left");
    let mut page = served.page();
    page.press("enter 4 right m m enter enter");
    page.until_moves(1);
    page.press("up right enter");
    page.until_moves(2);
    page.press("up enter left");
    page.until("three moves and the cursor", |page| {
        page.status["plies"] == json!(["h8", "i9", "i10"]) && page.status["machine"]["cursor"] == json!([5, 7])
    });
    let before = page.status["machine"].clone();
    // The state is saved once the keyboard is idle.
    let kept = served.state.path().join("tengen/play.json");
    let began = Instant::now();
    while !std::fs::read_to_string(&kept).is_ok_and(|text| text.matches("\"ply\":[2,").count() == 3) {
        assert!(began.elapsed() < PATIENCE, "it is not kept");
        std::thread::sleep(Duration::from_millis(20));
    }
    let served = served.again(&[]);
    assert_eq!(
        served.said,
        ["the machine goes on where it was left; --fresh begins anew"]
    );
    let mut page = served.page();
    page.until("the game", |page| page.status["machine"]["board"] == before["board"]);
    for what in [
        "page", "mode", "rule", "turn", "moves", "last", "clock", "club", "seats",
    ] {
        assert_eq!(page.status["machine"][what], before[what], "{what}");
    }
    assert_eq!(
        (&page.status["plies"], &page.status["games"]),
        (&json!(["h8", "i9", "i10"]), &json!(1))
    );
    page.until("the picture", |page| !page.picture.is_empty());
    // No key is down any more; undo and moves continue from there.
    page.press("u");
    page.until("the undo", |page| page.status["plies"] == json!(["h8", "i9"]));
    page.press("enter");
    page.until_moves(3);

    let served = served.again(&["--fresh"]);
    assert_eq!(served.said, [""; 0]);
    let mut page = served.page();
    page.until("a machine at power-on", |page| page.status["machine"]["page"] == "home");
    for (wrong, why) in [
        (
            r#"{"design":"","past":{"clocks":0,"games":0,"events":[]},"moment":[]}"#,
            "is of another design",
        ),
        ("{", "cannot be read: EOF while parsing an object at line 1 column 1"),
    ] {
        let state = tempfile::tempdir().unwrap();
        std::fs::create_dir(state.path().join("tengen")).unwrap();
        std::fs::write(state.path().join("tengen/play.json"), wrong).unwrap();
        let served = Served::start("0", &[], "fast", state);
        assert_eq!(served.said.len(), 1);
        let said = &served.said[0];
        assert!(
            said.starts_with("the machine begins anew: ") && said.ends_with(why),
            "{said}"
        );
    }
}
