//! Expands what `#[kernel]` accepts beyond rust-hdl's notation, without knowing the circuit's fields.
//!
//! | written | becomes |
//! |---|---|
//! | `Phase::Run \| Phase::Stop => p = true` | two arms |
//! | `y = if f { a } else { b };`, `y = match n { 0 => a, _ => b };` | the choice, with an assignment in each branch |
//! | `mux(f, a, b)` | `(if f { a } else { b })` |
//! | `u = Unit { enable: f, data };`, `d = State { count: n, ..q };` | `u.enable = f; u.data = data;`, `d = q; d.count = n;` |
//! | `Unit { ready, data: y, .. } = u;` | `ready = u.ready; y = u.data;` |
//! | `self.survey(on);` | the statements of `fn survey(&mut self, on: Bit)` |
//! | `let now = u.point;` | nothing: `now` is another name for `u.point` |
//! | `let news = a ^ b;` | a wire `news` |
//!
//! A `let` of a place that the kernel does not assign, of numbers alone, or of an `.index()`, is replaced by its
//! expression wherever it stands. This must not have changed since the `let`: if what an index is taken from has been
//! assigned in between, the name is refused.

use proc_macro2::{Ident, Span};
use syn::{
    Arm, Block, Error, Expr, ExprAssign, ExprIf, ExprMatch, ExprParen, ExprStruct, ImplItemFn, Member, Pat, Stmt,
    parse_quote, parse_quote_spanned, spanned::Spanned, visit, visit::Visit, visit_mut, visit_mut::VisitMut,
};

/// Expands all of it in the kernel, which may call these functions.
pub fn expand(block: &mut Block, functions: &[ImplItemFn]) -> Result<(), Error> {
    let mut shorthand = Shorthand {
        functions,
        assigned: assigned(block, functions),
        called: vec![],
        hidden: vec![],
        names: vec![],
        written: vec![],
        error: None,
    };
    shorthand.visit_block_mut(block);
    shorthand.error.map_or(Ok(()), Err)
}

/// What a name of a `let` stands for.
enum Named {
    Expression {
        value: Box<Expr>,
        /// How many assignments come before the `let`.
        since: usize,
    },
    Wire(Ident),
}

struct Shorthand<'a> {
    functions: &'a [ImplItemFn],
    /// The places that the kernel assigns, as text.
    assigned: Vec<String>,
    /// The functions being put in, the innermost last.
    called: Vec<Ident>,
    /// The names of the callers, which a function does not see.
    hidden: Vec<Ident>,
    /// The names in scope, the last first.
    names: Vec<(Ident, Named)>,
    /// The places that may have been assigned so far, as text.
    written: Vec<String>,
    error: Option<Error>,
}

