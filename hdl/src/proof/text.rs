//! Finds signals and parts in the emitted Verilog of a circuit, and removes what is inside parts. The proofs and the monitors use it.
//!
//! | function                           | in                                | out                                            |
//! |------------------------------------|-----------------------------------|------------------------------------------------|
//! | `Module::place`                    | a module, a signal's path         | the signal's name, as this module can write it |
//! | `Module::direction`                | a module, a port                  | `input` or `output`                            |
//! | `Module::connected`                | a module, a part's port           | the expression that is connected to it         |
//! | [`parts`]                          | a circuit, paths of parts         | the parts, as yosys names them                 |
//! | [`without_inside`]                 | a circuit, such parts             | the circuit, these parts as black boxes        |
//! | `around`                           | a circuit, a module               | the module that it is a part of                |
//! | `with_parts`                       | a circuit, a module               | it and every module inside it                  |
//! | `Module::memory`                   | a module                          | the bits of its memories                       |

use std::collections::BTreeSet;

use anyhow::{Context, Result};

/// A signal as it is called in the Verilog of the module that holds it.
pub(super) fn in_verilog(path: &str) -> String {
    path.replace('.', "_")
}

/// A module in the Verilog of a circuit.
#[derive(Clone, Copy)]
pub(super) struct Module<'a> {
    /// The Verilog of the whole circuit.
    circuit: &'a str,
    /// The index in `circuit` at which the module begins.
    pub start: usize,
    /// The module's Verilog, without `endmodule`.
    pub text: &'a str,
}

impl<'a> Module<'a> {
    pub fn find(circuit: &'a str, name: &str) -> Option<Module<'a>> {
        let begins = format!("module {name} (");
        let start = match circuit.starts_with(&begins) {
            true => 0,
            false => circuit.find(&format!("\n{begins}"))? + 1,
        };
        let end = start + circuit[start..].find("\nendmodule")? + 1;
        Some(Module { circuit, start, text: &circuit[start..end] })
    }

    /// The name as it occurs in it.
    pub fn word(self, name: &str) -> Option<&'a str> {
        let mut words = self.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.find(|word| *word == name)
    }

    /// Whether the name occurs in it.
    pub fn has(self, name: &str) -> bool {
        self.word(name).is_some()
    }

    /// What is connected to a port of an instance; `None` if nothing is.
    pub fn connected(self, instance: &str, port: &str) -> Option<&'a str> {
        let body = &self.text[self.head().len()..];
        let (_, rest) = body.split_once(&format!(" {instance} (\n"))?;
        let (connections, _) = rest.split_once("\n  );")?;
        let begins = format!(".{port}(");
        let line = connections.lines().find_map(|line| line.trim().strip_prefix(&begins))?;
        let value = line.trim_end_matches(',').strip_suffix(')')?;
        (!value.is_empty()).then_some(value)
    }

    /// The declaration of its ports, from `module` on.
    pub fn head(self) -> &'a str {
        let end = self.text.find(");").map_or(self.text.len(), |end| end + 2);
        &self.text[..end]
    }

    /// `input` or `output`, if that is a port of it.
    pub fn direction(self, port: &str) -> Option<&'a str> {
        let lines = self.head().lines().map(|line| line.trim_end_matches(','));
        let line = lines
            .into_iter()
            .find(|line| line.split_whitespace().next_back() == Some(port))?;
        line.split_whitespace().next()
    }

    /// The instances in it: of each the name of its module, and its own name.
    pub fn instances(self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let lines = self.text.lines().filter_map(|line| line.strip_suffix(" ("));
        let words = lines.filter_map(|line| line.trim().split_once(' '));
        words.filter(|(of, instance)| *of != "module" && !instance.contains(' '))
    }

    /// The name of the module that an instance in this one is of.
    pub fn of_instance(self, instance: &str) -> Option<&'a str> {
        let found = self.instances().find(|(_, name)| *name == instance);
        found.map(|(of, _)| of)
    }

    /// The number of bits in its memories. Its parts do not count.
    pub fn memory(self) -> usize {
        let bits = |line: &str| {
            let (before, last_word) = line.strip_suffix("];")?.rsplit_once("[0:")?;
            let (_, declared) = before.split_once("reg ")?;
            let last_bit = match declared.strip_prefix('[') {
                Some(range) => range.split_once(':')?.0.parse().ok()?,
                None => 0,
            };
            Some((last_bit + 1) * (last_word.parse::<usize>().ok()? + 1))
        };
        self.text.lines().filter_map(bits).sum()
    }

    /// A signal as this module can name it: its own name, or one that leads into a part, such as `stack.ply_q`.
    pub fn place(self, path: &str) -> Option<String> {
        let name = in_verilog(path);
        if self.has(&name) {
            return Some(name);
        }
        let (instance, rest) = path.split_once('.')?;
        let part = Module::find(self.circuit, self.of_instance(instance)?)?;
        Some(format!("{instance}.{}", part.place(rest)?))
    }

    /// A part as yosys names it, `module/instance`. `name` is the name of this module.
    fn part(self, name: &str, path: &str) -> Option<String> {
        if self.of_instance(path).is_some() {
            return Some(format!("{name}/{path}"));
        }
        let (instance, rest) = path.split_once('.')?;
        let of = self.of_instance(instance)?;
        Module::find(self.circuit, of)?.part(of, rest)
    }
}

/// The parts at these paths as yosys names them, `module/instance`. `top` is the circuit's module.
///
/// # Errors
/// If there is no such part.
pub fn parts(top: &str, circuit: &str, paths: &[&str]) -> Result<Vec<String>> {
    let module = Module::find(circuit, top);
    let part = |path: &&str| {
        let found = module.and_then(|module| module.part(top, path));
        found.with_context(|| format!("{top} has no part {path}"))
    };
    paths.iter().map(part).collect()
}

