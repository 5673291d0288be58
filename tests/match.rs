//! `tengen match`: the same games for the same seed, points that add up, and players that are what they are called.

use assert_cmd::Command;
use serde_json::Value;

fn matched(arguments: &[&str]) -> Value {
    let output = Command::cargo_bin("tengen")
        .unwrap()
        .arg("match")
        .args(arguments)
        .arg("--json")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn number(report: &Value, name: &str) -> i64 {
    report[name].as_i64().unwrap_or_else(|| panic!("{name} in {report}"))
}

#[test]
fn who_is_first_changes_the_sign_and_nothing_else() {
    for (game, stronger, weaker) in [("othello", "C2", "C1"), ("gomoku", "zju", "mcu")] {
        let report = matched(&["--game", game, stronger, weaker, "--games", "200"]);
        let turned = matched(&["--game", game, weaker, stronger, "--games", "200"]);
        assert_eq!(report["first"], stronger, "{report}");
        for (one, other) in [("won", "lost"), ("drawn", "drawn"), ("lost", "won")] {
            assert_eq!(report[one], turned[other], "{report} {turned}");
        }
        let games: i64 = ["won", "drawn", "lost"].map(|of| number(&report, of)).iter().sum();
        assert_eq!(games, 200);
        assert_eq!(number(&report, "elo"), -number(&turned, "elo"));
        assert!(number(&report, "low") > 0 && number(&report, "low") < number(&report, "elo"));
        assert!(number(&report, "elo") < number(&report, "high"));
    }
}

#[test]
fn the_same_seed_gives_the_same_games_and_another_gives_others() {
    let play = |seed: &str| matched(&["c2", "c1", "--games", "100", "--seed", seed]);
    assert_eq!(play("5"), play("5"));
    let results: Vec<[i64; 3]> = ["1", "2", "3", "4"]
        .map(|seed| ["won", "drawn", "lost"].map(|of| number(&play(seed), of)))
        .to_vec();
    assert!(results.iter().any(|other| *other != results[0]), "{results:?}");
}

/// The search has a hundredth of its time.
#[test]
fn each_level_of_othello_is_stronger_than_the_one_below() {
    for (arguments, least) in [
        (&["c2", "c1", "--games", "1000"][..], 80.0),
        (&["c3", "c2", "--clocks", "250000", "--games", "40"], 95.0),
    ] {
        let report = matched(arguments);
        assert!(report["percent"].as_f64().unwrap() >= least, "{report}");
    }
}

#[test]
fn people_get_a_table() {
    let output = Command::cargo_bin("tengen")
        .unwrap()
        .args(["match", "c2", "c2", "--games", "2"])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.starts_with("player  against  games  won  drawn  lost"), "{said}");
    assert!(said.contains("50.0  +0   +0 to +0"), "{said}");
}
