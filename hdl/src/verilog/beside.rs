//! A module's Verilog beside the source of its kernel, and which lines of the two belong together: those that give the
//! same signal a value.
//!
//! ```text
//! 42   count.d = count.q + 1;        12   count_d = count + 23'd1;
//!                                    20   count <= count_d;
//! 47   u.enable = a;                  9   .enable(a),
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use tengen_sim::{Source, stored::ModuleText};

use super::{
    module::Module,
    names::identifier,
    netlist::Scope,
    symbols::{Id, Symbols},
};

/// Lines of a source that give signals a value, each with the lines of the text that give them one: from 0.
pub type Pairs = BTreeMap<u32, BTreeSet<usize>>;

/// The lines of a module's text before its body's second one: its purpose, and `module` with its name.
const HEAD: usize = 2;

/// What a line of a module's text gives a value.
#[derive(PartialEq)]
enum Given<'a> {
    /// `target = value;`
    Now(&'a str),
    /// `register <= value;`
    AtEdge(&'a str),
    /// `.port(net)` of an instance.
    Pin(&'a str, &'a str),
}

/// The lines of a module's kernel that give something a value, each with those of its text that do.
pub fn pairs(module: &Module, text: &str) -> Pairs {
    let begins = module.scope.source.map_or(0, |source| source.line);
    let given = given(text);
    let pins = pins(module.scope, &module.symbols);
    let mut pairs = Pairs::new();
    for (line, id) in &module.lines {
        // A register keeps its value by a line that is not in the source.
        if *line <= begins {
            continue;
        }
        let wanted = names(module, &pins, *id);
        let lines = given.iter().filter(|(_, given)| wanted.contains(given));
        pairs.entry(*line).or_default().extend(lines.map(|(number, _)| *number));
    }
    pairs.retain(|_, lines| !lines.is_empty());
    pairs
}

/// How the text may name a signal that is given a value.
fn names<'a>(module: &'a Module, pins: &'a Pins, id: Id) -> Vec<Given<'a>> {
    let mut names = vec![Given::Now(&module.symbols[id].identifier)];
    let registers = module.registers.values().flatten();
    let held = registers.filter(|(_, d)| *d == id);
    names.extend(held.map(|(q, _)| Given::AtEdge(&module.symbols[*q].identifier)));
    names.extend(pins.get(&id).map(|(part, port)| Given::Pin(part, port)));
    names
}

/// What each line of a module's text gives a value, if anything.
fn given(text: &str) -> Vec<(usize, Given<'_>)> {
    let mut section = Section::Logic;
    let mut found = vec![];
    for (number, line) in text.lines().enumerate() {
        let words = line.trim_start();
        // A section is indented by two spaces, what is in it by more.
        if line.len() - words.len() == 2 {
            section = Section::of(words);
        }
        let target = |mark: &str| words.split_once(mark)?.0.rsplit(' ').next();
        let given = match section {
            Section::Values => None,
            Section::Instance(part) => {
                let pin = words.strip_prefix('.').and_then(|pin| pin.split_once('('));
                pin.map(|(port, _)| Given::Pin(part, port))
            }
            Section::Edge => target(" <= ").map(Given::AtEdge),
            Section::Logic => target(" = ").map(Given::Now),
        };
        found.extend(given.map(|given| (number, given)));
    }
    found
}

/// A piece of a module's text.
enum Section<'a> {
    /// Constants and first values.
    Values,
    /// An instance of that name.
    Instance(&'a str),
    /// What registers take at an edge.
    Edge,
    Logic,
}

impl Section<'_> {
    /// The section that begins with that line.
    fn of(line: &str) -> Section<'_> {
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["initial" | "localparam", ..] => Section::Values,
            [_, instance, "("] => Section::Instance(instance),
            ["always", "@(posedge", ..] => Section::Edge,
            _ => Section::Logic,
        }
    }
}

/// The pins of a module's instances: instance and port, by what is connected to them.
type Pins = BTreeMap<Id, (String, String)>;

