//! `#[kernel]`: rewrites a kernel in short notation into that of rust-hdl.
//!
//! | written, with `a` an input, `y` an output, `u` a part, `held` a register | means |
//! |---|---|
//! | `y = a + 1;` | `self.y.next = self.a.val() + 1;` |
//! | `y = 0;` | `self.y.next = 0.into();` |
//! | `u.enable = u.ready & a;` | `self.u.enable.next = self.u.ready.val() & self.a.val();` |
//! | `held.d = held.q + 1;` | `self.held.d.next = self.held.q.val() + 1;` |
//! | `d.phase = q.phase;`, of the register `state` | `self.state.d.next.phase = self.state.q.val().phase;` |
//! | `taps[i] = u.point.row;` | `self.taps[i].next = self.u.point.val().row;` |
//!
//! | `y = NINE;`, a `const` | `self.y.next = NINE.into();` |
//!
//! A register keeps its value unless the kernel assigns one. The derive connects the clocks. [`shorthand`] handles what
//! needs no knowledge of the fields. What begins with `self` stays as it is, so every rust-hdl kernel is also valid
//! here, but for a bare call: `self.survey();` stands for the statements of that function.
//!
//! The attribute stands above the `impl` and sees only its text. Only the derive knows the fields: it defines a macro
//! `__kernel_of_Name!`, through which the `impl` is passed to `kernel_body!` together with the fields.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::{
    Block, Error, Expr, ImplItem, ImplItemFn, ItemImpl, Lit, Member, Pat, PathArguments, Result, Stmt, Token, Type,
    braced,
    parse::{Parse, ParseStream},
    parse_quote, parse_quote_spanned,
    spanned::Spanned,
    visit,
    visit::Visit,
    visit_mut,
    visit_mut::VisitMut,
};

use crate::{bundle, fields::Field, shift, shorthand, tree};

fn carrier(name: &Ident) -> Ident {
    format_ident!("__kernel_of_{name}", span = name.span())
}

