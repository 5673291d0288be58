//! Expressions that know their width, and how they are printed.
//!
//! Verilog computes at the width of the widest operand around and Rust at the declared width, so nothing here is left
//! to Verilog: both sides of an operator have the same width, every number carries its own, a widening is a
//! concatenation with zeros, a narrowing a slice of a name, and every operator inside another stands in parentheses.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::{
    names::label,
    shape::Kind,
    symbols::{Id, Role, Symbols},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    pub node: Node,
    /// The width in bits.
    pub width: usize,
    /// Compared as a two's complement number if true.
    pub signed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Number(BigUint),
    Name(Id),
    /// A variant of an enumeration.
    Label(String, usize),
    /// The bits of a name, from the given one up.
    Part(Id, usize),
    /// The bit of a name at a computed index.
    Bit(Id, Box<Expression>),
    Unary(Unary, Box<Expression>),
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// Most significant first.
    Join(Vec<Expression>),
    /// The operand repeated to the full width.
    Repeat(Box<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    Not,
    Negate,
    All,
    Any,
    Parity,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    Add,
    Subtract,
    Multiply,
    AndAlso,
    OrElse,
    Xor,
    And,
    Or,
    /// The shift amount on the right has its own width.
    ShiftLeft,
    ShiftRight,
    Equal,
    Different,
    Less,
    AtMost,
    AtLeast,
    More,
}

impl Binary {
    pub fn symbol(self) -> &'static str {
        match self {
            Binary::Add => "+",
            Binary::Subtract => "-",
            Binary::Multiply => "*",
            Binary::AndAlso => "&&",
            Binary::OrElse => "||",
            Binary::Xor => "^",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::ShiftLeft => "<<",
            Binary::ShiftRight => ">>",
            Binary::Equal => "==",
            Binary::Different => "!=",
            Binary::Less => "<",
            Binary::AtMost => "<=",
            Binary::AtLeast => ">=",
            Binary::More => ">",
        }
    }

    pub fn is_comparison(self) -> bool {
        use Binary::*;
        matches!(self, Equal | Different | Less | AtMost | AtLeast | More)
    }

    /// Whether the result is one bit.
    pub fn is_test(self) -> bool {
        self.is_comparison() || matches!(self, Binary::AndAlso | Binary::OrElse)
    }

    pub fn shifts(self) -> bool {
        matches!(self, Binary::ShiftLeft | Binary::ShiftRight)
    }

    /// Whether bit i of the result depends only on bit i of each operand.
    pub fn is_bitwise(self) -> bool {
        matches!(self, Binary::And | Binary::Or | Binary::Xor)
    }

    fn is_associative(self) -> bool {
        self.is_bitwise() || matches!(self, Binary::AndAlso | Binary::OrElse)
    }

    /// Whether bit i of the result depends only on the operands' bits up to i.
    pub fn carries_upwards(self) -> bool {
        matches!(self, Binary::Add | Binary::Subtract | Binary::Multiply)
    }

    /// The result if one operand alone determines it. Simulators know such results too and do not wait for the other
    /// operand.
    pub fn settled(self, a: Option<&BigUint>, b: Option<&BigUint>, width: usize) -> Option<BigUint> {
        let zero = BigUint::default();
        let most = (BigUint::from(1u8) << width) - 1u8;
        let either = |value: &BigUint| a == Some(value) || b == Some(value);
        match self {
            Binary::And | Binary::Multiply if either(&zero) => Some(zero),
            Binary::AndAlso if either(&zero) => Some(zero),
            Binary::Or if either(&most) => Some(most),
            Binary::OrElse if a.or(b).is_some_and(|value| *value != zero) => Some(BigUint::from(1u8)),
            Binary::ShiftLeft | Binary::ShiftRight if a == Some(&zero) || b >= Some(&BigUint::from(width)) => {
                Some(zero)
            }
            Binary::Less if b == Some(&zero) || a == Some(&most) => Some(zero),
            Binary::More if a == Some(&zero) || b == Some(&most) => Some(zero),
            Binary::AtLeast if b == Some(&zero) || a == Some(&most) => Some(BigUint::from(1u8)),
            Binary::AtMost if a == Some(&zero) || b == Some(&most) => Some(BigUint::from(1u8)),
            _ => None,
        }
    }

    /// The result for two unsigned numbers of `width` bits, wrapped.
    pub fn apply(self, a: &BigUint, b: &BigUint, width: usize) -> BigUint {
        let modulus = BigUint::from(1u8) << width;
        let amount = || usize::try_from(b.clone()).unwrap_or(usize::MAX).min(width);
        let truth = |yes: bool| BigUint::from(yes as u8);
        let zero = BigUint::default();
        match self {
            Binary::Add => (a + b) % modulus,
            Binary::Subtract => (a + &modulus - b % &modulus) % &modulus,
            Binary::Multiply => (a * b) % modulus,
            Binary::AndAlso => truth(*a != zero && *b != zero),
            Binary::OrElse => truth(*a != zero || *b != zero),
            Binary::Xor => a ^ b,
            Binary::And => a & b,
            Binary::Or => a | b,
            Binary::ShiftLeft => (a << amount()) % modulus,
            Binary::ShiftRight => a >> amount(),
            Binary::Equal => truth(a == b),
            Binary::Different => truth(a != b),
            Binary::Less => truth(a < b),
            Binary::AtMost => truth(a <= b),
            Binary::AtLeast => truth(a >= b),
            Binary::More => truth(a > b),
        }
    }
}

