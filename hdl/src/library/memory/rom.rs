//! A ROM, read synchronously.

use rust_hdl::prelude::*;
use tengen_sim::MemoryKind;

use super::{Style, announce, filled, literal, storage, used_bits};
use crate::Circuit;

/// `2^N` words of constant contents. Words not given have the type's default.
#[derive(Circuit)]
#[steady]
pub struct Rom<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// N bits, sampled at each rising edge.
    pub address: Signal<In, Bits<N>>,
    /// The word at the address sampled at the last edge. It starts as the type's default.
    pub data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

impl<D: Synth, const N: usize> Rom<D, N> {
    /// # Panics
    /// If there are more than `2^N` words.
    pub fn new(words: impl IntoIterator<Item = D>) -> Self {
        Rom::given(filled::<D>(words, 1 << N))
    }

    /// A ROM of exactly these words, so that it takes no more block RAM than needed. Addresses beyond them must not be
    /// read.
    ///
    /// # Panics
    /// If there are no words, or more than `2^N`.
    pub fn sized(words: impl IntoIterator<Item = D>) -> Self {
        let words: Vec<D> = words.into_iter().collect();
        assert!((1..=1 << N).contains(&words.len()), "{} words of 2^{N}", words.len());
        Rom::given(words)
    }
}

impl<D: Synth, const N: usize> Logic for Rom<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            let address = self.address.val().index() & ((1 << used_bits(&self._words)) - 1);
            self.data.next = self._words.get(address).copied().unwrap_or_default();
        }
    }

    fn connect(&mut self) {
        self.data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::Rom, &self._words);
        Verilog::Custom(format!(
            "{storage}\
             initial data = {default};\n\n\
             always @(posedge clock) data <= words[{address}];",
            storage = storage::<D, N>(&self._words, Style::Constant),
            address = match used_bits(&self._words) {
                bits if bits == N => "address".into(),
                bits => format!("address[{}:0]", bits.max(1) - 1),
            },
            default = literal(D::default()),
        ))
    }
}
