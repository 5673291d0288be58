//! Waves: every chosen signal of a circuit in the rust-hdl simulation, as a value change dump for GTKWave.
//!
//! ```text
//! time    0        20       40       60       80 ns          one cycle is one period, 40 ns at 25 MHz
//! clock   ________/‾‾‾‾‾‾‾‾\________/‾‾‾‾‾‾‾‾\_____
//! inputs  X=================X=================X====          as they settled before the edge
//! q       X========X=================X=============          after the edge
//! cycle   |------- 0 ------|------- 1 ------|--- 2
//! ```
//!
//! [`Tracer`] is an engine around [`Native`]: whatever drives the one drives the other, and a circuit that is not traced
//! pays nothing. Outside the window of cycles a traced one pays a comparison a clock.
//!
//! Names are dotted paths below the top, `game.state.q_turn`; the last part of a struct's field follows an underscore, as
//! in the emitted Verilog. An enumeration is written as its number; [`crate::gtkwave`] gives the viewer its names. Clocks
//! inside the circuit are never driven (the edge is handed down directly), so each of them is shown as the top's clock.

use std::io::{self, Write};
use std::ops::Range;
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeDescriptor, TypeKind};
use vcd::{IdCode, ScopeType, TimescaleUnit, Value, VarType, Writer};

use crate::{Circuit, Engine, Native, Port, split_scope};

/// What to write.
#[derive(Clone, Debug)]
pub struct WaveOptions {
    /// The name of the circuit as a whole: the outermost scope.
    pub top: String,
    /// Globs over dotted paths: `?` is a character, `*` a part of one name, `**` anything. A glob that matches a part of the
    /// circuit takes all of it. None at all takes everything.
    pub signals: Vec<String>,
    /// The cycles to write, the first counting from power-on as 0.
    pub cycles: Range<u64>,
    /// The clock's period in nanoseconds, an even number.
    pub period: u64,
}

/// One pixel a clock: 25 MHz.
const PERIOD_NS: u64 = 40;

impl WaveOptions {
    /// Everything, always, at 25 MHz.
    pub fn new(top: &str) -> Self {
        WaveOptions {
            top: top.into(),
            signals: vec![],
            cycles: 0..u64::MAX,
            period: PERIOD_NS,
        }
    }
}

/// A signal, or a field of one, that is in the dump.
#[derive(Clone, Debug, PartialEq)]
pub struct WaveSignal {
    /// The scopes from the top down, as (name, type of the block).
    pub scope: Vec<(String, String)>,
    pub name: String,
    /// Width in bits.
    pub width: usize,
    pub is_clock: bool,
    /// The type and the states of an enumeration, the first counting as 0.
    pub states: Option<Rc<(String, Vec<String>)>>,
}

impl WaveSignal {
    /// The dotted path below the top.
    pub fn path(&self) -> String {
        let parts = self.scope.iter().skip(1).map(|(name, _)| name.as_str());
        parts.chain([self.name.as_str()]).collect::<Vec<_>>().join(".")
    }
}

/// An engine that writes down what happens in it.
pub struct Tracer<C: Circuit, W: Write> {
    native: Native<C>,
    wave: Wave<W>,
    cycle: u64,
    cycles: Range<u64>,
    /// The first failure to write; an engine's step has no way to report it.
    failure: Option<io::Error>,
}

impl<C: Circuit, W: Write> Tracer<C, W> {
    /// Writes the head of the dump. An error if nothing can be written or a glob matches no signal.
    pub fn new(native: Native<C>, options: &WaveOptions, out: W) -> Result<Self> {
        let wave = Wave::new(&native.circuit, options, out)?;
        Ok(Tracer {
            native,
            wave,
            cycle: 0,
            cycles: options.cycles.clone(),
            failure: None,
        })
    }

    /// The signals in the dump.
    pub fn signals(&self) -> &[WaveSignal] {
        &self.wave.signals
    }

