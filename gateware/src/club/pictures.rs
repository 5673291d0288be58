//! The small pictures of the club's page: a pig at four ages, and a fence. Each is cut into tiles of the size of a
//! character, so that a row of tiles is a text. [`texts`] gives these texts for a page, [`tiles`] the tiles for the
//! painter's font ROM.

use crate::text::page_text::{ADVANCE, HEIGHT};
use crate::text::{TILES, tile};

/// A drawing in one colour: `#` is a dot.
pub type Picture = &'static [&'static str];

/// The pig at its four ages: never eaten, eaten once, eaten twice, grown.
pub const PIGS: [Picture; 4] = [NEWBORN, ONCE, TWICE, GROWN];

const NEWBORN: Picture = &[
    "............",
    "............",
    ".##.........",
    "#######..#..",
    "#.########..",
    "#########...",
    ".########...",
    "..##..##....",
];

const ONCE: Picture = &[
    "..................",
    "..................",
    "..................",
    "..................",
    "..................",
    "..................",
    "...##.............",
    "..####.#####..##..",
    ".#############..#.",
    ".##.###########.#.",
    "################..",
    "###############...",
    "..#############...",
    "...###########....",
    "...###....###.....",
    "...##.....##......",
];

const TWICE: Picture = &[
    "..................",
    "..................",
    "..................",
    "...##.............",
    "..####.######.....",
    "..############.##.",
    ".##############..#",
    ".##.############.#",
    ".################.",
    "################..",
    "#.##############..",
    "################..",
    "..##############..",
    "...############...",
    "...####...#####...",
    "...###.....###....",
];

const GROWN: Picture = &[
    "........................",
    "....##.##...............",
    "....#####.########......",
    "...################.....",
    "..##################.##.",
    ".####################..#",
    ".##.##################.#",
    ".##.###################.",
    "#######################.",
    "#.#.##################..",
    "#.#.##################..",
    "######################..",
    "..####################..",
    "...##################...",
    "....#####.....######....",
    "....####.......####.....",
];

/// A piece of fence, as wide as a character.
pub const FENCE: Picture = &[
    "..#...", ".###..", ".###..", "######", ".###..", ".###..", "######", ".###..",
];

const CELL: [usize; 2] = [ADVANCE as usize, HEIGHT as usize];

/// The tile at this column and row of a picture: one word for each row of dots, the leftmost dot in the top bit.
fn cut(picture: Picture, column: usize, row: usize) -> Vec<u64> {
    let [width, height] = CELL;
    let dots = |line: &&str| {
        let dots = line.bytes().skip(width * column).take(width);
        dots.fold(0, |word, dot| word << 1 | u64::from(dot == b'#'))
    };
    picture[height * row..][..height].iter().map(dots).collect()
}

/// All tiles of a picture, row by row.
fn tiles_of(picture: Picture) -> Vec<Vec<Vec<u64>>> {
    let [width, height] = CELL;
    (0..picture.len() / height)
        .map(|row| {
            let columns = picture[0].len() / width;
            (0..columns).map(|column| cut(picture, column, row)).collect()
        })
        .collect()
}

/// All different tiles of the pictures.
///
/// # Panics
/// If there are too many. The pictures are constants, so this is a programming error.
pub fn tiles() -> Vec<Vec<u64>> {
    let mut all = vec![];
    for picture in PIGS.into_iter().chain([FENCE]) {
        for tile in tiles_of(picture).into_iter().flatten() {
            if !all.contains(&tile) {
                all.push(tile);
            }
        }
    }
    assert!(all.len() <= TILES, "{} tiles", all.len());
    all
}

/// The texts that make up a picture, from the top.
pub fn texts(picture: Picture) -> Vec<String> {
    let all = tiles();
    let number = |wanted: &Vec<u64>| all.iter().position(|known| known == wanted).unwrap_or(0);
    let text = |row: Vec<Vec<u64>>| row.iter().map(|wanted| tile(number(wanted))).collect();
    tiles_of(picture).into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_whole_tiles_and_a_pig_grows() {
        let mut dots = 0;
        for picture in PIGS.into_iter().chain([FENCE]) {
            let [width, height] = CELL;
            assert!(picture.len().is_multiple_of(height));
            for line in picture {
                assert!(
                    line.len() == picture[0].len() && line.len().is_multiple_of(width),
                    "{line}"
                );
            }
        }
        for pig in PIGS {
            let more = pig
                .iter()
                .flat_map(|line| line.bytes())
                .filter(|dot| *dot == b'#')
                .count();
            assert!(more > dots, "{more} after {dots}");
            dots = more;
        }
    }
}
