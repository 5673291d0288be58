//! Several clocks of one circuit: the order and times of their edges.
//!
//! ```text
//! time     0   1   2   3   4   5   6   7   8   9
//! fast     /‾‾‾‾‾‾‾\_______/‾‾‾‾‾‾‾\_______/‾‾‾‾    Waveform { half_period: 2, first_rise: 0 }
//! slow     ____/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______________/    Waveform { half_period: 4, first_rise: 1 }
//! ```
//!
//! The caller chooses the unit of time. Every clock starts low. Edges of the same instant are simultaneous: set them
//! all, then let the circuit settle, and each register samples the values from before the instant.

use crate::interface::Engine;

/// One clock with two halves of equal length.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Waveform {
    /// The number of its port.
    pub port: usize,
    pub half_period: u64,
    pub first_rise: u64,
}

/// A clock as it runs. Compiled models take it as it is.
#[derive(Copy, Clone, Debug)]
#[repr(C)]
pub struct Running {
    pub port: u64,
    half_period: u64,
    next_edge: u64,
    level: u64,
}

/// Runs several clocks side by side.
#[derive(Clone, Debug)]
pub struct Clocks {
    running: Vec<Running>,
    edges: Vec<(usize, u64)>,
    /// The clocks of the last rise, by their places.
    rises: Vec<usize>,
    time: u64,
}

impl Clocks {
    /// # Panics
    /// If there are no clocks, or one with a period of zero.
    pub fn new(waveforms: &[Waveform]) -> Self {
        assert!(!waveforms.is_empty(), "no clock");
        let start = |waveform: &Waveform| {
            assert!(waveform.half_period > 0, "a clock without a period: {waveform:?}");
            Running {
                port: waveform.port as u64,
                half_period: waveform.half_period,
                next_edge: waveform.first_rise,
                level: 0,
            }
        };
        Clocks { running: waveforms.iter().map(start).collect(), edges: vec![], rises: vec![], time: 0 }
    }

    /// The instant of the next edges.
    pub fn due(&self) -> u64 {
        let edges = self.running.iter().map(|clock| clock.next_edge);
        edges.min().unwrap_or(self.time)
    }

    /// The next edges, all of the same instant: each clock's port and its new level.
    pub fn next_edges(&mut self) -> &[(usize, u64)] {
        self.time = self.due();
        self.edges.clear();
        for clock in self.running.iter_mut().filter(|clock| clock.next_edge == self.time) {
            clock.level ^= 1;
            clock.next_edge += clock.half_period;
            self.edges.push((clock.port as usize, clock.level));
        }
        &self.edges
    }

    /// The clocks that rise next, all of the same instant, before `end`: their places among the waveforms. `None` if there are
    /// none; then the falling edges before `end` are over too.
    #[inline]
    pub(crate) fn next_rises(&mut self, end: u64) -> Option<&[usize]> {
        // A clock that is still high rises a half period after it falls.
        let rise = |clock: &Running| clock.next_edge + clock.level * clock.half_period;
        let now = self.running.iter().map(rise).min()?;
        if now >= end {
            self.fall(end);
            return None;
        }
        self.time = now;
        self.rises.clear();
        for (place, clock) in self.running.iter_mut().enumerate() {
            if rise(clock) == now {
                clock.level = 1;
                clock.next_edge = now + clock.half_period;
                self.rises.push(place);
            }
        }
        Some(&self.rises)
    }

    /// Makes the falling edges before `end`.
    fn fall(&mut self, end: u64) {
        for clock in &mut self.running {
            if clock.level == 1 && clock.next_edge < end {
                self.time = self.time.max(clock.next_edge);
                clock.level = 0;
                clock.next_edge += clock.half_period;
            }
        }
    }

    /// Makes all edges before the time `end` on an engine.
    pub fn drive<E: Engine + ?Sized>(&mut self, engine: &mut E, end: u64) {
        while self.due() < end {
            for (port, level) in self.next_edges() {
                engine.set(*port, *level);
            }
            engine.settle();
        }
    }

    /// Lets a function make edges, which it notes in the clocks.
    pub fn hand_over(&mut self, run: impl FnOnce(&mut [Running])) {
        let before: Vec<u64> = self.running.iter().map(|clock| clock.next_edge).collect();
        run(&mut self.running);
        let moved = self
            .running
            .iter()
            .zip(before)
            .filter(|(clock, before)| clock.next_edge != *before);
        let last = moved.map(|(clock, _)| clock.next_edge - clock.half_period).max();
        self.time = last.unwrap_or(self.time);
    }

    /// The ports and the present levels, in the order of the waveforms.
    pub fn levels(&self) -> impl Iterator<Item = (usize, u64)> {
        self.running.iter().map(|clock| (clock.port as usize, clock.level))
    }

    /// The instant of the last edges.
    pub fn time(&self) -> u64 {
        self.time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_come_in_order_and_those_of_one_instant_together() {
        let mut clocks = Clocks::new(&[
            Waveform { port: 7, half_period: 2, first_rise: 0 },
            Waveform { port: 3, half_period: 3, first_rise: 1 },
        ]);
        let found: Vec<_> = (0..6)
            .map(|_| {
                let edges = clocks.next_edges().to_vec();
                (clocks.time(), edges)
            })
            .collect();
        let expected = [
            (0, vec![(7, 1)]),
            (1, vec![(3, 1)]),
            (2, vec![(7, 0)]),
            (4, vec![(7, 1), (3, 0)]),
            (6, vec![(7, 0)]),
            (7, vec![(3, 1)]),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn rises_alone_come_as_those_among_all_edges() {
        let waveforms = [
            Waveform { port: 7, half_period: 2, first_rise: 0 },
            Waveform { port: 3, half_period: 3, first_rise: 1 },
            Waveform { port: 4, half_period: 7, first_rise: 6 },
        ];
        for end in 0..60 {
            let (mut all, mut rising) = (Clocks::new(&waveforms), Clocks::new(&waveforms));
            let (mut expected, mut found) = (vec![], vec![]);
            while all.due() < end {
                let rises = all.next_edges().iter().filter(|edge| edge.1 == 1);
                let rises: Vec<usize> = rises.map(|edge| edge.0).collect();
                expected.extend((!rises.is_empty()).then_some((all.time(), rises)));
            }
            while let Some(rises) = rising.next_rises(end) {
                let rises = rises.iter().map(|place| waveforms[*place].port).collect();
                found.push((rising.time(), rises));
            }
            assert_eq!(found, expected);
            assert_eq!(rising.next_edges(), all.next_edges(), "after {end}");
            assert_eq!(rising.time(), all.time());
        }
    }
}
