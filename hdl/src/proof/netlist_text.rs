//! Prints the netlist of one module as Verilog, a line for each value, for [`compare`](super::equivalence::compare).
//!
//! It shares no code with the Verilog writer, so a fault in either shows when the two texts are compared.
//!
//! ```text
//! module walker (\clock , \step , \place );
//! wire [3:0] n7 = n5 + n6;                                a value, by its number
//! reg [3:0] \state_q ; initial \state_q = 4'h0;           a register has the name that the product gives it
//! always @(posedge n0) \state_q <= n9;
//! ```

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use tengen_sim::fast::{Id, Netlist, Op, Register};

use crate::verilog::{ModuleNetlist, ModulePort};

/// The widest word of a netlist.
const WORD: usize = u64::BITS as usize;

/// The module's text.
pub fn text(module: &str, circuit: &ModuleNetlist) -> String {
    let ModuleNetlist { ports, netlist, .. } = circuit;
    let names: Vec<String> = ports.iter().map(|port| escaped(&port.name)).collect();
    let mut out = format!("module {module} ({});\n", names.join(", "));
    for ModulePort { name, is_input, width } in ports {
        let direction = if *is_input { "input" } else { "output" };
        let _ = writeln!(out, "{direction} {}{};", range(*width), escaped(name));
    }
    let registers = named_registers(netlist);
    declare(&mut out, circuit, &registers);
    for id in 0..netlist.nodes.len() {
        value(&mut out, circuit, id as Id, &registers);
    }
    clocked(&mut out, netlist, &registers);
    memories(&mut out, circuit);
    for (number, ModulePort { name, .. }) in ports.iter().enumerate().filter(|(_, port)| !port.is_input) {
        let words = netlist.outputs.range((number, 0)..(number + 1, 0));
        let words: Vec<Id> = words.map(|(_, id)| *id).collect();
        if answers(circuit, &words).is_some() {
            continue;
        }
        let _ = writeln!(out, "assign {} = {};", escaped(name), joined(&words));
    }
    // Names of other values, so that the comparison can pair more signals than ports and registers.
    let mut taken: BTreeSet<&str> = ports.iter().map(|port| port.name.as_str()).collect();
    taken.extend(registers.values().map(|(name, _)| name.as_str()));
    for (path, words) in &netlist.names {
        let name = in_module(path);
        if !taken.contains(name.as_str()) {
            let width = words.iter().map(|word| netlist.nodes[*word as usize].width).sum();
            let _ = writeln!(out, "wire {}{} = {};", range(width), escaped(&name), joined(words));
        }
    }
    out + "endmodule\n"
}

/// The name in the module's Verilog of the signal at this path.
fn in_module(path: &str) -> String {
    path.replace('.', "_")
}

fn escaped(name: &str) -> String {
    format!("\\{name} ")
}

fn range(width: usize) -> String {
    format!("[{}:0] ", width - 1)
}

/// Words side by side, of which the first is the lowest.
fn joined(words: &[Id]) -> String {
    let words: Vec<String> = words.iter().rev().map(|id| format!("n{id}")).collect();
    format!("{{{}}}", words.join(", "))
}

/// For each register of the netlist its name in the product, and its lowest bit there: a wide register is several in the netlist.
fn named_registers(netlist: &Netlist) -> BTreeMap<u32, (String, usize)> {
    let mut found = BTreeMap::new();
    let is_register = |path: &str| path.contains('.') || path.ends_with(']');
    for (path, words) in netlist.names.iter().filter(|(path, _)| is_register(path)) {
        let mut low = 0;
        for word in words {
            let node = netlist.nodes[*word as usize];
            if let Op::Register(number) = node.op {
                found.entry(number).or_insert((in_module(path), low));
            }
            low += node.width;
        }
    }
    found
}

/// A register in an expression.
fn register(netlist: &Netlist, number: u32, names: &BTreeMap<u32, (String, usize)>) -> String {
    let width = netlist.nodes[netlist.registers[number as usize].q as usize].width;
    match names.get(&number) {
        Some((name, low)) => format!("{}[{}:{low}]", escaped(name), low + width - 1),
        None => format!("r{number}"),
    }
}

