//! Proves that a circuit's Verilog and the netlist that the fast engine runs are the same: module by module, by yosys.
//!
//! ```text
//! console.v ── module ──> its parts' ports become its own ──┐
//!                                                           ├─> pairs of equal names ──> a solver, pair by pair
//! netlist ──── printed, a line for each value ──────────────┘
//! ```
//!
//! Pairs are proved one at a time, from equal inputs, registers and other pairs, so nothing large is ever solved. First values and
//! clocks of registers are compared by name.

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
    verilog::{Alone, Apart},
};

/// What was found of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// That many pairs of signals are equal for ever, all outputs among them.
    Same { pairs: usize },
    /// These differ.
    Different { signals: Vec<String> },
    /// It was not tried, for this reason.
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

/// A larger memory has too many words for a solver. The text of its kind is proved where it is smaller.
const MOST_BITS_OF_A_MEMORY: usize = 3072;

const TEXT: &str = "text.v";
const NETLISTS: &str = "netlists.v";
/// Begins what yosys says of a module.
const MARK: &str = "the module: ";

/// Compares the modules of a circuit's Verilog with their netlists.
///
/// # Errors
/// If yosys is missing or fails.
pub fn compare(tools: &Tools, circuit: &Apart) -> Result<Vec<(String, Found)>> {
    let Apart { text, modules } = circuit;
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
    let tried: Vec<(&str, &Alone)> = modules
        .iter()
        .filter_map(|(name, alone)| match alone {
            Ok(alone) if why_not(alone).is_none() => Some((name.as_str(), alone)),
            _ => None,
        })
        .collect();
    let printed = tried.iter().map(|(name, alone)| netlist_text::text(name, alone));
    put(TEXT, text)?;
    put(NETLISTS, &printed.collect::<String>())?;
    yosys(&reading(&tried))?;
    let (texts, netlists) = (read("texts.json")?, read("netlists.json")?);

    let mut proving = taking_up();
    let mut apart = BTreeMap::new();
    for (name, alone) in &tried {
        let pair = [texts.module(name)?, netlists.module(name)?];
        let mut differences = ports(&texts, pair[0], alone)?;
        // yosys compares what has the same ports.
        if differences.is_empty() {
            put(&format!("{name}.names"), &twice(pair).join("\n"))?;
            proving += &proof(name, alone);
            differences = registers(pair);
        }
        apart.insert(*name, differences);
    }
    let said = yosys(&proving)?;
    let mut judged = judged(&said);
    let found = modules.iter().map(|(name, alone)| {
        let untried = match alone {
            Err(error) => Some(error.root_cause().to_string()),
            Ok(alone) => why_not(alone),
        };
        let apart = apart.remove(name.as_str()).unwrap_or_default();
        let found = match (untried, judged.remove(name.as_str())) {
            (Some(reason), _) => Found::Untried { reason },
            (None, Some(judged)) => judged.with(apart),
            (None, None) if !apart.is_empty() => Found::Different { signals: apart },
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

/// Why a module cannot be tried.
fn why_not(alone: &Alone) -> Option<String> {
    let memories = &alone.netlist.memories;
    if memories.len() > 1 {
        return Some("a memory of words wider than 64 bits".into());
    }
    let nodes = &alone.netlist.nodes;
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

/// The commands that read both, and write what they hold.
fn reading(tried: &[(&str, &Alone)]) -> String {
    let mut commands = String::new();
    for (file, kept) in [(TEXT, "texts"), (NETLISTS, "netlists")] {
        commands += &format!("read_verilog {file}\nproc -norom\n");
        for (name, _) in tried.iter().filter(|(_, alone)| alone.is_memory) {
            // A memory becomes registers, a word each.
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

/// The commands that take up what was read.
fn taking_up() -> String {
    let kept = ["boxes", "texts", "netlists"];
    kept.map(|kept| format!("read_rtlil {kept}.il\ndesign -save {kept}\ndesign -reset\n"))
        .concat()
}

/// The commands that prove a module.
fn proof(name: &str, alone: &Alone) -> String {
    // The parts are outside: what is connected to them becomes ports.
    let mut commands = format!(
        "log {MARK}{name}\ndesign -load boxes\ndesign -copy-from texts -as text {name}\n\
         design -copy-from netlists -as netlist {name}\nexpose -evert text/c:* text/t:$* %d\n"
    );
    // The output of a memory is its register.
    if !alone.is_memory {
        commands += "iopadmap -bits -outpad $_BUF_ A:Y text netlist\n";
    }
    commands += &format!("equiv_make -blacklist {name}.names text netlist both\n");
    commands + "cd both\nequiv_simple\nequiv_induct\nequiv_status\ncd ..\n"
}

/// What yosys says of each module.
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
        // A line tells of a bit.
        signals.dedup();
        let judged = match unproved {
            0 => Found::Same { pairs },
            _ => Found::Different { signals },
        };
        found.insert(name, judged);
    }
    found
}

/// What yosys writes of a design.
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

/// The names of a module that must not be paired, because another one has the same wires. yosys takes all names of a wire for one,
/// and a fault between two of them would look like a loop, of which anything can be proved.
///
/// Registers come first. Outputs are no matter: they are behind buffers.
fn twice(pair: [&Module; 2]) -> Vec<String> {
    // What comes from a part enters the module, as an input does.
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
    let registers = pair.map(Registers::of);
    let is_register = |name: &str| registers.iter().all(|registers| registers.named.contains_key(name));
    let names = pair[0]
        .netnames
        .keys()
        .filter(|name| !name.starts_with('$') && !pair[0].ports.contains_key(*name));
    let (registers, others): (Vec<&String>, Vec<&String>) = names.partition(|name| is_register(name));
    let mut twice = vec![];
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
            twice.push(name.clone());
            continue;
        }
        for (taken, wires) in taken.iter_mut().zip(wires) {
            taken.extend(wires.into_iter().flatten());
        }
    }
    twice
}

/// The ports that differ, those of the parts among them.
fn ports(texts: &Design, text: &Module, alone: &Alone) -> Result<Vec<String>> {
    let mut expected: BTreeMap<String, (bool, usize)> = BTreeMap::new();
    for (port, Port { direction, bits }) in &text.ports {
        expected.insert(port.clone(), (direction == "input", bits.len()));
    }
    for (instance, cell) in text.cells.iter().filter(|(_, cell)| !cell.kind.starts_with('$')) {
        for (port, Port { direction, bits }) in &texts.module(&cell.kind)?.ports {
            expected.insert(format!("{instance}.{port}"), (direction == "output", bits.len()));
        }
    }
    let edges = alone.edges.iter();
    let found: BTreeMap<String, (bool, usize)> = edges
        .map(|edge| (edge.name.clone(), (edge.enters, edge.width)))
        .collect();
    let names: BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
    let differ = names.into_iter().filter(|name| expected.get(*name) != found.get(*name));
    Ok(differ.cloned().collect())
}

/// The registers that differ in their first values or clocks, or are in one of both alone.
fn registers(pair: [&Module; 2]) -> Vec<String> {
    let [expected, found] = pair.map(Registers::of);
    let mut different = vec![];
    let mut compared = [BTreeSet::new(), BTreeSet::new()];
    for (name, expected) in &expected.named {
        let Some(found) = found.named.get(name) else {
            continue;
        };
        let alike = |(one, other): (&Held, &Held)| one.first == other.first && one.clock == other.clock;
        if expected.len() != found.len() || !expected.iter().zip(found).all(alike) {
            different.push(format!("the first value or the clock of {name}"));
        }
        for (compared, held) in compared.iter_mut().zip([expected, found]) {
            compared.extend(held.iter().map(|held| held.wire));
        }
    }
    for (registers, compared) in [expected, found].iter().zip(compared) {
        let alone = registers
            .named
            .iter()
            .filter(|(_, bits)| bits.iter().any(|bit| !compared.contains(&bit.wire)));
        different.extend(alone.map(|(name, _)| format!("the register {name}")));
    }
    different.dedup();
    different
}

/// A bit of a register.
struct Held<'a> {
    wire: u64,
    /// As yosys writes it: 0, 1 or x.
    first: char,
    /// The ports that its clock comes from.
    clock: Vec<&'a str>,
}

/// The registers of a module.
struct Registers<'a> {
    /// The bits of every signal that is a register, the lowest first. A register may have several names.
    named: BTreeMap<&'a str, Vec<Held<'a>>>,
}

impl Registers<'_> {
    fn of(module: &Module) -> Registers<'_> {
        let mut clocks: BTreeMap<u64, &NetBit> = BTreeMap::new();
        for cell in module.cells.values() {
            if let (Some(q), Some(clock)) = (cell.connections.get("Q"), cell.connections.get("CLK")) {
                let wires = q.iter().filter_map(NetBit::wire);
                clocks.extend(wires.map(|wire| (wire, &clock[0])));
            }
        }
        let mut first: BTreeMap<u64, char> = BTreeMap::new();
        for net in module.netnames.values() {
            let value = net
                .attributes
                .get("init")
                .and_then(|value| value.as_str())
                .unwrap_or_default();
            let bits = net.bits.iter().zip(value.chars().rev());
            first.extend(bits.filter_map(|(bit, value)| Some((bit.wire()?, value))));
        }
        let held = |bit: &NetBit| {
            let wire = bit.wire()?;
            let clock = clocks.get(&wire)?;
            let from = module.ports.iter();
            let from = from.filter(|(_, port)| port.direction == "input" && port.bits.contains(clock));
            let first = first.get(&wire).copied().unwrap_or('x');
            Some(Held { wire, first, clock: from.map(|(port, _)| port.as_str()).collect() })
        };
        let names = module.netnames.iter().filter(|(name, _)| !name.starts_with('$'));
        let named = names.filter_map(|(name, net)| {
            let bits: Option<Vec<Held>> = net.bits.iter().map(held).collect();
            Some((name.as_str(), bits?))
        });
        Registers { named: named.collect() }
    }
}

