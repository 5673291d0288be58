//! Splits a kernel's block into pieces that do not depend on each other's order.
//!
//! Verilator treats an `always` block as one unit: if it reads a part's output and writes that part's input, even for
//! unrelated signals, that looks like a loop. So signals share a block only if a statement writes them together, or if
//! one is read between two assignments of the other. Pieces that would trigger each other for ever are split further,
//! into one piece per signal ([`slice`]).

use std::collections::{BTreeMap, BTreeSet};

use super::{
    expression::Expression,
    slice::{self, Piece},
    statement::{self, Statement, drop_assignments, tidy},
    symbols::{Id, Role, Symbols},
};

/// One piece.
pub enum Process {
    /// `assign target = value;`
    Wire(Id, Expression),
    /// `always @(*)`, with the targets it writes.
    Block(Vec<Id>, Vec<Statement>),
}

/// Splits the statements; the pieces are in the order of their first statements. A signal assembled bit by bit, between
/// other statements, becomes one value in its piece. `at_once` gives the symbols whose events cause events on an output
/// of a part. With `apart` every signal gets its own piece.
pub fn split(
    symbols: &mut Symbols,
    statements: Vec<Statement>,
    at_once: &BTreeMap<Id, BTreeSet<Id>>,
    apart: bool,
) -> Vec<Process> {
    let pieces = group(statements);
    let in_circles = match apart {
        true => vec![true; pieces.len()],
        false => in_circles(pieces.iter().map(reads_of_piece).collect(), at_once),
    };
    let mut processes = vec![];
    for (piece, circular) in pieces.into_iter().zip(in_circles) {
        let apart = match circular {
            true => slice::apart(symbols, &piece),
            false => vec![piece],
        };
        for (targets, mut body) in apart {
            tidy(symbols, &mut body);
            processes.extend(process(symbols, targets, body));
        }
    }
    processes
}

/// Removes the computation of Locals and temporaries that nothing reads, neither here nor in `outside`.
pub fn drop_unread(symbols: &Symbols, processes: &mut Vec<Process>, outside: &BTreeSet<Id>) {
    loop {
        let mut read = outside.clone();
        for process in processes.iter() {
            process.each_expression(&mut |expression| expression.each_name(&mut |id| _ = read.insert(id)));
        }
        let kept = |id: Id| !symbols[id].role.is_inside() || read.contains(&id);
        let mut dropped = false;
        processes.retain_mut(|process| match process {
            Process::Wire(target, _) => {
                dropped |= !kept(*target);
                kept(*target)
            }
            Process::Block(targets, body) => {
                if drop_assignments(body, &kept) {
                    dropped = true;
                    targets.retain(|target| kept(*target));
                    tidy(symbols, body);
                }
                !targets.is_empty()
            }
        });
        if !dropped {
            return;
        }
    }
}

