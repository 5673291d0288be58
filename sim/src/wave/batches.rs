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

use std::{io, ops::Range};

use anyhow::{Context, Result};

use tengen_fast::{Fast, Id, MOST_BITS, hand_on};

use super::{Trace, WaveFile, WaveOptions, WaveSignal};
use crate::{Change, Engine, Seen};

/// A fast engine whose signals are recorded.
pub struct FastTracer<F: WaveFile> {
    fast: Fast,
    file: F,
    signals: Vec<WaveSignal>,
    /// The words of each signal, lowest first; none for a clock.
    words: Vec<Vec<Id>>,
    /// The last value written of each signal.
    last: Vec<Option<Vec<u64>>>,
    /// The number of one of the clocks.
    clock: Option<usize>,
    half_period: u64,
    cycle: u64,
    cycles: Range<u64>,
    started: bool,
    /// The state will be restored to before this, so nothing is written.
    aside: bool,
    failure: Option<io::Error>,
    /// The lanes in which signals change; kept to avoid allocations.
    changes: Vec<(usize, usize)>,
}

impl<F: WaveFile> FastTracer<F> {
    /// Writes the head of the dump, with those of the `signals` that the engine's netlist has, by path.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn new(fast: Fast, signals: Vec<WaveSignal>, options: &WaveOptions, mut file: F) -> Result<Self> {
        let fast = fast.with_names(true);
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
            last: vec![None; signals.len()],
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
            changes: vec![],
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
        Ok((self.fast.with_names(false), self.signals))
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
        changes.clear();
        let mut lanes = vec![];
        for (signal, words) in self.words.iter().enumerate().filter(|(_, words)| !words.is_empty()) {
            let same = |(word, last): (&Id, &u64)| self.fast.lane(*word, 0) == *last;
            let known = self.last[signal].as_ref();
            if known.is_none_or(|last| !words.iter().zip(last).all(same)) {
                changes.push((0, signal));
            }
            for word in words {
                self.fast.changes(*word, &mut lanes);
                changes.extend(lanes.iter().map(|lane| (*lane as usize, signal)));
            }
        }
        changes.sort_unstable();
        changes.dedup();
        let mut left = changes.iter().peekable();
        let mut result = Ok(());
        for lane in 0..=clocks {
            let some = left.peek().is_some_and(|(next, _)| *next == lane);
            if !some && self.clock.is_none() {
                continue;
            }
            // While the clock is low the inputs settle; each edge begins the second half of a cycle.
            let cycle = self.cycle + lane as u64;
            let half = if lane == 0 { 2 * cycle } else { 2 * cycle - 1 };
            if lane > 1 && self.clock.is_some() {
                result = self.begin(half - 1);
            }
            result = result.and_then(|()| self.begin(half));
            self.started = true;
            while let Some((_, signal)) = left.next_if(|(next, _)| *next == lane) {
                result = result.and_then(|()| self.write_value(*signal, lane));
            }
            if result.is_err() {
                break;
            }
        }
        self.changes = changes;
        result
    }

    fn write_value(&mut self, signal: usize, lane: usize) -> io::Result<()> {
        let value: Vec<u64> = self.words[signal]
            .iter()
            .map(|word| self.fast.lane(*word, lane))
            .collect();
        if self.last[signal].as_ref() == Some(&value) {
            return Ok(());
        }
        let bit = |bit: usize| b'0' + (value[bit / MOST_BITS] >> (bit % MOST_BITS) & 1) as u8;
        let bits: Vec<u8> = (0..self.signals[signal].width).rev().map(bit).collect();
        self.file.change(signal, &bits)?;
        self.last[signal] = Some(value);
        Ok(())
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
        let ports: Vec<usize> = seen.ports().collect();
        let mut done = 0;
        let mut changes = changes.iter().peekable();
        while done < count {
            // An input changes while the clock is low, as it would if driven clock by clock.
            while let Some(change) = changes.next_if(|change| change.clock == done) {
                self.fast.set(change.port, change.value);
            }
            let next = changes.peek().map_or(count, |change| change.clock.min(count));
            let clocks = self.next((next - done) as u64);
            self.run(clocks);
            for (column, port) in ports.iter().enumerate() {
                self.fast.read(*port, &mut seen.values_mut(column, done)[..clocks]);
            }
            done += clocks;
        }
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