#[cfg(all(test, feature = "eda"))]
mod tests {
    use super::*;
    use crate::library::{memory::DualPortRam, uart::UartTransmitter};
    use crate::verilog::apart;
    use crate::{Circuit, kernel};
    use rust_hdl::prelude::*;
    use tengen_sim::fast::Op;

    fn found(circuit: &Apart) -> BTreeMap<String, String> {
        let found = compare(&Tools::find(), circuit).unwrap();
        found
            .into_iter()
            .map(|(name, found)| (name, found.to_string()))
            .collect()
    }

    /// A part of the text, what is put in its place, the module, and what is said of it.
    const FAULTS: [(&str, &str, &str, &str); 7] = [
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
            "output wire       busy",
            "output wire [1:0] busy",
            "uart",
            "differs in busy",
        ),
    ];

    fn transmitter() -> Apart {
        apart(&mut <UartTransmitter>::default(), "uart").unwrap()
    }

    #[test]
    fn a_fault_in_the_text_is_found() {
        let said = found(&transmitter());
        assert!(said.values().all(|said| said.starts_with("proved, ")), "{said:?}");
        for (right, wrong, module, expected) in FAULTS {
            let Apart { text, modules } = transmitter();
            assert!(text.contains(right), "{right}: {text}");
            let said = found(&Apart { text: text.replacen(right, wrong, 1), modules });
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
        let nodes = |circuit: &mut Apart| {
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
        let Apart { text, modules } = apart(&mut Through::default(), "through").unwrap();
        assert_eq!(
            found(&Apart { text: text.clone(), modules })["through"],
            "proved, 1 signals"
        );
        let Apart { modules, .. } = apart(&mut Through::default(), "through").unwrap();
        let faulty = Apart { text: text.replacen("same = given", "same = !given", 1), modules };
        assert_eq!(found(&faulty)["through"], "differs in same");
    }

    #[test]
    fn a_small_memory_is_compared_word_by_word_and_a_large_one_is_not_tried() {
        let ram = || {
            apart(
                &mut DualPortRam::<Bits<3>, 4>::new([Bits::from(1), Bits::from(2)]),
                "ram",
            )
            .unwrap()
        };
        let said = &found(&ram())["ram"];
        assert!(said.starts_with("proved, "), "{said}");
        let Apart { text, modules } = ram();
        let other = found(&Apart { text: text.replacen("words[1] = 3'h2", "words[1] = 3'h3", 1), modules });
        assert_eq!(other["ram"], "differs in the first value or the clock of words[1]");
        let large = found(&apart(&mut DualPortRam::<Bits<8>, 10>::default(), "ram").unwrap());
        assert_eq!(large["ram"], "not tried: a memory of 8192 bits");
    }
}
