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

/// One clock with two halves of equal length.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Waveform {
    /// The number of its port.
    pub port: usize,
    pub half_period: u64,
    pub first_rise: u64,
}

#[derive(Copy, Clone, Debug)]
struct Running {
    port: usize,
    half_period: u64,
    next_edge: u64,
    level: bool,
}

/// Runs several clocks side by side.
#[derive(Clone, Debug)]
pub struct Clocks {
    running: Vec<Running>,
    edges: Vec<(usize, u64)>,
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
                port: waveform.port,
                half_period: waveform.half_period,
                next_edge: waveform.first_rise,
                level: false,
            }
        };
        Clocks { running: waveforms.iter().map(start).collect(), edges: vec![], time: 0 }
    }

    /// The next edges, all of the same instant: each clock's port and its new level.
    pub fn next_edges(&mut self) -> &[(usize, u64)] {
        self.time = self
            .running
            .iter()
            .map(|clock| clock.next_edge)
            .min()
            .unwrap_or(self.time);
        self.edges.clear();
        for clock in self.running.iter_mut().filter(|clock| clock.next_edge == self.time) {
            clock.level = !clock.level;
            clock.next_edge += clock.half_period;
            self.edges.push((clock.port, clock.level.into()));
        }
        &self.edges
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
}
