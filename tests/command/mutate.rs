//! `tengen mutate --again`: what a test or a property found stays as it was kept, and the rest is judged again.

use std::{fs, path::Path};

use assert_cmd::Command;

/// Its campaign takes seconds.
const UNIT: &str = "tmds_encoder";

#[test]
fn only_what_nothing_found_is_judged_again() {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("reports");
    let kept = fs::read_to_string(reports.join("mutation.csv")).unwrap();
    let found: Vec<&str> = kept
        .lines()
        .filter(|line| line.starts_with(UNIT) && line.contains("demonstration@"))
        .collect();
    // One was found in a clock in which no run finds it, and another is not found yet.
    let (stays, _) = found[0].split_once('@').unwrap();
    let stays = kept.replace(found[0], &format!("{stays}@123456789"));
    let (blank, _) = found[1].split_once("demonstration").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mutation.csv");
    fs::write(&file, stays.replace(found[1], blank)).unwrap();
    let mutate = |count: &str| {
        let mut command = Command::cargo_bin("tengen").unwrap();
        command
            .args(["mutate", "--unit", UNIT, "--count", count, "--again", "--keep", "."])
            .current_dir(folder.path());
        command.assert().success();
        fs::read_to_string(&file).unwrap()
    };
    assert!(mutate("100") == stays);
    // Other faults than those that were kept are all judged.
    let fewer = mutate("5");
    assert!(!fewer.contains("123456789"), "{fewer}");
    assert_eq!(fewer.lines().filter(|line| line.starts_with(UNIT)).count(), 5);
}
