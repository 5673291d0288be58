//! The font: sixty-three glyphs of 5x7 dots, drawn below, and the 16x16 menu font made from them.
//!
//! A glyph's code is its place in the drawings, six bits; 0 is the blank. The menu shows each glyph at double size,
//! 10x14 dots, with smoothed corners, three dots from the left and one from the top of its block:
//!
//! ```text
//!  .#.      ..##..        Scale2x: a dot becomes four; each of these takes the value of its two outer
//!  #.#  ->  .####.        neighbours if these are equal and differ from the two opposite ones.
//!           ##..##
//!           ##..##
//! ```
//!
//! A word of the ROM is a row of sixteen dots, at address `{code[5:0], row[3:0]}`; bit 0 is the leftmost dot.

use rust_hdl::prelude::*;

use tengen_hdl::library::memory::Rom;

/// Width of a drawn glyph, in dots.
pub const WIDTH: usize = 5;
/// Height of a drawn glyph, in dots.
pub const HEIGHT: usize = 7;
/// Width and height of a menu block, in dots.
pub const BLOCK: usize = 16;

/// Characters in the order of their codes from 1 on, side by side, with their drawings below.
const DRAWINGS: [(&str, [&str; HEIGHT]); 7] = [
    (
        "ABCDEFGHI",
        [
            ".###. ####. .###. ####. ##### ##### .###. #...# .###.",
            "#...# #...# #...# .#..# #.... #.... #...# #...# ..#..",
            "#...# #...# #.... .#..# #.... #.... #.... #...# ..#..",
            "##### ####. #.... .#..# ####. ####. #.### ##### ..#..",
            "#...# #...# #.... .#..# #.... #.... #...# #...# ..#..",
            "#...# #...# #...# .#..# #.... #.... #...# #...# ..#..",
            "#...# ####. .###. ####. ##### #.... .###. #...# .###.",
        ],
    ),
    (
        "JKLMNOPQR",
        [
            "..### #...# #.... #...# #...# .###. ####. .###. ####.",
            "...#. #..#. #.... ##.## #...# #...# #...# #...# #...#",
            "...#. #.#.. #.... #.#.# ##..# #...# #...# #...# #...#",
            "...#. ##... #.... #.#.# #.#.# #...# ####. #...# ####.",
            "...#. #.#.. #.... #...# #..## #...# #.... #...# #.#..",
            "#..#. #..#. #.... #...# #...# #...# #.... .###. #..#.",
            ".##.. #...# ##### #...# #...# .###. #.... ...## #...#",
        ],
    ),
    (
        "STUVWXYZ0",
        [
            ".#### ##### #...# #...# #...# #...# #...# ##### .###.",
            "#.... ..#.. #...# #...# #...# #...# #...# ....# #..##",
            "#.... ..#.. #...# #...# #...# .#.#. .#.#. ...#. #.#.#",
            ".###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#.. #.#.#",
            "....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#... #.#.#",
            "....# ..#.. #...# .#.#. ##.## #...# ..#.. #.... ##..#",
            "####. ..#.. .###. ..#.. #...# #...# ..#.. ##### .###.",
        ],
    ),
    (
        "123456789",
        [
            "..#.. .###. .###. ...#. ##### ..##. ##### .###. .###.",
            ".##.. #...# #...# ..##. #.... .#... ....# #...# #...#",
            "..#.. ....# ....# .#.#. ####. #.... ...#. #...# #...#",
            "..#.. ...#. ..##. #..#. ....# ####. ..#.. .###. .####",
            "..#.. ..#.. ....# ##### ....# #...# .#... #...# ....#",
            "..#.. .#... #...# ...#. #...# #...# .#... #...# ...#.",
            ".###. ##### .###. ...#. .###. .###. .#... .###. .##..",
        ],
    ),
    (
        ".,:;!?-+/",
        [
            "..... ..... ..... ..... ..#.. .###. ..... ..... .....",
            "..... ..... ..... ..... ..#.. #...# ..... ..#.. ....#",
            "..... ..... ..#.. ..#.. ..#.. ....# ..... ..#.. ...#.",
            "..... ..... ..... ..... ..#.. ...#. ##### ##### ..#..",
            "..... ..#.. ..... ..... ..#.. ..#.. ..... ..#.. .#...",
            "..##. ..#.. ..#.. ..#.. ..... ..... ..... ..#.. #....",
            "..##. .#... ..... .#... ..#.. ..#.. ..... ..... .....",
        ],
    ),
    (
        "'()<>=*%↑",
        [
            "..#.. ...#. .#... ...#. .#... ..... ..... ##... ..#..",
            "..#.. ..#.. ..#.. ..#.. ..#.. ..... ..#.. ##..# .###.",
            ".#... .#... ...#. .#... ...#. ##### #.#.# ...#. #.#.#",
            "..... .#... ...#. #.... ....# ..... .###. ..#.. ..#..",
            "..... .#... ...#. .#... ...#. ##### #.#.# .#... ..#..",
            "..... ..#.. ..#.. ..#.. ..#.. ..... ..#.. #..## ..#..",
            "..... ...#. .#... ...#. .#... ..... ..... ...## ..#..",
        ],
    ),
    (
        "↓←→●○↵■_·",
        [
            "..#.. ..... ..... ..... ..... ....# ..... ..... .....",
            "..#.. ..#.. ..#.. .###. .###. ....# ##### ..... .....",
            "..#.. .#... ...#. ##### #...# ..#.# ##### ..... .....",
            "..#.. ##### ##### ##### #...# .#..# ##### ..... ..#..",
            "#.#.# .#... ...#. ##### #...# ##### ##### ..... .....",
            ".###. ..#.. ..#.. .###. .###. .#... ##### ..... .....",
            "..#.. ..... ..... ..... ..... ..#.. ..... ##### .....",
        ],
    ),
];

