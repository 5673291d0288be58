//! Random circuits: accepted by the writer, without combinational loops, and never out of range when they run.
//!
//! A kernel is generated from top to bottom, and `Scope` knows what may be read and written at each point:
//!
//! ```text
//! default of a signal           then it may be read, and assigned again under conditions
//! inputs of a part, in order    then its outputs may be read: so no signal ever depends on itself
//! ```

mod checks;
mod expressions;
mod locals;
mod modules;
mod places;
mod statements;
#[cfg(test)]
mod tests;

pub use checks::checks;

use crate::ast::*;
use crate::random::Random;

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
}
