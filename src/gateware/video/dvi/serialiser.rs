//! Sends a symbol two bits a clock, bit 0 first.
//!
//! ```text
//! clock            __/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! load             _/‾‾‾‾‾\_____________________/‾‾‾‾‾\__
//! symbol           < a: stands around the end of load  >=
//! rising, falling  ====<a0,a1><a2,a3><a4,a5><a6,a7><a8,a9><b0,..
//! ```
//!
//! | port    | dir | width | meaning                                                        | initial |
//! |---------|-----|-------|----------------------------------------------------------------|---------|
//! | clock   | in  | 1     | the shift clock, five times the pixel's                        | –       |
//! | load    | in  | 1     | take the symbol; every fifth clock                             | –       |
//! | symbol  | in  | 10    | may belong to another clock: see [`MidPixel`](super::MidPixel) | –       |
//! | rising  | out | 1     | the bit to send first, from a register                         | 0       |
//! | falling | out | 1     | the bit after it, from a register                              | 0       |

use crate::{Circuit, Register, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct TmdsSerialiser {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub symbol: Signal<In, Bits<10>>,
    pub rising: Signal<Out, Bit>,
    pub falling: Signal<Out, Bit>,

    /// What is left of the symbol.
    left: Register<Bits<10>>,
}

#[kernel]
impl Logic for TmdsSerialiser {
    fn update(&mut self) {
        left.d = left.q >> 2;
        if load {
            left.d = symbol;
        }
        rising = left.q.get_bit(0);
        falling = left.q.get_bit(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn every_symbol_leaves_bit_by_bit() {
        let mut serialiser = Native::new(TmdsSerialiser::default());
        let [load, symbol, rising, falling] = ["load", "symbol", "rising", "falling"].map(|name| serialiser.port(name));
        for sent in 0..1024 {
            let mut found = 0;
            for clock in 0..5 {
                // Whatever comes between two loads is not for sending.
                serialiser.set(load, (clock == 0).into());
                serialiser.set(symbol, if clock == 0 { sent } else { sent * 7 % 1024 });
                serialiser.step();
                found |= (serialiser.get(rising) | serialiser.get(falling) << 1) << (2 * clock);
            }
            assert_eq!(found, sent);
        }
    }
}
