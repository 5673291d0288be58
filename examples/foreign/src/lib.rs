//! The energy of a signal, with somebody else's core: `mac.v` multiplies and adds, and this circuit tells it when.
//!
//! ```text
//! clock    _/‾\_/‾\_/‾\_/‾\_/‾\_
//! strobe   _/‾‾‾\_______________    with the last sample of 256
//! product  =========X p X=======    in the core
//! total    =============X E X===
//! done     _____________/‾‾‾\___
//! ```

use rust_hdl::prelude::*;
use tengen_hdl::{Circuit, Register, foreign::Foreign, kernel};
use tengen_sim::Behaviour;

/// Their core, with ports of our own.
#[derive(Circuit)]
pub struct Mac {
    pub clock: Signal<In, Clock>,
    /// `left` and `right` are multiplied.
    pub enable: Signal<In, Bit>,
    /// The sum begins anew, with the product that was made in the clock before.
    pub clear: Signal<In, Bit>,
    pub left: Signal<In, Bits<16>>,
    pub right: Signal<In, Bits<16>>,
    /// The sum of the products: one is in it two clocks after its factors.
    pub sum: Signal<Out, Bits<48>>,

    _product: u64,
}

const MAC: Foreign = Foreign {
    module: "mac",
    text: include_str!("mac.v"),
    ports: ".CLK(clock), .CE(enable), .CLR(clear), .A(left), .B(right), .P(sum)",
    behaviour: Behaviour { edge: multiply_and_add, state: &[32] },
};

/// The sum and the product after an edge.
fn multiply_and_add(words: &[u64]) -> Vec<u64> {
    let [sum, product, enable, clear, left, right] = *words else {
        unreachable!("{} words", words.len())
    };
    let sum = if clear == 1 { product } else { sum + product };
    vec![sum & ((1 << 48) - 1), enable * left * right]
}

impl Logic for Mac {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let next = MAC.edge(self, &[self._product]);
            self.sum.next = next[0].into();
            self._product = next[1];
        }
    }

    fn connect(&mut self) {
        self.sum.connect();
    }

    fn hdl(&self) -> Verilog {
        MAC.verilog()
    }
}

/// Sums the squares of 256 samples.
#[derive(Circuit)]
pub struct Energy {
    pub clock: Signal<In, Clock>,
    pub sample: Signal<In, Bits<16>>,
    /// One clock for each sample, in every clock at most.
    pub strobe: Signal<In, Bit>,
    pub total: Signal<Out, Bits<48>>,
    /// One clock: `total` is that of the last 256 samples.
    pub done: Signal<Out, Bit>,

    mac: Mac,
    count: Register<Bits<8>>,
    last: Register<Bit>,
    ended: Register<Bit>,
}

#[kernel]
impl Logic for Energy {
    fn update(&mut self) {
        mac = Mac { enable: strobe, clear: ended.q, left: sample, right: sample };
        if strobe {
            count.d = count.q + 1;
        }
        last.d = strobe & (count.q == 255);
        ended.d = last.q;
        total = mac.sum;
        done = ended.q;
    }
}
