//! Counts clocks while it runs, and says when its time is up.
//!
//! ```text
//! run      ____/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\____
//! elapsed  ________________/‾‾‾‾‾‾‾‾‾‾‾\____
//!              |<-- time ->|
//! ```
//!
//! | port    | dir | width | meaning                                                      | reset |
//! |---------|-----|-------|--------------------------------------------------------------|-------|
//! | clock   | in  | 1     | rising edge                                                  |       |
//! | run     | in  | 1     | counts while high; low sets the count back                   |       |
//! | elapsed | out | 1     | `time` clocks have passed since `run` rose; until `run` falls| 0     |
//!
//! A circuit of its own so that whoever waits sleeps: its output does not move while it counts.

use rust_hdl::prelude::*;

use crate::{Circuit, Register};

/// A timer of `N` bits.
#[derive(Circuit)]
pub struct Timer<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub run: Signal<In, Bit>,
    pub elapsed: Signal<Out, Bit>,

    count: Register<Bits<N>>,
    full: Signal<Local, Bit>,
    limit: Constant<Bits<N>>,
}

impl<const N: usize> Timer<N> {
    /// A timer of `time` clocks.
    ///
    /// # Panics
    /// If `time` does not fit N bits.
    pub fn new(time: u32) -> Self {
        assert!(u64::from(time) < 1 << N, "{time} clocks in {N} bits");
        Timer {
            clock: Default::default(),
            run: Default::default(),
            elapsed: Default::default(),
            count: Default::default(),
            full: Default::default(),
            limit: Constant::new(u64::from(time).into()),
        }
    }
}

impl<const N: usize> Logic for Timer<N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.full.next = self.count.q.val() == self.limit.val();
        if !self.run.val() {
            self.count.d.next = 0.into();
        } else if !self.full.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        self.elapsed.next = self.full.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn elapses_after_its_time_and_starts_over() {
        let mut timer = Native::new(Timer::<5>::new(20));
        let (run, elapsed) = (timer.port("run"), timer.port("elapsed"));
        for round in [7, 20, 30, 40] {
            timer.set(run, 1);
            let up = (1..=round).find(|_| {
                timer.step();
                timer.get(elapsed) == 1
            });
            assert_eq!(up, (round >= 20).then_some(20));
            timer.set(run, 0);
            timer.step();
            assert_eq!(timer.get(elapsed), 0);
        }
    }
}
