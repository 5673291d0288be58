//! Builds rust-hdl's tree of a kernel from the text that `#[kernel]` generates (`sim/derive/src/tree.rs` writes it).
//!
//! | word | followed by | meaning |
//! |---|---|---|
//! | a name | | a signal |
//! | `#7`, `'true`, `'false` | | a literal |
//! | `+` `-` `*` `&&` `\|\|` `^` `&` `\|` `<<` `>>` `==` `!=` `<` `<=` `>` `>=` | two expressions | the operator as in Rust |
//! | `(` `!` `'neg` `'all` `'any` `'xor` `'unsigned` `'signed` | an expression | parentheses or a unary operator |
//! | `'cast` | an expression | a cast to a width: a number |
//! | `'slice` | an expression, an offset | a slice of a width: a number |
//! | `'field` | an expression | one of its fields: two numbers, width and offset |
//! | `'const` | a name | the value of a `const`; without the name as a pattern and as a bound |
//! | `'mux` | three expressions | the second if the first is true, else the third |
//! | `'cat` | a literal, so many expressions | the expressions side by side, each with its width: a number |
//! | `'index` | an expression, a place | one of its bits |
//! | `'replace` | an expression, a place, a bit | the value with one bit replaced |
//! | `=` | a signal, an expression | an assignment |
//! | `'part` | a signal, an expression | an assignment to a field: two numbers, width and offset |
//! | `'let` | a name, an expression | a wire with that name |
//! | `'if` | an expression, a block, `'end` or `'else` and a block or another `'if` | a choice |
//! | `'match` | an expression, patterns each with a block, `'end` | a choice |
//! | `'for` | a name, two literals, a block | a loop |
//! | `{` | statements, `}` | a block |
//!
//! rust-hdl's tree has no wire that only a kernel knows, no conditional expression and no number with a name. [`wire_of`],
//! [`mux_of`] and [`constant_of`] read how they are kept in it: under names that no kernel can write.

use rust_hdl::prelude::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression, VerilogLiteral,
    VerilogLoop, VerilogMatch, VerilogOp, VerilogOpUnary, VerilogStatement,
};
use std::str::SplitWhitespace;

pub use rust_hdl::prelude::Verilog;

/// The tree of a text; `numbers` and `constants` are the numbers and the `const`s it uses, in order.
///
/// # Panics
/// If the text does not come from `#[kernel]`.
pub fn tree(text: &str, numbers: &[usize], constants: &[u64]) -> Verilog {
    let mut reader = Reader { words: text.split_whitespace(), numbers: numbers.iter(), constants: constants.iter() };
    reader.expect("{");
    let block = reader.block();
    assert!(
        reader.words.next().is_none() && reader.numbers.next().is_none() && reader.constants.next().is_none(),
        "{text}"
    );
    Verilog::Combinatorial(block)
}

struct Reader<'a> {
    words: SplitWhitespace<'a>,
    numbers: std::slice::Iter<'a, usize>,
    constants: std::slice::Iter<'a, u64>,
}

const WIRE: &str = "let ";
const MUX: &str = "mux ";
const CONSTANT: &str = "const ";

/// The name of the wire that a signal of the tree is, when a `let` makes it.
pub fn wire_of(signal: &str) -> Option<&str> {
    signal.strip_prefix(WIRE)
}

/// The name and the value of a `const`.
pub fn constant_of(signal: &str) -> Option<(&str, u64)> {
    let (name, value) = signal.strip_prefix(CONSTANT)?.split_once(' ')?;
    Some((name, value.parse().ok()?))
}

/// The condition and the two values of a conditional expression.
pub fn mux_of(expression: &VerilogExpression) -> Option<[&VerilogExpression; 3]> {
    match expression {
        VerilogExpression::Index(mark, inner) if matches!(mark.as_ref(), VerilogExpression::Signal(name) if name == MUX) => {
            match inner.as_ref() {
                VerilogExpression::IndexReplace(test, yes, no) => Some([test, yes, no]),
                _ => None,
            }
        }
        _ => None,
    }
}

