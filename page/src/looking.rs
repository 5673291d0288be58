//! A fast engine with signals that are looked at: their present values, and their changes in the last clocks.
//!
//! ```text
//! clock      1000  1001  1002  1003  1004     after so many clocks since power-on
//! value        2     2     3     3     1
//! changes  .. 2                 3           1      kept: (1000, 2) (1002, 3) (1004, 1)
//! ```
//!
//! A value is taken after the edge of a clock and before the inputs change for the next one. So it does not depend on how
//! many clocks run in a batch.

use std::collections::VecDeque;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tengen_sim::fast::{Fast, Id, hand_on, watch_batches};
use tengen_sim::{Change, Engine, Seen, WaveSignal};

/// The clocks whose changes are kept.
pub const RING: u64 = 4000;

/// The engine, and the record of each signal. It is driven as the fast engine is.
pub struct Looking {
    fast: Fast,
    signals: Vec<Looked>,
    /// The clocks since power-on.
    clock: u64,
    /// Changes before this clock are not wanted.
    from: u64,
    /// The clock before the last call of `watch`.
    begun: u64,
    /// The clock to go back to.
    kept: u64,
    /// The lanes in which a signal changes, and one word of it; kept to avoid allocations.
    found: Vec<u32>,
    of_word: Vec<u32>,
}

/// A signal with its changes, of which the first is its value in the first clock that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Looked {
    signal: WaveSignal,
    words: Vec<Id>,
    clocks: VecDeque<u64>,
    /// For each of the clocks as many words as the signal has, lowest first.
    values: VecDeque<u64>,
}

impl Looked {
    /// Begins anew with the value in a lane of the last batch.
    fn begin(&mut self, fast: &Fast, clock: u64, lane: usize) {
        self.clocks.clear();
        self.values.clear();
        self.push(fast, clock, lane);
    }

    fn push(&mut self, fast: &Fast, clock: u64, lane: usize) {
        self.clocks.push_back(clock);
        self.values.extend(self.words.iter().map(|word| fast.lane(*word, lane)));
    }

    /// Adds the change in a lane, if it is one.
    fn see(&mut self, fast: &Fast, clock: u64, lane: usize) {
        let last = self.values.range(self.values.len() - self.words.len()..);
        if self.words.iter().map(|word| fast.lane(*word, lane)).ne(last.copied()) {
            self.push(fast, clock, lane);
        }
    }

    /// Forgets the changes before a clock, except the one that gives the value then.
    fn forget(&mut self, from: u64) {
        let known = self.clocks.partition_point(|clock| *clock <= from);
        let old = known.saturating_sub(1);
        self.clocks.drain(..old);
        self.values.drain(..old * self.words.len());
    }

    /// Forgets the changes after a clock.
    fn go_back(&mut self, clock: u64) {
        let known = self.clocks.partition_point(|change| *change <= clock);
        self.clocks.truncate(known);
        self.values.truncate(known * self.words.len());
    }

    fn value(&self, change: usize) -> Vec<u64> {
        let words = self.words.len();
        self.values
            .range(change * words..(change + 1) * words)
            .copied()
            .collect()
    }

    fn text(&self, change: usize) -> String {
        text(&self.signal, &self.value(change))
    }
}

/// The changes of the signals in the last clocks.
#[derive(Clone, Debug, PartialEq)]
pub struct Ring {
    /// The first and the last clock.
    pub from: u64,
    pub to: u64,
    signals: Vec<Looked>,
}

/// The same as the page gets it.
#[derive(Debug, PartialEq, Serialize)]
pub struct Written {
    pub from: u64,
    pub to: u64,
    pub signals: Vec<WrittenSignal>,
}

/// The changes of one signal. The first gives its value in the first clock in which it was looked at.
#[derive(Debug, PartialEq, Serialize)]
pub struct WrittenSignal {
    pub path: String,
    pub width: usize,
    pub changes: Vec<(u64, String)>,
}

impl Ring {
    pub fn written(&self) -> Written {
        let Ring { from, to, signals } = self;
        let signal = |looked: &Looked| {
            let change = |change: usize| (looked.clocks[change].max(*from), looked.text(change));
            WrittenSignal {
                path: looked.signal.path(),
                width: looked.signal.width,
                changes: (0..looked.clocks.len()).map(change).collect(),
            }
        };
        Written { from: *from, to: *to, signals: signals.iter().map(signal).collect() }
    }
}

