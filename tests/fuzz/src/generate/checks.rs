//! Random checks of a random circuit: registers and logic that see its ports.

use super::Generator;
use crate::ast::*;
use crate::properties::Checks;
use crate::random::Random;

/// A monitor sees the lowest 64 bits of a signal.
const WIDEST: usize = 64;
/// So that each kind of property is among them.
const PROPERTIES: usize = 6;

/// Checks of a circuit; `None` if it has other than one clock, or an input that an engine cannot set by a number.
pub fn checks(of: &Circuit) -> Option<Checks> {
    let top = of.top();
    let is_number = |port: &Port| match port.ty {
        Type::Bit => true,
        Type::Bits(width) => width <= WIDEST,
        // The derives of enumerations and structs are rust-hdl's.
        Type::Signed(_) | Type::Enum(_) | Type::Struct(_) => false,
    };
    if top.clocks != 1 || !top.inputs.values().all(is_number) {
        return None;
    }
    let ports = |letter: &'static str, ports: &std::collections::BTreeMap<usize, Port>| {
        let seen = ports.iter().filter(|(_, port)| is_number(port));
        seen.map(|(id, port)| (format!("{letter}{id}"), *port))
            .collect::<Vec<_>>()
    };
    let seen = [ports("i", &top.inputs), ports("o", &top.outputs)].concat();
    if seen.is_empty() {
        return None;
    }
    let mut generator = Generator {
        random: Random::new(!of.seed),
        palette: seen
            .iter()
            .map(|(_, port)| of.width(port.ty))
            .chain([1, 3, 8])
            .collect(),
        budget: 60,
        circuit: Circuit { modules: vec![], ..of.clone() },
    };
    let bit = Port { ty: Type::Bit, array: None };
    let mut module = Module {
        clocks: 1,
        inputs: seen.iter().map(|(_, port)| *port).enumerate().collect(),
        outputs: (0..PROPERTIES).map(|id| (id, bit)).collect(),
        ..Module::default()
    };
    for id in 0..generator.random.between(1, 3) {
        let ty = generator.ty();
        let kind = Kind::Register { ty, init: generator.value(ty) };
        let by_macro = generator.random.chance(80);
        module
            .parts
            .insert(id, Part { kind, array: None, clocks: vec![0], by_macro });
    }
    generator.body(&mut module, super::Style::Free);
    generator.circuit.modules.push(module);
    let seen = seen.into_iter().map(|(name, _)| name).enumerate().collect();
    Some(Checks { circuit: generator.circuit, seen })
}
