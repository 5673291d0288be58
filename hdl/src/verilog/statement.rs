//! The statements of a kernel, with loops unrolled and structs split.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::{
    expression::{Expression, Unary},
    symbols::{Id, Role, Symbols},
};

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Assign(Id, Expression),
    If {
        test: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// A `case` whose `arms` and `default` together cover every value of `test`.
    Case {
        test: Expression,
        arms: Vec<(Expression, Vec<Statement>)>,
        default: Option<Vec<Statement>>,
        /// A comment for the `default`: the pattern in the kernel.
        default_note: String,
    },
    Comment(String),
}

impl Statement {
    /// The blocks inside it.
    pub fn blocks(&self) -> Vec<&[Statement]> {
        match self {
            Statement::Assign(..) | Statement::Comment(_) => vec![],
            Statement::If { then, otherwise, .. } => vec![then, otherwise],
            Statement::Case { arms, default, .. } => arms
                .iter()
                .map(|(_, body)| body.as_slice())
                .chain(default.as_deref())
                .collect(),
        }
    }

    /// The same statement with other blocks inside.
    pub fn with_blocks(&self, change: &mut dyn FnMut(&[Statement]) -> Vec<Statement>) -> Statement {
        let mut changed = self.clone();
        for block in changed.blocks_mut() {
            *block = change(block);
        }
        changed
    }

    /// The same statement with symbols replaced by others of the same widths, in reads and writes.
    pub fn renamed(&self, names: &BTreeMap<Id, Id>) -> Statement {
        let mut changed =
            self.with_blocks(&mut |block| block.iter().map(|statement| statement.renamed(names)).collect());
        match &mut changed {
            Statement::Assign(target, value) => {
                *target = *names.get(target).unwrap_or(target);
                *value = value.renamed(names);
            }
            Statement::If { test, .. } | Statement::Case { test, .. } => *test = test.renamed(names),
            Statement::Comment(_) => {}
        }
        changed
    }

    fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::Assign(..) | Statement::Comment(_) => vec![],
            Statement::If { then, otherwise, .. } => vec![then, otherwise],
            Statement::Case { arms, default, .. } => arms.iter_mut().map(|(_, body)| body).chain(default).collect(),
        }
    }

    /// Calls `visit` for every expression read, in it and inside it.
    pub fn each_expression(&self, visit: &mut dyn FnMut(&Expression)) {
        match self {
            Statement::Assign(_, value) => visit(value),
            Statement::If { test, .. } => visit(test),
            Statement::Case { test, arms, .. } => {
                visit(test);
                arms.iter().for_each(|(label, _)| visit(label));
            }
            Statement::Comment(_) => {}
        }
        for block in self.blocks() {
            block.iter().for_each(|statement| statement.each_expression(visit));
        }
    }

    /// Calls `visit` for every symbol read, in it and inside it.
    pub fn each_read(&self, visit: &mut dyn FnMut(Id)) {
        self.each_expression(&mut |expression| expression.each_name(visit));
    }

    /// Calls `visit` for every assignment, in it and inside it.
    pub fn each_assignment(&self, visit: &mut dyn FnMut(Id, &Expression)) {
        if let Statement::Assign(target, value) = self {
            visit(*target, value);
        }
        for block in self.blocks() {
            block.iter().for_each(|statement| statement.each_assignment(visit));
        }
    }

    /// Calls `visit` for every symbol written, in it and inside it.
    pub fn each_write(&self, visit: &mut dyn FnMut(Id)) {
        self.each_assignment(&mut |target, _| visit(target));
    }

    fn reads(&self, symbol: Id) -> bool {
        let mut found = false;
        self.each_read(&mut |id| found |= id == symbol);
        found
    }

    pub fn print(&self, symbols: &Symbols, depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        let block = |body: &[Statement], text: &mut String| {
            body.iter()
                .for_each(|statement| statement.print(symbols, depth + 1, text));
        };
        match self {
            Statement::Assign(target, value) => {
                *text += &format!("{indent}{} = {};\n", symbols[*target].identifier, value.text(symbols));
            }
            Statement::Comment(comment) => *text += &format!("{indent}// {comment}\n"),
            Statement::If { test, then, otherwise } => {
                *text += &format!("{indent}if ({}) begin\n", test.text(symbols));
                block(then, text);
                let mut rest = otherwise;
                while let [Statement::If { test, then, otherwise }] = rest.as_slice() {
                    *text += &format!("{indent}end else if ({}) begin\n", test.text(symbols));
                    block(then, text);
                    rest = otherwise;
                }
                if !rest.is_empty() {
                    *text += &format!("{indent}end else begin\n");
                    block(rest, text);
                }
                *text += &format!("{indent}end\n");
            }
            Statement::Case { test, arms, default, default_note } => {
                *text += &format!("{indent}case ({})\n", test.text(symbols));
                let mut arm = |label: String, note: &str, body: &[Statement]| match body {
                    [] => *text += &format!("{indent}  {label}: ;{note}\n"),
                    [Statement::Assign(target, value)] => {
                        let target = &symbols[*target].identifier;
                        *text += &format!("{indent}  {label}: {target} = {};{note}\n", value.text(symbols));
                    }
                    _ => {
                        *text += &format!("{indent}  {label}: begin{note}\n");
                        body.iter()
                            .for_each(|statement| statement.print(symbols, depth + 2, text));
                        *text += &format!("{indent}  end\n");
                    }
                };
                for (label, body) in arms {
                    arm(label.text(symbols), "", body);
                }
                if let Some(body) = default {
                    let note = match default_note.as_str() {
                        "" => String::new(),
                        note => format!(" // {note}"),
                    };
                    arm("default".to_string(), &note, body);
                }
                *text += &format!("{indent}endcase\n");
            }
        }
    }
}

