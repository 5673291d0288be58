//! The colour of a stone at a pixel of its cell, and whether it covers that pixel. Combinational.
//!
//! | port    | dir | width  | meaning                                       |
//! |---------|-----|--------|-----------------------------------------------|
//! | texel   | in  | 8      | what can be drawn at the pixel: see `ball.rs` |
//! | stone   | in  | Stone  | the stone on the crossing, if any             |
//! | last    | in  | 1      | the stone is the last one played              |
//! | line    | in  | 1      | the stone belongs to the winning line         |
//! | numbers | in  | 1      | the stones show their numbers                 |
//! | hollow  | in  | 1      | of the stone only the rim shows               |
//! | covers  | out | 1      | the stone or its shadow hides the board       |
//! | colour  | out | Colour | its colour, if `covers` is high               |

use super::ball::{self, Look};
use crate::ports::Stone;
use crate::video::colour::Colour;
use crate::{Circuit, kernel};
use rust_hdl::prelude::*;

const OUTSIDE: u64 = Look::Outside as u64;
const SOFT_EDGE: u64 = Look::Edge as u64;
const LIT_RIM: u64 = Look::LitRim as u64;
const DARK_RIM: u64 = Look::DarkRim as u64;
const DARK: u64 = Look::Dark as u64;
const LIGHT: u64 = Look::Light as u64;
const GLINT: u64 = Look::Glint as u64;

#[derive(Circuit)]
pub struct StonePaint {
    pub texel: Signal<In, Bits<8>>,
    pub stone: Signal<In, Stone>,
    pub last: Signal<In, Bit>,
    pub line: Signal<In, Bit>,
    pub numbers: Signal<In, Bit>,
    pub hollow: Signal<In, Bit>,
    pub covers: Signal<Out, Bit>,
    pub colour: Signal<Out, Colour>,
}

#[kernel]
impl Logic for StonePaint {
    fn update(&mut self) {
        let look = bit_cast::<3, 8>(texel);

        let rim = (look == LIT_RIM) | (look == DARK_RIM);
        let ring = if numbers { rim } else { texel.get_bit(7) };

        covers = false;
        colour = Colour::EbonyEdge;
        if stone != Stone::Empty {
            covers = (look != OUTSIDE) | ((texel & ball::GROUND) == ball::SHADOW);
            if hollow {
                covers = rim | (look == SOFT_EDGE);
            }
        }
        if look != OUTSIDE {
            if stone == Stone::Black {
                colour = if look == SOFT_EDGE { Colour::EbonyEdge } else { Colour::Ebony };
                if (look == DARK_RIM) | (look == DARK) {
                    colour = Colour::Black;
                }
                if look == LIGHT {
                    colour = Colour::EbonyLight;
                }
                if look == GLINT {
                    colour = Colour::EbonyGlint;
                }
            } else {
                colour = if look == SOFT_EDGE { Colour::IvoryEdge } else { Colour::Ivory };
                if (look == DARK_RIM) | (look == DARK) {
                    colour = Colour::IvoryShade;
                }
                if (look == LIGHT) | (look == GLINT) {
                    colour = Colour::White;
                }
            }
            // Winning stones have a golden rim. The last stone has a red ring, which is drawn on the rim if the stone
            // shows a number.
            if line & (rim | (look == SOFT_EDGE)) {
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

    /// The colours in the order of `Look`; the first, outside the stone, is the shadow.
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
        // Crossings without a stone, with a black or a white one, each with and without a number, whole or hollow.
        let cells = (0..64u64).filter(|cell| cell & 3 != 3);
        for (cell, word) in cells.flat_map(|cell| (0..256u64).map(move |word| (cell, word))) {
            let (hollow, numbered, cell) = (cell >> 5 == 1, cell >> 4 & 1, cell & 15);
            circuit.drive("hollow", hollow.into());
            circuit.drive("stone", cell & 3);
            circuit.drive("last", cell >> 2 & 1);
            circuit.drive("line", cell >> 3);
            circuit.drive("numbers", numbered);
            circuit.drive("texel", word);
            circuit.settle();
            let (look, shadow) = (word as usize & 7, word & ball::GROUND == ball::SHADOW);
            let covered = cell & 3 != 0 && if hollow { (1..=3).contains(&look) } else { look != 0 || shadow };
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
