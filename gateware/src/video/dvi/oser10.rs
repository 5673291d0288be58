//! Sends ten bits a pixel on one pin: the serialiser in a pin of a Gowin chip, primitive OSER10.
//!
//! ```text
//! clock         _/‾‾‾‾‾‾‾‾‾\_________/‾‾‾‾‾‾‾‾‾\_________/‾‾‾‾‾
//! symbol        =======<b>=================<c>==================
//! shift_clock   _/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾
//! q             ==< a0 a1 ... a8 a9 >< b0 b1 ... b8 b9 >< c0        two bits a shift clock
//! ```
//!
//! | port        | dir | width | meaning                                                          | primitive | initial |
//! |-------------|-----|-------|------------------------------------------------------------------|-----------|---------|
//! | clock       | in  | 1     | one symbol a clock                                               | PCLK      | –       |
//! | shift_clock | in  | 1     | five times as fast, and divided into `clock`; both edges are used | FCLK     | –       |
//! | reset       | in  | 1     | stops it; ends with an edge of `clock`                            | RESET     | –       |
//! | symbol      | in  | 10    | sent bit 0 first                                                 | D0 to D9  | –       |
//! | q           | out | 1     | to a pin or to the buffer of a pair only                         | Q         | 0       |
//!
//! Five shift clocks are counted from the end of the reset on. Gowin states no latency; the model has the shortest that
//! there can be: a symbol is taken at an edge of `clock` and is sent from the next one on. All pins of a connector have the same delay, so it has no effect. Source:
//! UG289, Gowin programmable IO, OSER10.

use crate::Circuit;
use rust_hdl::prelude::*;

/// The count before a symbol is loaded.
const LAST: u8 = 4;

#[derive(Circuit)]
#[both_edges]
pub struct Oser10 {
    pub clock: Signal<In, Clock>,
    pub shift_clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub symbol: Signal<In, Bits<10>>,
    pub q: Signal<Out, Bit>,

    _taken: Bits<10>,
    /// What is left to send of the symbol before, bit 0 first.
    _left: Bits<10>,
    /// Shift clocks since that was loaded.
    _count: u8,
}

impl Logic for Oser10 {
    fn update(&mut self) {
        let reset = self.reset.val();
        // Where both clocks rise at once, the symbol taken before is sent from this edge on.
        if self.shift_clock.pos_edge() {
            let loads = self._count == LAST;
            self._count = if reset || loads { 0 } else { self._count + 1 };
            self._left = match (reset, loads) {
                (true, _) => 0.into(),
                (false, true) => self._taken,
                (false, false) => self._left >> 2,
            };
        }
        if self.clock.pos_edge() {
            self._taken = if reset { 0.into() } else { self.symbol.val() };
        }
        let first = self.shift_clock.val().clk;
        self.q.next = self._left.get_bit(if first { 0 } else { 1 });
    }

    fn connect(&mut self) {
        self.q.connect();
    }

    fn hdl(&self) -> Verilog {
        let symbol: String = (0..10).map(|bit| format!(".D{bit}(symbol[{bit}]), ")).collect();
        Verilog::Wrapper(Wrapper {
            code: format!("OSER10 primitive_cell ({symbol}.PCLK(clock), .FCLK(shift_clock), .RESET(reset), .Q(q));"),
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
    fn each_symbol_leaves_whole_from_the_clock_after_it_was_taken() {
        let mut output = Native::new(Oser10::default());
        let symbol = |clock: u64| (clock * 0x9E37) >> 3 & 0x3FF;
        let mut sent = vec![];
        for clock in 0..200 {
            output.drive("symbol", symbol(clock));
            let mut bits = 0;
            for bit in 0..10 {
                // The pixel clock rises with the first shift clock, and falls with the second edge of the third.
                output.drive("shift_clock", 1 - bit % 2);
                output.drive("clock", u64::from(bit < 5));
                output.drive_as("reset", clock == 0 && bit == 0);
                output.settle();
                bits |= output.read("q") << bit;
            }
            sent.push(bits);
        }
        // The first clock ends the reset.
        assert_eq!(sent[..2], [0, 0]);
        assert_eq!(sent[2..], Vec::from_iter((1..199).map(symbol)));
    }

    #[test]
    fn nothing_is_sent_in_reset() {
        let mut output = Native::new(Oser10::default());
        output.drive("symbol", 0x3FF);
        output.drive("reset", 1);
        for edge in 0..100 {
            output.drive("shift_clock", 1 - edge % 2);
            output.drive("clock", u64::from(edge % 10 < 5));
            output.settle();
            assert_eq!(output.read("q"), 0);
        }
    }
}
