//! Places that can be read and written: signals, elements and fields.

use super::{Generator, Open, Scope};
use crate::ast::*;

impl Generator {
    fn at(&mut self, scope: &Scope, array: Option<usize>, fixed: At) -> At {
        let Some(count) = array else { return fixed };
        match scope.counter {
            Some((from, to)) if to <= count && self.random.chance(70) => match self.random.between(0, 3) {
                0 => At::Loop { times: -1, plus: count as i64 - 1 },
                1 if from > 0 => At::Loop { times: 1, plus: -1 },
                2 if to < count => At::Loop { times: 1, plus: 1 },
                _ => At::Loop { times: 1, plus: 0 },
            },
            _ => At::Number(self.random.between(0, count - 1)),
        }
    }

    pub(super) fn resolve(&mut self, scope: &Scope, open: &Open) -> Place {
        let mut place = open.place.clone();
        place.at = self.at(scope, open.array, place.at);
        place.part = place.part.map(|(part, at)| (part, self.at(scope, open.part_array, at)));
        place
    }

    /// The readable places of a matching type, including fields of structs.
    pub(super) fn candidates(&mut self, scope: &Scope, wanted: &dyn Fn(Type) -> bool) -> Vec<Place> {
        let mut found = vec![];
        for open in &scope.readable {
            let place = self.resolve(scope, open);
            if place.counts() && scope.counter.is_none() {
                continue;
            }
            self.fields(place, wanted, &mut found);
        }
        found
    }

    fn fields(&self, place: Place, wanted: &dyn Fn(Type) -> bool, found: &mut Vec<Place>) {
        if let Type::Struct(number) = place.ty
            && !place.counts()
        {
            for (i, ty) in self.circuit.structs[number].iter().enumerate() {
                let fields = place.fields.iter().copied().chain([i]).collect();
                self.fields(Place { fields, ty: *ty, ..place.clone() }, wanted, found);
            }
        }
        if wanted(place.ty) {
            found.push(place);
        }
    }

    /// Reads one of the places; constants are less likely.
    pub(super) fn read(&mut self, places: &[Place]) -> Expr {
        let mut place = self.random.pick(places);
        for _ in 0..3 {
            if matches!(place.name, Name::Constant(_)) {
                place = self.random.pick(places);
            }
        }
        Expr::read(place)
    }
}
