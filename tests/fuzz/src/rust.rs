//! Prints a circuit as Rust source: for the programs that run it, and for the test written after a failure.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeSet,
    fmt::Write,
};

use crate::ast::*;

/// The derive used for the circuit.
#[derive(Clone, Copy, PartialEq)]
pub enum Derive {
    Circuit,
    /// rust-hdl's own; only its simulation is used.
    LogicBlock,
}

/// A circuit to be printed, with its name.
pub struct Printer<'a> {
    pub circuit: &'a Circuit,
    /// The name of the top's type; other types get names derived from it.
    pub name: &'a str,
    /// What a kernel says in the notation of `#[kernel]` alone, if it is one.
    more: Cell<bool>,
    /// The module that is printed.
    module: Cell<usize>,
    /// Counts the places where it could, so that some of them do.
    turns: Cell<usize>,
    constants: RefCell<BTreeSet<u128>>,
}

pub fn clock_name(clock: usize) -> &'static str {
    ["clock", "clock2"][clock]
}

fn name(name: Name) -> String {
    match name {
        Name::In(id) => format!("i{id}"),
        Name::Out(id) => format!("o{id}"),
        Name::Local(id) => format!("l{id}"),
        Name::Constant(id) => format!("k{id}"),
        Name::Port(port) => port.to_string(),
    }
}

fn counter(times: i64, plus: i64) -> String {
    match (times, plus) {
        (1, 0) => "n".to_string(),
        (1, plus) if plus < 0 => format!("n - {}", -plus),
        (1, plus) => format!("n + {plus}"),
        (-1, plus) => format!("{plus} - n"),
        (times, 0) => format!("{times} * n"),
        (times, plus) => format!("{times} * n + {plus}"),
    }
}

fn at(at: At) -> String {
    match at {
        At::Whole => String::new(),
        At::Number(number) => format!("[{number}]"),
        At::Loop { times, plus } => format!("[{}]", counter(times, plus)),
    }
}

fn signal(place: &Place) -> String {
    let part = place
        .part
        .map_or(String::new(), |(part, which)| format!("p{part}{}.", at(which)));
    format!("self.{part}{}{}", name(place.name), at(place.at))
}

fn fields(place: &Place) -> String {
    place.fields.iter().map(|field| format!(".f{field}")).collect()
}

/// A bare number as written next to a value of that type.
fn bare(value: u128, ty: Type) -> String {
    match ty {
        Type::Signed(width) if value >> (width - 1) & 1 == 1 => {
            format!("(-{}).into()", (mask(width) - value) + 1)
        }
        Type::Signed(_) => format!("{value}.into()"),
        _ if value > 9 => format!("{value:#x}"),
        _ => value.to_string(),
    }
}

impl<'a> Printer<'a> {
    pub fn new(circuit: &'a Circuit, name: &'a str) -> Self {
        Printer {
            circuit,
            name,
            more: Cell::new(false),
            module: Cell::new(0),
            turns: Cell::new(0),
            constants: RefCell::default(),
        }
    }

    /// Whether it is the turn of a notation of `#[kernel]` alone, one time in so many.
    fn turn(&self, of: usize) -> bool {
        self.turns.set(self.turns.get() + 1);
        self.more.get() && self.turns.get().is_multiple_of(of)
    }

    /// A bare number, now and then as a `const` of the circuit.
    fn bare(&self, value: u128, ty: Type) -> String {
        match ty {
            Type::Bits(_) if value >> 64 == 0 && self.turn(3) => {
                self.constants.borrow_mut().insert(value);
                format!("Self::N{value}")
            }
            _ => bare(value, ty),
        }
    }

    /// Whether the value has a width of its own, so that it can have a name.
    fn is_computed(&self, value: &Expr) -> bool {
        matches!(
            value.node,
            Node::Not(_) | Node::Binary(..) | Node::Cast(_) | Node::Bit(..) | Node::Slice(..) | Node::Reduce(..)
        )
    }

