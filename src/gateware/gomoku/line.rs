//! One direction through a crossing: what the line is worth to black and to white, and whether a stone would make five.
//!
//! ```text
//! clock               __/‾‾\__/‾‾\__/‾‾\__
//! black, white, empty ==< a >==< b >=======
//! values, fives       ==============< a  >< b >   two clocks later
//! ```
//!
//! Two registers cut the way from the ring to the score: one before the classifiers, one behind them.
//!
//! | port        | dir | width | meaning                                                        | reset |
//! |-------------|-----|-------|----------------------------------------------------------------|-------|
//! | clock       | in  | 1     | rising edge                                                    | –     |
//! | profile     | in  | 2     | whose values; constant while crossings pass                    | –     |
//! | black       | in  | 8     | black stones on the cells -4..-1 (bits 0..3), +1..+4 (bits 4..7) | –   |
//! | white       | in  | 8     | white stones, likewise                                         | –     |
//! | empty       | in  | 8     | empty cells, likewise; in none of the three: off the board     | –     |
//! | black_value | out | 14    | what a black stone on the crossing makes of this line          | 0     |
//! | white_value | out | 14    | what a white stone makes of it                                 | 0     |
//! | black_five  | out | 1     | a black stone makes five or more                               | 0     |
//! | white_five  | out | 1     | a white stone does                                             | 0     |

use super::line_value::LineValue;
use super::run_length::RunLength;
use super::shape_classifier::ShapeClassifier;
use crate::{Circuit, Register};
use rust_hdl::prelude::dff_setup;
use rust_hdl::prelude::*;

/// The neighbours of the crossing, as the ring shows them.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Neighbours {
    black: Bits<8>,
    white: Bits<8>,
    empty: Bits<8>,
}

/// What the classifiers say of them.
#[derive(LogicStruct, Copy, Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    black_shape: Bits<3>,
    white_shape: Bits<3>,
    black_stones: Bits<3>,
    white_stones: Bits<3>,
}

#[derive(Circuit, Default)]
pub struct Line {
    pub clock: Signal<In, Clock>,
    pub profile: Signal<In, Bits<2>>,
    pub black: Signal<In, Bits<8>>,
    pub white: Signal<In, Bits<8>>,
    pub empty: Signal<In, Bits<8>>,
    pub black_value: Signal<Out, Bits<14>>,
    pub white_value: Signal<Out, Bits<14>>,
    pub black_five: Signal<Out, Bit>,
    pub white_five: Signal<Out, Bit>,

    neighbours: Register<Neighbours>,
    black_classifier: ShapeClassifier,
    white_classifier: ShapeClassifier,
    black_run: RunLength,
    white_run: RunLength,
    verdict: Register<Verdict>,
    black_worth: LineValue,
    white_worth: LineValue,
}

impl Logic for Line {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, neighbours, verdict);

        self.neighbours.d.next.black = self.black.val();
        self.neighbours.d.next.white = self.white.val();
        self.neighbours.d.next.empty = self.empty.val();

        self.black_classifier.own.next = self.neighbours.q.val().black;
        self.black_classifier.empty.next = self.neighbours.q.val().empty;
        self.black_run.own.next = self.neighbours.q.val().black;
        self.white_classifier.own.next = self.neighbours.q.val().white;
        self.white_classifier.empty.next = self.neighbours.q.val().empty;
        self.white_run.own.next = self.neighbours.q.val().white;

        self.verdict.d.next.black_shape = self.black_classifier.shape.val();
        self.verdict.d.next.black_stones = self.black_run.stones.val();
        self.verdict.d.next.white_shape = self.white_classifier.shape.val();
        self.verdict.d.next.white_stones = self.white_run.stones.val();

        self.black_worth.profile.next = self.profile.val();
        self.black_worth.shape.next = self.verdict.q.val().black_shape;
        self.black_worth.stones.next = self.verdict.q.val().black_stones;
        self.white_worth.profile.next = self.profile.val();
        self.white_worth.shape.next = self.verdict.q.val().white_shape;
        self.white_worth.stones.next = self.verdict.q.val().white_stones;

        self.black_value.next = self.black_worth.value.val();
        self.white_value.next = self.white_worth.value.val();
        self.black_five.next = self.verdict.q.val().black_stones == 4;
        self.white_five.next = self.verdict.q.val().white_stones == 4;
    }
}
