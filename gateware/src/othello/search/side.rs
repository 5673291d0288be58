//! A side of the board: the line along its edge, and the line next to it.
//!
//! | `side` | line     | first square | squares of  |
//! |--------|----------|--------------|-------------|
//! | 0      | row 1    | a1           | `at_first`  |
//! | 1      | the a file | a1         | `later`     |
//! | 2      | row 8    | a8           | `later`     |
//! | 3      | the h file | h1         | `later`     |
//!
//! The sides are read one a clock. After the first clock the child exchanges own and opponent's discs. So `at_first` has the
//! discs of a player in the clock of side 0, and `later` has the same discs in the other three.
//!
//! | port            | dir | width | meaning                                             | initial |
//! |-----------------|-----|-------|-----------------------------------------------------|---------|
//! | side            | in  | 2     | the side that is read                               | –       |
//! | at_first, later | in  | 64    | sets of squares; a1 is bit 0, h1 bit 7, h8 bit 63   | –       |
//! | outer           | out | 8     | the line on the edge, its first square in bit 0; combinational | – |
//! | inner           | out | 8     | the line next to it; combinational                  | –       |

use rust_hdl::prelude::*;

use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Side {
    pub side: Signal<In, Bits<2>>,
    pub at_first: Signal<In, Bits<64>>,
    pub later: Signal<In, Bits<64>>,
    pub outer: Signal<Out, Bits<8>>,
    pub inner: Signal<Out, Bits<8>>,

    /// The a file.
    left: Signal<Local, Bits<8>>,
    /// The b file.
    left_inner: Signal<Local, Bits<8>>,
    /// The h file.
    right: Signal<Local, Bits<8>>,
    /// The g file.
    right_inner: Signal<Local, Bits<8>>,
}

#[kernel]
impl Logic for Side {
    fn update(&mut self) {
        left = 0;
        left_inner = 0;
        right = 0;
        right_inner = 0;
        for row in 0..8 {
            left = left.replace_bit(row, later.get_bit(8 * row));
            left_inner = left_inner.replace_bit(row, later.get_bit(8 * row + 1));
            right = right.replace_bit(row, later.get_bit(8 * row + 7));
            right_inner = right_inner.replace_bit(row, later.get_bit(8 * row + 6));
        }
        outer = at_first.get_bits::<8>(0);
        inner = at_first.get_bits::<8>(8);
        if side == 1 {
            outer = left;
            inner = left_inner;
        } else if side == 2 {
            outer = later.get_bits::<8>(56);
            inner = later.get_bits::<8>(48);
        } else if side == 3 {
            outer = right;
            inner = right_inner;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::evaluation::ends;
    use tengen_sim::{ByName, Engine, Native, Random};

    #[test]
    fn its_lines_are_those_of_the_rules() {
        let mut circuit = Native::new(Side::default());
        let mut random = Random::new(5);
        for _ in 0..200 {
            let boards = [random.bits(64), random.bits(64)];
            circuit.drive("at_first", boards[0]);
            circuit.drive("later", boards[1]);
            for side in 0..4 {
                circuit.drive("side", side as u64);
                circuit.settle();
                let [edge, inner] = ["outer", "inner"].map(|port| circuit.read(port) as u8);
                // The rules read a side from both ends: four squares of the edge and three beside them, and seven of the edge.
                let read = ends(boards[usize::from(side > 0)]);
                assert_eq!(read[2 * side], [edge & 0xF | (inner & 7) << 4, edge & 0x7F]);
                let (edge, inner) = (edge.reverse_bits(), inner.reverse_bits());
                assert_eq!(read[2 * side + 1], [edge & 0xF | (inner & 7) << 4, edge & 0x7F]);
            }
        }
    }
}