impl Looking {
    /// Looks at these signals of an engine that has run for that many clocks. What is `known` of one of them remains.
    pub fn new(fast: Fast, clock: u64, signals: Vec<WaveSignal>, mut known: Vec<Looked>) -> Looking {
        let paths: Vec<String> = signals.iter().map(WaveSignal::path).collect();
        let fast = fast.showing(&|path| paths.iter().any(|shown| shown == path));
        let looked = signals.into_iter().zip(&paths).map(|(signal, path)| {
            if let Some(place) = known.iter().position(|looked| looked.signal == signal) {
                return known.swap_remove(place);
            }
            let words = fast.signal(path).unwrap_or_default().to_vec();
            let mut looked = Looked { signal, words, clocks: VecDeque::new(), values: VecDeque::new() };
            looked.push(&fast, clock, 0);
            looked
        });
        Looking {
            signals: looked.collect(),
            fast,
            clock,
            from: clock,
            begun: clock,
            kept: clock,
            found: vec![],
            of_word: vec![],
        }
    }

    /// Looks at nothing any more; returns what is known of the signals.
    pub fn end(self) -> (Fast, Vec<Looked>) {
        (self.fast, self.signals)
    }

    pub fn fast(&self) -> &Fast {
        &self.fast
    }

    /// Forgets what was before a clock, which may be one to come: changes before it are not looked for then.
    pub fn remember(&mut self, from: u64) {
        self.from = from;
        self.signals.iter_mut().for_each(|looked| looked.forget(from));
    }

    /// The present value of a signal as text.
    pub fn value(&self, path: &str) -> Option<String> {
        let looked = self.looked(path)?;
        Some(looked.text(looked.clocks.len() - 1))
    }

    /// The first clock of the last call of `watch` in which a signal has changed, to that value if one is given.
    pub fn met(&self, path: &str, value: Option<&[u64]>) -> Option<u64> {
        let looked = self.looked(path)?;
        let first = looked.clocks.partition_point(|clock| *clock <= self.begun);
        let mut changes = first..looked.clocks.len();
        let met = changes.find(|change| value.is_none_or(|value| looked.value(*change) == value))?;
        looked.clocks.get(met).copied()
    }

    /// What is known of the last clocks.
    pub fn ring(&self) -> Ring {
        let known = self.signals.iter().filter_map(|looked| looked.clocks.front());
        let from = known
            .min()
            .map_or(self.clock, |known| self.clock.saturating_sub(RING).max(*known));
        let mut signals = self.signals.clone();
        signals.iter_mut().for_each(|looked| looked.forget(from));
        Ring { from, to: self.clock, signals }
    }

    fn looked(&self, path: &str) -> Option<&Looked> {
        self.signals.iter().find(|looked| looked.signal.path() == path)
    }

    /// Runs that many clocks of one batch with the inputs as they are.
    fn run(&mut self, clocks: usize) {
        self.fast.run(clocks);
        let begun = self.clock;
        self.clock += clocks as u64;
        if self.clock <= self.from {
            for looked in &mut self.signals {
                looked.begin(&self.fast, self.clock, clocks);
            }
            return;
        }
        for looked in &mut self.signals {
            // An input may have changed before the first clock.
            self.found.clear();
            self.found.push(1);
            for word in &looked.words {
                self.fast.changes(*word, &mut self.of_word);
                self.found.extend(&self.of_word);
            }
            if looked.words.len() > 1 {
                self.found.sort_unstable();
            }
            for lane in &self.found {
                looked.see(&self.fast, begun + u64::from(*lane), *lane as usize);
            }
        }
    }
}

impl Engine for Looking {
    hand_on!(fast: ports, set, get, settle, batch);

    fn step(&mut self) {
        self.begun = self.clock;
        self.run(1);
    }

    fn keep(&mut self) -> bool {
        self.kept = self.clock;
        self.fast.keep()
    }

    fn go_back(&mut self) {
        self.fast.go_back();
        self.clock = self.kept;
        self.signals.iter_mut().for_each(|looked| looked.go_back(self.kept));
    }

