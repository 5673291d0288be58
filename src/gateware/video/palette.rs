//! From a colour's number to the levels on the pins of a monitor's digital-to-analogue converter.
//!
//! ```text
//! clock          __/‾‾\__/‾‾\__/‾‾\__/‾‾\__
//! colour         ==<Wood><Red>===<any>=======
//! covered        ________________/‾‾‾‾‾\_____
//! test_red ..    ================<test>======
//! visible        __/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_____
//! red ..         ========<Wood><Red>===<test><black   one clock later
//! ```
//!
//! | port                            | dir | width   | meaning                                   | reset |
//! |---------------------------------|-----|---------|-------------------------------------------|-------|
//! | clock                           | in  | 1       | rising edge                               | –     |
//! | colour                          | in  | 4       | what the pixel shows                      | –     |
//! | covered                         | in  | 1       | it shows the test pattern instead         | –     |
//! | test_red, test_green, test_blue | in  | R, G, B | the levels of that                        | –     |
//! | visible                         | in  | 1       | low: black, whatever the colour           | –     |
//! | red, green, blue                | out | R, G, B | from registers, one clock after the input | 0     |
//!
//! The levels are [`Colour::levels`]: the nearest of the even steps from black to full. Three tables hold them, which
//! become one look-up table a bit.

use super::colour::Colour;
use crate::gateware::memory::Table;
use crate::{Circuit, Register};
use rust_hdl::prelude::*;

#[derive(Circuit)]
pub struct Palette<const R: usize, const G: usize, const B: usize> {
    pub clock: Signal<In, Clock>,
    pub colour: Signal<In, Colour>,
    pub covered: Signal<In, Bit>,
    pub test_red: Signal<In, Bits<R>>,
    pub test_green: Signal<In, Bits<G>>,
    pub test_blue: Signal<In, Bits<B>>,
    pub visible: Signal<In, Bit>,
    pub red: Signal<Out, Bits<R>>,
    pub green: Signal<Out, Bits<G>>,
    pub blue: Signal<Out, Bits<B>>,

    number: Signal<Local, Bits<4>>,
    reds: Table<Bits<R>, 4>,
    greens: Table<Bits<G>, 4>,
    blues: Table<Bits<B>, 4>,
    red_level: Register<Bits<R>>,
    green_level: Register<Bits<G>>,
    blue_level: Register<Bits<B>>,
}

impl<const R: usize, const G: usize, const B: usize> Default for Palette<R, G, B> {
    fn default() -> Self {
        fn part<const N: usize>(widths: [usize; 3], part: usize) -> Table<Bits<N>, 4> {
            Table::new(Colour::ALL.map(|colour| u64::from(colour.levels(widths)[part]).into()))
        }
        Palette {
            clock: Default::default(),
            colour: Default::default(),
            covered: Default::default(),
            test_red: Default::default(),
            test_green: Default::default(),
            test_blue: Default::default(),
            visible: Default::default(),
            red: Default::default(),
            green: Default::default(),
            blue: Default::default(),
            number: Default::default(),
            reds: part([R, G, B], 0),
            greens: part([R, G, B], 1),
            blues: part([R, G, B], 2),
            red_level: Default::default(),
            green_level: Default::default(),
            blue_level: Default::default(),
        }
    }
}

impl<const R: usize, const G: usize, const B: usize> Logic for Palette<R, G, B> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, red_level, green_level, blue_level);

        // Outside the picture the pins must be black: monitors take their black level there. Black is number 0.
        self.number.next = 0.into();
        if self.visible.val() {
            self.number.next = self.colour.val().into();
        }
        self.reds.address.next = self.number.val();
        self.greens.address.next = self.number.val();
        self.blues.address.next = self.number.val();

        self.red_level.d.next = self.reds.data.val();
        self.green_level.d.next = self.greens.data.val();
        self.blue_level.d.next = self.blues.data.val();
        if self.covered.val() & self.visible.val() {
            self.red_level.d.next = self.test_red.val();
            self.green_level.d.next = self.test_green.val();
            self.blue_level.d.next = self.test_blue.val();
        }

        self.red.next = self.red_level.q.val();
        self.green.next = self.green_level.q.val();
        self.blue.next = self.blue_level.q.val();
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
    fn the_test_pattern_covers_the_colour_within_the_picture() {
        let mut palette = Native::new(Palette::<5, 6, 5>::default());
        let [covered, visible] = ["covered", "visible"].map(|name| palette.port(name));
        let tests = ["test_red", "test_green", "test_blue"].map(|name| palette.port(name));
        let pins = ["red", "green", "blue"].map(|name| palette.port(name));
        palette.circuit.colour.next = Colour::Wood;
        let wood = Colour::Wood.levels([5, 6, 5]).map(u64::from);
        for level in 0..64 {
            let levels = [level & 31, level, 31 - (level & 31)];
            tests
                .iter()
                .zip(levels)
                .for_each(|(port, level)| palette.set(*port, level));
            for (over, seen, expected) in [(1, 1, levels), (0, 1, wood), (1, 0, [0; 3]), (0, 0, [0; 3])] {
                palette.set(covered, over);
                palette.set(visible, seen);
                palette.step();
                assert_eq!(
                    pins.map(|pin| palette.get(pin)),
                    expected,
                    "covered {over}, visible {seen}"
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
