//! The page of the book must work: each of its commands writes waves and the view that opens them, and each exercise
//! has an answer.

use std::path::Path;
use std::process::{Command, Output};

const PAGE: &str = include_str!("../../../docs/teaching.md");

fn faults(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faults"));
    command.args(arguments).current_dir(folder).output().unwrap()
}

#[test]
fn every_command_of_the_page_writes_its_waves_and_every_exercise_has_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let exercises: Vec<&str> = PAGE.split("\ncargo run --release -p faults ").skip(1).collect();
    assert_eq!(exercises.len(), 5);
    for exercise in exercises {
        let (name, rest) = exercise.split_once('\n').unwrap();
        let output = faults(&[name], folder.path());
        assert!(output.status.success(), "{name}: {output:?}");
        for ending in ["vcd", "gtkw"] {
            assert!(
                folder.path().join(format!("{name}.{ending}")).is_file(),
                "{name}.{ending}"
            );
        }
        let answer = rest
            .split("<details>")
            .nth(1)
            .and_then(|answer| answer.split("</details>").next());
        assert!(answer.is_some_and(|answer| answer.len() > 200), "{name} has no answer");
    }
}

#[test]
fn what_is_no_exercise_is_refused_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [&[][..], &["vsync"], &["hsync", "five"]] {
        let output = faults(arguments, folder.path());
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "faults: name one exercise: hsync, keyboard, button, five, row\n");
    }
    let output = faults(&["five"], Path::new("/proc"));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
}