    /// How many cycles have passed.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    pub fn circuit(&self) -> &C {
        &self.native.circuit
    }

    /// Ends the dump and gives back the engine and the signals. An error if any of it could not be written.
    pub fn finish(mut self) -> Result<(Native<C>, Vec<WaveSignal>)> {
        let mut ended = self.failure.map_or(Ok(()), Err);
        if self.wave.started {
            ended = ended.and_then(|()| self.wave.end(self.cycle.min(self.cycles.end)));
        }
        ended
            .and_then(|()| self.wave.out.flush())
            .context("cannot write the waves")?;
        Ok((self.native, self.wave.signals))
    }

    fn sample(&mut self, clock: bool) {
        self.native.circuit.latch_locals();
        if let Err(error) = self.wave.sample(&self.native.circuit, self.cycle, clock) {
            self.failure.get_or_insert(error);
        }
    }
}

impl<C: Circuit, W: Write> Engine for Tracer<C, W> {
    fn ports(&self) -> &[Port] {
        self.native.ports()
    }

    fn set(&mut self, port: usize, value: u64) {
        self.native.set(port, value)
    }

    fn get(&self, port: usize) -> u64 {
        self.native.get(port)
    }

    fn settle(&mut self) {
        self.native.settle()
    }

    fn step(&mut self) {
        if self.failure.is_none() && self.cycles.contains(&self.cycle) {
            self.native.settle();
            self.sample(false);
            self.native.step();
            self.sample(true);
        } else {
            self.native.step();
        }
        self.cycle += 1;
    }
}

/// A tracer of a circuit that is known at run time only.
pub trait Trace: Engine {
    /// The signals in the dump.
    fn signals(&self) -> &[WaveSignal];
    /// How many cycles have passed.
    fn cycle(&self) -> u64;
    /// Ends the dump. An error if any of it could not be written.
    fn finish(self: Box<Self>) -> Result<()>;
}

impl<C: Circuit, W: Write> Trace for Tracer<C, W> {
    fn signals(&self) -> &[WaveSignal] {
        self.signals()
    }
    fn cycle(&self) -> u64 {
        self.cycle()
    }
    fn finish(self: Box<Self>) -> Result<()> {
        Tracer::finish(*self).map(|_| ())
    }
}

/// A signal of the circuit in the order a probe meets them; a struct holds several [`WaveSignal`]s.
struct Watched {
    /// Where its values are in `Wave::signals`.
    leaves: Range<usize>,
    /// The value last written, as hexadecimal digits.
    last: String,
}

/// The dump itself: the head is written by `new`, then each sample writes what has changed since the one before.
struct Wave<W: Write> {
    out: Writer<W>,
    half_period: u64,
    signals: Vec<WaveSignal>,
    codes: Vec<IdCode>,
    /// One entry for every signal of the circuit, `None` for one that was not chosen or is a clock.
    watched: Vec<Option<Watched>>,
    clock_code: Option<IdCode>,
    started: bool,
}

impl<W: Write> Wave<W> {
    fn new(circuit: &dyn Block, options: &WaveOptions, out: W) -> Result<Self> {
        let mut survey = Survey {
            globs: &options.signals,
            used: vec![false; options.signals.len()],
            scope: vec![],
            signals: vec![],
            watched: vec![],
        };
        circuit.accept(&options.top, &mut survey);
        let Survey {
            used, signals, watched, ..
        } = survey;
        if let Some(unused) = used.iter().position(|used| !used) {
            bail!(
                "no signal matches `{}`: write a dotted path below {}, ? for a character, * within a name, ** for anything",
                options.signals[unused],
                options.top
            );
        }
        let mut wave = Wave {
            out: Writer::new(out),
            half_period: options.period / 2,
            codes: vec![],
            signals,
            watched,
            clock_code: None,
            started: false,
        };
        wave.head().context("cannot write the waves")?;
        Ok(wave)
    }

