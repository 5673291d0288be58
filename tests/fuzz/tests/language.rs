//! The table in docs/language-reference.md is right: what a kernel may say does the same on both sides, and what it may not
//! say is refused by the one the table names.
#![cfg(feature = "eda")]

use std::{fmt::Write, fs, process::Command};

use tengen_fuzz::compiled::Libraries;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language-reference.md");
/// How the header of the table begins.
const HEADER: &str = "| | a kernel may say |";

struct Row {
    name: String,
    may: String,
    may_not: String,
    refused_by: String,
}

/// The rows of the table. A `|` in code is written as `\|` in a table.
fn rows() -> Vec<Row> {
    let page = fs::read_to_string(PAGE).expect("the page");
    let lines = page.lines().skip_while(|line| !line.starts_with(HEADER)).skip(2);
    let rows: Vec<Row> = lines
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let plain = line.replace("\\|", "\u{1}");
            let cells: Vec<String> = plain.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect();
            let [_, name, may, may_not, refused_by, _] = cells.as_slice() else {
                panic!("a row of {} cells: {line}", cells.len())
            };
            Row {
                name: name.clone(),
                may: may.trim_matches('`').into(),
                may_not: may_not.trim_matches('`').into(),
                refused_by: refused_by.clone(),
            }
        })
        .collect();
    assert!(rows.len() > 25, "{} rows", rows.len());
    rows
}

const HEAD: &str = "#![allow(warnings)]
use rust_hdl::prelude::*;
use tengen_hdl::{Circuit, Register, library::memory::Rom, verilog::verilog, kernel, signed_bit_cast};
use tengen_sim::{Engine, Native, Pair, PortDirection, VerilatorTool};

const LIMIT: u64 = 9;
const FAR: u64 = 300;

fn parity(value: Bits<8>) -> bool {
    value.xor()
}

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
pub enum Phase { Idle, Run, Stop }

#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Point { row: Bits<8>, column: Bits<3> }

#[derive(Circuit)]
pub struct Half { pub a: Signal<In, Bits<8>>, pub f: Signal<In, Bit>, pub half: Signal<Out, Bits<8>> }
#[kernel]
impl Logic for Half { fn update(&mut self) { half = if f { a >> 1 } else { a }; } }
";

const INPUTS: [(&str, &str); 10] = [
    ("clock", "Clock"),
    ("a", "Bits<8>"),
    ("b", "Bits<8>"),
    ("s", "Bits<3>"),
    ("word", "Bits<32>"),
    ("wide", "Bits<40>"),
    ("x", "Bits<16>"),
    ("f", "Bit"),
    ("g", "Bit"),
    ("phase", "Phase"),
];

/// The fields that a circuit gets if its kernel uses them: the name, the type, and the first value.
const HELD: [(&str, &str, &str); 8] = [
    ("between", "Signal<Local, Bit>", ""),
    ("taps", "[Signal<Local, Bit>; 4]", ""),
    ("point", "Signal<Local, Point>", ""),
    ("points", "[Signal<Local, Point>; 2]", ""),
    (
        "point_in",
        "Constant<Point>",
        "#[init(Point { row: 77.into(), column: 5.into() })]",
    ),
    ("held", "Register<Bits<8>>", ""),
    ("k", "Constant<Bits<8>>", "#[init(9)]"),
    ("half", "Half", ""),
];

fn speaks_of(code: &str, field: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_')
        .any(|word| word == field)
}

/// A circuit with the signals of the page and a kernel that contains `code`.
fn circuit(name: &str, code: &str) -> String {
    let held = HELD.iter().filter(|(field, ..)| speaks_of(code, field));
    let mut text = format!("#[derive(Circuit)]\nstruct {name} {{\n");
    for (field, of) in INPUTS {
        writeln!(text, "    {field}: Signal<In, {of}>,").unwrap();
    }
    for (field, of, init) in held {
        writeln!(text, "    {init} {field}: {of},").unwrap();
    }
    format!(
        "{text}    o: Signal<Out, Bits<8>>,\n    p: Signal<Out, Bit>,\n}}\n\n\
         #[kernel]\nimpl Logic for {name} {{\n    fn update(&mut self) {{\n        o = 0;\n        p = false;\n        \
         {code}\n    }}\n    fn twice(&mut self) {{ o = a << 1; }}\n}}\n\n"
    )
}

