//! A kernel's block split into pieces that do not depend on each other's order.
//!
//! Verilator sees one `always` block as one thing: if it reads a part's output and writes that part's input, even for an
//! unrelated signal, that looks like a loop. So signals share a block only if a statement writes them together, or if
//! one is read between two assignments of the other.

use std::collections::BTreeMap;

use super::{
    expression::Expression,
    statement::{Statement, tidy},
    symbols::{Id, Symbols},
};

/// One piece.
pub enum Process {
    /// `assign target = value;`
    Wire(Id, Expression),
    /// `always @(*)`, with the targets it writes.
    Block(Vec<Id>, Vec<Statement>),
}

/// Splits the statements; the pieces come in the order of their first statements. Within its piece, a signal that was put
/// together between others becomes one value.
pub fn split(symbols: &Symbols, statements: Vec<Statement>) -> Vec<Process> {
    let mut groups = Groups::default();
    let mut last_write: BTreeMap<Id, usize> = BTreeMap::new();
    let mut written: Vec<Vec<Id>> = vec![];
    for (i, statement) in statements.iter().enumerate() {
        let mut targets = vec![];
        statement.each_write(&mut |id| targets.push(id));
        for &target in &targets {
            groups.unite(targets[0], target);
            last_write.insert(target, i);
        }
        written.push(targets);
    }
    for (i, statement) in statements.iter().enumerate() {
        if let Some(&target) = written[i].first() {
            statement.each_read(&mut |id| {
                if last_write.get(&id).is_some_and(|last| *last >= i) {
                    groups.unite(target, id);
                }
            });
        }
    }

    let mut order: Vec<Id> = vec![];
    let mut pieces: BTreeMap<Id, (Vec<Id>, Vec<Statement>)> = BTreeMap::new();
    let mut comments = vec![];
    for (statement, targets) in statements.into_iter().zip(written) {
        // A comment belongs to the statement behind it.
        let Some(&first) = targets.first() else {
            comments.push(statement);
            continue;
        };
        let group = groups.of(first);
        let (all, body) = pieces.entry(group).or_insert_with(|| {
            order.push(group);
            Default::default()
        });
        for target in targets {
            if !all.contains(&target) {
                all.push(target);
            }
        }
        body.append(&mut comments);
        body.push(statement);
    }
    order
        .iter()
        .filter_map(|group| pieces.remove(group))
        .map(|(targets, mut body)| {
            tidy(symbols, &mut body);
            process(targets, body)
        })
        .collect()
}

fn process(targets: Vec<Id>, body: Vec<Statement>) -> Process {
    match body.as_slice() {
        [Statement::Assign(target, value)] => Process::Wire(*target, value.clone()),
        _ => Process::Block(targets, body),
    }
}

impl Process {
    /// What it writes.
    pub fn targets(&self) -> &[Id] {
        match self {
            Process::Wire(target, _) => std::slice::from_ref(target),
            Process::Block(targets, _) => targets,
        }
    }

    pub fn each_expression(&self, visit: &mut dyn FnMut(&Expression)) {
        match self {
            Process::Wire(_, value) => visit(value),
            Process::Block(_, body) => body.iter().for_each(|statement| statement.each_expression(visit)),
        }
    }

    /// Writes it as Verilog; under a condition it keeps its values while that is low.
    pub fn print(&self, symbols: &Symbols, condition: Option<&str>, text: &mut String) {
        let always = match condition {
            None => "always @(*)".to_string(),
            Some(condition) => format!("always @(*) if ({condition})"),
        };
        match self {
            Process::Wire(target, value) => {
                let word = if condition.is_some() { always.as_str() } else { "assign" };
                *text += &format!("  {word} {} = {};\n", symbols[*target].identifier, value.text(symbols));
            }
            Process::Block(targets, body) => {
                *text += &format!("  {always} begin\n");
                for id in targets {
                    let symbol = &symbols[*id];
                    if symbol.role == super::symbols::Role::Temporary {
                        *text += &format!("    {} = {}'d0;\n", symbol.identifier, symbol.width);
                    }
                }
                body.iter().for_each(|statement| statement.print(symbols, 2, text));
                *text += "  end\n";
            }
        }
    }
}

/// Sets of symbols, united as needed.
#[derive(Default)]
struct Groups {
    parent: BTreeMap<Id, Id>,
}

impl Groups {
    fn of(&self, id: Id) -> Id {
        match self.parent.get(&id) {
            Some(&parent) if parent != id => self.of(parent),
            _ => id,
        }
    }

    fn unite(&mut self, a: Id, b: Id) {
        let (a, b) = (self.of(a), self.of(b));
        // The smaller one stands for both, so that the outcome does not depend on the order.
        self.parent.insert(a.max(b), a.min(b));
    }
}