    fn head(&mut self) -> io::Result<()> {
        let out = &mut self.out;
        out.version("tengen-sim")?;
        out.timescale(1, TimescaleUnit::NS)?;
        let mut open: Vec<&str> = vec![];
        for signal in &self.signals {
            let scope: Vec<&str> = signal.scope.iter().map(|(name, _)| name.as_str()).collect();
            let common = open.iter().zip(&scope).take_while(|(a, b)| a == b).count();
            for _ in common..open.len() {
                out.upscope()?;
            }
            for name in &scope[common..] {
                out.scope_def(ScopeType::Module, name)?;
            }
            open = scope;
            let width = signal.width as u32;
            let code = match self.clock_code {
                Some(code) if signal.is_clock => {
                    out.var_def(VarType::Wire, width, code, &signal.name, None)?;
                    code
                }
                _ => out.add_wire(width, &signal.name)?,
            };
            if signal.is_clock {
                self.clock_code = Some(code);
            }
            self.codes.push(code);
        }
        for _ in open {
            out.upscope()?;
        }
        out.enddefinitions()
    }

    /// Writes what has changed: with the clock low as the inputs settled, with the clock high after the edge.
    fn sample(&mut self, circuit: &dyn Block, cycle: u64, clock: bool) -> io::Result<()> {
        self.out.timestamp((2 * cycle + u64::from(clock)) * self.half_period)?;
        let first = !self.started;
        self.started = true;
        if first {
            self.out.begin(vcd::SimulationCommand::Dumpvars)?;
        }
        if let Some(code) = self.clock_code {
            self.out.change_scalar(code, clock)?;
        }
        let mut changes = Changes {
            out: &mut self.out,
            signals: &self.signals,
            codes: &self.codes,
            watched: self.watched.iter_mut(),
            result: Ok(()),
        };
        circuit.accept("", &mut changes);
        changes.result?;
        if first { self.out.end() } else { Ok(()) }
    }

    /// Marks the end of the last cycle, so that its second half has a length.
    fn end(&mut self, cycle: u64) -> io::Result<()> {
        self.out.timestamp(2 * cycle * self.half_period)?;
        match self.clock_code {
            Some(code) => self.out.change_scalar(code, false),
            None => Ok(()),
        }
    }
}

/// Walks the circuit once and lists what was chosen.
struct Survey<'a> {
    globs: &'a [String],
    used: Vec<bool>,
    scope: Vec<(String, String)>,
    signals: Vec<WaveSignal>,
    watched: Vec<Option<Watched>>,
}

impl Survey<'_> {
    /// Whether a glob takes this signal or a part it lies in. Every glob is tried, to know which ones match nothing.
    fn chosen(&mut self, signal: &WaveSignal) -> bool {
        let path = signal.path();
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        let prefixes: Vec<&str> = ends.map(|end| &path[..end]).collect();
        let mut chosen = self.globs.is_empty();
        for (glob, used) in self.globs.iter().zip(&mut self.used) {
            if prefixes.iter().any(|prefix| matches(glob, prefix)) {
                chosen = true;
                *used = true;
            }
        }
        chosen
    }

    /// The values a signal of this type is made of, lowest bits first.
    fn leaves(&self, name: &str, descriptor: &TypeDescriptor, leaves: &mut Vec<WaveSignal>) {
        let (width, states) = match &descriptor.kind {
            TypeKind::Composite(fields) => {
                for field in fields {
                    self.leaves(&format!("{name}_{}", field.fieldname), &field.kind, leaves);
                }
                return;
            }
            TypeKind::Bits(width) | TypeKind::Signed(width) => (*width, None),
            TypeKind::Enum(states) => {
                let short = states
                    .iter()
                    .map(|state| state.rsplit(':').next().unwrap_or(state).to_string());
                let states = Rc::new((descriptor.name.clone(), short.collect::<Vec<_>>()));
                (rust_hdl::prelude::clog2(states.1.len()), Some(states))
            }
        };
        leaves.push(WaveSignal {
            scope: self.scope.clone(),
            name: name.into(),
            width,
            is_clock: descriptor.name == "clock",
            states,
        });
    }
}

