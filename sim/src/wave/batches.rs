//! Waves of the fast engine: writes the same file as [`Tracer`](super::Tracer), batch by batch.
//!
//! ```text
//! lane       0          1          2          3         of a batch that begins with cycle c
//! time    2c      2c+1       2c+3       2c+5            in halves of a period
//! inputs  X===========================================  as they settled before the first edge
//! q       ========X==========X==========X=============  after each edge
//! ```
//!
//! A value is written only where its lanes change, so constant signals cost nothing. A signal that nothing reads is
//! neither in the netlist nor in the file.

use std::{collections::HashSet, io, ops::Range};

use anyhow::{Context, Result};

use tengen_fast::{Fast, Id, hand_on, watch_batches};

use super::{Trace, WaveFile, WaveOptions, WaveSignal};
use crate::{Change, Engine, Seen};

/// A fast engine whose signals are recorded.
pub struct FastTracer<F: WaveFile> {
    fast: Fast,
    file: F,
    signals: Vec<WaveSignal>,
    /// The words of each signal, lowest first; none for a clock.
    words: Vec<Vec<Id>>,
    /// The value of each signal at the end of the last batch that was written; empty before the first.
    last: Vec<Vec<u64>>,
    /// The number of one of the clocks.
    clock: Option<usize>,
    half_period: u64,
    cycle: u64,
    cycles: Range<u64>,
    started: bool,
    /// The state will be restored to before this, so nothing is written.
    aside: bool,
    failure: Option<io::Error>,
    changes: Changes,
    /// The bits of a value, as they are written.
    text: Vec<u8>,
}

/// The signals that change in each lane of a batch; kept to avoid allocations.
#[derive(Default)]
struct Changes {
    /// The lane and the signal of each change, signal by signal, as they are found.
    found: Vec<(u32, u32)>,
    /// The signals of all changes, in the order of the lanes.
    signals: Vec<u32>,
    /// For each lane where its changes begin in `signals`.
    begins: Vec<u32>,
    /// The lanes in which one signal changes.
    lanes: Vec<u32>,
    /// The lanes in which one word of it changes.
    of_word: Vec<u32>,
}

impl Changes {
    /// Finds the lanes in which a signal changes, among them the first if it differs from its `last` value.
    fn find(&mut self, fast: &Fast, signal: usize, words: &[Id], last: &[u64]) {
        self.lanes.clear();
        if words.iter().map(|word| fast.lane(*word, 0)).ne(last.iter().copied()) {
            self.lanes.push(0);
        }
        for word in words {
            fast.changes(*word, &mut self.of_word);
            self.lanes.extend(&self.of_word);
        }
        if words.len() > 1 {
            self.lanes.sort_unstable();
            self.lanes.dedup();
        }
        self.found.extend(self.lanes.iter().map(|lane| (*lane, signal as u32)));
    }

    /// Puts what was found in the order of the lanes, of which there are so many.
    fn sort(&mut self, lanes: usize) {
        self.begins.clear();
        self.begins.resize(lanes + 2, 0);
        for (lane, _) in &self.found {
            self.begins[*lane as usize + 2] += 1;
        }
        for lane in 2..self.begins.len() {
            self.begins[lane] += self.begins[lane - 1];
        }
        self.signals.clear();
        self.signals.resize(self.found.len(), 0);
        // `begins[lane + 1]` is where a lane begins, and moves on to where it ends.
        for (lane, signal) in self.found.drain(..) {
            let place = &mut self.begins[lane as usize + 1];
            self.signals[*place as usize] = signal;
            *place += 1;
        }
    }

    /// The signals that change in a lane.
    fn of(&self, lane: usize) -> &[u32] {
        &self.signals[self.begins[lane] as usize..self.begins[lane + 1] as usize]
    }
}

/// The bits of each byte as text.
const BITS: [[u8; 8]; 256] = {
    let mut bits = [[b'0'; 8]; 256];
    let mut at = 0;
    while at < 256 * 8 {
        bits[at / 8][at % 8] += ((at / 8) >> (7 - at % 8) & 1) as u8;
        at += 1;
    }
    bits
};

/// The lowest `width` bits of a value as text, the highest first.
fn write_bits(value: &[u64], width: usize, text: &mut Vec<u8>) {
    text.clear();
    let byte = |number: usize| value[number / 8].to_le_bytes()[number % 8];
    let whole = width / 8;
    if !width.is_multiple_of(8) {
        text.extend(&BITS[byte(whole) as usize][8 - width % 8..]);
    }
    for number in (0..whole).rev() {
        text.extend(&BITS[byte(number) as usize]);
    }
}

