//! Outputs two bits a clock on one pin: the double data rate output register of the Lattice ECP5, primitive ODDRX1F.
//!
//! ```text
//! clock            _/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! rising, falling  ==<a,b>==================
//!                         ^ taken
//! q                ====================<a ><b >    a while the clock is high, b while it is low
//! ```
//!
//! | port    | dir | width | meaning                                       | primitive | initial |
//! |---------|-----|-------|-----------------------------------------------|-----------|---------|
//! | clock   | in  | 1     | both edges are used                           | SCLK      | –       |
//! | rising  | in  | 1     | the first bit, sent from a rising edge on     | D0        | –       |
//! | falling | in  | 1     | the second bit, sent from the falling edge on | D1        | –       |
//! | q       | out | 1     | to a pin only                                 | Q         | 0       |
//!
//! Both bits are sampled at a rising edge and are output from the second rising edge after it on. The model has three
//! registers in series; the clock's level selects a bit of the last. All pins of a connector have the same delay, so
//! it has no effect. Reset (RST) is not used. Source: FPGA-TN-02035, ECP5 and ECP5-5G High-Speed I/O Interface
//! (GDDRX1_TX); Lattice's simulation library for ECP5U.

use crate::Circuit;
use rust_hdl::prelude::*;

#[derive(Circuit)]
#[both_edges]
pub struct DdrOutput {
    pub clock: Signal<In, Clock>,
    pub rising: Signal<In, Bit>,
    pub falling: Signal<In, Bit>,
    pub q: Signal<Out, Bit>,

    /// (rising, falling) in the pipeline, the oldest first.
    _pipe: [(Bit, Bit); 3],
}

impl Logic for DdrOutput {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self._pipe.rotate_left(1);
            self._pipe[2] = (self.rising.val(), self.falling.val());
        }
        let (rising, falling) = self._pipe[0];
        self.q.next = if self.clock.val().clk { rising } else { falling };
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        Verilog::Wrapper(Wrapper {
            code: "ODDRX1F primitive_cell (.D0(rising), .D1(falling), .SCLK(clock), .RST(1'b0), .Q(q));".into(),
            // The tools know the primitive.
            cores: String::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn both_bits_leave_two_clocks_after_they_were_taken() {
        let mut output = Native::new(DdrOutput::default());
        let bits = |clock: u64| ((clock * 0x9E37) >> 8) & 3;
        let mut sent = vec![];
        for clock in 0..100 {
            output.drive("rising", bits(clock) & 1);
            output.drive("falling", bits(clock) >> 1);
            output.step();
            let first = output.read("q");
            // Inputs before the falling edge are not for this clock.
            output.drive("rising", !bits(clock) & 1);
            output.drive("falling", !bits(clock) >> 1 & 1);
            output.settle();
            sent.push(first | output.read("q") << 1);
        }
        assert_eq!(sent[..2], [0, 0]);
        assert_eq!(sent[2..], Vec::from_iter((0..98).map(bits)));
    }
}