impl Probe for Survey<'_> {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        let (instance, type_name) = split_scope(name);
        self.scope.push((plain(instance), type_name.into()));
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.scope.pop();
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let mut leaves = vec![];
        // A constant is a name for a number, not a wire.
        if signal.kind() != AtomKind::Constant {
            self.leaves(&plain(name), &signal.descriptor(), &mut leaves);
        }
        // A struct is taken whole if any of its fields is chosen.
        let chosen: Vec<bool> = leaves.iter().map(|leaf| self.chosen(leaf)).collect();
        if !chosen.contains(&true) {
            return self.watched.push(None);
        }
        let is_clock = leaves[0].is_clock;
        let start = self.signals.len();
        self.signals.append(&mut leaves);
        let leaves = start..self.signals.len();
        self.watched.push((!is_clock).then(|| Watched {
            leaves,
            last: String::new(),
        }));
    }
}

/// An element of an array is announced as `name$3`; the emitted Verilog has `name_3`.
fn plain(name: &str) -> String {
    name.replace('$', "_")
}

/// Walks the circuit and writes every watched value that is not what it was.
struct Changes<'a, W: Write> {
    out: &'a mut Writer<W>,
    signals: &'a [WaveSignal],
    codes: &'a [IdCode],
    watched: std::slice::IterMut<'a, Option<Watched>>,
    result: io::Result<()>,
}

impl<W: Write> Probe for Changes<'_, W> {
    fn visit_atom(&mut self, _: &str, signal: &dyn Atom) {
        let Some(Some(watched)) = self.watched.next() else {
            return;
        };
        let literal = format!("{:x}", signal.verilog());
        let digits = literal.rsplit('h').next().unwrap_or_default();
        if self.result.is_err() || digits == watched.last {
            return;
        }
        self.result = write_leaves(
            self.out,
            &self.signals[watched.leaves.clone()],
            &self.codes[watched.leaves.clone()],
            digits,
        );
        watched.last.clear();
        watched.last.push_str(digits);
    }
}

/// Writes the values that lie side by side in a number given in hexadecimal, lowest bits first.
fn write_leaves<W: Write>(
    out: &mut Writer<W>,
    signals: &[WaveSignal],
    codes: &[IdCode],
    digits: &str,
) -> io::Result<()> {
    let digit_at = |place: usize| {
        digits
            .bytes()
            .rev()
            .nth(place)
            .map_or(0, |digit| (digit as char).to_digit(16).unwrap_or(0))
    };
    let bit = |at: usize| Value::from(digit_at(at / 4) >> (at % 4) & 1 == 1);
    let mut low = 0;
    for (signal, code) in signals.iter().zip(codes) {
        if signal.width == 1 {
            out.change_scalar(*code, bit(low))?;
        } else {
            out.change_vector(*code, (low..low + signal.width).rev().map(bit))?;
        }
        low += signal.width;
    }
    Ok(())
}

/// Whether a glob matches the whole of a path: `?` one character, `*` any but a dot, `**` any.
fn matches(glob: &str, path: &str) -> bool {
    if let Some(rest) = glob.strip_prefix("**") {
        return (0..=path.len()).any(|skip| path.is_char_boundary(skip) && matches(rest, &path[skip..]));
    }
    if let Some(rest) = glob.strip_prefix('*') {
        let name = path.find('.').unwrap_or(path.len());
        return (0..=name).any(|skip| path.is_char_boundary(skip) && matches(rest, &path[skip..]));
    }
    let mut glob = glob.chars();
    let mut path = path.chars();
    match (glob.next(), path.next()) {
        (None, None) => true,
        (Some('?'), Some(_)) => matches(glob.as_str(), path.as_str()),
        (Some(a), Some(b)) => a == b && matches(glob.as_str(), path.as_str()),
        _ => false,
    }
}
