//! The engines that a session can use, as one type, so that recording waves can begin and end while the machine runs.

use anyhow::{Result, bail};
use tengen_sim::fast::Fast;
use tengen_sim::{Change, Engine, FastTracer, Port, Seen, WaveFile, WaveOptions, WaveSignal, chosen_among};
#[cfg(not(target_arch = "wasm32"))]
use tengen_sim::{Native, Tracer, Verilator};

use crate::gateware::console;

/// The console as in `tengen play`: with 4096 colours.
pub type Console = console::Console<4, 4, 4>;

/// The file of waves.
type File = Box<dyn WaveFile>;

/// The engine that runs the console.
pub enum Running {
    /// With the signals that waves may have.
    Fast(Box<Fast>, Vec<WaveSignal>),
    /// The same while waves are recorded.
    FastTraced(Box<FastTracer<File>>, Vec<WaveSignal>),
    #[cfg(not(target_arch = "wasm32"))]
    Native(Box<Native<Console>>),
    #[cfg(not(target_arch = "wasm32"))]
    Traced(Box<Tracer<Console, File>>),
    #[cfg(not(target_arch = "wasm32"))]
    Verilated(Verilator),
    /// Used only during a change between the others.
    Between,
}

macro_rules! whichever {
    ($running:expr, $engine:ident => $does:expr) => {
        match $running {
            Running::Fast($engine, _) => $does,
            Running::FastTraced($engine, _) => $does,
            #[cfg(not(target_arch = "wasm32"))]
            Running::Native($engine) => $does,
            #[cfg(not(target_arch = "wasm32"))]
            Running::Traced($engine) => $does,
            #[cfg(not(target_arch = "wasm32"))]
            Running::Verilated($engine) => $does,
            Running::Between => unreachable!("no engine between two"),
        }
    };
}

impl Running {
    /// Records the chosen signals to that file from now on.
    ///
    /// # Errors
    /// If the engine cannot do that, no signal is chosen, or the file cannot be written. The engine goes on as it was.
    pub fn trace(&mut self, options: &WaveOptions, file: File) -> Result<()> {
        match self {
            Running::Fast(_, signals) => {
                let chosen = chosen_among(signals, options)?;
                let Running::Fast(fast, signals) = std::mem::replace(self, Running::Between) else {
                    unreachable!()
                };
                *self = Running::FastTraced(Box::new(FastTracer::new(*fast, chosen, options, file)?), signals);
            }
            #[cfg(not(target_arch = "wasm32"))]
            Running::Native(native) => {
                tengen_sim::chosen(&native.circuit, options)?;
                let Running::Native(native) = std::mem::replace(self, Running::Between) else {
                    unreachable!()
                };
                *self = Running::Traced(Box::new(Tracer::new(*native, options, file)?));
            }
            #[cfg(not(target_arch = "wasm32"))]
            Running::Verilated(_) => bail!("compiled Verilog has no waves: start without --engine verilator"),
            _ => bail!("waves are being recorded"),
        }
        Ok(())
    }

    /// Ends recording; returns the recorded signals.
    ///
    /// # Errors
    /// If the file could not be written completely.
    pub fn untrace(&mut self) -> Result<Vec<WaveSignal>> {
        match std::mem::replace(self, Running::Between) {
            Running::FastTraced(tracer, all) => {
                let (fast, signals) = tracer.finish()?;
                *self = Running::Fast(Box::new(fast), all);
                Ok(signals)
            }
            #[cfg(not(target_arch = "wasm32"))]
            Running::Traced(tracer) => {
                let (native, signals) = tracer.finish()?;
                *self = Running::Native(Box::new(native));
                Ok(signals)
            }
            other => {
                *self = other;
                Ok(vec![])
            }
        }
    }

    /// The complete state, for engines that can give it.
    pub fn moment(&self) -> Option<Vec<u64>> {
        match self {
            Running::Fast(fast, _) => Some(fast.moment().1),
            _ => None,
        }
    }

    /// Continues from a state that many clocks after power-on; returns whether it can.
    pub fn resume(&mut self, clocks: u64, moment: &[u64]) -> bool {
        match self {
            Running::Fast(fast, _) => fast.resume(clocks, moment),
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
