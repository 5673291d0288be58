//! The expressions of a kernel with their widths: every operand gets the width Rust computes with, or is refused.
//!
//! ```text
//! Rust                    operand           beside 8 bits
//! 3, -3, 2 + 1            a bare number     8'd3, 8'd253, 8'd3
//! self.a.val()            sized             a
//! signed_bit_cast(..)     stretchable       sign-extended, or its low bits
//! ```

use anyhow::{Result, anyhow, bail};
use num_bigint::{BigInt, BigUint, Sign};
use rust_hdl::prelude::ast::*;
use tengen_sim::{constant_of, mux_of};

use super::{
    expression::{Binary, Expression, Node, Unary},
    kernel::Reader,
    netlist::value_of,
    shape::Kind,
    statement::Statement,
    symbols::{Id, Role, Symbols},
};

/// An operand whose width may depend on its neighbour.
#[derive(Clone)]
pub enum Operand {
    /// A bare number: takes the width of its neighbour.
    Number(BigInt),
    /// A bare number with a name, which it keeps where it gets a width.
    Constant(String, BigInt),
    /// A `signed_bit_cast`, whose new width rust-hdl does not give: takes the width of its neighbour.
    Stretch(Expression),
    Sized(Expression),
}

impl Operand {
    /// The same without its name.
    fn plain(self) -> Operand {
        match self {
            Operand::Constant(_, value) => Operand::Number(value),
            other => other,
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Operand::Number(_) | Operand::Constant(..))
    }
}

