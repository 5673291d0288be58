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
    let too_many = refused(&["--game", "gomoku", "zju", "sjtu", "--balanced", "--games", "2000"]);
    assert!(too_many.contains("--balanced --games 2000: there are "), "{too_many}");
}

/// The text of each game's file, by its name.
fn games(folder: &std::path::Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut games: Vec<(String, String)> = files
        .map(|file| {
            let name = file.file_name().into_string().unwrap();
            (name, std::fs::read_to_string(file.path()).unwrap())
        })
        .collect();
    games.sort();
    games
}

#[test]
fn games_are_written_whole_with_their_claims_under_the_rule_that_was_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("new/games");
    let place_text = place.to_str().unwrap();
    let search = ["dan1", "mcu", "--clocks", "20000", "--games", "4", "--game", "gomoku"];
    let report = matched(
        &[
            &search[..],
            &["--rule", "renju", "--jobs", "1", "--games-to", place_text],
        ]
        .concat(),
    );
    assert_eq!(report["rule"], "renju");
    let games = games(&place);
    let names: Vec<&str> = games.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["0000-black.sgf", "0000-white.sgf", "0001-black.sgf", "0001-white.sgf"]
    );
    let mut claims = 0;
    for (name, text) in &games {
        let record = tengen::notation::sgf::read(text.as_bytes()).unwrap();
        assert_eq!(record.game().rule(), tengen::rules::gomoku::Rule::Renju);
        assert!(record.game().end().is_some(), "{text}");
        let players = if name.contains("black") { ["dan1", "mcu"] } else { ["mcu", "dan1"] };
        assert_eq!(record.head.players(), players);
        let said = record
            .head
            .comments
            .values()
            .filter(|said| said.starts_with("dan1: WIN IN "));
        claims += said.count() as i64;
    }
    assert!(claims > 0 && number(&report, "claims") == claims, "{report}");
    assert_eq!(report["false_claims"], serde_json::json!([]));
    // The same games without a claim, by a player that makes none.
    assert_eq!(
        number(&matched(&["--game", "gomoku", "zju", "mcu", "--games", "2"]), "claims"),
        0
    );
    assert!(
        refused(&["c2", "c1", "--games-to", "/dev/null/games"])
            .contains("name a folder you may write to with --games-to")
    );
    assert!(refused(&["c2", "c1", "--rule", "renju"]).contains("--rule: of Gomoku alone"));
}

#[test]
fn a_game_lost_by_a_fault_is_written_with_it() {
    let folder = tempfile::tempdir().unwrap();
    matched(&[
        "c1",
        "gtp:true",
        "--games",
        "2",
        "--games-to",
        folder.path().to_str().unwrap(),
    ]);
    for (name, text) in games(folder.path()) {
        assert!(text.contains("C[gtp:true "), "{name}: {text}");
        assert!(
            text.contains(if name.contains("black") { "RE[B+]" } else { "RE[W+]" }),
            "{text}"
        );
    }
}

/// However many games are played at once, the same pairs decide.
#[test]
fn a_test_of_two_differences_ends_the_match_and_says_which_is_taken() {
    let play = |jobs| matched(&["c2", "c1", "--games", "400", "--sprt", "0,100", "--jobs", jobs]);
    let report = play("1");
    assert_eq!(report, play("3"));
    let games = number(&report, "games");
    assert!((24..200).contains(&games), "{report}");
    assert_eq!(
        (&report["sprt"]["taken"], report["sprt"]["elo1"].as_f64()),
        (&"elo1".into(), Some(100.0))
    );
    let said = printed(&["c1", "c2", "--games", "400", "--sprt", "-10,20"]);
    assert!(said.contains("SPRT of -10 against +20 Elo: -10 Elo is taken"), "{said}");
    let said = printed(&["c2", "c1", "--games", "4", "--sprt", "0,100"]);
    assert!(said.contains("neither is taken, it needs more games"), "{said}");
    assert!(refused(&["c2", "c1", "--sprt", "9,5"]).contains("the smaller first"));
    assert!(refused(&["c2", "c1", "--sprt", "0,5", "--shard", "1/2"]).contains("cannot be used with"));
}

#[test]
fn how_many_games_are_played_at_once_is_said_and_chosen() {
    let said = |arguments: &[&str]| String::from_utf8(tengen(arguments).stderr).unwrap();
    assert!(said(&["c1", "gtp:true", "--games", "2", "--jobs", "3"]).contains("games at once: 3"));
    let cores = std::thread::available_parallelism().unwrap().get();
    let half = (cores / 2).max(1);
    assert!(said(&["c1", "gtp:true", "--games", "2"]).contains(&format!("games at once: {half}")));
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
    assert!(said.contains("50.0  +0   -"), "{said}");
}
