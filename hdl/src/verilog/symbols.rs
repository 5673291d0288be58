//! The symbol table of a module: every name with its width and its driver.
//!
//! Structs are split here: the kernel's `state.q` becomes the symbols `state_q_position`, `state_q_turns`, ..., which
//! can also be looked up in the kernel's spelling (`state$q`).

use std::{collections::BTreeMap, rc::Rc};

use anyhow::{Result, bail};
use num_bigint::BigUint;
use rust_hdl::prelude::AtomKind;

use super::{
    names::{identifier, label, objection},
    netlist::{Scope, Signal},
    shape::{Enumeration, Kind, Leaf},
};

/// A symbol's place in the table.
pub type Id = usize;

#[derive(Clone, Debug)]
pub struct Symbol {
    pub identifier: String,
    /// The path for errors: `pair.second[0].state.q.turns`.
    pub path: String,
    pub role: Role,
    /// The width in bits.
    pub width: usize,
    pub kind: Kind,
    /// Whether its type is `Clock`.
    pub is_clock: bool,
    /// The value of a constant, and the first value of a register.
    pub initial: BigUint,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Driven by the parent.
    Input,
    /// Driven by the kernel.
    Output,
    Local,
    /// Named because Verilog can only slice names.
    Temporary,
    /// An input of a part, driven by the kernel.
    Feed,
    /// An input of an absent part: driven, but read by nobody.
    Unheard,
    /// An output of a part.
    Result,
    /// A bidirectional wire.
    InOut,
    Constant,
}

impl Role {
    /// Whether the kernel must assign it.
    pub fn is_written(self) -> bool {
        matches!(
            self,
            Role::Output | Role::Local | Role::Temporary | Role::Feed | Role::Unheard
        )
    }

    /// Whether only the kernel uses it, so that it can be removed if nothing there reads it.
    pub fn is_inside(self) -> bool {
        matches!(self, Role::Temporary | Role::Local | Role::Unheard)
    }
}

#[derive(Default)]
pub struct Symbols {
    all: Vec<Symbol>,
    /// The leaves of a signal, lowest bit first, by rust-hdl's spelling (`second$0$turns`).
    signals: BTreeMap<String, Vec<(Id, Leaf)>>,
    /// The path that each identifier stands for.
    taken: BTreeMap<String, String>,
    /// The enumerations of the signals, by name.
    enumerations: BTreeMap<String, Rc<Enumeration>>,
}

impl std::ops::Index<Id> for Symbols {
    type Output = Symbol;

    fn index(&self, id: Id) -> &Symbol {
        &self.all[id]
    }
}

impl Symbols {
    /// Collects the signals of a circuit and the ports of its parts.
    pub fn of(scope: &Scope) -> Result<Symbols> {
        let mut symbols = Symbols::default();
        for signal in &scope.signals {
            let role = match signal.kind {
                AtomKind::InputParameter => Role::Input,
                AtomKind::OutputParameter => Role::Output,
                AtomKind::InOutParameter => Role::InOut,
                AtomKind::LocalSignal => Role::Local,
                AtomKind::Constant => Role::Constant,
                other => bail!(
                    "{}: a signal of the kind {other:?} cannot be written",
                    scope.path_of(&signal.name)
                ),
            };
            symbols.insert(&signal.name, scope.path_of(&signal.name), signal, role)?;
        }
        for part in &scope.parts {
            if !part.is_register() {
                symbols.claim(&identifier(&part.instance), &part.path)?;
            }
            for signal in &part.signals {
                let role = match (signal.kind, part.absent) {
                    (AtomKind::InputParameter, false) => Role::Feed,
                    (AtomKind::InputParameter, true) => Role::Unheard,
                    (AtomKind::OutputParameter, false) => Role::Result,
                    (AtomKind::OutputParameter, true) => Role::Constant,
                    (AtomKind::InOutParameter, false) => Role::InOut,
                    (AtomKind::InOutParameter, true) => bail!(
                        "{}: goes both ways, so the part cannot be left out: nobody would drive it",
                        part.path_of(&signal.name)
                    ),
                    _ => continue,
                };
                let spelled = format!("{}${}", part.instance, signal.name);
                symbols.insert(&spelled, part.path_of(&signal.name), signal, role)?;
            }
        }
        Ok(symbols)
    }

    fn insert(&mut self, spelled: &str, path: String, signal: &Signal, role: Role) -> Result<()> {
        let mut found = vec![];
        for leaf in &signal.leaves {
            let words: Vec<String> = std::iter::once(identifier(spelled))
                .chain(leaf.fields.iter().cloned())
                .collect();
            let path = std::iter::once(path.clone())
                .chain(leaf.fields.iter().cloned())
                .collect::<Vec<_>>()
                .join(".");
            if leaf.width == 0 {
                bail!("{path}: a value of no bits (a struct without fields, an enumeration with one variant)");
            }
            if let Kind::Enumeration(enumeration) = &leaf.kind {
                self.learn(enumeration, &path)?;
            }
            let mask = (BigUint::from(1u8) << leaf.width) - 1u8;
            let initial = (&signal.initial >> leaf.offset) & mask;
            let id = self.add(Symbol {
                identifier: words.join("_"),
                path,
                role,
                width: leaf.width,
                kind: leaf.kind.clone(),
                is_clock: signal.is_clock,
                initial,
            })?;
            found.push((id, leaf.clone()));
        }
        self.signals.insert(spelled.to_string(), found);
        Ok(())
    }

