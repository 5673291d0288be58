//! Replaces the shifts of a kernel by faster functions, for the simulation alone; `tengen_sim::shift` says why.
//!
//! | the kernel says | the simulation runs |
//! |---|---|
//! | `a << 1`, `a >> n` | `shifted_left(a, 1)`, `shifted_right(a, n)` |
//! | `a.get_bits::<4>(8)` | `Sliced::part::<4>(a, 8)` |
//!
//! The Verilog is made from the kernel as it was before. Shifts of a `usize` stay as they are.

use syn::{BinOp, Block, Expr, Ident, Pat, parse_quote_spanned, spanned::Spanned, visit_mut, visit_mut::VisitMut};

use crate::shorthand;

/// Replaces the shifts of a kernel in rust-hdl's notation.
pub fn replace(kernel: &mut Block) {
    Shifts { counts: vec![] }.visit_block_mut(kernel);
}

struct Shifts {
    /// The variables of the enclosing loops.
    counts: Vec<Ident>,
}

impl Shifts {
    /// Whether an expression is an integer of Rust, such as a `usize`, and no `Bits`.
    fn is_count(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Lit(_) | Expr::Cast(_) => true,
            Expr::Path(path) => {
                shorthand::is_constant(path) || path.path.get_ident().is_some_and(|name| self.counts.contains(name))
            }
            Expr::Paren(inner) => self.is_count(&inner.expr),
            Expr::Binary(sum) => self.is_count(&sum.left),
            other => shorthand::is_counted(other),
        }
    }
}

impl VisitMut for Shifts {
    fn visit_expr_for_loop_mut(&mut self, repeat: &mut syn::ExprForLoop) {
        let outside = self.counts.len();
        if let Pat::Ident(name) = repeat.pat.as_ref() {
            self.counts.push(name.ident.clone());
        }
        self.visit_block_mut(&mut repeat.body);
        self.counts.truncate(outside);
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        visit_mut::visit_expr_mut(self, expression);
        let span = expression.span();
        match expression {
            Expr::Binary(shift) if !self.is_count(&shift.left) => {
                let (number, amount) = (bare(&shift.left), bare(&shift.right));
                *expression = match shift.op {
                    BinOp::Shl(_) => parse_quote_spanned!(span=> ::tengen_sim::shift::shifted_left(#number, #amount)),
                    BinOp::Shr(_) => parse_quote_spanned!(span=> ::tengen_sim::shift::shifted_right(#number, #amount)),
                    _ => return,
                };
            }
            Expr::MethodCall(call) if call.method == "get_bits" => {
                let (number, width, index) = (bare(&call.receiver), &call.turbofish, &call.args);
                *expression = parse_quote_spanned!(span=> ::tengen_sim::shift::Sliced::part #width (#number, #index));
            }
            _ => {}
        }
    }
}

/// The expression without parentheses around it, of which the compiler would warn in an argument.
fn bare(expression: &Expr) -> &Expr {
    match expression {
        Expr::Paren(inner) => bare(&inner.expr),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(kernel: &str) -> String {
        let mut block = syn::parse_str(&format!("{{ {kernel} }}")).unwrap();
        replace(&mut block);
        quote::quote!(#block)
            .to_string()
            .replace(' ', "")
            .replace("::tengen_sim::shift::", "")
    }

    #[test]
    fn shifts_of_bits_are_replaced() {
        for (kernel, simulated) in [
            ("y = a.val() << 1;", "{y=shifted_left(a.val(),1);}"),
            (
                "y = (a.val() >> n.val()) & b.val();",
                "{y=(shifted_right(a.val(),n.val()))&b.val();}",
            ),
            ("y = a.val().get_bits::<4>(2);", "{y=Sliced::part::<4>(a.val(),2);}"),
            (
                "y = (a.val() << 2).get_bits::<4>(i.val().index() + 1);",
                "{y=Sliced::part::<4>(shifted_left(a.val(),2),i.val().index()+1);}",
            ),
        ] {
            assert_eq!(replaced(kernel), simulated);
        }
    }

    #[test]
    fn shifts_of_counts_stay() {
        for kernel in [
            "y = a.val().get_bit(i.val().index() << 1);",
            "for i in 0..4 { y = a.val().get_bit(i << 1); }",
            "y = bits::<8>(1 << WIDTH);",
            "y = bits::<8>(WIDTH >> 2);",
        ] {
            assert_eq!(replaced(kernel), format!("{{{}}}", kernel.replace(' ', "")));
        }
    }
}
