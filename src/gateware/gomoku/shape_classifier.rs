//! The shape of a line through an own stone, by the definition of `rules::gomoku::shape`, for all 6561 windows of nine
//! cells.
//!
//! ```text
//! cell     -4  -3  -2  -1  stone  +1  +2  +3  +4
//! bit       0   1   2   3           4   5   6   7        neither own nor empty = blocked
//! window 0 [------------------]
//! window 1     [------------------]
//! window 2         [-----------------]
//! window 3             [-----------------]
//! window 4                 [------------------]
//! ```
//!
//! Five cells in a row that hold the stone and no blocked cell lack m stones to a five, m being their empty cells. Then
//!
//! - any(m): some window lacks m. The line is m stones away from a five.
//! - two(m): windows i < j both lack m, and exactly one of the cells i..j-1 is empty. Then one stone on a cell of both
//!   leaves two ways to go on, so the line is alive.
//!
//! | shape         | code | if, and none above   |
//! |---------------|------|----------------------|
//! | Five          | 7    | any(0)               |
//! | LiveFour      | 6    | two(1)               |
//! | RushFour      | 5    | any(1)               |
//! | LiveThree     | 4    | two(2)               |
//! | SleepingThree | 3    | any(2)               |
//! | LiveTwo       | 2    | two(3)               |
//! | SleepingTwo   | 1    | any(3)               |
//! | Other         | 0    |                      |
//!
//! | port  | dir | width | meaning                                   | initial |
//! |-------|-----|-------|-------------------------------------------|---------|
//! | own   | in  | 8     | the cells that hold a stone of the colour | –       |
//! | empty | in  | 8     | the cells that hold none; disjoint of own | –       |
//! | shape | out | Shape | combinational                             | –       |
//!
//! 98 LUT4 on iCE40 (a table of the 6561 windows takes over two thousand).

use super::ports::Shape;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct ShapeClassifier {
    pub own: Signal<In, Bits<8>>,
    pub empty: Signal<In, Bits<8>>,
    pub shape: Signal<Out, Shape>,

    // Each cell, and each run of 2, 3 or 4 cells beside the stone on the left and on the right: element m says that none
    // of them is blocked and m are empty.
    is_own: [Signal<Local, Bit>; 8],
    is_empty: [Signal<Local, Bit>; 8],
    left_2: [Signal<Local, Bit>; 3],
    left_3: [Signal<Local, Bit>; 4],
    right_2: [Signal<Local, Bit>; 3],
    right_3: [Signal<Local, Bit>; 4],

    // The windows 0 to 4: element m says that it lacks m stones.
    window_0: [Signal<Local, Bit>; 4],
    window_1: [Signal<Local, Bit>; 4],
    window_2: [Signal<Local, Bit>; 4],
    window_3: [Signal<Local, Bit>; 4],
    window_4: [Signal<Local, Bit>; 4],

    // Exactly one of the cells i..j-1 is empty.
    one_0_2: Signal<Local, Bit>,
    one_1_3: Signal<Local, Bit>,
    one_2_4: Signal<Local, Bit>,
    one_0_3: Signal<Local, Bit>,
    one_1_4: Signal<Local, Bit>,
    one_0_4: Signal<Local, Bit>,

    /// any(0) to any(3).
    any: [Signal<Local, Bit>; 4],
    /// two(1) to two(3).
    two: [Signal<Local, Bit>; 3],
}

#[kernel]
impl Logic for ShapeClassifier {
    fn update(&mut self) {
        for i in 0..8 {
            is_own[i] = own.get_bit(i);
            is_empty[i] = empty.get_bit(i);
        }

        // One cell more lacks as many if it is own, one more if it is empty.
        left_2[0] = is_own[3] & is_own[2];
        left_2[1] = (is_own[3] & is_empty[2]) | (is_empty[3] & is_own[2]);
        left_2[2] = is_empty[3] & is_empty[2];
        right_2[0] = is_own[4] & is_own[5];
        right_2[1] = (is_own[4] & is_empty[5]) | (is_empty[4] & is_own[5]);
        right_2[2] = is_empty[4] & is_empty[5];

        left_3[0] = left_2[0] & is_own[1];
        right_3[0] = right_2[0] & is_own[6];
        for m in 1..3 {
            left_3[m] = (left_2[m] & is_own[1]) | (left_2[m - 1] & is_empty[1]);
            right_3[m] = (right_2[m] & is_own[6]) | (right_2[m - 1] & is_empty[6]);
        }
        left_3[3] = left_2[2] & is_empty[1];
        right_3[3] = right_2[2] & is_empty[6];

        // The windows at the ends and next to them are a run of three and one cell more.
        window_0[0] = left_3[0] & is_own[0];
        window_1[0] = left_3[0] & is_own[4];
        window_3[0] = right_3[0] & is_own[3];
        window_4[0] = right_3[0] & is_own[7];
        for m in 1..4 {
            window_0[m] = (left_3[m] & is_own[0]) | (left_3[m - 1] & is_empty[0]);
            window_1[m] = (left_3[m] & is_own[4]) | (left_3[m - 1] & is_empty[4]);
            window_3[m] = (right_3[m] & is_own[3]) | (right_3[m - 1] & is_empty[3]);
            window_4[m] = (right_3[m] & is_own[7]) | (right_3[m - 1] & is_empty[7]);
        }

        // The middle one is two cells on either side.
        window_2[0] = left_2[0] & right_2[0];
        window_2[1] = (left_2[1] & right_2[0]) | (left_2[0] & right_2[1]);
        window_2[2] = (left_2[2] & right_2[0]) | (left_2[1] & right_2[1]) | (left_2[0] & right_2[2]);
        window_2[3] = (left_2[2] & right_2[1]) | (left_2[1] & right_2[2]);

        one_0_2 = is_empty[0] ^ is_empty[1];
        one_1_3 = is_empty[1] ^ is_empty[2];
        one_2_4 = is_empty[2] ^ is_empty[3];
        one_0_3 = (one_0_2 & !is_empty[2]) | (!is_empty[0] & !is_empty[1] & is_empty[2]);
        one_1_4 = (one_1_3 & !is_empty[3]) | (!is_empty[1] & !is_empty[2] & is_empty[3]);
        one_0_4 = (one_0_2 & !is_empty[2] & !is_empty[3]) | (!is_empty[0] & !is_empty[1] & one_2_4);

        for m in 0..4 {
            any[m] = window_0[m] | window_1[m] | window_2[m] | window_3[m] | window_4[m];
        }
        for m in 1..4 {
            two[m - 1] = (window_0[m] & window_1[m] & is_empty[0])
                | (window_1[m] & window_2[m] & is_empty[1])
                | (window_2[m] & window_3[m] & is_empty[2])
                | (window_3[m] & window_4[m] & is_empty[3])
                | (window_0[m] & window_2[m] & one_0_2)
                | (window_1[m] & window_3[m] & one_1_3)
                | (window_2[m] & window_4[m] & one_2_4)
                | (window_0[m] & window_3[m] & one_0_3)
                | (window_1[m] & window_4[m] & one_1_4)
                | (window_0[m] & window_4[m] & one_0_4);
        }

        shape = Shape::Other;
        if any[0] {
            shape = Shape::Five;
        } else if two[0] {
            shape = Shape::LiveFour;
        } else if any[1] {
            shape = Shape::RushFour;
        } else if two[1] {
            shape = Shape::LiveThree;
        } else if any[2] {
            shape = Shape::SleepingThree;
        } else if two[2] {
            shape = Shape::LiveTwo;
        } else if any[3] {
            shape = Shape::SleepingTwo;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::Window;
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
