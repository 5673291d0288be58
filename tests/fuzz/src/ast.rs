//! The structure of a random circuit: types, modules, statements and expressions, as a tree that can be printed and
//! reduced.

use std::collections::BTreeMap;

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    Bit,
    Bits(usize),
    Signed(usize),
    /// An enumeration by its index in [`Circuit::enums`].
    Enum(usize),
    /// A struct by its index in [`Circuit::structs`].
    Struct(usize),
}

/// A circuit with all of its parts. Elements have numbers that stay the same when others are removed.
#[derive(Clone, Debug, PartialEq)]
pub struct Circuit {
    /// The seed of its stimulus.
    pub seed: u64,
    /// The number of variants of each enumeration.
    pub enums: Vec<usize>,
    /// The types of each struct's fields.
    pub structs: Vec<Vec<Type>>,
    /// The modules: parts before the modules that contain them, the top last.
    pub modules: Vec<Module>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    pub clocks: usize,
    pub inputs: BTreeMap<usize, Port>,
    pub outputs: BTreeMap<usize, Port>,
    pub locals: BTreeMap<usize, Port>,
    pub constants: BTreeMap<usize, Constant>,
    pub parts: BTreeMap<usize, Part>,
    pub body: Vec<Statement>,
}

/// A signal, or an array of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Port {
    pub ty: Type,
    pub array: Option<usize>,
}

/// The leaves of a value, in the order of the fields.
pub type Value = Vec<u128>;

#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    pub ty: Type,
    /// `None` if the constructor takes it as an argument.
    pub value: Option<Value>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    pub kind: Kind,
    pub array: Option<usize>,
    /// The module's clocks that its own clocks are connected to.
    pub clocks: Vec<usize>,
    /// Connected by `dff_setup!` or `clock!`, depending on its kind.
    pub by_macro: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Register {
        ty: Type,
        init: Value,
    },
    Ram {
        ty: Type,
        address: usize,
        depth: Option<usize>,
        words: Vec<Value>,
    },
    Rom {
        ty: Type,
        address: usize,
        words: Vec<Value>,
    },
    Table {
        ty: Type,
        address: usize,
        words: Vec<Value>,
    },
    /// A module, with the arguments of its constructor.
    Sub {
        module: usize,
        given: Vec<Value>,
    },
}