    pub fn type_text(&self, ty: Type) -> String {
        match ty {
            Type::Bit => "Bit".to_string(),
            Type::Bits(width) => format!("Bits<{width}>"),
            Type::Signed(width) => format!("Signed<{width}>"),
            Type::Enum(number) => format!("E{number}"),
            Type::Struct(number) => format!("S{number}"),
        }
    }

    pub fn module_name(&self, module: usize) -> String {
        if module + 1 == self.circuit.modules.len() {
            self.name.to_string()
        } else {
            format!("{}M{module}", self.name)
        }
    }

    fn value(&self, ty: Type, leaves: &mut dyn Iterator<Item = u128>) -> String {
        let Type::Struct(number) = ty else {
            return self.literal(ty, leaves.next().unwrap_or_default());
        };
        let fields = self.circuit.structs[number].iter().enumerate();
        let fields: Vec<String> = fields
            .map(|(i, ty)| format!("f{i}: {}", self.value(*ty, leaves)))
            .collect();
        format!("S{number} {{ {} }}", fields.join(", "))
    }

    fn whole_value(&self, ty: Type, value: &Value) -> String {
        self.value(ty, &mut value.iter().copied())
    }

    fn literal(&self, ty: Type, value: u128) -> String {
        match ty {
            Type::Bit => (value & 1 == 1).to_string(),
            Type::Bits(width) if value >> 64 == 0 => format!("bits::<{width}>({value:#x})"),
            Type::Bits(width) => {
                format!(
                    "((bits::<{width}>({:#x}) << 64) | bits::<{width}>({:#x}))",
                    value >> 64,
                    value as u64
                )
            }
            Type::Signed(width) => format!("signed_cast({})", self.literal(Type::Bits(width), value)),
            Type::Enum(number) => format!("E{number}::V{value}"),
            Type::Struct(_) => unreachable!("a kernel has no structs as literals"),
        }
    }

    // ---- expressions

    fn nested(&self, e: &Expr) -> String {
        match &e.node {
            Node::Not(_) | Node::Negate(_) | Node::Binary(..) => format!("({})", self.expr(e)),
            _ => self.expr(e),
        }
    }

    /// An operator applied to an operand that may begin with an operator of the same kind.
    fn unary(&self, sign: &str, inner: &Expr) -> String {
        match inner.node {
            Node::Not(_) | Node::Negate(_) => format!("{sign}{}", self.expr(inner)),
            _ => format!("{sign}{}", self.nested(inner)),
        }
    }

    fn index(&self, e: &Expr) -> String {
        match e.node {
            Node::Bare(number) => number.to_string(),
            Node::Counter(times, plus) => counter(times, plus),
            _ => format!("{}.index()", self.nested(e)),
        }
    }

    pub fn expr(&self, e: &Expr) -> String {
        match &e.node {
            Node::Read(place) => format!("{}.val(){}", signal(place), fields(place)),
            Node::Literal(value) => self.literal(e.ty, *value),
            Node::Bare(value) => self.bare(*value, e.ty),
            Node::Counter(times, plus) => counter(*times, *plus),
            Node::Not(inner) => self.unary("!", inner),
            Node::Negate(inner) => self.unary("-", inner),
            Node::Reduce(how, inner) => format!("{}.{how}()", self.nested(inner)),
            // A loop's variable is no u64, as the `const`s are.
            Node::Binary(sign, a, b) if [a, b].iter().any(|side| matches!(side.node, Node::Counter(..))) => {
                let more = self.more.replace(false);
                let text = format!("{} {sign} {}", self.nested(a), self.nested(b));
                self.more.set(more);
                text
            }
            Node::Binary(sign, a, b) => format!("{} {sign} {}", self.nested(a), self.nested(b)),
            Node::Cast(inner) => {
                let (to, from) = (self.circuit.width(e.ty), self.circuit.width(inner.ty));
                if to > from && matches!(inner.ty, Type::Bits(_)) && self.turn(2) {
                    return format!("cat::<{to}>(bits::<{}>(0), {})", to - from, self.expr(inner));
                }
                format!("bit_cast::<{to}, {from}>({})", self.expr(inner))
            }
            Node::ToSigned(inner) => format!("signed_cast({})", self.expr(inner)),
            Node::ToUnsigned(inner) => format!("unsigned_cast({})", self.expr(inner)),
            Node::Bit(base, index) => format!("{}.get_bit({})", self.nested(base), self.index(index)),
            Node::Slice(base, index) => {
                let width = self.circuit.width(e.ty);
                format!("{}.get_bits::<{width}>({})", self.nested(base), self.index(index))
            }
            Node::Replace(base, index, bit) => {
                format!(
                    "{}.replace_bit({}, {})",
                    self.nested(base),
                    self.index(index),
                    self.expr(bit)
                )
            }
            Node::Into(inner) => format!("{}.into()", self.nested(inner)),
        }
    }

