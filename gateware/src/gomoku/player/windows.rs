//! The shape of a line through an own stone: how many stones each of the five windows of five cells around it lacks to
//! a five.
//!
//! ```text
//! cell     -4  -3  -2  -1  stone  +1  +2  +3  +4
//! bit       0   1   2   3           4   5   6   7
//! window 0 [------------------]
//! window 1     [------------------]
//! window 2         [-----------------]
//! window 3             [-----------------]
//! window 4                 [------------------]
//! ```
//!
//! A window is alive if all its cells are open, that is own or empty. It lacks as many stones to a five as it has empty
//! cells. The shape follows from
//!
//! - any(m): some living window lacks m stones. The line is m stones away from a five.
//! - two(m): two living windows i < j lack m stones each, and exactly one of the cells i..j-1 is empty. Then a stone on
//!   a cell of both windows leaves two ways to go on, so the line is alive.
//!
//! | shape         | code | condition; the first that holds counts |
//! |---------------|------|----------------------------------------|
//! | Five          | 7    | any(0)                                 |
//! | LiveFour      | 6    | two(1)                                 |
//! | RushFour      | 5    | any(1)                                 |
//! | LiveThree     | 4    | two(2)                                 |
//! | SleepingThree | 3    | any(2)                                 |
//! | LiveTwo       | 2    | two(3)                                 |
//! | SleepingTwo   | 1    | any(3)                                 |
//! | Other         | 0    |                                        |
//!
//! Step i leads from window i to the next: cell i leaves the window, and cell i + 4 enters. Windows i < j form such a
//! pair if on the steps between them one empty cell leaves and one enters: either in the same step, or the one enters
//! first and the other leaves later. (If one leaves first, the window in between lacks one stone less, and that window
//! decides.) So window i is the first of a pair if it is alive, an empty cell enters with step i, and
//!
//! - an empty cell leaves with step i, or
//! - own stones enter with the steps from i + 1 on, until an empty cell leaves with one of them (`falls`).
//!
//! The number of empty cells in a window is the same for both colours, so two of these circuits with the same `empty`
//! share that half of the logic.
//!
//! | port  | dir | width | meaning                                      | initial |
//! |-------|-----|-------|----------------------------------------------|---------|
//! | open  | in  | 8     | cells that are own or empty                  | –       |
//! | empty | in  | 8     | cells that are empty; all of them are `open` | –       |
//! | shape | out | Shape | the shape; combinational                     | –       |

use crate::gomoku::ports::Shape;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct Windows {
    pub open: Signal<In, Bits<8>>,
    pub empty: Signal<In, Bits<8>>,
    pub shape: Signal<Out, Shape>,

    is_open: [Signal<Local, Bit>; 8],
    is_empty: [Signal<Local, Bit>; 8],

    // Runs of 2 and 3 cells to the left and to the right of the stone, and the windows 0 to 4. Element m: m of these
    // cells are empty.
    left_2: [Signal<Local, Bit>; 3],
    left_3: [Signal<Local, Bit>; 4],
    right_2: [Signal<Local, Bit>; 3],
    right_3: [Signal<Local, Bit>; 4],
    window_0: [Signal<Local, Bit>; 4],
    window_1: [Signal<Local, Bit>; 4],
    window_2: [Signal<Local, Bit>; 4],
    window_3: [Signal<Local, Bit>; 4],
    window_4: [Signal<Local, Bit>; 4],

    alive: [Signal<Local, Bit>; 5],
    /// Own stones enter with the steps from i + 1 on, until an empty cell leaves.
    falls: [Signal<Local, Bit>; 4],
    /// Window i is the first of a pair.
    pair: [Signal<Local, Bit>; 4],

    /// any(0) to any(3).
    any: [Signal<Local, Bit>; 4],
    /// two(1) to two(3).
    two: [Signal<Local, Bit>; 3],
}

#[kernel]
impl Logic for Windows {
    fn update(&mut self) {
        for i in 0..8 {
            is_open[i] = open.get_bit(i);
            is_empty[i] = empty.get_bit(i);
        }

        left_2[0] = !is_empty[3] & !is_empty[2];
        left_2[1] = is_empty[3] ^ is_empty[2];
        left_2[2] = is_empty[3] & is_empty[2];
        right_2[0] = !is_empty[4] & !is_empty[5];
        right_2[1] = is_empty[4] ^ is_empty[5];
        right_2[2] = is_empty[4] & is_empty[5];

        // Three cells: the two nearest and one more.
        left_3[0] = left_2[0] & !is_empty[1];
        right_3[0] = right_2[0] & !is_empty[6];
        for m in 1..3 {
            left_3[m] = (left_2[m] & !is_empty[1]) | (left_2[m - 1] & is_empty[1]);
            right_3[m] = (right_2[m] & !is_empty[6]) | (right_2[m - 1] & is_empty[6]);
        }
        left_3[3] = left_2[2] & is_empty[1];
        right_3[3] = right_2[2] & is_empty[6];

        // Windows 0, 1, 3 and 4 are a run of three cells and one more cell.
        window_0[0] = left_3[0] & !is_empty[0];
        window_1[0] = left_3[0] & !is_empty[4];
        window_3[0] = right_3[0] & !is_empty[3];
        window_4[0] = right_3[0] & !is_empty[7];
        for m in 1..4 {
            window_0[m] = (left_3[m] & !is_empty[0]) | (left_3[m - 1] & is_empty[0]);
            window_1[m] = (left_3[m] & !is_empty[4]) | (left_3[m - 1] & is_empty[4]);
            window_3[m] = (right_3[m] & !is_empty[3]) | (right_3[m - 1] & is_empty[3]);
            window_4[m] = (right_3[m] & !is_empty[7]) | (right_3[m - 1] & is_empty[7]);
        }

        // Window 2 has two cells on either side.
        window_2[0] = left_2[0] & right_2[0];
        window_2[1] = (left_2[1] & right_2[0]) | (left_2[0] & right_2[1]);
        window_2[2] = (left_2[2] & right_2[0]) | (left_2[1] & right_2[1]) | (left_2[0] & right_2[2]);
        window_2[3] = (left_2[2] & right_2[1]) | (left_2[1] & right_2[2]);

        for i in 0..5 {
            alive[i] = is_open[i] & is_open[i + 1] & is_open[i + 2] & is_open[i + 3];
        }
        // There is no step 4.
        falls[3] = false;
        falls[2] = is_open[7] & !is_empty[7] & (is_empty[3] | falls[3]);
        falls[1] = is_open[6] & !is_empty[6] & (is_empty[2] | falls[2]);
        falls[0] = is_open[5] & !is_empty[5] & (is_empty[1] | falls[1]);
        for i in 0..4 {
            pair[i] = alive[i] & is_empty[i + 4] & (is_empty[i] | falls[i]);
        }

        for m in 0..4 {
            any[m] = (alive[0] & window_0[m])
                | (alive[1] & window_1[m])
                | (alive[2] & window_2[m])
                | (alive[3] & window_3[m])
                | (alive[4] & window_4[m]);
        }
        for m in 1..4 {
            two[m - 1] =
                (pair[0] & window_0[m]) | (pair[1] & window_1[m]) | (pair[2] & window_2[m]) | (pair[3] & window_3[m]);
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
