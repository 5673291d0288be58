//! Structs that a kernel assigns whole, and parts that it connects or takes apart by the names of their ports.
//!
//! [`crate::shorthand`] makes an assignment of each field. What is lost by that is checked here: that the struct is
//! complete, and that it bears the name of the part.

use proc_macro2::{Ident, Span};
use syn::{Block, Expr, ExprStruct, ImplItemFn, Stmt, parse_quote_spanned, spanned::Spanned, visit, visit::Visit};

use crate::kernel::{Link, Names, links_of};

/// A struct that is assigned to something, or something taken apart by one.
pub struct Bundle {
    /// The name that the other side begins with, and whether there is a field behind it.
    root: Ident,
    is_field: bool,
    literal: ExprStruct,
    /// It stands on the right.
    given: bool,
}

impl Bundle {
    /// Whether the other side is a part, and not a signal.
    fn is_of_part(&self, names: &Names) -> bool {
        !self.is_field && names.iter().any(|name| name.is_part(&self.root))
    }
}

/// All in a kernel and its functions.
pub fn all(block: &Block, functions: &[ImplItemFn]) -> Vec<Bundle> {
    struct Finder(Vec<Bundle>);
    impl<'a> Visit<'a> for Finder {
        fn visit_expr_assign(&mut self, assignment: &'a syn::ExprAssign) {
            let found = match (assignment.left.as_ref(), assignment.right.as_ref()) {
                (Expr::Struct(names), other) => Some((other, names, false)),
                (other, Expr::Struct(whole)) => Some((other, whole, true)),
                _ => None,
            };
            let mut links = vec![];
            if let Some((other, literal, given)) = found
                && let Some(root) = links_of(other, &mut links)
            {
                self.0.push(Bundle {
                    root,
                    is_field: links.iter().any(|link| matches!(link, Link::Field(_))),
                    literal: literal.clone(),
                    given,
                });
            }
            visit::visit_expr_assign(self, assignment);
        }
    }
    let mut finder = Finder(vec![]);
    finder.visit_block(block);
    functions
        .iter()
        .for_each(|function| finder.visit_block(&function.block));
    finder.0
}

/// A statement that compiles if the struct names all of its fields.
fn complete(literal: &ExprStruct) -> Option<Stmt> {
    if literal.rest.is_some() || literal.dot2_token.is_some() {
        return None;
    }
    let path = &literal.path;
    let fields = literal.fields.iter().map(|field| &field.member);
    Some(parse_quote_spanned!(path.span()=>
        #[allow(unreachable_code, clippy::diverging_sub_expression)]
        let _ = || #path { #(#fields: unreachable!(),)* };
    ))
}

/// Parts that are called by another name than their type's: the place, and what to say.
pub fn misnamed(bundles: &[Bundle], names: &Names) -> Vec<(Span, String)> {
    let mut found = vec![];
    for bundle in bundles.iter().filter(|bundle| bundle.is_of_part(names)) {
        let part = names.iter().find(|name| name.is_part(&bundle.root));
        let said = bundle
            .literal
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string());
        if let (Some(part), Some(said)) = (part, said)
            && part.of != said
        {
            let why = format!("`{}` is a {}, and no {said}", bundle.root, part.of);
            found.push((bundle.literal.path.span(), why));
        }
    }
    found
}

/// Statements that compile if every struct that is assigned names all of its fields.
pub fn checks(bundles: &[Bundle], names: &Names) -> Vec<Stmt> {
    let assigned = bundles
        .iter()
        .filter(|bundle| bundle.given && !bundle.is_of_part(names));
    assigned.filter_map(|bundle| complete(&bundle.literal)).collect()
}
