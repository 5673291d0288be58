//! Flattens a written circuit into one netlist of words: the input of the fast engine of `tengen-sim`.
//!
//! ```text
//! module top                                 top.x ──┐
//!   part adder (.a(x), .b(y), .sum(s))   =>           + ── top.s      each instance separately, its ports as wires
//! endmodule                                  top.y ──┘
//! ```
//!
//! It is built from the same symbols, statements and connections that the Verilog is printed from, so both mean the
//! same. A [`StandIn`] may replace a part that is slow to simulate. Somebody else's module is run by a description of its behaviour
//! ([`foreign`](crate::foreign)).

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use num_bigint::BigUint;
use rust_hdl::prelude::AtomKind;
use tengen_sim::{
    Behaviour, MemoryKind, Port, PortDirection,
    fast::{Draft, Id as Value, Netlist, Wide, Words, Write, words_of},
};

use super::{
    expression::{Binary, Expression, Node, Unary},
    library::Written,
    module::Module,
    names::identifier,
    netlist::{Scope, Signal},
    process::Process,
    shape::Leaf,
    statement::Statement,
    symbols::{Id, Role},
};

/// The netlist of a circuit with these ports. The signals for which `seen` holds can be read, by their path below the
/// top as in waves: `game.state.q_turn`.
///
/// # Errors
/// A part is described by Verilog text alone, or a signal is bidirectional.
pub fn netlist(top: &Written, ports: &[Port], seen: &dyn Fn(&str) -> bool, stand_ins: &[StandIn]) -> Result<Netlist> {
    let mut draft = Draft::default();
    let mut given = BTreeMap::new();
    for signal in top.scope.signals.iter().filter(|signal| signal.is_input()) {
        let value = match ports.iter().position(|port| port.name == signal.name) {
            Some(port) => draft.input(port, signal.width),
            // An array of signals is not a port, and nobody drives it.
            None => draft.number(&signal.initial.to_u64_digits(), signal.width),
        };
        given.insert(signal.name.clone(), leaves_of(&mut draft, signal, &value));
    }
    let mut flat = Flat { draft, stand_ins, black_boxes: None };
    let outputs = flat.instance(top, "", given)?;
    for (number, port) in ports.iter().enumerate() {
        if port.direction == PortDirection::Output {
            let value = flat.draft.joined(&outputs[port.name].concat());
            for (word, value) in value.into_iter().enumerate() {
                flat.draft.output(number, word, value);
            }
        }
    }
    flat.draft.finish(seen)
}

/// The netlist of one module, whose parts are black boxes: their inputs are outputs of the netlist, and their outputs are its inputs.
pub struct ModuleNetlist {
    /// The module's ports, then those of its parts, with the instance in front: `ram.read_data`. The netlist numbers them in this order.
    pub ports: Vec<ModulePort>,
    pub netlist: Netlist,
    /// Whether it is a memory of the library, which has no kernel.
    pub is_memory: bool,
}

/// A port of a [`ModuleNetlist`].
pub struct ModulePort {
    pub name: String,
    pub is_input: bool,
    pub width: usize,
}

/// The netlist of one module, with its parts as black boxes.
///
/// # Errors
/// As [`netlist`].
pub fn module_netlist(written: &Written) -> Result<ModuleNetlist> {
    let mut flat = Flat { draft: Draft::default(), stand_ins: &[], black_boxes: Some(vec![]) };
    let given = written.scope.signals.iter().filter(|signal| signal.is_input());
    let given = given.map(|signal| (signal.name.clone(), flat.input_ports(&written.ports_of(signal), signal)));
    let given = given.collect();
    let outputs = flat.instance(written, "", given)?;
    for signal in written.scope.signals.iter().filter(|signal| signal.is_output()) {
        flat.output_ports(&written.ports_of(signal), &outputs[&signal.name]);
    }
    let ports = flat.black_boxes.take().unwrap_or_default();
    let is_memory = written.body.module().is_none();
    Ok(ModuleNetlist { ports, netlist: flat.draft.finish(&|_| true)?, is_memory })
}

