//! Two flip-flops in a row for a line that changes when it likes: the first may hang between two levels, the second waits
//! a clock until it does not.
//!
//! ```text
//! clock         ____/‾\_/‾\_/‾\_/‾\_/‾\_
//! asynchronous  ____/‾‾‾‾‾‾‾\___________
//! synchronous   ____________/‾‾‾‾‾‾‾\___   two clocks later
//! ```
//!
//! | port         | dir | width | meaning                                                       | initial |
//! |--------------|-----|-------|---------------------------------------------------------------|---------|
//! | clock        | in  | 1     | rising edge                                                   |         |
//! | asynchronous | in  | T     | lines from outside, or from another clock; each bit by itself |         |
//! | synchronous  | out | T     | the same, two clocks later                                    | 0       |
//!
//! The Verilog writer knows this type and marks its registers, `ASYNC_REG` and `SHREG_EXTRACT`: the vendor's tools place the
//! two beside each other and make no shift register of them (AMD UG901, "Synthesis attributes"; XST user guide UG687). The
//! bits of a number do not arrive together, so T is a bit, or lines that have nothing to do with each other.

use rust_hdl::prelude::*;

use crate::{Circuit, Register, kernel};

#[derive(Circuit)]
pub struct Synchroniser<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub asynchronous: Signal<In, T>,
    pub synchronous: Signal<Out, T>,

    first: Register<T>,
    second: Register<T>,
}

#[kernel]
impl<T: Synth> Logic for Synchroniser<T> {
    fn update(&mut self) {
        first.d = asynchronous;
        second.d = first.q;
        synchronous = second.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ports of a synchroniser take any type; these can be driven.
    #[derive(Circuit)]
    struct Line {
        clock: Signal<In, Clock>,
        asynchronous: Signal<In, Bit>,
        synchronous: Signal<Out, Bit>,
        line: Synchroniser<Bit>,
    }

    #[kernel]
    impl Logic for Line {
        fn update(&mut self) {
            line.asynchronous = asynchronous;
            synchronous = line.synchronous;
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        tengen_sim::expect_waves(file!(), Line::default(), "asynchronous 0 1*2 0", 0..6);
    }
}
