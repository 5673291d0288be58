//! A circuit as a tree: collected with rust-hdl's `Probe`, it holds what a writer needs to know.

use num_bigint::BigUint;
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, Verilog, VerilogLiteral};
use tengen_sim::{Behaviour, Memory, Source, announced, announced_behaviour, announced_memory, split_scope};

use super::{
    names::rust_path,
    shape::{Leaf, leaves},
};

/// One circuit, and the circuits in it.
pub struct Scope {
    /// The field that holds it, in rust-hdl's spelling: `second$0`.
    pub instance: String,
    /// Its type without parameters; empty if rust-hdl does not give it.
    pub type_name: String,
    /// Its path as in the Rust source: `pair.second[0]`.
    pub path: String,
    pub signals: Vec<Signal>,
    pub parts: Vec<Scope>,
    pub hdl: Verilog,
    /// The memory it implements, if any.
    pub memory: Option<Memory>,
    /// The behaviour of somebody else's module, if it is one.
    pub behaviour: Option<Behaviour>,
    /// What the derive has found in its source.
    pub source: Option<&'static Source>,
    /// An absent `Optional`: its outputs are constants, nothing reads its inputs, and its inside is not visited.
    pub absent: bool,
}

pub struct Signal {
    /// The field, in rust-hdl's spelling: `taps$3`.
    pub name: String,
    pub kind: AtomKind,
    /// The width in bits.
    pub width: usize,
    pub leaves: Vec<Leaf>,
    /// The value of a constant, and the first value of an output.
    pub initial: BigUint,
    /// Whether hand-written logic has declared that it drives it.
    pub connected: bool,
    /// Whether its type is `Clock`.
    pub is_clock: bool,
}

impl Signal {
    pub fn is_input(&self) -> bool {
        self.kind == AtomKind::InputParameter
    }

    pub fn is_output(&self) -> bool {
        self.kind == AtomKind::OutputParameter
    }
}

impl Scope {
    /// Reads the tree below a circuit, which will be called `top`.
    pub fn read(circuit: &dyn Block, top: &str) -> Scope {
        let mut walk = Walk { open: vec![], top: None };
        circuit.accept(top, &mut walk);
        walk.top.expect("a circuit opens a scope and closes it")
    }

    /// The path of one of its signals.
    pub fn path_of(&self, signal: &str) -> String {
        format!("{}.{}", self.path, rust_path(signal))
    }

    /// A line of its source as the end of an error message, ` (src/walker.rs:42)`; empty if not known.
    pub fn place(&self, line: u32) -> String {
        match self.source {
            Some(source) if line > 0 => format!(" ({}:{line})", source.file),
            _ => String::new(),
        }
    }

    /// Whether it is described by a kernel, not by text: each field of its struct ports is a port.
    pub fn is_kernel(&self) -> bool {
        matches!(self.hdl, Verilog::Combinatorial(_))
    }

    /// Whether it is a `Synchroniser`, whose registers get attributes.
    pub fn is_synchroniser(&self) -> bool {
        self.type_name == "Synchroniser"
    }

    /// Whether it is a `Register`, which is written into the circuit that holds it.
    pub fn is_register(&self) -> bool {
        let ports: Vec<&str> = self.signals.iter().map(|s| s.name.as_str()).collect();
        self.type_name == "Register" && ports == ["clock", "d", "q"] && !self.absent
    }

    /// Whether it becomes an instance of a module.
    pub fn is_instance(&self) -> bool {
        !self.absent && !self.is_register()
    }
}

/// The value of a literal.
pub fn value_of(literal: &VerilogLiteral) -> BigUint {
    let text = format!("{literal:x}");
    let digits = text.rsplit('h').next().unwrap_or_default();
    BigUint::parse_bytes(digits.as_bytes(), 16).unwrap_or_default()
}

struct Walk {
    open: Vec<Scope>,
    top: Option<Scope>,
}

impl Probe for Walk {
    fn visit_start_scope(&mut self, name: &str, block: &dyn Block) {
        let (instance, type_name) = split_scope(name);
        let path = match self.open.last() {
            Some(parent) => format!("{}.{}", parent.path, rust_path(instance)),
            None => instance.to_string(),
        };
        // Discards what another circuit may have announced.
        announced_memory();
        announced_behaviour();
        let hdl = block.hdl();
        self.open.push(Scope {
            instance: instance.to_string(),
            type_name: type_name.to_string(),
            path,
            signals: vec![],
            parts: vec![],
            hdl,
            memory: announced_memory(),
            behaviour: announced_behaviour(),
            source: announced(),
            absent: false,
        });
    }

    fn visit_atom(&mut self, name: &str, atom: &dyn Atom) {
        let Some(scope) = self.open.last_mut() else { return };
        scope.signals.push(Signal {
            name: name.to_string(),
            kind: atom.kind(),
            width: atom.bits(),
            leaves: leaves(&atom.descriptor()),
            initial: value_of(&atom.verilog()),
            connected: atom.connected(),
            is_clock: atom.descriptor().name == "clock",
        });
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        let Some(scope) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.parts.push(scope),
            None => self.top = Some(scope),
        }
    }

    /// An absent part: only its ports are visited.
    fn visit_start_namespace(&mut self, name: &str, block: &dyn Block) {
        block.accept(name, self);
        let scope = match self.open.last_mut() {
            Some(parent) => parent.parts.last_mut(),
            None => self.top.as_mut(),
        };
        if let Some(scope) = scope {
            scope.absent = true;
            scope.parts.clear();
        }
    }
}
