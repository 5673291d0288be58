//! Widening and slicing of expressions, and the check that every width is right.

use num_bigint::BigUint;

use super::{
    expression::{Binary, Expression, Node, Unary},
    symbols::{Id, Symbols},
};

impl Expression {
    /// Widens the expression, with zeros above or copies of the sign; never narrows it.
    ///
    /// `keep` gives an expression a name, as for [`Expression::slice`].
    pub fn widen(self, width: usize, by_sign: bool, keep: &mut dyn FnMut(Expression) -> Expression) -> Expression {
        let missing = width.saturating_sub(self.width);
        if missing == 0 {
            return self;
        }
        if let Node::Number(value) = &self.node
            && !by_sign
        {
            return Expression::number(value.clone(), width);
        }
        if !by_sign {
            return Expression::join(vec![Expression::number(0u8, missing), self]);
        }
        let named = match self.node {
            Node::Name(_) => self,
            _ => keep(self),
        };
        let sign = named.clone().slice(named.width - 1, 1, keep);
        let above = Expression { node: Node::Repeat(Box::new(sign)), width: missing, signed: false };
        Expression { signed: true, ..Expression::join(vec![above, named]) }
    }

    /// Takes `width` bits from bit `low` up; bits above the top are zeros.
    ///
    /// Verilog can only slice names, so a slice moves inwards where that changes nothing; otherwise `keep` gives the
    /// expression a name.
    pub fn slice(self, low: usize, width: usize, keep: &mut dyn FnMut(Expression) -> Expression) -> Expression {
        let signed = self.signed;
        Expression { signed, ..self.slice_bits(low, width, keep) }
    }

    fn slice_bits(self, low: usize, width: usize, keep: &mut dyn FnMut(Expression) -> Expression) -> Expression {
        if low == 0 && width == self.width {
            return self;
        }
        if low >= self.width {
            return Expression::number(0u8, width);
        }
        if low + width > self.width {
            let inside = self.width - low;
            let above = Expression::number(0u8, width - inside);
            return Expression::join(vec![above, self.slice(low, inside, keep)]);
        }
        let signed = self.signed;
        let of = |node| Expression { node, width, signed };
        match self.node {
            Node::Number(value) => Expression::number((value >> low) & ((BigUint::from(1u8) << width) - 1u8), width),
            Node::Name(id) => of(Node::Part(id, low)),
            Node::Part(id, start) => of(Node::Part(id, start + low)),
            Node::Repeat(ref bit) if bit.width == 1 => of(self.node),
            Node::Join(pieces) => {
                let mut offset = 0;
                let mut kept = vec![];
                for piece in pieces.into_iter().rev() {
                    let (from, to) = (low.max(offset), (low + width).min(offset + piece.width));
                    let next = offset + piece.width;
                    if from < to {
                        kept.insert(0, piece.slice(from - offset, to - from, keep));
                    }
                    offset = next;
                }
                Expression::join(kept)
            }
            Node::Unary(Unary::Not, inner) => of(Node::Unary(Unary::Not, Box::new(inner.slice(low, width, keep)))),
            Node::Unary(Unary::Negate, inner) if low == 0 => {
                of(Node::Unary(Unary::Negate, Box::new(inner.slice(0, width, keep))))
            }
            Node::Binary(operator, left, right) if operator.is_bitwise() || operator.carries_upwards() && low == 0 => {
                let (left, right) = (left.slice(low, width, keep), right.slice(low, width, keep));
                of(Node::Binary(operator, Box::new(left), Box::new(right)))
            }
            Node::Binary(Binary::ShiftLeft, left, amount) if low == 0 && !matches!(amount.node, Node::Number(_)) => {
                let left = left.slice(0, width, keep);
                of(Node::Binary(Binary::ShiftLeft, Box::new(left), amount))
            }
            Node::Binary(operator @ (Binary::ShiftLeft | Binary::ShiftRight), left, amount)
                if matches!(amount.node, Node::Number(_)) =>
            {
                let places = amount
                    .as_number()
                    .and_then(|n| usize::try_from(n).ok())
                    .unwrap_or(usize::MAX);
                let places = places.min(left.width);
                let (all, zeros) = (left.width, Expression::number(0u8, places));
                let shifted = if operator == Binary::ShiftLeft {
                    vec![left.slice(0, all - places, keep), zeros]
                } else {
                    vec![zeros, left.slice(places, all - places, keep)]
                };
                Expression::join(shifted).slice(low, width, keep)
            }
            // The sum is computed up to the slice, for its carries, and no further.
            Node::Binary(operator, ..) if operator.carries_upwards() && low + width < self.width => {
                self.slice(0, low + width, keep).slice(low, width, keep)
            }
            _ => keep(self).slice(low, width, keep),
        }
    }

