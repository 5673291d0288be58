//! Writes one circuit as one module.
//!
//! ```text
//! module walker ( ports );
//!   constants
//!   registers, wires
//!   parts
//!   logic
//!   initial, always @(posedge clock) registers
//! endmodule
//! ```

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, anyhow, bail};
use rust_hdl::prelude::{AtomKind, Verilog};

use super::{
    checks,
    expression::{Expression, Node, number},
    kernel::{self, Kernel},
    loops::{self, Follows, Paths},
    names::identifier,
    netlist::{Scope, Signal},
    process::{self, Process},
    shape::Kind,
    statement::{Statement, drop_assignments, tidy},
    symbols::{Id, Role, Symbols},
};

/// Declares a flip-flop of a synchroniser, with attributes for the vendor's tools.
const SYNCHRONISED: &str = "(* ASYNC_REG = \"TRUE\", SHREG_EXTRACT = \"NO\" *) reg";

/// A module without its name.
pub struct Body<'a> {
    pub follows: Follows,
    pub content: Content<'a>,
}

/// The content of a module.
pub enum Content<'a> {
    /// Of a circuit that is described by text.
    Text {
        /// From the ports to the end.
        text: String,
        /// The widths of its ports, in order.
        widths: Vec<usize>,
    },
    Module(Module<'a>),
}

impl<'a> Body<'a> {
    pub fn text(follows: Follows, text: String, widths: Vec<usize>) -> Self {
        Body { follows, content: Content::Text { text, widths } }
    }

    /// `None` for a circuit that is described by text.
    pub fn module(&self) -> Option<&Module<'a>> {
        match &self.content {
            Content::Module(module) => Some(module),
            Content::Text { .. } => None,
        }
    }
}

/// Writes a circuit; struct ports of the `top` are never split. `parts` says of each part how its outputs follow its
/// inputs. With `apart` each signal gets its own block.
pub fn write<'a>(scope: &'a Scope, top: bool, parts: &[Follows], apart: bool) -> Result<Body<'a>> {
    if scope.is_kernel() {
        checks::check_source(scope)?;
        from_kernel(scope, top, parts, apart)
    } else {
        checks::check_text(scope)?;
        from_text(scope)
    }
}

// ---- circuits described by text

fn from_text(scope: &Scope) -> Result<Body<'_>> {
    let (code, driver) = match &scope.hdl {
        Verilog::Custom(code) => (code, "reg"),
        Verilog::Wrapper(wrapper) => (&wrapper.code, "wire"),
        _ => bail!("{}: a black box has no module of its own to be", scope.path),
    };
    // A circuit without anything else: its symbol table checks the ports' identifiers.
    let mut names = Symbols::default();
    let mut ports = vec![];
    for signal in &scope.signals {
        let name = identifier(&signal.name);
        names.claim(&name, &scope.path_of(&signal.name))?;
        let direction = match signal.kind {
            AtomKind::InputParameter => "input  wire".to_string(),
            AtomKind::OutputParameter => format!("output {driver}"),
            AtomKind::InOutParameter => "inout  wire".to_string(),
            _ => continue,
        };
        ports.push(Port { direction, width: signal.width, name });
    }
    let mut text = port_list(&ports);
    for line in code.trim_matches('\n').lines() {
        match line.trim_end() {
            "" => text.push('\n'),
            line => text += &format!("  {line}\n"),
        }
    }
    text += "endmodule\n";
    let widths = ports.iter().map(|port| port.width).collect();
    Ok(Body::text(Follows::of_text(scope), text, widths))
}

// ---- circuits described by a kernel

fn from_kernel<'a>(scope: &'a Scope, top: bool, parts: &[Follows], apart: bool) -> Result<Body<'a>> {
    let line = scope.source.map_or(0, |source| source.line);
    let at_kernel = |error: anyhow::Error| anyhow!("{error}{}", scope.place(line));
    let mut symbols = Symbols::of(scope).map_err(at_kernel)?;
    let bundles = if top { bundles(scope, &mut symbols).map_err(at_kernel)? } else { vec![] };
    // The reader knows the lines of the statements, for errors.
    let kernel = kernel::read(scope, &mut symbols)?;
    let module = assemble(scope, parts, bundles, symbols, kernel, apart);
    let (module, follows) = module.map_err(at_kernel)?;
    Ok(Body { follows, content: Content::Module(module) })
}

