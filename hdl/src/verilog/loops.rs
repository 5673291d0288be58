//! Finds which outputs depend on which inputs combinationally, and so whether there is a combinational loop.
//!
//! A kernel is followed statement by statement, so a Local that is assigned twice does not look like a loop. A part
//! described by a kernel is known exactly. One described by text counts as registered if it has a clock; otherwise
//! every output counts as depending on every input.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use super::{
    expression::Expression,
    kernel::Kernel,
    netlist::{Scope, Signal},
    statement::Statement,
    symbols::{Id, Role, Symbols},
};

/// For each output of a circuit the inputs it depends on combinationally, by signal and fields: `read_data$row`.
pub type Paths = BTreeMap<String, BTreeSet<String>>;

/// The combinational dependencies of a circuit.
#[derive(Clone, Debug, Default)]
pub struct Follows {
    /// The outputs with the inputs they depend on.
    pub paths: Paths,
    /// The outputs with the inputs whose events cause events on them: more than the dependencies where a block writes a
    /// signal twice.
    pub events: Paths,
    /// Whether its blocks form a loop of events that only its parts can break.
    pub circular: bool,
}

impl Follows {
    /// The dependencies of a circuit described by text.
    pub fn of_text(scope: &Scope) -> Follows {
        Follows { paths: of_text(scope), events: of_text(scope), circular: false }
    }
}

/// The paths of a circuit described by text.
fn of_text(scope: &Scope) -> Paths {
    let names = |role: fn(&Signal) -> bool| {
        scope
            .signals
            .iter()
            .filter(move |s| role(s))
            .flat_map(|s| s.leaves.iter().map(|leaf| port(&s.name, &leaf.fields)))
    };
    let inputs: BTreeSet<String> = match scope.signals.iter().any(|s| s.is_input() && s.is_clock) {
        true => BTreeSet::new(),
        false => names(|s| s.is_input()).collect(),
    };
    names(|s| s.is_output())
        .map(|output| (output, inputs.clone()))
        .collect()
}

/// The paths of a circuit described by a kernel whose parts have these paths; refuses a loop.
pub fn of_kernel(scope: &Scope, symbols: &Symbols, kernel: &Kernel, parts: &[Paths]) -> Result<Paths> {
    let mut sources: Sources = BTreeMap::new();
    for (id, value) in &kernel.wires {
        let found = reads(symbols, &sources, value);
        sources.insert(*id, found);
    }
    follow(symbols, &kernel.statements, &BTreeSet::new(), &mut sources);

    // The dependencies of a part's outputs, through the part's inputs.
    let steps: Sources = through_parts(scope, symbols, parts)
        .into_iter()
        .map(|(output, feeds)| {
            let found = feeds.iter().filter_map(|feed| sources.get(feed)).flatten().copied();
            (output, found.collect())
        })
        .collect();
    let mut whole: Sources = BTreeMap::new();
    for &id in steps.keys() {
        trace(symbols, &steps, id, &mut vec![], &mut whole)?;
    }

    Ok(by(scope, symbols, &|output| {
        let direct = sources.get(&output).cloned().unwrap_or_default();
        let through = direct.iter().filter_map(|id| whole.get(id)).flatten();
        direct.iter().chain(through).copied().collect()
    }))
}

/// The paths of a circuit; `follows` gives the symbols that an output depends on.
pub fn by(scope: &Scope, symbols: &Symbols, follows: &dyn Fn(Id) -> BTreeSet<Id>) -> Paths {
    let ports = |is: fn(&Signal) -> bool| -> Vec<(Id, String)> {
        let leaves = |signal: &Signal| {
            let leaves = symbols.leaves(&signal.name).into_iter();
            leaves
                .map(|(id, leaf)| (id, port(&signal.name, &leaf.fields)))
                .collect::<Vec<_>>()
        };
        scope
            .signals
            .iter()
            .filter(|signal| is(signal))
            .flat_map(leaves)
            .collect()
    };
    let inputs = ports(Signal::is_input);
    let paths = ports(Signal::is_output).into_iter().map(|(id, output)| {
        let all = follows(id);
        let followed = inputs.iter().filter(|(id, _)| all.contains(id));
        (output, followed.map(|(_, name)| name.clone()).collect())
    });
    paths.collect()
}

