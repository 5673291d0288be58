//! A loudspeaker on the console's `sound` output: turns it into samples.
//!
//! ```text
//! sound    ________/‾‾‾‾‾‾‾‾‾‾‾‾‾\_______________
//!          |<- 1024 clocks ->|<- 1024 clocks ->|
//! samples  |        71       |        32       |     127 times the share of clocks that are high
//! ```
//!
//! Silence is 0. While the level does not change, clocks are counted in one step.

use tengen_sim::Seen;

use super::timing::CLOCK_HZ;

/// The clocks of a sample.
pub const SAMPLE_CLOCKS: u64 = 1024;
/// Samples per second, rounded.
pub const SAMPLES_A_SECOND: u32 = ((CLOCK_HZ + SAMPLE_CLOCKS / 2) / SAMPLE_CLOCKS) as u32;
/// The sample of a level that is always high.
pub const LOUDEST: i8 = i8::MAX;

#[derive(Clone, Debug, Default)]
pub struct Speaker {
    samples: Vec<i8>,
    /// The clocks of the sample in progress, and how many of them were high.
    clocks: u64,
    high: u64,
}

impl Speaker {
    /// Records the values of that column.
    pub fn hear(&mut self, seen: &Seen, column: usize) {
        let mut from = 0;
        while from < seen.clocks() {
            let to = seen.clocks().min(from + (SAMPLE_CLOCKS - self.clocks) as usize);
            let clocks = (to - from) as u64;
            self.high += match seen.values(column, from..to) {
                Ok(levels) => levels.iter().sum(),
                Err(level) => level * clocks,
            };
            self.clocks += clocks;
            if self.clocks == SAMPLE_CLOCKS {
                let sample = (self.high * LOUDEST as u64 + SAMPLE_CLOCKS / 2) / SAMPLE_CLOCKS;
                self.samples.push(sample as i8);
                (self.clocks, self.high) = (0, 0);
            }
            from = to;
        }
    }

    /// The complete samples since the last call.
    pub fn take(&mut self) -> Vec<i8> {
        std::mem::take(&mut self.samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter::repeat_n;
    use tengen_sim::Random;

    /// A record of a port with these levels; if they are all equal, it holds one value for all clocks.
    fn seen(levels: &[u64]) -> Seen {
        let mut seen = Seen::of(&[0]);
        seen.begin(levels.len());
        seen.values_mut(0, 0).copy_from_slice(levels);
        match levels {
            [first, rest @ ..] if rest.iter().all(|level| level == first) => seen.set_same(0, *first),
            _ => {}
        }
        seen
    }

    #[test]
    fn a_sample_is_the_share_of_high_clocks_however_they_come() {
        let mut random = Random::new(1);
        let mut levels = vec![];
        while levels.len() < 40 * SAMPLE_CLOCKS as usize {
            levels.extend(repeat_n(random.bits(1), 1 + random.below(3000)));
        }
        levels.truncate(40 * SAMPLE_CLOCKS as usize);
        levels.extend([1; 100]);
        let shares = levels.chunks_exact(SAMPLE_CLOCKS as usize);
        let expected: Vec<i8> = shares
            .map(|clocks| {
                let high = clocks.iter().filter(|level| **level == 1).count();
                (127.0 * high as f64 / clocks.len() as f64).round() as i8
            })
            .collect();
        assert!(expected.contains(&0) && expected.contains(&127), "{expected:?}");
        for most in [1, 7, 800, 5000] {
            let mut speaker = Speaker::default();
            let mut found = vec![];
            for piece in levels.chunks(most) {
                speaker.hear(&seen(piece), 0);
                if random.once_in(10) {
                    found.extend(speaker.take());
                }
            }
            found.extend(speaker.take());
            assert_eq!(found, expected, "in pieces of {most}");
        }
    }
}
