//! The bare board's colour at a pixel: wood, lines, star points, coordinates. Combinational.
//!
//! | port                     | dir | width | meaning                                             |
//! |--------------------------|-----|-------|-----------------------------------------------------|
//! | texel                    | in  | 8     | what may be here: see `sprite.rs`                   |
//! | star                     | in  | 1     | the crossing is a star point                        |
//! | west, east, north, south | in  | 1     | a half-line leaves the crossing that way            |
//! | label                    | in  | 1     | a dot of a coordinate is here                       |
//! | colour                   | out | 4     | Wood or Line                                        |

use super::colour::Colour;
use super::sprite::{Ground, texel};
use crate::Circuit;
use rust_hdl::prelude::*;

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

    ground: Signal<Local, Bits<8>>,

    ground_mask: Constant<Bits<8>>,
    west_line: Constant<Bits<8>>,
    east_line: Constant<Bits<8>>,
    north_line: Constant<Bits<8>>,
    south_line: Constant<Bits<8>>,
    crossing: Constant<Bits<8>>,
    star_dot: Constant<Bits<8>>,
}

impl Default for GroundPaint {
    fn default() -> Self {
        let kind = |kind| Constant::new(texel::ground(kind).into());
        GroundPaint {
            texel: Default::default(),
            star: Default::default(),
            west: Default::default(),
            east: Default::default(),
            north: Default::default(),
            south: Default::default(),
            label: Default::default(),
            colour: Default::default(),
            ground: Default::default(),
            ground_mask: Constant::new(texel::GROUND.into()),
            west_line: kind(Ground::West),
            east_line: kind(Ground::East),
            north_line: kind(Ground::North),
            south_line: kind(Ground::South),
            crossing: kind(Ground::Crossing),
            star_dot: kind(Ground::Star),
        }
    }
}

impl Logic for GroundPaint {
    #[hdl_gen]
    fn update(&mut self) {
        self.ground.next = self.texel.val() & self.ground_mask.val();
        self.colour.next = Colour::Wood;
        if self.label.val()
            | (self.ground.val() == self.crossing.val())
            | (self.west.val() & (self.ground.val() == self.west_line.val()))
            | (self.east.val() & (self.ground.val() == self.east_line.val()))
            | (self.north.val() & (self.ground.val() == self.north_line.val()))
            | (self.south.val() & (self.ground.val() == self.south_line.val()))
            | (self.star.val() & (self.ground.val() == self.star_dot.val()))
        {
            self.colour.next = Colour::Line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    #[test]
    fn only_what_belongs_to_this_crossing_is_drawn() {
        use super::super::sprite::Ground;
        let mut circuit = Native::new(GroundPaint::default());
        let texel = circuit.port("texel");
        let inputs = ["west", "east", "north", "south", "star", "label"].map(|name| circuit.port(name));
        // The ground that each of the first five inputs allows.
        let allowed = [Ground::West, Ground::East, Ground::North, Ground::South, Ground::Star];
        for (word, set) in (0..256u64).flat_map(|word| (0..64u64).map(move |set| (word, set))) {
            circuit.set(texel, word);
            for (bit, input) in inputs.into_iter().enumerate() {
                circuit.set(input, set >> bit & 1);
            }
            circuit.settle();
            let kind = word >> 3 & 7;
            let drawn = kind == Ground::Crossing as u64
                || set >> 5 & 1 == 1
                || (0..5).any(|bit| set >> bit & 1 == 1 && kind == allowed[bit] as u64);
            let expected = if drawn { Colour::Line } else { Colour::Wood };
            assert_eq!(
                circuit.circuit.colour.val(),
                expected,
                "texel {word:#x}, inputs {set:#b}"
            );
        }
    }
}
