//! Proves that a circuit's Verilog and the netlist that the fast engine runs are the same: module by module, by yosys.
//!
//! ```text
//! module of console.v, parts as black boxes ───┐
//!                                              ├─> signals paired by name ──> yosys proves pair by pair
//! netlist of that module, printed as Verilog ──┘
//! ```
//!
//! [`compare`] takes a circuit from [`by_module`](crate::verilog::by_module); `tengen prove --netlist` and the tests call it. Each pair
//! of signals is proved separately, assuming that inputs and registers are equal. Initial values and clocks of registers are compared by
//! name.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt, fs,
};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::{
    netlist_text,
    solver::{call, reason},
};
use crate::{
    tools::Tools,
    verilog::{ByModule, ModuleNetlist},
};

/// The result of comparing a module's Verilog with its netlist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// All outputs and registers are equal for ever. Counts the pairs of bits that were proved.
    Same { pairs: usize },
    /// These differ.
    Different { signals: Vec<String> },
    /// It was not compared.
    Untried { reason: String },
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Found::Same { pairs } => write!(f, "proved, {pairs} signals"),
            Found::Different { signals } => write!(f, "differs in {}", signals.join(", ")),
            Found::Untried { reason } => write!(f, "not tried: {reason}"),
        }
    }
}

/// Larger memories take the solver too long.
const MOST_BITS_OF_A_MEMORY: usize = 3072;

const TEXT: &str = "text.v";
const NETLISTS: &str = "netlists.v";
/// Marks the start of a module in yosys' log.
const MARK: &str = "the module: ";

/// Compares the modules of a circuit's Verilog with their netlists.
///
/// # Errors
/// If yosys is missing or fails.
pub fn compare(tools: &Tools, circuit: &ByModule) -> Result<Vec<(String, Found)>> {
    let folder = tempfile::tempdir().context("cannot make a folder for the proof")?;
    let put =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).context("cannot write what is to be proved");
    let yosys = |commands: &str| {
        put("equal.ys", commands)?;
        let (succeeded, said) = call(tools.command("yosys")?.args(["-s", "equal.ys"]), folder.path())?;
        ensure!(succeeded, "yosys refuses the modules: {}", reason(&said));
        Ok(said)
    };
    let read = |name: &str| -> Result<Design> {
        let text = fs::read_to_string(folder.path().join(name)).with_context(|| format!("yosys wrote no {name}"))?;
        serde_json::from_str(&text).with_context(|| format!("what yosys wrote to {name} is not understood"))
    };
    let modules = circuit.modules.iter();
    let comparable = modules.filter_map(|(name, netlist)| Some((name.as_str(), netlist.as_ref().ok()?)));
    let tried: Vec<(&str, &ModuleNetlist)> = comparable.filter(|(_, netlist)| obstacle(netlist).is_none()).collect();
    let printed = tried.iter().map(|(name, netlist)| netlist_text::text(name, netlist));
    put(TEXT, &circuit.text)?;
    put(NETLISTS, &printed.collect::<String>())?;
    yosys(&read_script(&tried))?;
    let (texts, netlists) = (read("texts.json")?, read("netlists.json")?);

    let mut script = load_script();
    let mut differences = BTreeMap::new();
    for (name, netlist) in &tried {
        let pair = [texts.module(name)?, netlists.module(name)?];
        let mut found = ports(&texts, pair[0], netlist)?;
        // equiv_make refuses modules with different ports.
        if found.is_empty() {
            put(&format!("{name}.names"), &aliases(pair).join("\n"))?;
            script += &proof_script(name, netlist);
            found = registers(pair);
        }
        differences.insert(*name, found);
    }
    let log = yosys(&script)?;
    let mut judged = judged(&log);
    let found = circuit.modules.iter().map(|(name, netlist)| {
        let untried = match netlist {
            Err(error) => Some(error.root_cause().to_string()),
            Ok(netlist) => obstacle(netlist),
        };
        let differences = differences.remove(name.as_str()).unwrap_or_default();
        let found = match (untried, judged.remove(name.as_str())) {
            (Some(reason), _) => Found::Untried { reason },
            (None, Some(judged)) => judged.with(differences),
            (None, None) if !differences.is_empty() => Found::Different { signals: differences },
            (None, None) => bail!("yosys says nothing of {name}"),
        };
        Ok((name.clone(), found))
    });
    found.collect()
}