    /// Whether it can be sliced any number of times without a name.
    pub fn is_plain(&self) -> bool {
        match &self.node {
            Node::Number(_) | Node::Name(_) | Node::Part(..) => true,
            Node::Unary(Unary::Not, inner) => inner.is_plain(),
            Node::Binary(Binary::ShiftLeft | Binary::ShiftRight, left, places) => {
                left.is_plain() && matches!(places.node, Node::Number(_))
            }
            Node::Join(pieces) => pieces.iter().all(|piece| piece.width == 1 || piece.is_plain()),
            _ => false,
        }
    }

    /// The same expression with `value` for the symbol `id`, if that uses every bit of `value` at most once and needs
    /// no new name.
    pub fn with(&self, symbols: &Symbols, id: Id, value: &Expression) -> Option<Expression> {
        let mut uses = 0;
        self.each_use(id, &mut |width| uses += width);
        if !value.is_plain() || uses > symbols[id].width {
            return None;
        }
        self.replaced(id, value)
    }

    /// Calls `visit` with the width of each use of the symbol `id`; a bit at a computed index counts as wider than any
    /// width.
    fn each_use(&self, id: Id, visit: &mut dyn FnMut(usize)) {
        match &self.node {
            Node::Name(used) | Node::Part(used, _) if *used == id => visit(self.width),
            Node::Bit(used, index) => {
                if *used == id {
                    visit(usize::MAX / 2);
                }
                index.each_use(id, visit);
            }
            Node::Number(_) | Node::Label(..) | Node::Name(_) | Node::Part(..) => {}
            Node::Unary(_, inner) | Node::Repeat(inner) => inner.each_use(id, visit),
            Node::Binary(_, left, right) => {
                left.each_use(id, visit);
                right.each_use(id, visit);
            }
            Node::Join(pieces) => pieces.iter().for_each(|piece| piece.each_use(id, visit)),
        }
    }

    fn replaced(&self, id: Id, value: &Expression) -> Option<Expression> {
        let node = match &self.node {
            Node::Name(used) if *used == id => {
                return Some(Expression { signed: self.signed, ..value.clone() });
            }
            Node::Part(used, low) if *used == id => {
                let mut named = false;
                let part = value.clone().slice(*low, self.width, &mut |inner| {
                    named = true;
                    inner
                });
                return (!named).then_some(part);
            }
            Node::Unary(operator, inner) => Node::Unary(*operator, Box::new(inner.replaced(id, value)?)),
            Node::Binary(operator, left, right) => Node::Binary(
                *operator,
                Box::new(left.replaced(id, value)?),
                Box::new(right.replaced(id, value)?),
            ),
            Node::Join(pieces) => {
                let pieces: Option<Vec<Expression>> = pieces.iter().map(|piece| piece.replaced(id, value)).collect();
                return pieces.map(|pieces| Expression { signed: self.signed, ..Expression::join(pieces) });
            }
            Node::Repeat(inner) => Node::Repeat(Box::new(inner.replaced(id, value)?)),
            Node::Bit(used, index) => Node::Bit(*used, Box::new(index.replaced(id, value)?)),
            other => other.clone(),
        };
        Some(Expression { node, ..*self })
    }

    /// Checks the widths from the symbols up: an error if an expression does not have the width it states.
    pub fn measure(&self, symbols: &Symbols) -> Result<(), String> {
        let right = match &self.node {
            Node::Number(value) => value.bits() as usize <= self.width,
            Node::Label(_, code) => code.checked_shr(self.width as u32).unwrap_or(0) == 0,
            Node::Name(id) => self.width == symbols[*id].width,
            Node::Part(id, low) => low + self.width <= symbols[*id].width,
            Node::Bit(id, index) => {
                index.measure(symbols)?;
                self.width == 1 && index.width == rust_hdl::prelude::clog2(symbols[*id].width)
            }
            Node::Unary(operator, inner) => {
                inner.measure(symbols)?;
                let bitwise = matches!(operator, Unary::Not | Unary::Negate);
                self.width == if bitwise { inner.width } else { 1 }
            }
            Node::Binary(operator, left, right) => {
                left.measure(symbols)?;
                right.measure(symbols)?;
                let width = if operator.is_test() { 1 } else { left.width };
                self.width == width && (operator.shifts() || left.width == right.width)
            }
            Node::Join(pieces) => {
                pieces.iter().try_for_each(|piece| piece.measure(symbols))?;
                self.width == pieces.iter().map(|piece| piece.width).sum::<usize>()
            }
            Node::Repeat(piece) => {
                piece.measure(symbols)?;
                self.width.is_multiple_of(piece.width)
            }
        };
        match right && self.width > 0 {
            true => Ok(()),
            false => Err(format!("`{}` is not {} bits wide", self.text(symbols), self.width)),
        }
    }
}
