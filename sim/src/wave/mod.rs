//! Waves: every chosen signal of a circuit in the rust-hdl simulation, as a file for GTKWave: [`Vcd`] or [`Fst`].
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

use std::io;
use std::ops::Range;
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeDescriptor, TypeKind};

mod fast;
mod format;
mod fst;
mod vcd;

pub use self::fast::FastTracer;
pub use self::format::WaveFile;
pub use self::fst::Fst;
pub use self::vcd::Vcd;

use crate::{Circuit, Engine, Native, hand_on, split_scope};

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

    /// What GTKWave puts behind the name of a signal of several bits: `[3:0]`.
    pub(crate) fn range(&self) -> String {
        match self.width {
            1 => String::new(),
            width => format!("[{}:0]", width - 1),
        }
    }
}

/// An engine that writes down what happens in it.
pub struct Tracer<C: Circuit, F: WaveFile> {
    native: Native<C>,
    wave: Wave<F>,
    cycle: u64,
    cycles: Range<u64>,
    /// The first failure to write; an engine's step has no way to report it.
    failure: Option<io::Error>,
}

impl<C: Circuit, F: WaveFile> Tracer<C, F> {
    /// Writes the head of the dump. An error if nothing can be written or a glob matches no signal.
    pub fn new(native: Native<C>, options: &WaveOptions, file: F) -> Result<Self> {
        let wave = Wave::new(&native.circuit, options, file)?;
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
            .and_then(|()| self.wave.file.finish())
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

impl<C: Circuit, F: WaveFile> Engine for Tracer<C, F> {
    hand_on!(native: ports, set, get, settle);

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

impl<C: Circuit, F: WaveFile> Trace for Tracer<C, F> {
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

/// What goes into the file: the head is written by `new`, then each sample writes what has changed since the one before.
struct Wave<F: WaveFile> {
    file: F,
    half_period: u64,
    signals: Vec<WaveSignal>,
    /// One entry for every signal of the circuit, `None` for one that was not chosen or is a clock.
    watched: Vec<Option<Watched>>,
    /// One of the clocks.
    clock: Option<usize>,
    started: bool,
}

impl<F: WaveFile> Wave<F> {
    fn new(circuit: &dyn Block, options: &WaveOptions, file: F) -> Result<Self> {
        let (signals, watched) = survey(circuit, options)?;
        let mut wave = Wave {
            file,
            half_period: options.period / 2,
            clock: signals.iter().position(|signal| signal.is_clock),
            signals,
            watched,
            started: false,
        };
        let start = options.cycles.start.saturating_mul(options.period);
        wave.file.head(&wave.signals, start).context("cannot write the waves")?;
        Ok(wave)
    }

    /// Writes what has changed: with the clock low as the inputs settled, with the clock high after the edge.
    fn sample(&mut self, circuit: &dyn Block, cycle: u64, clock: bool) -> io::Result<()> {
        self.begin(2 * cycle + u64::from(clock), clock)?;
        self.started = true;
        let mut changes = Changes {
            file: &mut self.file,
            signals: &self.signals,
            watched: self.watched.iter_mut(),
            bits: vec![],
            result: Ok(()),
        };
        circuit.accept("", &mut changes);
        changes.result
    }

    /// Marks the end of the last cycle, so that its second half has a length.
    fn end(&mut self, cycle: u64) -> io::Result<()> {
        self.begin(2 * cycle, false)
    }

    fn begin(&mut self, halves: u64, clock: bool) -> io::Result<()> {
        self.file.time(halves * self.half_period)?;
        match self.clock {
            Some(signal) => self.file.change(signal, if clock { b"1" } else { b"0" }),
            None => Ok(()),
        }
    }
}

/// The signals that are chosen, and for every signal of the circuit how it is watched.
fn survey(circuit: &dyn Block, options: &WaveOptions) -> Result<(Vec<WaveSignal>, Vec<Option<Watched>>)> {
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
    Ok((signals, watched))
}

/// The signals of a circuit that are chosen. An error if a glob matches none.
pub fn chosen(circuit: &dyn Block, options: &WaveOptions) -> Result<Vec<WaveSignal>> {
    Ok(survey(circuit, options)?.0)
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
struct Changes<'a, F: WaveFile> {
    file: &'a mut F,
    signals: &'a [WaveSignal],
    watched: std::slice::IterMut<'a, Option<Watched>>,
    /// Kept between two values to spare an allocation each.
    bits: Vec<u8>,
    result: io::Result<()>,
}

impl<F: WaveFile> Probe for Changes<'_, F> {
    fn visit_atom(&mut self, _: &str, signal: &dyn Atom) {
        let Some(Some(watched)) = self.watched.next() else {
            return;
        };
        let literal = format!("{:x}", signal.verilog());
        let digits = literal.rsplit('h').next().unwrap_or_default();
        if self.result.is_err() || digits == watched.last {
            return;
        }
        self.result = self.leaves(watched.leaves.clone(), digits);
        watched.last.clear();
        watched.last.push_str(digits);
    }
}

impl<F: WaveFile> Changes<'_, F> {
    /// Writes the values that lie side by side in a number given in hexadecimal, lowest bits first.
    fn leaves(&mut self, leaves: Range<usize>, digits: &str) -> io::Result<()> {
        let digit_at = |place: usize| {
            let digit = digits.bytes().rev().nth(place);
            digit.map_or(0, |digit| (digit as char).to_digit(16).unwrap_or(0))
        };
        let bit = |at: usize| {
            if digit_at(at / 4) >> (at % 4) & 1 == 1 {
                b'1'
            } else {
                b'0'
            }
        };
        let mut low = 0;
        for leaf in leaves {
            let width = self.signals[leaf].width;
            self.bits.clear();
            self.bits.extend((low..low + width).rev().map(bit));
            self.file.change(leaf, &self.bits)?;
            low += width;
        }
        Ok(())
    }
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