impl<'a> Reader<'a> {
    fn word(&mut self) -> &'a str {
        self.words.next().expect("the text of a kernel is whole")
    }

    fn expect(&mut self, expected: &str) {
        let word = self.word();
        assert_eq!(word, expected);
    }

    fn number(&mut self) -> usize {
        *self.numbers.next().expect("the numbers of a kernel are all there")
    }

    fn constant(&mut self) -> u64 {
        *self.constants.next().expect("the consts of a kernel are all there")
    }

    /// A literal or a `const`.
    fn bound(&mut self) -> VerilogLiteral {
        match self.word() {
            "'const" => self.constant().into(),
            word => literal(word),
        }
    }

    /// Reads a block after its `{`.
    fn block(&mut self) -> VerilogBlock {
        let mut block = vec![];
        loop {
            match self.word() {
                "}" => return block,
                word => block.push(self.statement(word)),
            }
        }
    }

    fn braced(&mut self) -> VerilogBlock {
        self.expect("{");
        self.block()
    }

    fn statement(&mut self, word: &str) -> VerilogStatement {
        match word {
            "=" => VerilogStatement::Assignment(self.expression(), self.expression()),
            "'part" => {
                let (base, width, offset) = (self.expression(), self.number(), self.number());
                VerilogStatement::SliceAssignment {
                    base,
                    width,
                    offset: VerilogExpression::Literal(offset.into()),
                    replacement: self.expression(),
                }
            }
            "'let" => {
                let name = format!("{WIRE}{}", self.word());
                VerilogStatement::Assignment(VerilogExpression::Signal(name), self.expression())
            }
            "'if" => self.choice(),
            "'match" => {
                let test = self.expression();
                let mut cases = vec![];
                loop {
                    match self.word() {
                        "'end" => return VerilogStatement::Match(VerilogMatch { test, cases }),
                        pattern => cases.push(VerilogCase {
                            condition: match pattern {
                                "'const" => self.constant().to_string(),
                                pattern => pattern.to_string(),
                            },
                            block: self.braced(),
                        }),
                    }
                }
            }
            "'for" => VerilogStatement::Loop(VerilogLoop {
                index: self.word().to_string(),
                from: self.bound(),
                to: self.bound(),
                block: self.braced(),
            }),
            word => unreachable!("{word} begins no statement"),
        }
    }

    /// Reads a choice after its `'if`.
    fn choice(&mut self) -> VerilogStatement {
        let (test, then) = (self.expression(), self.braced());
        let otherwise = match self.word() {
            "'else" => VerilogBlockOrConditional::Block(self.braced()),
            "'if" => VerilogBlockOrConditional::Conditional(Box::new(self.choice())),
            word => {
                assert_eq!(word, "'end");
                VerilogBlockOrConditional::None
            }
        };
        VerilogStatement::If(VerilogConditional { test, then, otherwise })
    }

    fn expression(&mut self) -> VerilogExpression {
        let word = self.word();
        if let Some(operator) = binary(word) {
            let left = self.operand();
            return VerilogExpression::Binary(left, operator, self.operand());
        }
        if let Some(operator) = unary(word) {
            return VerilogExpression::Unary(operator, self.operand());
        }
        match word {
            "(" => VerilogExpression::Paren(self.operand()),
            "'unsigned" => VerilogExpression::Unsigned(self.operand()),
            "'signed" => VerilogExpression::Signed(self.operand()),
            "'cast" => {
                let width = self.number();
                VerilogExpression::Cast(self.operand(), width)
            }
            "'slice" => {
                let width = self.number();
                let of = self.operand();
                VerilogExpression::Slice(of, width, self.operand())
            }
            "'field" => {
                let (of, width, offset) = (self.operand(), self.number(), self.number());
                VerilogExpression::Slice(of, width, Box::new(VerilogExpression::Literal(offset.into())))
            }
            "'const" => {
                let name = self.word();
                VerilogExpression::Signal(format!("{CONSTANT}{name} {}", self.constant()))
            }
            "'mux" => {
                let (test, yes) = (self.operand(), self.operand());
                let choice = VerilogExpression::IndexReplace(test, yes, self.operand());
                let mark = VerilogExpression::Signal(MUX.to_string());
                VerilogExpression::Index(Box::new(mark), Box::new(choice))
            }
            "'cat" => self.side_by_side(),
            "'index" => {
                let of = self.operand();
                VerilogExpression::Index(of, self.operand())
            }
            "'replace" => {
                let (of, place) = (self.operand(), self.operand());
                VerilogExpression::IndexReplace(of, place, self.operand())
            }
            word if word.starts_with(['#', '\'']) => VerilogExpression::Literal(literal(word)),
            name => VerilogExpression::Signal(name.to_string()),
        }
    }

    /// Reads pieces, the first of which has the highest bits: `(a << 4) | b` in the width of all.
    fn side_by_side(&mut self) -> VerilogExpression {
        let count = self.word().trim_start_matches('#').parse().expect("a number of pieces");
        let pieces: Vec<(usize, Box<VerilogExpression>)> =
            (0..count).map(|_| (self.number(), self.operand())).collect();
        let width = pieces.iter().map(|(width, _)| width).sum();
        let mut below = width;
        let placed = pieces.into_iter().map(|(own, piece)| {
            below -= own;
            let piece = Box::new(VerilogExpression::Cast(piece, width));
            match below {
                0 => *piece,
                places => {
                    let places = Box::new(VerilogExpression::Literal(places.into()));
                    VerilogExpression::Binary(piece, VerilogOp::Shl, places)
                }
            }
        });
        let together = |all, piece| VerilogExpression::Binary(Box::new(all), VerilogOp::BitOr, Box::new(piece));
        placed.reduce(together).expect("cat of something")
    }

    fn operand(&mut self) -> Box<VerilogExpression> {
        Box::new(self.expression())
    }
}

fn literal(word: &str) -> VerilogLiteral {
    match word {
        "'true" => true.into(),
        "'false" => false.into(),
        number => {
            let number = number.strip_prefix('#').and_then(|number| number.parse::<i32>().ok());
            number.expect("a number").into()
        }
    }
}

fn unary(word: &str) -> Option<VerilogOpUnary> {
    Some(match word {
        "!" => VerilogOpUnary::Not,
        "'neg" => VerilogOpUnary::Neg,
        "'all" => VerilogOpUnary::All,
        "'any" => VerilogOpUnary::Any,
        "'xor" => VerilogOpUnary::Xor,
        _ => return None,
    })
}

fn binary(word: &str) -> Option<VerilogOp> {
    Some(match word {
        "+" => VerilogOp::Add,
        "-" => VerilogOp::Sub,
        "*" => VerilogOp::Mul,
        "&&" => VerilogOp::LogicalAnd,
        "||" => VerilogOp::LogicalOr,
        "^" => VerilogOp::BitXor,
        "&" => VerilogOp::BitAnd,
        "|" => VerilogOp::BitOr,
        "<<" => VerilogOp::Shl,
        ">>" => VerilogOp::Shr,
        "==" => VerilogOp::Eq,
        "!=" => VerilogOp::Ne,
        "<" => VerilogOp::Lt,
        "<=" => VerilogOp::Le,
        ">" => VerilogOp::Gt,
        ">=" => VerilogOp::Ge,
        _ => return None,
    })
}
