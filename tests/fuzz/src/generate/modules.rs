//! Modules: their ports, parts and signals, and the order in which a body drives and reads them.

use super::locals::show_locals;
use super::{Generator, Open, Scope, Style};
use crate::ast::*;

impl Generator {
    pub(super) fn module(&mut self, top: bool, style: Style) {
        self.budget = self.random.between(20, if top { 160 } else { 60 });
        let mut module = Module {
            clocks: match style {
                Style::Logic => 0,
                Style::Pipeline => 1,
                Style::Free => [0, 1, 1, 1, 1, 1, 2, 2][self.random.between(0, 7)],
            },
            ..Module::default()
        };
        let arrays = if top { 0 } else { 10 };
        for id in 0..self.random.between(1, 5) {
            module.inputs.insert(id, self.port(arrays));
        }
        for id in 0..self.random.between(1, 5) {
            module.outputs.insert(id, self.port(arrays));
        }
        for id in 0..self.random.between(0, 4) {
            module.locals.insert(id, self.port(25));
        }
        for id in 0..self.random.between(0, 2) {
            let ty = self.ty();
            let value = (top || self.random.chance(50)).then(|| self.value(ty));
            module.constants.insert(id, Constant { ty, value });
        }
        let parts = self.random.between(0, 5) + usize::from(style == Style::Pipeline);
        for id in 0..parts {
            if let Some(part) = self.part(&module, style) {
                module.parts.insert(id, part);
            }
        }
        self.body(&mut module, style);
        self.circuit.modules.push(module);
    }

    fn part(&mut self, module: &Module, style: Style) -> Option<Part> {
        let memory_type = |this: &mut Self| match this.random.between(0, 2) {
            0 if !this.circuit.structs.is_empty() => {
                Type::Struct(this.random.between(0, this.circuit.structs.len() - 1))
            }
            _ => Type::Bits(this.width()),
        };
        let one_clock = |this: &mut Self| vec![this.random.between(0, module.clocks - 1)];
        let words = |this: &mut Self, ty: Type, most: usize| -> Vec<Value> {
            (0..this.random.between(0, most)).map(|_| this.value(ty)).collect()
        };
        let mut array = self.random.chance(15).then(|| self.random.between(2, 4));
        let choice = self.random.between(0, 9);
        let (kind, clocks) = match choice {
            0..=4 if module.clocks > 0 => {
                let ty = self.ty();
                let init = self.value(ty);
                (Kind::Register { ty, init }, one_clock(self))
            }
            5 if module.clocks > 0 && style == Style::Free => {
                let ty = memory_type(self);
                array = None;
                if self.random.chance(40) {
                    let (high, low) = (self.random.between(2, 3), self.random.between(1, 1));
                    let depth = (1 << high) + (1 << low) - 1;
                    let address = clog2(depth);
                    (
                        Kind::Ram { ty, address, depth: Some(depth), words: vec![] },
                        one_clock(self),
                    )
                } else {
                    let address = self.random.between(1, 4);
                    let words = words(self, ty, 1 << address);
                    (Kind::Ram { ty, address, depth: None, words }, one_clock(self))
                }
            }
            6 if module.clocks > 0 && style == Style::Free => {
                let (ty, address) = (memory_type(self), self.random.between(1, 5));
                let words = words(self, ty, 1 << address);
                array = None;
                (Kind::Rom { ty, address, words }, one_clock(self))
            }
            7 => {
                let (ty, address) = (memory_type(self), self.random.between(1, 4));
                let words = words(self, ty, 1 << address);
                array = None;
                (Kind::Table { ty, address, words }, vec![])
            }
            _ => {
                let fits = |sub: &Module| sub.clocks == 0 || (module.clocks > 0 && style == Style::Free);
                let known: Vec<usize> = (0..self.circuit.modules.len())
                    .filter(|i| fits(&self.circuit.modules[*i]))
                    .collect();
                if known.is_empty() {
                    return None;
                }
                let sub = self.random.pick(&known);
                let constants: Vec<Type> = self.circuit.modules[sub]
                    .constants
                    .values()
                    .filter(|constant| constant.value.is_none())
                    .map(|constant| constant.ty)
                    .collect();
                let given = constants.into_iter().map(|ty| self.value(ty)).collect();
                let clocks = self.circuit.modules[sub].clocks;
                let clocks = (0..clocks).map(|_| self.random.between(0, module.clocks - 1)).collect();
                (Kind::Sub { module: sub, given }, clocks)
            }
        };
        Some(Part { kind, array, clocks, by_macro: self.random.chance(80) })
    }

