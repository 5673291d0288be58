//! What rust-hdl's tree of a kernel reads, dead branches included.

use rust_hdl::core::ast::{VerilogBlockOrConditional, VerilogExpression, VerilogStatement};

/// Calls `visit` for every signal that is read, as the kernel spells it.
pub fn each_read(block: &[VerilogStatement], visit: &mut dyn FnMut(&str)) {
    for statement in block {
        match statement {
            VerilogStatement::Assignment(_, value) => each_signal(value, visit),
            VerilogStatement::SliceAssignment { replacement, .. } => each_signal(replacement, visit),
            VerilogStatement::If(conditional) => {
                each_signal(&conditional.test, visit);
                each_read(&conditional.then, visit);
                match &conditional.otherwise {
                    VerilogBlockOrConditional::Block(block) => each_read(block, visit),
                    VerilogBlockOrConditional::Conditional(next) => each_read(std::slice::from_ref(next), visit),
                    VerilogBlockOrConditional::None => {}
                }
            }
            VerilogStatement::Match(choice) => {
                each_signal(&choice.test, visit);
                choice.cases.iter().for_each(|case| each_read(&case.block, visit));
            }
            VerilogStatement::Loop(repeat) => each_read(&repeat.block, visit),
            VerilogStatement::Macro(block) => each_read(block, visit),
            VerilogStatement::Comment(_) | VerilogStatement::Link(_) => {}
        }
    }
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
