//! The colour of a stone at a pixel of its cell, and whether it covers that pixel. Combinational.
//!
//! | port   | dir | width | meaning                                                                             |
//! |--------|-----|-------|-------------------------------------------------------------------------------------|
//! | texel  | in  | 8     | what may be here: see `sprite.rs`                                                   |
//! | stone  | in  | 4     | the cell: bit 0 black, bit 1 white, bit 2 the last stone, bit 3 on the winning line |
//! | numbers| in  | 1     | the stones bear numbers                                                             |
//! | covers | out | 1     | the stone, or its shadow, hides the board                                           |
//! | colour | out | 4     | its colour, if it does                                                              |

use super::colour::Colour;
use super::sprite::{Ground, Stone, texel};
use crate::Circuit;
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct StonePaint {
    pub texel: Signal<In, Bits<8>>,
    pub stone: Signal<In, Bits<4>>,
    pub numbers: Signal<In, Bit>,
    pub covers: Signal<Out, Bit>,
    pub colour: Signal<Out, Colour>,

    black: Signal<Local, Bit>,
    white: Signal<Local, Bit>,
    look: Signal<Local, Bits<3>>,
    rim: Signal<Local, Bit>,
    ring: Signal<Local, Bit>,

    ground_mask: Constant<Bits<8>>,
    shadow: Constant<Bits<8>>,
    outside: Constant<Bits<3>>,
    soft_edge: Constant<Bits<3>>,
    lit_rim: Constant<Bits<3>>,
    dark_rim: Constant<Bits<3>>,
    dark: Constant<Bits<3>>,
    light: Constant<Bits<3>>,
    glint: Constant<Bits<3>>,
}

impl Default for StonePaint {
    fn default() -> Self {
        let look = |look: Stone| Constant::new((look as u64).into());
        StonePaint {
            texel: Default::default(),
            stone: Default::default(),
            numbers: Default::default(),
            covers: Default::default(),
            colour: Default::default(),
            black: Default::default(),
            white: Default::default(),
            look: Default::default(),
            rim: Default::default(),
            ring: Default::default(),
            ground_mask: Constant::new(texel::GROUND.into()),
            shadow: Constant::new(texel::ground(Ground::Shadow).into()),
            outside: look(Stone::Outside),
            soft_edge: look(Stone::Edge),
            lit_rim: look(Stone::LitRim),
            dark_rim: look(Stone::DarkRim),
            dark: look(Stone::Dark),
            light: look(Stone::Light),
            glint: look(Stone::Glint),
        }
    }
}

impl Logic for StonePaint {
    #[hdl_gen]
    fn update(&mut self) {
        self.black.next = self.stone.val().get_bit(0);
        self.white.next = self.stone.val().get_bit(1);
        self.look.next = bit_cast::<3, 8>(self.texel.val());

        self.rim.next = (self.look.val() == self.lit_rim.val()) | (self.look.val() == self.dark_rim.val());
        self.ring.next = self.texel.val().get_bit(7);
        if self.numbers.val() {
            self.ring.next = self.rim.val();
        }

        self.covers.next = false;
        self.colour.next = Colour::EbonyEdge;
        if self.black.val() | self.white.val() {
            self.covers.next = (self.look.val() != self.outside.val())
                | ((self.texel.val() & self.ground_mask.val()) == self.shadow.val());
        }
        if self.look.val() != self.outside.val() {
            if self.black.val() {
                self.colour.next = Colour::Ebony;
                if self.look.val() == self.soft_edge.val() {
                    self.colour.next = Colour::EbonyEdge;
                }
                if (self.look.val() == self.dark_rim.val()) | (self.look.val() == self.dark.val()) {
                    self.colour.next = Colour::Black;
                }
                if self.look.val() == self.light.val() {
                    self.colour.next = Colour::EbonyLight;
                }
                if self.look.val() == self.glint.val() {
                    self.colour.next = Colour::EbonyGlint;
                }
            } else {
                self.colour.next = Colour::Ivory;
                if self.look.val() == self.soft_edge.val() {
                    self.colour.next = Colour::IvoryEdge;
                }
                if (self.look.val() == self.dark_rim.val()) | (self.look.val() == self.dark.val()) {
                    self.colour.next = Colour::IvoryShade;
                }
                if (self.look.val() == self.light.val()) | (self.look.val() == self.glint.val()) {
                    self.colour.next = Colour::White;
                }
            }
            // The stones that won have a golden rim; the last one played a red ring, which a number pushes to the rim.
            if self.stone.val().get_bit(3) & (self.rim.val() | (self.look.val() == self.soft_edge.val())) {
                self.colour.next = Colour::Gold;
            }
            if self.stone.val().get_bit(2) & self.ring.val() {
                self.colour.next = Colour::Red;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    /// The colours of `sprite::Stone` in its order, outside (the shadow) first.
    const BLACK: [Colour; 8] = {
        use Colour::*;
        [EbonyEdge, EbonyEdge, Ebony, Black, Black, Ebony, EbonyLight, EbonyGlint]
    };
    const WHITE: [Colour; 8] = {
        use Colour::*;
        [EbonyEdge, IvoryEdge, Ivory, IvoryShade, IvoryShade, Ivory, White, White]
    };

    #[test]
    fn every_texel_of_every_stone() {
        use super::super::sprite::Ground;
        let mut circuit = Native::new(StonePaint::default());
        let [texel, stone, numbers, covers] = ["texel", "stone", "numbers", "covers"].map(|name| circuit.port(name));
        // A crossing bears no stone, a black one or a white one; with a number or without.
        let cells = (0..32u64).filter(|cell| cell & 3 != 3);
        for (cell, word) in cells.flat_map(|cell| (0..256u64).map(move |word| (cell, word))) {
            let (numbered, cell) = (cell >> 4, cell & 15);
            circuit.set(stone, cell);
            circuit.set(numbers, numbered);
            circuit.set(texel, word);
            circuit.settle();
            let (look, shadow) = (word as usize & 7, word >> 3 & 7 == Ground::Shadow as u64);
            let covered = cell & 3 != 0 && (look != 0 || shadow);
            assert_eq!(circuit.get(covers) == 1, covered, "texel {word:#x} of cell {cell:#x}");
            if !covered {
                continue;
            }
            let ring = match numbered {
                0 => word >> 7 == 1,
                _ => matches!(look, 2 | 3),
            };
            let expected = match look {
                0 => Colour::EbonyEdge,
                _ if cell >> 2 & 1 == 1 && ring => Colour::Red,
                1..=3 if cell >> 3 == 1 => Colour::Gold,
                _ if cell & 1 == 1 => BLACK[look],
                _ => WHITE[look],
            };
            assert_eq!(
                circuit.circuit.colour.val(),
                expected,
                "texel {word:#x} of cell {cell:#x}"
            );
        }
    }
}