    fn watch(&mut self, count: usize, changes: &[Change], seen: &mut Seen) {
        self.begun = self.clock;
        seen.begin(count);
        let run = |looking: &mut Self, most| {
            let clocks = looking.fast.next(most);
            looking.run(clocks);
            clocks
        };
        watch_batches(self, |engine| &mut engine.fast, run, changes, seen);
    }
}

/// A value as text: the name of a state, `0` or `1` of one bit, else hexadecimal: `0x01f`.
pub fn text(signal: &WaveSignal, words: &[u64]) -> String {
    let state = |states: &[String]| states.get(words[0] as usize).cloned();
    if let Some(state) = signal.states.as_ref().and_then(|states| state(&states.1)) {
        return state;
    }
    let digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
    let digits = &digits[digits.len() - signal.width.div_ceil(4)..];
    if signal.width == 1 { digits.into() } else { format!("0x{digits}") }
}

/// The value that a text means: the name of a state, a decimal number, or a hexadecimal one after `0x`.
///
/// # Errors
/// If the signal has no such value.
pub fn value(signal: &WaveSignal, text: &str) -> Result<Vec<u64>> {
    let states = signal.states.as_ref().map_or(&[][..], |states| &states.1);
    let words = signal.width.div_ceil(64);
    let mut value = vec![0; words];
    if let Some(state) = states.iter().position(|state| state == text) {
        value[0] = state as u64;
        return Ok(value);
    }
    let known = match states {
        [] => String::new(),
        states => format!(", or one of {}", states.join(", ")),
    };
    let why = || format!("`{text}` is no value: write 31, or 0x1f{known}");
    let read = match text.strip_prefix("0x") {
        None => vec![text.parse().with_context(why)?],
        Some(digits) if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) => bail!(why()),
        Some(digits) => {
            let word = |digits: &[u8]| u64::from_str_radix(&String::from_utf8_lossy(digits), 16);
            digits
                .as_bytes()
                .rchunks(16)
                .map(word)
                .collect::<Result<_, _>>()
                .with_context(why)?
        }
    };
    let fits = |(number, word): (usize, &u64)| match signal.width.saturating_sub(64 * number) {
        64.. => true,
        bits => word >> bits == 0,
    };
    if !read.iter().enumerate().all(fits) {
        bail!(
            "{text} is more than the {} bits of {} hold",
            signal.width,
            signal.path()
        );
    }
    for (word, read) in value.iter_mut().zip(read) {
        *word = read;
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn signal(width: usize, states: &[&str]) -> WaveSignal {
        let states = Arc::new(("State".into(), states.iter().map(|state| (*state).into()).collect()));
        let states = Some(states).filter(|states: &Arc<(String, Vec<String>)>| !states.1.is_empty());
        WaveSignal { scope: vec![], name: "q".into(), width, is_clock: false, states }
    }

    #[test]
    fn a_text_means_the_value_that_it_is_written_for() {
        for (width, states, value, written) in [
            (1, &[][..], vec![1], "1"),
            (4, &[], vec![0xa], "0xa"),
            (9, &[], vec![0x1a], "0x01a"),
            (64, &[], vec![u64::MAX], "0xffffffffffffffff"),
            (66, &[], vec![5, 2], "0x20000000000000005"),
            (2, &["Idle", "Busy", "Done"], vec![2], "Done"),
            // No state has this code.
            (2, &["Idle", "Busy", "Done"], vec![3], "0x3"),
        ] {
            let signal = signal(width, states);
            assert_eq!(text(&signal, &value), written);
            assert_eq!(super::value(&signal, written).unwrap(), value, "{written}");
        }
        assert_eq!(super::value(&signal(8, &[]), "31").unwrap(), [31]);
        assert_eq!(super::value(&signal(8, &[]), "0x1F").unwrap(), [31]);
        for wrong in [
            "",
            "0x",
            "256",
            "0x100",
            "1f",
            "0xg",
            "-1",
            "0x-1",
            "0x+1",
            "Idle",
            "0x00000000000000000001ff",
        ] {
            assert!(super::value(&signal(8, &[]), wrong).is_err(), "{wrong}");
        }
    }
}
