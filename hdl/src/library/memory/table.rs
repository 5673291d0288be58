//! A small ROM with combinational read.

use rust_hdl::prelude::*;
use tengen_sim::MemoryKind;

use super::{announce, filled, literal};
use crate::Circuit;

/// `2^N` words of constant contents, at most [`TABLE_WORDS`], with combinational read. Words not given have the type's
/// default.
#[derive(Circuit)]
pub struct Table<D: Synth, const N: usize> {
    /// N bits.
    pub address: Signal<In, Bits<N>>,
    /// The word at the address.
    pub data: Signal<Out, D>,
    #[given]
    _words: Vec<D>,
}

/// The most words of a [`Table`]: a longer one should be a ROM, since its logic would cost more than a register.
pub const TABLE_WORDS: usize = 64;

impl<D: Synth, const N: usize> Table<D, N> {
    /// # Panics
    /// If there are more than `2^N` words, or `2^N` is more than [`TABLE_WORDS`].
    pub fn new(words: impl IntoIterator<Item = D>) -> Self {
        assert!(1 << N <= TABLE_WORDS, "a table of 2^{N} words: at most {TABLE_WORDS}");
        Table::given(filled::<D>(words, 1 << N))
    }
}

impl<D: Synth, const N: usize> Logic for Table<D, N> {
    fn update(&mut self) {
        self.data.next = self._words[self.address.val().index()];
    }

    fn connect(&mut self) {
        self.data.connect();
    }

    fn hdl(&self) -> Verilog {
        announce(MemoryKind::Table, &self._words);
        let mut text = String::from("always @(*) begin\n  case (address)\n");
        for (address, word) in self._words.iter().enumerate() {
            text += &format!("    {N}'d{address}: data = {};\n", literal(*word));
        }
        text += &format!("    default: data = {};\n  endcase\nend", literal(D::default()));
        Verilog::Custom(text)
    }
}
