//! The Verilog of every board contains no duplicates: no two modules differ only in their names.

use std::collections::BTreeMap;

use rust_hdl_bsp::boards::BOARDS;
use tengen::{
    board_console::{holds, machine},
    editions,
    hdl::top,
};

/// Every module's name and its text after the name, up to `endmodule`.
fn modules(verilog: &str) -> Vec<(&str, &str)> {
    let starts = verilog
        .match_indices("\nmodule ")
        .map(|(at, word)| &verilog[at + word.len()..]);
    starts
        .map(|rest| {
            let module = &rest[..rest.find("\nendmodule").expect("an end")];
            module.split_at(module.find(|c: char| !c.is_alphanumeric() && c != '_').expect("ports"))
        })
        .collect()
}

/// The pairs of modules with equal bodies.
fn alike(verilog: &str) -> Vec<(&str, &str)> {
    let mut first = BTreeMap::new();
    let mut alike = vec![];
    for (name, body) in modules(verilog) {
        if let Some(before) = first.insert(body, name) {
            alike.push((before, name));
        }
    }
    alike
}

#[test]
fn no_two_modules_have_the_same_body() {
    let mut written = vec![];
    for board in BOARDS {
        // Machines of the same parts differ in their colours alone.
        let parts = (
            holds(board, editions::of(board)),
            top::modules(board).collect::<Vec<_>>(),
        );
        if written.contains(&parts) {
            continue;
        }
        written.push(parts);
        let text = machine(board, editions::of(board)).unwrap();
        assert!(
            modules(&text).len() > 20,
            "{}: {} modules",
            board.name,
            modules(&text).len()
        );
        // A board's two buttons are written apart from the console, with a prefix, and may hold a part of the same type.
        let mut alike = alike(&text);
        alike.retain(|(one, other)| one.strip_prefix("two_").is_none_or(|part| !other.starts_with(part)));
        assert_eq!(alike, [], "{}", board.name);
    }
}

#[test]
fn two_of_a_kind_are_found() {
    let text = "\nmodule a (input wire x);\n  assign y = x;\nendmodule\n\nmodule b (input wire x);\n  assign y = x;\nendmodule\n";
    assert_eq!(alike(text), [("a", "b")]);
    assert_eq!(alike(&text.replacen("= x", "= !x", 1)), []);
}