/// A replacement for every part of one type, with the same behaviour at its ports.
#[derive(Clone, Copy)]
pub struct StandIn {
    /// The part's type in Rust.
    pub type_name: &'static str,
    /// Maps the values of the part's inputs and constants to those of its outputs, by name.
    pub build: fn(&mut Draft, &BTreeMap<String, Words>) -> BTreeMap<&'static str, Words>,
}

/// The values of a port, field by field, the lowest first.
type Leaves = Vec<Words>;

struct Flat<'a> {
    draft: Draft,
    stand_ins: &'a [StandIn],
    /// The ports so far, if the parts are black boxes.
    black_boxes: Option<Vec<ModulePort>>,
}

/// The values of one instance's symbols.
struct Instance<'a> {
    module: &'a Module<'a>,
    values: Vec<Words>,
}

/// Splits a port into its fields.
fn leaves_of(draft: &mut Draft, signal: &Signal, value: &[Value]) -> Leaves {
    let leaf = |leaf: &Leaf| draft.slice(value, leaf.offset, leaf.width);
    signal.leaves.iter().map(leaf).collect()
}

impl<'a> Flat<'a> {
    /// Adds a port; returns its number.
    fn port(&mut self, name: &str, is_input: bool, width: usize) -> usize {
        let ports = self.black_boxes.as_mut().expect("parts are black boxes");
        ports.push(ModulePort { name: name.into(), is_input, width });
        ports.len() - 1
    }

    /// Adds the input ports of a signal: one, or one for each field.
    fn input_ports(&mut self, names: &[String], signal: &Signal) -> Leaves {
        if let [name] = names {
            let port = self.port(name, true, signal.width);
            let value = self.draft.input(port, signal.width);
            return leaves_of(&mut self.draft, signal, &value);
        }
        let leaves = names.iter().zip(&signal.leaves);
        leaves
            .map(|(name, leaf)| {
                let port = self.port(name, true, leaf.width);
                self.draft.input(port, leaf.width)
            })
            .collect()
    }

    /// Adds the output ports of a signal: one, or one for each field.
    fn output_ports(&mut self, names: &[String], leaves: &Leaves) {
        let values: Vec<Words> = match names {
            [_] => vec![self.draft.joined(&leaves.concat())],
            _ => leaves.clone(),
        };
        for (name, value) in names.iter().zip(values) {
            let port = self.port(name, false, self.draft.total(&value));
            for (word, value) in value.into_iter().enumerate() {
                self.draft.output(port, word, value);
            }
        }
    }

    /// Adds the ports of a part that is a black box; returns its outputs.
    fn black_box(
        &mut self,
        part: &Written,
        instance: &str,
        given: &BTreeMap<String, Leaves>,
    ) -> BTreeMap<String, Leaves> {
        let mut outputs = BTreeMap::new();
        for signal in &part.scope.signals {
            let names = part.ports_of(signal).into_iter();
            let names: Vec<String> = names.map(|port| format!("{instance}.{port}")).collect();
            if signal.is_input() {
                self.output_ports(&names, &given[&signal.name]);
            } else if signal.is_output() {
                outputs.insert(signal.name.clone(), self.input_ports(&names, signal));
            }
        }
        outputs
    }

    fn number(&mut self, value: &BigUint, width: usize) -> Words {
        self.draft.number(&value.to_u64_digits(), width)
    }

    fn drive(&mut self, wires: &[Value], values: &[Value]) {
        for (wire, value) in wires.iter().zip(values) {
            self.draft.drive(*wire, *value);
        }
    }

