//! Expands what `#[kernel]` accepts and `#[hdl_gen]` does not: `let` and `A | B`.
//!
//! ```text
//! let news = a ^ b;              Phase::Run | Phase::Stop => p = true,
//! if news { .. }
//!            v                              v
//! if (a ^ b) { .. }              Phase::Run => p = true,
//!                                Phase::Stop => p = true,
//! ```
//!
//! A `let` only names an expression, which replaces the name wherever it stands. This is safe because the signals a
//! kernel reads do not change while it runs.

use proc_macro2::Ident;
use syn::{
    Arm, Block, Error, Expr, ExprMatch, ExprParen, Pat, Stmt, parse_quote, spanned::Spanned, visit_mut,
    visit_mut::VisitMut,
};

/// Expands both in the kernel.
pub fn expand(block: &mut Block) -> Result<(), Error> {
    let mut shorthand = Shorthand {
        names: vec![],
        error: None,
    };
    shorthand.visit_block_mut(block);
    shorthand.error.map_or(Ok(()), Err)
}

struct Shorthand {
    /// The expressions of the names in scope, the last first.
    names: Vec<(Ident, Expr)>,
    error: Option<Error>,
}

impl Shorthand {
    fn refuse(&mut self, at: &impl Spanned, why: &str) {
        let error = Error::new(at.span(), why);
        match &mut self.error {
            Some(errors) => errors.combine(error),
            none => *none = Some(error),
        }
    }

    fn learn(&mut self, local: &syn::Local) {
        let Pat::Ident(name) = &local.pat else {
            return self.refuse(&local.pat, "a `let` in a kernel names one expression: `let name = ..;`");
        };
        if name.by_ref.is_some() || name.mutability.is_some() || name.subpat.is_some() {
            return self.refuse(name, "a `let` in a kernel cannot change: write a Local signal");
        }
        let Some(init) = &local.init else {
            return self.refuse(local, "a `let` in a kernel needs its expression: `let name = ..;`");
        };
        let mut value = init.expr.as_ref().clone();
        if init.diverge.is_some() || !is_pure(&value) {
            return self.refuse(
                &value,
                "a `let` in a kernel is for a plain expression: write a Local signal and an `if`",
            );
        }
        self.visit_expr_mut(&mut value);
        self.names.push((name.ident.clone(), value));
    }
}

impl VisitMut for Shorthand {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outside = self.names.len();
        let statements = std::mem::take(&mut block.stmts);
        for mut statement in statements {
            if let Stmt::Local(local) = &statement {
                self.learn(local);
                continue;
            }
            self.visit_stmt_mut(&mut statement);
            block.stmts.push(statement);
        }
        self.names.truncate(outside);
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Path(path) = expression
            && let Some(ident) = path.path.get_ident()
            && let Some((_, value)) = self.names.iter().rev().find(|(name, _)| name == ident)
        {
            let inner = value.clone();
            *expression = match inner {
                Expr::Binary(_) | Expr::Unary(_) => Expr::Paren(ExprParen {
                    attrs: vec![],
                    paren_token: Default::default(),
                    expr: Box::new(inner),
                }),
                plain => plain,
            };
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    fn visit_expr_assign_mut(&mut self, assignment: &mut syn::ExprAssign) {
        if let Expr::Path(path) = assignment.left.as_ref()
            && let Some(ident) = path.path.get_ident()
            && self.names.iter().any(|(name, _)| name == ident)
        {
            self.refuse(
                &assignment.left,
                "a `let` in a kernel cannot change: write a Local signal",
            );
        }
        visit_mut::visit_expr_assign_mut(self, assignment);
    }

    fn visit_expr_match_mut(&mut self, choice: &mut ExprMatch) {
        let arms = std::mem::take(&mut choice.arms);
        for arm in arms {
            match &arm.pat {
                Pat::Or(several) => choice.arms.extend(several.cases.iter().map(|pattern| Arm {
                    pat: pattern.clone(),
                    comma: Some(parse_quote!(,)),
                    ..arm.clone()
                })),
                _ => choice.arms.push(arm),
            }
        }
        visit_mut::visit_expr_match_mut(self, choice);
    }
}

/// Whether it is an expression that `#[hdl_gen]` accepts on the right of an assignment.
fn is_pure(expression: &Expr) -> bool {
    match expression {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_pure(&field.base),
        Expr::Paren(inner) => is_pure(&inner.expr),
        Expr::Unary(unary) => is_pure(&unary.expr),
        Expr::Index(index) => is_pure(&index.expr) && is_pure(&index.index),
        Expr::Binary(sum) => is_pure(&sum.left) && is_pure(&sum.right),
        Expr::Call(call) => call.args.iter().all(is_pure),
        Expr::MethodCall(call) => is_pure(&call.receiver) && call.args.iter().all(is_pure),
        _ => false,
    }
}
