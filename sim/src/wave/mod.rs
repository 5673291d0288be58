//! Waves: records the chosen signals of a circuit in the rust-hdl simulation to a file for GTKWave, [`Vcd`] or [`Fst`].
//!
//! ```text
//! time    0        20       40       60       80 ns          one cycle is one period, 40 ns at 25 MHz
//! clock   ________/‾‾‾‾‾‾‾‾\________/‾‾‾‾‾‾‾‾\_____
//! inputs  X=================X=================X====          as they settled before the edge
//! q       X========X=================X=============          after the edge
//! cycle   |------- 0 ------|------- 1 ------|--- 2
//! ```
//!
//! [`Tracer`] wraps [`Native`] as an engine, so it can be driven in the same way, and a circuit that is not traced
//! costs nothing extra. Outside the recorded window tracing costs one comparison per clock.
//!
//! Names are dotted paths below the top, `game.state.q_turn`; a field of a struct follows after an underscore, as in
//! the emitted Verilog. An enumeration is written as its number; [`crate::gtkwave`] gives the viewer the names. Clocks
//! inside the circuit are never driven (the edge is passed down directly), so each is shown as the top's clock.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeDescriptor, TypeKind};

mod batches;
mod format;
mod fst;
mod vcd;

pub use self::batches::FastTracer;
pub use self::format::WaveFile;
pub use self::fst::Fst;
pub use self::vcd::Vcd;

use crate::{Circuit, Engine, Native, Observer, hand_on, split_scope};

/// Options of a dump.
#[derive(Clone, Debug)]
pub struct WaveOptions {
    /// The name of the circuit as a whole: the outermost scope.
    pub top: String,
    /// Globs over dotted paths: `?` matches a character, `*` part of a name, `**` anything. A glob that matches a part
    /// of the circuit takes everything in it. No globs take everything.
    pub signals: Vec<String>,
    /// The cycles to record, counted from 0 at power-on.
    pub cycles: Range<u64>,
    /// The clock's period in nanoseconds, an even number.
    pub period: u64,
}

/// 25 MHz: one pixel per clock.
const PERIOD_NS: u64 = 40;

impl WaveOptions {
    /// Records everything, at 25 MHz.
    pub fn new(top: &str) -> Self {
        WaveOptions { top: top.into(), signals: vec![], cycles: 0..u64::MAX, period: PERIOD_NS }
    }
}

/// A signal, or a field of one, in the dump.
#[derive(Clone, Debug, PartialEq)]
pub struct WaveSignal {
    /// The scopes from the top down, as (name, type of the block).
    pub scope: Vec<(String, String)>,
    pub name: String,
    /// Width in bits.
    pub width: usize,
    pub is_clock: bool,
    /// The type and the states of an enumeration, in the order of their codes.
    pub states: Option<Arc<(String, Vec<String>)>>,
}

impl WaveSignal {
    /// The dotted path below the top.
    pub fn path(&self) -> String {
        let parts = self.scope.iter().skip(1).map(|(name, _)| name.as_str());
        parts.chain([self.name.as_str()]).collect::<Vec<_>>().join(".")
    }

    /// The suffix that GTKWave adds to the name of a signal of several bits: `[3:0]`.
    pub(crate) fn range(&self) -> String {
        match self.width {
            1 => String::new(),
            width => format!("[{}:0]", width - 1),
        }
    }
}

/// An engine whose signals are recorded.
pub struct Tracer<C: Circuit, F: WaveFile> {
    native: Native<C>,
    wave: Wave<F>,
    cycle: u64,
    cycles: Range<u64>,
    /// The state will be restored to before this, so nothing is written.
    aside: bool,
    /// The first failure to write; an engine's step has no way to report it.
    failure: Option<io::Error>,
}

impl<C: Circuit, F: WaveFile> Tracer<C, F> {
    /// Writes the head of the dump. An error if writing fails or a glob matches no signal.
    pub fn new(native: Native<C>, options: &WaveOptions, file: F) -> Result<Self> {
        let wave = Wave::new(&native.circuit, options, file)?;
        Ok(Tracer { native, wave, cycle: 0, cycles: options.cycles.clone(), aside: false, failure: None })
    }

    /// The signals in the dump.
    pub fn signals(&self) -> &[WaveSignal] {
        &self.wave.signals
    }

