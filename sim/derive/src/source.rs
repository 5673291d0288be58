//! Finds the kernel of a circuit in its source file.
//!
//! rust-hdl stores a kernel as a tree without line numbers, in which `0..=3`, the guard of a match arm and the
//! `.index()` in `x.index() + 1` are lost. The derive only sees the struct, so it searches the file for the `#[hdl_gen]
//! fn update`, or the `#[kernel] impl`, that belongs to the struct:
//!
//! 1. in an `impl Logic for` its name, also inside a module or the body of a macro;
//! 2. else, in the brackets of a macro's call in which the struct's fields stand;
//! 3. else, the only one in the file whose `impl` is for a macro's `$name`.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::SystemTime,
};

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree, fallback};
use syn::{
    BinOp, Block, DeriveInput, Expr, ExprLit, ImplItemFn, Lit, RangeLimits, Stmt, UnOp, spanned::Spanned, visit,
    visit::Visit,
};

use crate::shorthand::{self, is_comparison, is_counted, is_type_check};

/// What the source file tells about a kernel.
pub struct Source {
    pub file: String,
    pub line: u32,
    /// The line of each statement, in the order of the text.
    pub statements: Vec<u32>,
    /// What the tree has lost: the line, and what to write instead.
    pub lost: Vec<(u32, &'static str)>,
}

/// The kernel of a circuit with that many registers, if its file can be read and contains it.
pub fn of(input: &DeriveInput, registers: usize) -> Source {
    let field = match &input.data {
        // The struct may come from a macro that takes only the field's name from the file.
        syn::Data::Struct(data) => data.fields.iter().find_map(|field| Some(field.ident.as_ref()?.span())),
        _ => None,
    };
    let near = field.unwrap_or(input.ident.span()).unwrap();
    let mut source = Source { file: near.file(), line: 0, statements: vec![], lost: vec![] };
    let kernels = near.local_file().map(|path| kernels(&path)).unwrap_or_default();
    if let Some(kernel) = choose(&kernels, &input.ident.to_string(), near.line() as u32) {
        source.line = kernel.line;
        // `#[kernel]` begins with a statement for each register.
        source.statements = match kernel.short {
            true => vec![kernel.line; registers],
            false => vec![],
        };
        source.statements.extend(&kernel.statements);
        source.lost = kernel.lost.clone();
    }
    source
}

type Kernels = Arc<Vec<Kernel>>;

/// The kernels found in each file, by its time of change. A file holds many circuits and is read once.
static READ: Mutex<BTreeMap<(PathBuf, Option<SystemTime>), Kernels>> = Mutex::new(BTreeMap::new());

fn kernels(path: &Path) -> Kernels {
    let changed = fs::metadata(path).and_then(|data| data.modified()).ok();
    let Ok(mut read) = READ.lock() else {
        return Kernels::default();
    };
    let kernels = read.entry((path.to_path_buf(), changed)).or_insert_with(|| {
        let text = fs::read_to_string(path).unwrap_or_default();
        // The compiler's own token streams do not give line numbers for parsed text.
        fallback::force();
        let mut found = vec![];
        if let Ok(tokens) = text.parse::<TokenStream>() {
            collect(tokens, None, false, (0, u32::MAX), &mut found);
        }
        fallback::unforce();
        Arc::new(found)
    });
    kernels.clone()
}

/// A `#[hdl_gen] fn update`, or the one of a `#[kernel] impl`.
struct Kernel {
    /// The type its `impl Logic` is for; `None` if it is in no `impl`.
    owner: Option<String>,
    line: u32,
    /// Whether it is a `#[kernel]`.
    short: bool,
    /// The first and the last line of the enclosing brackets.
    around: (u32, u32),
    statements: Vec<u32>,
    lost: Vec<(u32, &'static str)>,
}

impl Kernel {
    fn new(
        owner: Option<&str>,
        line: u32,
        short: bool,
        around: (u32, u32),
        body: TokenStream,
        functions: &[ImplItemFn],
    ) -> Kernel {
        let mut kernel =
            Kernel { owner: owner.map(str::to_string), line, short, around, statements: vec![], lost: vec![] };
        let block = TokenTree::from(Group::new(Delimiter::Brace, without_marks(body)));
        if let Ok(mut block) = syn::parse2::<Block>(block.into()) {
            if short && shorthand::expand(&mut block, functions).is_err() {
                return kernel;
            }
            statements(&block.stmts, &mut kernel.statements);
            let mut finder = Finder { lost: vec![] };
            finder.visit_block(&block);
            kernel.lost = finder.lost;
        }
        kernel
    }
}

/// Collects the kernels in these tokens. `around` are the lines of the enclosing brackets, `owner` the type of the
/// enclosing `impl`, and `short` says whether that is a `#[kernel]`.
fn collect(tokens: TokenStream, owner: Option<&str>, short: bool, around: (u32, u32), found: &mut Vec<Kernel>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut marked, mut marked_impl, mut line) = (false, false, 0);
    let mut implements: Option<String> = None;
    for (i, token) in tokens.iter().enumerate() {
        let is = |at: usize, word: &str| matches!(tokens.get(at), Some(TokenTree::Ident(ident)) if ident == word);
        match token {
            // `impl<..> Logic for Name<..> {` or `for $name {`
            TokenTree::Ident(ident) if ident == "for" && i > 0 && is(i - 1, "Logic") => {
                implements = tokens[i + 1..].iter().find_map(|token| match token {
                    TokenTree::Ident(name) => Some(name.to_string()),
                    _ => None,
                });
                if matches!(tokens.get(i + 1), Some(TokenTree::Punct(mark)) if mark.as_char() == '$') {
                    implements = implements.map(|name| format!("${name}"));
                }
            }
            TokenTree::Ident(ident) if ident == "fn" && is(i + 1, "update") => line = line_of(ident.span()),
            TokenTree::Group(group) => {
                let lines = (line_of(group.span_open()), line_of(group.span_close()));
                match group.delimiter() {
                    Delimiter::Bracket if group.stream().to_string().ends_with("hdl_gen") => marked = true,
                    Delimiter::Bracket if group.stream().to_string().ends_with("kernel") => marked_impl = true,
                    Delimiter::Brace if (marked || short) && line > 0 => {
                        let functions = functions_of(&tokens);
                        found.push(Kernel::new(owner, line, !marked, around, group.stream(), &functions));
                        (marked, line) = (false, 0);
                    }
                    Delimiter::Brace => {
                        let inside = implements.take();
                        let short = std::mem::take(&mut marked_impl) && inside.is_some();
                        collect(group.stream(), inside.as_deref().or(owner), short, lines, found);
                        line = 0;
                    }
                    _ => collect(group.stream(), owner, false, lines, found),
                }
            }
            _ => {}
        }
    }
}

/// The functions beside `update` in an `impl`.
fn functions_of(tokens: &[TokenTree]) -> Vec<ImplItemFn> {
    let is = |token: &TokenTree, word: &str| matches!(token, TokenTree::Ident(ident) if ident == word);
    let mut found = vec![];
    for (i, token) in tokens.iter().enumerate() {
        if !is(token, "fn") || tokens.get(i + 1).is_none_or(|name| is(name, "update")) {
            continue;
        }
        let body =
            |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let Some(end) = tokens[i..].iter().position(body) else {
            continue;
        };
        let function: TokenStream = tokens[i..=i + end].iter().cloned().collect();
        found.extend(syn::parse2::<ImplItemFn>(without_marks(function)));
    }
    found
}

/// Turns `$name`, as in a macro's body, into `name`, so that it can be parsed as Rust.
fn without_marks(tokens: TokenStream) -> TokenStream {
    let plain = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Punct(mark) if mark.as_char() == '$' => None,
        TokenTree::Group(group) => {
            let mut inside = Group::new(group.delimiter(), without_marks(group.stream()));
            inside.set_span(group.span());
            Some(inside.into())
        }
        other => Some(other),
    });
    plain.collect()
}

