//! A circuit with a fault, for the error that docs/language.md shows.

use rust_hdl::prelude::*;
use tengen::{Circuit, kernel};

/// Counts to a number that its eight bits do not reach.
#[derive(Circuit)]
pub struct Walker {
    pub steps: Signal<In, Bits<8>>,
    pub total: Signal<Out, Bits<8>>,
}

#[kernel]
impl Logic for Walker {
    fn update(&mut self) {
        total = steps + 300;
    }
}
