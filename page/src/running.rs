//! The engines that a session can use, as one type, so that recording waves can begin and end while the machine runs.

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tengen_sim::fast::{Fast, Netlist};
use tengen_sim::{Change, Engine, FastTracer, Port, Seen, WaveFile, WaveOptions, WaveSignal, chosen_among};
#[cfg(not(target_arch = "wasm32"))]
use tengen_sim::{Native, Tracer, Verilator};

use super::looking::{self, Looking, Ring};
use crate::gateware::console;

/// The console as in `tengen play`: with 4096 colours.
pub type Console = console::Console<4, 4, 4>;

/// Why another engine than the fast one shows no signals.
pub const NO_SIGNALS: &str = "this engine shows no signals: start with --engine fast";

/// An engine that looks for faults in what it runs.
pub trait Checked: Engine {
    /// The next fault that it has found and not told yet, as a line.
    fn fault(&mut self) -> Option<String>;
}

/// The file of waves.
type File = Box<dyn WaveFile>;

/// The engine that runs the console.
pub enum Running {
    /// With the signals that waves may have.
    Fast(Box<Fast>, Vec<WaveSignal>),
    /// The same while signals are looked at.
    Looking(Box<Looking>, Vec<WaveSignal>),
    /// The same while waves are recorded.
    FastTraced(Box<FastTracer<File>>, Vec<WaveSignal>),
    #[cfg(not(target_arch = "wasm32"))]
    Native(Box<Native<Console>>),
    #[cfg(not(target_arch = "wasm32"))]
    Traced(Box<Tracer<Console, File>>),
    #[cfg(not(target_arch = "wasm32"))]
    Verilated(Verilator),
    Checked(Box<dyn Checked>),
    /// Used only during a change between the others.
    Between,
}

macro_rules! whichever {
    ($running:expr, $engine:ident => $does:expr) => {
        match $running {
            Running::Fast($engine, _) => $does,
            Running::Looking($engine, _) => $does,
            Running::FastTraced($engine, _) => $does,
            #[cfg(not(target_arch = "wasm32"))]
            Running::Native($engine) => $does,
            #[cfg(not(target_arch = "wasm32"))]
            Running::Traced($engine) => $does,
            #[cfg(not(target_arch = "wasm32"))]
            Running::Verilated($engine) => $does,
            Running::Checked($engine) => $does,
            Running::Between => unreachable!("no engine between two"),
        }
    };
}

impl Running {
    /// The fast engine, with those of the signals that the netlist has: nothing reads the others.
    pub fn fast(netlist: Netlist, ports: Vec<Port>, mut signals: Vec<WaveSignal>) -> Running {
        let has = |path: &str| netlist.names.get(path).is_some_and(|words| !words.is_empty());
        signals.retain(|signal| signal.is_clock || has(&signal.path()));
        Running::Fast(Box::new(Fast::new(netlist, ports)), signals)
    }

    /// Records the chosen signals to that file from now on.
    ///
    /// # Errors
    /// If the engine cannot do that, no signal is chosen, or the file cannot be written. The engine goes on as it was.
    pub fn trace(&mut self, options: &WaveOptions, file: File) -> Result<()> {
        if let Running::Looking(_, signals) = self {
            chosen_among(signals, options)?;
            self.look(&[], 0)?;
        }
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
            Running::Checked(_) => bail!("no waves are recorded beside checks: start without --checks"),
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

    /// Looks at the signals with these paths from now on, that many clocks since power-on, and at no other. While waves
    /// are recorded nothing is looked at.
    ///
    /// # Errors
    /// If there is no such signal, or the engine shows none. The engine goes on as it was.
    pub fn look(&mut self, paths: &[String], clock: u64) -> Result<()> {
        let signals = paths.iter().map(|path| self.signal(path).cloned());
        let signals: Vec<WaveSignal> = signals.collect::<Result<_>>()?;
        let (fast, known, all) = match std::mem::replace(self, Running::Between) {
            Running::Fast(fast, all) => (fast, vec![], all),
            Running::Looking(looking, all) => {
                let (fast, known) = looking.end();
                (Box::new(fast), known, all)
            }
            other => {
                *self = other;
                return Ok(());
            }
        };
        *self = match signals[..] {
            [] if known.is_empty() => Running::Fast(fast, all),
            [] => Running::Fast(Box::new(fast.showing(&|_| false)), all),
            _ => Running::Looking(Box::new(Looking::new(*fast, clock, signals, known)), all),
        };
        Ok(())
    }

    /// The signal with that path.
    ///
    /// # Errors
    /// If there is none, or the engine shows none.
    fn signal(&self, path: &str) -> Result<&WaveSignal> {
        let Some(signals) = self.signals() else {
            bail!(NO_SIGNALS)
        };
        let signal = signals.iter().find(|signal| !signal.is_clock && signal.path() == path);
        signal.with_context(|| format!("there is no signal {path}"))
    }

    /// The signals that can be looked at, and the clocks.
    fn signals(&self) -> Option<&[WaveSignal]> {
        match self {
            Running::Fast(_, all) | Running::Looking(_, all) | Running::FastTraced(_, all) => Some(all),
            _ => None,
        }
    }

    /// The signals that can be looked at, as JSON.
    pub fn parts(&self) -> Option<String> {
        #[derive(Serialize)]
        struct Part<'a> {
            path: String,
            width: usize,
            #[serde(skip_serializing_if = "Option::is_none")]
            states: Option<&'a [String]>,
        }
        let signals = self.signals()?.iter().filter(|signal| !signal.is_clock);
        let parts: Vec<Part> = signals
            .map(|signal| Part {
                path: signal.path(),
                width: signal.width,
                states: signal.states.as_ref().map(|states| &states.1[..]),
            })
            .collect();
        serde_json::to_string(&parts).ok()
    }

    /// The value of a signal that a text means.
    ///
    /// # Errors
    /// If the signal has no such value.
    pub fn value(&self, path: &str, text: &str) -> Result<Vec<u64>> {
        looking::value(self.signal(path)?, text)
    }

    /// What looks at signals, if any is looked at.
    pub fn looking(&mut self) -> Option<&mut Looking> {
        match self {
            Running::Looking(looking, _) => Some(looking),
            _ => None,
        }
    }

    /// [`Looking::ring`], [`Looking::value`] and [`Looking::met`], while signals are looked at.
    pub fn ring(&self) -> Option<Ring> {
        self.looks()?.ring().into()
    }

    pub fn present(&self, path: &str) -> Option<String> {
        self.looks()?.value(path)
    }

    pub fn met(&self, path: &str, value: Option<&[u64]>) -> Option<u64> {
        self.looks()?.met(path, value)
    }

    fn looks(&self) -> Option<&Looking> {
        match self {
            Running::Looking(looking, _) => Some(looking),
            _ => None,
        }
    }

    /// [`Checked::fault`], of an engine that looks for faults.
    pub fn fault(&mut self) -> Option<String> {
        match self {
            Running::Checked(engine) => engine.fault(),
            _ => None,
        }
    }

    /// The complete state, for engines that can give it.
    pub fn moment(&self) -> Option<Vec<u64>> {
        match self {
            Running::Fast(fast, _) => Some(fast.moment().1),
            Running::Looking(looking, _) => Some(looking.fast().moment().1),
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
