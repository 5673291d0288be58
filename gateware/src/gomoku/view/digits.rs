//! The digits on the stones, and the cross on a forbidden point: drawings, and the ROM made from them.
//!
//! ```text
//! bit   1      0
//! dot { soft, full }      at address { digit[3:0], y[3:0], x[2:0] }
//! ```
//!
//! A digit is six dots wide and eleven high, in a slot of 8x16 dots. A soft dot is half covered by the stroke and
//! rounds its corners. Digits 10 and 11 are the left and the right half of the cross. x is the column in the slot. y is
//! the row in the slot with its top bit inverted, since a slot lies on rows 8 to 23 of a cell; so no address needs an
//! adder.

use rust_hdl::prelude::*;

use tengen_hdl::library::memory::Rom;

/// Width and height of a slot in dots.
pub const WIDTH: usize = 8;
pub const HEIGHT: usize = 16;
/// The first row of a slot in its cell.
pub const TOP: usize = 8;

/// A dot of a slot; its number is its code in the ROM.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Dot {
    None,
    Full,
    Soft,
}

/// The two halves of the cross.
pub const CROSS: [usize; 2] = [10, 11];

/// The digits 0 to 9 side by side: `#` full, `+` soft.
const DIGITS: [&str; 11] = [
    "+####+ ..##.. +####+ +####+ ...+## ###### .+###+ ###### +####+ +####+",
    "###### +###.. ###### ###### ...### ###### +##### ###### ###### ######",
    "##++## ####.. ##+.## ##..## ..+### ##.... ##+... ....## ##..## ##.+##",
    "##..## ..##.. ....## ....## ..#+## ##.... ##.... ...+## ##..## ##..##",
    "##..## ..##.. ...+## ..###+ .##.## #####+ ##+##+ ...##+ +####+ ##.+##",
    "##..## ..##.. ..+##+ ..###+ +#+.## ###### ###### ..+##. +####+ ######",
    "##..## ..##.. .+##+. ....## ##..## +...## ##+.## ..##+. ##..## +##+##",
    "##..## ..##.. +##+.. ....## ###### ....## ##..## ..##.. ##..## ....##",
    "##++## ..##.. ##+... ##..## ###### ##.+## ##+.## .+##.. ##..## ...+##",
    "###### ..##.. ###### ###### ....## ###### ###### .##+.. ###### #####+",
    "+####+ ..##.. ###### +####+ ....## +####+ +####+ .##... +####+ +###+.",
];
/// The position of a digit's drawing in its slot.
const LEFT: usize = 1;
const ABOVE: usize = 3;

/// The cross; it is two slots wide.
const CROSS_DRAWING: [&str; HEIGHT] = [
    "................",
    "................",
    "...##.......##..",
    "..####.....####.",
    "..#####...#####.",
    "...#####.#####..",
    "....#########...",
    ".....#######....",
    "......#####.....",
    ".....#######....",
    "....#########...",
    "...#####.#####..",
    "..#####...#####.",
    "..####.....####.",
    "...##.......##..",
    "................",
];

/// The dot of a digit, 0 to 11, at a position in its slot.
pub fn dot(digit: usize, x: usize, y: usize) -> Dot {
    let drawn = match digit {
        0..=9 if (LEFT..LEFT + 6).contains(&x) && (ABOVE..ABOVE + DIGITS.len()).contains(&y) => {
            DIGITS[y - ABOVE].as_bytes()[7 * digit + x - LEFT]
        }
        10 | 11 => CROSS_DRAWING[y].as_bytes()[(digit - CROSS[0]) * WIDTH + x],
        _ => b'.',
    };
    match drawn {
        b'#' => Dot::Full,
        b'+' => Dot::Soft,
        _ => Dot::None,
    }
}

/// The digits' ROM.
pub fn rom() -> Rom<Bits<2>, 11> {
    Rom::new((0..1 << 11).map(|address: usize| {
        let (digit, y, x) = (address >> 7, address >> 3 & 15 ^ 8, address & 7);
        (dot(digit, x, y) as u64).into()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::view::sprite::{self, Look};
    use std::collections::BTreeSet;
    use tengen_sim::{ByName, Engine, Native};

    fn dots() -> impl Iterator<Item = (usize, usize)> {
        (0..HEIGHT).flat_map(|y| (0..WIDTH).map(move |x| (x, y)))
    }

    #[test]
    fn every_drawing_has_its_size_and_no_two_are_alike() {
        assert!(DIGITS.iter().all(|row| row.len() == 69));
        assert!(CROSS_DRAWING.iter().all(|row| row.len() == 2 * WIDTH));
        let faces: BTreeSet<Vec<usize>> = (0..12)
            .map(|digit| dots().map(|(x, y)| dot(digit, x, y) as usize).collect())
            .collect();
        assert_eq!(faces.len(), 12);
    }

    #[test]
    fn the_rom_holds_every_dot_of_every_slot() {
        let mut rom = Native::new(rom());
        for (digit, (x, y)) in (0..16).flat_map(|digit| dots().map(move |at| (digit, at))) {
            let line = (TOP + y) & 15;
            rom.drive("address", (digit << 7 | line << 3 | x) as u64);
            rom.step();
            assert_eq!(rom.read("data"), dot(digit, x, y) as u64, "digit {digit} at ({x}, {y})");
        }
    }

    #[test]
    fn three_digits_fit_on_a_stone() {
        for (place, (x, y)) in (0..3).flat_map(|place| dots().map(move |at| (place, at))) {
            if (0..10).any(|digit| dot(digit, x, y) != Dot::None) {
                let on = sprite::stone(4 + WIDTH * place + x, TOP + y);
                assert!(!matches!(on, Look::Outside | Look::Edge), "place {place} ({x}, {y})");
            }
        }
    }

    #[test]
    fn the_cross_is_symmetric_about_the_crossing() {
        let crossed = |x: usize, y: usize| dot(CROSS[x / WIDTH], x % WIDTH, y) == Dot::Full;
        for (x, y) in (1..16).flat_map(|y| (1..16).map(move |x| (x, y))) {
            assert_eq!(crossed(x, y), crossed(16 - x, y));
            assert_eq!(crossed(x, y), crossed(y, x));
        }
        assert!(crossed(8, 8) && dots().all(|(x, y)| CROSS.iter().all(|half| dot(*half, x, y) != Dot::Soft)));
    }
}