/// Removes what is inside `parts`, which are named as by [`parts`]. A module used only for these parts becomes a black box: its ports
/// alone. A module used only inside them is left out. yosys reads the result in a fraction of the time.
pub fn without_inside(top: &str, circuit: &str, parts: &[String]) -> String {
    if parts.is_empty() {
        return circuit.into();
    }
    let (mut whole, mut ports) = (BTreeSet::new(), BTreeSet::new());
    let mut next = vec![top];
    while let Some(name) = next.pop() {
        let Some(module) = Module::find(circuit, name).filter(|_| whole.insert(name)) else {
            continue;
        };
        for (of, instance) in module.instances() {
            if parts.contains(&format!("{name}/{instance}")) {
                ports.insert(of);
            } else {
                next.push(of);
            }
        }
    }
    let mut text = circuit.to_string();
    for name in crate::verilog_modules(circuit) {
        let Some(module) = Module::find(&text, name).filter(|_| !whole.contains(name)) else {
            continue;
        };
        let head = match ports.contains(name) {
            true => format!("(* blackbox *)\n{}\nendmodule", module.head()),
            false => String::new(),
        };
        let range = module.start..module.start + module.text.len() + "endmodule".len();
        text.replace_range(range, &head);
    }
    text
}

/// The module that has instances of this one, if no other has.
pub(super) fn around<'a>(circuit: &'a str, name: &str) -> Option<&'a str> {
    let has = |around: &&str| {
        let module = Module::find(circuit, around);
        module.is_some_and(|module| module.instances().any(|(of, _)| of == name))
    };
    let mut all = crate::verilog_modules(circuit).into_iter().filter(has);
    all.next().filter(|_| all.next().is_none())
}

/// A module, the modules of its parts, those of their parts, and so on, each once.
pub(super) fn with_parts<'a>(circuit: &'a str, name: &str) -> Vec<Module<'a>> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![name]);
    let mut found = vec![];
    while let Some(name) = next.pop() {
        if let Some(module) = Module::find(circuit, name).filter(|module| seen.insert(module.start)) {
            next.extend(module.instances().map(|(of, _)| of));
            found.push(module);
        }
    }
    found
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub const HOUSE: &str = "module lamp (\n);\n  reg [2:0] state_q;\nendmodule\n\nmodule room (\n);\n  lamp light (\n  );\nendmodule\n\n\
                         module house (\n);\n  room kitchen (\n  );\n  wire kitchen_door;\nendmodule\n";

    #[test]
    fn parts_are_named_as_yosys_does() {
        let found = parts("house", HOUSE, &["kitchen", "kitchen.light"]).unwrap();
        assert_eq!(found, ["house/kitchen", "room/light"]);
        for nowhere in ["light", "kitchen.door", "kitchen.light.state"] {
            let error = parts("house", HOUSE, &[nowhere]).unwrap_err().to_string();
            assert_eq!(error, format!("house has no part {nowhere}"));
        }
    }

    #[test]
    fn the_module_around_a_part_is_found_unless_there_are_two() {
        assert_eq!(
            ["lamp", "room", "house"].map(|name| around(HOUSE, name)),
            [Some("room"), Some("house"), None]
        );
        let two = HOUSE.replace("  wire kitchen_door;", "  lamp porch (\n  );");
        assert_eq!(around(&two, "lamp"), None);
    }

    #[test]
    fn a_module_with_its_parts_is_found_once_and_memories_are_counted() {
        let memories = "  (* ram_style = \"block\" *) reg [14:0] words [0:255];\n  reg flags [0:3];\n";
        let two = HOUSE.replace("  wire kitchen_door;", &format!("  lamp porch (\n  );\n{memories}"));
        let found = with_parts(&two, "house");
        let names: Vec<&str> = found
            .iter()
            .filter_map(|module| module.text.split(' ').nth(1))
            .collect();
        assert_eq!(names, ["house", "lamp", "room"]);
        assert_eq!(
            found.iter().map(|module| module.memory()).collect::<Vec<_>>(),
            [15 * 256 + 4, 0, 0]
        );
    }

    #[test]
    fn what_is_connected_to_a_part_is_found() {
        let house = "module hall (\n  input wire door\n);\n  lamp hall (\n    .on(door & dark),\n    .lit(),\n    .colour(seen)\n  );\nendmodule\n";
        let house = Module::find(house, "hall").unwrap();
        let connected = |port| house.connected("hall", port);
        assert_eq!(
            ["on", "lit", "colour", "off"].map(connected),
            [Some("door & dark"), None, Some("seen"), None]
        );
        assert_eq!(
            (house.connected("cellar", "on"), house.direction("door")),
            (None, Some("input"))
        );
    }

    #[test]
    fn what_is_inside_a_part_is_left_out() {
        let text = |paths| without_inside("house", HOUSE, &parts("house", HOUSE, paths).unwrap());
        assert_eq!(text(&[]), HOUSE);
        let without_kitchen = text(&["kitchen"]);
        assert!(without_kitchen.contains("(* blackbox *)\nmodule room (\n);\nendmodule\n"));
        assert!(!without_kitchen.contains("light") && without_kitchen.contains("  room kitchen (\n"));
        let without_light = text(&["kitchen.light"]);
        assert!(without_light.contains("(* blackbox *)\nmodule lamp (\n);\nendmodule\n"));
        assert!(without_light.contains("lamp light") && !without_light.contains("state_q"));
    }
}
