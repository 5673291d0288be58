//! Splits a block so that each signal it writes gets its own block, with only the statements it needs.
//!
//! ```text
//! always @(*) begin              always @(*) begin          always @(*) begin
//!   l = x; y = 0;                  l = x;                     y = 0;
//!   if (f) begin           =>      if (f) l = l + 1;          if (f) y = 1;
//!     l = l + 1; y = 1;          end                        end
//!   end
//! end
//! ```
//!
//! If a signal needs an intermediate value of another one, that value is computed again under a name of its own.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    statement::Statement,
    symbols::{Id, Symbols},
};

/// The symbols a piece writes, and its statements.
pub type Piece = (Vec<Id>, Vec<Statement>);

/// One piece for each symbol written, in the order of their first assignments.
pub fn apart(symbols: &mut Symbols, (targets, body): &Piece) -> Vec<Piece> {
    let mut last_write: BTreeMap<Id, usize> = BTreeMap::new();
    for (i, statement) in body.iter().enumerate() {
        statement.each_write(&mut |id| _ = last_write.insert(id, i));
    }
    // After its last assignment a signal has its final value, which all blocks can read.
    let half_way = |id: Id, i: usize| last_write.get(&id).is_some_and(|last| *last >= i);
    let mut pieces = vec![];
    for &target in targets {
        let mut needed = BTreeSet::from([target]);
        let mut kept: Vec<(usize, Statement)> = vec![];
        for (i, statement) in body.iter().enumerate().rev() {
            kept.extend(part_of(statement, &|id| half_way(id, i), &mut needed).map(|part| (i, part)));
        }
        kept.reverse();
        let mut written = BTreeSet::new();
        for (_, statement) in &kept {
            statement.each_write(&mut |id| _ = written.insert(id));
        }
        written.remove(&target);
        let copies: BTreeMap<Id, Id> = written
            .into_iter()
            .map(|id| {
                let symbol = symbols[id].clone();
                (id, symbols.temporary(&symbol.identifier, symbol.width, symbol.kind))
            })
            .collect();
        let renamed = kept.iter().map(|(i, statement)| {
            let here = copies.iter().filter(|(id, _)| half_way(**id, *i));
            statement.renamed(&here.map(|(id, copy)| (*id, *copy)).collect())
        });
        let renamed = renamed.collect();
        pieces.push((std::iter::once(target).chain(copies.into_values()).collect(), renamed));
    }
    pieces
}

/// The part of a statement that assigns the `needed` symbols. On return `needed` holds the symbols that must have a
/// value before it, among those that are intermediate values of the block (`own`).
fn part_of(statement: &Statement, own: &dyn Fn(Id) -> bool, needed: &mut BTreeSet<Id>) -> Option<Statement> {
    match statement {
        Statement::Comment(_) => None,
        Statement::Assign(target, value) => {
            if !needed.remove(target) {
                return None;
            }
            value.each_name(&mut |id| needed.extend(own(id).then_some(id)));
            Some(statement.clone())
        }
        Statement::If { test, .. } | Statement::Case { test, .. } => {
            let mut before = BTreeSet::new();
            let part = statement.with_blocks(&mut |block| {
                let mut needed = needed.clone();
                let mut kept: Vec<Statement> = block
                    .iter()
                    .rev()
                    .filter_map(|inner| part_of(inner, own, &mut needed))
                    .collect();
                kept.reverse();
                before.extend(needed);
                kept
            });
            if part.blocks().iter().all(|block| block.is_empty()) {
                return None;
            }
            *needed = before;
            test.each_name(&mut |id| needed.extend(own(id).then_some(id)));
            Some(part)
        }
    }
}
