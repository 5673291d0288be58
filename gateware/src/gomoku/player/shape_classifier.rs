//! The shape of a line through an own stone, as `rules::gomoku::shape` defines it. This is [`Windows`] with the inputs
//! `own` and `empty`.
//!
//! ```text
//! cell     -4  -3  -2  -1  stone  +1  +2  +3  +4
//! bit       0   1   2   3           4   5   6   7        neither own nor empty = blocked
//! ```
//!
//! | port  | dir | width | meaning                                                              | initial |
//! |-------|-----|-------|----------------------------------------------------------------------|---------|
//! | own   | in  | 8     | own stones: bits 0 to 3 are cells -4 to -1, bits 4 to 7 are +1 to +4 | –       |
//! | empty | in  | 8     | empty cells, in the same order; a cell that is neither is blocked    | –       |
//! | shape | out | Shape | 7 five, 6 live four, 5 rush four, 4 live three, 3 sleeping three, 2 live two, 1 sleeping two, 0 none | – |
//!
//! It takes 77 LUT4 on iCE40; a lookup table of the 6561 windows takes over two thousand.

use super::windows::Windows;
use crate::gomoku::ports::Shape;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct ShapeClassifier {
    pub own: Signal<In, Bits<8>>,
    pub empty: Signal<In, Bits<8>>,
    pub shape: Signal<Out, Shape>,

    windows: Windows,
}

#[kernel]
impl Logic for ShapeClassifier {
    fn update(&mut self) {
        windows = Windows { open: own | empty, empty };
        shape = windows.shape;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::gomoku::Window;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_window_has_the_shape_of_the_definition() {
        let mut classifier = Native::new(ShapeClassifier::default());
        for window in Window::all() {
            classifier.drive("own", window.own.into());
            classifier.drive("empty", window.empty.into());
            classifier.settle();
            assert_eq!(classifier.read("shape"), window.shape() as u64, "{window:?}");
        }
    }
}