fn choose<'a>(kernels: &'a [Kernel], name: &str, line: u32) -> Option<&'a Kernel> {
    let only = |places: Vec<usize>| match places[..] {
        [place] => Some(place),
        _ => None,
    };
    let places =
        |test: &dyn Fn(&Kernel) -> bool| -> Vec<usize> { (0..kernels.len()).filter(|&i| test(&kernels[i])).collect() };
    let named = places(&|kernel| kernel.owner.as_deref() == Some(name));
    // If modules hold circuits of the same name, each kernel stands below its circuit.
    let named = named
        .iter()
        .find(|&&i| kernels[i].line >= line)
        .or(named.last())
        .copied();
    let place = named
        .or_else(|| {
            let around = |kernel: &Kernel| (kernel.around.0..=kernel.around.1).contains(&line);
            only(places(&|kernel| kernel.owner.is_none() && around(kernel)))
        })
        .or_else(|| {
            let of_macro = |kernel: &Kernel| kernel.owner.as_ref().is_some_and(|owner| owner.starts_with('$'));
            only(places(&of_macro))
        })?;
    Some(&kernels[place])
}

fn line_of(span: Span) -> u32 {
    span.start().line as u32
}

/// The lines of statements, in the order of rust-hdl's tree.
fn statements(block: &[Stmt], lines: &mut Vec<u32>) {
    for statement in block {
        match statement {
            Stmt::Expr(expression, _) => one(expression, lines),
            Stmt::Local(local) if is_type_check(local) => {}
            other => lines.push(line_of(other.span())),
        }
    }
}

