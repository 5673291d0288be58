//! Numbers that mean something, by name in the waves. A port is a plain number where other designs are to use the circuit, so
//! its type does not say that 3 is a double-four; this table does. (Enumerations inside the machine bring their names along.)

use std::rc::Rc;

use tengen_sim::WaveSignal;

/// What the values of signals of these names and this width are called, the first counting as 0.
struct Names {
    kind: &'static str,
    width: usize,
    signals: &'static [&'static str],
    values: &'static [&'static str],
}

/// The same words as in the rules, written as a state of the machine is. None of a single bit: GTKWave draws those as a line.
const NAMES: &[Names] = &[
    Names {
        kind: "Stone",
        width: 2,
        signals: &["stone"],
        values: &["Empty", "Black", "White"],
    },
    Names {
        kind: "Direction",
        width: 2,
        signals: &["direction"],
        values: &["AlongTheRow", "DownTheColumn", "DownRight", "DownLeft"],
    },
    Names {
        kind: "Shape",
        width: 3,
        signals: &["shape"],
        values: &[
            "Other",
            "SleepingTwo",
            "LiveTwo",
            "SleepingThree",
            "LiveThree",
            "RushFour",
            "LiveFour",
            "Five",
        ],
    },
    Names {
        kind: "Profile",
        width: 2,
        signals: &["profile"],
        values: &["Zju", "Mcu", "Thesis", "Sjtu"],
    },
    Names {
        kind: "Verdict",
        width: 3,
        signals: &["verdict"],
        values: &["Allowed", "ExactFive", "Overline", "DoubleFour", "DoubleThree"],
    },
    Names {
        kind: "Rule",
        width: 2,
        signals: &["rule"],
        values: &["Freestyle", "ExactFive", "Renju"],
    },
];

/// Gives their names to the values of all signals that are numbers and in the table, registers' inputs and outputs among
/// them.
pub fn give(signals: &mut [WaveSignal]) {
    let tables = NAMES.iter().map(|names| {
        let values = names.values.iter().map(|value| value.to_string());
        (names, Rc::new((names.kind.to_string(), values.collect())))
    });
    let tables: Vec<_> = tables.collect();
    for signal in signals.iter_mut().filter(|signal| signal.states.is_none()) {
        let name = signal.name.as_str();
        let name = name.strip_prefix("d_").or(name.strip_prefix("q_")).unwrap_or(name);
        let found = tables
            .iter()
            .find(|(names, _)| names.width == signal.width && names.signals.contains(&name));
        signal.states = found.map(|(_, states)| states.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::renju::Verdict;
    use crate::rules::gomoku::{Direction, Profile, Rule, Shape};
    use crate::units;
    use std::fmt::Debug;
    use tengen_sim::{Vcd, WaveOptions};

    fn words(values: &[impl Debug]) -> Vec<String> {
        values.iter().map(|value| format!("{value:?}")).collect()
    }

    #[test]
    fn the_words_are_those_of_the_rules() {
        use Shape::*;
        let shapes = [
            Other,
            SleepingTwo,
            LiveTwo,
            SleepingThree,
            LiveThree,
            RushFour,
            LiveFour,
            Five,
        ];
        let verdicts = [
            Verdict::Allowed,
            Verdict::ExactFive,
            Verdict::Overline,
            Verdict::DoubleFour,
            Verdict::DoubleThree,
        ];
        for (kind, expected) in [
            ("Shape", words(&shapes)),
            ("Direction", words(&Direction::ALL)),
            ("Profile", words(&Profile::ALL)),
            ("Verdict", words(&verdicts)),
            ("Rule", words(&[Rule::Freestyle, Rule::ExactFive, Rule::Renju])),
        ] {
            let names = NAMES.iter().find(|names| names.kind == kind).unwrap();
            assert_eq!(names.values, expected, "{kind}");
        }
    }

    #[test]
    fn every_name_belongs_to_a_signal_of_the_machine() {
        let traced = |unit: &str| {
            let file = Box::new(Vcd::new(std::io::sink()));
            let tracer = units::find(unit).unwrap().traced(&WaveOptions::new(unit), file);
            tracer.unwrap().signals().to_vec()
        };
        let mut signals = [traced("console"), traced("win_checker"), traced("renju_judge")].concat();
        give(&mut signals);
        for names in NAMES {
            for name in names.signals {
                let named = signals.iter().any(|signal| {
                    signal.name == *name && signal.states.as_ref().is_some_and(|states| states.0 == names.kind)
                });
                assert!(named, "{name}");
            }
        }
    }
}
