//! The shape of a line through an own stone: a class from 0 (nothing) to 7 (five), by the definition of
//! `rules::gomoku::shape`, for all 6561 windows of nine cells.
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
//! | shape | 7      | 6      | 5      | 4      | 3      | 2      | 1      | 0    |
//! |-------|--------|--------|--------|--------|--------|--------|--------|------|
//! | first of | any(0) | two(1) | any(1) | two(2) | any(2) | two(3) | any(3) | else |
//!
//! | port  | dir | width | meaning                                    | reset |
//! |-------|-----|-------|--------------------------------------------|-------|
//! | own   | in  | 8     | the cells that hold a stone of the colour  | –     |
//! | empty | in  | 8     | the cells that hold none; disjoint of own  | –     |
//! | shape | out | 3     | the class, without a clock                 | –     |
//!
//! 98 LUT4 on iCE40 (a table of the 6561 windows takes over two thousand).

use crate::Circuit;
use rust_hdl::prelude::*;

#[derive(Circuit, Default)]
pub struct ShapeClassifier {
    pub own: Signal<In, Bits<8>>,
    pub empty: Signal<In, Bits<8>>,
    pub shape: Signal<Out, Bits<3>>,

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

impl Logic for ShapeClassifier {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..8 {
            self.is_own[i].next = self.own.val().get_bit(i);
            self.is_empty[i].next = self.empty.val().get_bit(i);
        }

        // One cell more lacks as many if it is own, one more if it is empty.
        self.left_2[0].next = self.is_own[3].val() & self.is_own[2].val();
        self.left_2[1].next =
            (self.is_own[3].val() & self.is_empty[2].val()) | (self.is_empty[3].val() & self.is_own[2].val());
        self.left_2[2].next = self.is_empty[3].val() & self.is_empty[2].val();
        self.right_2[0].next = self.is_own[4].val() & self.is_own[5].val();
        self.right_2[1].next =
            (self.is_own[4].val() & self.is_empty[5].val()) | (self.is_empty[4].val() & self.is_own[5].val());
        self.right_2[2].next = self.is_empty[4].val() & self.is_empty[5].val();

        self.left_3[0].next = self.left_2[0].val() & self.is_own[1].val();
        self.right_3[0].next = self.right_2[0].val() & self.is_own[6].val();
        for m in 1..3 {
            self.left_3[m].next =
                (self.left_2[m].val() & self.is_own[1].val()) | (self.left_2[m - 1].val() & self.is_empty[1].val());
            self.right_3[m].next =
                (self.right_2[m].val() & self.is_own[6].val()) | (self.right_2[m - 1].val() & self.is_empty[6].val());
        }
        self.left_3[3].next = self.left_2[2].val() & self.is_empty[1].val();
        self.right_3[3].next = self.right_2[2].val() & self.is_empty[6].val();

        // The windows at the ends and next to them are a run of three and one cell more.
        self.window_0[0].next = self.left_3[0].val() & self.is_own[0].val();
        self.window_1[0].next = self.left_3[0].val() & self.is_own[4].val();
        self.window_3[0].next = self.right_3[0].val() & self.is_own[3].val();
        self.window_4[0].next = self.right_3[0].val() & self.is_own[7].val();
        for m in 1..4 {
            self.window_0[m].next =
                (self.left_3[m].val() & self.is_own[0].val()) | (self.left_3[m - 1].val() & self.is_empty[0].val());
            self.window_1[m].next =
                (self.left_3[m].val() & self.is_own[4].val()) | (self.left_3[m - 1].val() & self.is_empty[4].val());
            self.window_3[m].next =
                (self.right_3[m].val() & self.is_own[3].val()) | (self.right_3[m - 1].val() & self.is_empty[3].val());
            self.window_4[m].next =
                (self.right_3[m].val() & self.is_own[7].val()) | (self.right_3[m - 1].val() & self.is_empty[7].val());
        }

        // The middle one is two cells on either side.
        self.window_2[0].next = self.left_2[0].val() & self.right_2[0].val();
        self.window_2[1].next =
            (self.left_2[1].val() & self.right_2[0].val()) | (self.left_2[0].val() & self.right_2[1].val());
        self.window_2[2].next = (self.left_2[2].val() & self.right_2[0].val())
            | (self.left_2[1].val() & self.right_2[1].val())
            | (self.left_2[0].val() & self.right_2[2].val());
        self.window_2[3].next =
            (self.left_2[2].val() & self.right_2[1].val()) | (self.left_2[1].val() & self.right_2[2].val());

        self.one_0_2.next = self.is_empty[0].val() ^ self.is_empty[1].val();
        self.one_1_3.next = self.is_empty[1].val() ^ self.is_empty[2].val();
        self.one_2_4.next = self.is_empty[2].val() ^ self.is_empty[3].val();
        self.one_0_3.next = (self.one_0_2.val() & !self.is_empty[2].val())
            | (!self.is_empty[0].val() & !self.is_empty[1].val() & self.is_empty[2].val());
        self.one_1_4.next = (self.one_1_3.val() & !self.is_empty[3].val())
            | (!self.is_empty[1].val() & !self.is_empty[2].val() & self.is_empty[3].val());
        self.one_0_4.next = (self.one_0_2.val() & !self.is_empty[2].val() & !self.is_empty[3].val())
            | (!self.is_empty[0].val() & !self.is_empty[1].val() & self.one_2_4.val());

        for m in 0..4 {
            self.any[m].next = self.window_0[m].val()
                | self.window_1[m].val()
                | self.window_2[m].val()
                | self.window_3[m].val()
                | self.window_4[m].val();
        }
        for m in 1..4 {
            self.two[m - 1].next = (self.window_0[m].val() & self.window_1[m].val() & self.is_empty[0].val())
                | (self.window_1[m].val() & self.window_2[m].val() & self.is_empty[1].val())
                | (self.window_2[m].val() & self.window_3[m].val() & self.is_empty[2].val())
                | (self.window_3[m].val() & self.window_4[m].val() & self.is_empty[3].val())
                | (self.window_0[m].val() & self.window_2[m].val() & self.one_0_2.val())
                | (self.window_1[m].val() & self.window_3[m].val() & self.one_1_3.val())
                | (self.window_2[m].val() & self.window_4[m].val() & self.one_2_4.val())
                | (self.window_0[m].val() & self.window_3[m].val() & self.one_0_3.val())
                | (self.window_1[m].val() & self.window_4[m].val() & self.one_1_4.val())
                | (self.window_0[m].val() & self.window_4[m].val() & self.one_0_4.val());
        }

        self.shape.next = 0.into();
        if self.any[0].val() {
            self.shape.next = 7.into();
        } else if self.two[0].val() {
            self.shape.next = 6.into();
        } else if self.any[1].val() {
            self.shape.next = 5.into();
        } else if self.two[1].val() {
            self.shape.next = 4.into();
        } else if self.any[2].val() {
            self.shape.next = 3.into();
        } else if self.two[2].val() {
            self.shape.next = 2.into();
        } else if self.any[3].val() {
            self.shape.next = 1.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::gomoku::Window;
    use tengen_sim::{Engine, Native};

    #[test]
    fn every_window_has_the_shape_of_the_definition() {
        let mut classifier = Native::new(ShapeClassifier::default());
        let [own, empty, shape] = ["own", "empty", "shape"].map(|name| classifier.port(name));
        for window in Window::all() {
            classifier.set(own, window.own.into());
            classifier.set(empty, window.empty.into());
            classifier.settle();
            assert_eq!(classifier.get(shape), window.shape() as u64, "{window:?}");
        }
    }
}