    /// The number of cycles so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    pub fn circuit(&self) -> &C {
        &self.native.circuit
    }

    /// Ends the dump and returns the engine and the signals. An error if any of it could not be written.
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

    /// Makes the falling edge; nothing else happens.
    fn fall(&mut self) {
        if let Err(error) = self.wave.begin(2 * self.cycle, false) {
            self.failure.get_or_insert(error);
        }
    }

    fn sample(&mut self, clock: bool) {
        self.native.circuit.latch_locals(!self.wave.started);
        if let Err(error) = self.wave.sample(&self.native.circuit, self.cycle, clock) {
            self.failure.get_or_insert(error);
        }
    }
}

impl<C: Circuit, F: WaveFile> Engine for Tracer<C, F> {
    hand_on!(native: ports, set, get, settle);

    fn step(&mut self) {
        if self.aside {
            return self.native.step();
        }
        if self.failure.is_none() && self.cycles.contains(&self.cycle) {
            // While the clock is low only what follows an input changes.
            if self.native.unsettled || !self.wave.started {
                self.native.settle();
                self.sample(false);
            } else {
                self.fall();
            }
            self.native.step();
            self.sample(true);
        } else {
            self.native.step();
        }
        self.cycle += 1;
    }

    fn keep(&mut self) -> bool {
        self.aside = self.native.keep();
        self.aside
    }

    fn go_back(&mut self) {
        self.native.go_back();
        self.aside = false;
    }
}

/// A tracer of a circuit chosen at run time.
pub trait Trace: Engine {
    /// The signals in the dump.
    fn signals(&self) -> &[WaveSignal];
    /// The number of cycles so far.
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

/// A signal of the circuit, in the order in which a probe visits them; a struct becomes several [`WaveSignal`]s.
struct Watched {
    /// The range of its values in `Wave::signals`.
    leaves: Range<usize>,
    /// The last value written, in 64-bit words, lowest first; empty before the first.
    last: Vec<u64>,
}

/// The content of a dump: `new` writes the head, then each sample writes the changes since the one before.
struct Wave<F: WaveFile> {
    file: F,
    half_period: u64,
    signals: Vec<WaveSignal>,
    /// One entry per signal of the circuit; `None` if it was not chosen or is a clock.
    watched: Vec<Option<Watched>>,
    /// The end of each block, known after the first walk.
    blocks: Vec<BlockEnd>,
    /// The index of one of the clocks.
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
            blocks: vec![],
            started: false,
        };
        let start = options.cycles.start.saturating_mul(options.period);
        wave.file.head(&wave.signals, start).context("cannot write the waves")?;
        Ok(wave)
    }

    /// Writes the changes: with the clock low after the inputs have settled, with the clock high after the edge.
    fn sample(&mut self, circuit: &impl Circuit, cycle: u64, clock: bool) -> io::Result<()> {
        self.begin(2 * cycle + u64::from(clock), clock)?;
        self.started = true;
        let mut changes = Changes {
            file: &mut self.file,
            signals: &self.signals,
            watched: &mut self.watched,
            blocks: &mut self.blocks,
            signal: 0,
            block: 0,
            within: vec![],
            result: Ok(()),
        };
        circuit.observe(&mut changes);
        changes.result
    }

    /// Marks the end of the last cycle, so that its second half has a duration.
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

/// The chosen signals, and for every signal of the circuit how it is recorded.
fn survey(circuit: &dyn Block, options: &WaveOptions) -> Result<(Vec<WaveSignal>, Vec<Option<Watched>>)> {
    let mut survey = Survey { choice: Choice::of(&options.signals), scope: vec![], signals: vec![], watched: vec![] };
    circuit.accept(&options.top, &mut survey);
    let Survey { choice, signals, watched, .. } = survey;
    choice.end(&options.top)?;
    Ok((signals, watched))
}

/// The chosen signals of a circuit. An error if a glob matches none.
pub fn chosen(circuit: &dyn Block, options: &WaveOptions) -> Result<Vec<WaveSignal>> {
    Ok(survey(circuit, options)?.0)
}

/// The chosen ones of these signals. An error if a glob matches none.
pub fn chosen_among(signals: &[WaveSignal], options: &WaveOptions) -> Result<Vec<WaveSignal>> {
    let mut choice = Choice::of(&options.signals);
    let chosen = signals.iter().filter(|signal| choice.takes(signal)).cloned().collect();
    choice.end(&options.top)?;
    Ok(chosen)
}

/// The globs of a choice, and which of them have matched a signal.
struct Choice<'a> {
    globs: &'a [String],
    used: Vec<bool>,
}

impl Choice<'_> {
    fn of(globs: &[String]) -> Choice<'_> {
        Choice { globs, used: vec![false; globs.len()] }
    }

    /// Whether a glob matches this signal or a part that contains it. All globs are tried, to find those that match
    /// nothing.
    fn takes(&mut self, signal: &WaveSignal) -> bool {
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

    /// An error if a glob has matched no signal of the circuit `top`.
    fn end(self, top: &str) -> Result<()> {
        if let Some(unused) = self.used.iter().position(|used| !used) {
            bail!(
                "no signal matches `{}`: write a dotted path below {top}, ? for a character, * within a name, ** for anything",
                self.globs[unused]
            );
        }
        Ok(())
    }
}

