//! Translates a kernel from rust-hdl's tree to statements over symbols, with all widths known.
//!
//! Loops are unrolled, structs split, names resolved, numbers given the width of their neighbour, and constant tests
//! decided. What Verilog cannot express with Rust's meaning is refused, with the name of the signal.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, anyhow, bail};
use num_bigint::BigUint;
use rust_hdl::prelude::ast::*;
use tengen_sim::wire_of;

use super::{
    expression::{Expression, Node},
    index,
    names::{label, objection, rust_path},
    netlist::{Scope, value_of},
    operand::Operand,
    shape::Kind,
    statement::Statement,
    symbols::{Id, Role, Symbols},
    tree,
};

/// A translated kernel.
#[derive(Default)]
pub struct Kernel {
    pub statements: Vec<Statement>,
    /// Temporaries that depend on nothing the kernel writes, so that they can stand outside its blocks.
    pub wires: Vec<(Id, Expression)>,
    /// Bidirectional wires: a part's port and the wire of this circuit connected to it.
    pub joins: Vec<(Id, Id)>,
    /// The lines of the source that assign something, and what they assign, in the order of the text.
    pub lines: Vec<(u32, Id)>,
}

/// Reads the kernel of `scope`; new temporaries go into `symbols`.
pub fn read(scope: &Scope, symbols: &mut Symbols) -> Result<Kernel> {
    let Verilog::Combinatorial(block) = &scope.hdl else {
        return Ok(Kernel::default());
    };
    let mut reader = Reader {
        scope,
        symbols,
        kernel: Kernel::default(),
        loops: vec![],
        lets: vec![],
        about: scope.path.clone(),
        purpose: String::new(),
        pending: vec![],
        lines: lines(scope, block),
        line: 0,
        failed_at: None,
    };
    let statements = match reader.block(block) {
        Ok(statements) => statements,
        Err(error) => bail!("{error}{}", scope.place(reader.failed_at.unwrap_or_default())),
    };
    let kernel = Kernel { statements, ..reader.kernel };
    let mut statements = clocks(scope, symbols, &kernel);
    statements.extend(kernel.statements);
    Ok(Kernel { statements, ..kernel })
}

/// Connects the circuit's clock to each single-clock part whose clock the kernel does not drive, as the derive does in
/// the simulation.
fn clocks(scope: &Scope, symbols: &Symbols, kernel: &Kernel) -> Vec<Statement> {
    let only_clock = |scope: &Scope| {
        let mut clocks = scope
            .signals
            .iter()
            .filter(|signal| signal.is_input() && signal.is_clock);
        clocks
            .next()
            .filter(|_| clocks.next().is_none())
            .map(|clock| clock.name.clone())
    };
    let Some(ours) = only_clock(scope).and_then(|name| symbols.find(&name)) else {
        return vec![];
    };
    let mut given: BTreeSet<Id> = kernel.joins.iter().map(|(theirs, _)| *theirs).collect();
    for statement in &kernel.statements {
        statement.each_write(&mut |id| _ = given.insert(id));
    }
    let theirs = scope.parts.iter().filter_map(|part| {
        let port = format!("{}${}", part.instance, only_clock(part)?);
        symbols.find(&port)?.first().copied()
    });
    let left = theirs.filter(|id| !given.contains(id));
    left.map(|id| Statement::Assign(id, Expression::name(symbols, ours[0])))
        .collect()
}

/// Reads one kernel; the expressions in it are read in [`super::operand`].
pub struct Reader<'a> {
    pub(super) scope: &'a Scope,
    pub(super) symbols: &'a mut Symbols,
    pub(super) kernel: Kernel,
    pub(super) loops: Vec<(String, i64)>,
    /// What the names of `let`s stand for, the last first.
    pub(super) lets: Vec<(String, Operand)>,
    /// The signal to name in errors.
    pub(super) about: String,
    /// The identifier temporaries are named after.
    pub(super) purpose: String,
    /// Temporaries to be assigned before the statement being read.
    pub(super) pending: Vec<Statement>,
    /// The line of each statement, by its place in memory.
    lines: BTreeMap<*const VerilogStatement, u32>,
    /// The line of the statement being read; 0 if it is not known.
    line: u32,
    /// The line of the innermost statement that could not be read.
    failed_at: Option<u32>,
}