impl Expression {
    pub fn number(value: impl Into<BigUint>, width: usize) -> Expression {
        Expression { node: Node::Number(value.into()), width, signed: false }
    }

    /// A value for a symbol; its name if it has one.
    pub fn value(symbols: &Symbols, id: Id, value: BigUint) -> Expression {
        let symbol = &symbols[id];
        let code = usize::try_from(&value).unwrap_or(usize::MAX);
        match &symbol.kind {
            Kind::Enumeration(enumeration) if code < enumeration.variants.len() => {
                let name = label(&enumeration.name, &enumeration.variants[code]);
                Expression::label(name, code, symbol.width)
            }
            _ => Expression::number(value, symbol.width),
        }
    }

    pub fn name(symbols: &Symbols, id: Id) -> Expression {
        Expression { node: Node::Name(id), width: symbols[id].width, signed: matches!(symbols[id].kind, Kind::Signed) }
    }

    pub fn label(name: String, code: usize, width: usize) -> Expression {
        Expression { node: Node::Label(name, code), width, signed: false }
    }

    pub fn unary(operator: Unary, inner: Expression) -> Expression {
        if let (Unary::Not, Node::Unary(Unary::Not, twice)) = (operator, inner.node.clone()) {
            return *twice;
        }
        let reduces = !matches!(operator, Unary::Not | Unary::Negate);
        Expression {
            width: if reduces { 1 } else { inner.width },
            signed: inner.signed && !reduces,
            node: Node::Unary(operator, Box::new(inner)),
        }
    }

    /// Both operands must have the same width, except for a shift. Numbers that shifts and ors pack side by side are
    /// simplified: `({0, a} << 4) | {0, b}` becomes `{a, b}`.
    pub fn binary(operator: Binary, left: Expression, right: Expression) -> Expression {
        let joined = match operator {
            Binary::ShiftLeft => Expression::shifted(&left, &right),
            Binary::Or => Expression::packed(&left, &right).or_else(|| Expression::packed(&right, &left)),
            _ => None,
        };
        if let Some(joined) = joined {
            return joined;
        }
        Expression {
            width: if operator.is_test() { 1 } else { left.width },
            signed: left.signed && !operator.is_test(),
            node: Node::Binary(operator, Box::new(left), Box::new(right)),
        }
    }

    /// Simplifies `{0, a} << places`, if the zeros above `a` leave room for the shift.
    fn shifted(value: &Expression, places: &Expression) -> Option<Expression> {
        let places = usize::try_from(places.as_number()?).ok()?;
        let (room, mut pieces) = value.below_zeros()?;
        if value.signed || places > room {
            return None;
        }
        pieces.insert(0, Expression::number(0u8, room - places));
        pieces.push(Expression::number(0u8, places));
        Some(Expression::join(pieces))
    }

    /// Simplifies `{a, 0} | {0, b}`, if `b` fits into the zeros below `a`.
    fn packed(high: &Expression, low: &Expression) -> Option<Expression> {
        let (above, low_pieces) = low.below_zeros()?;
        let Node::Join(pieces) = &high.node else {
            return None;
        };
        let (last, pieces) = pieces.split_last()?;
        let used = low.width - above;
        if !last.is_zero() || used > last.width {
            return None;
        }
        let mut joined = pieces.to_vec();
        joined.push(Expression::number(0u8, last.width - used));
        joined.extend(low_pieces);
        Some(Expression::join(joined))
    }

    fn is_zero(&self) -> bool {
        self.as_number().is_some_and(|value| value == BigUint::default())
    }

    /// The number of leading zeros of a concatenation, and the pieces below them.
    fn below_zeros(&self) -> Option<(usize, Vec<Expression>)> {
        match &self.node {
            Node::Join(pieces) if pieces[0].is_zero() => Some((pieces[0].width, pieces[1..].to_vec())),
            _ => None,
        }
    }