fn pins(scope: &Scope, symbols: &Symbols) -> Pins {
    let mut pins = Pins::new();
    for part in scope.parts.iter().filter(|part| part.is_instance()) {
        for signal in part.signals.iter().filter(|signal| signal.kind.is_parameter()) {
            for (id, leaf) in symbols.leaves(&format!("{}${}", part.instance, signal.name)) {
                let mut port = identifier(&signal.name);
                if part.is_kernel() {
                    leaf.fields.iter().for_each(|field| port += &format!("_{field}"));
                }
                pins.insert(id, (identifier(&part.instance), port));
            }
        }
    }
    pins
}

/// A module's text beside its source, if that is still where it was when it was compiled.
pub fn text(name: String, verilog: String, source: Option<&Source>, pairs: &Pairs) -> ModuleText {
    let text = source.and_then(read).unwrap_or_default();
    let known = source.filter(|_| !text.is_empty());
    let line = |number: &usize| (number + HEAD) as u32;
    let lines = |lines: &BTreeSet<usize>| lines.iter().map(line).collect();
    ModuleText {
        name,
        verilog,
        file: known.map_or_else(String::new, |source| source.file.to_owned()),
        source: text,
        begins: known.map_or(0, |source| source.line),
        pairs: match known {
            Some(_) => pairs
                .iter()
                .map(|(kernel, verilog)| (*kernel, lines(verilog)))
                .collect(),
            None => vec![],
        },
    }
}

/// The text of a source. The compiler was given its path from the root of the workspace, in which its package is.
fn read(source: &Source) -> Option<String> {
    let folders = Path::new(source.folder).ancestors();
    let mut paths = folders.map(|folder| folder.join(source.file));
    paths.find_map(|path| fs::read_to_string(path).ok())
}

#[cfg(test)]
mod tests {
    use rust_hdl::prelude::*;
    use tengen_sim::{Circuit, kernel};

    use super::super::{beside, verilog};
    use crate::{Register, library::synchroniser::Synchroniser};

    /// Counts the clocks in which a button is down.
    #[derive(Circuit)]
    struct Clicks {
        pub clock: Signal<In, Clock>,
        pub button: Signal<In, Bit>,
        pub count: Signal<Out, Bits<4>>,

        heard: Synchroniser<Bit>,
        held: Register<Bits<4>>,
    }

    #[kernel]
    impl Logic for Clicks {
        fn update(&mut self) {
            heard.asynchronous = button;
            let more = held.q + 1;
            if heard.synchronous {
                held.d = more;
            }
            count = held.q;
        }
    }

    #[test]
    fn the_texts_are_those_of_the_file_and_lines_that_assign_the_same_belong_together() {
        let modules = beside(&mut Clicks::default(), "clicks").unwrap();
        let file = verilog(&mut Clicks::default(), "clicks").unwrap();
        let texts: String = modules.iter().map(|module| format!("\n{}", module.verilog)).collect();
        assert!(file.ends_with(&texts), "{texts}");
        let [synchroniser, clicks] = &modules[..] else {
            panic!("{modules:?}")
        };
        assert!(
            synchroniser.source.contains("pub struct Synchroniser"),
            "{}",
            synchroniser.file
        );
        assert_eq!(clicks.name, "clicks");
        let line = |text: &str, number: u32| text.lines().nth(number as usize - 1).unwrap().trim().to_owned();
        let pair = |(kernel, others): &(u32, Vec<u32>)| {
            let others: Vec<String> = others.iter().map(|number| line(&clicks.verilog, *number)).collect();
            format!("{} ~ {}", line(&clicks.source, *kernel), others.join(" "))
        };
        let pairs: Vec<String> = clicks.pairs.iter().map(pair).collect();
        assert_eq!(
            pairs,
            [
                "heard.asynchronous = button; ~ .asynchronous(button),",
                "let more = held.q + 1; ~ assign more = held_q + 4'd1;",
                "held.d = more; ~ held_d = held_q; held_d = more; always @(posedge clock) held_q <= held_d;",
                "count = held.q; ~ assign count = held_q;",
            ]
        );
    }
}