    /// Adds everything in a circuit with these inputs; returns its outputs. The paths of its signals begin with
    /// `within`.
    fn instance(
        &mut self,
        written: &Written,
        within: &str,
        given: BTreeMap<String, Leaves>,
    ) -> Result<BTreeMap<String, Leaves>> {
        let scope = written.scope;
        if let Some(signal) = scope.signals.iter().find(|s| s.kind == AtomKind::InOutParameter) {
            let path = scope.path_of(&signal.name);
            bail!("{path}: goes both ways, which the fast engine cannot follow");
        }
        if let Some(&stand_in) = self.stand_in_of(scope) {
            return Ok(self.stand_in(stand_in, scope, &given));
        }
        if let Some(behaviour) = scope.behaviour.filter(|_| self.black_boxes.is_none()) {
            return Ok(self.foreign(behaviour, scope, &given));
        }
        let Some(module) = written.body.module() else {
            let outputs = self.memory(scope, given)?.into_iter();
            let outputs = outputs.map(|(signal, value)| {
                let leaves = match self.black_boxes {
                    None => leaves_of(&mut self.draft, signal, &value),
                    // The text of a memory has one port for all fields.
                    Some(_) => vec![value],
                };
                (signal.name.clone(), leaves)
            });
            return Ok(outputs.collect());
        };
        let symbols = &module.symbols;
        let values = symbols.ids().map(|id| match symbols[id].role {
            Role::Constant => self.number(&symbols[id].initial, symbols[id].width),
            _ => self.draft.wires(symbols[id].width),
        });
        let values = values.collect();
        let instance = Instance { module, values };
        for (name, leaves) in given {
            for ((id, _), value) in symbols.leaves(&name).into_iter().zip(leaves) {
                self.drive(&instance.values[id], &value);
            }
        }
        for id in symbols.ids() {
            if matches!(symbols[id].role, Role::Input | Role::Output | Role::Local) {
                let path = format!("{within}{}", symbols[id].identifier);
                self.draft.name(path, instance.values[id].clone());
            }
        }
        for process in &module.processes {
            self.process(&instance, process);
        }
        for (theirs, value) in &module.connections {
            let value = self.expression(&instance, value, &BTreeMap::new());
            self.drive(&instance.values[*theirs], &value);
        }
        for (part, held) in scope.parts.iter().zip(&written.parts).filter(|(part, _)| !part.absent) {
            let leaves = |signal: &Signal| -> Leaves {
                let leaves = symbols.leaves(&format!("{}${}", part.instance, signal.name));
                leaves.into_iter().map(|(id, _)| instance.values[id].clone()).collect()
            };
            let inputs = part.signals.iter().filter(|signal| signal.is_input());
            let given = inputs.map(|signal| (signal.name.clone(), leaves(signal))).collect();
            let within = format!("{within}{}.", identifier(&part.instance));
            // A part without a kernel has no signals besides its ports.
            let opaque = |held: &Written| held.body.module().is_none() || self.stand_in_of(held.scope).is_some();
            if held.as_ref().is_none_or(opaque) {
                for signal in &part.signals {
                    let spelled = format!("{}${}", part.instance, signal.name);
                    for (id, leaf) in symbols.leaves(&spelled) {
                        let words = std::iter::once(identifier(&signal.name)).chain(leaf.fields);
                        let path = format!("{within}{}", words.collect::<Vec<_>>().join("_"));
                        self.draft.name(path, instance.values[id].clone());
                    }
                }
            }
            let outputs = match held {
                Some(held) if self.black_boxes.is_some() => self.black_box(held, &identifier(&part.instance), &given),
                Some(held) => self.instance(held, &within, given)?,
                None => self.register(part, given),
            };
            for signal in part.signals.iter().filter(|signal| signal.is_output()) {
                for (wires, value) in leaves(signal).iter().zip(&outputs[&signal.name]) {
                    self.drive(wires, value);
                }
            }
        }
        let outputs = scope.signals.iter().filter(|signal| signal.is_output());
        let leaves = |signal: &Signal| {
            let leaves = symbols.leaves(&signal.name).into_iter();
            leaves.map(|(id, _)| instance.values[id].clone()).collect()
        };
        Ok(outputs.map(|signal| (signal.name.clone(), leaves(signal))).collect())
    }

