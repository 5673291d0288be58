//! A small RAM with combinational read.

use rust_hdl::prelude::*;
use tengen_sim::MemoryKind;

use super::{Style, TABLE_WORDS, announce, filled, range, storage};
use crate::Circuit;

/// `2^N` words, at most [`TABLE_WORDS`], with one write port and a combinational read port. On most families this
/// becomes distributed RAM, where block RAM would be wasted or a clock too late.
#[derive(Circuit)]
pub struct SmallRam<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// While high, each rising edge stores `write_data` at `write_address`.
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<N>>,
    pub write_data: Signal<In, D>,
    /// N bits.
    pub read_address: Signal<In, Bits<N>>,
    /// The word at the address; a new word appears after the edge that writes it.
    pub read_data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

impl<D: Synth, const N: usize> SmallRam<D, N> {
    /// A RAM that starts with these words, and the type's default after them.
    ///
    /// # Panics
    /// If there are more than `2^N` words, or `2^N` is more than [`TABLE_WORDS`].
    pub fn new(words: impl IntoIterator<Item = D>) -> Self {
        assert!(
            1 << N <= TABLE_WORDS,
            "a small RAM of 2^{N} words: at most {TABLE_WORDS}"
        );
        SmallRam::given(filled::<D>(words, 1 << N))
    }
}

impl<D: Synth, const N: usize> Default for SmallRam<D, N> {
    fn default() -> Self {
        SmallRam::new([])
    }
}

impl<D: Synth, const N: usize> Logic for SmallRam<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.write_enable.val() {
            self._words[self.write_address.val().index()] = self.write_data.val();
        }
        self.read_data.next = self._words[self.read_address.val().index()];
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::Small, &self._words);
        // The word needs a wire of its own: Icarus Verilog warns about an @* that would wait for every word.
        Verilog::Custom(format!(
            "{storage}\
             always @(posedge clock) if (write_enable) words[write_address] <= write_data;\n\n\
             wire {range}word = words[read_address];\n\
             always @(*) read_data = word;",
            range = range::<D>(),
            storage = storage::<D, N>(&self._words, Style::Distributed),
        ))
    }
}
