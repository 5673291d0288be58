//! The colour of a stone at a pixel of its cell, and whether it covers that pixel. Combinational.
//!
//! | port    | dir | width | meaning                                   |
//! |---------|-----|-------|-------------------------------------------|
//! | texel   | in  | 8     | what may be here: see `ball.rs`           |
//! | stone   | in  | Stone | what lies on the crossing                 |
//! | last    | in  | 1     | it is the last stone played               |
//! | line    | in  | 1     | it belongs to the winning line            |
//! | numbers | in  | 1     | the stones bear numbers                   |
//! | covers  | out | 1     | the stone, or its shadow, hides the board |
//! | colour  | out | 4     | its colour, if it does                    |

use super::ball::{self, Look};
use crate::ports::Stone;
use crate::video::colour::Colour;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct StonePaint {
    pub texel: Signal<In, Bits<8>>,
    pub stone: Signal<In, Stone>,
    pub last: Signal<In, Bit>,
    pub line: Signal<In, Bit>,
    pub numbers: Signal<In, Bit>,
    pub covers: Signal<Out, Bit>,
    pub colour: Signal<Out, Colour>,

    look: Signal<Local, Bits<3>>,
    rim: Signal<Local, Bit>,
    ring: Signal<Local, Bit>,

    #[init(ball::GROUND)]
    ground_mask: Constant<Bits<8>>,
    #[init(ball::SHADOW)]
    shadow: Constant<Bits<8>>,
    #[init(Look::Outside as u64)]
    outside: Constant<Bits<3>>,
    #[init(Look::Edge as u64)]
    soft_edge: Constant<Bits<3>>,
    #[init(Look::LitRim as u64)]
    lit_rim: Constant<Bits<3>>,
    #[init(Look::DarkRim as u64)]
    dark_rim: Constant<Bits<3>>,
    #[init(Look::Dark as u64)]
    dark: Constant<Bits<3>>,
    #[init(Look::Light as u64)]
    light: Constant<Bits<3>>,
    #[init(Look::Glint as u64)]
    glint: Constant<Bits<3>>,
}

#[kernel]
impl Logic for StonePaint {
    fn update(&mut self) {
        look = bit_cast::<3, 8>(texel);

        rim = (look == lit_rim) | (look == dark_rim);
        ring = texel.get_bit(7);
        if numbers {
            ring = rim;
        }

        covers = false;
        colour = Colour::EbonyEdge;
        if stone != Stone::Empty {
            covers = (look != outside) | ((texel & ground_mask) == shadow);
        }
        if look != outside {
            if stone == Stone::Black {
                colour = Colour::Ebony;
                if look == soft_edge {
                    colour = Colour::EbonyEdge;
                }
                if (look == dark_rim) | (look == dark) {
                    colour = Colour::Black;
                }
                if look == light {
                    colour = Colour::EbonyLight;
                }
                if look == glint {
                    colour = Colour::EbonyGlint;
                }
            } else {
                colour = Colour::Ivory;
                if look == soft_edge {
                    colour = Colour::IvoryEdge;
                }
                if (look == dark_rim) | (look == dark) {
                    colour = Colour::IvoryShade;
                }
                if (look == light) | (look == glint) {
                    colour = Colour::White;
                }
            }
            // The stones that won have a golden rim; the last one played a red ring, which a number pushes to the rim.
            if line & (rim | (look == soft_edge)) {
                colour = Colour::Gold;
            }
            if last & ring {
                colour = Colour::Red;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    /// The colours of `Look` in its order, outside (the shadow) first.
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
        let mut circuit = Native::new(StonePaint::default());
        // A crossing bears no stone, a black one or a white one; with a number or without.
        let cells = (0..32u64).filter(|cell| cell & 3 != 3);
        for (cell, word) in cells.flat_map(|cell| (0..256u64).map(move |word| (cell, word))) {
            let (numbered, cell) = (cell >> 4, cell & 15);
            circuit.drive("stone", cell & 3);
            circuit.drive("last", cell >> 2 & 1);
            circuit.drive("line", cell >> 3);
            circuit.drive("numbers", numbered);
            circuit.drive("texel", word);
            circuit.settle();
            let (look, shadow) = (word as usize & 7, word & ball::GROUND == ball::SHADOW);
            let covered = cell & 3 != 0 && (look != 0 || shadow);
            assert_eq!(
                circuit.read("covers") == 1,
                covered,
                "texel {word:#x} of cell {cell:#x}"
            );
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
                circuit.read_as::<Colour>("colour"),
                expected,
                "texel {word:#x} of cell {cell:#x}"
            );
        }
    }
}
