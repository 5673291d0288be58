//! The colour of the board where no disc lies: its frame with the coordinates, squares, lines, the four dots. Combinational.
//!
//! | port   | dir | width  | meaning                                             |
//! |--------|-----|--------|-----------------------------------------------------|
//! | frame  | in  | 1      | the pixel is on the frame                           |
//! | label  | in  | 1      | a dot of a coordinate is there                      |
//! | line   | in  | 1      | a line between two squares is                       |
//! | star   | in  | 1      | one of the four dots is, that help the eye to count |
//! | dot    | in  | Stone  | the dot of a legal square is, in this colour        |
//! | colour | out | Colour |                                                     |

use rust_hdl::prelude::*;

use crate::ports::Stone;
use crate::video::colour::Colour;
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct GroundPaint {
    pub frame: Signal<In, Bit>,
    pub label: Signal<In, Bit>,
    pub line: Signal<In, Bit>,
    pub star: Signal<In, Bit>,
    pub dot: Signal<In, Stone>,
    pub colour: Signal<Out, Colour>,
}

#[kernel]
impl Logic for GroundPaint {
    fn update(&mut self) {
        colour = if line | star | frame { Colour::Line } else { Colour::Wood };
        match dot {
            Stone::Empty => {}
            Stone::Black => colour = Colour::Ebony,
            Stone::White => colour = Colour::Ivory,
        }
        if label {
            colour = Colour::Wood;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn a_label_lies_over_a_dot_and_a_dot_over_the_lines() {
        let mut circuit = Native::new(GroundPaint::default());
        let inputs = ["frame", "label", "line", "star"];
        for set in 0..16u64 {
            for (bit, input) in inputs.into_iter().enumerate() {
                circuit.drive(input, set >> bit & 1);
            }
            for dot in [Stone::Empty, Stone::Black, Stone::White] {
                circuit.drive_as("dot", dot);
                circuit.settle();
                let expected = match (set & 0b0010, dot) {
                    (0b0010, _) => Colour::Wood,
                    (_, Stone::Black) => Colour::Ebony,
                    (_, Stone::White) => Colour::Ivory,
                    _ if set == 0 => Colour::Wood,
                    _ => Colour::Line,
                };
                assert_eq!(circuit.read_as::<Colour>("colour"), expected, "{set:#06b}, {dot:?}");
            }
        }
    }
}
