//! The colour of the board where no disc lies: the frame with its coordinates, squares, lines and the four dots.
//! Combinational.
//!
//! | port   | dir | width  | meaning                                                         |
//! |--------|-----|--------|-----------------------------------------------------------------|
//! | frame  | in  | 1      | the pixel is on the frame                                       |
//! | label  | in  | 1      | the pixel is a dot of a coordinate                              |
//! | line   | in  | 1      | the pixel is on a line between two squares                      |
//! | star   | in  | 1      | the pixel is on one of the four dots that help to count squares |
//! | dot    | in  | Stone  | the pixel is on the dot of a legal square, in this colour       |
//! | colour | out | Colour | the colour of the pixel                                         |

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
