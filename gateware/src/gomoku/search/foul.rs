//! Whether black's stone may be a double four or double three under Renju, by the shapes of its four lines.
//! Combinational.
//!
//! It reports every such foul, and sometimes a legal stone: Renju's full definitions of three and four are not checked.
//!
//! | port   | dir | width     | meaning                                         |
//! |--------|-----|-----------|-------------------------------------------------|
//! | shapes | in  | 4 x Shape | what black's stone would make of each line      |
//! | foul   | out | 1         | two lines have a four, or two have a live three |

use rust_hdl::prelude::*;

use crate::gomoku::ports::Shape;
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Foul {
    pub shapes: [Signal<In, Shape>; 4],
    pub foul: Signal<Out, Bit>,

    // A bit for each line: it has a four; it has a live three.
    fours: Signal<Local, Bits<4>>,
    threes: Signal<Local, Bits<4>>,
}

#[kernel]
impl Logic for Foul {
    fn update(&mut self) {
        fours = 0;
        threes = 0;
        for line in 0..4 {
            fours = fours.replace_bit(
                line,
                (shapes[line] == Shape::RushFour) | (shapes[line] == Shape::LiveFour),
            );
            threes = threes.replace_bit(line, shapes[line] == Shape::LiveThree);
        }
        // n & (n - 1) clears the lowest set bit of n: the result is not 0 if two bits are set.
        foul = (fours & (fours - 1)).any() | (threes & (threes - 1)).any();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Encoded, Engine, Native};

    #[test]
    fn all_4096_sets_of_shapes() {
        let mut circuit = Native::new(Foul::default());
        for code in 0..1usize << 12 {
            let shapes: [Shape; 4] = std::array::from_fn(|line| Shape::decode((code >> (3 * line) & 7) as u64));
            for (line, shape) in shapes.into_iter().enumerate() {
                circuit.circuit.shapes[line].next = shape;
            }
            circuit.settle();
            let count = |wanted: &[Shape]| shapes.iter().filter(|shape| wanted.contains(shape)).count();
            let expected = count(&[Shape::RushFour, Shape::LiveFour]) > 1 || count(&[Shape::LiveThree]) > 1;
            assert_eq!(circuit.read_as::<Bit>("foul"), expected, "{shapes:?}");
        }
    }
}