/// A circuit that contains one instance of each of these, all with the same inputs.
fn all_of(names: &[String]) -> String {
    let (mut fields, mut kernel) = (String::new(), String::new());
    for (field, of) in INPUTS.iter().filter(|(field, _)| *field != "phase") {
        writeln!(fields, "    {field}: Signal<In, {of}>,").unwrap();
    }
    for name in names {
        let part = name.to_lowercase();
        writeln!(
            fields,
            "    {part}_o: Signal<Out, Bits<8>>,\n    {part}_p: Signal<Out, Bit>,\n    in_{part}: {name},"
        )
        .unwrap();
        for (field, _) in INPUTS {
            writeln!(kernel, "        self.in_{part}.{field}.next = self.{field}.val();").unwrap();
        }
        writeln!(
            kernel,
            "        self.{part}_o.next = self.in_{part}.o.val();\n        self.{part}_p.next = self.in_{part}.p.val();"
        )
        .unwrap();
    }
    format!(
        "#[derive(Circuit)]\nstruct All {{\n{fields}    code: Signal<In, Bits<2>>,\n    phase: Signal<Local, Phase>,\n}}\n\n\
         impl Logic for All {{\n    #[hdl_gen]\n    fn update(&mut self) {{\n        match self.code.val().index() {{\n            \
         0 => self.phase.next = Phase::Idle,\n            1 => self.phase.next = Phase::Run,\n            \
         _ => self.phase.next = Phase::Stop,\n        }}\n{kernel}    }}\n}}\n\n"
    )
}

/// A main function that prints the writer's verdict on each circuit, then compares the accepted ones with their Verilog
/// under Verilator.
fn main_of(circuits: &[String]) -> String {
    let mut text = String::from("fn main() {\n");
    for name in circuits {
        writeln!(text, "    println!(\"{name} {{}}\", verilog(&mut {name}::default(), \"row\").map_or_else(|e| e.to_string(), |_| \"taken\".into()));").unwrap();
    }
    text + r#"    let text = verilog(&mut All::default(), "all").unwrap();
    let native = Native::new(All::default());
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap());
    let model = VerilatorTool::from_environment().build(&text, "all", native.ports(), &folder).unwrap();
    let mut both = Pair::new(native, model.start()).unwrap();
    let inputs: Vec<usize> = (0..both.ports().len())
        .filter(|&port| both.ports()[port].direction == PortDirection::Input)
        .collect();
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    for _ in 0..20_000 {
        for &port in &inputs {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            both.set(port, random >> 5 & (u64::MAX >> (64 - both.ports()[port].width)));
        }
        both.settle().unwrap();
        both.step().unwrap();
    }
    println!("equal");
}
"#
}