    // ---- statements

    pub fn block(&self, block: &[Statement], depth: usize, text: &mut String) {
        let mut left = block;
        while let [statement, rest @ ..] = left {
            left = match self.connection(left) {
                Some((connected, count)) => {
                    *text += &format!("{}{connected}\n", "    ".repeat(depth));
                    &left[count..]
                }
                None => {
                    self.statement(statement, depth, text);
                    rest
                }
            };
        }
    }

    /// `p1 = M0 { i0: .., i1: .. };` for statements that assign inputs of one part, and their number.
    fn connection(&self, statements: &[Statement]) -> Option<(String, usize)> {
        let input = |statement: &Statement| match statement {
            Statement::Assign(place, value) => match (place.part, place.name, place.at) {
                (Some((part, At::Whole)), Name::In(id), At::Whole) if place.fields.is_empty() => {
                    Some((part, id, self.assigned(value)))
                }
                _ => None,
            },
            _ => None,
        };
        if !self.more.get() {
            return None;
        }
        let (part, ..) = input(statements.first()?)?;
        // A second statement for an input replaces the first, so it must stay a statement of its own.
        let mut inputs: Vec<(usize, String)> = vec![];
        for (of, id, value) in statements.iter().map_while(input) {
            if of != part || inputs.iter().any(|(known, _)| *known == id) {
                break;
            }
            inputs.push((id, value));
        }
        if inputs.len() < 2 {
            return None;
        }
        let inputs: Vec<String> = inputs
            .into_iter()
            .map(|(id, value)| format!("i{id}: {value}"))
            .collect();
        let parts = &self.circuit.modules[self.module.get()].parts;
        let Kind::Sub { module, .. } = parts.get(&part)?.kind else {
            return None;
        };
        Some((
            format!("p{part} = {} {{ {} }};", self.module_name(module), inputs.join(", ")),
            inputs.len(),
        ))
    }

    /// A value as it stands on the right of an assignment.
    fn assigned(&self, value: &Expr) -> String {
        match (&value.node, value.ty) {
            (Node::Bare(_), Type::Bits(_)) => format!("{}.into()", self.expr(value)),
            (Node::Read(_), Type::Struct(number)) if self.turn(2) => {
                let whole = self.expr(value);
                let fields = (0..self.circuit.structs[number].len()).map(|i| format!("f{i}: {whole}.f{i}"));
                format!("S{number} {{ {} }}", fields.collect::<Vec<_>>().join(", "))
            }
            _ => self.expr(value),
        }
    }

