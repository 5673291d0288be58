//! The same seed gives the same circuits, and every form is among them.

use super::*;
use crate::compiled::as_test;

#[test]
fn a_seed_and_a_number_are_a_circuit() {
    for number in 0..200 {
        let source = as_test(&circuit(5, number));
        assert_eq!(source, as_test(&circuit(5, number)));
        assert_ne!(source, as_test(&circuit(5, number + 1)));
        assert_ne!(source, as_test(&circuit(6, number)));
    }
}

#[test]
fn there_is_everything_in_them() {
    let all: String = (0..300).map(|number| as_test(&circuit(9, number))).collect();
    for form in [
        "DualPortRam::new",
        "of_depth",
        "Rom::new",
        "Table::new",
        "clock2",
        "Signed<",
        "LogicStruct",
        "match ",
        "E0::V1",
        "for n in",
        "[n - 1]",
        "get_bit(n",
        "replace_bit(",
        "bit_cast::<",
        ".xor()",
        "!!",
        "signed_cast(",
        "} else if ",
        "dff_setup!",
        "clock!",
        "Constant<",
        ".into();",
        "[Register<",
        "[Signal<Local",
        "index()",
    ] {
        assert!(all.contains(form), "no {form}");
    }
}

#[test]
fn many_circuits_have_checks_with_registers_and_every_kind_of_property() {
    let all: Vec<_> = (0..300).filter_map(|number| checks(&circuit(9, number))).collect();
    assert!(all.len() > 40, "{}", all.len());
    for checks in all {
        let source = checks.named(&as_test(&checks.circuit));
        for form in ["Register<", "always_0", "once_1", "given_2"] {
            assert!(source.contains(form), "no {form}: {source}");
        }
        assert!(!source.contains("o0"));
    }
}