#[test]
fn a_kernel_may_say_what_the_page_says() {
    let libraries = Libraries::of_tests().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("row.rs"), folder.path().join("row"));
    let rows = rows();

    let (mut may, mut may_not) = (vec![], vec![]);
    let mut text = String::from(HEAD);
    for (i, row) in rows.iter().enumerate() {
        may.push(format!("May{i}"));
        text += &circuit(&may[i], &row.may);
        match row.refused_by.as_str() {
            "the compiler" => {
                let program_text = format!("{HEAD}{}fn main() {{}}\n", circuit("Row", &row.may_not));
                fs::write(&source, &program_text).unwrap();
                let refused = libraries.compile(&source, &program).unwrap();
                // The error must be for the line of the kernel, and not for another line of the program.
                let above = program_text
                    .lines()
                    .take_while(|line| !line.contains(&row.may_not))
                    .count();
                let place = format!("row.rs:{}:", above + 1);
                let refused = refused.unwrap_or_default();
                assert!(refused.contains(&place), "{}: `{}`: {refused}", row.name, row.may_not);
            }
            "the writer" => {
                may_not.push((format!("MayNot{i}"), row));
                text += &circuit(&format!("MayNot{i}"), &row.may_not);
            }
            other => panic!("{}: refused by {other}", row.name),
        }
    }
    text += &all_of(&may);
    let every: Vec<String> = may
        .iter()
        .chain(may_not.iter().map(|(name, _)| name))
        .cloned()
        .collect();
    fs::write(&source, text + &main_of(&every)).unwrap();
    assert_eq!(libraries.compile(&source, &program).unwrap(), None);

    let output = Command::new(&program).arg(folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let verdict = |name: &str| {
        said.lines()
            .find_map(|line| line.strip_prefix(&format!("{name} ")))
            .expect(name)
    };
    for (name, row) in may.iter().zip(&rows) {
        assert_eq!(verdict(name), "taken", "{}: {}", row.name, row.may);
    }
    for (name, row) in &may_not {
        let verdict = verdict(name);
        // One line, which names the circuit and the line of the source.
        assert!(
            verdict.starts_with("row") && verdict.contains("row.rs:"),
            "{}: {verdict}",
            row.name
        );
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.ends_with("equal\n"), "{errors}");
}

/// Programs that the compiler refuses, each at its first marked line and with this message.
const REFUSED: [(&str, &str); 7] = [
    (
        "#[derive(Circuit)] struct Row { #[init(true)] // <-\n k: Constant<Bits<8>> }\nimpl Logic for Row { fn update(&mut self) {} }",
        "expected `Bits<8>`, found `bool`",
    ),
    (
        "#[derive(Circuit)] struct Row {\n words: Rom<Bits<8>, 3>, // <-\n }\nimpl Logic for Row { fn update(&mut self) {} }",
        "Bits<8>, 3>: Default` is not satisfied",
    ),
    (
        "#[derive(Circuit)] struct Row {\n #[init] k: Constant<Bits<8>>, // <-\n }",
        "write what it starts as: #[init(expression)]",
    ),
    (
        "#[derive(Circuit)] struct Row {\n #[init(1)] #[given] k: Constant<Bits<8>>, // <-\n }",
        "a field starts from one value",
    ),
    (
        "#[derive(Circuit)] struct Row { o: Signal<Out, Bit> }\n#[kernel] impl Logic for Row { fn update(&mut self) {\n o = oo; // <-\n } }",
        "`oo` is no field of Row and no name of a `let` or a loop",
    ),
    (
        "#[derive(Circuit)] struct Row { o: Signal<Out, Bit> }\n#[kernel] impl Logic for Row { fn update(&mut self) {\n \
         let on = match o { true => false, _ => true }; // <-\n o = on; } }",
        "a `let` in a kernel is for a plain expression: write a Local signal and an `if`",
    ),
    (
        "#[derive(Circuit)] struct Row { a: Signal<In, Bits<8>>, o: Signal<Out, Bits<4>> }\n#[kernel] impl Logic for Row { fn \
         update(&mut self) {\n o = a; // <-\n } }",
        "expected `4`, found `8`",
    ),
];

#[test]
fn the_compiler_names_the_line_that_was_written() {
    let libraries = Libraries::of_tests().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("row.rs"), folder.path().join("row"));
    for (text, words) in REFUSED {
        let whole = format!("{HEAD}{text}\nfn main() {{}}\n");
        fs::write(&source, &whole).unwrap();
        let refused = libraries.compile(&source, &program).unwrap().unwrap_or_default();
        let line = 1 + whole.lines().take_while(|line| !line.contains("// <-")).count();
        assert!(refused.contains(&format!("row.rs:{line}:")), "{text}: {refused}");
        assert!(refused.contains(words), "{text}: {refused}");
    }
}
