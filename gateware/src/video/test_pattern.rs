//! The test pattern of the bring-up page: for checking a monitor, its cable and its converter. It depends only on the
//! beam's position. Combinational.
//!
//! ```text
//!  0          112         240         367          479 480      639
//!  +----------------------------------------------------------------+ 0    frame, one pixel, of the whole picture
//!  |   |   |   |   |   |   |   |   |   |   |   |   |   |            |
//!  |---+---+---+---+---+---+---+---+---+---+---+---+---+            |      grid, a line every 32 pixels
//!  |   |   |   |WHT YEL CYN GRN MAG RED BLU BLK|   |   |            | 48   bars, 32 pixels each, at full level
//!  |---+---+---|                               |---+---+            |
//!  |   |   |   |red    ..., one step per level |   |   |  the menu  | 240  ramps from full to black
//!  |---+---+---|green                          |---+---+            | 304
//!  |   |   |   |blue                           |   |   |            | 368
//!  |---+---+---+---+---+---+---+---+---+---+---+---+---+            | 432
//!  |   |   |   |   |   |   |   |   |   |   |   |   |   |            |
//!  +----------------------------------------------------------------+ 479
//! ```
//!
//! | port             | dir | width   | meaning                                                               |
//! |------------------|-----|---------|-----------------------------------------------------------------------|
//! | x, y             | in  | 10      | the beam, [`LEAD`] clocks ahead of the pixel; constant when not shown |
//! | drawn            | out | 1       | the pattern covers the pixel, if the pixel is visible                 |
//! | red, green, blue | out | R, G, B | the pixel's levels                                                    |
//!
//! The other views read memories and so start early. The pattern is computed last, when the beam is [`LEAD`] clocks
//! ahead on the same line; its constants include that offset.
//!
//! Order of the bars: ITU-R BT.471, 100 % bars, from the brightest to the darkest. A dead, shorted or swapped bit of
//! a converter makes steps of a ramp missing, doubled or out of order.

use rust_hdl::prelude::*;

use crate::video::menu_view;
use crate::video::vga_sync::{HORIZONTAL, VERTICAL};
use crate::{Circuit, kernel};

/// Clocks from the beam to the palette: the latency of a view.
pub const LEAD: usize = 3;

/// The distance of the grid lines.
const SPACING: usize = 32;
/// The distance of the first grid line from the edge.
const FIRST_LINE: usize = SPACING / 2;
/// The first pixel of the bars and ramps: x and y.
const CARD: [usize; 2] = [112, 48];
/// The width and height of the bars and ramps.
const CARD_SIZE: [usize; 2] = [256, 384];

#[derive(Circuit)]
pub struct TestPattern<const R: usize, const G: usize, const B: usize> {
    pub x: Signal<In, Bits<10>>,
    pub y: Signal<In, Bits<10>>,
    pub drawn: Signal<Out, Bit>,
    pub red: Signal<Out, Bits<R>>,
    pub green: Signal<Out, Bits<G>>,
    pub blue: Signal<Out, Bits<B>>,

    /// The pattern has red at this pixel.
    red_on: Signal<Local, Bit>,
    /// The pattern has green at this pixel.
    green_on: Signal<Local, Bit>,
    /// The pattern has blue at this pixel.
    blue_on: Signal<Local, Bit>,
    /// The level of the colours that are on, in eight bits.
    level: Signal<Local, Bits<8>>,

    // The beam's coordinates for the edges of the picture and the first pixel of the menu.
    #[init(LEAD)]
    left: Constant<Bits<10>>,
    #[init(HORIZONTAL.visible - 1 + LEAD)]
    right: Constant<Bits<10>>,
    #[init(VERTICAL.visible - 1)]
    bottom: Constant<Bits<10>>,
    #[init(menu_view::LEFT + LEAD)]
    menu_left: Constant<Bits<10>>,
    /// The beam's x on a vertical grid line, modulo the spacing.
    #[init(FIRST_LINE + LEAD)]
    line_x: Constant<Bits<5>>,
    /// The beam's y on a horizontal grid line, modulo the spacing.
    #[init(FIRST_LINE)]
    line_y: Constant<Bits<5>>,
    #[init(CARD[0] + LEAD)]
    card_left: Constant<Bits<10>>,
    #[init(CARD[1])]
    card_top: Constant<Bits<10>>,
    #[init(CARD_SIZE[1])]
    card_height: Constant<Bits<10>>,
    #[init(0xFF)]
    full: Constant<Bits<8>>,
    /// Low bits of a level that the red converter lacks.
    #[init(8 - R)]
    red_spare: Constant<Bits<8>>,
    /// The same for green.
    #[init(8 - G)]
    green_spare: Constant<Bits<8>>,
    /// The same for blue.
    #[init(8 - B)]
    blue_spare: Constant<Bits<8>>,
}

