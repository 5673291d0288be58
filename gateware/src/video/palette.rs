//! Converts the number of a colour to the levels of the digital-to-analogue converter.
//!
//! ```text
//! clock                            __________/‾‾‾‾\____/‾‾‾‾\____/‾‾‾‾\____/‾‾‾‾\____/‾‾‾‾\____/‾‾‾‾\____/‾‾‾‾\____
//! colour                           = Black ==X Wood ===X Red ====X White ==========================================
//! covered                          ______________________________/‾‾‾‾‾‾‾‾‾\_______________________________________
//! test_red, test_green, test_blue  = 5,6,7 ========================================================================
//! visible                          __________/‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾‾\_____________________________   black while low
//! red, green, blue                 = 0,0,0 ============X 13,10,6 X 13,2,2 =X 5,6,7 ==X 15,15,15X 0,0,0 ============   one clock later
//! ```
//!
//! | port                            | dir | width   | meaning                                  | initial |
//! |---------------------------------|-----|---------|------------------------------------------|---------|
//! | clock                           | in  | 1       | rising edge                              | –       |
//! | colour                          | in  | Colour  | the colour of the pixel                  | –       |
//! | farm                            | in  | 1       | use the colours of the farm              | –       |
//! | covered                         | in  | 1       | the pixel shows the test pattern instead | –       |
//! | test_red, test_green, test_blue | in  | R, G, B | the levels of the test pattern           | –       |
//! | visible                         | in  | 1       | low: the pixel is black                  | –       |
//! | red, green, blue                | out | R, G, B | registered, one clock after the input    | 0       |
//!
//! The levels are those of [`Colour::levels`]. Three tables hold them; they become one look-up table for each bit.
//! The second half of each table is for the farm: [`Colour::on_the_farm`].

use super::colour::{self, Colour};
use crate::{Circuit, Register, kernel};
use rust_hdl::prelude::*;
use tengen_hdl::library::memory::Table;

/// The levels of red, green or blue (`part` 0, 1 or 2) of all colours, for a converter of these widths.
fn levels<const N: usize>(widths: [usize; 3], part: usize) -> Table<Bits<N>, 5> {
    let shown = Colour::ALL
        .map(Colour::rgb)
        .into_iter()
        .chain(Colour::ALL.map(Colour::on_the_farm));
    Table::new(shown.map(|rgb| u64::from(colour::levels(rgb, widths)[part]).into()))
}

#[derive(Circuit)]
pub struct Palette<const R: usize, const G: usize, const B: usize> {
    pub clock: Signal<In, Clock>,
    pub colour: Signal<In, Colour>,
    pub farm: Signal<In, Bit>,
    pub covered: Signal<In, Bit>,
    pub test_red: Signal<In, Bits<R>>,
    pub test_green: Signal<In, Bits<G>>,
    pub test_blue: Signal<In, Bits<B>>,
    pub visible: Signal<In, Bit>,
    pub red: Signal<Out, Bits<R>>,
    pub green: Signal<Out, Bits<G>>,
    pub blue: Signal<Out, Bits<B>>,

    number: Signal<Local, Bits<5>>,
    #[init(levels([R, G, B], 0))]
    reds: Table<Bits<R>, 5>,
    #[init(levels([R, G, B], 1))]
    greens: Table<Bits<G>, 5>,
    #[init(levels([R, G, B], 2))]
    blues: Table<Bits<B>, 5>,
    red_level: Register<Bits<R>>,
    green_level: Register<Bits<G>>,
    blue_level: Register<Bits<B>>,
}

#[kernel]
impl<const R: usize, const G: usize, const B: usize> Logic for Palette<R, G, B> {
    fn update(&mut self) {
        // Outside the picture the pins must be black, because monitors measure their black level there. Black is
        // number 0.
        let shown = if visible { colour.into() } else { 0 };
        number = bit_cast::<5, 4>(shown).replace_bit(4, farm);
        reds.address = number;
        greens.address = number;
        blues.address = number;

        red_level.d = reds.data;
        green_level.d = greens.data;
        blue_level.d = blues.data;
        if covered & visible {
            red_level.d = test_red;
            green_level.d = test_green;
            blue_level.d = test_blue;
        }

        red = red_level.q;
        green = green_level.q;
        blue = blue_level.q;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{ByName, Engine, Native};

    fn shows_every_colour<const R: usize, const G: usize, const B: usize>() {
        let mut palette = Native::new(Palette::<R, G, B>::default());
        for seen in [1, 0] {
            for (colour, farm) in Colour::ALL
                .into_iter()
                .flat_map(|colour| [(colour, false), (colour, true)])
            {
                palette.drive("visible", seen);
                palette.drive("farm", u64::from(farm));
                palette.drive_as("colour", colour);
                palette.step();
                let rgb = if farm { colour.on_the_farm() } else { colour.rgb() };
                let expected = if seen == 1 { colour::levels(rgb, [R, G, B]) } else { [0; 3] };
                assert_eq!(
                    ["red", "green", "blue"].map(|pin| palette.read(pin) as u8),
                    expected,
                    "{colour:?}, visible {seen}, farm {farm}"
                );
            }
        }
    }

    #[test]
    fn the_test_pattern_covers_the_colour_within_the_picture() {
        let mut palette = Native::new(Palette::<5, 6, 5>::default());
        palette.drive_as("colour", Colour::Wood);
        let wood = Colour::Wood.levels([5, 6, 5]).map(u64::from);
        for level in 0..64 {
            let levels = [level & 31, level, 31 - (level & 31)];
            for (port, level) in ["test_red", "test_green", "test_blue"].into_iter().zip(levels) {
                palette.drive(port, level);
            }
            for (over, seen, expected) in [(1, 1, levels), (0, 1, wood), (1, 0, [0; 3]), (0, 0, [0; 3])] {
                palette.drive("covered", over);
                palette.drive("visible", seen);
                palette.step();
                assert_eq!(
                    ["red", "green", "blue"].map(|pin| palette.read(pin)),
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

    #[test]
    fn the_simulation_draws_the_waves_at_the_head_of_the_file() {
        let stimulus = "
            colour      Black Wood Red White*3
            farm        0
            covered     0*3 1 0
            test_red    5
            test_green  6
            test_blue   7
            visible     0 1*4 0
        ";
        tengen_sim::expect_waves(file!(), Palette::<4, 4, 4>::default(), stimulus, 0..8);
    }
}