impl<F: WaveFile> FastTracer<F> {
    /// Writes the head of the dump, with those of the `signals` that the engine's netlist has, by path.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn new(fast: Fast, signals: Vec<WaveSignal>, options: &WaveOptions, mut file: F) -> Result<Self> {
        let paths: HashSet<String> = signals.iter().map(WaveSignal::path).collect();
        let fast = fast.showing(&|path| paths.contains(path));
        let known = |signal: &WaveSignal| signal.is_clock || fast.signal(&signal.path()).is_some();
        let signals: Vec<WaveSignal> = signals.into_iter().filter(known).collect();
        let words = signals.iter().map(|signal| match fast.signal(&signal.path()) {
            Some(words) if !signal.is_clock => words.to_vec(),
            _ => vec![],
        });
        let words: Vec<Vec<Id>> = words.collect();
        let start = options.cycles.start.saturating_mul(options.period);
        file.head(&signals, start).context("cannot write the waves")?;
        Ok(FastTracer {
            last: vec![vec![]; signals.len()],
            clock: signals.iter().position(|signal| signal.is_clock),
            signals,
            words,
            fast,
            file,
            half_period: options.period / 2,
            cycle: 0,
            cycles: options.cycles.clone(),
            started: false,
            aside: false,
            failure: None,
            changes: Changes::default(),
            text: vec![],
        })
    }

    /// Ends the dump and returns the engine and the signals.
    ///
    /// # Errors
    /// If any of it could not be written.
    pub fn finish(mut self) -> Result<(Fast, Vec<WaveSignal>)> {
        let mut ended = self.failure.take().map_or(Ok(()), Err);
        if self.started {
            let end = 2 * self.cycle.min(self.cycles.end);
            ended = ended.and_then(|()| self.begin(end));
        }
        ended
            .and_then(|()| self.file.finish())
            .context("cannot write the waves")?;
        Ok((self.fast.showing(&|_| false), self.signals))
    }

    /// Begins a moment, in units of half a period: the clock is low in the even ones.
    fn begin(&mut self, halves: u64) -> io::Result<()> {
        self.file.time(halves * self.half_period)?;
        match self.clock {
            Some(signal) => self.file.change(signal, if halves % 2 == 1 { b"1" } else { b"0" }),
            None => Ok(()),
        }
    }

    /// Runs that many clocks of one batch with the inputs as they are; the recorded window must not begin or end within
    /// them.
    fn run(&mut self, clocks: usize) {
        if self.aside {
            return self.fast.run(clocks);
        }
        let inside = self.failure.is_none() && self.cycles.contains(&self.cycle);
        self.fast.run(clocks);
        if inside && let Err(error) = self.write(clocks) {
            self.failure.get_or_insert(error);
        }
        self.cycle += clocks as u64;
    }

    /// The length of the next batch, at most `count` clocks; it ends where the recorded window begins or ends.
    fn next(&self, count: u64) -> usize {
        let borders = [self.cycles.start, self.cycles.end];
        let border = borders.into_iter().find(|border| *border > self.cycle);
        self.fast
            .next(border.map_or(count, |border| count.min(border - self.cycle)))
    }

    /// Writes the changes of the last batch.
    fn write(&mut self, clocks: usize) -> io::Result<()> {
        let mut changes = std::mem::take(&mut self.changes);
        for (signal, words) in self.words.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
            let last = &mut self.last[signal];
            changes.find(&self.fast, signal, words, last);
            last.clear();
            last.extend(words.iter().map(|word| self.fast.lane(*word, clocks)));
        }
        changes.sort(clocks + 1);
        let written = (0..=clocks).try_for_each(|lane| self.write_lane(lane, changes.of(lane)));
        self.changes = changes;
        written
    }

    /// Writes the signals that change in a lane of the last batch.
    fn write_lane(&mut self, lane: usize, signals: &[u32]) -> io::Result<()> {
        if signals.is_empty() && self.clock.is_none() {
            return Ok(());
        }
        // While the clock is low the inputs settle; each edge begins the second half of a cycle.
        let cycle = self.cycle + lane as u64;
        let half = if lane == 0 { 2 * cycle } else { 2 * cycle - 1 };
        if lane > 1 && self.clock.is_some() {
            self.begin(half - 1)?;
        }
        self.begin(half)?;
        self.started = true;
        for &signal in signals {
            self.write_value(signal as usize, lane)?;
        }
        Ok(())
    }

    fn write_value(&mut self, signal: usize, lane: usize) -> io::Result<()> {
        let (words, width) = (&self.words[signal], self.signals[signal].width);
        match words.as_slice() {
            [word] => write_bits(&[self.fast.lane(*word, lane)], width, &mut self.text),
            words => {
                let value: Vec<u64> = words.iter().map(|word| self.fast.lane(*word, lane)).collect();
                write_bits(&value, width, &mut self.text);
            }
        }
        self.file.change(signal, &self.text)
    }
}

impl<F: WaveFile> Engine for FastTracer<F> {
    hand_on!(fast: ports, set, get, settle, batch);

    fn step(&mut self) {
        self.run(1);
    }

    fn keep(&mut self) -> bool {
        self.aside = self.fast.keep();
        self.aside
    }

    fn go_back(&mut self) {
        self.fast.go_back();
        self.aside = false;
    }

    fn steps(&mut self, count: u64) {
        let mut left = count;
        while left > 0 {
            let clocks = self.next(left);
            self.run(clocks);
            left -= clocks as u64;
        }
    }

    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        seen.begin(count);
        let run = |tracer: &mut Self, most| {
            let clocks = tracer.next(most);
            tracer.run(clocks);
            clocks
        };
        watch_batches(self, |engine| &mut engine.fast, run, changes, seen);
    }
}

impl<F: WaveFile> Trace for FastTracer<F> {
    fn signals(&self) -> &[WaveSignal] {
        &self.signals
    }

    fn cycle(&self) -> u64 {
        self.cycle
    }

    fn finish(self: Box<Self>) -> Result<()> {
        FastTracer::finish(*self).map(|_| ())
    }
}