/// Checks the kernel and assembles its module.
fn assemble<'a>(
    scope: &'a Scope,
    parts: &[Follows],
    bundles: Vec<&'a Signal>,
    mut symbols: Symbols,
    mut kernel: Kernel,
    apart: bool,
) -> Result<(Module<'a>, Follows)> {
    checks::check(scope, &symbols, &kernel)?;
    let part_paths: Vec<Paths> = parts.iter().map(|part| part.paths.clone()).collect();
    let paths = loops::of_kernel(scope, &symbols, &kernel, &part_paths)?;
    tidy(&symbols, &mut kernel.statements);
    drop_unread(&mut kernel, &symbols);
    checks::measure(scope, &symbols, &kernel)?;
    let connections = connections(&mut kernel, &symbols);
    checks::check_clocks(scope, &symbols, &kernel, &connections)?;
    let registers = registers(scope, &symbols, &connections);
    let part_events: Vec<Paths> = parts.iter().map(|part| part.events.clone()).collect();
    let at_once = events_of_parts(scope, &symbols, &connections, &part_events);
    let Kernel { statements, wires, lines, .. } = kernel;
    let mut outside = BTreeSet::new();
    connections
        .values()
        .for_each(|value| value.each_name(&mut |id| _ = outside.insert(id)));
    let mut processes: Vec<Process> = wires.into_iter().map(|(id, value)| Process::Wire(id, value)).collect();
    processes.extend(process::split(&mut symbols, statements, &at_once, apart));
    process::drop_unread(&symbols, &mut processes, &outside);
    let events = loops::by(scope, &symbols, &|output| process::events(&processes, &at_once, output));
    let follows = Follows { paths, circular: process::circular(&processes, &at_once), events };
    let module = Module { scope, bundles, registers, processes, connections, lines, symbols };
    Ok((module, follows))
}

pub struct Module<'a> {
    pub scope: &'a Scope,
    pub symbols: Symbols,
    /// Struct ports of the top, which are not split.
    bundles: Vec<&'a Signal>,
    pub processes: Vec<Process>,
    /// What is connected to an input of a part that has no wire of its own.
    pub connections: BTreeMap<Id, Expression>,
    /// Pairs of q and d, by clock.
    pub registers: BTreeMap<String, Vec<(Id, Id)>>,
    /// The lines of the source that assign something, and what they assign.
    pub lines: Vec<(u32, Id)>,
}

fn bundles<'a>(scope: &'a Scope, symbols: &mut Symbols) -> Result<Vec<&'a Signal>> {
    let is_port = |signal: &&Signal| matches!(signal.kind, AtomKind::InputParameter | AtomKind::OutputParameter);
    let of_fields = |signal: &&Signal| signal.leaves.iter().any(|leaf| !leaf.fields.is_empty());
    let found: Vec<&Signal> = scope.signals.iter().filter(is_port).filter(of_fields).collect();
    for signal in &found {
        symbols.claim(&identifier(&signal.name), &scope.path_of(&signal.name))?;
    }
    Ok(found)
}

/// Removes what nothing reads: temporaries, fields of Locals, elements of arrays of Locals, and inputs of absent parts.
fn drop_unread(kernel: &mut Kernel, symbols: &Symbols) {
    loop {
        let mut read = BTreeSet::new();
        kernel
            .statements
            .iter()
            .for_each(|s| s.each_read(&mut |id| _ = read.insert(id)));
        kernel
            .wires
            .iter()
            .for_each(|(_, value)| value.each_name(&mut |id| _ = read.insert(id)));
        let kept = |id: Id| !symbols[id].role.is_inside() || read.contains(&id);
        let before = kernel.wires.len();
        kernel.wires.retain(|(id, _)| kept(*id));
        if !drop_assignments(&mut kernel.statements, &kept) && before == kernel.wires.len() {
            return;
        }
        tidy(symbols, &mut kernel.statements);
    }
}