impl Found {
    /// With more differences.
    fn with(self, more: Vec<String>) -> Found {
        match self {
            Found::Different { signals } => Found::Different { signals: [signals, more].concat() },
            _ if !more.is_empty() => Found::Different { signals: more },
            found => found,
        }
    }
}

/// The reason why a module cannot be compared.
fn obstacle(module: &ModuleNetlist) -> Option<String> {
    let memories = &module.netlist.memories;
    if memories.len() > 1 {
        return Some("a memory of words wider than 64 bits, or of two reads".into());
    }
    let nodes = &module.netlist.nodes;
    if memories
        .iter()
        .any(|memory| memory.words.len() < 1 << nodes[memory.address as usize].width)
    {
        return Some("addresses beyond the words are left open in Verilog".into());
    }
    let bits: usize = memories
        .iter()
        .map(|memory| memory.words.len() * nodes[memory.data as usize].width)
        .sum();
    if bits > MOST_BITS_OF_A_MEMORY {
        return Some(format!("a memory of {bits} bits"));
    }
    let open = memories
        .iter()
        .any(|memory| memory.write.is_some_and(|write| write.reads));
    open.then(|| "a word that is written while it is read is left open in Verilog".into())
}

/// The commands that read both texts, and write them as JSON and as RTLIL.
fn read_script(tried: &[(&str, &ModuleNetlist)]) -> String {
    let mut commands = String::new();
    for (file, kept) in [(TEXT, "texts"), (NETLISTS, "netlists")] {
        commands += &format!("read_verilog {file}\nproc -norom\n");
        for (name, _) in tried.iter().filter(|(_, netlist)| netlist.is_memory) {
            // Each word becomes a register.
            commands += &format!("memory_collect {name}\nmemory_map {name}\n");
        }
        commands += &format!("opt_clean\nwrite_json {kept}.json\nwrite_rtlil {kept}.il\n");
        if file == TEXT {
            commands += "blackbox =*\nwrite_rtlil boxes.il\n";
        }
        commands += "design -reset\n";
    }
    commands
}

/// The commands that load the RTLIL of [`read_script`].
fn load_script() -> String {
    let kept = ["boxes", "texts", "netlists"];
    kept.map(|kept| format!("read_rtlil {kept}.il\ndesign -save {kept}\ndesign -reset\n"))
        .concat()
}

/// The commands that prove a module.
fn proof_script(name: &str, netlist: &ModuleNetlist) -> String {
    // `expose -evert` turns the connections of the parts into ports.
    let mut commands = format!(
        "log {MARK}{name}\ndesign -load boxes\ndesign -copy-from texts -as text {name}\n\
         design -copy-from netlists -as netlist {name}\nexpose -evert text/c:* text/t:$* %d\n"
    );
    // A buffer keeps an output apart from a signal of the same wire. A memory's output is its own register, which needs none.
    if !netlist.is_memory {
        commands += "iopadmap -bits -outpad $_BUF_ A:Y text netlist\n";
    }
    commands += &format!("equiv_make -blacklist {name}.names text netlist both\n");
    commands + "cd both\nequiv_simple\nequiv_induct\nequiv_status\ncd ..\n"
}