    fn statement(&self, statement: &Statement, depth: usize, text: &mut String) {
        let indent = "    ".repeat(depth);
        let line = |text: &mut String, words: &str| *text += &format!("{indent}{words}\n");
        let arm = |text: &mut String, pattern: String, body: &[Statement]| {
            line(text, &format!("    {pattern} => {{"));
            self.block(body, depth + 2, text);
            line(text, "    }");
        };
        if let Statement::If(test, then, otherwise) = statement
            && self.more.get()
            && let Some((target, yes, no)) = self.one_target(then, otherwise)
        {
            let test = self.expr(test);
            let bare = yes.ends_with(".into()") || no.ends_with(".into()");
            let wide = |block: &[Statement]| match block {
                [Statement::Assign(place, value)] => {
                    matches!(place.ty, Type::Bits(_) | Type::Bit) && self.is_computed(value)
                }
                _ => false,
            };
            match bare || !wide(then) || !wide(otherwise) || self.turn(2) {
                true => line(text, &format!("{target} = if {test} {{ {yes} }} else {{ {no} }};")),
                false => line(text, &format!("{target} = mux({test}, {yes}, {no});")),
            }
            return;
        }
        match statement {
            Statement::Assign(place, value) => {
                let mut assigned = self.assigned(value);
                if self.is_computed(value) && self.turn(3) {
                    let wire = format!("w{}", self.turns.get());
                    line(text, &format!("let {wire} = {assigned};"));
                    assigned = wire;
                }
                line(text, &format!("{}.next{} = {assigned};", signal(place), fields(place)));
            }
            Statement::If(test, then, otherwise) => {
                line(text, &format!("if {} {{", self.expr(test)));
                self.block(then, depth + 1, text);
                let mut rest = otherwise;
                while let [Statement::If(test, then, otherwise)] = rest.as_slice() {
                    line(text, &format!("}} else if {} {{", self.expr(test)));
                    self.block(then, depth + 1, text);
                    rest = otherwise;
                }
                if !rest.is_empty() {
                    line(text, "} else {");
                    self.block(rest, depth + 1, text);
                }
                line(text, "}");
            }
            Statement::MatchNumber(test, arms, rest) => {
                line(text, &format!("match {} {{", self.index(test)));
                for (number, body) in arms {
                    arm(text, number.to_string(), body);
                }
                arm(text, "_".to_string(), rest);
                line(text, "}");
            }
            Statement::MatchEnum(test, arms, rest) => {
                line(text, &format!("match {} {{", self.expr(test)));
                for (variant, body) in arms {
                    arm(text, format!("{}::V{variant}", self.type_text(test.ty)), body);
                }
                if let Some(body) = rest {
                    arm(text, "_".to_string(), body);
                }
                line(text, "}");
            }
            Statement::MatchBit(test, yes, no) => {
                line(text, &format!("match {} {{", self.expr(test)));
                arm(text, "true".to_string(), yes);
                arm(text, "false".to_string(), no);
                line(text, "}");
            }
            Statement::For(from, to, body) => {
                line(text, &format!("for n in {from}..{to} {{"));
                self.block(body, depth + 1, text);
                line(text, "}");
            }
        }
    }

    /// The signal that both branches assign, and the two values, if they do nothing else.
    fn one_target(&self, then: &[Statement], otherwise: &[Statement]) -> Option<(String, String, String)> {
        let ([Statement::Assign(place, yes)], [Statement::Assign(other, no)]) = (then, otherwise) else {
            return None;
        };
        let target = |place: &Place| format!("{}.next{}", signal(place), fields(place));
        let scalar = !matches!(place.ty, Type::Struct(_));
        (scalar && target(place) == target(other)).then(|| (target(place), self.assigned(yes), self.assigned(no)))
    }

    // ---- items

    /// The enumerations and structs.
    pub fn types(&self) -> String {
        let mut text = String::new();
        for (number, variants) in self.circuit.enums.iter().enumerate() {
            let variants: Vec<String> = (0..*variants).map(|v| format!("V{v}")).collect();
            let names = variants.join(", ");
            text += "#[derive(LogicState, Copy, Clone, Debug, PartialEq)]\n";
            text += &format!("pub enum E{number} {{ {names} }}\n\n");
        }
        for (number, fields) in self.circuit.structs.iter().enumerate() {
            let fields = fields.iter().enumerate();
            let fields: Vec<String> = fields.map(|(i, ty)| format!("f{i}: {}", self.type_text(*ty))).collect();
            text += "#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]\n";
            text += &format!("pub struct S{number} {{ {} }}\n\n", fields.join(", "));
        }
        text
    }

