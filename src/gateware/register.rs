//! One or more flip-flops on the rising edge: `q` shows what `d` held at the last edge.
//!
//! ```text
//! clock  __/‾‾\__/‾‾\__/‾‾\__
//! d      ==< a >==< b >=======
//! q      init ==< a  >=< b >==
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

/// A register of any synthesisable type: a bit, a number, the state of a machine, a struct of them. By default it starts from
/// that of the type: zero, or the first state.
#[derive(Circuit)]
pub struct Register<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
}

impl<T: Synth> Register<T> {
    /// A register that starts from `init`.
    pub fn new(init: T) -> Self {
        Register {
            q: Signal::new_with_default(init),
            ..Default::default()
        }
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