/// Walks the circuit once and lists the chosen signals.
struct Survey<'a> {
    choice: Choice<'a>,
    scope: Vec<(String, String)>,
    signals: Vec<WaveSignal>,
    watched: Vec<Option<Watched>>,
}

impl Survey<'_> {
    /// The values that make up a signal of this type, lowest bits first.
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
                let states = Arc::new((descriptor.name.clone(), short.collect::<Vec<_>>()));
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
        // A struct is recorded as a whole if any of its fields is chosen.
        let chosen: Vec<bool> = leaves.iter().map(|leaf| self.choice.takes(leaf)).collect();
        if !chosen.contains(&true) {
            return self.watched.push(None);
        }
        let is_clock = leaves[0].is_clock;
        let start = self.signals.len();
        self.signals.append(&mut leaves);
        let leaves = start..self.signals.len();
        self.watched.push((!is_clock).then(|| Watched { leaves, last: vec![] }));
    }
}

/// The name in the emitted Verilog: an element of an array is announced as `name$3` and becomes `name_3`.
fn plain(name: &str) -> String {
    name.replace('$', "_")
}

/// The end of a block in the order of the walk: the numbers of the next block and of the next signal.
#[derive(Clone, Copy, Default)]
struct BlockEnd {
    block: usize,
    signal: usize,
}

/// Walks the circuit and writes every changed value. Blocks that rest are skipped.
struct Changes<'a, F: WaveFile> {
    file: &'a mut F,
    signals: &'a [WaveSignal],
    watched: &'a mut [Option<Watched>],
    /// The ends of the blocks, which let the walk skip one.
    blocks: &'a mut Vec<BlockEnd>,
    /// The number of the next signal.
    signal: usize,
    /// The number of the next block.
    block: usize,
    /// The enclosing blocks.
    within: Vec<usize>,
    result: io::Result<()>,
}

impl<F: WaveFile> Observer for Changes<'_, F> {
    fn enter(&mut self, rests: bool) -> bool {
        match self.blocks.get(self.block) {
            Some(end) if rests => {
                (self.block, self.signal) = (end.block, end.signal);
                return false;
            }
            Some(_) => {}
            None => self.blocks.push(BlockEnd::default()),
        }
        self.within.push(self.block);
        self.block += 1;
        true
    }

    fn see(&mut self, atom: &dyn Atom, value: Option<u64>) {
        let watched = self.watched[self.signal].as_mut();
        self.signal += 1;
        let Some(watched) = watched else { return };
        let words = match value {
            Some(value) if watched.last[..] == [value] => return,
            Some(value) => vec![value],
            None => literal_bits(atom),
        };
        if self.result.is_ok() && watched.last != words {
            let bit = |at: usize| words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1);
            self.result = write_leaves(self.file, self.signals, watched.leaves.clone(), bit);
            watched.last = words;
        }
    }

    fn leave(&mut self) {
        if let Some(block) = self.within.pop() {
            self.blocks[block] = BlockEnd { block: self.block, signal: self.signal };
        }
    }
}

/// Writes the values that are packed in a number, lowest bits first.
fn write_leaves(
    file: &mut impl WaveFile,
    signals: &[WaveSignal],
    leaves: Range<usize>,
    bit: impl Fn(usize) -> bool,
) -> io::Result<()> {
    let mut bits = vec![];
    let mut low = 0;
    for leaf in leaves {
        let width = signals[leaf].width;
        bits.clear();
        bits.extend((low..low + width).rev().map(|at| if bit(at) { b'1' } else { b'0' }));
        file.change(leaf, &bits)?;
        low += width;
    }
    Ok(())
}

/// The bits of a value, from its literal, which every type has.
fn literal_bits(signal: &dyn Atom) -> Vec<u64> {
    let literal = format!("{:x}", signal.verilog());
    let digits = literal.rsplit('h').next().unwrap_or_default().as_bytes();
    let word = |digits: &[u8]| digits.iter().fold(0, |word, digit| word << 4 | hexadecimal(*digit));
    digits.rchunks(16).map(word).collect()
}

fn hexadecimal(digit: u8) -> u64 {
    char::from(digit).to_digit(16).unwrap_or(0).into()
}

/// Whether a glob matches a whole path: `?` one character, `*` any characters but a dot, `**` any.
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