    /// The implementations of `Draw` for enumerations and structs.
    pub fn draws(&self) -> String {
        let mut text = String::new();
        let mut draw = |name: String, value: String| {
            text += &format!("impl Draw for {name} {{\n    fn draw(random: &mut Random) -> Self {{ {value} }}\n}}\n");
        };
        for (number, variants) in self.circuit.enums.iter().enumerate() {
            let variants: Vec<String> = (0..*variants).map(|v| format!("E{number}::V{v}")).collect();
            draw(format!("E{number}"), format!("random.pick(&[{}])", variants.join(", ")));
        }
        for (number, fields) in self.circuit.structs.iter().enumerate() {
            let fields: Vec<String> = (0..fields.len()).map(|i| format!("f{i}: Draw::draw(random)")).collect();
            draw(format!("S{number}"), format!("S{number} {{ {} }}", fields.join(", ")));
        }
        text
    }

    /// All modules.
    pub fn modules(&self, derive: Derive) -> String {
        (0..self.circuit.modules.len())
            .map(|module| self.module(module, derive))
            .collect()
    }

    fn module(&self, number: usize, derive: Derive) -> String {
        let module = &self.circuit.modules[number];
        let type_name = self.module_name(number);
        // Every other circuit is printed in full rust-hdl notation.
        let short = derive == Derive::Circuit && number.is_multiple_of(2);
        let (derived, kernel, hdl) = match derive {
            Derive::Circuit if short => ("Circuit", "#[kernel]\n", ""),
            Derive::Circuit => ("Circuit", "", "    #[hdl_gen]\n"),
            Derive::LogicBlock => ("LogicBlock", "", ""),
        };
        // Each field: its name, type and first value.
        let mut all: Vec<(String, String, String)> = vec![];
        let default = || "Default::default()".to_string();
        for clock in 0..module.clocks {
            all.push((
                format!("pub {}", clock_name(clock)),
                "Signal<In, Clock>".into(),
                default(),
            ));
        }
        let ports = [
            ("pub i", "In", &module.inputs),
            ("pub o", "Out", &module.outputs),
            ("l", "Local", &module.locals),
        ];
        for (letter, direction, ports) in ports {
            for (id, port) in ports {
                let signal = format!("Signal<{direction}, {}>", self.type_text(port.ty));
                all.push((format!("{letter}{id}"), array(signal, port.array), default()));
            }
        }
        let mut taken = vec![];
        for (id, constant) in &module.constants {
            let ty = self.type_text(constant.ty);
            let value = match &constant.value {
                Some(value) => self.whole_value(constant.ty, value),
                None => {
                    taken.push(format!("k{id}: {ty}"));
                    format!("k{id}")
                }
            };
            all.push((
                format!("k{id}"),
                format!("Constant<{ty}>"),
                format!("Constant::new({value})"),
            ));
        }
        for (id, part) in &module.parts {
            let (ty, value) = self.part(&part.kind);
            let value = match part.array {
                Some(count) => format!("[{}]", vec![value; count].join(", ")),
                None => value,
            };
            all.push((format!("p{id}"), array(ty, part.array), value));
        }
        let mut text = format!("#[derive({derived})]\npub struct {type_name} {{\n");
        // The arguments of the `given` constructor written by the derive, in the order of the fields.
        let given: Vec<&str> = all
            .iter()
            .map(|(_, _, value)| value.as_str())
            .filter(|value| *value != default())
            .collect();
        for (name, ty, value) in &all {
            let mark = if derive == Derive::Circuit && *value != default() { "#[given] " } else { "" };
            let _ = writeln!(text, "    {mark}{name}: {ty},");
        }
        let _ = write!(
            text,
            "}}\n\nimpl {type_name} {{\n    pub fn new({}) -> Self {{\n",
            taken.join(", ")
        );
        match derive {
            Derive::Circuit if given.is_empty() => text += "        Self::default()\n",
            Derive::Circuit => {
                let _ = writeln!(text, "        Self::given({})", given.join(", "));
            }
            Derive::LogicBlock => {
                let _ = writeln!(text, "        {type_name} {{");
                for (name, _, value) in &all {
                    let _ = writeln!(text, "            {}: {value},", name.trim_start_matches("pub "));
                }
                text += "        }\n";
            }
        }
        let _ = write!(
            text,
            "    }}\n}}\n\n{kernel}impl Logic for {type_name} {{\n{hdl}    fn update(&mut self) {{\n"
        );
        let mut body = String::new();
        if !short || module.clocks != 1 || module.parts.values().any(|part| part.clocks.len() > 1) {
            body += &clocks(module, !short);
        }
        if !short {
            self.block(&module.body, 2, &mut body);
            return text + &body + "    }\n}\n\n";
        }
        // The second half is a function, whose argument is its first value.
        self.more.set(true);
        self.module.set(number);
        let (first, second) = module.body.split_at(module.body.len() / 2);
        self.block(first, 2, &mut body);
        let mut function = String::new();
        let second = match second {
            [Statement::Assign(place, value), rest @ ..] if self.is_computed(value) => {
                let _ = writeln!(body, "        self.second({});", self.expr(value));
                function += &format!(
                    "    }}\n\n    fn second(&mut self, given: {}) {{\n",
                    self.type_text(value.ty)
                );
                function += &format!("        {}.next{} = given;\n", signal(place), fields(place));
                rest
            }
            second => {
                body += "        self.second();\n";
                function += "    }\n\n    fn second(&mut self) {\n";
                second
            }
        };
        self.block(second, 2, &mut function);
        self.more.set(false);
        text += &shortened(&(body + &function));
        text += "    }\n}\n\n";
        let constants = std::mem::take(&mut *self.constants.borrow_mut());
        let constants = constants
            .iter()
            .map(|value| format!("    const N{value}: u64 = {value};\n"));
        text + &format!("impl {type_name} {{\n{}}}\n\n", constants.collect::<String>())
    }