/// The line of a value.
fn value(out: &mut String, circuit: &ModuleNetlist, id: Id, registers: &BTreeMap<u32, (String, usize)>) {
    let netlist = &circuit.netlist;
    let node = netlist.nodes[id as usize];
    let width_of = |id: Id| netlist.nodes[id as usize].width;
    let width = node.width;
    let slice = |name: &str, whole: usize, low: usize| match whole {
        whole if whole == width => name.to_string(),
        _ => format!("{name}[{}:{low}]", low + width - 1),
    };
    let right = match node.op {
        Op::Constant(value) => format!("{width}'h{value:x}"),
        Op::Input(port, word) => {
            let ModulePort { name, width: whole, .. } = &circuit.ports[port as usize];
            slice(&escaped(name), *whole, word as usize * WORD)
        }
        Op::Register(number) => register(netlist, number, registers),
        Op::Memory(number) => held_in(circuit, number),
        Op::Answer(..) => unreachable!("a module netlist has no stand-ins"),
        Op::Not(a) => format!("~n{a}"),
        Op::Negate(a) => format!("-n{a}"),
        Op::All(a) => format!("&n{a}"),
        Op::Any(a) => format!("|n{a}"),
        Op::Parity(a) => format!("^n{a}"),
        Op::Add(a, b) => format!("n{a} + n{b}"),
        Op::Subtract(a, b) => format!("n{a} - n{b}"),
        Op::Multiply(a, b) => format!("n{a} * n{b}"),
        Op::And(a, b) => format!("n{a} & n{b}"),
        Op::Or(a, b) => format!("n{a} | n{b}"),
        Op::Xor(a, b) => format!("n{a} ^ n{b}"),
        Op::ShiftLeft(a, b) => format!("n{a} << n{b}"),
        Op::ShiftRight(a, b) => format!("n{a} >> n{b}"),
        Op::Equal(a, b) => format!("n{a} == n{b}"),
        Op::Less(a, b) => format!("n{a} < n{b}"),
        Op::Select(test, a, b) => format!("n{test} ? n{a} : n{b}"),
        Op::Slice(a, low) => slice(&format!("n{a}"), width_of(a), low as usize),
        Op::Extend(a) if width_of(a) == width => format!("n{a}"),
        Op::Extend(a) => format!("{{{}'h0, n{a}}}", width - width_of(a)),
        Op::Join(a, b) => format!("{{n{a}, n{b}}}"),
        Op::Look(table, a) => {
            let _ = writeln!(out, "reg {}n{id};\nalways @(*) case (n{a})", range(width));
            let places = (1_u128 << width_of(a)).min(u128::from(u32::MAX)) as usize;
            for (place, word) in netlist.tables[table as usize].iter().enumerate().take(places) {
                let _ = writeln!(out, "{}'h{place:x}: n{id} = {width}'h{word:x};", width_of(a));
            }
            let _ = writeln!(out, "default: n{id} = {width}'h0;\nendcase");
            return;
        }
    };
    let _ = writeln!(out, "wire {}n{id} = {right};", range(width));
}

/// Declares registers and memories. Registers with the same name are parts of one.
fn declare(out: &mut String, circuit: &ModuleNetlist, names: &BTreeMap<u32, (String, usize)>) {
    let netlist = &circuit.netlist;
    let mut widths: BTreeMap<&str, usize> = BTreeMap::new();
    for (number, register) in netlist.registers.iter().enumerate() {
        let width = netlist.nodes[register.q as usize].width;
        match names.get(&(number as u32)) {
            Some((name, low)) => {
                let whole = widths.entry(name).or_default();
                *whole = (*whole).max(low + width);
            }
            None => {
                let _ = writeln!(out, "reg {}r{number};", range(width));
            }
        }
    }
    for (name, width) in &widths {
        let _ = writeln!(out, "reg {}{};", range(*width), escaped(name));
    }
    for (number, memory) in netlist.memories.iter().enumerate() {
        let range = range(netlist.nodes[memory.data as usize].width);
        let (words, last) = (words_of(number), memory.words.len() - 1);
        let held = held_in(circuit, number as u32);
        let _ = writeln!(out, "reg {range}{words} [0:{last}];\nreg {range}{held};");
    }
}

/// The memory whose output register a port of these words is.
fn answers(circuit: &ModuleNetlist, words: &[Id]) -> Option<u32> {
    match *words {
        [word] => match circuit.netlist.nodes[word as usize].op {
            Op::Memory(number) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// The output register of a memory. In the product it is the module's output port.
fn held_in(circuit: &ModuleNetlist, memory: u32) -> String {
    let outputs = &circuit.netlist.outputs;
    let output = outputs.iter().find(|((port, word), id)| {
        let whole = *word == 0 && !outputs.contains_key(&(*port, 1));
        whole && answers(circuit, &[**id]) == Some(memory)
    });
    output.map_or(format!("m{memory}"), |((port, _), _)| {
        escaped(&circuit.ports[*port].name)
    })
}

/// The name of a memory's words in the product, which has one memory a module.
fn words_of(memory: usize) -> String {
    if memory == 0 { "words".to_string() } else { format!("words{memory}") }
}

fn clocked(out: &mut String, netlist: &Netlist, names: &BTreeMap<u32, (String, usize)>) {
    for (number, Register { q, d, initial, clock }) in netlist.registers.iter().enumerate() {
        let place = register(netlist, number as u32, names);
        let width = netlist.nodes[*q as usize].width;
        let _ = writeln!(
            out,
            "initial {place} = {width}'h{initial:x};\nalways @(posedge n{clock}) {place} <= n{d};"
        );
    }
}

fn memories(out: &mut String, circuit: &ModuleNetlist) {
    let netlist = &circuit.netlist;
    for (number, memory) in netlist.memories.iter().enumerate() {
        let width = netlist.nodes[memory.data as usize].width;
        let (words, last) = (words_of(number), memory.words.len() - 1);
        let held = held_in(circuit, number as u32);
        let _ = writeln!(out, "initial begin\n{held} = {width}'h{:x};", memory.initial);
        for (place, word) in memory.words.iter().enumerate() {
            let _ = writeln!(out, "{words}[{place}] = {width}'h{word:x};");
        }
        let _ = writeln!(out, "end\nalways @(posedge n{}) begin", memory.clock);
        let there = |address: Id| format!("{{1'b0, n{address}}} <= {last}");
        let mut read = there(memory.address);
        if let Some(write) = memory.write {
            let _ = writeln!(
                out,
                "if (n{} && {}) {words}[n{}] <= n{};",
                write.enable,
                there(write.address),
                write.address,
                write.data
            );
            if !write.reads {
                let _ = write!(read, " && !n{}", write.enable);
            }
        }
        let _ = writeln!(out, "if ({read}) {held} <= {words}[n{}];\nend", memory.address);
    }
}
