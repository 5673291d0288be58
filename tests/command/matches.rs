//! `tengen match`: the same games for the same seed, consistent points, players that behave as named, external programs
//! as players, and a match in parts.

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

fn tengen(arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("tengen").unwrap();
    command.arg("match").args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = tengen(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn matched(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(&[arguments, &["--json"]].concat())).unwrap()
}

/// The one-line error for a request that must be changed.
fn refused(arguments: &[&str]) -> String {
    let output = tengen(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
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

/// The search gets a hundredth of its time.
#[test]
fn each_level_of_othello_is_stronger_than_the_one_below() {
    for (arguments, least) in [
        (&["c2", "c1", "--games", "300"][..], 80.0),
        (&["c3", "c2", "--clocks", "250000", "--games", "20"], 95.0),
    ] {
        let report = matched(arguments);
        assert!(report["percent"].as_f64().unwrap() >= least, "{report}");
    }
}

/// The lowest search, with a tenth of its time.
#[test]
fn a_search_beats_every_player_of_one_ply_and_the_old_search() {
    for opponent in ["zju", "thesis", "sjtu2"] {
        let report = matched(&[
            "--game", "gomoku", "dan1", opponent, "--clocks", "125000", "--games", "6",
        ]);
        assert!(report["percent"].as_f64().unwrap() >= 80.0, "{report}");
    }
}

#[test]
fn even_openings_are_other_ones() {
    let play = |more: &[&str]| {
        let arguments = ["--game", "gomoku", "zju", "sjtu", "--games", "4"];
        matched(&[&arguments[..], more].concat())
    };
    let (even, quiet) = (play(&["--balanced"]), play(&[]));
    assert_eq!((&even["balanced"], &quiet["balanced"]), (&true.into(), &false.into()));
    assert_eq!(even, play(&["--balanced"]));
}

/// Tengen's own brains can be used as external programs.
#[test]
fn a_level_behind_a_protocol_scores_as_it_does_without() {
    let tengen = assert_cmd::cargo::cargo_bin("tengen");
    let brain = |protocol, options| format!("{protocol}:{} brain {options}", tengen.display());
    for (game, program, level, opponent) in [
        ("gomoku", brain("gomocup", "--level 3 --engine model"), "zju", "sjtu"),
        ("othello", brain("nboard", "--game othello --level 2"), "C2", "C1"),
    ] {
        let spoken = matched(&["--game", game, &program, opponent, "--games", "20"]);
        let played = matched(&["--game", game, level, opponent, "--games", "20"]);
        for figure in ["won", "drawn", "lost", "elo", "low", "high"] {
            assert_eq!(spoken[figure], played[figure], "{spoken}");
        }
        assert_eq!((number(&spoken, "faults"), &spoken["first"]), (0, &program.into()));
    }
}

#[test]
fn a_program_that_breaks_off_loses_and_is_told_of() {
    let output = tengen(&["gtp:true", "c1", "--games", "2"]);
    let [said, printed] = [output.stderr, output.stdout].map(|text| String::from_utf8(text).unwrap());
    assert!(output.status.success());
    assert!(printed.contains("2 of the games were lost by a fault"), "{printed}");
    assert_eq!(
        said.lines().filter(|line| line.contains("gtp:true ")).count(),
        2,
        "{said}"
    );
    assert_eq!(number(&matched(&["c1", "gtp:true", "--games", "2"]), "won"), 2);
    assert!(refused(&["gtp:/no/such/program", "c1"]).contains("cannot start /no/such/program"));
    assert!(refused(&["gomocup:true", "c1"]).contains("a program of this game begins with gtp: or nboard:"));
}

#[test]
fn the_parts_of_a_match_are_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let play = |more: &[&str]| printed(&[&["c2", "c1", "--games", "30"], more].concat());
    let parts = ["1/4", "2/4", "3/4", "4/4"].map(|shard| {
        let file = folder.path().join(shard.replace('/', " of "));
        std::fs::write(&file, play(&["--shard", shard])).unwrap();
        file.to_str().unwrap().to_string()
    });
    let mut files: Vec<&str> = parts.iter().map(String::as_str).collect();
    files.rotate_left(1);
    assert_eq!(printed(&[&["--merge"], &files[..]].concat()), play(&[]));
    assert_eq!(
        matched(&[&["--merge"], &files[..]].concat()),
        matched(&["c2", "c1", "--games", "30"])
    );
    assert!(refused(&[&["--merge"], &files[1..]].concat()).contains("part 2/4 is missing"));
    assert!(refused(&["c2", "c1", "--shard", "5/4"]).contains("a part is written K/N"));
    std::fs::write(&parts[0], "{}").unwrap();
    assert!(refused(&["--merge", &parts[0]]).contains("cannot read the part"));
}

#[test]
fn people_get_a_table() {
    let said = printed(&["c2", "c2", "--games", "2"]);
    assert!(said.starts_with("player  against  games  won  drawn  lost"), "{said}");
    assert!(said.contains("50.0  +0   +0 to +0"), "{said}");
}
