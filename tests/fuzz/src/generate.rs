//! Random circuits: accepted by the writer, without combinational loops, and never out of range when they run.
//!
//! A kernel is generated from top to bottom, and `Scope` knows what may be read and written at each point:
//!
//! ```text
//! default of a signal           then it may be read, and assigned again under conditions
//! inputs of a part, in order    then its outputs may be read: so no signal ever depends on itself
//! ```

use crate::{ast::*, random::Random};

/// The number of neighbouring circuits with the same widths, so that their program has few types to compile.
pub const BATCH: usize = 50;

/// The circuit with that number.
pub fn circuit(seed: u64, index: usize) -> Circuit {
    let mut palette_random = Random::new(seed ^ (index / BATCH) as u64 ^ 0x70a1_e77e);
    let mut palette: Vec<usize> = (0..4).map(|_| palette_random.between(1, 12)).collect();
    palette.extend([8, 16, 32]);
    let edges = [31, 32, 33, 63, 64, 65, 127, 128];
    palette.extend((0..2).map(|_| palette_random.pick(&edges)));
    palette.push(palette_random.between(13, 128));
    let mut start = Random::new(seed);
    let random = Random::new(start.word() ^ (index as u64).wrapping_mul(0xd134_2543_de82_ef95));
    let mut generator = Generator {
        random,
        palette,
        budget: 0,
        circuit: Circuit { seed: 0, enums: vec![], structs: vec![], modules: vec![] },
    };
    generator.run();
    generator.circuit
}

/// A signal or an array, without a chosen place.
#[derive(Clone, Debug)]
struct Open {
    place: Place,
    part_array: Option<usize>,
    array: Option<usize>,
}

impl Open {
    fn of_module(name: Name, port: Port) -> Open {
        Open {
            place: Place { part: None, name, at: At::Whole, fields: vec![], ty: port.ty },
            part_array: None,
            array: port.array,
        }
    }

    fn of_part(part: usize, part_array: Option<usize>, name: Name, port: Port) -> Open {
        Open {
            place: Place { part: Some((part, At::Whole)), ..Open::of_module(name, port).place },
            part_array,
            array: port.array,
        }
    }

    /// One element of an array of parts.
    fn element(mut self, at: At) -> Open {
        self.place.part = self.place.part.map(|(part, _)| (part, at));
        self.part_array = None;
        self
    }
}

