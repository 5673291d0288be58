//! What a stone of either colour would make of one line through a crossing. Combinational.
//!
//! ```text
//! cell     -5  -4  -3  -2  -1  the crossing  +1  +2  +3  +4  +5
//! bit       0   1   2   3   4       5         6   7   8   9  10
//! ```
//!
//! | port      | dir | width      | meaning                                         |
//! |-----------|-----|------------|-------------------------------------------------|
//! | rule      | in  | Rule       | the rule of the game                            |
//! | not_black | in  | 11         | cells with a white stone, or off the board      |
//! | not_white | in  | 11         | cells with a black stone, or off the board      |
//! | shapes    | out | LineShapes | what a stone of either colour makes of the line |
//! | vacant    | out | 1          | the crossing is empty                           |

use rust_hdl::prelude::*;

use super::ports::LineShapes;
use crate::gomoku::player::run_classifier::RunClassifier;
use crate::gomoku::player::windows::Windows;
use crate::gomoku::ports::{Rule, Shape};
use crate::{Circuit, kernel};

#[derive(Circuit)]
pub struct Lane {
    pub rule: Signal<In, Rule>,
    pub not_black: Signal<In, Bits<11>>,
    pub not_white: Signal<In, Bits<11>>,
    pub shapes: Signal<Out, LineShapes>,
    pub vacant: Signal<Out, Bit>,

    black_windows: Windows,
    white_windows: Windows,
    black_run: RunClassifier,
    white_run: RunClassifier,

    // The cells that are open to the colour, its own or empty, without the crossing itself.
    black_open: Signal<Local, Bits<10>>,
    white_open: Signal<Local, Bits<10>>,
}

#[kernel]
impl Logic for Lane {
    fn update(&mut self) {
        black_open = 0;
        white_open = 0;
        for i in 0..5 {
            black_open = black_open.replace_bit(i, !not_black.get_bit(i));
            white_open = white_open.replace_bit(i, !not_white.get_bit(i));
            black_open = black_open.replace_bit(i + 5, !not_black.get_bit(i + 6));
            white_open = white_open.replace_bit(i + 5, !not_white.get_bit(i + 6));
        }
        let empty = black_open & white_open;
        vacant = !not_black.get_bit(5) & !not_white.get_bit(5);

        black_windows = Windows { open: black_open.get_bits::<8>(1), empty: empty.get_bits::<8>(1) };
        white_windows = Windows { open: white_open.get_bits::<8>(1), empty: empty.get_bits::<8>(1) };
        black_run = RunClassifier { open: black_open, empty };
        white_run = RunClassifier { open: white_open, empty };

        // Overlines that do not win.
        let black_long = black_run.overlong & (rule != Rule::Freestyle);
        let white_long = white_run.overlong & (rule == Rule::ExactFive);
        // Three black stones adjoin the crossing: an unbroken four, not two fours in one line.
        let row_of_four = black_run.run.get_bit(3) & black_run.run.get_bit(2) & !black_run.five;

        shapes.black = if black_long { Shape::Other } else { black_windows.shape };
        shapes.white = if white_long { Shape::Other } else { white_windows.shape };
        shapes.suspect =
            black_long | white_long | ((rule == Rule::Renju) & (black_windows.shape == Shape::LiveFour) & !row_of_four);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::gomoku::{Rule as Known, Shape as Expected, Window};
    use tengen_sim::{ByName, Encoded, Engine, Native, Random};

    /// The bits of the cells around the crossing.
    fn around(cells: u64) -> u32 {
        (cells & 0x1F | cells >> 1 & 0x3E0) as u32
    }

    /// The length of the unbroken line through a stone.
    fn run(own: u32) -> u32 {
        1 + (own << 27).leading_ones() + (own >> 5).trailing_ones()
    }

    #[test]
    fn lines_are_what_the_definition_of_shapes_and_the_rules_say() {
        let mut lane = Native::new(Lane::default());
        let mut random = Random::new(12);
        let mut suspects = 0;
        for number in 0..120_000usize {
            let rule = Known::ALL[number % 3];
            // Mostly one colour, to get long lines; sometimes a cell off the board.
            let [mut black, mut white] = [random.bits(11) | random.bits(11), random.bits(11) & random.bits(11)];
            if random.once_in(2) {
                (black, white) = (white, black);
            }
            let off = random.bits(11) & random.bits(11) & random.bits(11) & !(1 << 5);
            let (black, white) = (black & !white & !off, white & !off);
            lane.circuit.rule.next = Rule::decode(rule as u64);
            lane.drive("not_black", white | off);
            lane.drive("not_white", black | off);
            lane.settle();

            let empty = around(!(black | white | off) & 0x7FF);
            let mut long = false;
            let shapes = [(black, rule != Known::Freestyle), (white, rule == Known::ExactFive)].map(|(own, exact)| {
                let own = around(own);
                let too_long = exact && run(own) > 5;
                long |= too_long;
                let window = Window { own: (own >> 1) as u8, empty: (empty >> 1) as u8 };
                if too_long { Expected::Other } else { window.shape() }
            });
            let two_in_one = rule == Known::Renju && shapes[0] == Expected::LiveFour && run(around(black)) != 4;
            let found = lane.circuit.shapes.val();
            assert_eq!(
                [found.black as u64, found.white as u64],
                shapes.map(|shape| shape as u64)
            );
            assert_eq!(found.suspect, long || two_in_one, "{rule}: {black:b} {white:b} {off:b}");
            assert_eq!(lane.read_as::<Bit>("vacant"), (black | white) >> 5 & 1 == 0);
            suspects += u32::from(found.suspect);
        }
        assert!(suspects > 1000, "{suspects}");
    }
}
