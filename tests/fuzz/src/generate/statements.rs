//! Statements: the default of a signal, and assignments under conditions.

use super::{Generator, Open, Scope};
use crate::ast::*;

impl Generator {
    /// Assigns the signal on every path.
    pub(super) fn introduce(&mut self, scope: &mut Scope, open: &Open) -> Vec<Statement> {
        let count = open.array.or(open.part_array).filter(|_| scope.counter.is_none());
        // A struct has no fields at a place that depends on a loop.
        let loops = open.array.is_none() || open.part_array.is_none();
        if let Some(count) = count
            && loops
            && self.random.chance(60)
            && self.can_be_whole(scope, open.place.ty, (0, count))
        {
            scope.counter = Some((0, count));
            let mut place = open.place.clone();
            let here = At::Loop { times: 1, plus: 0 };
            match open.array {
                Some(_) => place.at = here,
                None => place.part = place.part.map(|(part, _)| (part, here)),
            }
            let value = self.whole(scope, place.ty);
            scope.counter = None;
            if let Some(value) = value {
                return vec![Statement::For(0, count, vec![Statement::Assign(place, value)])];
            }
        }
        let ats = |array: Option<usize>, at: At| match array {
            Some(count) => (0..count).map(At::Number).collect(),
            None => vec![at],
        };
        let mut statements = vec![];
        let part_at = open.place.part.map_or(At::Whole, |(_, at)| at);
        for outer in ats(open.part_array, part_at) {
            for inner in ats(open.array, open.place.at) {
                let mut place = open.place.clone();
                place.part = place.part.map(|(part, _)| (part, outer));
                place.at = inner;
                statements.extend(self.introduce_one(scope, &place));
            }
        }
        statements
    }

    fn introduce_one(&mut self, scope: &mut Scope, place: &Place) -> Vec<Statement> {
        match self.random.between(0, 9) {
            0 => {
                let test = self.bit(scope, 2);
                let (then, otherwise) = (self.assign(scope, place), self.assign(scope, place));
                vec![Statement::If(test, then, otherwise)]
            }
            1 => {
                let width = self.random.between(1, 4);
                let test = self.number_test(scope, width);
                let arms = self.arms(width, |this| this.assign(scope, place));
                let rest = self.assign(scope, place);
                vec![Statement::MatchNumber(test, arms, rest)]
            }
            2 => {
                let Some(test) = self.enum_place(scope) else {
                    return self.assign(scope, place);
                };
                let Type::Enum(number) = test.ty else { unreachable!() };
                let arms = (0..self.circuit.enums[number])
                    .map(|v| (v, self.assign(scope, place)))
                    .collect();
                vec![Statement::MatchEnum(test, arms, None)]
            }
            _ => self.assign(scope, place),
        }
    }

    /// Whether there is a value of that type that can be read in a loop; not everything outside can.
    pub(super) fn can_be_whole(&mut self, scope: &mut Scope, ty: Type, counter: (usize, usize)) -> bool {
        let Type::Struct(_) = ty else { return true };
        let saved = scope.counter.replace(counter);
        let found = !self.candidates(scope, &|found| found == ty).is_empty();
        scope.counter = saved;
        found
    }

    /// Assigns the whole place; a struct perhaps field by field.
    fn assign(&mut self, scope: &mut Scope, place: &Place) -> Vec<Statement> {
        if let Type::Struct(number) = place.ty {
            let whole = self.whole(scope, place.ty);
            return match whole {
                Some(value) if place.counts() || self.random.chance(60) => {
                    vec![Statement::Assign(place.clone(), value)]
                }
                _ => {
                    // A struct has no fields at a place that depends on a loop.
                    assert!(
                        !place.counts(),
                        "a struct that must be assigned whole, and no value for it"
                    );
                    let fields = self.circuit.structs[number].clone();
                    let field = |(i, ty): (usize, Type)| {
                        let fields = place.fields.iter().copied().chain([i]).collect();
                        Place { fields, ty, ..place.clone() }
                    };
                    let places: Vec<Place> = fields.into_iter().enumerate().map(field).collect();
                    places.iter().flat_map(|place| self.assign(scope, place)).collect()
                }
            };
        }
        let value = self.whole(scope, place.ty);
        value
            .map(|value| Statement::Assign(place.clone(), value))
            .into_iter()
            .collect()
    }

    /// A value of that type for the right side of `=`.
    fn whole(&mut self, scope: &mut Scope, ty: Type) -> Option<Expr> {
        let depth = self.random.between(0, 4);
        match ty {
            Type::Struct(_) | Type::Enum(_) => {
                let known = self.candidates(scope, &|found| found == ty);
                let literal = matches!(ty, Type::Enum(_)) && (known.is_empty() || self.random.chance(40));
                if literal {
                    let value = self.value(ty)[0];
                    return Some(Expr::new(ty, Node::Literal(value)));
                }
                (!known.is_empty()).then(|| self.read(&known))
            }
            Type::Bits(width) => {
                let circuit = self.circuit.clone();
                let packs = |found: Type| match found {
                    Type::Struct(_) | Type::Enum(_) | Type::Bit => circuit.width(found) == width,
                    _ => false,
                };
                let known = self.candidates(scope, &packs);
                if !known.is_empty() && self.random.chance(30) {
                    let place = self.random.pick(&known);
                    return Some(Expr::new(ty, Node::Into(Box::new(Expr::read(place)))));
                }
                if self.random.chance(10) {
                    return Some(self.bare(ty));
                }
                Some(self.bits(scope, width, depth))
            }
            Type::Signed(width) => Some(self.signed(scope, width, depth)),
            Type::Bit => Some(self.bit(scope, depth)),
        }
    }

