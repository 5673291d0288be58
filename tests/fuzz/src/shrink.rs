//! Shrinks a failing circuit to the smallest one that fails in the same way.
//!
//! Several smaller circuits are compiled in one program, and the first one that still fails is reduced further: without
//! a part, an output or some statements, with a branch in place of an if, or with an operand in place of an operation.
//! Dangling references are removed; candidates that are no longer valid circuits fail in a different way and are
//! dropped.

use anyhow::Result;

use crate::{
    ast::*,
    compiled::{Finding, Named, Tool},
    judge::Judges,
};

/// The number of candidates tried at a time.
const TRIED: usize = 16;

/// Returns the smallest circuit found, and its problem.
pub fn shrink(judges: &Judges, named: &Named, finding: &Finding) -> Result<(Circuit, Finding)> {
    let (mut smallest, mut finding) = (named.circuit.clone(), finding.clone());
    loop {
        let mut smaller_found = false;
        for stage in STAGES {
            let mut from = 0;
            loop {
                let candidates = stage(&smallest);
                let mut left = candidates.into_iter().enumerate().skip(from).peekable();
                let mut found = None;
                while left.peek().is_some() && found.is_none() {
                    let mut tried: Vec<(usize, Circuit)> = vec![];
                    while tried.len() < TRIED && left.peek().is_some() {
                        let (number, mut candidate) = left.next().expect("it is there");
                        clean(&mut candidate);
                        if candidate != smallest && is_whole(&candidate) {
                            tried.push((number, candidate));
                        }
                    }
                    found = first_failing(judges, named, &finding, tried)?;
                }
                let Some((number, circuit, as_before)) = found else {
                    break;
                };
                (smallest, finding, from) = (circuit, as_before, number);
                smaller_found = true;
            }
        }
        if !smaller_found {
            return Ok((smallest, finding));
        }
    }
}

fn first_failing(
    judges: &Judges,
    named: &Named,
    finding: &Finding,
    tried: Vec<(usize, Circuit)>,
) -> Result<Option<(usize, Circuit, Finding)>> {
    let name = |i: usize| format!("{}x{i}", named.name);
    let circuits: Vec<Named> = tried
        .iter()
        .enumerate()
        .map(|(i, (_, circuit))| Named { name: name(i), circuit: circuit.clone() })
        .collect();
    let found = judges.judge_with(&circuits, &|tool| tool == finding.tool)?;
    for ((number, circuit), findings) in tried.into_iter().zip(found) {
        let alike = findings
            .into_iter()
            .find(|found| found.tool == finding.tool && kind(found) == kind(finding));
        if let Some(alike) = alike {
            return Ok(Some((number, circuit, alike)));
        }
    }
    Ok(None)
}

/// The kind of the failure, without names and numbers.
fn kind(finding: &Finding) -> String {
    let words = match finding.tool {
        Tool::Writer => finding.detail.rsplit(": ").next().unwrap_or_default(),
        _ => finding.detail.split([':', ';']).next().unwrap_or_default(),
    };
    let unknown = finding
        .detail
        .split(", expected")
        .next()
        .is_some_and(|found| found.contains('x'));
    let words: String = words
        .split(' ')
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
        .collect();
    format!(
        "{words} {}",
        unknown && matches!(finding.tool, Tool::Icarus2001 | Tool::Icarus2012)
    )
}

type Stage = fn(&Circuit) -> Vec<Circuit>;

const STAGES: [Stage; 6] = [
    without_ports,
    without_ranges,
    without_statements,
    with_branches,
    with_operands,
    without_inputs,
];

/// Candidates without each part, output and local.
fn without_ports(circuit: &Circuit) -> Vec<Circuit> {
    let mut smaller = vec![];
    for module in (0..circuit.modules.len()).rev() {
        let mut with = |change: &dyn Fn(&mut Module)| {
            let mut candidate = circuit.clone();
            change(&mut candidate.modules[module]);
            smaller.push(candidate);
        };
        let known = &circuit.modules[module];
        if known.outputs.len() > 1 {
            for kept in known.outputs.keys() {
                with(&|module| module.outputs.retain(|id, _| id == kept));
            }
            for id in known.outputs.keys() {
                with(&|module| _ = module.outputs.remove(id));
            }
        }
        for id in known.parts.keys() {
            with(&|module| _ = module.parts.remove(id));
        }
        for id in known.locals.keys() {
            with(&|module| _ = module.locals.remove(id));
        }
    }
    smaller
}