impl Reader<'_> {
    // ---- statements

    fn block(&mut self, block: &[VerilogStatement]) -> Result<Vec<Statement>> {
        let mut statements = vec![];
        for statement in block {
            let line = self.lines.get(&std::ptr::from_ref(statement)).copied();
            self.line = line.unwrap_or_default();
            let more = self
                .statement(statement)
                .inspect_err(|_| self.failed_at = self.failed_at.or(line))?;
            statements.append(&mut self.pending);
            statements.extend(more);
        }
        Ok(statements)
    }

    /// A block inside a statement; temporaries it needs are assigned inside it.
    fn inner(&mut self, block: &[VerilogStatement]) -> Result<Vec<Statement>> {
        let outside = std::mem::take(&mut self.pending);
        let named = self.lets.len();
        let statements = self.block(block);
        self.lets.truncate(named);
        self.pending = outside;
        statements
    }

    fn statement(&mut self, statement: &VerilogStatement) -> Result<Vec<Statement>> {
        match statement {
            VerilogStatement::Assignment(VerilogExpression::Signal(target), value) => {
                if let Some(name) = wire_of(target) {
                    return self.wire(name, value);
                }
                let targets = self.targets(&without_next(target))?;
                self.assign(&targets, value)
            }
            VerilogStatement::SliceAssignment {
                base: VerilogExpression::Signal(base),
                width,
                offset: VerilogExpression::Literal(offset),
                replacement,
            } => {
                let targets = self.targets(base)?;
                let targets = self.covering(
                    &targets,
                    usize::try_from(value_of(offset)).unwrap_or(usize::MAX),
                    *width,
                );
                let targets = targets.ok_or_else(|| anyhow!("{}: no such field", self.about))?;
                self.about = self.symbols[targets[0]].path.clone();
                self.assign(&targets, replacement)
            }
            VerilogStatement::Assignment(..) | VerilogStatement::SliceAssignment { .. } => {
                bail!("{}: assigns to something that is no signal", self.scope.path)
            }
            VerilogStatement::If(conditional) => self.conditional(conditional),
            VerilogStatement::Match(choice) => self.choice(choice),
            VerilogStatement::Loop(repeat) => self.unrolled(repeat),
            VerilogStatement::Comment(text) => Ok(vec![Statement::Comment(remark(text))]),
            VerilogStatement::Link(links) => self.links(links),
            VerilogStatement::Macro(block) => self.inner(block),
        }
    }

    /// `let name = value;`: a wire, or another name for what has no width of its own.
    fn wire(&mut self, name: &str, value: &VerilogExpression) -> Result<Vec<Statement>> {
        self.about = format!("{}.{name}", self.scope.path);
        self.purpose = name.to_string();
        if let Some(objection) = objection(name) {
            bail!("{}: {objection}", self.about);
        }
        let value = match self.operand(value)? {
            Operand::Sized(value) => {
                let wire = self.named_as(value, |symbols, width, kind| symbols.wire(name, width, kind));
                if let Node::Name(id) = wire.node {
                    self.kernel.lines.push((self.line, id));
                }
                Operand::Sized(wire)
            }
            other => other,
        };
        self.lets.push((name.to_string(), value));
        Ok(vec![])
    }

    /// The leaves that a kernel assigns.
    fn targets(&mut self, spelled: &str) -> Result<Vec<Id>> {
        self.about = self.scope.path.clone();
        let targets = self.signal(spelled)?;
        for id in &targets {
            let symbol = &self.symbols[*id];
            let driver = match symbol.role {
                Role::Input => "the circuit that holds this one drives it",
                Role::Result => "the part it belongs to drives it",
                Role::Constant => "it is a constant",
                Role::InOut => "join it to a part's port instead",
                _ => continue,
            };
            bail!(
                "{}: driven twice, since the kernel of {} writes it, but {driver}",
                symbol.path,
                self.scope.path
            );
        }
        self.about = format!("{}.{}", self.scope.path, rust_path(spelled));
        Ok(targets)
    }

    /// The leaves that exactly fill `width` bits from `offset` up, if there are such.
    fn covering(&self, leaves: &[Id], offset: usize, width: usize) -> Option<Vec<Id>> {
        let mut position = 0;
        let mut found = vec![];
        for &id in leaves {
            let end = position + self.symbols[id].width;
            if position >= offset && end <= offset + width {
                found.push(id);
            }
            position = end;
        }
        let filled: usize = found.iter().map(|id| self.symbols[*id].width).sum();
        (filled == width && !found.is_empty()).then_some(found)
    }

    fn assign(&mut self, targets: &[Id], value: &VerilogExpression) -> Result<Vec<Statement>> {
        self.purpose = self.symbols[targets[0]].identifier.clone();
        let width = targets.iter().map(|id| self.symbols[*id].width).sum();
        let value = self.operand(value)?;
        let signed = targets.len() == 1 && matches!(self.symbols[targets[0]].kind, Kind::Signed);
        let value = self.sized(value, width, signed)?;
        let mut offset = 0;
        let mut statements = vec![];
        for &target in targets {
            let width = self.symbols[target].width;
            let part = self.slice(value.clone(), offset, width);
            self.kernel.lines.push((self.line, target));
            statements.push(Statement::Assign(target, part));
            offset += width;
        }
        Ok(statements)
    }

    fn conditional(&mut self, conditional: &VerilogConditional) -> Result<Vec<Statement>> {
        let test = self.test(&conditional.test)?;
        let otherwise = |reader: &mut Self| match &conditional.otherwise {
            VerilogBlockOrConditional::Block(block) => reader.inner(block),
            VerilogBlockOrConditional::Conditional(next) => reader.inner(std::slice::from_ref(next)),
            VerilogBlockOrConditional::None => Ok(vec![]),
        };
        match test.constant(self.symbols) {
            Some(value) if value == BigUint::default() => otherwise(self),
            Some(_) => self.inner(&conditional.then),
            None => Ok(vec![Statement::If {
                test,
                then: self.inner(&conditional.then)?,
                otherwise: otherwise(self)?,
            }]),
        }
    }

    fn test(&mut self, test: &VerilogExpression) -> Result<Expression> {
        self.about = self.scope.path.clone();
        self.purpose = "test".to_string();
        let test = self.operand(test)?;
        self.sized(test, 1, false)
    }

    fn choice(&mut self, choice: &VerilogMatch) -> Result<Vec<Statement>> {
        self.about = self.scope.path.clone();
        self.purpose = "test".to_string();
        // Only patterns of plain numbers match, so a test computed with `.index()` is evaluated as Rust does.
        let test = match self.place(&choice.test)? {
            Operand::Sized(test) => test,
            Operand::Number(value) => self.sized(Operand::Number(value), 64, false)?,
            _ => bail!("{}: matches on a value whose width is not known", self.about),
        };
        let enumeration = match test.node {
            Node::Name(id) => match &self.symbols[id].kind {
                Kind::Enumeration(enumeration) => Some(enumeration.clone()),
                _ => None,
            },
            _ => None,
        };
        let known = test.constant(self.symbols);
        let mut arms: Vec<(Expression, Vec<Statement>)> = vec![];
        let mut default = None;
        for case in &choice.cases {
            if case.condition == "default" {
                default = Some(self.inner(&case.block)?);
                break;
            }
            let label = self.pattern(&case.condition, &test, enumeration.as_ref().map(|e| e.name.as_str()))?;
            if arms.iter().any(|(earlier, _)| *earlier == label) {
                continue;
            }
            if known.is_none() || known == label.constant(self.symbols) {
                let body = self.inner(&case.block)?;
                arms.push((label, body));
            }
        }
        if known.is_some() {
            return Ok(arms
                .into_iter()
                .next()
                .map(|(_, body)| body)
                .or(default)
                .unwrap_or_default());
        }
        if test.width == 1 && enumeration.is_none() {
            return Ok(vec![two_way(test, arms, default)]);
        }
        let mut default_note = String::new();
        let all_codes = u32::try_from(test.width)
            .ok()
            .and_then(|width| 1usize.checked_shl(width));
        if default.is_none() && all_codes != Some(arms.len()) {
            // Rust has checked that no variant is missing; codes without a variant take the arm of the last one.
            let (label, body) = arms.pop().ok_or_else(|| anyhow!("{}: an empty match", self.about))?;
            default_note = format!("{}, and every spare code", label.text(self.symbols));
            default = Some(body);
        }
        Ok(vec![Statement::Case { test, arms, default, default_note }])
    }

    /// The pattern of an arm as a label of the width of the test.
    fn pattern(&mut self, pattern: &str, test: &Expression, enumeration: Option<&str>) -> Result<Expression> {
        match pattern {
            "true" | "false" => return Ok(Expression::number((pattern == "true") as u8, test.width)),
            _ => {}
        }
        if pattern.starts_with(|c: char| c.is_ascii_digit()) {
            let value =
                integer(pattern).ok_or_else(|| anyhow!("{}: the pattern `{pattern}` is no number", self.about))?;
            return self.sized(Operand::Number(value.into()), test.width, false);
        }
        let spelled = match enumeration {
            Some(name) if !pattern.contains('$') => format!("{name}${pattern}"),
            _ => pattern.to_string(),
        };
        let found = self.variant(&spelled).filter(|found| found.width == test.width);
        found.ok_or_else(|| {
            anyhow!(
                "{}: the pattern `{}` is neither a number, a variant of what is matched, nor `_`",
                self.about,
                pattern.replace('$', "::")
            )
        })
    }

    fn unrolled(&mut self, repeat: &VerilogLoop) -> Result<Vec<Statement>> {
        let bound = |literal| {
            i64::try_from(value_of(literal))
                .map_err(|_| anyhow!("{}: a loop that long cannot be unrolled", self.scope.path))
        };
        let (from, to) = (bound(&repeat.from)?, bound(&repeat.to)?);
        // The tree writes the field `self.i` and the loop variable `i` the same way.
        if self.scope.signals.iter().any(|signal| signal.name == repeat.index) {
            bail!(
                "{}: also the name of a loop variable, which cannot be told from it: rename the variable",
                self.scope.path_of(&repeat.index)
            );
        }
        let mut statements = vec![];
        for i in from..to {
            self.loops.push((repeat.index.clone(), i));
            let round = self.inner(&repeat.block);
            self.loops.pop();
            statements.extend(round?);
        }
        Ok(statements)
    }

    fn links(&mut self, links: &[VerilogLink]) -> Result<Vec<Statement>> {
        let mut statements = vec![];
        for link in links {
            let spell = |owner: &str, name: &str| match name {
                "" => owner.to_string(),
                name => format!("{owner}${name}"),
            };
            let (VerilogLink::Forward(d) | VerilogLink::Backward(d) | VerilogLink::Bidirectional(d)) = link;
            let (ours, theirs) = (spell(&d.owner_name, &d.my_name), spell(&d.other_name, &d.my_name));
            match link {
                VerilogLink::Forward(_) => {
                    let targets = self.targets(&theirs)?;
                    statements.extend(self.assign(&targets, &VerilogExpression::Signal(ours))?);
                }
                VerilogLink::Backward(_) => {
                    let targets = self.targets(&ours)?;
                    statements.extend(self.assign(&targets, &VerilogExpression::Signal(theirs))?);
                }
                VerilogLink::Bidirectional(_) => {
                    let (ours, theirs) = (self.signal(&ours)?, self.signal(&theirs)?);
                    self.kernel.joins.extend(theirs.into_iter().zip(ours));
                }
            }
        }
        Ok(statements)
    }

    // ---- names

    /// The leaves of a signal, in any of the kernel's spellings.
    fn signal(&self, spelled: &str) -> Result<Vec<Id>> {
        let plain = self.plain(spelled)?;
        self.symbols.find(&plain).ok_or_else(|| {
            anyhow!(
                "{}: `{}` is no signal here (a number with a name must be a `const` in a #[kernel], or a field of the type Constant)",
                self.about,
                rust_path(&plain)
            )
        })
    }

    /// `state[i + 1]$q` becomes `state$2$q`.
    fn plain(&self, spelled: &str) -> Result<String> {
        let mut plain = spelled
            .replace("::", "$")
            .replace(['.', ' '], "$")
            .replace("$val()", "");
        plain = plain.trim_start_matches('$').to_string();
        let variable = |name: &str| {
            self.loops
                .iter()
                .rev()
                .find(|(index, _)| index == name)
                .map(|(_, value)| *value)
        };
        while let Some(open) = plain.find('[') {
            let close = plain[open..].find(']').map(|i| open + i);
            let close = close.ok_or_else(|| anyhow!("{}: `{plain}` lacks a bracket", self.about))?;
            let inside = &plain[open + 1..close];
            let index = index::evaluate(inside, &variable).ok_or_else(|| {
                anyhow!(
                    "{}: `{}[..]` is indexed by `{}`: an index must be computed from numbers and loop variables",
                    self.about,
                    rust_path(&plain[..open]),
                    rust_path(inside)
                )
            })?;
            plain = format!("{}${index}{}", &plain[..open], &plain[close + 1..]);
        }
        Ok(plain)
    }

    /// A variant, spelled with its type and perhaps its module: `Phase$Idle`.
    pub(super) fn variant(&self, spelled: &str) -> Option<Expression> {
        let mut words = spelled.rsplit('$');
        let (variant, name) = (words.next()?, words.next()?);
        let enumeration = self.symbols.enumeration(name)?;
        let code = enumeration.variants.iter().position(|v| v == variant)?;
        Some(Expression::label(label(name, variant), code, enumeration.width))
    }

    /// A signal as a value: a struct becomes the concatenation of its leaves.
    pub(super) fn value(&self, spelled: &str) -> Result<Expression> {
        let mut pieces = vec![];
        for id in self.signal(spelled)? {
            let symbol = &self.symbols[id];
            if matches!(symbol.role, Role::Feed | Role::Unheard) {
                bail!(
                    "{}: read by the kernel of {}, but it is an input of a part: read what drives it instead",
                    symbol.path,
                    self.scope.path
                );
            }
            pieces.insert(0, Expression::name(self.symbols, id));
        }
        Ok(Expression::join(pieces))
    }
}

