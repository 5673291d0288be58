//! All modules of a design: each distinct one once, parts before the modules that contain them, and a name for each.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use rust_hdl::prelude::Verilog;
use tengen_sim::{Source, stored::ModuleText};

use super::{
    beside::{self, Pairs},
    checks,
    flat::{self, ModuleNetlist},
    keywords,
    loops::Follows,
    module::{self, Body, Part},
    names::{self, identifier},
    netlist::{Scope, Signal},
};

/// Every distinct module, parts first.
#[derive(Default)]
pub struct Library {
    modules: Vec<Entry>,
    /// Modules by their text.
    known: BTreeMap<String, usize>,
    /// Declarations that wrapped primitives bring along, each once.
    cores: BTreeSet<String>,
    /// The lines of the modules are paired with those of their sources.
    paired: bool,
    /// Each module is kept with its netlist.
    with_netlists: bool,
}

/// One of the modules.
struct Entry {
    type_name: String,
    /// The text, with placeholders for the names of the parts' modules.
    text: String,
    widths: Vec<usize>,
    source: Option<&'static Source>,
    pairs: Pairs,
    netlist: Option<Result<ModuleNetlist>>,
    /// The instances that use it.
    paths: Vec<String>,
    /// A fixed name: that of the top, or of a black box.
    fixed_name: Option<String>,
}

/// A placeholder for a module name that is not chosen yet. In a written circuit the number is that of the part, in the
/// library that of the module. No Verilog text contains these characters.
fn mark(number: usize) -> String {
    format!("\u{1}{number}\u{2}")
}

/// The text with each placeholder replaced.
fn filled(text: &str, name: &dyn Fn(usize) -> String) -> String {
    let mut filled = String::new();
    for piece in text.split('\u{1}') {
        match piece.split_once('\u{2}') {
            Some((number, rest)) => {
                filled += &number.parse().map_or(String::new(), name);
                filled += rest;
            }
            None => filled += piece,
        }
    }
    filled
}

/// A circuit and its parts after writing.
pub struct Written<'a> {
    pub scope: &'a Scope,
    /// The module's text, with placeholders for its parts.
    pub body: Body<'a>,
    /// `None` for a register or an absent part, which have no module.
    pub parts: Vec<Option<Written<'a>>>,
    fixed_name: Option<String>,
}

impl Written<'_> {
    /// The ports of a signal in the module's text: one, or one for each field.
    pub fn ports_of(&self, signal: &Signal) -> Vec<String> {
        match &self.body.module {
            Some(module) => module.ports_of(signal),
            None => vec![identifier(&signal.name)],
        }
    }
}

impl Library {
    /// A library for [`Library::beside`].
    pub fn paired() -> Library {
        Library { paired: true, ..Library::default() }
    }

    /// A library for [`Library::netlists`].
    pub fn with_netlists() -> Library {
        Library { with_netlists: true, ..Library::default() }
    }

