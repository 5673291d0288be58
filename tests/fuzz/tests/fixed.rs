//! The same eighty random circuits each time, in every available tool; and a check that a wrong text is detected.
#![cfg(feature = "eda")]

use tengen_fuzz::{
    ast::each_statement,
    compiled::{Libraries, Named, Tool},
    generate::{self, BATCH},
    judge::Judges,
    shrink::shrink,
};

const SEED: u64 = 20_240_229;
const CIRCUITS: usize = 80;

fn named(seed: u64, numbers: impl Iterator<Item = usize>) -> Vec<Named> {
    numbers
        .map(|number| Named::new(number, generate::circuit(seed, number)))
        .collect()
}

#[test]
fn eighty_circuits_do_the_same_everywhere() {
    let judges = Judges::new(Libraries::of_tests().unwrap()).unwrap();
    let circuits = named(SEED, 0..CIRCUITS);
    let mut wrong = vec![];
    for circuits in circuits.chunks(BATCH) {
        for (circuit, findings) in circuits.iter().zip(judges.judge(circuits).unwrap()) {
            wrong.extend(
                findings
                    .iter()
                    .map(|found| format!("{}: {}: {}", circuit.name, found.tool, found.detail)),
            );
        }
    }
    assert!(
        wrong.is_empty(),
        "cargo run --release -p tengen-fuzz -- --seed {SEED} --circuits {CIRCUITS}\n{}",
        wrong.join("\n")
    );
}

/// Turns the first sum into a difference, and swaps two properties.
fn corrupt(text: &str) -> String {
    let text = text.replacen(" + ", " - ", 1);
    let (one, other) = (".always_0(always_0)", ".given_2(given_2)");
    match text.split_once(one) {
        Some((before, after)) => {
            before.to_string() + ".always_0(given_2)" + &after.replacen(other, ".given_2(always_0)", 1)
        }
        None => text,
    }
}

#[test]
fn a_wrong_text_is_found_and_made_small() {
    let mut judges = Judges::new(Libraries::of_tests().unwrap()).unwrap();
    let with_checks = |named: &Named| generate::checks(&named.circuit).is_some();
    let circuits: Vec<Named> = named(SEED, 0..CIRCUITS)
        .into_iter()
        .filter(with_checks)
        .take(12)
        .collect();
    let only = |tool: Tool| [Tool::Icarus2001, Tool::Checks].contains(&tool);
    let right = judges.judge_with(&circuits, &only).unwrap();
    judges.corrupt = Some(corrupt);
    let wrong = judges.judge_with(&circuits, &only).unwrap();
    let by_checks = wrong.iter().flatten().filter(|finding| finding.tool == Tool::Checks);
    assert!(by_checks.count() > 2, "swapped properties are seen");
    let found = circuits
        .iter()
        .zip(right)
        .zip(wrong)
        .find(|((_, right), wrong)| right.is_empty() && !wrong.is_empty());
    let ((circuit, _), findings) = found.expect("a sum that has become a difference is seen");
    let (smallest, finding) = shrink(&judges, circuit, &findings[0]).unwrap();
    assert_eq!(finding.tool, findings[0].tool);
    let mut statements = 0;
    smallest
        .modules
        .iter()
        .for_each(|module| each_statement(&module.body, &mut |_| statements += 1));
    assert!(statements <= 6, "{statements} statements are left: {smallest:#?}");
}