impl Reader<'_> {
    pub(super) fn operand(&mut self, expression: &VerilogExpression) -> Result<Operand> {
        use VerilogExpression as E;
        if let Some([test, yes, no]) = mux_of(expression) {
            return self.mux(test, yes, no);
        }
        Ok(match expression {
            E::Signal(name) => {
                if let Some((_, value)) = self.lets.iter().rev().find(|(known, _)| known == name) {
                    value.clone()
                } else if let Some((name, value)) = constant_of(name) {
                    Operand::Constant(name.to_string(), value.into())
                } else if let Some((_, value)) = self.loops.iter().rev().find(|(index, _)| index == name) {
                    Operand::Number((*value).into())
                } else if let Some(variant) = self.variant(name) {
                    Operand::Sized(variant)
                } else {
                    Operand::Sized(self.value(name)?)
                }
            }
            E::Literal(literal) => {
                let value = value_of(literal);
                match bits_of(literal) {
                    Some(1) => Operand::Sized(Expression::number(value, 1)),
                    _ => Operand::Number(value.into()),
                }
            }
            E::Paren(inner) => self.operand(inner)?,
            E::Cast(inner, width) => match self.operand(inner)? {
                number @ (Operand::Number(_) | Operand::Constant(..)) => {
                    Operand::Sized(self.sized(number, *width, false)?)
                }
                Operand::Sized(inner) => Operand::Sized(self.cast(inner, *width)),
                _ => bail!("{}: casts a value whose width is not known", self.about),
            },
            E::Signed(inner) => match self.operand(inner)? {
                Operand::Sized(inner) if inner.signed => Operand::Stretch(inner),
                Operand::Sized(inner) => Operand::Sized(Expression { signed: true, ..inner }),
                other => other,
            },
            E::Unsigned(inner) => match self.operand(inner)? {
                Operand::Sized(inner) => Operand::Sized(Expression { signed: false, ..inner }),
                other => other,
            },
            E::Unary(operator, inner) => {
                self.refuse_lost_width(inner)?;
                let inner = self.operand(inner)?;
                self.unary(operator, inner)?
            }
            E::Binary(left, operator, right) => {
                let operator = operation(operator);
                let (a, b) = (self.operand(left)?, self.operand(right)?);
                let numbers = a.is_number() && b.is_number();
                if numbers || operator.shifts() {
                    self.refuse_lost_width(left)?;
                }
                if numbers {
                    self.refuse_lost_width(right)?;
                }
                self.binary(operator, a, b)?
            }
            E::Index(base, index) => {
                let base = self.whole(base)?;
                let index = self.place(index)?;
                Operand::Sized(self.bit(base, index)?)
            }
            E::Slice(base, width, offset) => {
                let base = self.whole(base)?;
                match self.place(offset)? {
                    Operand::Number(offset) => {
                        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
                        Operand::Sized(self.slice(base, offset, *width))
                    }
                    Operand::Sized(offset) => {
                        let shifted = Expression::binary(Binary::ShiftRight, base, offset);
                        Operand::Sized(self.cast_keeping_sign(shifted, *width))
                    }
                    _ => bail!("{}: a slice at a signed place", self.about),
                }
            }
            E::IndexReplace(base, index, bit) => {
                let base = self.whole(base)?;
                let (index, bit) = (self.place(index)?, self.operand(bit)?);
                let bit = self.sized(bit, 1, false)?;
                Operand::Sized(self.replaced(base, index, bit)?)
            }
        })
    }

    /// `if test { yes } else { no }`, as a temporary that is assigned in both branches.
    fn mux(&mut self, test: &VerilogExpression, yes: &VerilogExpression, no: &VerilogExpression) -> Result<Operand> {
        let test = self.operand(test)?;
        let test = self.sized(test, 1, false)?;
        let (yes, no) = (self.operand(yes)?, self.operand(no)?);
        let (yes, no) = match (yes, no) {
            (Operand::Sized(yes), Operand::Sized(no)) => (yes, no),
            (Operand::Sized(yes), no) => {
                let no = self.sized(no, yes.width, yes.signed)?;
                (yes, no)
            }
            (yes, Operand::Sized(no)) => (self.sized(yes, no.width, no.signed)?, no),
            _ => bail!("{}: neither branch of the `if` knows its width", self.about),
        };
        if yes.width != no.width {
            bail!(
                "{}: the branches of the `if` are {} and {} bits wide",
                self.about,
                yes.width,
                no.width
            );
        }
        if let Some(value) = test.constant(self.symbols) {
            return Ok(Operand::Sized(if value == BigUint::default() { no } else { yes }));
        }
        let signed = yes.signed;
        let kind = if signed { Kind::Signed } else { Kind::Bits };
        let id = self.symbols.temporary(&self.purpose, yes.width, kind);
        self.pending.push(Statement::If {
            test,
            then: vec![Statement::Assign(id, yes)],
            otherwise: vec![Statement::Assign(id, no)],
        });
        Ok(Operand::Sized(Expression {
            signed,
            ..Expression::name(self.symbols, id)
        }))
    }

    /// A number from `.index()`, or one computed from such numbers: of type `usize`, which does not wrap here, so every
    /// sum gets the bits it needs. Arithmetic inside parentheses belongs to a signal, before its `.index()`.
    pub(super) fn place(&mut self, expression: &VerilogExpression) -> Result<Operand> {
        let VerilogExpression::Binary(left, operator, right) = expression else {
            return Ok(self.operand(expression)?.plain());
        };
        let operator = operation(operator);
        if operator.is_test() {
            return self.operand(expression);
        }
        let (left, right) = match (self.place(left)?, self.place(right)?) {
            (Operand::Number(a), Operand::Number(b)) => return self.folded(operator, &a, &b),
            (Operand::Sized(a), Operand::Sized(b)) => (a, b),
            (Operand::Sized(a), Operand::Number(b)) => (a, self.counted(b)?),
            (Operand::Number(a), Operand::Sized(b)) => (self.counted(a)?, b),
            _ => bail!("{}: a place computed with a signed value", self.about),
        };
        let widest = left.width.max(right.width);
        let width = match operator {
            Binary::Add => widest + 1,
            Binary::Multiply => left.width + right.width,
            Binary::ShiftLeft => match right.as_number().and_then(|places| usize::try_from(places).ok()) {
                Some(places) if places < 64 => left.width + places,
                _ => bail!(
                    "{}: a place shifted by a signal: shift the signal before its index()",
                    self.about
                ),
            },
            Binary::ShiftRight => left.width,
            _ => widest,
        };
        let left = self.cast(left, width);
        let right = match operator {
            Binary::ShiftLeft | Binary::ShiftRight => right,
            _ => self.cast(right, width),
        };
        Ok(Operand::Sized(Expression::binary(operator, left, right)))
    }

    /// A bare number in the fewest bits.
    fn counted(&mut self, value: BigInt) -> Result<Expression> {
        let width = value.bits().max(1) as usize;
        self.sized(Operand::Number(value), width, false)
    }

    /// An operand that must know its own width.
    fn whole(&mut self, expression: &VerilogExpression) -> Result<Expression> {
        match self.operand(expression)? {
            Operand::Sized(expression) => Ok(expression),
            _ => bail!(
                "{}: takes bits of a value whose width is not known: give it one with bits::<N>()",
                self.about
            ),
        }
    }

    /// The tree keeps only the number of `0x81u8.to_bits::<8>()`, so an expression whose result depends on its width is
    /// refused. A literal type that rust-hdl itself never uses shows that the number came from `to_bits()`.
    fn refuse_lost_width(&self, expression: &VerilogExpression) -> Result<()> {
        match expression {
            VerilogExpression::Paren(inner) => self.refuse_lost_width(inner),
            VerilogExpression::Literal(literal) if matches!(bits_of(literal), Some(8 | 16 | 128)) => bail!(
                "{}: the width that to_bits() gives a number is lost here: write bits::<N>({})",
                self.about,
                value_of(literal)
            ),
            _ => Ok(()),
        }
    }

    fn unary(&mut self, operator: &VerilogOpUnary, inner: Operand) -> Result<Operand> {
        let operator = match operator {
            VerilogOpUnary::Not => Unary::Not,
            VerilogOpUnary::Neg => Unary::Negate,
            VerilogOpUnary::All => Unary::All,
            VerilogOpUnary::Any => Unary::Any,
            VerilogOpUnary::Xor => Unary::Parity,
        };
        match (inner.plain(), operator) {
            (Operand::Sized(inner), _) => Ok(Operand::Sized(Expression::unary(operator, inner))),
            (Operand::Number(value), Unary::Negate) => Ok(Operand::Number(-value)),
            // rust-hdl treats a number without a width as a u64.
            (Operand::Number(value), Unary::Not) => Ok(Operand::Number(BigInt::from(u64::MAX) - value)),
            _ => bail!("{}: an operator on a value whose width is not known", self.about),
        }
    }

    fn binary(&mut self, operator: Binary, left: Operand, right: Operand) -> Result<Operand> {
        use Binary::*;
        let (left, right) = match operator.shifts() || left.is_number() && right.is_number() {
            true => (left.plain(), right.plain()),
            false => (left, right),
        };
        if let (Operand::Number(a), Operand::Number(b)) = (&left, &right) {
            return self.folded(operator, a, b);
        }
        if operator.shifts() {
            // rust-hdl treats a number shifted by a signal as 64 bits.
            let left = match left {
                Operand::Number(value) => self.sized(Operand::Number(value), 64, false)?,
                Operand::Sized(left) => left,
                _ => bail!("{}: shifts a value whose width is not known", self.about),
            };
            let right = match right {
                Operand::Number(places) => {
                    let places = places.to_biguint().unwrap_or_default();
                    if places >= BigUint::from(left.width) {
                        return Ok(Operand::Sized(Expression::number(0u8, left.width)));
                    }
                    let width = places.bits().max(1) as usize;
                    Expression::number(places, width)
                }
                Operand::Sized(right) if !right.signed => right,
                _ => bail!("{}: shifts by a signed value", self.about),
            };
            // rust-hdl simulates shift amounts of at most this many bits.
            let most = if left.width <= 32 { 32 } else { 64 };
            if right.width > most {
                bail!(
                    "{}: shifted by a number of {} bits, which rust-hdl does not simulate: take the bits of it that count, \
                     as in bit_cast::<{}, {}>(..)",
                    self.about,
                    right.width,
                    rust_hdl::prelude::clog2(left.width + 1),
                    right.width,
                );
            }
            return Ok(Operand::Sized(Expression::binary(operator, left, right)));
        }
        let (left, right) = match (left, right) {
            (Operand::Sized(a), Operand::Sized(b)) => (a, b),
            (Operand::Sized(a), b) => {
                let b = self.sized(b, a.width, a.signed)?;
                (a, b)
            }
            (a, Operand::Sized(b)) => (self.sized(a, b.width, b.signed)?, b),
            _ => bail!(
                "{}: neither side of `{}` knows its width",
                self.about,
                operator.symbol()
            ),
        };
        if operator == Multiply {
            let width = left.width + right.width;
            let (left, right) = (self.widened(left, width), self.widened(right, width));
            return Ok(Operand::Sized(Expression::binary(operator, left, right)));
        }
        // `Bits + bool` adds 0 or 1.
        let right = match operator {
            Add if right.width == 1 && left.width > 1 => self.cast(right, left.width),
            _ => right,
        };
        if left.width != right.width {
            bail!(
                "{}: the sides of `{}` are {} and {} bits wide",
                self.about,
                operator.symbol(),
                left.width,
                right.width
            );
        }
        let sides = [&left, &right].map(|side| side.constant(self.symbols));
        let result = Expression::binary(operator, left, right);
        // One side alone decides this comparison, as nothing is less than 0; Verilog tools would warn about it.
        if operator.is_comparison()
            && sides.contains(&None)
            && let Some(known) = result.constant(self.symbols)
        {
            return Ok(Operand::Sized(Expression::number(known, 1)));
        }
        Ok(Operand::Sized(result))
    }

    /// Two bare numbers: evaluated now.
    fn folded(&self, operator: Binary, a: &BigInt, b: &BigInt) -> Result<Operand> {
        use Binary::*;
        let truth = |yes: bool| Operand::Sized(Expression::number(yes as u8, 1));
        Ok(match operator {
            Add => Operand::Number(a + b),
            Subtract => Operand::Number(a - b),
            Multiply => Operand::Number(a * b),
            Equal => truth(a == b),
            Different => truth(a != b),
            Less => truth(a < b),
            AtMost => truth(a <= b),
            AtLeast => truth(a >= b),
            More => truth(a > b),
            _ => match (a.to_biguint(), b.to_biguint()) {
                (Some(a), Some(b)) => Operand::Number(operator.apply(&a, &b, 64).into()),
                _ => bail!("{}: `{}` of a negative number", self.about, operator.symbol()),
            },
        })
    }

    fn bit(&mut self, base: Expression, index: Operand) -> Result<Expression> {
        match index {
            Operand::Number(index) => {
                let index = usize::try_from(&index).ok().filter(|i| *i < base.width);
                let index = index.ok_or_else(|| anyhow!("{}: takes a bit that is not there", self.about))?;
                Ok(Expression { signed: false, ..self.slice(base, index, 1) })
            }
            Operand::Sized(index) => {
                let named = self.named(base);
                let Node::Name(id) = named.node else {
                    bail!("{}: a bit of an expression without a name", self.about)
                };
                if named.width == 1 {
                    return Ok(named);
                }
                // The index gets just the bits it needs: with a larger index rust-hdl would have panicked.
                let index = self.cast(index, rust_hdl::prelude::clog2(named.width));
                Ok(Expression { node: Node::Bit(id, Box::new(index)), width: 1, signed: false })
            }
            _ => bail!("{}: a bit at a signed place", self.about),
        }
    }

    fn replaced(&mut self, base: Expression, index: Operand, bit: Expression) -> Result<Expression> {
        let width = base.width;
        match index {
            Operand::Number(index) => {
                let index = usize::try_from(&index).ok().filter(|i| *i < width);
                let index = index.ok_or_else(|| anyhow!("{}: replaces a bit that is not there", self.about))?;
                let base = if base.is_plain() { base } else { self.named(base) };
                let above = self.slice(base.clone(), index + 1, width - index - 1);
                let below = self.slice(base, 0, index);
                Ok(Expression::join(vec![above, bit, below]))
            }
            Operand::Sized(index) => {
                let at = |bit: Expression| Expression::binary(Binary::ShiftLeft, bit, index.clone());
                let others = Expression::unary(Unary::Not, at(Expression::number(1u8, width)));
                let bit = self.cast(bit, width);
                Ok(Expression::binary(
                    Binary::Or,
                    Expression::binary(Binary::And, base, others),
                    at(bit),
                ))
            }
            _ => bail!("{}: a bit at a signed place", self.about),
        }
    }

    // ---- widths

    /// The operand with exactly `width` bits, or an error.
    pub(super) fn sized(&mut self, operand: Operand, width: usize, signed: bool) -> Result<Expression> {
        match operand {
            Operand::Sized(expression) if expression.width == width => Ok(expression),
            Operand::Sized(expression) => bail!(
                "{}: a value of {} bits where {width} are wanted",
                self.about,
                expression.width
            ),
            Operand::Stretch(expression) if expression.width >= width => Ok(self.cast_keeping_sign(expression, width)),
            Operand::Stretch(expression) => Ok(self.widened(expression, width)),
            Operand::Constant(name, value) => {
                let number = self.sized(Operand::Number(value), width, signed)?;
                let Some(value) = number.as_number() else {
                    return Ok(number);
                };
                let kind = if signed { Kind::Signed } else { Kind::Bits };
                let id = self.symbols.constant(&name, width, kind, value);
                Ok(Expression::name(self.symbols, id))
            }
            Operand::Number(value) => {
                let modulus = BigInt::from(1u8) << width;
                let lowest = if signed { -(&modulus >> 1usize) } else { BigInt::default() };
                if value < lowest || value >= modulus {
                    bail!("{}: the number {value} does not fit in {width} bits", self.about);
                }
                let value = if value.sign() == Sign::Minus { value + modulus } else { value };
                Ok(Expression { signed, ..Expression::number(value.to_biguint().unwrap_or_default(), width) })
            }
        }
    }

    /// `bit_cast`: adds zeros above, or keeps the lower bits only.
    fn cast(&mut self, expression: Expression, width: usize) -> Expression {
        Expression { signed: false, ..self.cast_keeping_sign(expression, width) }
    }

    fn cast_keeping_sign(&mut self, expression: Expression, width: usize) -> Expression {
        if width <= expression.width {
            self.slice(expression, 0, width)
        } else {
            let signed = expression.signed;
            let widened = expression.widen(width, false, &mut |inner| self.named(inner));
            Expression { signed, ..widened }
        }
    }

    /// The same number with more bits.
    fn widened(&mut self, expression: Expression, width: usize) -> Expression {
        let by_sign = expression.signed;
        expression.widen(width, by_sign, &mut |inner| self.named(inner))
    }

    pub(super) fn slice(&mut self, expression: Expression, low: usize, width: usize) -> Expression {
        expression.slice(low, width, &mut |inner| self.named(inner))
    }

    /// Assigns the expression to a temporary, since Verilog can only slice names.
    fn named(&mut self, expression: Expression) -> Expression {
        if let Node::Name(_) = expression.node {
            return expression;
        }
        let purpose = self.purpose.clone();
        self.named_as(expression, |symbols, width, kind| {
            symbols.temporary(&purpose, width, kind)
        })
    }

    /// Assigns the expression to a name that `new` makes, or gives the one that it has already.
    pub(super) fn named_as(
        &mut self,
        expression: Expression,
        new: impl FnOnce(&mut Symbols, usize, Kind) -> Id,
    ) -> Expression {
        let signed = expression.signed;
        let name = |reader: &Self, id| Expression { signed, ..Expression::name(reader.symbols, id) };
        let mut settled = true;
        expression.each_name(&mut |id| {
            let early =
                matches!(self.symbols[id].role, Role::Temporary) && self.kernel.wires.iter().any(|(w, _)| *w == id);
            settled &= early || !self.symbols[id].role.is_written();
        });
        if settled && let Some((id, _)) = self.kernel.wires.iter().find(|(_, known)| *known == expression) {
            return name(self, *id);
        }
        let kind = if signed { Kind::Signed } else { Kind::Bits };
        let id = new(self.symbols, expression.width, kind);
        if settled {
            self.kernel.wires.push((id, expression));
        } else {
            self.pending.push(Statement::Assign(id, expression));
        }
        name(self, id)
    }
}

/// The width of a literal's type: 1 for `bool`, 8 for `u8`.
fn bits_of(literal: &VerilogLiteral) -> Option<usize> {
    literal.to_string().split('\'').next()?.parse().ok()
}

fn operation(operator: &VerilogOp) -> Binary {
    match operator {
        VerilogOp::Add => Binary::Add,
        VerilogOp::Sub => Binary::Subtract,
        VerilogOp::Mul => Binary::Multiply,
        VerilogOp::LogicalAnd => Binary::AndAlso,
        VerilogOp::LogicalOr => Binary::OrElse,
        VerilogOp::BitXor => Binary::Xor,
        VerilogOp::BitAnd => Binary::And,
        VerilogOp::BitOr => Binary::Or,
        VerilogOp::Shl => Binary::ShiftLeft,
        VerilogOp::Shr => Binary::ShiftRight,
        VerilogOp::Eq => Binary::Equal,
        VerilogOp::Lt => Binary::Less,
        VerilogOp::Le => Binary::AtMost,
        VerilogOp::Ne => Binary::Different,
        VerilogOp::Ge => Binary::AtLeast,
        VerilogOp::Gt => Binary::More,
    }
}