    fn part(&self, kind: &Kind) -> (String, String) {
        let words = |ty: &Type, words: &[Value]| {
            let words: Vec<String> = words.iter().map(|word| self.whole_value(*ty, word)).collect();
            format!("[{}]", words.join(", "))
        };
        match kind {
            Kind::Register { ty, init } => (
                format!("Register<{}>", self.type_text(*ty)),
                format!("Register::new({})", self.whole_value(*ty, init)),
            ),
            Kind::Ram { ty, address, depth, words: given } => (
                format!("DualPortRam<{}, {address}>", self.type_text(*ty)),
                match depth {
                    Some(depth) => format!("DualPortRam::of_depth({depth})"),
                    None => format!("DualPortRam::new({})", words(ty, given)),
                },
            ),
            Kind::Rom { ty, address, words: given } => (
                format!("Rom<{}, {address}>", self.type_text(*ty)),
                format!("Rom::new({})", words(ty, given)),
            ),
            Kind::Table { ty, address, words: given } => (
                format!("Table<{}, {address}>", self.type_text(*ty)),
                format!("Table::new({})", words(ty, given)),
            ),
            Kind::Sub { module, given } => {
                let constants = self.circuit.modules[*module].constants.values();
                let types = constants
                    .filter(|constant| constant.value.is_none())
                    .map(|constant| constant.ty);
                let given: Vec<String> = types
                    .zip(given)
                    .map(|(ty, value)| self.whole_value(ty, value))
                    .collect();
                let name = self.module_name(*module);
                (name.clone(), format!("{name}::new({})", given.join(", ")))
            }
        }
    }