    /// Concatenates pieces, most significant first; adjacent numbers and adjacent slices are merged.
    pub fn join(pieces: Vec<Expression>) -> Expression {
        let mut kept: Vec<Expression> = vec![];
        for piece in pieces {
            let inner = match piece.node {
                Node::Join(inner) => inner,
                _ if piece.width == 0 => vec![],
                _ => vec![piece],
            };
            for piece in inner {
                match (kept.last().map(|p| &p.node), &piece.node) {
                    (Some(Node::Number(high)), Node::Number(low)) => {
                        let width = kept[kept.len() - 1].width + piece.width;
                        let value = (high << piece.width) | low;
                        kept.pop();
                        kept.push(Expression::number(value, width));
                    }
                    (Some(Node::Part(high, start)), Node::Part(low, _))
                        if high == low && *start == piece.start() + piece.width =>
                    {
                        let width = kept[kept.len() - 1].width + piece.width;
                        let node = Node::Part(*low, piece.start());
                        kept.pop();
                        kept.push(Expression { node, width, signed: false });
                    }
                    _ => kept.push(piece),
                }
            }
        }
        let width = kept.iter().map(|piece| piece.width).sum();
        if kept.len() == 1 {
            return kept.remove(0);
        }
        Expression { node: Node::Join(kept), width, signed: false }
    }

    /// The lowest bit of a part of a name.
    fn start(&self) -> usize {
        match self.node {
            Node::Part(_, low) => low,
            _ => 0,
        }
    }