    fn stand_in_of(&self, part: &Scope) -> Option<&'a StandIn> {
        self.stand_ins.iter().find(|of| of.type_name == part.type_name)
    }

    fn stand_in(&mut self, of: StandIn, part: &Scope, given: &BTreeMap<String, Leaves>) -> BTreeMap<String, Leaves> {
        let inputs = given.iter();
        let inputs = inputs.map(|(name, leaves)| (name.clone(), self.draft.joined(&leaves.concat())));
        let mut given: BTreeMap<String, Words> = inputs.collect();
        for constant in part.signals.iter().filter(|signal| signal.kind == AtomKind::Constant) {
            let value = self.number(&constant.initial, constant.width);
            given.insert(constant.name.clone(), value);
        }
        let outputs = (of.build)(&mut self.draft, &given);
        let outputs = outputs.into_iter().map(|(name, value)| {
            let signal = part.signals.iter().find(|signal| signal.name == name);
            let signal = signal.unwrap_or_else(|| panic!("{}: has no output {name}", part.path));
            (name.to_string(), leaves_of(&mut self.draft, signal, &value))
        });
        outputs.collect()
    }

    /// Adds somebody else's module by its behaviour; returns its outputs.
    fn foreign(
        &mut self,
        behaviour: Behaviour,
        part: &Scope,
        given: &BTreeMap<String, Leaves>,
    ) -> BTreeMap<String, Leaves> {
        let outputs = || part.signals.iter().filter(|signal| signal.is_output());
        let widths = outputs().flat_map(|signal| words_of(signal.width));
        let widths: Vec<usize> = widths.chain(behaviour.state.iter().copied()).collect();
        let own: Words = widths.iter().map(|width| self.draft.wire(*width)).collect();
        let inputs = part.signals.iter().filter(|signal| signal.is_input());
        let (clocks, inputs): (Vec<&Signal>, Vec<&Signal>) = inputs.partition(|signal| signal.is_clock);
        let inputs = inputs
            .iter()
            .flat_map(|signal| self.draft.joined(&given[&signal.name].concat()));
        let asks: Words = own.iter().copied().chain(inputs).collect();
        let clock = given[&clocks[0].name][0][0];
        let answers = self.draft.call(&asks, &widths, behaviour.edge, clock);
        self.drive(&own, &answers);
        let mut answers = answers.into_iter();
        outputs()
            .map(|signal| {
                let value: Words = answers.by_ref().take(words_of(signal.width).count()).collect();
                (signal.name.clone(), leaves_of(&mut self.draft, signal, &value))
            })
            .collect()
    }

    fn register(&mut self, part: &Scope, given: BTreeMap<String, Leaves>) -> BTreeMap<String, Leaves> {
        let clock = given["clock"][0][0];
        let q = part.signals.iter().find(|signal| signal.name == "q");
        let leaves = q
            .into_iter()
            .flat_map(|q| q.leaves.iter().map(|leaf| &q.initial >> leaf.offset));
        let held = leaves.zip(&given["d"]).map(|(initial, d)| {
            let initial = initial.to_u64_digits();
            let words = d.iter().enumerate();
            words
                .map(|(i, d)| {
                    let initial = initial.get(i).copied().unwrap_or_default();
                    self.draft.register(*d, initial, clock)
                })
                .collect()
        });
        BTreeMap::from([("q".to_string(), held.collect())])
    }

    /// Adds a memory, the only kind of circuit without a kernel that can be simulated; returns its outputs.
    fn memory<'s>(&mut self, scope: &'s Scope, given: BTreeMap<String, Leaves>) -> Result<Vec<(&'s Signal, Words)>> {
        let Some(memory) = &scope.memory else {
            bail!(
                "{}: described by Verilog text alone, which only a simulator of Verilog can run",
                scope.path
            );
        };
        let mut input = |name: &str| self.draft.joined(&given[name].concat());
        let (reads, write) = match memory.kind {
            MemoryKind::Rom | MemoryKind::Table => (vec![(input("address"), "data")], None),
            // Constant words can be held twice.
            MemoryKind::DualPortRom => {
                let ports = [("address_a", "data_a"), ("address_b", "data_b")];
                (ports.map(|(address, data)| (input(address), data)).into(), None)
            }
            MemoryKind::DualPort | MemoryKind::Stream | MemoryKind::Small => {
                let write = ["write_enable", "write_address", "write_data"].map(&mut input);
                (vec![(input("read_address"), "read_data")], Some(write))
            }
        };
        let mut outputs = vec![];
        for (address, name) in reads {
            let Some(signal) = scope.signals.iter().find(|signal| signal.name == name) else {
                bail!("{}: a memory without an answer", scope.path);
            };
            // A memory with wide words becomes several side by side.
            let mut value = vec![];
            for (i, width) in words_of(signal.width).enumerate() {
                let word = |digits: &Vec<u64>| digits.get(i).copied().unwrap_or_default();
                let words = memory.words.iter().map(word).collect();
                let write = write.as_ref().map(|[enable, address, data]| Write {
                    enable: enable[0],
                    address: address[0],
                    data: data[i],
                    reads: memory.kind == MemoryKind::Stream,
                });
                value.push(match memory.kind {
                    MemoryKind::Table => self.draft.look(words, address[0], width),
                    MemoryKind::Small => self.small_ram(words, address[0], write, given["clock"][0][0], width),
                    _ => {
                        let (initial, clock) = (word(&memory.initial), given["clock"][0][0]);
                        self.draft.memory(width, words, initial, address[0], write, clock)
                    }
                });
            }
            outputs.push((signal, value));
        }
        Ok(outputs)
    }

    /// A small memory with asynchronous read: a register for each word.
    fn small_ram(
        &mut self,
        words: Vec<u64>,
        address: Value,
        write: Option<Write>,
        clock: Value,
        width: usize,
    ) -> Value {
        let mut read = None;
        for (number, first) in words.into_iter().enumerate() {
            let here = |draft: &mut Draft, address: Value| {
                let number = draft.number(&[number as u64], draft.width(address));
                draft.wide(Wide::Equal, &[address], &number)[0]
            };
            let next = self.draft.wire(width);
            let held = self.draft.register(next, first, clock);
            if self.black_boxes.is_some() {
                // The name that yosys gives the word in the Verilog.
                self.draft.name(format!("words[{number}]"), vec![held]);
            }
            let value = match &write {
                Some(write) => {
                    let there = here(&mut self.draft, write.address);
                    let enable = self.draft.wide(Wide::And, &[there], &[write.enable])[0];
                    self.draft.select(enable, &[write.data], &[held])[0]
                }
                None => held,
            };
            self.draft.drive(next, value);
            let asked = here(&mut self.draft, address);
            read = Some(read.map_or(held, |other| self.draft.select(asked, &[held], &[other])[0]));
        }
        read.unwrap_or_else(|| self.draft.number(&[], width)[0])
    }

    // ---- logic

    fn process(&mut self, instance: &Instance, process: &Process) {
        match process {
            Process::Wire(target, value) => {
                let value = self.expression(instance, value, &BTreeMap::new());
                self.drive(&instance.values[*target], &value);
            }
            Process::Block(targets, body) => {
                // The first value is never seen, since every path writes before it reads.
                let symbols = &instance.module.symbols;
                let start = |target: &Id| (*target, self.draft.number(&[], symbols[*target].width));
                let mut held = targets.iter().map(start).collect();
                self.block(instance, body, &mut held);
                for target in targets {
                    self.drive(&instance.values[*target], &held[target]);
                }
            }
        }
    }

    /// Runs statements; `held` has the present values of the symbols that the block writes.
    fn block(&mut self, instance: &Instance, body: &[Statement], held: &mut BTreeMap<Id, Words>) {
        for statement in body {
            match statement {
                Statement::Comment(_) => {}
                Statement::Assign(target, value) => {
                    let value = self.expression(instance, value, held);
                    held.insert(*target, value);
                }
                Statement::If { test, then, otherwise } => {
                    let test = self.expression(instance, test, held)[0];
                    let mut low = held.clone();
                    self.block(instance, then, held);
                    self.block(instance, otherwise, &mut low);
                    self.merge(test, held, &low);
                }
                Statement::Case { test, arms, default, .. } => {
                    let test = self.expression(instance, test, held);
                    let before = held.clone();
                    // The arms cover every value: without a default the last arm needs no test.
                    let (last, tested) = match (default, arms.split_last()) {
                        (Some(default), _) => (default, arms.as_slice()),
                        (None, Some(((_, last), others))) => (last, others),
                        (None, None) => continue,
                    };
                    self.block(instance, last, held);
                    for (label, body) in tested.iter().rev() {
                        let label = self.expression(instance, label, &before);
                        let equal = self.draft.wide(Wide::Equal, &test, &label)[0];
                        let mut taken = before.clone();
                        self.block(instance, body, &mut taken);
                        self.merge(equal, &mut taken, held);
                        *held = taken;
                    }
                }
            }
        }
    }

    fn merge(&mut self, test: Value, high: &mut BTreeMap<Id, Words>, low: &BTreeMap<Id, Words>) {
        for (symbol, value) in high {
            *value = self.draft.select(test, value, &low[symbol]);
        }
    }

    fn expression(&mut self, instance: &Instance, expression: &Expression, held: &BTreeMap<Id, Words>) -> Words {
        let width = expression.width;
        let named = |id: &Id| held.get(id).unwrap_or(&instance.values[*id]);
        match &expression.node {
            Node::Number(value) => self.number(value, width),
            Node::Label(_, code) => self.number(&BigUint::from(*code), width),
            Node::Name(id) => named(id).clone(),
            Node::Part(id, low) => self.draft.slice(named(id), *low, width),
            Node::Bit(id, index) => {
                let index = self.expression(instance, index, held);
                let shifted = self.draft.shifted(false, named(id), &index);
                self.draft.slice(&shifted, 0, 1)
            }
            Node::Unary(operator, inner) => {
                let inner = self.expression(instance, inner, held);
                match operator {
                    Unary::Not => self.draft.not(&inner),
                    Unary::Negate => {
                        let zero = self.draft.number(&[], width);
                        self.draft.wide(Wide::Subtract, &zero, &inner)
                    }
                    Unary::All => self.draft.all(&inner),
                    Unary::Any => self.draft.any(&inner),
                    Unary::Parity => self.draft.parity(&inner),
                }
            }
            Node::Binary(operator, left, right) => {
                let signed = operator.is_comparison() && left.signed;
                let sign = signed.then(|| BigUint::from(1u8) << (left.width - 1));
                let mut left = self.expression(instance, left, held);
                let mut right = self.expression(instance, right, held);
                if let Some(sign) = sign {
                    // With the sign bit inverted, two's complement numbers compare like unsigned ones.
                    let sign = self.number(&sign, self.draft.total(&left));
                    left = self.draft.wide(Wide::Xor, &left, &sign);
                    right = self.draft.wide(Wide::Xor, &right, &sign);
                }
                self.binary(*operator, left, right)
            }
            Node::Join(pieces) => {
                let values: Vec<Words> = pieces
                    .iter()
                    .rev()
                    .map(|piece| self.expression(instance, piece, held))
                    .collect();
                self.draft.joined(&values.concat())
            }
            Node::Repeat(piece) => {
                let value = self.expression(instance, piece, held);
                self.draft.joined(&vec![value; width / piece.width].concat())
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: Words, right: Words) -> Words {
        let draft = &mut self.draft;
        match operator {
            Binary::Add => draft.wide(Wide::Add, &left, &right),
            Binary::Subtract => draft.wide(Wide::Subtract, &left, &right),
            Binary::Multiply => draft.wide(Wide::Multiply, &left, &right),
            Binary::Xor => draft.wide(Wide::Xor, &left, &right),
            Binary::And => draft.wide(Wide::And, &left, &right),
            Binary::Or => draft.wide(Wide::Or, &left, &right),
            Binary::AndAlso | Binary::OrElse => {
                let (left, right) = (draft.any(&left), draft.any(&right));
                let both = match operator {
                    Binary::AndAlso => Wide::And,
                    _ => Wide::Or,
                };
                draft.wide(both, &left, &right)
            }
            Binary::ShiftLeft => draft.shifted(true, &left, &right),
            Binary::ShiftRight => draft.shifted(false, &left, &right),
            Binary::Equal => draft.wide(Wide::Equal, &left, &right),
            Binary::Less => draft.wide(Wide::Less, &left, &right),
            Binary::More => draft.wide(Wide::Less, &right, &left),
            Binary::Different => {
                let equal = draft.wide(Wide::Equal, &left, &right);
                draft.not(&equal)
            }
            Binary::AtLeast => {
                let less = draft.wide(Wide::Less, &left, &right);
                draft.not(&less)
            }
            Binary::AtMost => {
                let more = draft.wide(Wide::Less, &right, &left);
                draft.not(&more)
            }
        }
    }
}