fn without_inputs(circuit: &Circuit) -> Vec<Circuit> {
    let mut smaller = vec![];
    for (number, module) in circuit.modules.iter().enumerate() {
        for id in module.inputs.keys().filter(|_| module.inputs.len() + module.clocks > 1) {
            let mut candidate = circuit.clone();
            candidate.modules[number].inputs.remove(id);
            smaller.push(candidate);
        }
        for id in module
            .constants
            .iter()
            .filter(|(_, c)| c.value.is_some())
            .map(|(id, _)| id)
        {
            let mut candidate = circuit.clone();
            candidate.modules[number].constants.remove(id);
            smaller.push(candidate);
        }
    }
    smaller
}

fn count_statements(circuit: &Circuit) -> usize {
    let mut count = 0;
    circuit
        .modules
        .iter()
        .for_each(|module| each_statement(&module.body, &mut |_| count += 1));
    count
}

/// The circuit with some of its statements replaced; statements are numbered from the outside in.
fn edited(circuit: &Circuit, edit: &Edit) -> Circuit {
    let mut candidate = circuit.clone();
    let mut number = 0;
    candidate
        .modules
        .iter_mut()
        .for_each(|module| edit_block(&mut module.body, &mut number, edit));
    candidate
}

/// The replacement for the statement with that number, if any.
type Edit<'a> = dyn Fn(usize, &Statement) -> Option<Vec<Statement>> + 'a;

fn edit_block(block: &mut Vec<Statement>, number: &mut usize, edit: &Edit) {
    let mut kept = vec![];
    for mut statement in std::mem::take(block) {
        let edited = edit(*number, &statement);
        *number += 1;
        match edited {
            Some(others) => {
                statement
                    .blocks()
                    .into_iter()
                    .for_each(|inner| each_statement(inner, &mut |_| *number += 1));
                kept.extend(others);
            }
            None => {
                statement
                    .blocks_mut()
                    .into_iter()
                    .for_each(|inner| edit_block(inner, number, edit));
                kept.push(statement);
            }
        }
    }
    *block = kept;
}

/// Candidates without halves, quarters, ... of the statements.
fn without_ranges(circuit: &Circuit) -> Vec<Circuit> {
    let count = count_statements(circuit);
    let mut smaller = vec![];
    let mut size = count / 2;
    while size > 1 {
        for from in (0..count).step_by(size) {
            smaller.push(edited(circuit, &|n, _| (from..from + size).contains(&n).then(Vec::new)));
        }
        size /= 2;
    }
    smaller
}

fn without_statements(circuit: &Circuit) -> Vec<Circuit> {
    let without = |number| edited(circuit, &|n, _| (n == number).then(Vec::new));
    (0..count_statements(circuit)).map(without).collect()
}

/// Candidates with a block in place of the statement that contains it.
fn with_branches(circuit: &Circuit) -> Vec<Circuit> {
    let mut smaller = vec![];
    for number in 0..count_statements(circuit) {
        for branch in 0..4 {
            let block = |n, statement: &Statement| {
                let blocks = statement.blocks();
                let block = blocks.get(branch).filter(|_| n == number)?;
                Some((*block).clone())
            };
            smaller.push(edited(circuit, &block));
        }
    }
    smaller
}

/// Candidates with an operand, or nothing, in place of each operation.
fn with_operands(circuit: &Circuit) -> Vec<Circuit> {
    let mut replacements: Vec<(usize, Expr)> = vec![];
    let mut number = 0;
    for module in &circuit.modules {
        each_statement(&module.body, &mut |statement| {
            if let Some(value) = statement.expression() {
                each_expression(value, &mut |e| {
                    if !matches!(e.node, Node::Bare(_) | Node::Counter(..) | Node::Literal(_)) {
                        let mut inner = vec![];
                        below(e, &mut inner);
                        let same = |inner: &&&Expr| {
                            inner.ty == e.ty && !matches!(inner.node, Node::Bare(_) | Node::Counter(..))
                        };
                        replacements.extend(inner.iter().filter(same).map(|inner| (number, (**inner).clone())));
                        if !matches!(e.ty, Type::Struct(_)) {
                            replacements.push((number, Expr::new(e.ty, Node::Literal(0))));
                        }
                    }
                    number += 1;
                });
            }
        });
    }
    let replaced = |(target, other): (usize, Expr)| {
        let mut candidate = circuit.clone();
        let mut number = 0;
        for module in &mut candidate.modules {
            each_statement_mut(&mut module.body, &mut |statement| {
                if let Some(value) = statement.expression_mut() {
                    each_expression_mut(value, &mut |e| {
                        if number == target {
                            *e = other.clone();
                        }
                        number += 1;
                        number != target + 1
                    });
                }
            });
        }
        candidate
    };
    replacements.into_iter().map(replaced).collect()
}

