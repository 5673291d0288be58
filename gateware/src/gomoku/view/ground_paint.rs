//! The colour of the bare board at a pixel: wood, lines, star points, coordinates. Combinational.
//!
//! | port                     | dir | width  | meaning                                           |
//! |--------------------------|-----|--------|---------------------------------------------------|
//! | texel                    | in  | 8      | what the board may show here, see `sprite.rs`     |
//! | star                     | in  | 1      | the crossing is a star point                      |
//! | west, east, north, south | in  | 1      | a half-line leaves the crossing in this direction |
//! | label                    | in  | 1      | the pixel is a dot of a coordinate                |
//! | colour                   | out | Colour | Wood or Line                                      |

use super::sprite::{Ground, on_ground};
use crate::game::ball;
use crate::video::colour::Colour;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

const WEST_LINE: u64 = on_ground(Ground::West);
const EAST_LINE: u64 = on_ground(Ground::East);
const NORTH_LINE: u64 = on_ground(Ground::North);
const SOUTH_LINE: u64 = on_ground(Ground::South);
const CROSSING: u64 = on_ground(Ground::Crossing);
const STAR_DOT: u64 = on_ground(Ground::Star);

#[derive(Circuit)]
pub struct GroundPaint {
    pub texel: Signal<In, Bits<8>>,
    pub star: Signal<In, Bit>,
    pub west: Signal<In, Bit>,
    pub east: Signal<In, Bit>,
    pub north: Signal<In, Bit>,
    pub south: Signal<In, Bit>,
    pub label: Signal<In, Bit>,
    pub colour: Signal<Out, Colour>,
}

#[kernel]
impl Logic for GroundPaint {
    fn update(&mut self) {
        let ground = texel & ball::GROUND;
        colour = Colour::Wood;
        if label
            | (ground == CROSSING)
            | (west & (ground == WEST_LINE))
            | (east & (ground == EAST_LINE))
            | (north & (ground == NORTH_LINE))
            | (south & (ground == SOUTH_LINE))
            | (star & (ground == STAR_DOT))
        {
            colour = Colour::Line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn only_what_belongs_to_this_crossing_is_drawn() {
        use super::super::sprite::Ground;
        let mut circuit = Native::new(GroundPaint::default());
        let inputs = ["west", "east", "north", "south", "star", "label"];
        // The ground that each of the first five inputs enables.
        let allowed = [Ground::West, Ground::East, Ground::North, Ground::South, Ground::Star];
        for (word, set) in (0..256u64).flat_map(|word| (0..64u64).map(move |set| (word, set))) {
            circuit.drive("texel", word);
            for (bit, input) in inputs.into_iter().enumerate() {
                circuit.drive(input, set >> bit & 1);
            }
            circuit.settle();
            let kind = word >> 3 & 7;
            let drawn = kind == Ground::Crossing as u64
                || set >> 5 & 1 == 1
                || (0..5).any(|bit| set >> bit & 1 == 1 && kind == allowed[bit] as u64);
            let expected = if drawn { Colour::Line } else { Colour::Wood };
            assert_eq!(
                circuit.read_as::<Colour>("colour"),
                expected,
                "texel {word:#x}, inputs {set:#b}"
            );
        }
    }
}
