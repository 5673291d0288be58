//! A synchroniser of two flip-flops for an asynchronous line: the first may become metastable, and the second gives it
//! a clock to settle.
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
//! The Verilog writer knows this type and marks its registers with `ASYNC_REG` and `SHREG_EXTRACT`: so the vendor's
//! tools place the two next to each other and do not turn them into a shift register (AMD UG901, "Synthesis
//! attributes"; XST user guide UG687). The bits of a number may arrive in different clocks, so T must be a bit, or
//! independent lines.

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

    /// A synchroniser with a fixed type, since ports of a generic type cannot be driven.
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