#[kernel]
impl<const R: usize, const G: usize, const B: usize> Logic for TestPattern<R, G, B> {
    fn update(&mut self) {
        let frame = (x == left) | (x == right) | !y.any() | (y == bottom);
        let grid = (bit_cast::<5, 10>(x) == line_x) | (bit_cast::<5, 10>(y) == line_y);

        // The pixel's position within the bars and ramps.
        let card_x = x - card_left;
        let card_y = y - card_top;
        // The card is 256 pixels wide.
        let on_card = !card_x.get_bits::<2>(8).any() & (card_y < card_height);

        level = full;
        red_on = grid;
        green_on = grid;
        blue_on = grid;
        if frame {
            red_on = true;
            green_on = true;
            blue_on = true;
        } else if on_card {
            // Six bands of 64 lines: three with the bars, then the three ramps.
            if card_y.get_bits::<3>(6) < 3 {
                green_on = !card_x.get_bit(7);
                red_on = !card_x.get_bit(6);
                blue_on = !card_x.get_bit(5);
            } else {
                level = !bit_cast::<8, 10>(card_x);
                red_on = card_y.get_bits::<3>(6) == 3;
                green_on = card_y.get_bits::<3>(6) == 4;
                blue_on = card_y.get_bits::<3>(6) == 5;
            }
        }

        drawn = frame | (x < menu_left);
        red = if red_on { bit_cast::<R, 8>(level >> red_spare) } else { 0 };
        green = if green_on { bit_cast::<G, 8>(level >> green_spare) } else { 0 };
        blue = if blue_on { bit_cast::<B, 8>(level >> blue_spare) } else { 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_sim::{Engine, Native};

    /// The levels at a pixel of the picture, if the pattern covers it.
    struct Bench<const R: usize, const G: usize, const B: usize>(Native<TestPattern<R, G, B>>);

    impl<const R: usize, const G: usize, const B: usize> Bench<R, G, B> {
        fn new() -> Self {
            Bench(Native::new(TestPattern::default()))
        }

        fn at(&mut self, x: usize, y: usize) -> Option<[usize; 3]> {
            let pattern = &mut self.0;
            pattern.circuit.x.next = ((x + LEAD) as u64).into();
            pattern.circuit.y.next = (y as u64).into();
            pattern.settle();
            let pins = &pattern.circuit;
            let levels = [
                pins.red.val().index(),
                pins.green.val().index(),
                pins.blue.val().index(),
            ];
            pins.drawn.val().then_some(levels)
        }
    }

    fn every_level_in_its_turn<const R: usize, const G: usize, const B: usize>() {
        let mut bench = Bench::<R, G, B>::new();
        for (part, (width, y)) in [R, G, B].into_iter().zip([250, 350, 400]).enumerate() {
            let mut steps: Vec<[usize; 3]> = (112..368).map(|x| bench.at(x, y).unwrap()).collect();
            steps.dedup();
            let expected: Vec<_> = (0..1 << width)
                .rev()
                .map(|level| {
                    let mut levels = [0; 3];
                    levels[part] = level;
                    levels
                })
                .collect();
            assert_eq!(steps, expected, "part {part} of {width} bits");
        }
    }

    #[test]
    fn a_ramp_has_every_level_of_the_converter() {
        every_level_in_its_turn::<3, 3, 2>();
        every_level_in_its_turn::<4, 4, 4>();
        every_level_in_its_turn::<5, 6, 5>();
    }

    #[test]
    fn the_bars_stand_in_their_order() {
        let mut bench = Bench::<3, 3, 2>::new();
        let bars: Vec<_> = (112..368).step_by(32).map(|x| bench.at(x, 100).unwrap()).collect();
        let [white, yellow, cyan, green] = [[7, 7, 3], [7, 7, 0], [0, 7, 3], [0, 7, 0]];
        let [magenta, red, blue, black] = [[7, 0, 3], [7, 0, 0], [0, 0, 3], [0, 0, 0]];
        assert_eq!(bars, [white, yellow, cyan, green, magenta, red, blue, black]);
    }

    #[test]
    fn the_frame_is_one_pixel_round_the_whole_picture() {
        let mut bench = Bench::<4, 4, 4>::new();
        let white = Some([15; 3]);
        for x in 0..640 {
            assert_eq!([bench.at(x, 0), bench.at(x, 479)], [white; 2], "column {x}");
        }
        for y in 0..480 {
            assert_eq!([bench.at(0, y), bench.at(639, y)], [white; 2], "line {y}");
        }
        for y in 1..479 {
            assert_eq!([bench.at(480, y), bench.at(638, y)], [None; 2], "the menu in line {y}");
        }
        let black = Some([0; 3]);
        for (x, y) in [(1, 1), (1, 478), (479, 1), (479, 478)] {
            assert_eq!(bench.at(x, y), black, "inside the corner ({x}, {y})");
        }
    }

    #[test]
    fn the_grid_has_a_line_every_32_pixels() {
        let mut bench = Bench::<4, 4, 4>::new();
        let lit = |levels: Option<[usize; 3]>| levels == Some([15; 3]);
        let lines: Vec<usize> = (16..=464).step_by(32).collect();
        assert_eq!((1..479).filter(|x| lit(bench.at(*x, 10))).collect::<Vec<_>>(), lines);
        assert_eq!((1..479).filter(|y| lit(bench.at(10, *y))).collect::<Vec<_>>(), lines);
    }
}