/// The results in yosys' log, by module.
///
/// ```text
/// Found 12 $equiv cells in both:
///   Of those cells 11 are proven and 1 are unproven.
///   Unproven $equiv $auto$equiv_make.cc:301:find_same_wires$96: \data_gold [0] \data_gate [0]
/// ```
fn judged(said: &str) -> BTreeMap<&str, Found> {
    let mut found = BTreeMap::new();
    for piece in said.split(MARK).skip(1) {
        let name = piece.split_whitespace().next().unwrap_or_default();
        let Some((_, status)) = piece.rsplit_once("$equiv cells in both:") else {
            continue;
        };
        let number = |word: &str| -> Option<usize> {
            let before = status.split_once(word)?.0;
            before.split_whitespace().next_back()?.parse().ok()
        };
        let (Some(pairs), Some(unproved)) = (number("are proven"), number("are unproven")) else {
            continue;
        };
        let signals = status.lines().filter_map(|line| {
            let (_, pair) = line.trim().strip_prefix("Unproven $equiv ")?.split_once(": ")?;
            let signal = pair.split_whitespace().next()?;
            Some(signal.trim_start_matches('\\').trim_end_matches("_gold").to_string())
        });
        let mut signals: Vec<String> = signals.collect();
        // yosys prints a line for each bit.
        signals.dedup();
        let judged = match unproved {
            0 => Found::Same { pairs },
            _ => Found::Different { signals },
        };
        found.insert(name, judged);
    }
    found
}

/// The part of yosys' JSON that is compared here.
#[derive(Deserialize)]
struct Design {
    modules: BTreeMap<String, Module>,
}

#[derive(Deserialize)]
struct Module {
    ports: BTreeMap<String, Port>,
    cells: BTreeMap<String, Cell>,
    netnames: BTreeMap<String, Net>,
}

#[derive(Deserialize)]
struct Port {
    direction: String,
    bits: Vec<NetBit>,
}

#[derive(Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    connections: BTreeMap<String, Vec<NetBit>>,
    #[serde(default)]
    port_directions: BTreeMap<String, String>,
    parameters: BTreeMap<String, serde_json::Value>,
}

#[derive(Deserialize)]
struct Net {
    bits: Vec<NetBit>,
    #[serde(default)]
    attributes: BTreeMap<String, serde_json::Value>,
}

/// A wire's number, or a constant.
#[derive(Deserialize, PartialEq)]
#[serde(untagged)]
enum NetBit {
    Wire(u64),
    Constant(String),
}

impl NetBit {
    fn wire(&self) -> Option<u64> {
        match self {
            NetBit::Wire(number) => Some(*number),
            NetBit::Constant(_) => None,
        }
    }
}

impl Design {
    fn module(&self, name: &str) -> Result<&Module> {
        let found = self.modules.get(name);
        found.with_context(|| format!("yosys has no module {name}"))
    }
}

/// Names that must not be paired because another paired name has the same wires. equiv_make merges all names of a wire, so a fault
/// between two of them would become a combinational loop, which has no solution, and everything would be proved.
///
/// Registers have precedence. Outputs are not concerned: they are behind buffers.
fn aliases(pair: [&Module; 2]) -> Vec<String> {
    // Outputs of the parts become inputs of the module.
    let entering = |module: &Module| -> BTreeSet<u64> {
        let inputs = module.ports.values().filter(|port| port.direction == "input");
        let parts = module.cells.values().filter(|cell| !cell.kind.starts_with('$'));
        let answers = parts.flat_map(|part| {
            let directions = &part.port_directions;
            let outputs = part.connections.iter();
            outputs.filter(|(port, _)| directions.get(*port).is_some_and(|direction| direction == "output"))
        });
        let bits = inputs.map(|port| &port.bits).chain(answers.map(|(_, bits)| bits));
        bits.flatten().filter_map(NetBit::wire).collect()
    };
    let mut taken = pair.map(entering);
    let held = pair.map(held_in);
    let is_register = |name: &str| held.iter().all(|held| held.contains_key(name));
    let names = pair[0]
        .netnames
        .keys()
        .filter(|name| !name.starts_with('$') && !pair[0].ports.contains_key(*name));
    let (registers, others): (Vec<&String>, Vec<&String>) = names.partition(|name| is_register(name));
    let mut aliases = vec![];
    for name in registers.into_iter().chain(others) {
        let Some(other) = pair[1].netnames.get(name) else {
            continue;
        };
        let wires = [&pair[0].netnames[name], other].map(|net| net.bits.iter().map(NetBit::wire).collect::<Vec<_>>());
        let free = wires.iter().zip(&taken).all(|(wires, taken)| {
            let own: BTreeSet<&Option<u64>> = wires.iter().collect();
            own.len() == wires.len() && wires.iter().all(|wire| wire.is_some_and(|wire| !taken.contains(&wire)))
        });
        if !free {
            aliases.push(name.clone());
            continue;
        }
        for (taken, wires) in taken.iter_mut().zip(wires) {
            taken.extend(wires.into_iter().flatten());
        }
    }
    aliases
}

