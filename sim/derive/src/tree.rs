//! Encodes a kernel as a text, which `tengen_sim::tree` turns into rust-hdl's tree at run time.
//!
//! rust-hdl's own `#[hdl_gen]` writes the tree as code, a call for each node: a third of everything that the compiler
//! had to read. A text, and the numbers that only the compiler knows (widths and field offsets), cost it almost
//! nothing. The resulting tree is the same.
//!
//! ```text
//! if a { y = b + 1; } else { y = 0; }        'if a { = y$next + b #1 } 'else { = y$next #0 }
//! y = pair.high;                             = y$next 'slice pair 'number         numbers: width and offset of `high`
//! ```
//! An operator comes before its operands. A word that begins with a letter is a signal, `#` marks a number, `'` an
//! operator or keyword; `sim/src/tree.rs` lists them all. Anything this module does not know is left to `#[hdl_gen]`,
//! which reports its own errors.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{
    BinOp, Block, Expr, ExprIf, ExprLit, GenericArgument, Ident, Lit, Member, Pat, PathArguments, RangeLimits, Stmt,
    UnOp, spanned::Spanned, visit_mut, visit_mut::VisitMut,
};

use crate::shorthand::{branches, is_constant, is_type_check};

/// The function `hdl` of a kernel in rust-hdl's notation, if all of the kernel can be encoded.
///
/// # Errors
/// The place of what cannot be encoded.
pub fn hdl(block: &Block, here: Span) -> Result<TokenStream, Span> {
    let mut teller = Teller::default();
    if teller.block(block).is_none() {
        return Err(teller.failed.unwrap_or(here));
    }
    let Teller { words, numbers, constants, .. } = teller;
    let text = words.join(" ");
    Ok(quote_spanned! {here=>
        #[allow(unused_parens)]
        fn hdl(&self) -> ::tengen_sim::Verilog {
            ::tengen_sim::tree(#text, &[#(#numbers),*], &[#(#constants),*])
        }
    })
}

#[derive(Default)]
struct Teller {
    words: Vec<String>,
    /// Expressions of type `usize`, in the order in which the text uses them.
    numbers: Vec<TokenStream>,
    /// The values of the `const`s, likewise.
    constants: Vec<TokenStream>,
    /// The wires that `let`s have named, each with its expression, the last first.
    wires: Vec<(Ident, Expr)>,
    /// The innermost place that could not be encoded.
    failed: Option<Span>,
}

impl Teller {
    fn word(&mut self, word: &str) {
        self.words.push(word.to_string());
    }

    fn number(&mut self, number: TokenStream) {
        self.numbers.push(number);
    }

    fn constant(&mut self, path: &syn::ExprPath) {
        self.word("'const");
        self.constants.push(quote!(#path as u64));
    }

    fn block(&mut self, block: &Block) -> Option<()> {
        self.word("{");
        let outside = self.wires.len();
        for statement in &block.stmts {
            match statement {
                Stmt::Expr(expression, _) => self.statement(expression)?,
                Stmt::Local(local) if is_type_check(local) => {}
                Stmt::Local(local) => self.wire(local)?,
                _ => return None,
            }
        }
        self.wires.truncate(outside);
        self.word("}");
        Some(())
    }

    /// `let name = value;`
    fn wire(&mut self, local: &syn::Local) -> Option<()> {
        let (Pat::Ident(name), Some(init)) = (&local.pat, &local.init) else {
            return None;
        };
        self.word("'let");
        self.word(&name.ident.to_string());
        self.expression(&init.expr)?;
        let value = self.without_wires(&init.expr);
        self.wires.push((name.ident.clone(), value));
        Some(())
    }

    /// The expression with those of the wires in it, for the function that knows only the circuit's fields. Elements of
    /// an array have one type, so the first stands for one with a variable.
    fn without_wires(&self, expression: &Expr) -> Expr {
        struct Replacer<'a>(&'a [(Ident, Expr)]);
        impl VisitMut for Replacer<'_> {
            fn visit_expr_mut(&mut self, expression: &mut Expr) {
                if let Expr::Path(path) = expression
                    && let Some(name) = path.path.get_ident()
                    && let Some((_, value)) = self.0.iter().rev().find(|(wire, _)| wire == name)
                {
                    *expression = syn::parse_quote!((#value));
                    return;
                }
                if let Expr::Index(index) = expression
                    && !matches!(index.index.as_ref(), Expr::Lit(_))
                {
                    *index.index = syn::parse_quote!(0);
                }
                visit_mut::visit_expr_mut(self, expression);
            }
        }
        let mut expression = expression.clone();
        Replacer(&self.wires).visit_expr_mut(&mut expression);
        expression
    }

    /// Whether it is a wire, or a field of one.
    fn is_wire(&self, expression: &Expr) -> bool {
        if let Expr::Field(place) = expression {
            return self.is_wire(&place.base);
        }
        matches!(expression, Expr::Path(path) if path.path.get_ident().is_some_and(|name| {
            self.wires.iter().any(|(wire, _)| wire == name)
        }))
    }

    fn statement(&mut self, statement: &Expr) -> Option<()> {
        let told = self.statement_inside(statement);
        if told.is_none() {
            self.failed.get_or_insert(statement.span());
        }
        told
    }

    fn statement_inside(&mut self, statement: &Expr) -> Option<()> {
        match statement {
            Expr::Assign(assignment) => self.assignment(&assignment.left, &assignment.right),
            Expr::If(choice) => self.choice(choice),
            Expr::Match(choice) => {
                self.word("'match");
                self.expression(&choice.expr)?;
                for arm in &choice.arms {
                    self.pattern(&arm.pat)?;
                    match arm.body.as_ref() {
                        Expr::Block(block) => self.block(&block.block)?,
                        one => {
                            self.word("{");
                            self.statement(one)?;
                            self.word("}");
                        }
                    }
                }
                self.word("'end");
                Some(())
            }
            Expr::ForLoop(repeat) => {
                let (Pat::Ident(index), Expr::Range(range)) = (repeat.pat.as_ref(), repeat.expr.as_ref()) else {
                    return None;
                };
                let (Some(from), Some(to), RangeLimits::HalfOpen(_)) = (&range.start, &range.end, &range.limits) else {
                    return None;
                };
                self.word("'for");
                self.word(&index.ident.to_string());
                self.bound(from)?;
                self.bound(to)?;
                self.block(&repeat.body)
            }
            _ => None,
        }
    }

    /// A bound of a loop.
    fn bound(&mut self, bound: &Expr) -> Option<()> {
        match bound {
            Expr::Path(path) if is_constant(path) => {
                self.constant(path);
                Some(())
            }
            _ => {
                let word = literal(bound)?;
                self.words.push(word);
                Some(())
            }
        }
    }

    fn choice(&mut self, choice: &ExprIf) -> Option<()> {
        self.word("'if");
        self.expression(&choice.cond)?;
        self.block(&choice.then_branch)?;
        match choice.else_branch.as_ref().map(|(_, otherwise)| otherwise.as_ref()) {
            None => self.word("'end"),
            Some(Expr::If(other)) => self.choice(other)?,
            Some(Expr::Block(block)) => {
                self.word("'else");
                self.block(&block.block)?;
            }
            Some(_) => return None,
        }
        Some(())
    }

    fn assignment(&mut self, target: &Expr, value: &Expr) -> Option<()> {
        let Expr::Field(place) = target else { return None };
        let Member::Named(field) = &place.member else {
            return None;
        };
        // `self.name.next`, or `self.name.next.field`
        if field == "next" {
            self.word("=");
            self.signal(target)?;
        } else {
            let Expr::Field(next) = place.base.as_ref() else {
                return None;
            };
            if matches!(&next.member, Member::Named(name) if name == "next") {
                self.word("'part");
                self.expression(&next.base)?;
                self.field(&place.base, field);
            } else {
                // A field of a field: the writer knows the leaves by their names.
                self.word("=");
                self.signal(target)?;
            }
        }
        self.expression(value)
    }

    /// Adds the width and the offset of a field to the numbers.
    fn field(&mut self, of: &Expr, field: &syn::Ident) {
        let (width, offset) = (
            format_ident!("get_my_width_{field}"),
            format_ident!("get_my_offset_{field}"),
        );
        let of = self.without_wires(of);
        self.number(quote!(#of.#width()));
        self.number(quote!(#of.#offset()));
    }

    fn expression(&mut self, expression: &Expr) -> Option<()> {
        let told = self.expression_inside(expression);
        if told.is_none() {
            self.failed.get_or_insert(expression.span());
        }
        told
    }

    fn expression_inside(&mut self, expression: &Expr) -> Option<()> {
        match expression {
            Expr::Path(path) if is_constant(path) => {
                let name = path.path.segments.last()?.ident.to_string();
                self.constant(path);
                self.word(&name);
                Some(())
            }
            Expr::Path(_) | Expr::Index(_) => self.signal(expression),
            Expr::If(choice) => {
                let (yes, no) = branches(choice)?;
                self.word("'mux");
                self.expression(&choice.cond)?;
                self.expression(yes)?;
                self.expression(no)
            }
            Expr::Field(place) => {
                // `self.name.val().field`, `wire.field`, or a field of one of these
                let of = place.base.as_ref();
                let valued = matches!(of, Expr::MethodCall(call) if call.method == "val") || self.is_wire(of);
                if !valued {
                    return self.signal(expression);
                }
                let Member::Named(field) = &place.member else {
                    return None;
                };
                self.word("'field");
                self.expression(&place.base)?;
                self.field(&place.base, field);
                Some(())
            }
            Expr::Paren(inner) => {
                self.word("(");
                self.expression(&inner.expr)
            }
            Expr::Binary(binary) => {
                self.word(operator(&binary.op)?);
                self.expression(&binary.left)?;
                self.expression(&binary.right)
            }
            Expr::Unary(unary) => {
                self.word(match unary.op {
                    UnOp::Not(_) => "!",
                    UnOp::Neg(_) => "'neg",
                    _ => return None,
                });
                self.expression(&unary.expr)
            }
            Expr::Lit(_) => {
                let word = literal(expression)?;
                self.words.push(word);
                Some(())
            }
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            _ => None,
        }
    }

    fn call(&mut self, call: &syn::ExprCall) -> Option<()> {
        let Expr::Path(function) = call.func.as_ref() else {
            return None;
        };
        let name = function.path.segments.first()?.ident.to_string();
        let last = function.path.segments.last()?;
        if last.ident == "cat" {
            let Some(Expr::Tuple(pieces)) = call.args.first() else {
                return None;
            };
            self.word("'cat");
            self.word(&format!("#{}", pieces.elems.len()));
            for piece in &pieces.elems {
                let whole = self.without_wires(piece);
                self.number(quote!(::tengen_sim::width(&(#whole))));
                self.expression(piece)?;
            }
            return Some(());
        }
        let argument = call.args.first()?;
        match name.as_str() {
            "bit_cast" | "bits" | "Bits" => {
                self.word("'cast");
                self.number(match widths(&function.path.segments.last()?.arguments).as_slice() {
                    [to, _] if name == "bit_cast" => to.clone(),
                    [to] if name == "bits" => to.clone(),
                    _ => quote!((#call).bits()),
                });
            }
            "unsigned_cast" => self.word("'unsigned"),
            "signed_bit_cast" | "signed_cast" => self.word("'signed"),
            _ => return None,
        }
        self.expression(argument)
    }

    fn method(&mut self, call: &syn::ExprMethodCall) -> Option<()> {
        let arguments: Vec<&Expr> = call.args.iter().collect();
        match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("get_bits", [offset]) => {
                let width = call.turbofish.as_ref().filter(|turbofish| turbofish.args.len() == 1)?;
                let width = width.args.first()?;
                self.word("'slice");
                self.number(quote!(#width));
                self.expression(&call.receiver)?;
                self.expression(offset)
            }
            ("get_bit", [index]) => {
                self.word("'index");
                self.expression(&call.receiver)?;
                self.expression(index)
            }
            ("replace_bit", [index, value]) => {
                self.word("'replace");
                self.expression(&call.receiver)?;
                self.expression(index)?;
                self.expression(value)
            }
            (word @ ("all" | "any" | "xor"), []) => {
                self.word(&format!("'{word}"));
                self.expression(&call.receiver)
            }
            ("to_signed_bits", []) => {
                self.word("'signed");
                self.expression(&call.receiver)
            }
            ("val" | "into" | "index" | "to_bits", []) => self.expression(&call.receiver),
            _ => None,
        }
    }

    fn signal(&mut self, expression: &Expr) -> Option<()> {
        let name = name(expression);
        let begins_well = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let misplaced = matches!(expression, Expr::Path(_) | Expr::Field(_)) && name.ends_with("$val");
        if !begins_well || misplaced || ["config", "input", "output"].contains(&name.as_str()) {
            return None;
        }
        self.words.push(name);
        Some(())
    }

    fn pattern(&mut self, pattern: &Pat) -> Option<()> {
        let constant = match pattern {
            Pat::Ident(name) => syn::parse_str::<syn::ExprPath>(&name.ident.to_string()).ok(),
            Pat::Path(path) => Some(path.clone()),
            _ => None,
        };
        if let Some(path) = constant.filter(is_constant) {
            self.constant(&path);
            return Some(());
        }
        let word = match pattern {
            Pat::Ident(name) => name.ident.to_string(),
            Pat::Lit(_) => pattern.to_token_stream().to_string(),
            Pat::Path(_) => name(pattern),
            Pat::Wild(_) => "default".to_string(),
            _ => return None,
        };
        (!word.contains(char::is_whitespace)).then(|| self.words.push(word))
    }
}

/// The name of a signal in rust-hdl: `self.part.taps[1].val` becomes `part$taps[1]$val`.
fn name(place: &impl ToTokens) -> String {
    let text: String = place.to_token_stream().to_string().split_whitespace().collect();
    text.replace("self.", "").replace('.', "$").replace("::", "$")
}

/// A Boolean, or an integer without a suffix that fits an `i32`, the only numbers rust-hdl accepts.
fn literal(expression: &Expr) -> Option<String> {
    let Expr::Lit(ExprLit { lit, .. }) = expression else {
        return None;
    };
    match lit {
        Lit::Int(number) if number.suffix().is_empty() => {
            let number: i32 = number.base10_parse().ok()?;
            Some(format!("#{number}"))
        }
        Lit::Bool(value) => Some(if value.value { "'true" } else { "'false" }.to_string()),
        _ => None,
    }
}

/// The arguments of `::<A, B>`; none if one of them is inferred.
fn widths(arguments: &PathArguments) -> Vec<TokenStream> {
    let PathArguments::AngleBracketed(arguments) = arguments else {
        return vec![];
    };
    let told = |argument: &&GenericArgument| !matches!(argument, GenericArgument::Type(syn::Type::Infer(_)));
    let told = arguments.args.iter().filter(told);
    told.map(ToTokens::to_token_stream).collect()
}

fn operator(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::Add(_) => "+",
        BinOp::Sub(_) => "-",
        BinOp::Mul(_) => "*",
        BinOp::And(_) => "&&",
        BinOp::Or(_) => "||",
        BinOp::BitXor(_) => "^",
        BinOp::BitAnd(_) => "&",
        BinOp::BitOr(_) => "|",
        BinOp::Shl(_) => "<<",
        BinOp::Shr(_) => ">>",
        BinOp::Eq(_) => "==",
        BinOp::Ne(_) => "!=",
        BinOp::Lt(_) => "<",
        BinOp::Le(_) => "<=",
        BinOp::Gt(_) => ">",
        BinOp::Ge(_) => ">=",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The encoded text of a kernel's statements, and its numbers.
    fn told(kernel: &str) -> Option<(String, Vec<String>)> {
        let block: Block = syn::parse_str(&format!("{{ {kernel} }}")).unwrap();
        let mut teller = Teller::default();
        teller.block(&block)?;
        let numbers = teller.numbers.iter().map(|number| number.to_string().replace(' ', ""));
        Some((teller.words.join(" "), numbers.collect()))
    }

    #[test]
    fn operators_come_first_and_what_only_the_compiler_knows_is_a_number() {
        for (kernel, text, numbers) in [
            ("self.y.next = self.a.val() + 1;", "{ = y$next + a #1 }", &[][..]),
            (
                "if self.a.val() { self.y.next = true; } else { self.us[1].y.next = !self.a.val(); }",
                "{ 'if a { = y$next 'true } 'else { = us[1]$y$next ! a } }",
                &[],
            ),
            (
                "self.y.next.low = bit_cast::<4, 8>(self.a.val());",
                "{ 'part y 'cast a }",
                &["self.y.next.get_my_width_low()", "self.y.next.get_my_offset_low()", "4"],
            ),
            (
                "match self.s.q.val() { Phase::Run => self.y.next = self.a.val().get_bits::<3>(2), _ => {} }",
                "{ 'match s$q Phase$Run { = y$next 'slice a #2 } default { } 'end }",
                &["3"],
            ),
        ] {
            let (said, asked) = told(kernel).unwrap();
            assert_eq!(
                (said.as_str(), asked),
                (text, numbers.iter().map(|n| n.to_string()).collect()),
                "{kernel}"
            );
        }
    }

    #[test]
    fn what_it_does_not_know_is_left_to_rust_hdl() {
        for kernel in [
            "println!(\"a\");",
            "self.y.next = 3u8.into();",
            "self.y.next = self.a.val().replace(1);",
            "for i in 0..=3 { self.y.next = self.a.val(); }",
        ] {
            assert_eq!(told(kernel), None, "{kernel}");
        }
    }
}