/// The lines of a kernel's statements, as found by the derive; the kernel's first line if their numbers differ.
fn lines(scope: &Scope, block: &[VerilogStatement]) -> BTreeMap<*const VerilogStatement, u32> {
    let Some(source) = scope.source else {
        return BTreeMap::new();
    };
    let mut statements = vec![];
    tree::each_statement(block, &mut |statement| statements.push(std::ptr::from_ref(statement)));
    let all = statements.len() == source.statements.len();
    let line = |i: usize| if all { source.statements[i] } else { source.line };
    statements
        .into_iter()
        .enumerate()
        .map(|(i, statement)| (statement, line(i)))
        .collect()
}

/// The text of `comment!("...")`; rust-hdl may leave the macro's name and one of the quotes in it.
fn remark(text: &str) -> String {
    let words = text
        .split_once('(')
        .filter(|(name, _)| name.contains('!'))
        .map_or(text, |(_, words)| words);
    words
        .trim()
        .trim_end_matches(')')
        .trim_matches('"')
        .replace(['\n', '\r'], " ")
}

/// The signal that `state$d$next`, or `state$d$next$walk$position`, assigns.
fn without_next(spelled: &str) -> String {
    let mut words: Vec<&str> = spelled.split('$').collect();
    if let Some(i) = words.iter().rposition(|word| *word == "next") {
        words.remove(i);
    }
    words.join("$")
}

/// Turns a match on one bit into an if.
fn two_way(test: Expression, arms: Vec<(Expression, Vec<Statement>)>, default: Option<Vec<Statement>>) -> Statement {
    let one = Expression::number(1u8, 1);
    let (mut then, mut otherwise) = (default.clone(), default);
    for (label, body) in arms {
        *(if label == one { &mut then } else { &mut otherwise }) = Some(body);
    }
    Statement::If { test, then: then.unwrap_or_default(), otherwise: otherwise.unwrap_or_default() }
}

/// A number as Rust writes it: `0xff`, `1_000`, `3u64`.
fn integer(text: &str) -> Option<u64> {
    let plain = text.replace('_', "");
    let (radix, digits) = match plain.get(..2) {
        Some("0x") => (16, &plain[2..]),
        Some("0b") => (2, &plain[2..]),
        Some("0o") => (8, &plain[2..]),
        _ => (10, plain.as_str()),
    };
    let end = digits.find(['u', 'i']).unwrap_or(digits.len());
    u64::from_str_radix(&digits[..end], radix).ok()
}
