//! One or more flip-flops on the rising edge: `q` shows what `d` held at the last edge.
//!
//! ```text
//! clock  ____/‾\_/‾\_/‾\_/‾\_
//! d      = 3 X 5 X 6 ========
//! q      = 9 X 3 X 5 X 6 ====   a clock later; before the first edge `init`, here 9
//! ```
//!
//! | port  | dir | width | meaning           | initial |
//! |-------|-----|-------|-------------------|---------|
//! | clock | in  | 1     | rising edge       | –       |
//! | d     | in  | T     | the next value    | –       |
//! | q     | out | T     | the present value | `init`  |
//!
//! The initial value is loaded with the configuration of the chip; there is no reset pin.
//! The Verilog writer knows this type and writes it into the parent as a `reg` with its own `always` block.

use rust_hdl::prelude::*;

use super::memory::literal;
use crate::Circuit;

/// A register of any synthesisable type: a bit, a number, the state of a machine, or a struct of them. By default it
/// starts from the type's default: zero, or the first state.
#[derive(Circuit)]
pub struct Register<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
}

impl<T: Synth> Register<T> {
    /// A register that starts from `init`.
    pub fn new(init: T) -> Self {
        Register { q: Signal::new_with_default(init), ..Default::default() }
    }
}

impl<T: Synth> Logic for Register<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = self.d.val();
        }
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        let init = literal(self.q.val());
        Verilog::Custom(format!("initial q = {init};\n\nalways @(posedge clock) q <= d;"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel;

    /// A register with a fixed type, since ports of a generic type cannot be driven.
    #[derive(Circuit)]
    struct Number {
        clock: Signal<In, Clock>,
        d: Signal<In, Bits<4>>,
        q: Signal<Out, Bits<4>>,
        #[init(9)]
        number: Register<Bits<4>>,
    }

    #[kernel]
    impl Logic for Number {
        fn update(&mut self) {
            self.number.d.next = self.d.val();
            self.q.next = self.number.q.val();
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        tengen_sim::expect_waves(file!(), Number::default(), "d 3 5 6", 0..5);
    }
}
