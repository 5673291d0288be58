//! From a colour's number to the levels on the pins of a monitor's digital-to-analogue converter.
//!
//! ```text
//! clock          __/‾‾\__/‾‾\__/‾‾\__
//! colour         ==<Wood><Red>=======
//! visible        __/‾‾‾‾‾‾‾‾‾‾‾\_____
//! red ..         ========<Wood><Red><black   one clock later
//! ```
//!
//! | port             | dir | width   | meaning                                   | reset |
//! |------------------|-----|---------|-------------------------------------------|-------|
//! | clock            | in  | 1       | rising edge                               | –     |
//! | colour           | in  | 4       | what the pixel shows                      | –     |
//! | visible          | in  | 1       | low: black, whatever the colour           | –     |
//! | red, green, blue | out | R, G, B | from registers, one clock after the input | 0     |
//!
//! The levels are [`Colour::levels`]: the nearest of the even steps from black to full. Three small ROMs hold them, which
//! become one look-up table a bit.

use super::colour::Colour;
use crate::Circuit;
use crate::gateware::memory::Rom;
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct Palette<const R: usize, const G: usize, const B: usize> {
    pub clock: Signal<In, Clock>,
    pub colour: Signal<In, Colour>,
    pub visible: Signal<In, Bit>,
    pub red: Signal<Out, Bits<R>>,
    pub green: Signal<Out, Bits<G>>,
    pub blue: Signal<Out, Bits<B>>,

    number: Signal<Local, Bits<4>>,
    reds: Rom<Bits<R>, 4>,
    greens: Rom<Bits<G>, 4>,
    blues: Rom<Bits<B>, 4>,
}

impl<const R: usize, const G: usize, const B: usize> Default for Palette<R, G, B> {
    fn default() -> Self {
        fn part<const N: usize>(widths: [usize; 3], part: usize) -> Rom<Bits<N>, 4> {
            Rom::new(Colour::ALL.map(|colour| u64::from(colour.levels(widths)[part]).into()))
        }
        Palette {
            clock: Default::default(),
            colour: Default::default(),
            visible: Default::default(),
            red: Default::default(),
            green: Default::default(),
            blue: Default::default(),
            number: Default::default(),
            reds: part([R, G, B], 0),
            greens: part([R, G, B], 1),
            blues: part([R, G, B], 2),
        }
    }
}

impl<const R: usize, const G: usize, const B: usize> Logic for Palette<R, G, B> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, reds, greens, blues);

        // Outside the picture the pins must be black: monitors take their black level there. Black is number 0.
        self.number.next = 0.into();
        if self.visible.val() {
            self.number.next = self.colour.val().into();
        }
        self.reds.address.next = self.number.val();
        self.greens.address.next = self.number.val();
        self.blues.address.next = self.number.val();

        self.red.next = self.reds.data.val();
        self.green.next = self.greens.data.val();
        self.blue.next = self.blues.data.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    fn shows_every_colour<const R: usize, const G: usize, const B: usize>() {
        let mut palette = Native::new(Palette::<R, G, B>::default());
        let visible = palette.port("visible");
        let pins = ["red", "green", "blue"].map(|name| palette.port(name));
        for seen in [1, 0] {
            for colour in Colour::ALL {
                palette.set(visible, seen);
                palette.circuit.colour.next = colour;
                palette.step();
                let expected = if seen == 1 { colour.levels([R, G, B]) } else { [0; 3] };
                assert_eq!(
                    pins.map(|pin| palette.get(pin) as u8),
                    expected,
                    "{colour:?}, visible {seen}"
                );
            }
        }
    }

    #[test]
    fn every_colour_at_every_depth() {
        shows_every_colour::<3, 3, 2>();
        shows_every_colour::<4, 4, 4>();
        shows_every_colour::<5, 6, 5>();
        shows_every_colour::<8, 8, 8>();
    }
}
