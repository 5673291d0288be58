//! Shapes: what a line through a crossing can become, by definition instead of a list of patterns.
//!
//! A [`Window`] is nine cells in a line with an own stone in the middle. Its [`Shape`] is defined by what one more own
//! stone on an empty cell of the window would make of it:
//!
//! | shape          | definition                                           | of 6561 windows |
//! |----------------|------------------------------------------------------|-----------------|
//! | Five           | five own cells in a row                              | 297             |
//! | LiveFour       | at least two cells make it a Five                    | 142             |
//! | RushFour       | exactly one cell makes it a Five                     | 796             |
//! | LiveThree      | none of these; some cell makes it a LiveFour         | 249             |
//! | SleepingThree  | none of these; some cell makes it a RushFour         | 850             |
//! | LiveTwo        | none of these; some cell makes it a LiveThree        | 156             |
//! | SleepingTwo    | none of these; some cell makes it a SleepingThree    | 419             |
//! | Other          | none of these                                        | 3652            |

use super::{Board, Colour, Crossing, Direction};
use std::sync::OnceLock;

/// Classes of windows in rising order; the discriminant is the class number of the circuits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    Other = 0,
    SleepingTwo = 1,
    LiveTwo = 2,
    SleepingThree = 3,
    LiveThree = 4,
    RushFour = 5,
    LiveFour = 6,
    Five = 7,
}

impl Shape {
    pub const ALL: [Shape; 8] = [
        Shape::Other,
        Shape::SleepingTwo,
        Shape::LiveTwo,
        Shape::SleepingThree,
        Shape::LiveThree,
        Shape::RushFour,
        Shape::LiveFour,
        Shape::Five,
    ];
}

/// The eight cells around an own stone in one direction: bits 0 to 3 are the cells -4 to -1, bits 4 to 7 the cells +1
/// to +4. A cell in neither set is blocked: it holds the other colour or lies off the board. No cell is in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    pub own: u8,
    pub empty: u8,
}

impl Window {
    /// Each of the 6561 windows once.
    pub fn all() -> impl Iterator<Item = Window> {
        (0..=u16::MAX)
            .map(|code| Window { own: (code >> 8) as u8, empty: code as u8 })
            .filter(|window| window.own & window.empty == 0)
    }

    /// The window through `at` in `direction` as `colour` sees it, with a stone of that colour placed there.
    pub fn of(board: &Board, at: Crossing, colour: Colour, direction: Direction) -> Window {
        let mut window = Window { own: 0, empty: 0 };
        for (bit, steps) in [-4, -3, -2, -1, 1, 2, 3, 4].into_iter().enumerate() {
            match direction.walk(at, steps).map(|cell| board.get(cell)) {
                Some(None) => window.empty |= 1 << bit,
                Some(Some(stone)) if stone == colour => window.own |= 1 << bit,
                _ => {}
            }
        }
        window
    }

    /// The windows with one more own stone.
    fn grown(self) -> impl Iterator<Item = Window> {
        (0..8)
            .map(|bit| 1 << bit)
            .filter(move |cell| self.empty & cell != 0)
            .map(move |cell| Window { own: self.own | cell, empty: self.empty & !cell })
    }

    fn has_five(self) -> bool {
        let own = u16::from(self.own);
        let nine = own & 0x0f | 1 << 4 | (own & 0xf0) << 1;
        (0..5).any(|start| nine >> start & 0x1f == 0x1f)
    }

    pub fn shape(self) -> Shape {
        static SHAPES: OnceLock<Vec<Shape>> = OnceLock::new();
        let shapes = SHAPES.get_or_init(|| {
            let mut known = vec![None; 1 << 16];
            Window::all().for_each(|window| {
                window.define(&mut known);
            });
            known.into_iter().map(|shape| shape.unwrap_or(Shape::Other)).collect()
        });
        shapes[self.index()]
    }

    fn index(self) -> usize {
        usize::from(self.own) << 8 | usize::from(self.empty)
    }

    /// The definition itself; `known` avoids computing a window twice.
    fn define(self, known: &mut [Option<Shape>]) -> Shape {
        if let Some(shape) = known[self.index()] {
            return shape;
        }
        let next: Vec<Shape> = self.grown().map(|window| window.define(known)).collect();
        let count = |shape| next.iter().filter(|&&grown| grown == shape).count();
        let shape = if self.has_five() {
            Shape::Five
        } else if count(Shape::Five) >= 2 {
            Shape::LiveFour
        } else if count(Shape::Five) == 1 {
            Shape::RushFour
        } else if count(Shape::LiveFour) > 0 {
            Shape::LiveThree
        } else if count(Shape::RushFour) > 0 {
            Shape::SleepingThree
        } else if count(Shape::LiveThree) > 0 {
            Shape::LiveTwo
        } else if count(Shape::SleepingThree) > 0 {
            Shape::SleepingTwo
        } else {
            Shape::Other
        };
        known[self.index()] = Some(shape);
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window drawn as nine cells: `O` own, `.` empty, `#` blocked; the middle is the stone itself.
    fn drawn(cells: &str) -> Window {
        let mut window = Window { own: 0, empty: 0 };
        let around = cells.chars().enumerate().filter(|&(i, _)| i != 4).map(|(_, cell)| cell);
        for (bit, cell) in around.enumerate() {
            match cell {
                'O' => window.own |= 1 << bit,
                '.' => window.empty |= 1 << bit,
                _ => {}
            }
        }
        window
    }

    #[test]
    fn every_class_has_the_number_of_windows_the_definition_gives() {
        let mut counts = [0; 8];
        Window::all().for_each(|window| counts[window.shape() as usize] += 1);
        assert_eq!(counts, [3652, 419, 156, 850, 249, 796, 142, 297]);
    }

    #[test]
    fn drawn_examples() {
        for (cells, shape) in [
            ("OOOOO....", Shape::Five),
            ("#.OOOO.##", Shape::LiveFour),
            ("#OOOOO.##", Shape::Five),
            ("OO.OO.OO#", Shape::LiveFour),
            ("OO.OO.###", Shape::RushFour),
            ("O.OOO.O##", Shape::LiveFour),
            ("#.OOO...#", Shape::LiveThree),
            ("##OOO.#.#", Shape::Other),
            ("##OOO..##", Shape::SleepingThree),
            ("#..OO...#", Shape::LiveTwo),
            ("##.OO..##", Shape::SleepingTwo),
            ("##.OO.###", Shape::Other),
            ("####O####", Shape::Other),
        ] {
            assert_eq!(drawn(cells).shape(), shape, "{cells}");
        }
    }

    #[test]
    fn a_shape_does_not_depend_on_the_side_it_is_seen_from() {
        for window in Window::all() {
            let mirrored = Window { own: window.own.reverse_bits(), empty: window.empty.reverse_bits() };
            assert_eq!(window.shape(), mirrored.shape());
        }
    }

    #[test]
    fn the_edge_blocks_like_a_stone() {
        let board = Board::new();
        let corner = Crossing::new(0, 0).unwrap();
        let window = Window::of(&board, corner, Colour::Black, Direction::DownRight);
        assert_eq!(window, Window { own: 0, empty: 0xf0 });
        let window = Window::of(&board, corner, Colour::Black, Direction::DownLeft);
        assert_eq!(window, Window { own: 0, empty: 0 });
    }
}
