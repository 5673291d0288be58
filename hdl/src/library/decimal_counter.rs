//! A decimal up/down counter that stops at both ends.
//!
//! ```text
//! restart      ________________________________/‾‾‾\_______
//! up           ____/‾‾‾‾‾‾‾‾‾‾‾\___________________________
//! down         ____________________/‾‾‾‾‾‾‾\_______________
//! value (hex)  = 8 ====X 9 X 10X 11 ===X 10X 9 ====X 8 ====   from 8
//! ```
//!
//! | port    | dir | width | meaning                                                                      | initial   |
//! |---------|-----|-------|------------------------------------------------------------------------------|-----------|
//! | clock   | in  | 1     | rising edge                                                                  | –         |
//! | restart | in  | 1     | back to the start value; takes priority over `up` and `down`                 | –         |
//! | up      | in  | 1     | adds one; ignored while `full`                                               | –         |
//! | down    | in  | 1     | subtracts one; ignored while `zero`; not together with `up`                  | –         |
//! | value   | out | N     | binary-coded decimal: four bits a digit, the ones lowest; the top digit may have fewer | its start |
//! | zero    | out | 1     | the value is 0                                                               |           |
//! | full    | out | 1     | the value is the greatest in N bits: 99 in eight, 39 in six                  |           |
//!
//! Values compare like the numbers they stand for.

use rust_hdl::prelude::*;

use crate::{Circuit, Register, kernel};

const NINE: u64 = 9;

#[derive(Circuit)]
pub struct DecimalCounter<const N: usize> {
    pub clock: Signal<In, Clock>,
    pub restart: Signal<In, Bit>,
    pub up: Signal<In, Bit>,
    pub down: Signal<In, Bit>,
    pub value: Signal<Out, Bits<N>>,
    pub zero: Signal<Out, Bit>,
    pub full: Signal<Out, Bit>,

    #[given]
    state: Register<Bits<N>>,

    /// The digit that wraps, and makes the next one change.
    last: Signal<Local, Bits<4>>,
    wraps: Signal<Local, Bit>,
    /// Codes to skip besides the step of one: a digit that wraps leaves out the six that are no decimal digit.
    skipped: Signal<Local, Bits<N>>,

    #[given]
    start: Constant<Bits<N>>,
    #[given]
    greatest: Constant<Bits<N>>,
}

impl<const N: usize> DecimalCounter<N> {
    /// Digits below the top one.
    const LOWER: usize = (N - 1) / 4;

    /// Creates a counter that starts from this number.
    ///
    /// # Panics
    /// If it does not fit N bits.
    pub fn from(start: u32) -> Self {
        let start = decimal(start);
        let top = (1 << (N - 4 * Self::LOWER)) - 1;
        let greatest = 10u32.pow(Self::LOWER as u32) * (top.min(9) + 1) - 1;
        DecimalCounter::given(
            Register::new(start),
            Constant::new(start),
            Constant::new(decimal(greatest)),
        )
    }
}

/// A number in binary-coded decimal.
///
/// # Panics
/// If it does not fit N bits.
pub fn decimal<const N: usize>(number: u32) -> Bits<N> {
    let digits = format!("{number}");
    digits
        .bytes()
        .fold(0, |code, digit| code << 4 | u64::from(digit - b'0'))
        .into()
}

impl<const N: usize> Default for DecimalCounter<N> {
    fn default() -> Self {
        DecimalCounter::from(0)
    }
}

#[kernel]
impl<const N: usize> Logic for DecimalCounter<N> {
    fn update(&mut self) {
        let is_zero = !q.any();
        let is_full = q == greatest;
        last = if down { 0 } else { NINE };
        wraps = true;
        skipped = 0;
        for i in 0..Self::LOWER {
            wraps = wraps & (q.get_bits::<4>(4 * i) == last);
            skipped = skipped.replace_bit(4 * i + 1, wraps).replace_bit(4 * i + 2, wraps);
        }
        if (up & !is_full) | (down & !is_zero) {
            d = q + mux(down, !skipped, skipped.replace_bit(0, true));
        }
        if restart {
            d = start;
        }
        value = q;
        zero = is_zero;
        full = is_full;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// Counts over both ends of a counter of N bits.
    fn counts<const N: usize>(start: u32, greatest: u32) {
        let mut counter = Native::new(DecimalCounter::<N>::from(start));
        let mut expected = start;
        for (port, times) in [
            ("up", greatest + 2 - start),
            ("down", greatest + 2),
            ("up", 12),
            ("restart", 2),
            ("down", 1),
        ] {
            counter.drive(port, 1);
            for _ in 0..times {
                counter.step();
                expected = match port {
                    "up" => (expected + 1).min(greatest),
                    "down" => expected.saturating_sub(1),
                    _ => start,
                };
                assert_eq!(format!("{:x}", counter.read("value")), expected.to_string());
                assert_eq!(counter.read("zero"), u64::from(expected == 0));
                assert_eq!(counter.read("full"), u64::from(expected == greatest));
            }
            counter.drive(port, 0);
        }
    }

    #[test]
    fn it_counts_in_decimal_and_stops_at_both_ends() {
        counts::<3>(1, 7);
        counts::<4>(0, 9);
        counts::<6>(30, 39);
        counts::<8>(97, 99);
        counts::<10>(1, 399);
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            restart  0*8 1 0
            up       0 1*3 0
            down     0*5 1*2 0
        ";
        tengen_sim::expect_waves(file!(), DecimalCounter::<8>::from(8), stimulus, 0..11);
    }
}