/// The code of a character: capital letters (small ones give the capitals), digits, the blank and the signs drawn
/// here; `None` for all others.
pub fn glyph(character: char) -> Option<u8> {
    if character == ' ' {
        return Some(0);
    }
    let wanted = character.to_ascii_uppercase();
    characters()
        .position(|drawn| drawn == wanted)
        .map(|place| place as u8 + 1)
}

/// All characters with a drawing, in the order of their codes from 1 on.
pub fn characters() -> impl Iterator<Item = char> {
    DRAWINGS.iter().flat_map(|(characters, _)| characters.chars())
}

/// The character of a code; a code without a drawing is blank.
pub fn character(code: u8) -> char {
    let drawn = |place| characters().nth(place);
    usize::from(code).checked_sub(1).and_then(drawn).unwrap_or(' ')
}

/// Whether the 5x7 drawing of a code has a dot there; codes without a drawing, and places outside it, are blank.
pub fn dot(code: u8, x: isize, y: isize) -> bool {
    let inside = (0..WIDTH as isize).contains(&x) && (0..HEIGHT as isize).contains(&y);
    if code == 0 || !inside {
        return false;
    }
    let mut place = code as usize - 1;
    for (characters, rows) in &DRAWINGS {
        let count = characters.chars().count();
        if place < count {
            return rows[y as usize].as_bytes()[place * (WIDTH + 1) + x as usize] == b'#';
        }
        place -= count;
    }
    false
}

/// Blank columns of a block left of its glyph.
pub const LEFT: usize = (BLOCK - 2 * WIDTH) / 2;
/// Columns of the glyph in its block; those to its right are blank again.
pub const DOTS: usize = 2 * WIDTH;

/// Whether the 16x16 block of a code has a dot there.
pub fn block_dot(code: u8, x: usize, y: usize) -> bool {
    doubled(|column, row| dot(code, column, row), x, y)
}

/// Whether the 16x16 block of a 5x7 drawing has a dot there.
pub fn doubled(dot: impl Fn(isize, isize) -> bool, x: usize, y: usize) -> bool {
    const TOP: usize = (BLOCK - 2 * HEIGHT) / 2;
    if x < LEFT || y < TOP {
        return false;
    }
    let (x, y) = (x - LEFT, y - TOP);
    let (column, row) = ((x / 2) as isize, (y / 2) as isize);
    // The directions to the outer neighbours of this quarter of the dot.
    let (dx, dy) = (if x % 2 == 0 { -1 } else { 1 }, if y % 2 == 0 { -1 } else { 1 });
    let beside = dot(column + dx, row);
    let above = dot(column, row + dy);
    let beside_opposite = dot(column - dx, row);
    let above_opposite = dot(column, row - dy);
    if beside == above && beside != above_opposite && above != beside_opposite {
        beside
    } else {
        dot(column, row)
    }
}