impl Shorthand<'_> {
    fn refuse(&mut self, at: &impl Spanned, why: &str) {
        let error = Error::new(at.span(), why);
        match &mut self.error {
            Some(errors) => errors.combine(error),
            none => *none = Some(error),
        }
    }

    /// Learns a name; returns the statement that makes its wire, if it has one.
    fn learn(&mut self, local: &syn::Local) -> Option<Stmt> {
        let Pat::Ident(name) = &local.pat else {
            self.refuse(&local.pat, "a `let` in a kernel names one expression: `let name = ..;`");
            return None;
        };
        if name.by_ref.is_some() || name.mutability.is_some() || name.subpat.is_some() {
            self.refuse(name, "a `let` in a kernel cannot change: write a Local signal");
            return None;
        }
        let Some(init) = &local.init else {
            self.refuse(local, "a `let` in a kernel needs its expression: `let name = ..;`");
            return None;
        };
        let mut value = init.expr.as_ref().clone();
        self.visit_expr_mut(&mut value);
        if init.diverge.is_some() || !is_pure(&value) {
            self.refuse(
                &init.expr,
                "a `let` in a kernel is for a plain expression: write a Local signal and an `if`",
            );
            return None;
        }
        let name = name.ident.clone();
        let stays = is_place(&value) && !self.is_assigned(&value);
        if stays || is_counted(&value) || !reads_a_signal(&value) {
            self.names.push((name, self.expression(value)));
            return None;
        }
        // A function's wires bear its name, so that they cannot hide a name of its caller.
        let wire = match self.called.last() {
            Some(function) => Ident::new(&format!("{function}_{name}"), name.span()),
            None => name.clone(),
        };
        self.names.push((name, Named::Wire(wire.clone())));
        Some(parse_quote_spanned!(local.span()=> let #wire = #value;))
    }

    fn expression(&self, value: Expr) -> Named {
        Named::Expression { value: Box::new(value), since: self.written.len() }
    }

    /// Whether the kernel assigns the place.
    fn is_assigned(&self, place: &Expr) -> bool {
        is_among(&self.assigned, place)
    }

    /// The statements that an assignment, or a call, stands for; `None` if it is none of the shorthands.
    fn several(&mut self, expression: &Expr) -> Option<Vec<Stmt>> {
        match expression {
            Expr::Assign(assignment) => match (assignment.left.as_ref(), assignment.right.as_ref()) {
                (Expr::Struct(names), source) => self.taken_apart(names, source),
                (place, Expr::Struct(whole)) => self.put_together(place, whole),
                (place, choice @ (Expr::If(_) | Expr::Match(_))) => {
                    let assigned = self.in_branches(choice.clone(), place)?;
                    Some(vec![Stmt::Expr(assigned, None)])
                }
                _ => None,
            },
            Expr::MethodCall(call) if is_self(&call.receiver) => {
                let function = self.functions.iter().find(|function| function.sig.ident == call.method);
                match function {
                    Some(function) => Some(self.put_in(function, call)),
                    None => {
                        self.refuse(&call.method, "no function of this `impl`");
                        Some(vec![])
                    }
                }
            }
            _ => None,
        }
    }

    /// `Unit { ready, data: y, .. } = u;`
    fn taken_apart(&mut self, names: &ExprStruct, source: &Expr) -> Option<Vec<Stmt>> {
        if names.dot2_token.is_none() || names.rest.is_some() {
            self.refuse(names, "a part has more ports than its outputs: end the list with `..`");
            return Some(vec![]);
        }
        let one = |field: &syn::FieldValue| {
            let (member, place) = (&field.member, &field.expr);
            assignment(place.clone(), at_field(source, member), member.span())
        };
        Some(names.fields.iter().map(one).collect())
    }

    /// `u = Unit { enable: f, data };` or `d = State { count: n, ..q };`
    fn put_together(&mut self, place: &Expr, whole: &ExprStruct) -> Option<Vec<Stmt>> {
        let base = whole
            .rest
            .as_ref()
            .map(|base| assignment(place.clone(), base.as_ref().clone(), base.span()));
        let fields = whole.fields.iter().map(|field| {
            let member = &field.member;
            assignment(at_field(place, member), field.expr.clone(), member.span())
        });
        Some(base.into_iter().chain(fields).collect())
    }

    /// The choice with each branch's value assigned to `place`.
    fn in_branches(&mut self, choice: Expr, place: &Expr) -> Option<Expr> {
        let in_block = |shorthand: &mut Self, block: &Block| {
            let statement = match block.stmts.as_slice() {
                [Stmt::Expr(inner @ (Expr::If(_) | Expr::Match(_)), None)] => {
                    Stmt::Expr(shorthand.in_branches(inner.clone(), place)?, None)
                }
                [Stmt::Expr(value, None)] => assignment(place.clone(), value.clone(), value.span()),
                _ => {
                    shorthand.refuse(block, "each branch is one value: `if f { a } else { b }`");
                    return None;
                }
            };
            Some(Block { stmts: vec![statement], ..block.clone() })
        };
        match choice {
            Expr::If(mut choice) => {
                choice.then_branch = in_block(self, &choice.then_branch)?;
                let Some((_, otherwise)) = &mut choice.else_branch else {
                    self.refuse(&choice, "a value on every path: write an `else`");
                    return None;
                };
                let other = match otherwise.as_ref() {
                    Expr::Block(block) => {
                        let block = in_block(self, &block.block)?;
                        parse_quote!(#block)
                    }
                    other => self.in_branches(other.clone(), place)?,
                };
                **otherwise = other;
                Some(Expr::If(choice))
            }
            Expr::Match(mut choice) => {
                for arm in &mut choice.arms {
                    let body = match arm.body.as_ref() {
                        Expr::Block(block) => in_block(self, &block.block)?,
                        value => in_block(self, &parse_quote!({ #value }))?,
                    };
                    *arm.body = parse_quote!(#body);
                    arm.comma = Some(Default::default());
                }
                Some(Expr::Match(choice))
            }
            _ => None,
        }
    }

    /// The statements of a function of the same `impl`.
    fn put_in(&mut self, function: &ImplItemFn, call: &syn::ExprMethodCall) -> Vec<Stmt> {
        let name = &function.sig.ident;
        let takes_self = matches!(function.sig.inputs.first(), Some(syn::FnArg::Receiver(_)));
        let parameters = function.sig.inputs.iter().filter_map(|input| match input {
            syn::FnArg::Typed(typed) => match typed.pat.as_ref() {
                Pat::Ident(name) => Some((name.ident.clone(), typed.ty.as_ref())),
                _ => None,
            },
            syn::FnArg::Receiver(_) => None,
        });
        let parameters: Vec<(Ident, &syn::Type)> = parameters.collect();
        if !takes_self
            || parameters.len() != call.args.len()
            || !matches!(function.sig.output, syn::ReturnType::Default)
        {
            self.refuse(
                call,
                "a function of a kernel takes `&mut self` and its arguments, and gives nothing",
            );
            return vec![];
        }
        if self.called.contains(name) {
            self.refuse(call, "a function of a kernel cannot call itself");
            return vec![];
        }
        let mut body = function.block.clone();
        let (mut wires, mut known) = (vec![], vec![]);
        for ((parameter, ty), argument) in parameters.into_iter().zip(&call.args) {
            let mut value = argument.clone();
            self.visit_expr_mut(&mut value);
            if !is_place(&value) || self.is_assigned(&value) {
                let wire = Ident::new(&format!("{name}_{parameter}"), parameter.span());
                wires.push(parse_quote_spanned!(argument.span()=> let #wire = #value;));
                value = parse_quote!(#wire);
            }
            // For the compiler alone, which checks the argument's type by it.
            wires.push(parse_quote_spanned!(argument.span()=> let _: #ty = #value;));
            known.push((parameter, self.expression(value)));
        }
        let outside = std::mem::replace(&mut self.names, known);
        let hidden = self.hidden.len();
        self.hidden.extend(outside.iter().map(|(name, _)| name.clone()));
        self.called.push(name.clone());
        self.visit_block_mut(&mut body);
        self.called.pop();
        self.hidden.truncate(hidden);
        self.names = outside;
        wires.extend(body.stmts);
        wires
    }
}

/// Whether the place, a field of it, or what it is a field of, is one of these.
fn is_among(places: &[String], place: &Expr) -> bool {
    let place = text_of(place);
    let within = |inner: &str, outer: &str| inner == outer || inner.starts_with(&format!("{outer}."));
    places
        .iter()
        .any(|other| within(other, &place) || within(&place, other))
}

/// The first place that the expression reads and that is one of these.
fn read_among(expression: &Expr, places: &[String]) -> Option<String> {
    struct Finder<'a>(&'a [String], Option<String>);
    impl Visit<'_> for Finder<'_> {
        fn visit_expr(&mut self, expression: &Expr) {
            if !is_place(expression) {
                visit::visit_expr(self, expression);
            } else if self.1.is_none() && is_among(self.0, expression) {
                self.1 = Some(text_of(expression));
            }
        }
    }
    let mut finder = Finder(places, None);
    finder.visit_expr(expression);
    finder.1
}

/// The places on the left of assignments.
fn assigned(block: &Block, functions: &[ImplItemFn]) -> Vec<String> {
    struct Finder(Vec<String>);
    impl<'a> Visit<'a> for Finder {
        fn visit_expr_assign(&mut self, assignment: &'a ExprAssign) {
            match (assignment.left.as_ref(), assignment.right.as_ref()) {
                (Expr::Struct(names), _) => self.0.extend(names.fields.iter().map(|field| text_of(&field.expr))),
                // A part's inputs are assigned, and not its outputs.
                (place, Expr::Struct(whole)) if whole.rest.is_none() => {
                    let fields = whole.fields.iter();
                    self.0
                        .extend(fields.map(|field| text_of(&at_field(place, &field.member))));
                }
                (place, _) => self.0.push(text_of(place)),
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

/// A place without its indices, so that every element counts as one.
fn text_of(place: &Expr) -> String {
    match place {
        Expr::Field(field) => match &field.member {
            Member::Named(name) => format!("{}.{name}", text_of(&field.base)),
            Member::Unnamed(_) => text_of(&field.base),
        },
        Expr::Index(index) => text_of(&index.expr),
        Expr::Paren(inner) => text_of(&inner.expr),
        Expr::Path(path) => path.path.get_ident().map(Ident::to_string).unwrap_or_default(),
        _ => String::new(),
    }
}

fn assignment(left: Expr, right: Expr, span: Span) -> Stmt {
    let assignment = ExprAssign {
        attrs: vec![],
        left: Box::new(left),
        // The line of the statement, for errors.
        eq_token: syn::Token![=](span),
        right: Box::new(right),
    };
    Stmt::Expr(Expr::Assign(assignment), Some(syn::Token![;](span)))
}

fn at_field(of: &Expr, field: &Member) -> Expr {
    parse_quote_spanned!(field.span()=> #of.#field)
}

fn is_self(expression: &Expr) -> bool {
    matches!(expression, Expr::Path(path) if path.path.is_ident("self"))
}

impl VisitMut for Shorthand<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let outside = self.names.len();
        let mut left: Vec<Stmt> = std::mem::take(&mut block.stmts);
        left.reverse();
        while let Some(mut statement) = left.pop() {
            match &statement {
                Stmt::Local(local) => block.stmts.extend(self.learn(local)),
                Stmt::Expr(expression, _) => match self.several(expression) {
                    // What a function gives is expanded already.
                    Some(statements) if matches!(expression, Expr::MethodCall(_)) => block.stmts.extend(statements),
                    Some(statements) => left.extend(statements.into_iter().rev()),
                    None => {
                        self.visit_stmt_mut(&mut statement);
                        block.stmts.push(statement);
                    }
                },
                _ => block.stmts.push(statement),
            }
        }
        self.names.truncate(outside);
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        // An arm without braces may be a shorthand too.
        if matches!(arm.body.as_ref(), Expr::Assign(_) | Expr::MethodCall(_)) {
            let body = arm.body.as_ref();
            let span = body.span();
            let mut block: Block = parse_quote_spanned!(span=> { #body; });
            self.visit_block_mut(&mut block);
            *arm.body = match block.stmts.as_slice() {
                [Stmt::Expr(one, _)] => one.clone(),
                _ => parse_quote_spanned!(span=> #block),
            };
            return;
        }
        visit_mut::visit_arm_mut(self, arm);
    }

    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if let Expr::Call(call) = expression
            && matches!(call.func.as_ref(), Expr::Path(path) if path.path.is_ident("mux"))
        {
            let arguments: Vec<&Expr> = call.args.iter().collect();
            let [test, yes, no] = arguments.as_slice() else {
                return self.refuse(call, "mux(condition, value, other value)");
            };
            *expression = parse_quote_spanned!(call.span()=> (if #test { #yes } else { #no }));
        }
        if let Expr::Path(path) = expression
            && let Some(ident) = path.path.get_ident()
        {
            let replaced = match self.names.iter().rev().find(|(name, _)| name == ident) {
                Some((_, Named::Expression { value, since })) => {
                    if let Some(place) = read_among(value, &self.written[*since..]) {
                        let why = format!(
                            "`{ident}` reads `{place}`, which has been assigned since: keep it, `let before = {place};`"
                        );
                        return self.refuse(path, &why);
                    }
                    match value.as_ref().clone() {
                        inner @ (Expr::Binary(_) | Expr::Unary(_)) => {
                            let expr = Box::new(inner);
                            Expr::Paren(ExprParen { attrs: vec![], paren_token: Default::default(), expr })
                        }
                        plain => plain,
                    }
                }
                Some((_, Named::Wire(wire))) => {
                    let wire = Ident::new(&wire.to_string(), ident.span());
                    parse_quote!(#wire)
                }
                None => {
                    if self.hidden.contains(ident) {
                        let why = format!("`{ident}` belongs to the caller: pass it as an argument");
                        self.refuse(path, &why);
                    }
                    return;
                }
            };
            *expression = replaced;
            return;
        }
        visit_mut::visit_expr_mut(self, expression);
    }

    fn visit_expr_for_loop_mut(&mut self, repeat: &mut syn::ExprForLoop) {
        // A name like those of `let`s, so that a function that is called inside does not see the variable.
        let outside = self.names.len();
        if let Pat::Ident(name) = repeat.pat.as_ref() {
            self.names.push((name.ident.clone(), Named::Wire(name.ident.clone())));
        }
        // What one round assigns, the next one reads.
        self.written.extend(assigned(&repeat.body, self.functions));
        visit_mut::visit_expr_for_loop_mut(self, repeat);
        self.names.truncate(outside);
    }

    fn visit_expr_assign_mut(&mut self, assignment: &mut ExprAssign) {
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
        self.written.push(text_of(&assignment.left));
    }

    fn visit_expr_if_mut(&mut self, choice: &mut ExprIf) {
        self.visit_expr_mut(&mut choice.cond);
        // No branch sees what another assigns.
        let before = self.written.len();
        self.visit_block_mut(&mut choice.then_branch);
        let in_first = self.written.split_off(before);
        if let Some((_, otherwise)) = &mut choice.else_branch {
            self.visit_expr_mut(otherwise);
        }
        self.written.extend(in_first);
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
        self.visit_expr_mut(&mut choice.expr);
        let before = self.written.len();
        let mut in_arms = vec![];
        for arm in &mut choice.arms {
            self.visit_arm_mut(arm);
            in_arms.extend(self.written.drain(before..));
        }
        self.written.extend(in_arms);
    }
}

/// Whether it is an expression that may stand on the right of an assignment.
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
        Expr::If(choice) => {
            branches(choice).is_some_and(|(yes, no)| is_pure(&choice.cond) && is_pure(yes) && is_pure(no))
        }
        _ => false,
    }
}

/// Whether it is a `let _: T = ..;`, which only the compiler reads.
pub fn is_type_check(local: &syn::Local) -> bool {
    matches!(local.pat, Pat::Type(_))
}

/// The two values of an `if` that is an expression.
pub fn branches(choice: &syn::ExprIf) -> Option<(&Expr, &Expr)> {
    let value = |block: &'_ Block| matches!(block.stmts.as_slice(), [Stmt::Expr(value, None)] if !matches!(value, Expr::Assign(_)));
    let only = |block| match value(block) {
        true => match &block.stmts[0] {
            Stmt::Expr(value, _) => Some(value),
            _ => None,
        },
        false => None,
    };
    let yes = only(&choice.then_branch)?;
    match choice.else_branch.as_ref()?.1.as_ref() {
        Expr::Block(block) => Some((yes, only(&block.block)?)),
        other @ Expr::If(next) => branches(next).map(|_| (yes, other)),
        _ => None,
    }
}

/// Whether it names a signal, or a field of one.
fn is_place(expression: &Expr) -> bool {
    match expression {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr),
        Expr::Paren(inner) => is_place(&inner.expr),
        _ => false,
    }
}

/// Whether it is of type `usize`, because some `.index()` is.
pub fn is_counted(expression: &Expr) -> bool {
    match expression {
        Expr::MethodCall(call) => call.method == "index",
        Expr::Paren(inner) => is_counted(&inner.expr),
        Expr::Binary(sum) => !is_comparison(&sum.op) && (is_counted(&sum.left) || is_counted(&sum.right)),
        _ => false,
    }
}

pub fn is_comparison(operator: &syn::BinOp) -> bool {
    use syn::BinOp::*;
    matches!(operator, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) | And(_) | Or(_))
}

fn reads_a_signal(expression: &Expr) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_expr_path(&mut self, path: &'a syn::ExprPath) {
            self.0 |= path.path.get_ident().is_some() && !is_constant(path);
        }
        fn visit_expr_call(&mut self, call: &'a syn::ExprCall) {
            // The function's own name is no signal.
            call.args.iter().for_each(|argument| self.visit_expr(argument));
        }
        fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut finder = Finder(false);
    finder.visit_expr(expression);
    finder.0
}

/// Whether a path names a `const`: `NINE` or `Self::DEPTH`. A variant has a small letter, or is a single one.
pub fn is_constant(path: &syn::ExprPath) -> bool {
    let segments = &path.path.segments;
    let Some(last) = segments.last() else { return false };
    let name = last.ident.to_string();
    let upper = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(upper)
        && (segments.len() == 1 || name.len() > 1)
}
