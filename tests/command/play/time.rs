//! The machine pauses, steps, and keeps its speed.

use serde_json::json;

use super::Served;

#[test]
fn time_stops_goes_on_and_is_counted() {
    let served = Served::new();
    let mut page = served.page();
    page.until("clocks", |page| {
        page.status["clocks"].as_u64().is_some_and(|clocks| clocks > 0)
    });
    page.say(json!({"do": "pause"}));
    page.until("the pause", |page| page.status["paused"] == true);
    let before = page.status["clocks"].as_u64().unwrap();
    page.say(json!({"do": "step", "clocks": 12_345}));
    page.until("the step", |page| page.status["clocks"] == before + 12_345);
    assert_eq!(page.status["paused"], true);
    for wrong in [json!({"do": "step", "clocks": 0}), json!({"do": "speed", "clocks": 0})] {
        page.refused = None;
        page.say(wrong);
        page.until("a refusal", |page| page.refused.is_some());
    }
    page.say(json!({"do": "speed", "clocks": 1000}));
    page.say(json!({"do": "resume"}));
    page.until("the slow pace", |page| {
        page.status["rate"]
            .as_u64()
            .is_some_and(|rate| (500..2000).contains(&rate))
            && page.status["paused"] == false
    });
}