/// Removes assignments to inputs of parts that need no wire: assigned once, from a plain name or number.
fn connections(kernel: &mut Kernel, symbols: &Symbols) -> BTreeMap<Id, Expression> {
    let mut found: BTreeMap<Id, Expression> = kernel
        .joins
        .iter()
        .map(|(theirs, ours)| (*theirs, Expression::name(symbols, *ours)))
        .collect();
    let mut writes: BTreeMap<Id, usize> = BTreeMap::new();
    let mut last_write: BTreeMap<Id, usize> = BTreeMap::new();
    for (i, statement) in kernel.statements.iter().enumerate() {
        statement.each_write(&mut |id| {
            *writes.entry(id).or_default() += 1;
            last_write.insert(id, i);
        });
    }
    for (i, statement) in kernel.statements.iter().enumerate() {
        let Statement::Assign(target, value) = statement else {
            continue;
        };
        let plain = match value.node {
            Node::Number(_) | Node::Label(..) => true,
            Node::Name(id) | Node::Part(id, _) => last_write.get(&id).is_none_or(|last| *last < i),
            _ => false,
        };
        if plain && symbols[*target].role == Role::Feed && writes[target] == 1 {
            found.insert(*target, value.clone());
        }
    }
    kernel
        .statements
        .retain(|s| !matches!(s, Statement::Assign(target, _) if found.contains_key(target)));
    found
}

/// For each output of a part, the symbols of this circuit whose events cause an event on it at once.
fn events_of_parts(
    scope: &Scope,
    symbols: &Symbols,
    connections: &BTreeMap<Id, Expression>,
    parts: &[Paths],
) -> BTreeMap<Id, BTreeSet<Id>> {
    let mut found = loops::through_parts(scope, symbols, parts);
    for feeds in found.values_mut() {
        for (feed, value) in connections {
            if feeds.remove(feed) {
                value.each_name(&mut |id| _ = feeds.insert(id));
            }
        }
    }
    found
}

/// The registers of the circuit, by the name of their clock.
fn registers(
    scope: &Scope,
    symbols: &Symbols,
    connections: &BTreeMap<Id, Expression>,
) -> BTreeMap<String, Vec<(Id, Id)>> {
    let mut found: BTreeMap<String, Vec<(Id, Id)>> = BTreeMap::new();
    for part in scope.parts.iter().filter(|part| part.is_register()) {
        let leaves = |port: &str| symbols.leaves(&format!("{}${port}", part.instance));
        let clock = leaves("clock").first().and_then(|(id, _)| connections.get(id));
        let clock = clock.map(|clock| clock.text(symbols)).unwrap_or_default();
        let pairs = leaves("q").into_iter().zip(leaves("d")).map(|((q, _), (d, _))| (q, d));
        found.entry(clock).or_default().extend(pairs);
    }
    found
}

