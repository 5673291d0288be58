//! Random numbers that are the same on every run.

use tengen_rules::splitmix::Splitmix;

#[derive(Clone, Debug)]
pub struct Random(Splitmix);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Splitmix(seed))
    }

    pub fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: usize, high: usize) -> usize {
        low + (self.word() % (high - low + 1) as u64) as usize
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.word() % 100 < percent
    }

    /// One of the elements.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.between(0, from.len() - 1)].clone()
    }

    /// A value of that many bits; sometimes all zeros, all ones, a single one or a small number, which are critical for
    /// carries and shifts.
    pub fn value(&mut self, width: usize) -> u128 {
        let all = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        match self.word() % 16 {
            0 => 0,
            1 => all,
            2 => 1 << self.between(0, width - 1),
            3 => u128::from(self.word() % 4) & all,
            _ => (u128::from(self.word()) << 64 | u128::from(self.word())) & all,
        }
    }
}