fn below<'a>(e: &'a Expr, found: &mut Vec<&'a Expr>) {
    for child in e.children() {
        found.push(child);
        below(child, found);
    }
}

fn each_expression<'a>(e: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(e);
    e.children().into_iter().for_each(|child| each_expression(child, visit));
}

/// Visits expressions; continues into an expression only if `visit` returns true.
fn each_expression_mut(e: &mut Expr, visit: &mut dyn FnMut(&mut Expr) -> bool) {
    if visit(e) {
        e.children_mut()
            .into_iter()
            .for_each(|child| each_expression_mut(child, visit));
    }
}

// ---- cleaning up

/// Whether it still has inputs to drive and outputs to read.
fn is_whole(circuit: &Circuit) -> bool {
    let top = circuit.top();
    !top.outputs.is_empty() && !top.inputs.is_empty()
}

/// Removes references to removed elements, and elements without references.
fn clean(circuit: &mut Circuit) {
    loop {
        let before = circuit.clone();
        for number in 0..circuit.modules.len() {
            let mut module = std::mem::take(&mut circuit.modules[number]);
            let mut body = std::mem::take(&mut module.body);
            clean_block(&mut body, &before, number);
            each_statement_mut(&mut body, &mut |statement| {
                if let Some(value) = statement.expression_mut() {
                    each_expression_mut(value, &mut |e| {
                        if matches!(&e.node, Node::Read(place) if !is_there(place, &before, number)) {
                            e.node = Node::Literal(0);
                        }
                        true
                    });
                }
            });
            let mut read = vec![];
            each_statement(&body, &mut |statement| {
                if let Some(value) = statement.expression() {
                    value.each_read(&mut |place| read.extend(place.part.is_none().then_some(place.name)));
                }
            });
            module.locals.retain(|id, _| read.contains(&Name::Local(*id)));
            module.body = body;
            circuit.modules[number] = module;
        }
        circuit.drop_unused();
        if *circuit == before {
            return;
        }
    }
}

fn clean_block(block: &mut Vec<Statement>, circuit: &Circuit, module: usize) {
    let loose = |e: &Expr| {
        let mut loose = false;
        e.each_read(&mut |place| loose |= matches!(place.ty, Type::Struct(_)) && !is_there(place, circuit, module));
        loose
    };
    block.retain(|statement| match statement {
        Statement::Assign(place, value) => is_there(place, circuit, module) && !loose(value),
        _ => !statement.expression().is_some_and(loose),
    });
    for statement in block.iter_mut() {
        statement
            .blocks_mut()
            .into_iter()
            .for_each(|inner| clean_block(inner, circuit, module));
    }
    block.retain(|statement| {
        matches!(statement, Statement::Assign(..)) || statement.blocks().iter().any(|b| !b.is_empty())
    });
}

fn is_there(place: &Place, circuit: &Circuit, module: usize) -> bool {
    let here = &circuit.modules[module];
    let port = match place.part {
        None => match place.name {
            Name::In(id) => here.inputs.get(&id).copied(),
            Name::Out(id) => here.outputs.get(&id).copied(),
            Name::Local(id) => here.locals.get(&id).copied(),
            Name::Constant(id) => here
                .constants
                .get(&id)
                .map(|constant| Port { ty: constant.ty, array: None }),
            Name::Port(_) => None,
        },
        Some((part, at)) => here
            .parts
            .get(&part)
            .filter(|part| part.array.is_some() == (at != At::Whole))
            .and_then(|part| {
                let inputs = circuit.part_inputs(&part.kind);
                let all = inputs.into_iter().chain(circuit.part_outputs(&part.kind));
                all.into_iter()
                    .find(|(name, _)| *name == place.name)
                    .map(|(_, port)| port)
            }),
    };
    port.is_some_and(|port| port.array.is_some() == (place.at != At::Whole))
}
