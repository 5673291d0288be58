//! Locals that nothing reads are connected to outputs.

use super::Open;
use crate::ast::*;

/// The writer refuses a Local that is never read, or only read without effect: such Locals are connected to outputs.
pub(super) fn show_locals(module: &mut Module, body: &mut Vec<Statement>) {
    let unseen: Vec<usize> = module.locals.keys().copied().filter(|id| !is_read(body, *id)).collect();
    for id in unseen {
        let port = module.locals[&id];
        let output = module.outputs.keys().max().map_or(0, |last| last + 1);
        module.outputs.insert(output, Port { array: None, ..port });
        let mut read = Open::of_module(Name::Local(id), port).place;
        read.at = port.array.map_or(At::Whole, |_| At::Number(0));
        let write = Open::of_module(Name::Out(output), port).place;
        body.push(Statement::Assign(write, Expr::read(read)));
    }
}

/// Whether the Local is read where the writer cannot know that the value has no effect.
fn is_read(block: &[Statement], local: usize) -> bool {
    let of_value = |value: &Expr| plain_read(value, local);
    block.iter().any(|statement| match statement {
        Statement::Assign(place, value) => place.name != Name::Local(local) && of_value(value),
        Statement::If(test, ..) | Statement::MatchBit(test, ..) if of_value(test) => true,
        Statement::For(_, _, body) => is_read(body, local),
        // If two arms have the same number, the second is never taken.
        Statement::MatchNumber(test, arms, rest) if test.varies() => {
            let taken = arms
                .iter()
                .enumerate()
                .filter(|(i, (number, _))| arms[..*i].iter().all(|(n, _)| n != number));
            taken
                .map(|(_, (_, body))| body)
                .chain([rest])
                .any(|body| is_read(body, local))
        }
        _ => {
            statement.expression().is_some_and(Expr::varies)
                && statement.blocks().into_iter().any(|body| is_read(body, local))
        }
    })
}

fn plain_read(value: &Expr, local: usize) -> bool {
    match &value.node {
        Node::Read(place) => place.part.is_none() && place.name == Name::Local(local) && !place.counts(),
        Node::Not(_) | Node::Negate(_) | Node::Reduce(..) | Node::ToSigned(_) | Node::ToUnsigned(_) => {
            value.children().into_iter().any(|child| plain_read(child, local))
        }
        Node::Binary(sign, ..) if !matches!(*sign, "<<" | ">>") => {
            value.children().into_iter().any(|child| plain_read(child, local))
        }
        _ => false,
    }
}