fn group(statements: Vec<Statement>) -> Vec<Piece> {
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
    let mut pieces: BTreeMap<Id, Piece> = BTreeMap::new();
    let mut comments = vec![];
    for (statement, targets) in statements.into_iter().zip(written) {
        // A comment belongs to the statement after it.
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
    order.iter().filter_map(|group| pieces.remove(group)).collect()
}

/// What a piece writes and what it reads.
fn reads_of_piece((targets, body): &Piece) -> (Vec<Id>, Vec<Id>) {
    let mut reads = vec![];
    body.iter()
        .for_each(|statement| statement.each_read(&mut |id| reads.push(id)));
    (targets.clone(), reads)
}

/// Whether event loops remain, which only the parts can break.
pub fn circular(processes: &[Process], at_once: &BTreeMap<Id, BTreeSet<Id>>) -> bool {
    let pieces = processes.iter().map(|process| {
        let mut reads = vec![];
        process.each_expression(&mut |value| value.each_name(&mut |id| reads.push(id)));
        (process.targets().to_vec(), reads)
    });
    let through_parts_alone = || at_once.keys().any(|id| behind_parts(&[*id], at_once).contains(id));
    in_circles(pieces.collect(), at_once).contains(&true) || through_parts_alone()
}

/// For each piece, given as what it writes and reads, whether it depends on its own outputs, through other pieces or
/// through parts.
///
/// The signals form no loop, which has been checked, but the pieces can. An event-driven simulator would run such
/// pieces for ever: each writes a signal twice and so triggers the other, although the values are the same in the end.
fn in_circles(pieces: Vec<(Vec<Id>, Vec<Id>)>, at_once: &BTreeMap<Id, BTreeSet<Id>>) -> Vec<bool> {
    let writer = writers(pieces.iter().map(|(targets, _)| targets.as_slice()));
    let follows: Vec<BTreeSet<usize>> = pieces
        .iter()
        .enumerate()
        .map(|(i, (_, reads))| {
            // A piece's own signals are only intermediate values to it, unless they come back from a part.
            let others = reads
                .iter()
                .filter_map(|id| writer.get(id))
                .filter(|piece| **piece != i);
            let mut found: BTreeSet<usize> = others.copied().collect();
            let through = behind_parts(reads, at_once);
            found.extend(through.iter().filter_map(|feed| writer.get(feed)));
            found
        })
        .collect();
    (0..pieces.len())
        .map(|start| {
            let mut reached = BTreeSet::new();
            let mut left: Vec<usize> = follows[start].iter().copied().collect();
            while let Some(piece) = left.pop() {
                if reached.insert(piece) {
                    left.extend(&follows[piece]);
                }
            }
            reached.contains(&start)
        })
        .collect()
}

/// The piece that writes each symbol.
fn writers<'a>(targets: impl Iterator<Item = &'a [Id]>) -> BTreeMap<Id, usize> {
    let each = targets.enumerate();
    each.flat_map(|(i, targets)| targets.iter().map(move |target| (*target, i)))
        .collect()
}

/// The inputs of parts that these symbols depend on, through parts.
fn behind_parts(ids: &[Id], at_once: &BTreeMap<Id, BTreeSet<Id>>) -> BTreeSet<Id> {
    let (mut left, mut through) = (ids.to_vec(), BTreeSet::new());
    while let Some(id) = left.pop() {
        let feeds = at_once.get(&id).into_iter().flatten();
        left.extend(feeds.filter(|feed| through.insert(**feed)));
    }
    through
}

/// All symbols whose events may cause an event on this one, even where its value does not depend on them.
pub fn events(processes: &[Process], at_once: &BTreeMap<Id, BTreeSet<Id>>, of: Id) -> BTreeSet<Id> {
    let writer = writers(processes.iter().map(Process::targets));
    let (mut left, mut found) = (vec![of], BTreeSet::new());
    while let Some(id) = left.pop() {
        let mut reads: Vec<Id> = at_once.get(&id).into_iter().flatten().copied().collect();
        if let Some(process) = writer.get(&id) {
            processes[*process].each_expression(&mut |value| value.each_name(&mut |id| reads.push(id)));
        }
        left.extend(reads.into_iter().filter(|id| found.insert(*id)));
    }
    found
}

fn process(symbols: &Symbols, targets: Vec<Id>, body: Vec<Statement>) -> Vec<Process> {
    if let [Statement::Assign(target, value)] = body.as_slice() {
        return vec![Process::Wire(*target, value.clone())];
    }
    // A block that reads no signal would never run.
    let mut values = BTreeMap::new();
    match statement::run(symbols, &body, &mut values) {
        true => values
            .into_iter()
            .map(|(target, value)| Process::Wire(target, Expression::value(symbols, target, value)))
            .collect(),
        false => vec![Process::Block(targets, body)],
    }
}

impl Process {
    /// The symbols it writes.
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

    /// Prints it as Verilog.
    pub fn print(&self, symbols: &Symbols, text: &mut String) {
        match self {
            Process::Wire(target, value) => {
                *text += &format!("  assign {} = {};\n", symbols[*target].identifier, value.text(symbols));
            }
            Process::Block(targets, body) => {
                *text += "  always @(*) begin\n";
                for id in targets {
                    let symbol = &symbols[*id];
                    if symbol.role == Role::Temporary {
                        *text += &format!("    {} = {}'d0;\n", symbol.identifier, symbol.width);
                    }
                }
                body.iter().for_each(|statement| statement.print(symbols, 2, text));
                *text += "  end\n";
            }
        }
    }
}

/// Sets of symbols that can be merged (union-find).
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
        // The smaller root stays, so that the result does not depend on the order.
        self.parent.insert(a.max(b), a.min(b));
    }
}