/// The macro that adds a circuit's fields to the `impl` of its kernel.
pub fn carry(name: &Ident, fields: &[Field]) -> TokenStream {
    let carrier = carrier(name);
    let named = fields.iter().filter(|field| !field.name.to_string().starts_with('_'));
    let known = named.map(|field| {
        let (name, kind) = (&field.name, field.kind());
        let of = field.part_type();
        quote!(#name: #kind #of)
    });
    quote! {
        #[doc(hidden)]
        #[allow(unused_macros, non_snake_case)]
        macro_rules! #carrier {
            ($($body:tt)*) => { ::tengen_sim::kernel_body! { #name { #(#known,)* } $($body)* } };
        }
    }
}

/// Passes the `impl` on to [`body`].
pub fn attribute(item: TokenStream) -> Result<TokenStream> {
    let parsed: ItemImpl = syn::parse2(item.clone())?;
    let name = match parsed.self_ty.as_ref() {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.clone()),
        _ => None,
    };
    let of_logic = parsed
        .trait_
        .iter()
        .any(|t| t.0.segments.last().is_some_and(|s| s.ident == "Logic"));
    let Some(name) = name.filter(|_| of_logic) else {
        return Err(Error::new(
            parsed.self_ty.span(),
            "#[kernel] stands over `impl Logic for` a circuit",
        ));
    };
    let carrier = carrier(&name);
    Ok(quote!(#carrier! { #item }))
}

/// A circuit's fields and its `impl Logic`.
struct Input {
    circuit: Ident,
    names: Names,
    item: ItemImpl,
}

/// Each field.
pub type Names = Vec<Name>;

pub struct Name {
    pub field: String,
    /// `signal`, `part` or `register`.
    kind: String,
    /// The last word of its type.
    pub of: String,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let circuit = input.parse()?;
        let fields;
        braced!(fields in input);
        let pair = |input: ParseStream| {
            let name: Ident = input.parse()?;
            input.parse::<Token![:]>()?;
            let kind: Ident = input.parse()?;
            let of: Option<Ident> = input.parse()?;
            Ok(Name {
                field: name.to_string(),
                kind: kind.to_string(),
                of: of.map(|of| of.to_string()).unwrap_or_default(),
            })
        };
        let names = fields.parse_terminated(pair, Token![,])?.into_iter().collect();
        let item = input.parse()?;
        Ok(Input { circuit, names, item })
    }
}

/// The `impl` in rust-hdl's notation.
pub fn body(input: TokenStream) -> Result<TokenStream> {
    let Input { circuit, names, mut item } = syn::parse2(input)?;
    let mut functions = vec![];
    item.items.retain(|part| match part {
        ImplItem::Fn(function) if is_called(function) => {
            functions.push(function.clone());
            false
        }
        _ => true,
    });
    let mut result = Ok(());
    let mut found = false;
    let mut told = None;
    for part in &mut item.items {
        if let ImplItem::Fn(function) = part
            && function.sig.ident == "update"
        {
            found = true;
            // What clippy proposes instead is not in the kernel language.
            function
                .attrs
                .push(parse_quote!(#[allow(clippy::manual_range_contains, clippy::collapsible_match)]));
            // Generated code must resolve to the author's `self`.
            let here = function.sig.ident.span();
            let written = function.block.clone();
            result = rewrite(&mut function.block, &functions, &circuit, &names, here);
            if result.is_err() {
                function.block = parse_quote!({});
            }
            match tree::hdl(&function.block, here) {
                Ok(hdl) => {
                    told = Some(hdl);
                    shift::replace(&mut function.block);
                }
                // rust-hdl's own macro knows what stands in its notation, and says what is wrong with the rest.
                Err(at) if uses_more(&function.block) => {
                    result = Err(Error::new(
                        at,
                        "a kernel may not say this: see docs/language-reference.md",
                    ));
                    function.block = parse_quote!({});
                }
                Err(_) => function
                    .attrs
                    .push(parse_quote_spanned!(here=> #[::rust_hdl::prelude::hdl_gen])),
            }
            let checks = bundle::checks(&bundle::all(&written, &functions), &names);
            function.block.stmts.splice(0..0, checks);
        }
    }
    if !found {
        return Err(Error::new(
            item.span(),
            "#[kernel] rewrites `fn update(&mut self)`, and there is none here",
        ));
    }
    match told {
        Some(hdl) => item.items.push(ImplItem::Verbatim(hdl)),
        None if result.is_err() => item.items.push(ImplItem::Verbatim(quote!(
            fn hdl(&self) -> ::tengen_sim::Verilog {
                ::tengen_sim::tree("{ }", &[], &[])
            }
        ))),
        None => {}
    }
    let error = result.err().map(|error| error.to_compile_error());
    Ok(quote!(#item #error))
}

/// Whether it is a function for the kernel to call, and not one of rust-hdl's own.
fn is_called(function: &ImplItemFn) -> bool {
    let of_logic = ["update", "connect", "hdl", "timing"];
    of_logic.iter().all(|known| function.sig.ident != known)
}

/// Whether the kernel says something that rust-hdl's own macro does not know.
fn uses_more(block: &Block) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_local(&mut self, _: &'a syn::Local) {
            self.0 = true;
        }
        fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
            self.0 |= shorthand::is_constant(path);
        }
    }
    let mut finder = Finder(false);
    finder.visit_block(block);
    finder.0
}

impl Name {
    /// Whether it is the part that a place begins with.
    pub fn is_part(&self, place: &Ident) -> bool {
        self.kind == "part" && *place == self.field
    }
}

fn rewrite(block: &mut Block, functions: &[ImplItemFn], circuit: &Ident, names: &Names, here: Span) -> Result<()> {
    let mut bound = bound_names(block);
    functions
        .iter()
        .for_each(|function| bound.extend(bound_names(&function.block)));
    let bundles = bundle::all(block, functions);
    let mut writer = Writer { circuit: circuit.to_string(), names, variables: vec![], error: None };
    for (at, why) in bundle::misnamed(&bundles, names) {
        writer.refuse(at, why);
    }
    shorthand::expand(block, functions)?;
    // The wires of functions have names of their own.
    bound.extend(bound_names(block));
    let mut seen = BTreeSet::new();
    bound.retain(|bound| seen.insert(bound.to_string()));
    for name in bound
        .iter()
        .filter(|bound| names.iter().any(|name| *bound == &name.field))
    {
        writer.refuse(
            name.span(),
            format!("`{name}` is a field of {circuit} already: call it by another name"),
        );
    }
    writer.visit_block_mut(block);
    let registers = names.iter().filter(|name| name.kind == "register");
    let kept = registers.map(|name| {
        let name = Ident::new(&name.field, here);
        parse_quote_spanned!(here=> self.#name.d.next = self.#name.q.val();)
    });
    block.stmts.splice(0..0, kept);
    writer.error.map_or(Ok(()), Err)
}

/// The names that `let`s and loops bind.
fn bound_names(block: &Block) -> Vec<Ident> {
    struct Finder(Vec<Ident>);
    impl<'a> Visit<'a> for Finder {
        fn visit_local(&mut self, local: &'a syn::Local) {
            self.pattern(&local.pat);
            visit::visit_local(self, local);
        }
        fn visit_expr_for_loop(&mut self, repeat: &'a syn::ExprForLoop) {
            self.pattern(&repeat.pat);
            visit::visit_expr_for_loop(self, repeat);
        }
    }
    impl Finder {
        fn pattern(&mut self, pattern: &Pat) {
            if let Pat::Ident(name) = pattern {
                self.0.push(name.ident.clone());
            }
        }
    }
    let mut finder = Finder(vec![]);
    finder.visit_block(block);
    finder.0
}

struct Writer<'a> {
    circuit: String,
    names: &'a Names,
    /// The variables of the enclosing loops, and the wires that `let`s have named.
    variables: Vec<Ident>,
    error: Option<Error>,
}

impl Writer<'_> {
    fn refuse(&mut self, at: Span, why: String) {
        let error = Error::new(at, why);
        match &mut self.error {
            Some(errors) => errors.combine(error),
            none => *none = Some(error),
        }
    }

    /// A signal, or a field of one, in rust-hdl's notation; `None` if the expression names none.
    fn spelled(&mut self, expression: &Expr, access: Access) -> Option<Expr> {
        let mut links = vec![];
        let root = links_of(expression, &mut links)?;
        if root == "self" || self.variables.contains(&root) {
            return None;
        }
        let kind = |name: &str| {
            self.names
                .iter()
                .find(|known| known.field == name)
                .map(|known| known.kind.as_str())
        };
        let word = root.to_string();
        let (mut place, is_part): (Expr, bool) = match kind(&word) {
            Some("signal") => (parse_quote_spanned!(root.span()=> self.#root), false),
            Some(_) => (parse_quote_spanned!(root.span()=> self.#root), true),
            None if (word == "q" || word == "d") && kind("state") == Some("register") => {
                (parse_quote_spanned!(root.span()=> self.state.#root), false)
            }
            None if word.starts_with(char::is_uppercase) => return None,
            None => {
                self.refuse(
                    root.span(),
                    format!(
                        "`{root}` is no field of {} and no name of a `let` or a loop",
                        self.circuit
                    ),
                );
                return None;
            }
        };
        for link in &mut links {
            if let Link::Index(index) = link {
                self.visit_expr_mut(index);
            }
        }
        let mut links = links.into_iter().rev().peekable();
        let indexed = |place: &mut Expr, links: &mut std::iter::Peekable<_>| {
            while let Some(Link::Index(index)) = links.next_if(|link| matches!(link, Link::Index(_))) {
                *place = parse_quote_spanned!(root.span()=> #place[#index]);
            }
        };
        indexed(&mut place, &mut links);
        if is_part {
            let Some(Link::Field(port)) = links.next() else {
                self.refuse(root.span(), format!("`{root}` is a part: name one of its ports"));
                return None;
            };
            place = parse_quote_spanned!(port.span()=> #place.#port);
            indexed(&mut place, &mut links);
        }
        // The whole expression gets the span of the author's name, so that errors point there.
        place = match access {
            Access::Read => parse_quote_spanned!(root.span()=> #place.val()),
            Access::Write => parse_quote_spanned!(root.span()=> #place.next),
        };
        for link in links {
            match link {
                Link::Field(field) => place = parse_quote_spanned!(field.span()=> #place.#field),
                Link::Index(index) => place = parse_quote_spanned!(index.span()=> #place[#index]),
            }
        }
        Some(place)
    }
}

#[derive(Clone, Copy)]
enum Access {
    Read,
    Write,
}

pub enum Link {
    Field(Ident),
    Index(Expr),
}

/// The name that `a.b[i].c` begins with; puts the rest into `links`, the last first.
pub fn links_of(expression: &Expr, links: &mut Vec<Link>) -> Option<Ident> {
    match expression {
        Expr::Path(path) => path.path.get_ident().cloned(),
        Expr::Field(field) => {
            let Member::Named(name) = &field.member else {
                return None;
            };
            links.push(Link::Field(name.clone()));
            links_of(&field.base, links)
        }
        Expr::Index(index) => {
            links.push(Link::Index(index.index.as_ref().clone()));
            links_of(&index.expr, links)
        }
        _ => None,
    }
}

impl VisitMut for Writer<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outside = self.variables.len();
        visit_mut::visit_block_mut(self, block);
        self.variables.truncate(outside);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if let Some(init) = &mut local.init {
            self.visit_expr_mut(&mut init.expr);
        }
        if let Pat::Ident(name) = &local.pat {
            self.variables.push(name.ident.clone());
        }
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        match expression {
            Expr::Assign(assignment) => {
                self.visit_expr_mut(&mut assignment.right);
                widen(&mut assignment.right);
                if let Some(place) = self.spelled(&assignment.left, Access::Write) {
                    *assignment.left = place;
                }
            }
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => match self.spelled(expression, Access::Read) {
                Some(place) => *expression = place,
                None => {
                    if let Expr::Field(field) = expression
                        && !matches!(field.base.as_ref(), Expr::Path(_) | Expr::Field(_) | Expr::Index(_))
                    {
                        self.visit_expr_mut(&mut field.base);
                    }
                }
            },
            Expr::ForLoop(repeat) => {
                let variable = match repeat.pat.as_ref() {
                    Pat::Ident(name) => Some(name.ident.clone()),
                    _ => None,
                };
                let outside = self.variables.len();
                self.variables.extend(variable);
                self.visit_block_mut(&mut repeat.body);
                self.variables.truncate(outside);
            }
            // An `if` that is an expression: a bare number in a branch takes the width of the other branch.
            Expr::If(choice) if shorthand::branches(choice).is_some() => {
                visit_mut::visit_expr_if_mut(self, choice);
                widen_branches(choice);
            }
            // A function is no signal.
            Expr::Call(call) => {
                call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
                if let Expr::Path(function) = call.func.as_ref()
                    && let Some(name) = function.path.segments.first()
                    && name.ident == "cat"
                {
                    let mut arguments = name.arguments.clone();
                    if let PathArguments::AngleBracketed(arguments) = &mut arguments {
                        arguments.args.push(parse_quote!(_));
                    }
                    let (span, pieces) = (call.span(), &call.args);
                    *expression = parse_quote_spanned!(span=> ::tengen_sim::cat #arguments((#pieces,)));
                }
            }
            other => visit_mut::visit_expr_mut(self, other),
        }
    }
}

/// Lets a bare number take the width of its target.
fn widen(value: &mut Expr) {
    if is_number(value) {
        *value = match &value {
            Expr::Lit(_) | Expr::Path(_) | Expr::Unary(_) => parse_quote_spanned!(value.span()=> #value.into()),
            _ => parse_quote_spanned!(value.span()=> (#value).into()),
        };
    }
}

fn widen_branches(choice: &mut syn::ExprIf) {
    let in_block = |block: &mut Block| {
        if let [Stmt::Expr(value, None)] = block.stmts.as_mut_slice() {
            widen(value);
        }
    };
    in_block(&mut choice.then_branch);
    if let Some((_, otherwise)) = &mut choice.else_branch
        && let Expr::Block(block) = otherwise.as_mut()
    {
        in_block(&mut block.block);
    }
}

/// Whether it is a bare number: a literal, a `const`, or computed from a `const`.
fn is_number(expression: &Expr) -> bool {
    fn computed(expression: &Expr) -> bool {
        match expression {
            Expr::Path(path) => shorthand::is_constant(path),
            Expr::Paren(inner) => computed(&inner.expr),
            Expr::Binary(sum) => {
                let number = |side: &Expr| computed(side) || matches!(side, Expr::Lit(_));
                !shorthand::is_comparison(&sum.op) && number(&sum.left) && number(&sum.right)
            }
            _ => false,
        }
    }
    match expression {
        Expr::Lit(literal) => matches!(literal.lit, Lit::Int(_)),
        Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Neg(_)) && is_number(&unary.expr),
        other => computed(other),
    }
}

#[cfg(test)]
mod tests;