/// The menu font: 64 glyphs of 16 rows. The first ROM holds the first eight dots of a row that are not always blank,
/// the second the last two. The width of block RAM is a power of two, so a ROM of ten dots would take as much as one
/// of sixteen.
pub fn roms() -> (Rom<Bits<8>, 10>, Rom<Bits<2>, 10>) {
    let rows = || (0..64u8).flat_map(|code| (0..BLOCK).map(move |row| block_row(code, row)));
    (
        Rom::new(rows().map(|dots| (dots & 0xFF).into())),
        Rom::new(rows().map(|dots| (dots >> 8).into())),
    )
}

/// A row of dots of a menu block, bit 0 leftmost.
fn block_row(code: u8, row: usize) -> u64 {
    (0..DOTS).map(|x| u64::from(block_dot(code, LEFT + x, row)) << x).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tengen_sim::{ByName, Engine, Native};

    #[test]
    fn every_drawing_is_five_by_seven() {
        for (characters, rows) in &DRAWINGS {
            let width = characters.chars().count() * (WIDTH + 1) - 1;
            for row in rows {
                assert_eq!(row.len(), width, "{characters}: {row}");
                assert!(row.bytes().all(|dot| matches!(dot, b'.' | b'#' | b' ')), "{row}");
            }
        }
    }

    #[test]
    fn sixty_three_codes_and_no_two_alike() {
        assert_eq!(glyph(' '), Some(0));
        assert_eq!(glyph('A'), Some(1));
        assert_eq!(glyph('a'), Some(1));
        assert_eq!(glyph('·'), Some(63));
        assert_eq!(glyph('é'), None);
        let codes: BTreeSet<u8> = characters().map(|c| glyph(c).unwrap()).collect();
        assert_eq!(codes, (1..64).collect());
        let faces: BTreeSet<Vec<u64>> = (0..64)
            .map(|code| (0..BLOCK).map(|row| block_row(code, row)).collect())
            .collect();
        assert_eq!(faces.len(), 64, "two glyphs look the same");
    }

    /// The round characters are easy to tell apart: any two differ in at least five dots.
    #[test]
    fn d_o_0_and_q_are_told_apart() {
        let dots = |character| {
            let code = glyph(character).unwrap();
            (0..WIDTH * HEIGHT).map(move |place| dot(code, (place % WIDTH) as isize, (place / WIDTH) as isize))
        };
        let round = ['D', 'O', '0', 'Q'];
        for (at, one) in round.iter().enumerate() {
            for other in &round[at + 1..] {
                let differ = dots(*one).zip(dots(*other)).filter(|(one, other)| one != other).count();
                assert!(differ >= 5, "{one} and {other} differ in {differ} dots");
            }
        }
    }

    #[test]
    fn the_roms_hold_every_row_of_every_glyph() {
        let (left, right) = roms();
        let (mut left, mut right) = (Native::new(left), Native::new(right));
        for code in 0..64u8 {
            for row in 0..BLOCK {
                let address = u64::from(code) << 4 | row as u64;
                left.drive("address", address);
                right.drive("address", address);
                left.step();
                right.step();
                let shown = (right.read("data") << 8 | left.read("data")) << LEFT;
                assert!((0..BLOCK).all(|x| (shown >> x & 1 == 1) == block_dot(code, x, row)));
            }
        }
    }

    #[test]
    fn a_doubled_letter_is_smooth() {
        let letter: Vec<String> = (0..BLOCK)
            .map(|y| {
                let code = glyph('A').unwrap();
                (0..BLOCK)
                    .map(|x| if block_dot(code, x, y) { '#' } else { '.' })
                    .collect()
            })
            .collect();
        let expected = [
            "................",
            ".....######.....",
            "....########....",
            "...###....###...",
            "...##......##...",
            "...##......##...",
            "...###....###...",
            "...##########...",
            "...##########...",
            "...###....###...",
            "...##......##...",
            "...##......##...",
            "...##......##...",
            "...##......##...",
            "...##......##...",
            "................",
        ];
        assert_eq!(letter, expected);
    }
}
