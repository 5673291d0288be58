//! The help, and the lists of boards and units.

use rust_hdl_bsp::boards::BOARDS;

use super::Desk;

#[test]
fn help_is_there_for_every_verb_and_shows_examples() {
    let desk = Desk::new();
    for verb in [
        vec![],
        vec!["boards"],
        vec!["build"],
        vec!["flash"],
        vec!["report"],
        vec!["release"],
        vec!["play"],
        vec!["page"],
        vec!["sim"],
        vec!["keyboard"],
        vec!["link"],
        vec!["brain"],
        vec!["rate"],
        vec!["match"],
        vec!["units"],
        vec!["verilog"],
        vec!["schematic"],
        vec!["prove"],
        vec!["mutate"],
        vec!["wave"],
        vec!["tools"],
    ] {
        let said = desk.run(&[verb.as_slice(), &["--help"]].concat());
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{verb:?}");
        assert!(
            said.out.contains("Examples:\n") && said.out.contains("Usage:"),
            "{}",
            said.out
        );
    }
    let version = desk.run(&["--version"]);
    assert_eq!(
        (version.code, version.out),
        (0, format!("tengen {}\n", env!("CARGO_PKG_VERSION")))
    );
}

#[test]
fn boards_are_listed_for_people_and_for_programs() {
    let desk = Desk::new();
    let people = desk.run(&["boards"]);
    assert_eq!((people.code, people.err.as_str()), (0, ""));
    let programs: serde_json::Value = serde_json::from_str(&desk.run(&["boards", "--json"]).out).unwrap();
    let names: Vec<&str> = programs
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, BOARDS.map(|board| board.name));
    for row in programs.as_array().unwrap() {
        let line = people
            .out
            .lines()
            .find(|line| line.starts_with(row["name"].as_str().unwrap()))
            .unwrap();
        assert!(line.contains(row["part"].as_str().unwrap()), "{line}");
    }
    assert_eq!(programs[0]["vga"], serde_json::json!([3, 3, 2]));
    assert!(programs[0]["dvi"].is_null());
    assert_eq!(programs[4]["dvi"], serde_json::json!([8, 8, 8]));
    assert_eq!(programs[3]["buttons"], false);
    assert_eq!(
        (&programs[3]["audio"], &programs[4]["audio"]),
        (&false.into(), &true.into())
    );
}

#[test]
fn units_are_listed_for_people_and_for_programs() {
    let desk = Desk::new();
    let people = desk.run(&["units"]);
    assert_eq!((people.code, people.err.as_str()), (0, ""));
    let programs: serde_json::Value = serde_json::from_str(&desk.run(&["units", "--json"]).out).unwrap();
    let rows = programs.as_array().unwrap();
    assert_eq!(people.out.lines().count(), rows.len());
    for (line, row) in people.out.lines().zip(rows) {
        assert!(line.starts_with(row["name"].as_str().unwrap()), "{line}");
        assert!(line.ends_with(row["summary"].as_str().unwrap()), "{line}");
    }
}

#[test]
fn a_value_may_be_written_in_capitals() {
    let said = Desk::new().run(&["match", "--game", "Gomoku", "ZJU", "mcu", "--games", "2", "--json"]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    assert!(said.out.contains("\"game\": \"gomoku\""), "{}", said.out);
}

/// `script` provides a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_match_counts_its_games_from_the_first_moment() {
    let command = format!(
        "{} match c2 c1 --games 2",
        assert_cmd::cargo::cargo_bin!("tengen").display()
    );
    let output = std::process::Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("0 of 2 games"), "{said}");
}
