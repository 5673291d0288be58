//! The pictures of the end, WIN and DRAW, in stones on the 15x15 board.
//!
//! A word of the ROM, addressed by {row, column}: bits 1..0 the stone in DRAW (0 none, 1 black, 2 white; the letters
//! alternate between black and white), bit 2 whether there is a stone of the winner's colour in WIN.

use rust_hdl::prelude::Bits;

const WIN: [&str; 15] = [
    "...............",
    "...............",
    "...............",
    "...............",
    "#...#.###.#...#",
    "#...#..#..##..#",
    "#...#..#..##..#",
    "#.#.#..#..#.#.#",
    "#.#.#..#..#.#.#",
    "##.##..#..#..##",
    "#...#.###.#...#",
    "...............",
    "...............",
    "...............",
    "...............",
];

/// `X` black, `O` white. Two lines of two letters, since four letters side by side would be too small to read.
const DRAW: [&str; 15] = [
    ".XXXX....OOOO..",
    ".X...X...O...O.",
    ".X...X...O...O.",
    ".X...X...OOOO..",
    ".X...X...O.O...",
    ".X...X...O..O..",
    ".XXXX....O...O.",
    "...............",
    "..OOO....X...X.",
    ".O...O...X...X.",
    ".O...O...X...X.",
    ".OOOOO...X.X.X.",
    ".O...O...X.X.X.",
    ".O...O...XX.XX.",
    ".O...O...X...X.",
];

/// The contents of the picture ROM, 256 words.
pub fn words() -> impl Iterator<Item = Bits<4>> {
    (0..256).map(|address| {
        let at = |picture: &[&str; 15]| {
            let row = picture.get(address >> 4)?;
            row.as_bytes().get(address & 15).copied()
        };
        let drawn: u64 = match at(&DRAW) {
            Some(b'X') => 1,
            Some(b'O') => 2,
            _ => 0,
        };
        let won = u64::from(at(&WIN) == Some(b'#'));
        (drawn | won << 2).into()
    })
}
