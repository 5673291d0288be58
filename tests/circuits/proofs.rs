//! Properties of the units and of parts: proved, broken by mutants, and watched in both simulations. The units' Verilog, proved equal
//! to their netlists. And the console's state machines, proved to have no trap.

use std::{cmp::Reverse, collections::BTreeSet};

use tengen::figures::mutation;
use tengen::hdl::proof::{
    Kind,
    equivalence::{self, Found},
    solver::Verdict,
};
use tengen::hdl::tools::Tools;
use tengen::simulation::demonstration;
use tengen::units::{self, PARTS, UNITS, Unit, all_checked};

/// Proves every second circuit with checks, from this one on.
fn proves(first: usize) {
    let tools = Tools::find();
    for unit in all_checked().skip(first).step_by(2) {
        let checked = unit.proved().unwrap().unwrap();
        for judged in checked.prove(&tools, checked.depth()).unwrap() {
            let (name, verdict) = (judged.name, judged.verdict);
            let as_it_should = match judged.kind {
                Kind::Always => matches!(verdict, Verdict::Proved { .. }),
                Kind::Once => matches!(verdict, Verdict::Reached { .. }),
                Kind::Given => verdict == Verdict::Assumed,
            };
            assert!(as_it_should, "{}: {name} {verdict}", unit.name);
            if let (Verdict::Reached { clock }, Some(stimulus)) = (verdict, &judged.stimulus) {
                // Both simulations reach it in the same clock, and break nothing on the way.
                let found = checked.replay(stimulus, clock + 1).unwrap();
                let reached = found.reached.contains(&(name, clock as u64));
                assert!(reached && found.broken.is_empty(), "{}: {name} {found:?}", unit.name);
            }
        }
    }
}

#[test]
fn no_checks_have_been_lost() {
    assert_eq!((all_checked().count(), PARTS.len()), (25, 11));
}

#[test]
fn half_of_the_circuits_are_proved() {
    proves(0);
}

#[test]
fn the_other_half_of_the_circuits_are_proved() {
    proves(1);
}

/// What breaks this is tried in hdl/src/proof/states.rs.
#[test]
fn no_state_machine_of_the_console_has_a_trap_or_a_state_without_a_name() {
    let machines = units::find("console").unwrap().state_machines(&Tools::find()).unwrap();
    for machine in &machines {
        assert!(
            machine.found.is_empty(),
            "{} {}: {machine}",
            machine.module,
            machine.signal
        );
    }
    let registers = machines.iter().filter(|machine| machine.is_register);
    assert!(registers.clone().count() > 75, "{machines:#?}");
    // Only the smaller search goes through the lines of a stone part by part.
    let constant = registers.clone().filter(|machine| machine.is_constant);
    let constant: Vec<(&str, &str)> = constant.map(|machine| (&*machine.module, &*machine.signal)).collect();
    assert_eq!(constant, [("position", "state_q_part")]);
    // It can return to every phase. What is no phase is a colour, a key or a kind that some circuits do not use.
    let begun = registers.filter(|machine| machine.signal.ends_with("phase_q") && !machine.once.is_empty());
    let begun: Vec<(&str, &[String])> = begun.map(|machine| (&*machine.module, &machine.once[..])).collect();
    assert_eq!(begun, [("bring_up", &["PowerOn".to_string()][..])]);
}

#[test]
fn a_unit_with_states_at_its_ports_has_no_fault_either() {
    let machines = units::find("screen").unwrap().state_machines(&Tools::find()).unwrap();
    assert!(machines.iter().all(|machine| machine.found.is_empty()), "{machines:#?}");
}