/// A place in an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    Whole,
    Number(usize),
    /// `times * n + plus`, with the loop's variable n.
    Loop {
        times: i64,
        plus: i64,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    In(usize),
    Out(usize),
    Local(usize),
    Constant(usize),
    /// A port of a part that is not a module.
    Port(&'static str),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The part, if it is a port of a part; otherwise it belongs to the module itself.
    pub part: Option<(usize, At)>,
    pub name: Name,
    pub at: At,
    /// The path through nested fields.
    pub fields: Vec<usize>,
    pub ty: Type,
}

impl Place {
    /// Whether the place depends on a loop's variable.
    pub fn counts(&self) -> bool {
        let counts = |at: At| matches!(at, At::Loop { .. });
        counts(self.at) || self.part.is_some_and(|(_, at)| counts(at))
    }

    /// Whether it is the same array: an access to one element counts for all.
    pub fn same_signal(&self, other: &Place) -> bool {
        self.part.map(|(part, _)| part) == other.part.map(|(part, _)| part) && self.name == other.name
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    Assign(Place, Expr),
    If(Expr, Vec<Statement>, Vec<Statement>),
    /// A match on the numeric value.
    MatchNumber(Expr, Vec<(u64, Vec<Statement>)>, Vec<Statement>),
    MatchEnum(Expr, Vec<(usize, Vec<Statement>)>, Option<Vec<Statement>>),
    MatchBit(Expr, Vec<Statement>, Vec<Statement>),
    For(usize, usize, Vec<Statement>),
}

impl Statement {
    pub fn blocks(&self) -> Vec<&Vec<Statement>> {
        match self {
            Statement::Assign(..) => vec![],
            Statement::If(_, a, b) | Statement::MatchBit(_, a, b) => vec![a, b],
            Statement::MatchNumber(_, arms, rest) => arms.iter().map(|(_, body)| body).chain([rest]).collect(),
            Statement::MatchEnum(_, arms, rest) => arms.iter().map(|(_, body)| body).chain(rest).collect(),
            Statement::For(_, _, body) => vec![body],
        }
    }

    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Statement>> {
        match self {
            Statement::Assign(..) => vec![],
            Statement::If(_, a, b) | Statement::MatchBit(_, a, b) => vec![a, b],
            Statement::MatchNumber(_, arms, rest) => arms.iter_mut().map(|(_, body)| body).chain([rest]).collect(),
            Statement::MatchEnum(_, arms, rest) => arms.iter_mut().map(|(_, body)| body).chain(rest).collect(),
            Statement::For(_, _, body) => vec![body],
        }
    }

    pub fn expression(&self) -> Option<&Expr> {
        match self {
            Statement::Assign(_, value) => Some(value),
            Statement::If(test, ..) | Statement::MatchBit(test, ..) => Some(test),
            Statement::MatchNumber(test, ..) | Statement::MatchEnum(test, ..) => Some(test),
            Statement::For(..) => None,
        }
    }

    pub fn expression_mut(&mut self) -> Option<&mut Expr> {
        match self {
            Statement::Assign(_, value) => Some(value),
            Statement::If(test, ..) | Statement::MatchBit(test, ..) => Some(test),
            Statement::MatchNumber(test, ..) | Statement::MatchEnum(test, ..) => Some(test),
            Statement::For(..) => None,
        }
    }
}

/// Visits every statement, outer ones first.
pub fn each_statement<'a>(block: &'a [Statement], visit: &mut dyn FnMut(&'a Statement)) {
    for statement in block {
        visit(statement);
        statement
            .blocks()
            .into_iter()
            .for_each(|inner| each_statement(inner, visit));
    }
}

/// Visits every statement to change it, outer ones first.
pub fn each_statement_mut(block: &mut [Statement], visit: &mut dyn FnMut(&mut Statement)) {
    for statement in block {
        visit(statement);
        statement
            .blocks_mut()
            .into_iter()
            .for_each(|inner| each_statement_mut(inner, visit));
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub ty: Type,
    pub node: Node,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    Read(Place),
    /// A literal with a width of its own.
    Literal(u128),
    /// A number that takes its width from its neighbour.
    Bare(u128),
    /// `times * n + plus`, with the loop's variable n.
    Counter(i64, i64),
    Not(Box<Expr>),
    Negate(Box<Expr>),
    /// `all`, `any` or `xor`.
    Reduce(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `bit_cast`.
    Cast(Box<Expr>),
    ToSigned(Box<Expr>),
    ToUnsigned(Box<Expr>),
    Bit(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, Box<Expr>),
    Replace(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Converts a struct, an enumeration or a bit to bits.
    Into(Box<Expr>),
}

impl Expr {
    pub fn new(ty: Type, node: Node) -> Expr {
        Expr { ty, node }
    }

    pub fn read(place: Place) -> Expr {
        Expr::new(place.ty, Node::Read(place))
    }

    pub fn children(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Read(_) | Node::Literal(_) | Node::Bare(_) | Node::Counter(..) => vec![],
            Node::Not(a) | Node::Negate(a) | Node::Reduce(_, a) | Node::Cast(a) => vec![a],
            Node::ToSigned(a) | Node::ToUnsigned(a) | Node::Into(a) => vec![a],
            Node::Binary(_, a, b) | Node::Bit(a, b) | Node::Slice(a, b) => vec![a, b],
            Node::Replace(a, b, c) => vec![a, b, c],
        }
    }

    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut self.node {
            Node::Read(_) | Node::Literal(_) | Node::Bare(_) | Node::Counter(..) => vec![],
            Node::Not(a) | Node::Negate(a) | Node::Reduce(_, a) | Node::Cast(a) => vec![a],
            Node::ToSigned(a) | Node::ToUnsigned(a) | Node::Into(a) => vec![a],
            Node::Binary(_, a, b) | Node::Bit(a, b) | Node::Slice(a, b) => vec![a, b],
            Node::Replace(a, b, c) => vec![a, b, c],
        }
    }

    pub fn each_read<'a>(&'a self, visit: &mut dyn FnMut(&'a Place)) {
        if let Node::Read(place) = &self.node {
            visit(place);
        }
        self.children().into_iter().for_each(|child| child.each_read(visit));
    }

    /// Whether it depends on any signal; the writer evaluates all other expressions itself.
    pub fn varies(&self) -> bool {
        let mut varies = false;
        self.each_read(&mut |place| varies |= !matches!(place.name, Name::Constant(_)));
        varies
    }
}

/// The number of bits to count up to `count`.
pub fn clog2(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}

pub fn mask(width: usize) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

impl Circuit {
    pub fn top(&self) -> &Module {
        self.modules.last().expect("a circuit has a top")
    }

    pub fn width(&self, ty: Type) -> usize {
        match ty {
            Type::Bit => 1,
            Type::Bits(width) | Type::Signed(width) => width,
            Type::Enum(number) => clog2(self.enums[number]),
            Type::Struct(number) => self.structs[number].iter().map(|ty| self.width(*ty)).sum(),
        }
    }

    /// The inputs of a part, in order, without clocks.
    pub fn part_inputs(&self, kind: &Kind) -> Vec<(Name, Port)> {
        let one = |name, ty| (Name::Port(name), Port { ty, array: None });
        match kind {
            Kind::Register { ty, .. } => vec![one("d", *ty)],
            Kind::Ram { ty, address, .. } => vec![
                one("write_enable", Type::Bit),
                one("write_address", Type::Bits(*address)),
                one("write_data", *ty),
                one("read_address", Type::Bits(*address)),
            ],
            Kind::Rom { address, .. } | Kind::Table { address, .. } => vec![one("address", Type::Bits(*address))],
            Kind::Sub { module, .. } => {
                let ports = self.modules[*module].inputs.iter();
                ports.map(|(id, port)| (Name::In(*id), *port)).collect()
            }
        }
    }

    pub fn part_outputs(&self, kind: &Kind) -> Vec<(Name, Port)> {
        let one = |name, ty| (Name::Port(name), Port { ty, array: None });
        match kind {
            Kind::Register { ty, .. } => vec![one("q", *ty)],
            Kind::Ram { ty, .. } => vec![one("read_data", *ty)],
            Kind::Rom { ty, .. } | Kind::Table { ty, .. } => vec![one("data", *ty)],
            Kind::Sub { module, .. } => {
                let ports = self.modules[*module].outputs.iter();
                ports.map(|(id, port)| (Name::Out(*id), *port)).collect()
            }
        }
    }

    /// Removes the modules that no other module uses.
    pub fn drop_unused(&mut self) {
        let mut module = 0;
        while module + 1 < self.modules.len() {
            let holds = |part: &Part| matches!(part.kind, Kind::Sub { module: of, .. } if of == module);
            if self.modules.iter().any(|m| m.parts.values().any(holds)) {
                module += 1;
                continue;
            }
            self.modules.remove(module);
            for part in self.modules.iter_mut().flat_map(|m| m.parts.values_mut()) {
                if let Kind::Sub { module: of, .. } = &mut part.kind
                    && *of > module
                {
                    *of -= 1;
                }
            }
            // Modules that only the removed one used are now unused as well.
            module = 0;
        }
    }
}