/// Removes assignments that a later one in the same block overwrites before anything reads them, and empty statements.
/// Merges assignments that build a value bit by bit.
pub fn tidy(symbols: &Symbols, block: &mut Vec<Statement>) {
    for statement in block.iter_mut() {
        statement
            .blocks_mut()
            .into_iter()
            .for_each(|inner| tidy(symbols, inner));
    }
    block.retain(|statement| match statement {
        Statement::If { then, otherwise, .. } => !then.is_empty() || !otherwise.is_empty(),
        Statement::Case { .. } => statement.blocks().iter().any(|body| !body.is_empty()),
        _ => true,
    });
    for statement in block.iter_mut() {
        if let Statement::If { test, then, otherwise } = statement
            && then.is_empty()
        {
            *test = Expression::unary(Unary::Not, test.clone());
            *then = std::mem::take(otherwise);
        }
    }
    let mut i = 1;
    while i < block.len() {
        if let [Statement::Assign(before, first), Statement::Assign(target, second)] = &block[i - 1..=i]
            && before == target
            && let Some(whole) = second.with(symbols, *target, first)
        {
            // The second assignment includes the value of the first, so the first must go.
            block[i] = Statement::Assign(*target, whole);
            block.remove(i - 1);
        } else {
            i += 1;
        }
    }
    let mut i = 0;
    while i < block.len() {
        if let Statement::Assign(target, _) = block[i]
            && is_replaced(target, &block[i + 1..])
        {
            block.remove(i);
        } else {
            i += 1;
        }
    }
}

/// Runs a block that reads nothing but constants and its own results; returns `false` if it reads anything else.
pub fn run(symbols: &Symbols, block: &[Statement], values: &mut BTreeMap<Id, BigUint>) -> bool {
    for statement in block {
        let known = |id: Id| match symbols[id].role {
            Role::Constant => Some(symbols[id].initial.clone()),
            _ => values.get(&id).cloned(),
        };
        let taken = match statement {
            Statement::Comment(_) => continue,
            Statement::Assign(target, value) => {
                let Some(value) = value.evaluate(&known) else {
                    return false;
                };
                values.insert(*target, value);
                continue;
            }
            Statement::If { test, then, otherwise } => match test.evaluate(&known) {
                Some(value) if value == BigUint::default() => otherwise,
                Some(_) => then,
                None => return false,
            },
            Statement::Case { test, arms, default, .. } => {
                let Some(value) = test.evaluate(&known) else {
                    return false;
                };
                let arm = arms
                    .iter()
                    .find(|(label, _)| label.evaluate(&known).as_ref() == Some(&value));
                match arm.map(|(_, body)| body).or(default.as_ref()) {
                    Some(body) => body,
                    None => continue,
                }
            }
        };
        if !run(symbols, taken, values) {
            return false;
        }
    }
    true
}

/// Removes the assignments to symbols that are not `kept`. Returns whether there were any.
pub fn drop_assignments(block: &mut Vec<Statement>, kept: &dyn Fn(Id) -> bool) -> bool {
    let before = block.len();
    block.retain(|statement| !matches!(statement, Statement::Assign(target, _) if !kept(*target)));
    let mut dropped = before != block.len();
    for statement in block {
        for inner in statement.blocks_mut() {
            dropped |= drop_assignments(inner, kept);
        }
    }
    dropped
}

/// Whether `symbol` is assigned again before it is read.
fn is_replaced(symbol: Id, rest: &[Statement]) -> bool {
    for statement in rest {
        if statement.reads(symbol) {
            return false;
        }
        if matches!(statement, Statement::Assign(target, _) if *target == symbol) {
            return true;
        }
    }
    false
}