    /// Assigns something again, perhaps under a condition.
    pub(super) fn statement(&mut self, scope: &mut Scope, depth: usize) -> Vec<Statement> {
        if scope.writable.is_empty() {
            return vec![];
        }
        let open = self.random.pick(&scope.writable);
        self.write_to(scope, &open, depth)
    }

    fn block(&mut self, scope: &mut Scope, open: &Open, depth: usize) -> Vec<Statement> {
        let mut block = vec![];
        for _ in 0..self.random.between(1, 2) {
            block.extend(match self.random.chance(70) {
                true => self.write_to(scope, open, depth),
                false => self.statement(scope, depth),
            });
        }
        block
    }

    pub(super) fn write_to(&mut self, scope: &mut Scope, open: &Open, depth: usize) -> Vec<Statement> {
        if depth == 0 || self.budget == 0 {
            return self.override_one(scope, open);
        }
        match self.random.between(0, 13) {
            0..=2 => {
                let test = self.bit(scope, 2);
                let then = self.block(scope, open, depth - 1);
                vec![Statement::If(test, then, vec![])]
            }
            3..=4 => {
                let test = self.bit(scope, 2);
                let then = match self.random.chance(15) {
                    true => vec![],
                    false => self.block(scope, open, depth - 1),
                };
                let otherwise = self.block(scope, open, depth - 1);
                vec![Statement::If(test, then, otherwise)]
            }
            5 => {
                let width = self.random.between(1, 5);
                let test = self.number_test(scope, width);
                let arms = self.arms(width, |this| match this.random.chance(20) {
                    true => vec![],
                    false => this.block(scope, open, depth - 1),
                });
                let rest = match self.random.chance(50) {
                    true => vec![],
                    false => self.block(scope, open, depth - 1),
                };
                vec![Statement::MatchNumber(test, arms, rest)]
            }
            6 => {
                let Some(test) = self.enum_place(scope) else {
                    return self.override_one(scope, open);
                };
                let Type::Enum(number) = test.ty else { unreachable!() };
                let variants = self.circuit.enums[number];
                let some = self.random.between(1, variants);
                let arms = (0..some).map(|v| (v, self.block(scope, open, depth - 1))).collect();
                let rest = (some < variants).then(|| self.block(scope, open, depth - 1));
                vec![Statement::MatchEnum(test, arms, rest)]
            }
            7 => {
                let test = self.bit(scope, 1);
                let (yes, no) = (self.block(scope, open, depth - 1), self.block(scope, open, depth - 1));
                vec![Statement::MatchBit(test, yes, no)]
            }
            8..=9 if scope.counter.is_none() => {
                let (from, to) = (self.random.between(0, 1), self.random.between(2, 4));
                let to = open.array.or(open.part_array).map_or(to, |count| count.min(to));
                scope.counter = Some((from, to));
                let block = self.block(scope, open, depth - 1);
                scope.counter = None;
                vec![Statement::For(from, to, block)]
            }
            _ => self.override_one(scope, open),
        }
    }

    /// One or two assignments, to the whole or to a field.
    fn override_one(&mut self, scope: &mut Scope, open: &Open) -> Vec<Statement> {
        let mut place = self.resolve(scope, open);
        while let Type::Struct(number) = place.ty
            && !place.counts()
            && self.random.chance(70)
        {
            let fields = self.circuit.structs[number].len();
            let field = self.random.between(0, fields - 1);
            place.ty = self.circuit.structs[number][field];
            place.fields.push(field);
        }
        let whole = place.fields.is_empty() && scope.counter.is_none_or(|c| self.can_be_whole(scope, place.ty, c));
        if place.counts() && !whole {
            return vec![];
        }
        // `o = o << 1; o = o << 1`.
        let shifts = match place.ty {
            Type::Bits(width) if place.part.is_none() && self.random.chance(15) => Some(width),
            _ => None,
        };
        if let Some(width) = shifts {
            let step = |this: &mut Self, scope: &mut Scope| {
                let read = Box::new(Expr::read(place.clone()));
                let node = match this.random.between(0, 4) {
                    0 => Node::Binary("<<", read, Box::new(Expr::new(Type::Bits(7), Node::Bare(1)))),
                    1 => Node::Binary(">>", read, Box::new(Expr::new(Type::Bits(7), Node::Bare(2)))),
                    2 => Node::Not(read),
                    3 => Node::Binary("+", read, Box::new(this.bits(scope, width, 1))),
                    _ => Node::Binary("^", read, Box::new(this.bits(scope, width, 1))),
                };
                Statement::Assign(place.clone(), Expr::new(place.ty, node))
            };
            return (0..2).map(|_| step(self, scope)).collect();
        }
        self.assign(scope, &place)
    }

    fn arms<T>(&mut self, width: usize, mut body: impl FnMut(&mut Self) -> T) -> Vec<(u64, T)> {
        let count = self.random.between(1, 3);
        (0..count)
            .map(|_| (self.random.value(width) as u64, body(self)))
            .collect()
    }
}