/// Kept mutants in which every property of a unit breaks: always the one in which most break that have not yet.
fn few(unit: &Unit, kept: &[mutation::Line]) -> Vec<mutation::Line> {
    let properties = unit.checked().unwrap().properties().unwrap();
    let always = properties.into_iter().filter(|(_, kind)| *kind == Kind::Always);
    let mut whole: BTreeSet<&str> = always.map(|(property, _)| property).collect();
    let mut chosen: Vec<mutation::Line> = vec![];
    while !whole.is_empty() {
        let breaks = |line: &mutation::Line| {
            let broken = line.mutant.broken.iter();
            broken.filter(|(name, _)| whole.contains(name.as_str())).count()
        };
        let lines = kept.iter().filter(|line| line.unit == unit.name);
        let most = lines.max_by_key(|line| (breaks(line), Reverse(line.mutant.number)));
        let most = most.filter(|line| breaks(line) > 0);
        let most = most.unwrap_or_else(|| panic!("no mutant of {} is kept in which {whole:?} break", unit.name));
        whole.retain(|property| most.mutant.broken.iter().all(|(name, _)| name != property));
        chosen.push(most.clone());
    }
    chosen.sort_by_key(|line| line.mutant.number);
    chosen
}

/// A property that breaks in no mutant says nothing.
#[test]
fn every_property_breaks_in_a_mutant() {
    let tools = Tools::find();
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/reports/properties.csv");
    let kept = mutation::read(&std::fs::read_to_string(file).unwrap()).unwrap();
    // Their checks are the circuit that `win_checker` has, and yosys takes long with them.
    let same = ["renju_judge", "gomoku_engine", "othello_engine"];
    for unit in all_checked().filter(|unit| !same.contains(&unit.name)) {
        let checked = unit.proved().unwrap().unwrap();
        let lines = few(unit, &kept);
        let chosen = |number| lines.iter().any(|line| line.mutant.number == number);
        let found = checked.chosen_mutants(&tools, lines[0].of, chosen).unwrap();
        let expected: Vec<_> = lines.into_iter().map(|line| line.mutant).collect();
        assert_eq!(found, expected, "{}: see tengen prove --mutants", unit.name);
    }
}

/// The large ones, which take minutes. Their memories and the parts of their searches are of the same kinds as those of the others.
#[cfg(not(feature = "long"))]
const LARGE: [&str; 6] = [
    "console",
    "screen",
    "gomoku_core",
    "gomoku_search",
    "othello_core",
    "othello_engine",
];
#[cfg(feature = "long")]
const LARGE: [&str; 0] = [];

/// What is simulated and what is synthesised are the same, module by module.
#[test]
fn the_verilog_of_every_unit_is_equal_to_the_netlist_of_the_fast_engine() {
    let tools = Tools::find();
    let mut proved = 0;
    for unit in UNITS.iter().filter(|unit| !LARGE.contains(&unit.name)) {
        for (module, found) in equivalence::compare(&tools, &unit.by_module().unwrap()).unwrap() {
            match found {
                Found::Same { pairs } => proved += usize::from(pairs > 0),
                Found::Untried { reason } => {
                    assert!(
                        MEMORIES.iter().any(|words| reason.contains(words)),
                        "{}: {module} {reason}",
                        unit.name
                    );
                }
                different => panic!("{}: {module} {different}", unit.name),
            }
        }
    }
    assert!(proved >= 60, "{proved} modules");
}

/// The reasons why a memory is not tried. No other module may be left out.
const MEMORIES: [&str; 2] = ["a memory of ", "left open in Verilog"];

/// Runs a unit's demonstration under its checks and those of its parts.
#[test]
fn every_property_holds_while_the_demonstrations_run() {
    let mut parts = 0;
    for unit in UNITS.iter().filter(|unit| unit.checked().is_some()) {
        let demonstration = demonstration::of(unit.name).unwrap();
        for (mut engine, monitors) in [unit.monitored().unwrap(), unit.fast_monitored().unwrap()] {
            demonstration(&mut *engine).unwrap();
            let clocks = engine.cycle();
            engine.finish().unwrap();
            assert!(clocks > 0 && monitors.parts() > 0, "{}", unit.name);
            assert_eq!(monitors.broken(), [""; 0], "{}", unit.name);
            parts += monitors.parts();
        }
    }
    // More than the units themselves: the searches, the rules and the ring inside the engines.
    assert!(parts > 2 * (all_checked().count() - PARTS.len()), "{parts}");
}