/// The ports that differ, including those of the parts.
fn ports(texts: &Design, text: &Module, netlist: &ModuleNetlist) -> Result<Vec<String>> {
    let mut expected: BTreeMap<String, (bool, usize)> = BTreeMap::new();
    for (port, Port { direction, bits }) in &text.ports {
        expected.insert(port.clone(), (direction == "input", bits.len()));
    }
    for (instance, cell) in text.cells.iter().filter(|(_, cell)| !cell.kind.starts_with('$')) {
        for (port, Port { direction, bits }) in &texts.module(&cell.kind)?.ports {
            expected.insert(format!("{instance}.{port}"), (direction == "output", bits.len()));
        }
    }
    let found = netlist.ports.iter();
    let found: BTreeMap<String, (bool, usize)> = found
        .map(|port| (port.name.clone(), (port.is_input, port.width)))
        .collect();
    let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    let differ = names.into_iter().filter(|name| expected.get(*name) != found.get(*name));
    Ok(differ.cloned().collect())
}

/// The registers that differ in their initial value or clock, or that only one of the two has.
fn registers(pair: [&Module; 2]) -> Vec<String> {
    let [expected, found] = pair.map(held_in);
    let mut different = vec![];
    let mut compared = [BTreeSet::new(), BTreeSet::new()];
    for (name, expected) in &expected {
        let Some(found) = found.get(name) else {
            continue;
        };
        let alike = |(one, other): (&Held, &Held)| (one.first, &one.clock) == (other.first, &other.clock);
        if expected.len() != found.len() || !expected.iter().zip(found).all(alike) {
            different.push(format!("the first value or the clock of {name}"));
        }
        for (compared, held) in compared.iter_mut().zip([expected, found]) {
            compared.extend(held.iter().map(|held| held.wire));
        }
    }
    for (registers, compared) in [&expected, &found].into_iter().zip(compared) {
        let unpaired = registers
            .iter()
            .filter(|(_, bits)| bits.iter().any(|bit| !compared.contains(&bit.wire)));
        different.extend(unpaired.map(|(name, _)| format!("the register {name}")));
    }
    different.dedup();
    different
}

/// A bit of a register.
struct Held<'a> {
    wire: u64,
    /// The initial value as yosys writes it: 0, 1 or x.
    first: char,
    clock: Clock<'a>,
}

/// The clock of a register.
#[derive(Clone, PartialEq)]
struct Clock<'a> {
    /// The input ports that it is connected to.
    ports: Vec<&'a str>,
    rising: bool,
}

