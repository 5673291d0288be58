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
//! | `'index` | an expression, a place | one of its bits |
//! | `'replace` | an expression, a place, a bit | the value with one bit replaced |
//! | `=` | a signal, an expression | an assignment |
//! | `'part` | a signal, an expression | an assignment to a field: two numbers, width and offset |
//! | `'if` | an expression, a block, `'end` or `'else` and a block or another `'if` | a choice |
//! | `'match` | an expression, patterns each with a block, `'end` | a choice |
//! | `'for` | a name, two literals, a block | a loop |
//! | `{` | statements, `}` | a block |

use rust_hdl::prelude::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression, VerilogLiteral,
    VerilogLoop, VerilogMatch, VerilogOp, VerilogOpUnary, VerilogStatement,
};
use std::str::SplitWhitespace;

pub use rust_hdl::prelude::Verilog;

/// The tree of a text; `numbers` are the numbers it uses, in order.
///
/// # Panics
/// If the text does not come from `#[kernel]`.
pub fn tree(text: &str, numbers: &[usize]) -> Verilog {
    let mut reader = Reader {
        words: text.split_whitespace(),
        numbers: numbers.iter(),
    };
    reader.expect("{");
    let block = reader.block();
    assert!(
        reader.words.next().is_none() && reader.numbers.next().is_none(),
        "{text}"
    );
    Verilog::Combinatorial(block)
}

struct Reader<'a> {
    words: SplitWhitespace<'a>,
    numbers: std::slice::Iter<'a, usize>,
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
            "'if" => self.choice(),
            "'match" => {
                let test = self.expression();
                let mut cases = vec![];
                loop {
                    match self.word() {
                        "'end" => return VerilogStatement::Match(VerilogMatch { test, cases }),
                        pattern => cases.push(VerilogCase {
                            condition: pattern.to_string(),
                            block: self.braced(),
                        }),
                    }
                }
            }
            "'for" => VerilogStatement::Loop(VerilogLoop {
                index: self.word().to_string(),
                from: literal(self.word()),
                to: literal(self.word()),
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
