//! A netlist with its signals, and a whole circuit, as files.
//!
//! ```text
//! circuit ── netlist, ports, signals ──┐
//!            Verilog and kernels ──────┴── CircuitFile ── to_bytes ──> blinker.circuit ──> tengen page --circuit
//! ```
//!
//! The first line of a circuit's file names the version of what follows.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use tengen_fast::{Call, Function, Id, Memory, Netlist, Node, Register};

use crate::{Port, PortDirection, WaveSignal};

/// The first bytes of a circuit's file. Another version has another number.
const HEAD: &[u8] = b"tengen circuit 1\n";

/// The functions that a stand-in may call, each by a name for files.
pub type Functions<'a> = &'a [(&'static str, Function)];

/// A netlist and the signals that can be seen in it.
///
/// The function of a stand-in cannot be in a file. Its name is; who writes and who reads the file have the function.
#[derive(Serialize, Deserialize)]
pub struct StoredNetlist {
    nodes: Vec<Node>,
    registers: Vec<Register>,
    memories: Vec<Memory>,
    calls: Vec<StoredCall>,
    tables: Vec<Vec<u64>>,
    outputs: BTreeMap<(usize, usize), Id>,
    names: BTreeMap<String, Vec<Id>>,
    signals: Vec<StoredSignal>,
}

#[derive(Serialize, Deserialize)]
struct StoredCall {
    answers: Vec<Id>,
    asks: Vec<Id>,
    function: String,
    clock: Id,
}

#[derive(Serialize, Deserialize)]
struct StoredSignal {
    scope: Vec<(String, String)>,
    name: String,
    width: usize,
    is_clock: bool,
    states: Option<(String, Vec<String>)>,
}

impl StoredNetlist {
    /// # Errors
    /// If the netlist calls none of the functions that have a name.
    pub fn new(netlist: &Netlist, signals: &[WaveSignal], functions: Functions) -> Result<StoredNetlist> {
        let Netlist { nodes, registers, memories, calls, tables, outputs, names } = netlist.clone();
        let call = |Call { answers, asks, function, clock }| {
            let known = functions
                .iter()
                .find(|(_, known)| std::ptr::fn_addr_eq(*known, function));
            let function = known.context("a function of a stand-in has no name")?.0.to_owned();
            Ok(StoredCall { answers, asks, function, clock })
        };
        let signal = |signal: &WaveSignal| {
            let WaveSignal { scope, name, width, is_clock, states } = signal.clone();
            StoredSignal { scope, name, width, is_clock, states: states.map(|states| (*states).clone()) }
        };
        Ok(StoredNetlist {
            nodes,
            registers,
            memories,
            calls: calls.into_iter().map(call).collect::<Result<_>>()?,
            tables,
            outputs,
            names,
            signals: signals.iter().map(signal).collect(),
        })
    }

    /// # Errors
    /// If it calls a function that is not there.
    pub fn open(self, functions: Functions) -> Result<(Netlist, Vec<WaveSignal>)> {
        let StoredNetlist { nodes, registers, memories, calls, tables, outputs, names, signals } = self;
        let call = |StoredCall { answers, asks, function, clock }| {
            let known = functions.iter().find(|(name, _)| *name == function);
            let function = known.with_context(|| format!("there is no function {function}"))?.1;
            Ok(Call { answers, asks, function, clock })
        };
        let calls = calls.into_iter().map(call).collect::<Result<_>>()?;
        let signal = |StoredSignal { scope, name, width, is_clock, states }| {
            let states = states.map(Arc::new);
            WaveSignal { scope, name, width, is_clock, states }
        };
        let netlist = Netlist { nodes, registers, memories, calls, tables, outputs, names };
        Ok((netlist, signals.into_iter().map(signal).collect()))
    }
}

/// A module of a circuit, as its Verilog and as the source of its kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ModuleText {
    pub name: String,
    pub verilog: String,
    /// The path of the source file as the compiler was given it, and the file's text; both are empty if it was not found.
    pub file: String,
    pub source: String,
    /// The line of the source, from 1, where the kernel begins; 0 if it was not found.
    pub begins: u32,
    /// Lines of the source that give signals a value, each with the lines of the Verilog that give the same signals one.
    /// All are counted from 1.
    pub pairs: Vec<(u32, Vec<u32>)>,
}

/// A circuit with all that a page shows of it.
#[derive(Clone, Debug)]
pub struct CircuitFile {
    pub name: String,
    pub netlist: Netlist,
    pub ports: Vec<Port>,
    pub signals: Vec<WaveSignal>,
    /// The top is the last.
    pub modules: Vec<ModuleText>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    name: String,
    netlist: StoredNetlist,
    ports: Vec<(String, Direction, usize)>,
    modules: Vec<ModuleText>,
}

#[derive(Serialize, Deserialize)]
enum Direction {
    Clock,
    Input,
    Output,
}

impl CircuitFile {
    /// # Errors
    /// If there are stand-ins in the netlist, or a port is bidirectional.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let port = |port: &Port| {
            let direction = match port.direction {
                PortDirection::Clock => Direction::Clock,
                PortDirection::Input => Direction::Input,
                PortDirection::Output => Direction::Output,
                PortDirection::InOut => bail!("{}: {} is bidirectional", self.name, port.name),
            };
            Ok((port.name.to_owned(), direction, port.width))
        };
        let stored = Stored {
            name: self.name.clone(),
            netlist: StoredNetlist::new(&self.netlist, &self.signals, &[])?,
            ports: self.ports.iter().map(port).collect::<Result<_>>()?,
            modules: self.modules.clone(),
        };
        Ok(postcard::to_extend(&stored, HEAD.to_vec())?)
    }

    /// Whether these bytes begin as a circuit's file does.
    pub fn begins(bytes: &[u8]) -> bool {
        bytes.starts_with(HEAD)
    }

    /// # Errors
    /// If it is no file of a circuit, or one of another version.
    pub fn read(bytes: &[u8]) -> Result<CircuitFile> {
        let Some(stored) = bytes.strip_prefix(HEAD) else {
            let head = String::from_utf8_lossy(HEAD);
            bail!("this is no file of a circuit, which begins with `{}`", head.trim_end());
        };
        let stored: Stored = postcard::from_bytes(stored).context("this file of a circuit is damaged")?;
        let (netlist, signals) = stored.netlist.open(&[])?;
        let port = |(name, direction, width): (String, Direction, usize)| {
            let direction = match direction {
                Direction::Clock => PortDirection::Clock,
                Direction::Input => PortDirection::Input,
                Direction::Output => PortDirection::Output,
            };
            // Few, and they last as long as the circuit.
            Port { name: name.leak(), direction, width }
        };
        let ports = stored.ports.into_iter().map(port).collect();
        Ok(CircuitFile { name: stored.name, netlist, ports, signals, modules: stored.modules })
    }
}
