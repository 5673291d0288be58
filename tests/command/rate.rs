//! `tengen rate`: the same table for the same seed, sums that add up, and the book's table.

use std::process::Command;

use serde_json::Value;

/// Runs `tengen rate` and returns its output.
fn rate(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("rate")
        .args(arguments)
        .output()
        .expect("the command starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&rate(&[arguments, &["--json"]].concat())).expect("JSON")
}

fn record(row: &Value) -> [u64; 3] {
    ["won", "drawn", "lost"].map(|name| row[name].as_u64().expect("a number"))
}

#[test]
fn a_seed_gives_the_same_table_and_another_seed_another() {
    let table = rate(&["--games", "5", "--seed", "7"]);
    assert_eq!(table, rate(&["--games", "5", "--seed", "7"]));
    assert_ne!(table, rate(&["--games", "5", "--seed", "8"]));
    assert_eq!(table.lines().count(), 5, "{table}");
}

#[test]
fn the_players_are_those_that_are_asked_for() {
    let search = ["--players", "dan1,sjtu2,ZJU", "--games", "2", "--clocks", "20000"];
    let report = json(&search);
    let players = report["players"].as_array().unwrap();
    let best = &players[0];
    assert_eq!(
        (best["name"].as_str(), best["level"].as_u64()),
        (Some("dan1"), Some(5)),
        "{report}"
    );
    assert_eq!(report["pairings"].as_array().unwrap().len(), 12);
    assert_eq!(json(&["--balanced", "--games", "2"])["balanced"], true);
    for (arguments, expected) in [
        (vec!["--players", "zju,kibitzer"], "no player is named \"kibitzer\""),
        (vec!["--players", "zju"], "--players: two at least"),
        (vec!["--players", "zju,mcu,zju"], "--players: zju stands there twice"),
        (vec!["--clocks", "5"], "--clocks: no player searches"),
        (
            vec!["--balanced", "--games", "1000"],
            "--balanced --games 1000: there are ",
        ),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
            .arg("rate")
            .args(&arguments)
            .output()
            .expect("the command starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected) && said.lines().count() == 1, "{said}");
    }
}

#[test]
fn the_sums_add_up() {
    let report = json(&["--games", "5"]);
    let pairings = report["pairings"].as_array().unwrap();
    assert_eq!(pairings.len(), 24);
    for pairing in pairings {
        assert_eq!(record(pairing).iter().sum::<u64>(), 5, "{pairing}");
        let opposite = pairings.iter().find(|other| {
            (&other["player"], &other["opponent"]) == (&pairing["opponent"], &pairing["player"])
                && other["colour"] != pairing["colour"]
        });
        let [won, drawn, lost] = record(opposite.unwrap());
        assert_eq!(record(pairing), [lost, drawn, won]);
    }
    for player in report["players"].as_array().unwrap() {
        let own = pairings
            .iter()
            .filter(|pairing| pairing["player"] == player["name"])
            .map(record);
        let sum = own.fold([0; 3], |sum, part| [0, 1, 2].map(|i| sum[i] + part[i]));
        assert_eq!(record(player), sum);
        let [low, elo, high] = ["low", "elo", "high"].map(|name| player[name].as_i64().unwrap());
        assert!(low <= elo && elo <= high, "{player}");
    }
}

/// The table in docs/strength.md is what the command prints.
#[test]
fn the_book_shows_the_table() {
    let mut rows = vec![];
    for line in rate(&[]).lines().skip(1) {
        let cells: Vec<&str> = line
            .split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .collect();
        rows.push(format!("| {} |", cells.join(" | ")));
    }
    let page = include_str!("../../docs/strength.md");
    assert_eq!(rows.len(), 4);
    for row in rows {
        assert!(
            page.contains(&row),
            "docs/strength.md has no row\n{row}\nmake it anew with: tengen rate"
        );
    }
}
