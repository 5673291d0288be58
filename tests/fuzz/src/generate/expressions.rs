//! Expressions of each kind and width.

use super::{Generator, Scope};
use crate::ast::*;

const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Generator {
    /// An address expression of at most that depth.
    pub(super) fn address(&mut self, scope: &mut Scope, depth: usize, width: usize) -> Expr {
        let ty = Type::Bits(width);
        let high = (depth + 1).ilog2() as usize;
        let low = clog2(depth + 1 - (1 << high));
        let [a, b] = [high, low].map(|width| self.bits(scope, width, 1));
        let cast = |e: Expr| {
            if e.ty == ty { e } else { Expr::new(ty, Node::Cast(Box::new(e))) }
        };
        Expr::new(ty, Node::Binary("+", Box::new(cast(a)), Box::new(cast(b))))
    }

    pub(super) fn enum_place(&mut self, scope: &mut Scope) -> Option<Expr> {
        let known = self.candidates(scope, &|ty| matches!(ty, Type::Enum(_)));
        (!known.is_empty()).then(|| self.read(&known))
    }

    pub(super) fn number_test(&mut self, scope: &mut Scope, width: usize) -> Expr {
        if scope.counter.is_some() && self.random.chance(30) {
            return Expr::new(Type::Bits(8), Node::Counter(1, 0));
        }
        self.bits(scope, width, 1)
    }

    fn spend(&mut self) -> bool {
        let left = self.budget > 0;
        self.budget = self.budget.saturating_sub(1);
        left
    }

    /// A bare number next to a value of that type.
    pub(super) fn bare(&mut self, ty: Type) -> Expr {
        let value = match ty {
            // As far from zero as the sign allows, but never the lowest number, which has no negative.
            Type::Signed(width) => match width.min(16) {
                1 => 0,
                narrow => {
                    let size = self.random.value(narrow - 1);
                    if self.random.chance(50) { size } else { size.wrapping_neg() & mask(width) }
                }
            },
            Type::Bits(width) => self.random.value(width.min(31)),
            _ => self.random.value(1),
        };
        Expr::new(ty, Node::Bare(value))
    }

    /// Generates an expression that rust-hdl evaluates without the loop's variable.
    fn outside<T>(&mut self, scope: &mut Scope, make: impl FnOnce(&mut Self, &mut Scope) -> T) -> T {
        let saved = scope.counter.take();
        let made = make(self, scope);
        scope.counter = saved;
        made
    }

    /// An index that is always less than `count`.
    fn index(&mut self, scope: &mut Scope, count: usize) -> Expr {
        if let Some((_, to)) = scope.counter
            && self.random.chance(70)
        {
            let times = self.random.between(1, 2);
            let plus = self.random.between(0, 1);
            if times * (to - 1) + plus < count {
                return Expr::new(Type::Bits(8), Node::Counter(times as i64, plus as i64));
            }
        }
        let width = count.ilog2() as usize;
        if width > 0 && self.random.chance(40) {
            return self.bits(scope, width, 1);
        }
        Expr::new(Type::Bits(8), Node::Bare(self.random.between(0, count - 1) as u128))
    }

    pub(super) fn bits(&mut self, scope: &mut Scope, width: usize, depth: usize) -> Expr {
        let ty = Type::Bits(width);
        let of = |node| Expr::new(ty, node);
        if depth == 0 || !self.spend() {
            return self.bits_leaf(scope, width);
        }
        let other = self.width();
        let node = match self.random.between(0, 19) {
            0..=4 => {
                let sign = self.random.pick(&["+", "-", "&", "|", "^"]);
                let (a, b) = (self.bits(scope, width, depth - 1), self.bits(scope, width, depth - 1));
                Node::Binary(sign, Box::new(a), Box::new(b))
            }
            5..=6 => {
                let sign = self.random.pick(&["+", "-", "&", "|", "^"]);
                let (a, b) = (self.bits(scope, width, depth - 1), self.bare(ty));
                match self.random.chance(70) {
                    true => Node::Binary(sign, Box::new(a), Box::new(b)),
                    false => Node::Binary(sign, Box::new(b), Box::new(a)),
                }
            }
            7 => {
                let (a, b) = (self.bits(scope, width, depth - 1), self.bit(scope, depth - 1));
                Node::Binary("+", Box::new(a), Box::new(b))
            }
            8..=9 => Node::Not(Box::new(self.bits(scope, width, depth - 1))),
            10..=11 => {
                let a = self.bits(scope, width, depth - 1);
                let most = (width + 1).min(255);
                let places = Expr::new(Type::Bits(8), Node::Bare(self.random.between(0, most) as u128));
                Node::Binary(self.random.pick(&["<<", ">>"]), Box::new(a), Box::new(places))
            }
            12 => {
                let a = self.bits(scope, width, depth - 1);
                let amount = self.random.pick(&[1, 3, 5, 7]);
                let places = self.bits(scope, amount, 1);
                Node::Binary(self.random.pick(&["<<", ">>"]), Box::new(a), Box::new(places))
            }
            13 => {
                let inner = self.outside(scope, |this, scope| this.bits(scope, other, depth - 1));
                Node::Cast(Box::new(inner))
            }
            14..=15 => {
                let base = self.bits(scope, other, depth - 1);
                let index = self.index(scope, other);
                Node::Slice(Box::new(base), Box::new(index))
            }
            16 => {
                let base = self.bits(scope, width, depth - 1);
                let (index, bit) = (self.index(scope, width), self.bit(scope, depth - 1));
                Node::Replace(Box::new(base), Box::new(index), Box::new(bit))
            }
            17 => Node::ToUnsigned(Box::new(self.signed(scope, width, depth - 1))),
            _ if width == 32 => {
                let (a, b) = (self.bits(scope, 16, depth - 1), self.bits(scope, 16, depth - 1));
                Node::Binary("*", Box::new(a), Box::new(b))
            }
            _ if width == 64 => {
                let amount = self.random.pick(&[1, 3, 5, 7]);
                let one = self.bare(Type::Bits(8));
                Node::Binary("<<", Box::new(one), Box::new(self.bits(scope, amount, 1)))
            }
            _ => return self.bits_leaf(scope, width),
        };
        of(node)
    }

    fn bits_leaf(&mut self, scope: &mut Scope, width: usize) -> Expr {
        let ty = Type::Bits(width);
        let same = self.candidates(scope, &|found| found == ty);
        if !same.is_empty() && self.random.chance(85) {
            return self.read(&same);
        }
        let literal = Expr::new(ty, Node::Literal(self.random.value(width.min(31))));
        if self.random.chance(20) {
            return literal;
        }
        let signed = self.candidates(scope, &|found| found == Type::Signed(width));
        if !signed.is_empty() && self.random.chance(50) {
            let read = self.read(&signed);
            return Expr::new(ty, Node::ToUnsigned(Box::new(read)));
        }
        self.outside(scope, |this, scope| {
            let others = this.candidates(scope, &|found| matches!(found, Type::Bits(_)));
            match others.is_empty() {
                true => literal,
                false => Expr::new(ty, Node::Cast(Box::new(this.read(&others)))),
            }
        })
    }

    pub(super) fn signed(&mut self, scope: &mut Scope, width: usize, depth: usize) -> Expr {
        let ty = Type::Signed(width);
        let cast = |this: &mut Self, scope: &mut Scope, depth| {
            Expr::new(ty, Node::ToSigned(Box::new(this.bits(scope, width, depth))))
        };
        if depth == 0 || !self.spend() {
            let same = self.candidates(scope, &|found| found == ty);
            return match !same.is_empty() && self.random.chance(80) {
                true => self.read(&same),
                false => cast(self, scope, 0),
            };
        }
        let node = match self.random.between(0, 7) {
            0..=2 => {
                let sign = self.random.pick(&["+", "-"]);
                let (a, b) = (
                    self.signed(scope, width, depth - 1),
                    self.signed(scope, width, depth - 1),
                );
                Node::Binary(sign, Box::new(a), Box::new(b))
            }
            3 => {
                let (a, b) = (self.signed(scope, width, depth - 1), self.bare(ty));
                Node::Binary(self.random.pick(&["+", "-"]), Box::new(a), Box::new(b))
            }
            4 => Node::Negate(Box::new(self.signed(scope, width, depth - 1))),
            5 => {
                let other = self.width();
                let base = self.signed(scope, other, depth - 1);
                let index = self.index(scope, other);
                Node::Slice(Box::new(base), Box::new(index))
            }
            _ if width == 32 => {
                let (a, b) = (self.signed(scope, 16, depth - 1), self.signed(scope, 16, depth - 1));
                Node::Binary("*", Box::new(a), Box::new(b))
            }
            _ => return cast(self, scope, depth - 1),
        };
        Expr::new(ty, node)
    }

    pub(super) fn bit(&mut self, scope: &mut Scope, depth: usize) -> Expr {
        if depth == 0 || !self.spend() {
            return self.bit_leaf(scope);
        }
        if let Some((from, to)) = scope.counter
            && self.random.chance(8)
        {
            let number = Expr::new(Type::Bits(8), Node::Bare(self.random.between(from, to) as u128));
            let counter = Expr::new(Type::Bits(8), Node::Counter(1, 0));
            return Expr::new(Type::Bit, Node::Binary("==", Box::new(counter), Box::new(number)));
        }
        let width = self.width();
        let ty = Type::Bits(width);
        let node = match self.random.between(0, 15) {
            0..=1 => {
                let (a, b) = (self.bits(scope, width, depth - 1), self.bits(scope, width, depth - 1));
                Node::Binary(self.random.pick(&COMPARISONS), Box::new(a), Box::new(b))
            }
            2..=3 => {
                let (a, b) = (self.bits(scope, width, depth - 1), self.bare(ty));
                let sign = self.random.pick(&COMPARISONS);
                match self.random.chance(75) {
                    true => Node::Binary(sign, Box::new(a), Box::new(b)),
                    false => Node::Binary(sign, Box::new(b), Box::new(a)),
                }
            }
            4 => {
                let (a, b) = (
                    self.signed(scope, width, depth - 1),
                    self.signed(scope, width, depth - 1),
                );
                Node::Binary(self.random.pick(&COMPARISONS), Box::new(a), Box::new(b))
            }
            5 => {
                let (a, b) = (self.signed(scope, width, depth - 1), self.bare(Type::Signed(width)));
                Node::Binary(self.random.pick(&COMPARISONS), Box::new(a), Box::new(b))
            }
            6 => {
                let known = self.candidates(scope, &|ty| matches!(ty, Type::Enum(_) | Type::Struct(_)));
                if known.is_empty() {
                    return self.bit_leaf(scope);
                }
                let left = self.read(&known);
                let same: Vec<Place> = known.into_iter().filter(|place| place.ty == left.ty).collect();
                let right = match left.ty {
                    Type::Enum(_) if self.random.chance(60) => {
                        let value = self.value(left.ty)[0];
                        Expr::new(left.ty, Node::Literal(value))
                    }
                    _ => self.read(&same),
                };
                Node::Binary(self.random.pick(&["==", "!="]), Box::new(left), Box::new(right))
            }
            7..=9 => Node::Not(Box::new(self.bit(scope, depth - 1))),
            10..=11 => {
                let sign = self.random.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
                let (a, b) = (self.bit(scope, depth - 1), self.bit(scope, depth - 1));
                Node::Binary(sign, Box::new(a), Box::new(b))
            }
            12..=13 => {
                let how = self.random.pick(&["all", "any", "xor"]);
                Node::Reduce(how, Box::new(self.bits(scope, width, depth - 1)))
            }
            _ => {
                let base = match self.random.chance(80) {
                    true => self.bits(scope, width, depth - 1),
                    false => self.signed(scope, width, depth - 1),
                };
                let index = self.index(scope, width);
                Node::Bit(Box::new(base), Box::new(index))
            }
        };
        Expr::new(Type::Bit, node)
    }

    fn bit_leaf(&mut self, scope: &mut Scope) -> Expr {
        let same = self.candidates(scope, &|found| found == Type::Bit);
        if !same.is_empty() && self.random.chance(85) {
            return self.read(&same);
        }
        let words = self.candidates(scope, &|found| matches!(found, Type::Bits(_)));
        if words.is_empty() || self.random.chance(15) {
            return Expr::new(Type::Bit, Node::Literal(self.random.value(1)));
        }
        let base = self.read(&words);
        let width = self.circuit.width(base.ty);
        let index = Expr::new(Type::Bits(8), Node::Bare(self.random.between(0, width - 1) as u128));
        Expr::new(Type::Bit, Node::Bit(Box::new(base), Box::new(index)))
    }
}