/// The bits of every signal that is a register, by its names, the lowest bit first.
fn held_in(module: &Module) -> BTreeMap<&str, Vec<Held<'_>>> {
    let mut clocks: BTreeMap<u64, Clock> = BTreeMap::new();
    for cell in module.cells.values() {
        if let (Some(q), Some(clock)) = (cell.connections.get("Q"), cell.connections.get("CLK")) {
            let inputs = module.ports.iter().filter(|(_, port)| port.direction == "input");
            let ports = inputs.filter(|(_, port)| port.bits.contains(&clock[0]));
            let ports = ports.map(|(name, _)| name.as_str()).collect();
            // For a rising edge yosys writes 1: in 32 bits for a word of a memory, in one bit for any other register.
            let edge = cell.parameters.get("CLK_POLARITY").and_then(|edge| edge.as_str());
            let clock = Clock { ports, rising: edge.is_some_and(|edge| edge.ends_with('1')) };
            let wires = q.iter().filter_map(NetBit::wire);
            clocks.extend(wires.map(|wire| (wire, clock.clone())));
        }
    }
    let mut first: BTreeMap<u64, char> = BTreeMap::new();
    for net in module.netnames.values() {
        let value = net.attributes.get("init").and_then(|value| value.as_str());
        let bits = net.bits.iter().zip(value.unwrap_or_default().chars().rev());
        first.extend(bits.filter_map(|(bit, value)| Some((bit.wire()?, value))));
    }
    let held = |bit: &NetBit| {
        let wire = bit.wire()?;
        let clock = clocks.get(&wire)?.clone();
        Some(Held { wire, first: first.get(&wire).copied().unwrap_or('x'), clock })
    };
    let names = module.netnames.iter().filter(|(name, _)| !name.starts_with('$'));
    let held = names.filter_map(|(name, net)| {
        let bits: Option<Vec<Held>> = net.bits.iter().map(held).collect();
        Some((name.as_str(), bits?))
    });
    held.collect()
}

#[cfg(all(test, feature = "eda"))]
mod tests {
    use super::*;
    use crate::library::{
        memory::{DualPortRam, SmallRam},
        uart::UartTransmitter,
    };
    use crate::verilog::by_module;
    use crate::{Circuit, kernel};
    use rust_hdl::prelude::*;
    use tengen_sim::fast::Op;

    fn found(circuit: &ByModule) -> BTreeMap<String, String> {
        let found = compare(&Tools::find(), circuit).unwrap();
        found
            .into_iter()
            .map(|(name, found)| (name, found.to_string()))
            .collect()
    }

    /// A part of the text, what is put in its place, the module, and what is said of it.
    const FAULTS: [(&str, &str, &str, &str); 8] = [
        ("tick & rest", "tick | rest", "baud_generator", "phase_d"),
        ("bits_q >> 1", "bits_q >> 2", "uart", "bits_d"),
        ("tx = level_q", "tx = !level_q", "uart", "tx"),
        // What a part is given.
        ("baud_rest = !left", "baud_rest = left", "uart", "baud.rest"),
        (
            "level_q = 1'b1",
            "level_q = 1'b0",
            "uart",
            "the first value or the clock of level_q",
        ),
        (
            "@(posedge clock) begin",
            "@(posedge strobe) begin",
            "uart",
            "the first value or the clock of bits_q",
        ),
        (
            "@(posedge clock) begin",
            "@(negedge clock) begin",
            "uart",
            "the first value or the clock of bits_q",
        ),
        (
            "output wire       busy",
            "output wire [1:0] busy",
            "uart",
            "differs in busy",
        ),
    ];

    fn transmitter() -> ByModule {
        by_module(&mut <UartTransmitter>::default(), "uart").unwrap()
    }

    #[test]
    fn a_fault_in_the_text_is_found() {
        let said = found(&transmitter());
        assert!(said.values().all(|said| said.starts_with("proved, ")), "{said:?}");
        for (right, wrong, module, expected) in FAULTS {
            let ByModule { text, modules } = transmitter();
            assert!(text.contains(right), "{right}: {text}");
            let said = found(&ByModule { text: text.replacen(right, wrong, 1), modules });
            let (said, others) = (&said[module], said.iter().filter(|(name, _)| *name != module));
            assert!(
                said.starts_with("differs in ") && said.contains(expected),
                "{wrong}: {said}"
            );
            assert!(
                others.into_iter().all(|(_, said)| said.starts_with("proved")),
                "{wrong}"
            );
        }
    }

