//! Refuses circuits with errors: signals never driven, driven on some paths only (a latch), read before assignment, or
//! never read.
//!
//! A second driver is refused where the kernel is read, since only the kernel could add one.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use rust_hdl::prelude::{AtomKind, Verilog};

use super::{
    expression::{Expression, Node},
    kernel::Kernel,
    netlist::Scope,
    statement::Statement,
    symbols::{Id, Role, Symbols},
    tree,
};

/// Refuses a kernel that leaves a signal undriven, partly driven or unread.
pub fn check(scope: &Scope, symbols: &Symbols, kernel: &Kernel) -> Result<()> {
    let mut sure: BTreeSet<Id> = kernel.wires.iter().map(|(id, _)| *id).collect();
    sure.extend(kernel.joins.iter().map(|(theirs, _)| *theirs));
    follow(symbols, &kernel.statements, &mut sure)?;

    let mut written = BTreeSet::new();
    let mut read = BTreeSet::new();
    for statement in &kernel.statements {
        statement.each_write(&mut |id| _ = written.insert(id));
        statement.each_read(&mut |id| _ = read.insert(id));
    }
    for (_, value) in &kernel.wires {
        value.each_name(&mut |id| _ = read.insert(id));
    }
    for id in symbols.ids() {
        let symbol = &symbols[id];
        if !symbol.role.is_written() || symbol.role == Role::Temporary || sure.contains(&id) {
            continue;
        }
        if written.contains(&id) {
            bail!(
                "{}: not assigned on every path, which would be a latch: assign a default first",
                symbol.path
            );
        }
        match symbol.role {
            Role::Feed | Role::Unheard => bail!(
                "{}: not connected: the kernel of {} never drives it",
                symbol.path,
                scope.path
            ),
            _ => bail!("{}: never assigned", symbol.path),
        }
    }
    // Reads in a branch that a constant rules out count too: another constant would take the branch.
    let mut mentioned = BTreeSet::new();
    if let Verilog::Combinatorial(block) = &scope.hdl {
        tree::each_read(block, &mut |spelled| {
            let signal = spelled.split(['$', '[']).next().unwrap_or_default();
            mentioned.insert(signal.to_string());
        });
    }
    // For an array one element that is read is enough: the others may only round up its length.
    let mut used: BTreeMap<&str, bool> = BTreeMap::new();
    for signal in scope.signals.iter().filter(|s| s.kind == AtomKind::LocalSignal) {
        let array = signal.name.split('$').next().unwrap_or_default();
        *used.entry(array).or_default() |=
            mentioned.contains(array) || symbols.leaves(&signal.name).iter().any(|(id, _)| read.contains(id));
    }
    if let Some((name, _)) = used.iter().find(|(_, used)| !**used) {
        bail!("{}: never read: leave it out", scope.path_of(name));
    }
    Ok(())
}

/// Refuses what the derive has found in the source and the tree does not show.
pub fn check_source(scope: &Scope) -> Result<()> {
    let Some(source) = scope.source else { return Ok(()) };
    for signal in scope.signals.iter().filter(|s| s.is_input() && s.is_clock) {
        let field = signal.name.split('$').next().unwrap_or_default();
        if !source.clocks.contains(&field) {
            bail!(
                "{}: a Clock under another name: write its type `Signal<In, Clock>`{}",
                scope.path_of(&signal.name),
                scope.place(source.line)
            );
        }
    }
    match source.lost.first() {
        Some((line, what)) => bail!("{}: {what}{}", scope.path, scope.place(*line)),
        None => Ok(()),
    }
}

/// Refuses a clock that is not passed on unchanged: a bit, or an inverted, gated or selected clock, has edges that the
/// clock itself does not have. Also refuses a clock that is read as data.
pub fn check_clocks(
    scope: &Scope,
    symbols: &Symbols,
    kernel: &Kernel,
    connections: &BTreeMap<Id, Expression>,
) -> Result<()> {
    let is_clock = |value: &Expression| match value.node {
        Node::Name(id) => symbols[id].is_clock && matches!(symbols[id].role, Role::Input | Role::Result),
        _ => false,
    };
    for id in symbols
        .ids()
        .filter(|id| symbols[*id].is_clock && symbols[*id].role.is_written() && symbols[*id].role != Role::Unheard)
    {
        let plain = match symbols[id].role {
            Role::Feed => connections.get(&id).is_some_and(is_clock),
            Role::Output => {
                let (mut writes, mut clocked) = (0, 0);
                for statement in &kernel.statements {
                    statement.each_write(&mut |written| writes += usize::from(written == id));
                    let plain =
                        matches!(statement, Statement::Assign(target, value) if *target == id && is_clock(value));
                    clocked += usize::from(plain);
                }
                (writes, clocked) == (1, 1)
            }
            _ => false,
        };
        if !plain {
            bail!(
                "{}: not a plain clock: assign one clock to it, once and on every path",
                symbols[id].path
            );
        }
    }
    let mut as_data = None;
    let mut note =
        |value: &Expression| value.each_name(&mut |id| as_data = as_data.or(symbols[id].is_clock.then_some(id)));
    for statement in &kernel.statements {
        if !matches!(statement, Statement::Assign(target, _) if symbols[*target].is_clock) {
            statement.each_expression(&mut note);
        }
    }
    kernel.wires.iter().for_each(|(_, value)| note(value));
    match as_data {
        Some(id) => bail!(
            "{}: read as data by the kernel of {}: a clock goes to clocks alone; sample it in a register of a faster one",
            symbols[id].path,
            scope.path
        ),
        None => Ok(()),
    }
}

