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
    module::{self, Body, Content},
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

/// A placeholder for the name of a module of the library, which is not chosen yet. No Verilog text contains these
/// characters.
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
    pub body: Body<'a>,
    /// `None` for a register or an absent part, which have no module.
    pub parts: Vec<Option<Written<'a>>>,
    fixed_name: Option<String>,
    /// Each signal has its own block, in its parts too.
    apart: bool,
}

impl Written<'_> {
    /// The ports of a signal in the module's text: one, or one for each field.
    pub fn ports_of(&self, signal: &Signal) -> Vec<String> {
        match self.body.module() {
            Some(module) => module.ports_of(signal),
            None => vec![identifier(&signal.name)],
        }
    }
}

/// Writes the circuit `top` and all its parts.
pub fn write_top(top: &Scope) -> Result<Written<'_>> {
    write(top, true)
}

/// Writes a circuit and all its parts.
///
/// If an event-driven simulator would loop for ever, all blocks in the circuit and its parts are split.
fn write(scope: &Scope, top: bool) -> Result<Written<'_>> {
    if let Verilog::Blackbox(black_box) = &scope.hdl
        && !top
    {
        checks::check_text(scope)?;
        return Ok(Written {
            scope,
            body: Body::text(Follows::of_text(scope), black_box.code.clone(), vec![]),
            parts: vec![],
            fixed_name: Some(black_box.name.clone()),
            // It has no block to split.
            apart: true,
        });
    }
    let instance = |part| Scope::is_instance(part).then(|| write(part, false)).transpose();
    let parts = scope.parts.iter().map(instance).collect::<Result<_>>()?;
    let written = with_parts(scope, top, parts, false)?;
    if written.body.follows.circular { split(written) } else { Ok(written) }
}

/// Writes a circuit and its parts again with a block for each signal. What is written like that already stays.
fn split(written: Written) -> Result<Written> {
    if written.apart {
        return Ok(written);
    }
    let top = written.fixed_name.is_some();
    let parts = written.parts.into_iter().map(|part| part.map(split).transpose());
    with_parts(written.scope, top, parts.collect::<Result<_>>()?, true)
}

/// Writes a circuit whose parts are written already.
fn with_parts<'a>(scope: &'a Scope, top: bool, parts: Vec<Option<Written<'a>>>, apart: bool) -> Result<Written<'a>> {
    let follows = |(part, written): (&Scope, &Option<Written>)| match written {
        Some(written) => written.body.follows.clone(),
        None if part.absent => Follows::default(),
        None => Follows::of_text(part),
    };
    let known: Vec<Follows> = scope.parts.iter().zip(&parts).map(follows).collect();
    let body = module::write(scope, top, &known, apart)?;
    let fixed_name = top.then(|| scope.path.clone());
    Ok(Written { scope, body, parts, fixed_name, apart })
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

    /// Adds a circuit's module; returns the module's number.
    pub fn add(&mut self, written: Written) -> usize {
        let netlist = self.with_netlists.then(|| flat::module_netlist(&written));
        let Written { scope, body, parts, fixed_name, .. } = written;
        let numbers = parts.into_iter().map(|part| part.map(|part| self.add(part)));
        let names: Vec<String> = numbers.map(|number| number.map_or(String::new(), mark)).collect();
        if let Verilog::Wrapper(wrapper) = &scope.hdl
            && !wrapper.cores.trim().is_empty()
        {
            self.cores.insert(wrapper.cores.trim().to_string());
        }
        let (text, widths, module) = match body.content {
            Content::Text { text, widths } => (text, widths, None),
            Content::Module(module) => {
                let (text, widths) = module.print(&names);
                (text, widths, Some(module))
            }
        };
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
    /// differ; if that is not enough, a number. Somebody else's modules keep their names.
    fn names(&self) -> Vec<String> {
        let theirs = self
            .cores
            .iter()
            .flat_map(|text| crate::verilog_modules(text))
            .map(str::to_string);
        let fixed = self.modules.iter().filter_map(|m| m.fixed_name.clone());
        let mut taken: BTreeSet<String> = fixed.chain(theirs).collect();
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
