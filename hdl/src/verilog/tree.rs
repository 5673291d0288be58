//! Walks through rust-hdl's tree of a kernel, dead branches included.

use rust_hdl::prelude::ast::{VerilogBlockOrConditional, VerilogExpression, VerilogStatement};

/// The blocks inside a statement, in source order; an `else if` is a block of one statement.
fn blocks(statement: &VerilogStatement) -> Vec<&[VerilogStatement]> {
    match statement {
        VerilogStatement::If(conditional) => match &conditional.otherwise {
            VerilogBlockOrConditional::Block(block) => vec![&conditional.then, block],
            VerilogBlockOrConditional::Conditional(next) => vec![&conditional.then, std::slice::from_ref(next)],
            VerilogBlockOrConditional::None => vec![&conditional.then],
        },
        VerilogStatement::Match(choice) => choice.cases.iter().map(|case| case.block.as_slice()).collect(),
        VerilogStatement::Loop(repeat) => vec![&repeat.block],
        _ => vec![],
    }
}

/// Calls `visit` for every statement in source order, including the ones that macros expand to.
pub fn each_statement<'a>(block: &'a [VerilogStatement], visit: &mut dyn FnMut(&'a VerilogStatement)) {
    for statement in block {
        visit(statement);
        blocks(statement)
            .into_iter()
            .for_each(|inner| each_statement(inner, visit));
    }
}

/// Calls `visit` for every signal that is read, as the kernel spells it.
pub fn each_read(block: &[VerilogStatement], visit: &mut dyn FnMut(&str)) {
    each_statement(block, &mut |statement| match statement {
        VerilogStatement::Assignment(_, value) => each_signal(value, visit),
        VerilogStatement::SliceAssignment { replacement, .. } => each_signal(replacement, visit),
        VerilogStatement::If(conditional) => each_signal(&conditional.test, visit),
        VerilogStatement::Match(choice) => each_signal(&choice.test, visit),
        VerilogStatement::Macro(block) => each_read(block, visit),
        VerilogStatement::Loop(_) | VerilogStatement::Comment(_) | VerilogStatement::Link(_) => {}
    });
}

fn each_signal(expression: &VerilogExpression, visit: &mut dyn FnMut(&str)) {
    use VerilogExpression as E;
    match expression {
        E::Signal(name) => visit(name),
        E::Literal(_) => {}
        E::Cast(inner, _) | E::Signed(inner) | E::Unsigned(inner) | E::Paren(inner) | E::Unary(_, inner) => {
            each_signal(inner, visit)
        }
        E::Binary(left, _, right) | E::Index(left, right) | E::Slice(left, _, right) => {
            each_signal(left, visit);
            each_signal(right, visit);
        }
        E::IndexReplace(base, index, bit) => [base, index, bit].into_iter().for_each(|one| each_signal(one, visit)),
    }
}
