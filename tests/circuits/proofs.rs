//! Properties of the units: proved, broken by mutants, and watched while the demonstrations run.

use std::collections::BTreeSet;

use tengen::figures::mutation;
use tengen::hdl::proof::{Kind, solver::Verdict};
use tengen::hdl::tools::Tools;
use tengen::simulation::demonstration;
use tengen::units::{UNITS, Unit};

fn checked_units() -> Vec<&'static Unit> {
    let units: Vec<_> = UNITS.iter().filter(|unit| unit.checked().is_some()).collect();
    assert!(units.len() >= 13, "units with checks have been lost");
    units
}

/// Proves every unit whose place among those with checks has this remainder.
fn proves(remainder: usize) {
    let tools = Tools::find();
    for unit in checked_units().into_iter().skip(remainder).step_by(2) {
        let (checked, depth) = unit.proved().unwrap().unwrap();
        for judged in checked.prove(&tools, depth).unwrap() {
            let (name, verdict) = (judged.name, judged.verdict);
            let as_it_should = match judged.kind {
                Kind::Always => matches!(verdict, Verdict::Proved { .. }),
                Kind::Once => matches!(verdict, Verdict::Reached { .. }),
                Kind::Given => verdict == Verdict::Assumed,
            };
            assert!(as_it_should, "{}: {name} {verdict}", unit.name);
        }
    }
}

#[test]
fn half_of_the_units_are_proved() {
    proves(0);
}

#[test]
fn the_other_half_of_the_units_are_proved() {
    proves(1);
}

/// The kept mutants that together break each property of a unit: the first that breaks each.
fn few(unit: &Unit, kept: &[mutation::Line]) -> Vec<mutation::Line> {
    let properties = unit.checked().unwrap().properties().unwrap();
    let always = properties.into_iter().filter(|(_, kind)| *kind == Kind::Always);
    let first = always.map(|(property, _)| {
        let finds = |line: &&mutation::Line| line.mutant.broken.iter().any(|(name, _)| name == property);
        let mut lines = kept.iter().filter(|line| line.unit == unit.name);
        let number = lines.find(finds).map(|line| line.mutant.number);
        number.unwrap_or_else(|| panic!("no mutant is kept in which {property} of {} breaks", unit.name))
    });
    let first: BTreeSet<usize> = first.collect();
    kept.iter()
        .filter(|line| line.unit == unit.name && first.contains(&line.mutant.number))
        .cloned()
        .collect()
}

/// A property that cannot break says nothing.
#[test]
fn every_property_breaks_in_a_mutant() {
    let tools = Tools::find();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/mutation.csv");
    let kept = mutation::read(&std::fs::read_to_string(file).unwrap()).unwrap();
    // They have the properties of `win_checker`, by the same circuit, and take yosys long.
    let same = ["renju_judge", "gomoku_engine", "othello_engine"];
    for unit in checked_units().into_iter().filter(|unit| !same.contains(&unit.name)) {
        let (checked, _) = unit.proved().unwrap().unwrap();
        let lines = few(unit, &kept);
        let numbers: Vec<usize> = lines.iter().map(|line| line.mutant.number).collect();
        let found = checked.some_mutants(&tools, lines[0].of, &numbers).unwrap();
        let expected: Vec<_> = lines.into_iter().map(|line| line.mutant).collect();
        assert_eq!(found, expected, "{}: see tengen prove --mutants", unit.name);
    }
}

/// Runs a unit's demonstration under its checks.
#[test]
fn every_property_holds_while_the_demonstrations_run() {
    for unit in checked_units() {
        let checked = unit.checked().unwrap();
        let demonstration = demonstration::of(unit.name).unwrap();
        for (mut engine, findings) in [checked.watched().unwrap(), checked.fast_watched().unwrap()] {
            let clocks = {
                demonstration(&mut *engine).unwrap();
                engine.cycle()
            };
            engine.finish().unwrap();
            let findings = findings.take();
            assert!(
                clocks > 0 && findings.broken.is_empty(),
                "{}: {:?}",
                unit.name,
                findings.broken
            );
        }
    }
}