/// Adds to `sure` what the block assigns on every path; refuses to read what is not in it yet.
fn follow(symbols: &Symbols, block: &[Statement], sure: &mut BTreeSet<Id>) -> Result<()> {
    for statement in block {
        let own: Vec<Id> = match statement {
            Statement::Assign(_, value) => names(value),
            Statement::If { test, .. } | Statement::Case { test, .. } => names(test),
            Statement::Comment(_) => vec![],
        };
        if let Some(early) = own
            .into_iter()
            .find(|id| symbols[*id].role.is_written() && !sure.contains(id))
        {
            bail!(
                "{}: read before it is assigned on every path: assign it, or a default, first",
                symbols[early].path
            );
        }
        if let Statement::Assign(target, _) = statement {
            sure.insert(*target);
        }
        let ends: Vec<BTreeSet<Id>> = statement
            .blocks()
            .into_iter()
            .map(|inner| {
                let mut end = sure.clone();
                follow(symbols, inner, &mut end).map(|()| end)
            })
            .collect::<Result<_>>()?;
        if let Some(common) = ends.into_iter().reduce(|a, b| &a & &b) {
            *sure = common;
        }
    }
    Ok(())
}

/// Checks the widths of all expressions before they are printed; this would find a mistake of the writer itself.
pub fn measure(scope: &Scope, symbols: &Symbols, kernel: &Kernel) -> Result<()> {
    let mut flaw = None;
    let mut assigned = |target: Id, value: &Expression| {
        if value.width != symbols[target].width {
            flaw.get_or_insert(format!(
                "`{}` does not fill {}",
                value.text(symbols),
                symbols[target].path
            ));
        }
    };
    kernel.wires.iter().for_each(|(target, value)| assigned(*target, value));
    kernel
        .statements
        .iter()
        .for_each(|statement| statement.each_assignment(&mut assigned));
    let mut checked = |value: &Expression| {
        if let Err(text) = value.measure(symbols) {
            flaw.get_or_insert(text);
        }
    };
    kernel.wires.iter().for_each(|(_, value)| checked(value));
    kernel
        .statements
        .iter()
        .for_each(|statement| statement.each_expression(&mut checked));
    match flaw {
        Some(flaw) => bail!("{}: cannot be written at its widths: {flaw}", scope.path),
        None => Ok(()),
    }
}

fn names(expression: &Expression) -> Vec<Id> {
    let mut found = vec![];
    expression.each_name(&mut |id| found.push(id));
    found
}

/// Refuses hand-written logic that drives an output without having called `connect()` on it.
pub fn check_connected(scope: &Scope) -> Result<()> {
    let loose = scope
        .signals
        .iter()
        .find(|signal| signal.is_output() && !signal.connected);
    if let Some(signal) = loose
        && !scope.is_kernel()
    {
        bail!(
            "{}: not connected: hand-written logic calls `connect()` on every output it drives",
            scope.path_of(&signal.name)
        );
    }
    scope
        .parts
        .iter()
        .filter(|part| !part.absent)
        .try_for_each(check_connected)
}

/// Refuses a circuit described by text that has no text, or has what cannot be part of one.
pub fn check_text(scope: &Scope) -> Result<()> {
    if let Verilog::Empty = scope.hdl {
        bail!(
            "{}: no description: its `update` has no #[hdl_gen], and it writes no `hdl`",
            scope.path
        );
    }
    if let Some(part) = scope.parts.first() {
        bail!("{}: a part inside hand-written Verilog cannot be reached", part.path);
    }
    for signal in &scope.signals {
        let path = scope.path_of(&signal.name);
        match signal.kind {
            AtomKind::LocalSignal => bail!("{path}: a Local in hand-written Verilog belongs in its text"),
            _ if signal.width == 0 => bail!("{path}: a value of no bits"),
            _ => {}
        }
    }
    Ok(())
}
