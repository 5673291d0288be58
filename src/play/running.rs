//! The engines that a session can use, as one type, so that recording waves can begin and end while the machine runs.

use std::fs::File;
use std::io::BufWriter;

use anyhow::Result;
use tengen_sim::{
    Change, Engine, FastTracer, Native, Port, Seen, Tracer, Vcd, Verilator, WaveOptions, WaveSignal, chosen, fast::Fast,
};

use crate::gateware::console;

/// The console as in `tengen play`: with 4096 colours.
pub type Console = console::Console<4, 4, 4>;

/// The engine that runs the console.
pub enum Running {
    Fast(Box<Fast>),
    Native(Box<Native<Console>>),
    /// The same engines while waves are recorded.
    Traced(Box<Tracer<Console, Vcd<BufWriter<File>>>>),
    FastTraced(Box<FastTracer<Vcd<BufWriter<File>>>>),
    Verilated(Verilator),
    /// Used only during a change between the others.
    Between,
}

macro_rules! whichever {
    ($running:expr, $engine:ident => $does:expr) => {
        match $running {
            Running::Fast($engine) => $does,
            Running::Native($engine) => $does,
            Running::Traced($engine) => $does,
            Running::FastTraced($engine) => $does,
            Running::Verilated($engine) => $does,
            Running::Between => unreachable!("no engine between two"),
        }
    };
}

impl Running {
    /// Records every signal to that file from now on. The compiled Verilog cannot do that, and stays as it is.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn trace(&mut self, options: &WaveOptions, file: File) -> Result<()> {
        *self = match std::mem::replace(self, Running::Between) {
            Running::Native(native) => {
                Running::Traced(Box::new(Tracer::new(*native, options, Vcd::new(BufWriter::new(file)))?))
            }
            Running::Fast(fast) => {
                let signals = chosen(&Console::default(), options)?;
                let file = Vcd::new(BufWriter::new(file));
                Running::FastTraced(Box::new(FastTracer::new(*fast, signals, options, file)?))
            }
            other => other,
        };
        Ok(())
    }

    /// Ends recording; returns the recorded signals.
    ///
    /// # Errors
    /// If the file could not be written completely.
    pub fn untrace(&mut self) -> Result<Vec<WaveSignal>> {
        match std::mem::replace(self, Running::Between) {
            Running::Traced(tracer) => {
                let (native, signals) = tracer.finish()?;
                *self = Running::Native(Box::new(native));
                Ok(signals)
            }
            Running::FastTraced(tracer) => {
                let (fast, signals) = tracer.finish()?;
                *self = Running::Fast(Box::new(fast));
                Ok(signals)
            }
            other => {
                *self = other;
                Ok(vec![])
            }
        }
    }
}

impl Running {
    /// The complete state, for engines that can give it.
    pub fn moment(&self) -> Option<Vec<u64>> {
        match self {
            Running::Fast(fast) => Some(fast.moment().1),
            _ => None,
        }
    }

    /// Continues from a state that many clocks after power-on; returns whether it can.
    pub fn resume(&mut self, clocks: u64, moment: &[u64]) -> bool {
        match self {
            Running::Fast(fast) => fast.resume(clocks, moment),
            _ => false,
        }
    }
}

impl Engine for Running {
    fn ports(&self) -> &[Port] {
        whichever!(self, engine => engine.ports())
    }
    #[inline]
    fn set(&mut self, port: usize, value: u64) {
        whichever!(self, engine => engine.set(port, value))
    }
    #[inline]
    fn get(&self, port: usize) -> u64 {
        whichever!(self, engine => engine.get(port))
    }
    fn settle(&mut self) {
        whichever!(self, engine => engine.settle())
    }
    #[inline]
    fn step(&mut self) {
        whichever!(self, engine => engine.step())
    }
    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        whichever!(self, engine => engine.watch(count, changes, seen))
    }
    fn batch(&self) -> usize {
        whichever!(self, engine => engine.batch())
    }
    fn keep(&mut self) -> bool {
        whichever!(self, engine => engine.keep())
    }
    fn go_back(&mut self) {
        whichever!(self, engine => engine.go_back())
    }
}
