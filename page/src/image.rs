//! A console as a file: its netlist, with what a session needs to know of it, so that a page need not build it first.
//!
//! A stand-in's function cannot be in a file; its name is, and [`FUNCTIONS`] has the rest.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use tengen_sim::fast::{Call, Id, Memory, Netlist, Node, Register};
use tengen_sim::{Circuit, WaveSignal, fast::Fast};

use super::running::{Console, Running};
use crate::simulation::stand_in::FUNCTIONS;

/// A console's circuit, ready for the fast engine.
pub struct Image {
    pub netlist: Netlist,
    /// The signals that waves may have.
    pub signals: Vec<WaveSignal>,
    /// The clocks of one second of the game's own clock.
    pub second: u64,
    /// What identifies the circuit: [`design`](super::saved::design), which takes a while.
    pub design: String,
}

#[cfg(not(target_arch = "wasm32"))]
impl Image {
    /// The image of a console, with stand-ins for its searches.
    ///
    /// # Errors
    /// If it is not a circuit that comes out as Verilog.
    pub fn of(variant: crate::gateware::console::Variant) -> Result<Image> {
        use crate::simulation::hdl::verilog;
        use crate::simulation::stand_in::STAND_INS;
        use tengen_sim::{WaveOptions, chosen};
        let second = variant.second.into();
        let mut console = Console::new(variant);
        let netlist = verilog::netlist_with(&mut console, "console", &|_| true, &STAND_INS)?;
        let signals = chosen(&console, &WaveOptions::new("console"))?;
        let design = super::saved::design(&netlist);
        Ok(Image { netlist, signals, second, design })
    }
}

impl Image {
    /// The engine that runs it, with those of the signals that the netlist has: nothing reads the others.
    pub fn engine(self) -> Running {
        let Image { netlist, mut signals, .. } = self;
        let has = |path: &str| netlist.names.get(path).is_some_and(|words| !words.is_empty());
        signals.retain(|signal| signal.is_clock || has(&signal.path()));
        Running::Fast(Box::new(Fast::new(netlist, Console::ports())), signals)
    }

    /// The image as a file.
    ///
    /// # Errors
    /// If it calls a function that [`FUNCTIONS`] does not have.
    pub fn write(&self) -> Result<Vec<u8>> {
        Ok(postcard::to_stdvec(&Written::of(self)?)?)
    }

    /// Reads an image that [`Image::write`] has written.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(file: &[u8]) -> Result<Image> {
        let written: Written = postcard::from_bytes(file).context("this is no image of a machine")?;
        written.image()
    }
}

#[derive(Serialize, Deserialize)]
struct Written {
    nodes: Vec<Node>,
    registers: Vec<Register>,
    memories: Vec<Memory>,
    calls: Vec<WrittenCall>,
    tables: Vec<Vec<u64>>,
    outputs: BTreeMap<(usize, usize), Id>,
    names: BTreeMap<String, Vec<Id>>,
    signals: Vec<WrittenSignal>,
    second: u64,
    design: String,
}

#[derive(Serialize, Deserialize)]
struct WrittenCall {
    answers: Vec<Id>,
    asks: Vec<Id>,
    function: String,
    clock: Id,
}

#[derive(Serialize, Deserialize)]
struct WrittenSignal {
    scope: Vec<(String, String)>,
    name: String,
    width: usize,
    is_clock: bool,
    states: Option<(String, Vec<String>)>,
}

impl Written {
    fn of(image: &Image) -> Result<Written> {
        let Netlist { nodes, registers, memories, calls, tables, outputs, names } = image.netlist.clone();
        let call = |Call { answers, asks, function, clock }| {
            let known = FUNCTIONS
                .iter()
                .find(|(_, known)| std::ptr::fn_addr_eq(*known, function));
            let function = known.context("a function of the machine has no name")?.0.to_owned();
            Ok(WrittenCall { answers, asks, function, clock })
        };
        let signal = |signal: &WaveSignal| {
            let WaveSignal { scope, name, width, is_clock, states } = signal.clone();
            WrittenSignal { scope, name, width, is_clock, states: states.map(|states| (*states).clone()) }
        };
        Ok(Written {
            nodes,
            registers,
            memories,
            calls: calls.into_iter().map(call).collect::<Result<_>>()?,
            tables,
            outputs,
            names,
            signals: image.signals.iter().map(signal).collect(),
            second: image.second,
            design: image.design.clone(),
        })
    }

    fn image(self) -> Result<Image> {
        let Written { nodes, registers, memories, calls, tables, outputs, names, signals, second, design } = self;
        let call = |WrittenCall { answers, asks, function, clock }| {
            let known = FUNCTIONS.iter().find(|(name, _)| *name == function);
            let function = known.with_context(|| format!("there is no function {function}"))?.1;
            Ok(Call { answers, asks, function, clock })
        };
        let calls = calls.into_iter().map(call).collect::<Result<_>>()?;
        let signal = |WrittenSignal { scope, name, width, is_clock, states }| {
            let states = states.map(Arc::new);
            WaveSignal { scope, name, width, is_clock, states }
        };
        let signals = signals.into_iter().map(signal).collect();
        let netlist = Netlist { nodes, registers, memories, calls, tables, outputs, names };
        Ok(Image { netlist, signals, second, design })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateware::console::Variant;

    #[test]
    fn an_image_read_back_is_the_same_machine() {
        let image = Image::of(Variant::default()).unwrap();
        let file = image.write().unwrap();
        let read = Image::read(&file).unwrap();
        assert_eq!(format!("{:?}", read.netlist), format!("{:?}", image.netlist));
        assert_eq!((&read.signals, read.second), (&image.signals, image.second));
        assert_eq!(read.design, super::super::saved::design(&read.netlist));
        assert!(Image::read(&file[..file.len() - 1]).is_err());
        assert!(Image::read(b"tengen").is_err());
    }
}