/// For each output of a part, the inputs of that part that it depends on combinationally.
pub fn through_parts(scope: &Scope, symbols: &Symbols, parts: &[Paths]) -> BTreeMap<Id, BTreeSet<Id>> {
    let mut found = BTreeMap::new();
    for (part, paths) in scope.parts.iter().zip(parts) {
        let ids: BTreeMap<String, Id> = part
            .signals
            .iter()
            .flat_map(|signal| {
                let leaves = symbols.leaves(&format!("{}${}", part.instance, signal.name));
                leaves
                    .into_iter()
                    .map(|(id, leaf)| (port(&signal.name, &leaf.fields), id))
            })
            .collect();
        for (output, inputs) in paths {
            let feeds = inputs.iter().filter_map(|input| ids.get(input).copied()).collect();
            found.extend(ids.get(output).map(|id| (*id, feeds)));
        }
    }
    found
}

/// For each symbol the inputs of the circuit and outputs of parts that it depends on.
type Sources = BTreeMap<Id, BTreeSet<Id>>;

fn port(signal: &str, fields: &[String]) -> String {
    std::iter::once(signal)
        .chain(fields.iter().map(String::as_str))
        .collect::<Vec<_>>()
        .join("$")
}

fn reads(symbols: &Symbols, sources: &Sources, value: &Expression) -> BTreeSet<Id> {
    let mut found = BTreeSet::new();
    value.each_name(&mut |id| match symbols[id].role {
        Role::Input | Role::Result => _ = found.insert(id),
        _ => found.extend(sources.get(&id).into_iter().flatten()),
    });
    found
}

/// The signals that are written in a block.
fn written(block: &[Statement]) -> BTreeSet<Id> {
    let mut written = BTreeSet::new();
    for statement in block {
        statement.each_write(&mut |id| _ = written.insert(id));
    }
    written
}

/// Follows a block that runs under a condition on the signals in `tests`.
fn follow(symbols: &Symbols, block: &[Statement], tests: &BTreeSet<Id>, sources: &mut Sources) {
    for statement in block {
        match statement {
            Statement::Comment(_) => {}
            Statement::Assign(target, value) => {
                let mut found = reads(symbols, sources, value);
                found.extend(tests);
                sources.insert(*target, found);
            }
            Statement::If { test, .. } | Statement::Case { test, .. } => {
                let mut inner = reads(symbols, sources, test);
                inner.extend(tests);
                let written = written(std::slice::from_ref(statement));
                // A written signal depends on the test, and on what it depends on after each of the branches. `blocks`
                // lists a missing branch as an empty one, after which a signal is as before.
                let mut after: Sources = written.iter().map(|id| (*id, inner.clone())).collect();
                for body in statement.blocks() {
                    let before: Vec<_> = self::written(body)
                        .into_iter()
                        .map(|id| (id, sources.get(&id).cloned()))
                        .collect();
                    follow(symbols, body, &inner, sources);
                    for id in &written {
                        after
                            .entry(*id)
                            .or_default()
                            .extend(sources.get(id).into_iter().flatten());
                    }
                    for (id, found) in before {
                        match found {
                            Some(found) => _ = sources.insert(id, found),
                            None => _ = sources.remove(&id),
                        }
                    }
                }
                sources.extend(after);
            }
        }
    }
}

/// Collects everything that `id` depends on, through any number of parts; an error if that includes `id` itself.
fn trace(symbols: &Symbols, steps: &Sources, id: Id, on_the_way: &mut Vec<Id>, whole: &mut Sources) -> Result<()> {
    if whole.contains_key(&id) {
        return Ok(());
    }
    if let Some(start) = on_the_way.iter().position(|known| *known == id) {
        let names: Vec<&str> = on_the_way[start..]
            .iter()
            .rev()
            .map(|id| symbols[*id].path.as_str())
            .collect();
        bail!(
            "{}: in a loop without a register: it follows {}",
            symbols[id].path,
            names.join(", which follows ")
        );
    }
    on_the_way.push(id);
    let mut all = BTreeSet::new();
    for &next in steps.get(&id).into_iter().flatten() {
        all.insert(next);
        if steps.contains_key(&next) {
            trace(symbols, steps, next, on_the_way, whole)?;
            all.extend(whole.get(&next).into_iter().flatten());
        }
    }
    on_the_way.pop();
    whole.insert(id, all);
    Ok(())
}