#[derive(Default)]
struct Scope {
    readable: Vec<Open>,
    writable: Vec<Open>,
    /// The bounds of the enclosing loop, where its variable may be used.
    counter: Option<(usize, usize)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Style {
    /// Without a clock.
    Logic,
    /// A chain of registers, which settles after the inputs stop changing.
    Pipeline,
    Free,
}

struct Generator {
    random: Random,
    palette: Vec<usize>,
    /// The number of operators left for the module.
    budget: usize,
    circuit: Circuit,
}

const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Generator {
    fn run(&mut self) {
        self.circuit.seed = self.random.word();
        for _ in 0..self.random.between(0, 2) {
            let variants = self.random.between(2, 6);
            self.circuit.enums.push(variants);
        }
        for _ in 0..self.random.between(0, 2) {
            let fields = (0..self.random.between(1, 3)).map(|_| self.field_type()).collect();
            self.circuit.structs.push(fields);
        }
        let pipeline = self.random.chance(20);
        let parts = self.random.between(0, 3);
        for number in 0..parts {
            let style = match self.random.between(0, 9) {
                0..=3 => Style::Logic,
                4 if number > 0 => Style::Pipeline,
                _ if pipeline => Style::Logic,
                _ => Style::Free,
            };
            self.module(false, style);
        }
        self.module(true, if pipeline { Style::Pipeline } else { Style::Free });
        self.circuit.drop_unused();
    }

    fn width(&mut self) -> usize {
        self.random.pick(&self.palette)
    }

    fn field_type(&mut self) -> Type {
        match self.random.between(0, 9) {
            0..=2 => Type::Bit,
            3 if !self.circuit.enums.is_empty() => Type::Enum(self.random.between(0, self.circuit.enums.len() - 1)),
            4..=5 if !self.circuit.structs.is_empty() => {
                Type::Struct(self.random.between(0, self.circuit.structs.len() - 1))
            }
            _ => {
                let width = self.width();
                Type::Bits(if width > 33 { 5 } else { width })
            }
        }
    }

    fn ty(&mut self) -> Type {
        match self.random.between(0, 19) {
            0..=4 => Type::Bit,
            5 => Type::Signed(self.width()),
            6..=7 if !self.circuit.enums.is_empty() => Type::Enum(self.random.between(0, self.circuit.enums.len() - 1)),
            8..=10 if !self.circuit.structs.is_empty() => {
                Type::Struct(self.random.between(0, self.circuit.structs.len() - 1))
            }
            _ => Type::Bits(self.width()),
        }
    }

    fn port(&mut self, arrays: u64) -> Port {
        let array = self.random.chance(arrays).then(|| self.random.between(2, 4));
        Port { ty: self.ty(), array }
    }

    fn value(&mut self, ty: Type) -> Value {
        match ty {
            Type::Bit => vec![self.random.value(1)],
            Type::Bits(width) | Type::Signed(width) => vec![self.random.value(width)],
            Type::Enum(number) => vec![self.random.between(0, self.circuit.enums[number] - 1) as u128],
            Type::Struct(number) => {
                let fields = self.circuit.structs[number].clone();
                fields.into_iter().flat_map(|ty| self.value(ty)).collect()
            }
        }
    }

    // ---- modules

    fn module(&mut self, top: bool, style: Style) {
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

    fn body(&mut self, module: &mut Module, style: Style) {
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

    /// An address expression of at most that depth.
    fn address(&mut self, scope: &mut Scope, depth: usize, width: usize) -> Expr {
        let ty = Type::Bits(width);
        let high = (depth + 1).ilog2() as usize;
        let low = clog2(depth + 1 - (1 << high));
        let [a, b] = [high, low].map(|width| self.bits(scope, width, 1));
        let cast = |e: Expr| {
            if e.ty == ty { e } else { Expr::new(ty, Node::Cast(Box::new(e))) }
        };
        Expr::new(ty, Node::Binary("+", Box::new(cast(a)), Box::new(cast(b))))
    }

    // ---- statements

    /// Assigns the signal on every path.
    fn introduce(&mut self, scope: &mut Scope, open: &Open) -> Vec<Statement> {
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
    fn can_be_whole(&mut self, scope: &mut Scope, ty: Type, counter: (usize, usize)) -> bool {
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
    fn statement(&mut self, scope: &mut Scope, depth: usize) -> Vec<Statement> {
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

    fn write_to(&mut self, scope: &mut Scope, open: &Open, depth: usize) -> Vec<Statement> {
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

    fn enum_place(&mut self, scope: &mut Scope) -> Option<Expr> {
        let known = self.candidates(scope, &|ty| matches!(ty, Type::Enum(_)));
        (!known.is_empty()).then(|| self.read(&known))
    }

    fn number_test(&mut self, scope: &mut Scope, width: usize) -> Expr {
        if scope.counter.is_some() && self.random.chance(30) {
            return Expr::new(Type::Bits(8), Node::Counter(1, 0));
        }
        self.bits(scope, width, 1)
    }

    fn arms<T>(&mut self, width: usize, mut body: impl FnMut(&mut Self) -> T) -> Vec<(u64, T)> {
        let count = self.random.between(1, 3);
        (0..count)
            .map(|_| (self.random.value(width) as u64, body(self)))
            .collect()
    }

    // ---- places

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

    fn resolve(&mut self, scope: &Scope, open: &Open) -> Place {
        let mut place = open.place.clone();
        place.at = self.at(scope, open.array, place.at);
        place.part = place.part.map(|(part, at)| (part, self.at(scope, open.part_array, at)));
        place
    }

    /// The readable places of a matching type, including fields of structs.
    fn candidates(&mut self, scope: &Scope, wanted: &dyn Fn(Type) -> bool) -> Vec<Place> {
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
    fn read(&mut self, places: &[Place]) -> Expr {
        let mut place = self.random.pick(places);
        for _ in 0..3 {
            if matches!(place.name, Name::Constant(_)) {
                place = self.random.pick(places);
            }
        }
        Expr::read(place)
    }

    // ---- expressions

    fn spend(&mut self) -> bool {
        let left = self.budget > 0;
        self.budget = self.budget.saturating_sub(1);
        left
    }

    /// A bare number next to a value of that type.
    fn bare(&mut self, ty: Type) -> Expr {
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

    fn bits(&mut self, scope: &mut Scope, width: usize, depth: usize) -> Expr {
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

    fn signed(&mut self, scope: &mut Scope, width: usize, depth: usize) -> Expr {
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

    fn bit(&mut self, scope: &mut Scope, depth: usize) -> Expr {
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

/// The writer refuses a Local that is never read, or only read without effect: such Locals are connected to outputs.
pub fn show_locals(module: &mut Module, body: &mut Vec<Statement>) {
    let unseen: Vec<usize> = module.locals.keys().copied().filter(|id| !is_read(body, *id)).collect();
    for id in unseen {
        let port = module.locals[&id];
        let output = module.outputs.keys().max().map_or(0, |last| last + 1);
        module.outputs.insert(output, Port { array: None, ..port });
        let mut read = Open::of_module(Name::Local(id), port).place;
        read.at = port.array.map_or(At::Whole, |_| At::Number(0));
        let write = Open::of_module(Name::Out(output), port).place;
        body.push(Statement::Assign(write, Expr::read(read)));
    }
}

/// Whether the Local is read where the writer cannot know that the value has no effect.
fn is_read(block: &[Statement], local: usize) -> bool {
    let of_value = |value: &Expr| plain_read(value, local);
    block.iter().any(|statement| match statement {
        Statement::Assign(place, value) => place.name != Name::Local(local) && of_value(value),
        Statement::If(test, ..) | Statement::MatchBit(test, ..) if of_value(test) => true,
        Statement::For(_, _, body) => is_read(body, local),
        // If two arms have the same number, the second is never taken.
        Statement::MatchNumber(test, arms, rest) if test.varies() => {
            let taken = arms
                .iter()
                .enumerate()
                .filter(|(i, (number, _))| arms[..*i].iter().all(|(n, _)| n != number));
            taken
                .map(|(_, (_, body))| body)
                .chain([rest])
                .any(|body| is_read(body, local))
        }
        _ => {
            statement.expression().is_some_and(Expr::varies)
                && statement.blocks().into_iter().any(|body| is_read(body, local))
        }
    })
}

fn plain_read(value: &Expr, local: usize) -> bool {
    match &value.node {
        Node::Read(place) => place.part.is_none() && place.name == Name::Local(local) && !place.counts(),
        Node::Not(_) | Node::Negate(_) | Node::Reduce(..) | Node::ToSigned(_) | Node::ToUnsigned(_) => {
            value.children().into_iter().any(|child| plain_read(child, local))
        }
        Node::Binary(sign, ..) if !matches!(*sign, "<<" | ">>") => {
            value.children().into_iter().any(|child| plain_read(child, local))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiled::as_test;

    #[test]
    fn a_seed_and_a_number_are_a_circuit() {
        for number in 0..200 {
            let source = as_test(&circuit(5, number));
            assert_eq!(source, as_test(&circuit(5, number)));
            assert_ne!(source, as_test(&circuit(5, number + 1)));
            assert_ne!(source, as_test(&circuit(6, number)));
        }
    }

    #[test]
    fn there_is_everything_in_them() {
        let all: String = (0..300).map(|number| as_test(&circuit(9, number))).collect();
        for form in [
            "DualPortRam::new",
            "of_depth",
            "Rom::new",
            "Table::new",
            "clock2",
            "Signed<",
            "LogicStruct",
            "match ",
            "E0::V1",
            "for n in",
            "[n - 1]",
            "get_bit(n",
            "replace_bit(",
            "bit_cast::<",
            ".xor()",
            "!!",
            "signed_cast(",
            "} else if ",
            "dff_setup!",
            "clock!",
            "Constant<",
            ".into();",
            "[Register<",
            "[Signal<Local",
            "index()",
        ] {
            assert!(all.contains(form), "no {form}");
        }
    }
}