impl Module<'_> {
    /// The module's text from the ports to the end, and the widths of its ports. `names` has the name of each part's
    /// module, and an empty one for a register or an absent part.
    pub fn print(&self, names: &[String]) -> (String, Vec<usize>) {
        let ports = self.ports();
        let sections = [
            self.constants(),
            self.register_declarations(),
            self.wires(),
            self.unbundled_inputs(),
            self.parts(names),
            self.logic(),
            self.bundled_outputs(),
            self.clocked(),
        ];
        let mut text = port_list(&ports);
        let filled: Vec<String> = sections.into_iter().filter(|section| !section.is_empty()).collect();
        text += &filled.join("\n");
        text += "endmodule\n";
        (text, ports.iter().map(|port| port.width).collect())
    }

    /// The ports of a signal: one, or one for each field.
    pub fn ports_of(&self, signal: &Signal) -> Vec<String> {
        if self.bundles.iter().any(|bundle| bundle.name == signal.name) {
            return vec![identifier(&signal.name)];
        }
        let leaves = self.symbols.leaves(&signal.name).into_iter();
        leaves.map(|(id, _)| self.symbols[id].identifier.clone()).collect()
    }

    /// Whether an `always` block drives it.
    fn is_reg(&self, id: Id) -> bool {
        let block = |p: &Process| matches!(p, Process::Block(..));
        self.processes.iter().any(|p| p.targets().contains(&id) && block(p))
    }

    fn ports(&self) -> Vec<Port> {
        let mut ports = vec![];
        for signal in &self.scope.signals {
            if self.bundles.iter().any(|bundle| bundle.name == signal.name) {
                let direction = match signal.kind {
                    AtomKind::InputParameter => "input  wire",
                    _ => "output wire",
                };
                ports.push(Port {
                    direction: direction.to_string(),
                    width: signal.width,
                    name: identifier(&signal.name),
                });
                continue;
            }
            for (id, _) in self.symbols.leaves(&signal.name) {
                let symbol = &self.symbols[id];
                let direction = match symbol.role {
                    Role::Input => "input  wire",
                    Role::Output if self.is_reg(id) => "output reg",
                    Role::Output => "output wire",
                    Role::InOut => "inout  wire",
                    _ => continue,
                };
                ports.push(Port {
                    direction: direction.to_string(),
                    width: symbol.width,
                    name: symbol.identifier.clone(),
                });
            }
        }
        ports
    }

    /// The constants and variants that are used.
    fn constants(&self) -> String {
        let mut used = BTreeSet::new();
        let mut labels = BTreeSet::new();
        self.each_expression(&mut |expression| {
            expression.each_name(&mut |id| _ = used.insert(id));
            expression.each_label(&mut |name, code, width| _ = labels.insert((width, code, name.to_string())));
        });
        for (q, _) in self.registers.values().flatten() {
            if let Some((name, code)) = self.first_state(*q) {
                labels.insert((self.symbols[*q].width, code, name));
            }
        }
        let mut lines = vec![];
        for id in used.into_iter().filter(|id| self.symbols[*id].role == Role::Constant) {
            let symbol = &self.symbols[id];
            lines.push((
                symbol.width,
                symbol.identifier.clone(),
                number(&symbol.initial, symbol.width),
            ));
        }
        // The labels are grouped by enumeration, in the order of their codes.
        let mut labels: Vec<_> = labels.into_iter().collect();
        labels.sort_by_cached_key(|(_, code, name)| (self.symbols.label_owner(name).map(str::to_owned), *code));
        for (width, code, name) in labels {
            lines.push((width, name, number(&code.into(), width)));
        }
        columns(
            lines
                .into_iter()
                .map(|(width, name, value)| ("localparam", width, format!("{name} = {value}")))
                .collect(),
        )
    }

    fn each_expression(&self, visit: &mut dyn FnMut(&Expression)) {
        self.processes.iter().for_each(|process| process.each_expression(visit));
        self.connections.values().for_each(visit);
    }

    /// Everything that is read: names in expressions and, for parts described by text, whose ports are vectors, all
    /// fields of a port of which one is read.
    fn read(&self) -> BTreeSet<Id> {
        let mut read = BTreeSet::new();
        self.each_expression(&mut |expression| expression.each_name(&mut |id| _ = read.insert(id)));
        let vectors = self
            .scope
            .parts
            .iter()
            .filter(|part| !part.is_kernel() && part.is_instance());
        for (part, signal) in vectors.flat_map(|part| part.signals.iter().map(move |signal| (part, signal))) {
            let leaves = self.symbols.leaves(&format!("{}${}", part.instance, signal.name));
            if leaves.iter().any(|(id, _)| read.contains(id)) {
                read.extend(leaves.into_iter().map(|(id, _)| id));
            }
        }
        read
    }

    /// The variant that a register starts from, if it holds an enumeration.
    fn first_state(&self, q: Id) -> Option<(String, usize)> {
        let Kind::Enumeration(enumeration) = &self.symbols[q].kind else {
            return None;
        };
        let code = usize::try_from(&self.symbols[q].initial).ok()?;
        let variant = enumeration.variants.get(code)?;
        Some((super::names::label(&enumeration.name, variant), code))
    }

    fn register_declarations(&self) -> String {
        let declare = |(q, _): &(Id, Id)| {
            let symbol = &self.symbols[*q];
            let word = if self.scope.is_synchroniser() { SYNCHRONISED } else { "reg" };
            (word, symbol.width, symbol.identifier.clone())
        };
        columns(self.registers.values().flatten().map(declare).collect())
    }

    /// The value that a register starts from, by its name if it is a variant.
    fn first_value(&self, q: Id) -> String {
        match self.first_state(q) {
            Some((name, _)) => name,
            None => number(&self.symbols[q].initial, self.symbols[q].width),
        }
    }

    fn wires(&self) -> String {
        let held: BTreeSet<Id> = self.registers.values().flatten().map(|(q, _)| *q).collect();
        let bundled: BTreeSet<Id> = self
            .bundles
            .iter()
            .flat_map(|signal| self.symbols.leaves(&signal.name))
            .map(|(id, _)| id)
            .collect();
        let read = self.read();
        let mut lines = vec![];
        for id in self.symbols.ids() {
            let symbol = &self.symbols[id];
            let needed = match symbol.role {
                Role::Local | Role::Temporary => read.contains(&id),
                Role::Feed => !self.connections.contains_key(&id),
                Role::Result => !held.contains(&id) && read.contains(&id),
                Role::Output | Role::Input => bundled.contains(&id),
                Role::Constant | Role::InOut | Role::Unheard => false,
            };
            if needed {
                let word = if self.is_reg(id) { "reg" } else { "wire" };
                lines.push((word, symbol.width, symbol.identifier.clone()));
            }
        }
        columns(lines)
    }

    fn unbundled_inputs(&self) -> String {
        let mut text = String::new();
        for signal in self
            .bundles
            .iter()
            .filter(|signal| signal.kind == AtomKind::InputParameter)
        {
            for (id, leaf) in self.symbols.leaves(&signal.name) {
                let (name, port) = (&self.symbols[id].identifier, identifier(&signal.name));
                text += &match (signal.width, leaf.width) {
                    (1, _) => format!("  assign {name} = {port};\n"),
                    (_, 1) => format!("  assign {name} = {port}[{}];\n", leaf.offset),
                    (_, width) => format!(
                        "  assign {name} = {port}[{}:{}];\n",
                        leaf.offset + width - 1,
                        leaf.offset
                    ),
                };
            }
        }
        text
    }

    fn bundled_outputs(&self) -> String {
        let mut text = String::new();
        for signal in self
            .bundles
            .iter()
            .filter(|signal| signal.kind == AtomKind::OutputParameter)
        {
            text += &format!(
                "  assign {} = {};\n",
                identifier(&signal.name),
                self.side_by_side(&signal.name)
            );
        }
        text
    }

    /// The leaves of a signal, concatenated.
    fn side_by_side(&self, spelled: &str) -> String {
        let leaves = self.symbols.leaves(spelled);
        Expression::join(leaves.iter().rev().map(|(id, _)| self.connected(*id)).collect()).text(&self.symbols)
    }

    fn connected(&self, id: Id) -> Expression {
        self.connections
            .get(&id)
            .cloned()
            .unwrap_or_else(|| Expression::name(&self.symbols, id))
    }

    fn parts(&self, names: &[String]) -> String {
        let read = self.read();
        let mut texts = vec![];
        for (i, part) in self
            .scope
            .parts
            .iter()
            .enumerate()
            .filter(|(_, part)| part.is_instance())
        {
            let mut pins = vec![];
            for signal in part.signals.iter().filter(|signal| signal.kind.is_parameter()) {
                let spelled = format!("{}${}", part.instance, signal.name);
                let leaves = self.symbols.leaves(&spelled);
                let open = |id: &Id| self.symbols[*id].role == Role::Result && !read.contains(id);
                if part.is_kernel() {
                    for (id, leaf) in &leaves {
                        let words: Vec<&str> = leaf.fields.iter().map(String::as_str).collect();
                        let port = std::iter::once(identifier(&signal.name).as_str())
                            .chain(words)
                            .collect::<Vec<_>>()
                            .join("_");
                        let net = if open(id) { String::new() } else { self.connected(*id).text(&self.symbols) };
                        pins.push(format!("    .{port}({net})"));
                    }
                } else if leaves.iter().all(|(id, _)| open(id)) {
                    pins.push(format!("    .{}()", identifier(&signal.name)));
                } else {
                    pins.push(format!(
                        "    .{}({})",
                        identifier(&signal.name),
                        self.side_by_side(&spelled)
                    ));
                }
            }
            texts.push(format!(
                "  {} {} (\n{}\n  );\n",
                names[i],
                identifier(&part.instance),
                pins.join(",\n")
            ));
        }
        texts.join("\n")
    }

    fn logic(&self) -> String {
        let mut text = String::new();
        let mut after_block = false;
        for (i, process) in self.processes.iter().enumerate() {
            let block = matches!(process, Process::Block(..));
            if i > 0 && (block || after_block) {
                text.push('\n');
            }
            process.print(&self.symbols, &mut text);
            after_block = block;
        }
        text
    }

    /// The registers of each clock: their first values, and what they take at an edge.
    ///
    /// The first values stand below everything that reads them, in a statement of their own. A simulator runs an
    /// `always @(*)` only when something it reads changes. It would never see a value that is set before the block
    /// first waits, as a value in a declaration is in SystemVerilog.
    fn clocked(&self) -> String {
        let mut texts = vec![];
        for (clock, pairs) in &self.registers {
            let each = |line: &dyn Fn(Id, Id) -> String| pairs.iter().map(|(q, d)| line(*q, *d)).collect::<Vec<_>>();
            let name = |q: Id| &self.symbols[q].identifier;
            let starts = each(&|q, _| format!("{} = {};", name(q), self.first_value(q)));
            let takes = each(&|q, d| format!("{} <= {};", name(q), self.connected(d).text(&self.symbols)));
            texts.push(block("initial", &starts));
            texts.push(block(&format!("always @(posedge {clock})"), &takes));
        }
        texts.join("\n")
    }
}

