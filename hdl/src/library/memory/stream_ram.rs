//! A RAM that writes and reads in the same clock.

use rust_hdl::prelude::*;
use tengen_sim::MemoryKind;

use super::{Style, announce, filled, literal, storage};
use crate::Circuit;

/// `2^N` words, with one write port and one read port on the same clock; both work in the same clock. The word being
/// written must not be read at the same time: the result is undefined, so that no family needs logic besides its block
/// RAM.
#[derive(Circuit)]
#[steady]
pub struct StreamRam<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// While high, each rising edge stores `write_data` at `write_address`.
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<N>>,
    pub write_data: Signal<In, D>,
    /// N bits, sampled at each rising edge.
    pub read_address: Signal<In, Bits<N>>,
    /// The word at the address sampled last. It starts as the type's default.
    pub read_data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

impl<D: Synth, const N: usize> Default for StreamRam<D, N> {
    fn default() -> Self {
        StreamRam::given(filled::<D>([], 1 << N))
    }
}

impl<D: Synth, const N: usize> Logic for StreamRam<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.read_data.next = self._words[self.read_address.val().index()];
            if self.write_enable.val() {
                self._words[self.write_address.val().index()] = self.write_data.val();
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::Stream, &self._words);
        Verilog::Custom(format!(
            "{storage}\
             initial read_data = {default};\n\n\
             always @(posedge clock) begin\n\
             \x20 if (write_enable) words[write_address] <= write_data;\n\
             \x20 if (write_enable && write_address == read_address) read_data <= {{{bits}{{1'bx}}}};\n\
             \x20 else read_data <= words[read_address];\n\
             end",
            storage = storage::<D, N>(&self._words, Style::Block),
            default = literal(D::default()),
            bits = D::BITS,
        ))
    }
}
