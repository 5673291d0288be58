//! The colour of a stone at a pixel of its cell, and whether it covers that pixel. Combinational.
//!
//! | port   | dir | width | meaning                                                                             |
//! |--------|-----|-------|-------------------------------------------------------------------------------------|
//! | texel  | in  | 8     | what may be here: see `sprite.rs`                                                   |
//! | stone  | in  | 4     | the cell: bit 0 black, bit 1 white, bit 2 the last stone, bit 3 on the winning line |
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
    pub covers: Signal<Out, Bit>,
    pub colour: Signal<Out, Colour>,

    black: Signal<Local, Bit>,
    white: Signal<Local, Bit>,
    look: Signal<Local, Bits<3>>,

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
            covers: Default::default(),
            colour: Default::default(),
            black: Default::default(),
            white: Default::default(),
            look: Default::default(),
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
            // The stones that won have a golden rim, the last one played a red ring.
            if self.stone.val().get_bit(3)
                & ((self.look.val() == self.lit_rim.val())
                    | (self.look.val() == self.dark_rim.val())
                    | (self.look.val() == self.soft_edge.val()))
            {
                self.colour.next = Colour::Gold;
            }
            if self.stone.val().get_bit(2) & self.texel.val().get_bit(7) {
                self.colour.next = Colour::Red;
            }
        }
    }
}
