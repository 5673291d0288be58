//! A RAM that either writes or reads in a clock.

pub mod checks;

use rust_hdl::prelude::*;
use tengen_sim::MemoryKind;

use super::{Style, announce, filled, literal, storage};
use crate::Circuit;

/// At most `2^N` words, with one write port and one read port on the same clock. A clock that writes does not read, and
/// the output is kept; so no family needs logic besides its block RAM.
///
/// A write beyond the last word is lost; the result of a read there is undefined.
#[derive(Circuit)]
#[steady]
pub struct DualPortRam<D: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    /// While high, each rising edge stores `write_data` at `write_address`.
    pub write_enable: Signal<In, Bit>,
    pub write_address: Signal<In, Bits<N>>,
    pub write_data: Signal<In, D>,
    /// N bits, sampled at each rising edge that does not write.
    pub read_address: Signal<In, Bits<N>>,
    /// The word at the address sampled last. It starts as the type's default.
    pub read_data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

impl<D: Synth, const N: usize> DualPortRam<D, N> {
    /// A RAM that starts with these words, and the type's default after them.
    ///
    /// # Panics
    /// If there are more than `2^N` words.
    pub fn new(words: impl IntoIterator<Item = D>) -> Self {
        DualPortRam::given(filled::<D>(words, 1 << N))
    }

    /// A RAM of `depth` words, so that it takes no more block RAM than needed; they start as the type's default.
    ///
    /// # Panics
    /// If `depth` is 0 or more than `2^N`.
    pub fn of_depth(depth: usize) -> Self {
        assert!((1..=1 << N).contains(&depth), "{depth} words of 2^{N}");
        DualPortRam::given(filled::<D>([], depth))
    }
}

impl<D: Synth, const N: usize> Default for DualPortRam<D, N> {
    fn default() -> Self {
        DualPortRam::new([])
    }
}

impl<D: Synth, const N: usize> Logic for DualPortRam<D, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            if self.write_enable.val() {
                if let Some(word) = self._words.get_mut(self.write_address.val().index()) {
                    *word = self.write_data.val();
                }
            } else if let Some(word) = self._words.get(self.read_address.val().index()) {
                self.read_data.next = *word;
            }
        }
    }

    fn connect(&mut self) {
        self.read_data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::DualPort, &self._words);
        Verilog::Custom(format!(
            "{storage}\
             initial read_data = {default};\n\n\
             always @(posedge clock) begin\n\
             \x20 if (write_enable) words[write_address] <= write_data;\n\
             \x20 else read_data <= words[read_address];\n\
             end",
            storage = storage::<D, N>(&self._words, Style::Block),
            default = literal(D::default()),
        ))
    }
}