/// One line as it is; several lines between `begin` and `end`.
fn block(head: &str, lines: &[String]) -> String {
    match lines {
        [line] => format!("  {head} {line}\n"),
        lines => format!("  {head} begin\n    {}\n  end\n", lines.join("\n    ")),
    }
}

// ---- text in columns

struct Port {
    direction: String,
    width: usize,
    name: String,
}

/// `[7:0] `, padded to the column's width; empty if no line of the column has a range.
fn range(width: usize, column: usize) -> String {
    let range = if width == 1 { String::new() } else { format!("[{}:0]", width - 1) };
    if column == 0 { String::new() } else { format!("{range:<column$} ") }
}

fn range_column(widths: impl Iterator<Item = usize>) -> usize {
    widths
        .filter(|w| *w > 1)
        .map(|w| format!("[{}:0]", w - 1).len())
        .max()
        .unwrap_or(0)
}

fn port_list(ports: &[Port]) -> String {
    let column = range_column(ports.iter().map(|port| port.width));
    let lines: Vec<String> = ports
        .iter()
        .map(|p| format!("  {:<11} {}{}", p.direction, range(p.width, column), p.name))
        .collect();
    format!(" (\n{}\n);\n", lines.join(",\n"))
}

/// Declarations, with the names aligned.
pub fn columns(lines: Vec<(&str, usize, String)>) -> String {
    let words = lines.iter().map(|(word, ..)| word.len()).max().unwrap_or(0);
    let column = range_column(lines.iter().map(|(_, width, _)| *width));
    lines
        .iter()
        .map(|(word, width, rest)| format!("  {word:<words$} {}{rest};\n", range(*width, column)))
        .collect()
}