fn one(statement: &Expr, lines: &mut Vec<u32>) {
    lines.push(match statement {
        // A shorthand for several assignments gives each the line of its own field.
        Expr::Assign(assignment) => line_of(assignment.eq_token.span()),
        other => line_of(other.span()),
    });
    match statement {
        Expr::If(choice) => {
            statements(&choice.then_branch.stmts, lines);
            match choice.else_branch.as_ref().map(|(_, otherwise)| otherwise.as_ref()) {
                Some(Expr::Block(block)) => statements(&block.block.stmts, lines),
                Some(other) => one(other, lines),
                None => {}
            }
        }
        Expr::Match(choice) => {
            for arm in &choice.arms {
                match arm.body.as_ref() {
                    Expr::Block(block) => statements(&block.block.stmts, lines),
                    other => one(other, lines),
                }
            }
        }
        Expr::ForLoop(repeat) => statements(&repeat.body.stmts, lines),
        _ => {}
    }
}

const INCLUSIVE: &str = "`..=` loses its last round in the tree: write `..` and one more";
const GUARD: &str = "the guard of an arm is lost in the tree: write an `if` inside the arm";
const CONDITION: &str = "`#[cfg]` is lost in the tree: choose by a field Constant<..>";
const COUNTED: &str = "arithmetic on what `.index()` gives does not wrap in Rust, but its type is lost in the tree: compute \
                       with the signal, cast to the bits that the result needs";
const WIDTH: &str = "the width that to_bits() gives a number is lost in the tree: write bits::<N>(..)";

/// Finds what the tree loses.
struct Finder {
    lost: Vec<(u32, &'static str)>,
}

impl Finder {
    fn lose(&mut self, span: Span, what: &'static str) {
        self.lost.push((line_of(span), what));
    }

    /// Visits an expression of type `usize`, which the writer evaluates like Rust unless parentheses hide part of it.
    fn count(&mut self, expression: &Expr) {
        match expression {
            Expr::Binary(sum) if !is_comparison(&sum.op) => {
                self.count(&sum.left);
                self.count(&sum.right);
            }
            other => self.visit_expr(other),
        }
    }

    /// Visits an operand that must know its own width.
    fn measure(&mut self, expression: &Expr) {
        match expression {
            Expr::Paren(inner) => self.measure(&inner.expr),
            Expr::MethodCall(call) if gives_width(call) && is_number(&call.receiver) => self.lose(call.span(), WIDTH),
            _ => {}
        }
    }
}

impl<'a> Visit<'a> for Finder {
    fn visit_expr_for_loop(&mut self, repeat: &'a syn::ExprForLoop) {
        if let Expr::Range(range) = repeat.expr.as_ref()
            && matches!(range.limits, RangeLimits::Closed(_))
        {
            self.lose(range.span(), INCLUSIVE);
        }
        visit::visit_expr_for_loop(self, repeat);
    }

    fn visit_expr_match(&mut self, choice: &'a syn::ExprMatch) {
        self.count(&choice.expr);
        choice.arms.iter().for_each(|arm| self.visit_arm(arm));
    }

    fn visit_pat_guard(&mut self, pattern: &'a syn::PatGuard) {
        self.lose(pattern.span(), GUARD);
        visit::visit_pat_guard(self, pattern);
    }

    fn visit_attribute(&mut self, attribute: &'a syn::Attribute) {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            self.lose(attribute.span(), CONDITION);
        }
    }

    fn visit_expr_binary(&mut self, sum: &'a syn::ExprBinary) {
        if is_number(&sum.left) && is_number(&sum.right) {
            self.measure(&sum.left);
            self.measure(&sum.right);
        } else if matches!(sum.op, BinOp::Shl(_) | BinOp::Shr(_)) {
            self.measure(&sum.left);
        }
        if !is_comparison(&sum.op) && (is_counted(&sum.left) || is_counted(&sum.right)) {
            self.lose(sum.span(), COUNTED);
            return;
        }
        visit::visit_expr_binary(self, sum);
    }

    fn visit_expr_unary(&mut self, unary: &'a syn::ExprUnary) {
        if matches!(unary.op, UnOp::Not(_)) && is_counted(&unary.expr) {
            self.lose(unary.span(), COUNTED);
        }
        self.measure(&unary.expr);
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let name = call.method.to_string();
        if matches!(name.as_str(), "get_bit" | "get_bits" | "replace_bit") {
            self.visit_expr(&call.receiver);
            self.measure(&call.receiver);
            for (i, argument) in call.args.iter().enumerate() {
                match i {
                    0 => self.count(argument),
                    _ => self.visit_expr(argument),
                }
            }
            return;
        }
        if matches!(name.as_str(), "all" | "any" | "xor") {
            self.measure(&call.receiver);
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// Whether it is a bare number, perhaps followed by `to_bits()`.
fn is_number(expression: &Expr) -> bool {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Int(_), .. }) => true,
        Expr::Paren(inner) => is_number(&inner.expr),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)) && is_number(&unary.expr),
        Expr::MethodCall(call) => gives_width(call) && is_number(&call.receiver),
        _ => false,
    }
}

fn gives_width(call: &syn::ExprMethodCall) -> bool {
    call.method == "to_bits" || call.method == "to_signed_bits"
}