    /// The implementation of `Top`, which drives and reads the top, for the two modules that have it.
    pub fn top(&self, path: &str) -> String {
        let module = self.circuit.top();
        let mut text = format!("impl Top for {path}::{} {{\n", self.name);
        text += "    fn drive(&mut self, random: &mut Random) -> String {\n        let mut text = String::new();\n";
        for id in module.inputs.keys() {
            let _ = writeln!(
                text,
                "        self.i{id}.next = Draw::draw(random);\n        text += &image(self.i{id}.next);"
            );
        }
        text +=
            "        text\n    }\n    fn set_clock(&mut self, clock: usize, level: bool) {\n        match clock {\n";
        for clock in 0..module.clocks {
            let _ = writeln!(
                text,
                "            {clock} => self.{}.next = level.into(),",
                clock_name(clock)
            );
        }
        text += "            _ => {}\n        }\n    }\n    fn outputs(&self) -> String {\n        let mut text = String::new();\n";
        for id in module.outputs.keys() {
            let _ = writeln!(text, "        text += &image(self.o{id}.val());");
        }
        text + "        text\n    }\n}\n"
    }

    /// The circuit as a test in the style of tests/writer/verilog_semantics.
    pub fn test(&self) -> String {
        format!(
            "{}{}#[test]\nfn {lower}() {{\n    inspect({name}::new, \"{lower}\");\n    \
             co_simulate({name}::new, \"{lower}\", SAMPLES);\n}}\n",
            self.types(),
            self.modules(Derive::Circuit),
            name = self.name,
            lower = self.name.to_lowercase(),
        )
    }
}

/// A kernel in the short notation of `#[kernel]`: `self.p1.d.next` becomes `p1.d`.
fn shortened(body: &str) -> String {
    let mut text = String::new();
    let mut rest = body;
    while let Some(start) = rest.find("self.") {
        let (before, place) = (&rest[..start], &rest[start + "self.".len()..]);
        let is_place = |c: char| c.is_alphanumeric() || "_.[]".contains(c);
        let length = place.find(|c| !is_place(c)).unwrap_or(place.len());
        let (spelled, after) = place.split_at(length);
        text += before;
        // After the access there may be a field, or a method that reads the value.
        let access = spelled.split_once(".next").or_else(|| spelled.split_once(".val"));
        match access {
            Some((name, field)) => {
                text += name;
                text += field;
                rest = if spelled.contains(".next") { after } else { after.strip_prefix("()").unwrap_or(after) };
            }
            None => {
                text += "self.";
                rest = place;
            }
        }
    }
    text + rest
}

fn array(ty: String, count: Option<usize>) -> String {
    count.map_or(ty.clone(), |count| format!("[{ty}; {count}]"))
}

/// Connects the clocks of the parts, some of them by rust-hdl's macros if those may stand here.
fn clocks(module: &Module, macros: bool) -> String {
    let mut text = String::new();
    let by_macro = |part: &Part| macros && part.by_macro && part.array.is_none() && part.clocks.len() == 1;
    let is_register = |part: &Part| matches!(part.kind, Kind::Register { .. });
    for clock in 0..module.clocks {
        for (name, registers) in [("dff_setup", true), ("clock", false)] {
            let here = |part: &Part| by_macro(part) && part.clocks == [clock] && is_register(part) == registers;
            let parts = module.parts.iter().filter(|(_, part)| here(part));
            let names: Vec<String> = parts.map(|(id, _)| format!("p{id}")).collect();
            if !names.is_empty() {
                let _ = writeln!(
                    text,
                    "        {name}!(self, {}, {});",
                    clock_name(clock),
                    names.join(", ")
                );
            }
        }
    }
    for (id, part) in module.parts.iter().filter(|(_, part)| !by_macro(part)) {
        for (theirs, ours) in part.clocks.iter().enumerate() {
            let (theirs, ours) = (clock_name(theirs), clock_name(*ours));
            let _ = match part.array {
                None => writeln!(text, "        self.p{id}.{theirs}.next = self.{ours}.val();"),
                Some(count) => writeln!(
                    text,
                    "        for n in 0..{count} {{\n            self.p{id}[n].{theirs}.next = self.{ours}.val();\n        }}"
                ),
            };
        }
    }
    text
}
