//! The interface of wave file formats: they get the list of signals once, then the moments and the changes in each.

use std::io;

use super::WaveSignal;

/// A file that waves are written to.
pub trait WaveFile {
    /// Writes the head, first of all. `start` is the time of the first moment; times are in nanoseconds.
    fn head(&mut self, signals: &[WaveSignal], start: u64) -> io::Result<()>;

    /// Begins a moment, later than the one before.
    fn time(&mut self, time: u64) -> io::Result<()>;

    /// Writes the value of a signal, by its index in the list, from this moment on: `0` and `1` in ASCII, highest bit
    /// first. All clocks are the same signal; the index of any of them will do.
    fn change(&mut self, signal: usize, bits: &[u8]) -> io::Result<()>;

    /// Ends the file.
    fn finish(&mut self) -> io::Result<()>;
}

impl<F: WaveFile + ?Sized> WaveFile for Box<F> {
    fn head(&mut self, signals: &[WaveSignal], start: u64) -> io::Result<()> {
        (**self).head(signals, start)
    }
    fn time(&mut self, time: u64) -> io::Result<()> {
        (**self).time(time)
    }
    fn change(&mut self, signal: usize, bits: &[u8]) -> io::Result<()> {
        (**self).change(signal, bits)
    }
    fn finish(&mut self) -> io::Result<()> {
        (**self).finish()
    }
}

/// A line of a head.
pub(super) enum Line<'a> {
    Open {
        name: &'a str,
        kind: &'a str,
    },
    Close,
    /// Declares a signal with that code, which several signals may share.
    Wire {
        signal: &'a WaveSignal,
        like: Option<usize>,
    },
}

/// The lines of a head, in order, and for each signal its code; clocks share one.
pub(super) fn outline(signals: &[WaveSignal]) -> (Vec<Line<'_>>, Vec<usize>) {
    let mut lines = vec![];
    let mut codes = vec![];
    let mut open: &[(String, String)] = &[];
    let (mut known, mut clock) = (0, None);
    for signal in signals {
        let common = open.iter().zip(&signal.scope).take_while(|(a, b)| a == b).count();
        lines.extend(open[common..].iter().map(|_| Line::Close));
        let opened = signal.scope[common..].iter();
        lines.extend(opened.map(|(name, kind)| Line::Open { name, kind }));
        open = &signal.scope;
        let like = clock.filter(|_| signal.is_clock);
        lines.push(Line::Wire { signal, like });
        codes.push(like.unwrap_or(known));
        if like.is_none() {
            clock = clock.or(signal.is_clock.then_some(known));
            known += 1;
        }
    }
    lines.extend(open.iter().map(|_| Line::Close));
    (lines, codes)
}
