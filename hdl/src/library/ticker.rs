//! A ticker: its output is high for one clock in each period.
//!
//! ```text
//! restart  ____________________________________/‾\_________________________________
//! tick     ______________/‾\___________/‾\_____________________/‾\___________/‾\___   every 7 clocks
//! ```
//!
//! | port    | dir | width | meaning                           | initial |
//! |---------|-----|-------|-----------------------------------|---------|
//! | clock   | in  | 1     | rising edge                       |         |
//! | restart | in  | 1     | restarts the period               |         |
//! | tick    | out | 1     | high for one clock in each period | 0       |

use rust_hdl::prelude::*;

use crate::{Circuit, Register, kernel};

/// A ticker that counts in `N` bits.
#[derive(Circuit)]
pub struct Ticker<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub restart: Signal<In, Bit>,
    pub tick: Signal<Out, Bit>,

    count: Register<Bits<N>>,
    ticking: Register<Bit>,
    last: Signal<Local, Bit>,
    #[given]
    limit: Constant<Bits<N>>,
}

impl<const N: usize> Ticker<N> {
    /// Creates a ticker with a period of `period` clocks.
    ///
    /// # Panics
    /// If `period` is 0 or does not fit N bits.
    pub fn new(period: u32) -> Self {
        assert!(period > 0 && u64::from(period) < 1 << N, "{period} clocks in {N} bits");
        Ticker::given(Constant::new(u64::from(period - 1).into()))
    }
}

#[kernel]
impl<const N: usize> Logic for Ticker<N> {
    fn update(&mut self) {
        last = count.q == limit;
        count.d = count.q + 1;
        if last | restart {
            count.d = 0;
        }
        ticking.d = last & !restart;
        tick = ticking.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn ticks_once_a_period_and_a_whole_period_after_a_restart() {
        for period in [1u64, 2, 7] {
            let mut ticker = Native::new(Ticker::<3>::new(period as u32));
            for clock in 1..40 {
                ticker.step();
                assert_eq!(
                    ticker.read("tick"),
                    u64::from(clock % period == 0),
                    "clock {clock} of {period}"
                );
            }
            for wait in 0..9 {
                ticker.steps(wait);
                ticker.strobe("restart");
                let first = (0..20).find(|_| {
                    let ticked = ticker.read("tick") == 1;
                    ticker.step();
                    ticked
                });
                assert_eq!(first, Some(period), "{wait} clocks later");
            }
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        tengen_sim::expect_waves(file!(), Ticker::<3>::new(7), "restart 0*18 1 0", 0..36);
    }
}