    fn add(&mut self, symbol: Symbol) -> Result<Id> {
        self.claim(&symbol.identifier, &symbol.path)?;
        self.all.push(symbol);
        Ok(self.all.len() - 1)
    }

    /// Reserves an identifier for one signal.
    pub fn claim(&mut self, identifier: &str, path: &str) -> Result<()> {
        if let Some(objection) = objection(identifier) {
            bail!("{path}: {objection}");
        }
        if let Some(other) = self.taken.insert(identifier.to_string(), path.to_string()) {
            bail!("{path}: would be called `{identifier}` in Verilog, and so would {other}: rename one");
        }
        Ok(())
    }

    /// Creates a new name for an expression, derived from `base`.
    pub fn temporary(&mut self, base: &str, width: usize, kind: Kind) -> Id {
        self.wire(&format!("{base}_part"), width, kind)
    }

    /// A number with a name, in a width: the same symbol each time.
    pub fn constant(&mut self, name: &str, width: usize, kind: Kind, value: BigUint) -> Id {
        let same = |symbol: &Symbol| {
            symbol.role == Role::Constant && symbol.path == name && symbol.width == width && symbol.initial == value
        };
        if let Some(known) = self.all.iter().position(same) {
            return known;
        }
        let id = self.wire(name, width, kind);
        self.all[id].role = Role::Constant;
        self.all[id].path = name.to_string();
        self.all[id].initial = value;
        id
    }

    /// Creates a name for an expression: this one, or with a number if it is taken.
    pub fn wire(&mut self, base: &str, width: usize, kind: Kind) -> Id {
        let free = |name: &String| !self.taken.contains_key(name);
        let identifier = std::iter::once(base.to_string())
            .chain((2..).map(|i| format!("{base}_{i}")))
            .find(free)
            .unwrap_or_default();
        self.taken.insert(identifier.clone(), identifier.clone());
        self.all.push(Symbol {
            path: identifier.clone(),
            identifier,
            role: Role::Temporary,
            width,
            kind,
            is_clock: false,
            initial: BigUint::default(),
        });
        self.all.len() - 1
    }

    fn learn(&mut self, enumeration: &Rc<Enumeration>, path: &str) -> Result<()> {
        match self.enumerations.get(&enumeration.name) {
            None => {
                for variant in &enumeration.variants {
                    self.claim(
                        &label(&enumeration.name, variant),
                        &format!("{}::{variant}", enumeration.name),
                    )?;
                }
                self.enumerations.insert(enumeration.name.clone(), enumeration.clone());
            }
            Some(known) if known == enumeration => {}
            Some(_) => bail!(
                "{path}: two different enumerations are called {}: rename one",
                enumeration.name
            ),
        }
        Ok(())
    }

    /// The enumeration that has a variant with this label.
    pub fn label_owner(&self, label: &str) -> Option<&str> {
        let owns = |e: &&Rc<Enumeration>| e.variants.iter().any(|v| super::names::label(&e.name, v) == label);
        self.enumerations.values().find(owns).map(|e| e.name.as_str())
    }

    pub fn enumeration(&self, name: &str) -> Option<&Rc<Enumeration>> {
        self.enumerations.get(name)
    }

    /// The leaves of the signal in the kernel's spelling, perhaps followed by fields (`state$q$walk$position`).
    pub fn find(&self, spelled: &str) -> Option<Vec<Id>> {
        if let Some(leaves) = self.signals.get(spelled) {
            return Some(leaves.iter().map(|(id, _)| *id).collect());
        }
        let words: Vec<&str> = spelled.split('$').collect();
        (1..words.len()).rev().find_map(|i| {
            let fields = &words[i..];
            let leaves = self.signals.get(&words[..i].join("$"))?;
            let inside =
                |leaf: &Leaf| leaf.fields.len() >= fields.len() && leaf.fields.iter().zip(fields).all(|(a, b)| a == b);
            let ids: Vec<Id> = leaves
                .iter()
                .filter(|(_, leaf)| inside(leaf))
                .map(|(id, _)| *id)
                .collect();
            (!ids.is_empty()).then_some(ids)
        })
    }

    /// The leaves of a signal of this circuit, or of a port of a part (`second$0$turns`); empty if there is none.
    pub fn leaves(&self, spelled: &str) -> Vec<(Id, Leaf)> {
        self.signals.get(spelled).cloned().unwrap_or_default()
    }

    pub fn ids(&self) -> std::ops::Range<Id> {
        0..self.all.len()
    }
}