    /// Writes the circuit `top` and all its parts.
    pub fn write_top<'a>(&self, top: &'a Scope) -> Result<Written<'a>> {
        self.write(top, true, false)
    }

    /// Writes a circuit and all its parts.
    ///
    /// If an event-driven simulator would loop for ever, blocks are split (`apart`): first the blocks on the loop in
    /// this circuit, and if its parts still close the loop, those of the parts.
    fn write<'a>(&self, scope: &'a Scope, top: bool, apart: bool) -> Result<Written<'a>> {
        if let Verilog::Blackbox(black_box) = &scope.hdl
            && !top
        {
            checks::check_text(scope)?;
            return Ok(Written {
                scope,
                body: Body {
                    text: black_box.code.clone(),
                    widths: vec![],
                    follows: Follows::of_text(scope),
                    module: None,
                },
                parts: vec![],
                fixed_name: Some(black_box.name.clone()),
            });
        }
        let mut parts = vec![];
        let mut known = vec![];
        for (number, part) in scope.parts.iter().enumerate() {
            if !part.is_instance() {
                known.push(Part {
                    module: String::new(),
                    follows: match part.absent {
                        true => Follows::default(),
                        false => Follows::of_text(part),
                    },
                });
                parts.push(None);
                continue;
            }
            let written = self.write(part, false, apart)?;
            known.push(Part { module: mark(number), follows: written.body.follows.clone() });
            parts.push(Some(written));
        }
        let body = module::write(scope, top, &known, apart)?;
        if body.follows.circular && !apart {
            return self.write(scope, top, true);
        }
        Ok(Written { scope, body, parts, fixed_name: top.then(|| scope.path.clone()) })
    }

    /// Adds a circuit's module; returns the module's number.
    pub fn add(&mut self, written: Written) -> usize {
        let netlist = self.with_netlists.then(|| flat::module_netlist(&written));
        let Written { scope, body, parts, fixed_name } = written;
        let numbers: Vec<Option<usize>> = parts.into_iter().map(|part| part.map(|part| self.add(part))).collect();
        let module_of = |part: usize| numbers.get(part).copied().flatten().map_or(String::new(), mark);
        let text = filled(&body.text, &module_of);
        if let Verilog::Wrapper(wrapper) = &scope.hdl
            && !wrapper.cores.trim().is_empty()
        {
            self.cores.insert(wrapper.cores.trim().to_string());
        }
        self.insert(scope, Body { text, ..body }, fixed_name, netlist)
    }

    fn insert(
        &mut self,
        scope: &Scope,
        body: Body,
        fixed_name: Option<String>,
        netlist: Option<Result<ModuleNetlist>>,
    ) -> usize {
        let Body { text, widths, module, .. } = body;
        let next = self.modules.len();
        // The top may equal one of its own parts and still needs its own name.
        let number = match (&fixed_name, self.known.get(&text)) {
            (None, Some(known)) => *known,
            (Some(name), Some(known)) if self.modules[*known].fixed_name.as_ref() == Some(name) => *known,
            _ => next,
        };
        if number == next {
            self.known.insert(text.clone(), next);
            let (type_name, source) = (scope.type_name.clone(), scope.source);
            let module = module.filter(|_| self.paired);
            let pairs = module.map(|module| beside::pairs(&module, &text)).unwrap_or_default();
            self.modules
                .push(Entry { type_name, text, widths, source, pairs, netlist, paths: vec![], fixed_name });
        }
        self.modules[number].paths.push(scope.path.clone());
        number
    }

    /// A name for every module: its type's name; if several have the same type, also the widths of the ports that
    /// differ; if that is not enough, a number.
    fn names(&self) -> Vec<String> {
        let mut taken: BTreeSet<String> = self.modules.iter().filter_map(|m| m.fixed_name.clone()).collect();
        let mut names = vec![];
        for module in &self.modules {
            if let Some(name) = &module.fixed_name {
                names.push(name.clone());
                continue;
            }
            let same_type = |m: &&Entry| m.type_name == module.type_name && m.fixed_name.is_none();
            let siblings: Vec<&Entry> = self.modules.iter().filter(same_type).collect();
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

    /// Prints all modules, of which `last` is the top. Modules described elsewhere keep their names.
    pub fn print(&self, top: &str, last: usize, prefix: &str) -> Result<String> {
        let mut text = format!("// {top}, in Verilog-2001.\n{}", crate::generated_by("//"));
        for (_, module) in self.texts(last, prefix)? {
            text += &format!("\n{module}");
        }
        for core in &self.cores {
            text += &format!("\n{core}\n");
        }
        Ok(text)
    }

    /// The modules' names and texts, as [`Library::print`] prints them.
    fn texts(&self, last: usize, prefix: &str) -> Result<Vec<(String, String)>> {
        let given = |number: usize| self.modules[number].fixed_name.is_some() && number != last;
        let mut names = self.names();
        for (number, name) in names.iter_mut().enumerate() {
            if given(number) {
                continue;
            }
            name.insert_str(0, prefix);
            if let Some(objection) = names::objection(name) {
                bail!("the prefix {prefix:?}: {objection}");
            }
        }
        let text = |(i, module): (usize, &Entry)| {
            if given(i) {
                return format!("{}\n", module.text.trim());
            }
            let body = filled(&module.text, &|number| names.get(number).cloned().unwrap_or_default());
            format!("// {}\nmodule {}{body}", module.purpose(), names[i])
        };
        let texts: Vec<String> = self.modules.iter().enumerate().map(text).collect();
        Ok(names.into_iter().zip(texts).collect())
    }

    /// The name and the netlist of each module, of which `last` is the top, in a library that is [`Library::with_netlists`].
    pub fn netlists(self, last: usize) -> Result<Vec<(String, Result<ModuleNetlist>)>> {
        let texts = self.texts(last, "")?.into_iter().zip(self.modules);
        Ok(texts
            .filter_map(|((name, _), module)| Some((name, module.netlist?)))
            .collect())
    }

    /// Each module's text beside its source, of which `last` is the top, in a library that is [`Library::paired`].
    pub fn beside(&self, last: usize) -> Result<Vec<ModuleText>> {
        let texts = self.texts(last, "")?.into_iter().zip(&self.modules);
        Ok(texts
            .map(|((name, verilog), module)| beside::text(name, verilog, module.source, &module.pairs))
            .collect())
    }
}

impl Entry {
    /// A comment: the type's name and where it is used.
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
