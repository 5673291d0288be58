//! All modules of a machine: each distinct one once, parts before what holds them, and a name for each.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use rust_hdl::core::ast::Verilog;

use super::{
    checks, keywords, loops,
    module::{self, Part},
    names,
    netlist::Scope,
    rest::{Rests, Waking},
};

/// Every distinct module, parts first.
#[derive(Default)]
pub struct Library {
    modules: Vec<Module>,
    /// Modules by their text.
    known: BTreeMap<String, usize>,
    /// Declarations that come with wrapped primitives, each once.
    cores: BTreeSet<String>,
    /// What a model leaves alone; nothing in Verilog that is to be synthesised.
    rests: &'static Rests,
}

struct Module {
    type_name: String,
    /// The text, in which the parts' modules stand as marks.
    text: String,
    widths: Vec<usize>,
    /// Where it is used.
    paths: Vec<String>,
    /// The name is given: the top, or a black box.
    fixed_name: Option<String>,
}

/// Stands for the name of a module that has none yet; no Verilog text holds such a character.
fn mark(module: usize) -> String {
    format!("\u{1}{module}\u{2}")
}

impl Library {
    /// None yet; circuits that rest will do so.
    pub fn resting(rests: &'static Rests) -> Library {
        Library {
            rests,
            ..Library::default()
        }
    }

    /// The number of the module that the circuit `top` is.
    pub fn add_top(&mut self, top: &Scope) -> Result<usize> {
        Ok(self.add(top, true, false)?.0)
    }

    /// The number of the module that `scope` is, its paths and those of its events; it is `held` if what holds it rests.
    fn add(&mut self, scope: &Scope, top: bool, held: bool) -> Result<(usize, loops::Paths, loops::Paths)> {
        if let Verilog::Blackbox(black_box) = &scope.hdl
            && !top
        {
            checks::check_text(scope)?;
            let number = self.insert(scope, black_box.code.clone(), vec![], Some(black_box.name.clone()));
            return Ok((number, loops::of_text(scope), loops::of_text(scope)));
        }
        let waking = Waking::of(&scope.type_name, self.rests, held);
        let mut parts = vec![];
        for part in &scope.parts {
            parts.push(if part.is_register() {
                Part {
                    module: String::new(),
                    paths: loops::of_text(part),
                    events: loops::of_text(part),
                    told: false,
                }
            } else {
                let held = waking != Waking::Always;
                let (number, paths, events) = self.add(part, false, held)?;
                Part {
                    module: mark(number),
                    paths,
                    events,
                    told: part.is_kernel() && Waking::of(&part.type_name, self.rests, held) == Waking::Told,
                }
            });
        }
        let body = module::write(scope, top, waking, &parts)?;
        if let Verilog::Wrapper(wrapper) = &scope.hdl
            && !wrapper.cores.trim().is_empty()
        {
            self.cores.insert(wrapper.cores.trim().to_string());
        }
        let name = top.then(|| scope.path.clone());
        let number = self.insert(scope, body.text, body.widths, name);
        Ok((number, body.paths, body.events))
    }

    fn insert(&mut self, scope: &Scope, text: String, widths: Vec<usize>, fixed_name: Option<String>) -> usize {
        let next = self.modules.len();
        // The top may look like one of its own parts and still needs its own name.
        let number = match (&fixed_name, self.known.get(&text)) {
            (None, Some(known)) => *known,
            (Some(name), Some(known)) if self.modules[*known].fixed_name.as_ref() == Some(name) => *known,
            _ => next,
        };
        if number == next {
            self.known.insert(text.clone(), next);
            self.modules.push(Module {
                type_name: scope.type_name.clone(),
                text,
                widths,
                paths: vec![],
                fixed_name,
            });
        }
        self.modules[number].paths.push(scope.path.clone());
        number
    }

    /// A name for every module: its type's words; if several have the same type, the widths of the ports that tell them
    /// apart; if those do not either, a number.
    fn names(&self) -> Vec<String> {
        let mut taken: BTreeSet<String> = self.modules.iter().filter_map(|m| m.fixed_name.clone()).collect();
        let mut names = vec![];
        for module in &self.modules {
            if let Some(name) = &module.fixed_name {
                names.push(name.clone());
                continue;
            }
            let same_type = |m: &&Module| m.type_name == module.type_name && m.fixed_name.is_none();
            let siblings: Vec<&Module> = self.modules.iter().filter(same_type).collect();
            let mut widths: Vec<String> = vec![];
            for (i, width) in module.widths.iter().enumerate() {
                let differs = siblings.iter().any(|m| m.widths.get(i).is_some_and(|w| w != width));
                if differs && !widths.contains(&width.to_string()) {
                    widths.push(width.to_string());
                }
            }
            let mut base = match names::snake(&module.type_name) {
                name if name.is_empty() => "part".to_string(),
                name => name,
            };
            if keywords::is_keyword(&base) {
                base += "_module";
            }
            if !widths.is_empty() {
                base = format!("{base}_{}", widths.join("x"));
            }
            let numbered = (2..).map(|i| format!("{base}_{i}"));
            let name = std::iter::once(base.clone())
                .chain(numbered)
                .find(|name| !taken.contains(name));
            let name = name.unwrap_or(base);
            taken.insert(name.clone());
            names.push(name);
        }
        names
    }

    pub fn print(&self, top: &str, last: usize) -> String {
        let names = self.names();
        let mut text = format!("// {top}, in Verilog-2001.\n{}", crate::hdl::generated_by("//"));
        if !self.rests.is_empty() {
            text += "// For simulators alone: parts that rest keep their values, which would make latches.\n";
        }
        for (i, module) in self.modules.iter().enumerate() {
            if module.fixed_name.is_some() && i != last {
                text += &format!("\n{}\n", module.text.trim());
                continue;
            }
            let mut body = String::new();
            for piece in module.text.split('\u{1}') {
                match piece.split_once('\u{2}') {
                    Some((number, rest)) => {
                        body += number
                            .parse::<usize>()
                            .ok()
                            .and_then(|n| names.get(n))
                            .map_or("", |name| name);
                        body += rest;
                    }
                    None => body += piece,
                }
            }
            text += &format!("\n// {}\nmodule {}{body}", module.purpose(), names[i]);
        }
        for core in &self.cores {
            text += &format!("\n{core}\n");
        }
        text
    }
}

impl Module {
    /// What type it is and where it is used.
    fn purpose(&self) -> String {
        const SHOWN: usize = 3;
        let shown: Vec<&str> = self.paths.iter().take(SHOWN).map(String::as_str).collect();
        let more = match self.paths.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        match self.type_name.as_str() {
            "" => format!("{}{more}", shown.join(", ")),
            name => format!("{name}: {}{more}", shown.join(", ")),
        }
    }
}
