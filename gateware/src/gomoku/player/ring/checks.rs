//! The walk of [`Ring`](super::Ring): a turn shows each crossing once, in the order of the scan.
//!
//! | port            | dir | width | meaning                                                | initial |
//! |-----------------|-----|-------|--------------------------------------------------------|---------|
//! | clock           | in  | 1     | rising edge                                            | –       |
//! | clear, turn     | in  | 1     | as the circuit's inputs                                | –       |
//! | row, col        | in  | 4     | as the circuit's outputs                               | –       |
//! | last            | in  | 1     | as the circuit's output                                | –       |
//! | given_apart     | out | 1     | stones are not removed while the ring turns            | 1       |
//! | always_in_order | out | 1     | the crossing at the head is that of this place in the turn | 1   |
//! | always_on_board | out | 1     | it is one of the board                                 | 1       |
//! | always_last     | out | 1     | the last crossing ends a turn of 225                   | 1       |
//! | once_turned     | out | 1     | a second row begins                                    | 0       |

use rust_hdl::prelude::*;

use super::{CROSSINGS, FARTHEST};
use crate::{Circuit, Register, kernel};
use tengen_hdl::proof::Checks;

/// The last place in a turn.
const LAST: u64 = CROSSINGS as u64 - 1;

#[derive(Circuit)]
pub struct RingChecks {
    pub clock: Signal<In, Clock>,
    pub clear: Signal<In, Bit>,
    pub turn: Signal<In, Bit>,
    pub row: Signal<In, Bits<4>>,
    pub col: Signal<In, Bits<4>>,
    pub last: Signal<In, Bit>,
    pub given_apart: Signal<Out, Bit>,
    pub always_in_order: Signal<Out, Bit>,
    pub always_on_board: Signal<Out, Bit>,
    pub always_last: Signal<Out, Bit>,
    pub once_turned: Signal<Out, Bit>,

    /// Crossings that have passed in this turn.
    passed: Register<Bits<8>>,
}

#[kernel]
impl Logic for RingChecks {
    fn update(&mut self) {
        if turn {
            passed.d = if passed.q == LAST { 0 } else { passed.q + 1 };
        }
        // A row has sixteen crossings less one.
        let place = cat(row, bits::<4>(0)) - bit_cast::<8, 4>(row) + bit_cast::<8, 4>(col);
        given_apart = !(clear & turn);
        always_in_order = place == passed.q;
        always_on_board = (row <= FARTHEST) & (col <= FARTHEST);
        always_last = last == (passed.q == LAST);
        once_turned = row == 1;
    }
}

impl Checks for RingChecks {
    const DEPTH: usize = 20;

    fn at(_: u32) -> Self {
        Self::default()
    }
}
