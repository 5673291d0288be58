//! Divides the clock by a number that need not be whole: a baud rate generator.
//!
//! ```text
//! clock  ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! rest   ‾‾‾‾‾‾‾‾‾‾‾‾\_______________________________________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_______________
//! tick   ‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________/‾‾‾\_______/‾‾‾\_______/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\___________   stays while at rest, and then comes every 3.2 clocks
//! ```
//!
//! | port  | dir | width | meaning                                                                       | initial |
//! |-------|-----|-------|-------------------------------------------------------------------------------|---------|
//! | clock | in  | 1     | rising edge                                                                   | –       |
//! | rest  | in  | 1     | the next tick stays high while this is high; the following period begins then | –       |
//! | tick  | out | 1     | high for one clock in each period; a tick is less than a clock late           | 1       |
//!
//! A phase accumulator adds a fixed step in each clock, and its carry is the tick. The remainder stays, so that delays do
//! not add up. The step is rounded to a whole number; from 512 on the error of the rate is less than 0.1 %.
//!
//! At rest nothing changes, so an idle line takes no simulation time.

use rust_hdl::prelude::*;

use crate::{Circuit, Register, kernel};

/// A generator whose accumulator has `N` bits, the carry among them.
#[derive(Circuit)]
pub struct BaudGenerator<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub rest: Signal<In, Bit>,
    pub tick: Signal<Out, Bit>,

    #[given]
    phase: Register<Bits<N>>,
    #[given]
    step: Constant<Bits<N>>,
    #[given]
    carry: Constant<Bits<N>>,
}

impl<const N: usize> BaudGenerator<N> {
    /// Creates a generator of `rate` ticks a second for a clock of `hertz`.
    ///
    /// # Panics
    /// If `N` is too small for an error of the rate of less than 0.1 %, or `rate` is more than `hertz`.
    pub fn new(hertz: u32, rate: u32) -> Self {
        let [hertz, rate] = [hertz, rate].map(u64::from);
        let carry = 1 << (N - 1);
        let step = (2 * carry * rate + hertz) / (2 * hertz);
        assert!(
            (512..=carry).contains(&step),
            "{rate} ticks a second at {hertz} Hz in {N} bits"
        );
        let [carry, step] = [carry, step].map(Bits::from);
        BaudGenerator::given(Register::new(carry), Constant::new(step), Constant::new(carry))
    }
}

#[kernel]
impl<const N: usize> Logic for BaudGenerator<N> {
    fn update(&mut self) {
        tick = (phase.q & carry).any();
        phase.d = if tick & rest { carry } else { (phase.q & !carry) + step };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// The clocks of the first ticks after rest.
    fn ticks(hertz: u32, rate: u32, count: usize) -> Vec<u64> {
        let mut generator = Native::new(BaudGenerator::<21>::new(hertz, rate));
        generator.drive("rest", 1);
        for _ in 0..10 {
            generator.step();
            assert_eq!(generator.read("tick"), 1);
        }
        generator.drive("rest", 0);
        let mut clock = 0;
        let mut next = || {
            generator.step();
            clock += 1;
            (generator.read("tick") == 1).then_some(clock)
        };
        std::iter::from_fn(|| Some(next())).flatten().take(count).collect()
    }

    #[test]
    fn ticks_come_at_the_whole_clocks_after_exact_times() {
        // The clock is a power of two, so that the step is exact.
        let late: Vec<u64> = (1..=40u64).map(|tick| (tick << 20).div_ceil(300_001)).collect();
        assert_eq!(ticks(1 << 20, 300_001, 40), late);
    }

    #[test]
    fn the_rate_is_right_to_a_thousandth_at_any_clock() {
        for hertz in (3_700_000..235_000_000).step_by(7_654_321) {
            let exact = 30.0 * f64::from(hertz) / 115_200.0;
            let last = *ticks(hertz, 115_200, 30).last().unwrap() as f64;
            // The last tick may be a clock late.
            assert!(
                last > exact * 0.999 && last < exact * 1.001 + 1.0,
                "{hertz}: {last} of {exact}"
            );
        }
    }

    #[test]
    fn a_rest_that_ends_before_the_tick_is_none() {
        let mut generator = Native::new(BaudGenerator::<21>::new(4_000_000, 1_000_000));
        let mut seen = vec![];
        for clock in 0..20 {
            generator.drive("rest", u64::from(clock % 4 != 0));
            generator.settle();
            seen.push(generator.read("tick"));
            generator.step();
        }
        assert_eq!(seen, [1, 0, 0, 0].repeat(5));
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let generator = BaudGenerator::<12>::new(16_000_000, 5_000_000);
        tengen_sim::expect_waves(file!(), generator, "rest 1*3 0*10 1*5 0", 0..22);
    }
}