    pub(super) fn body(&mut self, module: &mut Module, style: Style) {
        let mut scope = Scope::default();
        let mut body = vec![];
        scope.readable.extend(
            module
                .inputs
                .iter()
                .map(|(id, port)| Open::of_module(Name::In(*id), *port)),
        );
        for (id, constant) in &module.constants {
            scope.readable.push(Open::of_module(
                Name::Constant(*id),
                Port { ty: constant.ty, array: None },
            ));
        }
        // Items still to be generated: parts with combinational outputs come in order, all others anywhere.
        enum Item {
            Signal(Open),
            Flow(usize),
            Clocked(usize),
        }
        let mut items: Vec<Item> = vec![];
        items.extend(
            module
                .locals
                .iter()
                .map(|(id, port)| Item::Signal(Open::of_module(Name::Local(*id), *port))),
        );
        items.extend(
            module
                .outputs
                .iter()
                .map(|(id, port)| Item::Signal(Open::of_module(Name::Out(*id), *port))),
        );
        let parts = module.parts.clone();
        for (id, part) in &parts {
            let by_macro = part.by_macro && part.array.is_none();
            match part.kind {
                Kind::Register { .. } if style != Style::Pipeline => {
                    scope.readable.extend(self.outputs(*id, part));
                    if by_macro {
                        scope.writable.extend(self.inputs(*id, part));
                    } else {
                        items.push(Item::Clocked(*id));
                    }
                }
                Kind::Ram { .. } | Kind::Rom { .. } => {
                    scope.readable.extend(self.outputs(*id, part));
                    items.push(Item::Clocked(*id));
                }
                _ => items.push(Item::Flow(*id)),
            }
        }
        for i in (1..items.len()).rev() {
            items.swap(i, self.random.between(0, i));
        }
        let mut flows = parts
            .keys()
            .filter(|id| items.iter().any(|item| matches!(item, Item::Flow(flow) if flow == *id)));
        let mut flows: Vec<usize> = flows.by_ref().copied().collect();
        for item in items {
            for _ in 0..self.random.between(0, 1) {
                body.extend(self.statement(&mut scope, 2));
            }
            match item {
                Item::Signal(open) => {
                    body.extend(self.introduce(&mut scope, &open));
                    scope.readable.push(open.clone());
                    scope.writable.push(open);
                }
                Item::Clocked(id) => {
                    let part = &parts[&id];
                    for open in self.inputs(id, part) {
                        match (&part.kind, open.place.name) {
                            (
                                Kind::Ram { depth: Some(depth), address, .. },
                                Name::Port("write_address" | "read_address"),
                            ) => {
                                let value = self.address(&mut scope, *depth, *address);
                                body.push(Statement::Assign(open.place, value));
                            }
                            _ => {
                                body.extend(self.introduce(&mut scope, &open));
                                scope.writable.push(open);
                            }
                        }
                    }
                }
                Item::Flow(_) => {
                    let id = flows.remove(0);
                    self.flow(&mut scope, &mut body, id, &parts[&id]);
                }
            }
        }
        for open in scope.writable.clone() {
            let is_register = open.place.name == Name::Port("d");
            if is_register && self.random.chance(85) {
                body.extend(self.write_to(&mut scope, &open, 2));
            }
        }
        for _ in 0..self.random.between(0, 3) {
            body.extend(self.statement(&mut scope, 3));
        }
        show_locals(module, &mut body);
        module.body = body;
    }

    fn inputs(&self, id: usize, part: &Part) -> Vec<Open> {
        let ports = self.circuit.part_inputs(&part.kind).into_iter();
        ports
            .map(|(name, port)| Open::of_part(id, part.array, name, port))
            .collect()
    }

    fn outputs(&self, id: usize, part: &Part) -> Vec<Open> {
        let ports = self.circuit.part_outputs(&part.kind).into_iter();
        ports
            .map(|(name, port)| Open::of_part(id, part.array, name, port))
            .collect()
    }

    /// Drives the inputs of a part with combinational outputs; only after that may its outputs be read.
    fn flow(&mut self, scope: &mut Scope, body: &mut Vec<Statement>, id: usize, part: &Part) {
        let (inputs, outputs) = (self.inputs(id, part), self.outputs(id, part));
        let kept = scope.writable.len();
        let held_by_macro = matches!(part.kind, Kind::Register { .. }) && part.by_macro && part.array.is_none();
        match part.array {
            Some(count) if self.random.chance(60) => {
                // One after another, since each may use the ones before.
                for open in &inputs {
                    body.extend(self.introduce(scope, &open.clone().element(At::Number(0))));
                }
                let mut rounds = vec![(At::Number(0), 1..count)];
                let by_loop = self.random.chance(60)
                    && inputs
                        .iter()
                        .all(|open| self.can_be_whole(scope, open.place.ty, (1, count)));
                if !by_loop {
                    rounds = (0..count - 1).map(|i| (At::Number(i), i + 1..i + 2)).collect();
                }
                for (before, round) in rounds {
                    let here = if by_loop { At::Loop { times: 1, plus: 0 } } else { At::Number(round.start) };
                    let before = if by_loop { At::Loop { times: 1, plus: -1 } } else { before };
                    scope
                        .readable
                        .extend(outputs.iter().map(|open| open.clone().element(before)));
                    if by_loop {
                        scope.counter = Some((round.start, round.end));
                    }
                    let mut fed = vec![];
                    for open in &inputs {
                        fed.extend(self.introduce(scope, &open.clone().element(here)));
                    }
                    if by_loop {
                        scope.counter = None;
                        scope.readable.truncate(scope.readable.len() - outputs.len());
                        body.push(Statement::For(round.start, round.end, fed));
                    } else {
                        body.extend(fed);
                    }
                }
                if !by_loop {
                    let whole = |open: &Open| open.place.part.is_none_or(|(of, _)| of != id);
                    scope.readable.retain(whole);
                }
            }
            _ => {
                for open in &inputs {
                    if held_by_macro {
                        body.extend(self.write_to(scope, open, 1));
                    } else {
                        body.extend(self.introduce(scope, open));
                    }
                    scope.writable.push(open.clone());
                }
                for _ in 0..self.random.between(0, 2) {
                    body.extend(self.statement(scope, 1));
                }
            }
        }
        scope.writable.truncate(kept);
        scope.readable.extend(outputs);
    }
}
