//! Random numbers for tests: the same seed gives the same numbers on every machine.
//!
//! A failing test must be repeatable, so a `Random` always needs a seed.

use fastrand::Rng;

/// The generator of all tests.
///
/// ```
/// let mut random = tengen_sim::Random::new(1);
/// let (at, colour) = (random.below(225), random.of(&["black", "white"]));
/// assert!(at < 225 && colour.len() == 5);
/// ```
#[derive(Clone)]
pub struct Random(Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Rng::with_seed(seed))
    }

    /// A random number below `limit`, uniformly distributed.
    ///
    /// # Panics
    /// If `limit` is 0.
    pub fn below<N: TryInto<u64> + TryFrom<u64>>(&mut self, limit: N) -> N {
        let limit = limit.try_into().ok().filter(|limit| *limit > 0);
        let number = self.0.u64(..limit.expect("a limit above 0"));
        let Ok(number) = N::try_from(number) else {
            unreachable!("what is below the limit fits where the limit fits")
        };
        number
    }

    /// A random number of that many bits, at most 64.
    pub fn bits(&mut self, width: usize) -> u64 {
        match width {
            0 => 0,
            _ => self.0.u64(..) >> (64 - width),
        }
    }

    /// True with a probability of 1 in `count`.
    pub fn once_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// One of the choices, at random.
    ///
    /// # Panics
    /// If there are no choices.
    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_numbers_and_another_seed_gives_others() {
        let numbers = |seed| {
            let mut random = Random::new(seed);
            [(); 4].map(|_| random.below(1000))
        };
        // These must not change: the seeds in the tests were chosen for what these numbers reach.
        assert_eq!(numbers(1), [657, 534, 239, 778]);
        assert_ne!(numbers(1), numbers(2));
    }

    #[test]
    fn every_choice_comes_about_as_often_as_the_others() {
        let mut random = Random::new(1);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[random.below(6u8) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        let mut counts = [0; 3];
        for _ in 0..30_000 {
            counts[random.of(&[2, 0, 1usize])] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        let found = (0..30_000).filter(|_| random.once_in(3)).count();
        assert!((9_500..10_500).contains(&found), "{found}");
    }

    #[test]
    fn numbers_of_any_width_use_all_their_bits_and_no_other() {
        let mut random = Random::new(1);
        for width in 0..=64 {
            let (ones, zeros) = (0..200).fold((0, 0), |(ones, zeros), _| {
                let number = random.bits(width);
                (ones | number, zeros | !number)
            });
            let all = if width == 64 { u64::MAX } else { (1 << width) - 1 };
            assert_eq!((ones, zeros & all), (all, all), "{width} bits");
        }
    }

    #[test]
    #[should_panic(expected = "a limit above 0")]
    fn nothing_is_below_zero() {
        Random::new(1).below(0);
    }
}