    #[test]
    fn a_fault_in_any_operator_of_the_netlist_is_found() {
        let nodes = |circuit: &mut ByModule| {
            circuit
                .modules
                .last_mut()
                .unwrap()
                .1
                .as_mut()
                .unwrap()
                .netlist
                .nodes
                .clone()
        };
        let mut tried = 0;
        for (place, node) in nodes(&mut transmitter()).into_iter().enumerate() {
            let other = match node.op {
                Op::And(a, b) => Op::Or(a, b),
                Op::Or(a, b) => Op::And(a, b),
                Op::Select(test, a, b) => Op::Select(test, b, a),
                Op::Not(a) => Op::Extend(a),
                Op::Any(a) => Op::Parity(a),
                Op::ShiftRight(a, b) => Op::ShiftLeft(a, b),
                _ => continue,
            };
            let mut circuit = transmitter();
            circuit.modules.last_mut().unwrap().1.as_mut().unwrap().netlist.nodes[place].op = other;
            let said = found(&circuit);
            assert!(said["uart"].starts_with("differs in "), "{other:?}: {said:?}");
            tried += 1;
        }
        assert!(tried >= 8, "{tried}");
    }

    /// Two names of one wire: the output is the input.
    #[derive(Circuit)]
    struct Through {
        given: Signal<In, Bit>,
        same: Signal<Out, Bit>,
    }

    #[kernel]
    impl Logic for Through {
        fn update(&mut self) {
            same = given;
        }
    }

    #[test]
    fn a_fault_between_two_names_of_a_wire_is_found() {
        let ByModule { text, modules } = by_module(&mut Through::default(), "through").unwrap();
        assert_eq!(
            found(&ByModule { text: text.clone(), modules })["through"],
            "proved, 1 signals"
        );
        let ByModule { modules, .. } = by_module(&mut Through::default(), "through").unwrap();
        let faulty = ByModule { text: text.replacen("same = given", "same = !given", 1), modules };
        assert_eq!(found(&faulty)["through"], "differs in same");
    }

    #[test]
    fn a_small_memory_is_compared_word_by_word_and_a_large_one_is_not_tried() {
        let ram = || {
            by_module(
                &mut DualPortRam::<Bits<3>, 4>::new([Bits::from(1), Bits::from(2)]),
                "ram",
            )
            .unwrap()
        };
        let said = &found(&ram())["ram"];
        assert!(said.starts_with("proved, "), "{said}");
        let ByModule { text, modules } = ram();
        let other = found(&ByModule { text: text.replacen("words[1] = 3'h2", "words[1] = 3'h3", 1), modules });
        assert_eq!(other["ram"], "differs in the first value or the clock of words[1]");
        let large = found(&by_module(&mut DualPortRam::<Bits<8>, 10>::default(), "ram").unwrap());
        assert_eq!(large["ram"], "not tried: a memory of 8192 bits");
    }

    /// Its words are registers of the netlist.
    #[test]
    fn a_memory_without_an_output_register_is_compared_with_its_clock() {
        let ram = || by_module(&mut SmallRam::<Bits<3>, 4>::new([Bits::from(1), Bits::from(2)]), "ram").unwrap();
        let said = &found(&ram())["ram"];
        assert!(said.starts_with("proved, "), "{said}");
        for (right, wrong) in [("words[1] = 3'h2", "words[1] = 3'h3"), ("posedge", "negedge")] {
            let ByModule { text, modules } = ram();
            assert_eq!(text.matches(right).count(), 1, "{text}");
            let said = &found(&ByModule { text: text.replace(right, wrong), modules })["ram"];
            assert!(said.contains("the first value or the clock of words[1]"), "{said}");
        }
    }
}
