//! A ROM with two read ports, read synchronously.

use rust_hdl::prelude::*;
use tengen_sim::MemoryKind;

use super::{Style, announce, literal, storage};
use crate::Circuit;

/// At most `2^N` words of constant contents, two of which are read in each clock. Block RAM with two ports holds them once;
/// where a family has none (iCE40), the tools hold them twice.
#[derive(Circuit)]
#[steady]
pub struct DualPortRom<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// N bits, sampled at each rising edge.
    pub address_a: Signal<In, Bits<N>>,
    /// N bits, sampled at each rising edge.
    pub address_b: Signal<In, Bits<N>>,
    /// The word at the `address_a` sampled at the last edge. It starts as the type's default.
    pub data_a: Signal<Out, D>,
    /// The word at the `address_b` sampled at the last edge. It starts as the type's default.
    pub data_b: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

impl<D: Synth, const N: usize> DualPortRom<D, N> {
    /// A ROM of exactly these words, so that it takes no more block RAM than needed. Addresses beyond them must not be
    /// read.
    ///
    /// # Panics
    /// If there are no words, or more than `2^N`.
    pub fn sized(words: impl IntoIterator<Item = D>) -> Self {
        let words: Vec<D> = words.into_iter().collect();
        assert!((1..=1 << N).contains(&words.len()), "{} words of 2^{N}", words.len());
        DualPortRom::given(words)
    }
}

impl<D: Synth, const N: usize> Logic for DualPortRom<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let word = |address: usize| self._words.get(address).copied().unwrap_or_default();
            self.data_a.next = word(self.address_a.val().index());
            self.data_b.next = word(self.address_b.val().index());
        }
    }

    fn connect(&mut self) {
        self.data_a.connect();
        self.data_b.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::DualPortRom, &self._words);
        Verilog::Custom(format!(
            "{storage}\
             initial data_a = {default};\n\
             initial data_b = {default};\n\n\
             always @(posedge clock) data_a <= words[address_a];\n\
             always @(posedge clock) data_b <= words[address_b];",
            storage = storage::<D, N>(&self._words, Style::Constant),
            default = literal(D::default()),
        ))
    }
}