    pub fn as_number(&self) -> Option<BigUint> {
        match &self.node {
            Node::Number(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// The value, if it depends on constants only.
    pub fn constant(&self, symbols: &Symbols) -> Option<BigUint> {
        self.evaluate(&|id| (symbols[id].role == Role::Constant).then(|| symbols[id].initial.clone()))
    }

    /// The value, if `known` gives the value of every symbol it needs.
    pub fn evaluate(&self, known: &dyn Fn(Id) -> Option<BigUint>) -> Option<BigUint> {
        let mask = |width: usize| (BigUint::from(1u8) << width) - 1u8;
        match &self.node {
            Node::Number(value) => Some(value.clone()),
            Node::Label(_, code) => Some(BigUint::from(*code)),
            Node::Name(id) => known(*id),
            Node::Part(id, low) => Some((known(*id)? >> *low) & mask(self.width)),
            Node::Bit(id, index) => {
                let index = usize::try_from(index.evaluate(known)?).ok()?;
                Some((known(*id)? >> index) & BigUint::from(1u8))
            }
            Node::Unary(operator, inner) => {
                let (value, all) = (inner.evaluate(known)?, mask(inner.width));
                Some(match operator {
                    Unary::Not => value ^ all,
                    Unary::Negate => Binary::Subtract.apply(&BigUint::default(), &value, inner.width),
                    Unary::All => BigUint::from((value == all) as u8),
                    Unary::Any => BigUint::from((value != BigUint::default()) as u8),
                    Unary::Parity => BigUint::from(value.count_ones() % 2),
                })
            }
            Node::Binary(operator, left, right) => {
                // With the sign bit inverted, two's complement numbers compare like unsigned ones.
                let turned = match operator.is_comparison() && left.signed {
                    true => BigUint::from(1u8) << (left.width - 1),
                    false => BigUint::default(),
                };
                let side = |side: &Expression| side.evaluate(known).map(|value| value ^ &turned);
                match (side(left), side(right)) {
                    (Some(a), Some(b)) => Some(operator.apply(&a, &b, left.width)),
                    (a, b) => operator.settled(a.as_ref(), b.as_ref(), left.width),
                }
            }
            Node::Join(pieces) => pieces.iter().try_fold(BigUint::default(), |sum, piece| {
                Some((sum << piece.width) | piece.evaluate(known)?)
            }),
            Node::Repeat(piece) => {
                let value = piece.evaluate(known)?;
                Some((0..self.width / piece.width).fold(BigUint::default(), |sum, _| (sum << piece.width) | &value))
            }
        }
    }

    /// The same expression with symbols replaced by others of the same width.
    pub fn renamed(&self, names: &BTreeMap<Id, Id>) -> Expression {
        let new = |id: &Id| *names.get(id).unwrap_or(id);
        let inside = |inner: &Expression| Box::new(inner.renamed(names));
        let node = match &self.node {
            Node::Number(_) | Node::Label(..) => self.node.clone(),
            Node::Name(id) => Node::Name(new(id)),
            Node::Part(id, low) => Node::Part(new(id), *low),
            Node::Bit(id, index) => Node::Bit(new(id), inside(index)),
            Node::Unary(operator, inner) => Node::Unary(*operator, inside(inner)),
            Node::Binary(operator, left, right) => Node::Binary(*operator, inside(left), inside(right)),
            Node::Join(pieces) => Node::Join(pieces.iter().map(|piece| piece.renamed(names)).collect()),
            Node::Repeat(piece) => Node::Repeat(inside(piece)),
        };
        Expression { node, ..*self }
    }

    /// Calls `visit` for every symbol it reads.
    pub fn each_name(&self, visit: &mut dyn FnMut(Id)) {
        match &self.node {
            Node::Number(_) | Node::Label(..) => {}
            Node::Name(id) | Node::Part(id, _) => visit(*id),
            Node::Bit(id, index) => {
                visit(*id);
                index.each_name(visit);
            }
            Node::Unary(_, inner) | Node::Repeat(inner) => inner.each_name(visit),
            Node::Binary(_, left, right) => {
                left.each_name(visit);
                right.each_name(visit);
            }
            Node::Join(pieces) => pieces.iter().for_each(|piece| piece.each_name(visit)),
        }
    }

    /// Calls `visit` for every enumeration variant in it, with its code and width.
    pub fn each_label(&self, visit: &mut dyn FnMut(&str, usize, usize)) {
        match &self.node {
            Node::Label(name, code) => visit(name, *code, self.width),
            Node::Number(_) | Node::Name(_) | Node::Part(..) => {}
            Node::Bit(_, inner) | Node::Unary(_, inner) | Node::Repeat(inner) => inner.each_label(visit),
            Node::Binary(_, left, right) => {
                left.each_label(visit);
                right.each_label(visit);
            }
            Node::Join(pieces) => pieces.iter().for_each(|piece| piece.each_label(visit)),
        }
    }

    /// The text where no parentheses are needed: on the right of `=`, or inside parentheses or braces.
    pub fn text(&self, symbols: &Symbols) -> String {
        match &self.node {
            Node::Number(value) => number(value, self.width),
            Node::Name(id) => symbols[*id].identifier.clone(),
            Node::Label(name, _) => name.clone(),
            Node::Part(id, _) if symbols[*id].width == self.width => symbols[*id].identifier.clone(),
            Node::Part(id, low) if self.width == 1 => format!("{}[{low}]", symbols[*id].identifier),
            Node::Part(id, low) => format!("{}[{}:{low}]", symbols[*id].identifier, low + self.width - 1),
            Node::Bit(id, index) => format!("{}[{}]", symbols[*id].identifier, index.text(symbols)),
            Node::Unary(operator, inner) => {
                let sign = match operator {
                    Unary::Not if self.width == 1 => "!",
                    Unary::Not => "~",
                    Unary::Negate => "-",
                    Unary::All => "&",
                    Unary::Any => "|",
                    Unary::Parity => "^",
                };
                // `^~a` is another operator, and `!!f` is not valid here.
                match inner.node {
                    Node::Unary(..) => format!("{sign}({})", inner.text(symbols)),
                    _ => format!("{sign}{}", inner.nested(symbols)),
                }
            }
            Node::Binary(operator, left, right) => {
                let signed = operator.is_comparison() && left.signed;
                let side = |e: &Expression| match &e.node {
                    _ if signed => format!("$signed({})", e.text(symbols)),
                    // `a & b & c` needs no parentheses: it is associative, and all widths are equal.
                    Node::Binary(inner, ..) if inner == operator && operator.is_associative() => e.text(symbols),
                    _ => e.nested(symbols),
                };
                let right = match (operator, &right.node) {
                    // A plain shift amount reads better than one with a width and means the same.
                    (Binary::ShiftLeft | Binary::ShiftRight, Node::Number(places)) => places.to_string(),
                    _ => side(right),
                };
                format!("{} {} {right}", side(left), operator.symbol())
            }
            Node::Join(pieces) => {
                let pieces: Vec<String> = pieces.iter().map(|piece| piece.text(symbols)).collect();
                format!("{{{}}}", pieces.join(", "))
            }
            Node::Repeat(piece) => format!("{{{}{{{}}}}}", self.width / piece.width, piece.text(symbols)),
        }
    }

    /// The text inside another expression.
    fn nested(&self, symbols: &Symbols) -> String {
        match &self.node {
            Node::Binary(..) => format!("({})", self.text(symbols)),
            Node::Unary(operator, _) if *operator != Unary::Not => format!("({})", self.text(symbols)),
            _ => self.text(symbols),
        }
    }
}

/// A number with its width: decimal if small, else hexadecimal.
pub fn number(value: &BigUint, width: usize) -> String {
    if width == 1 {
        format!("1'b{value}")
    } else if *value < BigUint::from(10_000u32) {
        format!("{width}'d{value}")
    } else {
        format!("{width}'h{value:x}")
    }
}
