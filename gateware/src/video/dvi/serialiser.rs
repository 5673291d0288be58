//! Sends a symbol two bits a clock, bit 0 first.
//!
//! ```text
//! clock         ____/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_/‾\_
//! load          ________________/‾‾‾\_______________/‾‾‾\_______________/‾‾‾   every fifth clock
//! symbol (bin)  = 0011001001 ===============X 1101010110 ===================   stable around the end of load
//! rising        ____________________/‾‾‾\_______/‾‾‾\_______/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾   bits 0, 2, 4, 6, 8
//! falling       ________________________/‾‾‾\___/‾‾‾\___/‾‾‾\___________/‾‾‾   bits 1, 3, 5, 7, 9
//! ```
//!
//! | port    | dir | width | meaning                                                        | initial |
//! |---------|-----|-------|----------------------------------------------------------------|---------|
//! | clock   | in  | 1     | the shift clock, five times the pixel clock                    | –       |
//! | load    | in  | 1     | takes the symbol; every fifth clock                            | –       |
//! | symbol  | in  | 10    | may come from another clock: see [`MidPixel`](super::MidPixel) | –       |
//! | rising  | out | 1     | the bit to send first; registered                              | 0       |
//! | falling | out | 1     | the bit after it; registered                                   | 0       |

use crate::{Circuit, Register, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct TmdsSerialiser {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub symbol: Signal<In, Bits<10>>,
    pub rising: Signal<Out, Bit>,
    pub falling: Signal<Out, Bit>,

    /// The remaining bits of the symbol.
    left: Register<Bits<10>>,
}

#[kernel]
impl Logic for TmdsSerialiser {
    fn update(&mut self) {
        left.d = if load { symbol } else { left.q >> 2 };
        rising = left.q.get_bit(0);
        falling = left.q.get_bit(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_symbol_leaves_bit_by_bit() {
        let mut serialiser = Native::new(TmdsSerialiser::default());
        for sent in 0..1024 {
            let mut found = 0;
            for clock in 0..5 {
                // Inputs between two loads must not be sent.
                serialiser.drive_as("load", clock == 0);
                serialiser.drive("symbol", if clock == 0 { sent } else { sent * 7 % 1024 });
                serialiser.step();
                found |= (serialiser.read("rising") | serialiser.read("falling") << 1) << (2 * clock);
            }
            assert_eq!(found, sent);
        }
    }

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = format!(
            "load    {}
             symbol  {}*7 {}",
            "0*4 1 ".repeat(3),
            0b00_1100_1001,
            0b11_0101_0110
        );
        tengen_sim::expect_waves(file!(), TmdsSerialiser::default(), &stimulus, 0..15);
    }
}
