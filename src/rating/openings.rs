//! Short openings near the centre without threats of either side.
//!
//! An opening has three, four or five stones, black's and white's in turn, anywhere on the 7 x 7 crossings in the
//! centre. It is rejected if a stone of either side lies in a shape above a live two, or if it equals an earlier
//! opening after a rotation or reflection of the board. Any remaining advantage of a colour goes to both players in
//! turn.

use super::Random;
use crate::rules::gomoku::board::{CENTRE, SIZE};
use crate::rules::gomoku::{Board, Colour, Crossing, Direction, Shape, Window};
use std::collections::HashSet;

/// The stones in order of play, black's first.
pub type Opening = Vec<Crossing>;

/// The most openings that can be requested: far fewer than there are.
pub const MOST: usize = 10_000;

/// The distance from the centre to the edge of that area.
const REACH: usize = 3;

/// Different openings, the same for the same seed; a smaller `count` gives the first of them.
pub fn openings(count: usize, seed: u64) -> Vec<Opening> {
    assert!(count <= MOST, "there are not so many openings");
    let mut random = Random::new(seed);
    let mut seen = HashSet::new();
    std::iter::repeat_with(|| draw(&mut random))
        .filter(|opening| is_quiet(opening) && seen.insert(canonical(opening)))
        .take(count)
        .collect()
}

fn draw(random: &mut Random) -> Opening {
    let length = 3 + random.below(3);
    let mut opening = vec![];
    while opening.len() < length {
        let [row, col] = [CENTRE.row(), CENTRE.col()].map(|middle| middle - REACH + random.below(2 * REACH + 1));
        let at = Crossing::new(row, col).expect("near the centre");
        if !opening.contains(&at) {
            opening.push(at);
        }
    }
    opening
}

/// The colours of the stones, in turn.
pub fn colours() -> impl Iterator<Item = Colour> {
    [Colour::Black, Colour::White].into_iter().cycle()
}

/// The board after an opening.
pub fn board(opening: &Opening) -> Board {
    let mut board = Board::new();
    for (&at, colour) in opening.iter().zip(colours()) {
        board.place(at, colour).expect("the stones are on different crossings");
    }
    board
}

fn is_quiet(opening: &Opening) -> bool {
    let board = board(opening);
    opening.iter().zip(colours()).all(|(&at, colour)| {
        let shape = |direction| Window::of(&board, at, colour, direction).shape();
        Direction::ALL.map(shape).iter().all(|&shape| shape <= Shape::LiveTwo)
    })
}

/// A form that is the same for all openings with the same position up to a rotation or reflection.
fn canonical(opening: &Opening) -> Vec<(usize, usize, bool)> {
    let seen_from = |side: usize| {
        let mut stones: Vec<_> = opening
            .iter()
            .zip(colours())
            .map(|(at, colour)| {
                let (mut row, mut col) = (at.row(), at.col());
                if side & 1 != 0 {
                    row = SIZE - 1 - row;
                }
                if side & 2 != 0 {
                    col = SIZE - 1 - col;
                }
                if side & 4 != 0 {
                    (row, col) = (col, row);
                }
                (row, col, colour == Colour::Black)
            })
            .collect();
        stones.sort();
        stones
    };
    (0..8).map(seen_from).min().expect("eight sides")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(stones: &[(usize, usize)]) -> Opening {
        stones
            .iter()
            .map(|&(row, col)| Crossing::new(row, col).unwrap())
            .collect()
    }

    #[test]
    fn the_same_for_the_same_seed_and_all_different() {
        let found = openings(300, 7);
        assert_eq!(found, openings(300, 7));
        assert_eq!(found[..20], openings(20, 7));
        assert_ne!(found, openings(300, 8));
        let different: HashSet<_> = found.iter().map(canonical).collect();
        assert_eq!(different.len(), 300);
        assert!(found.iter().all(is_quiet));
        for length in 3..=5 {
            assert!(found.iter().filter(|opening| opening.len() == length).count() > 60);
        }
        for at in found.iter().flatten() {
            assert!(at.row().abs_diff(7) <= 3 && at.col().abs_diff(7) <= 3);
        }
    }

    #[test]
    fn an_opening_with_a_threat_in_it_is_thrown_away() {
        assert!(is_quiet(&opening(&[(7, 7), (4, 4), (7, 8), (4, 5)])));
        // Black has a live three; then a sleeping three.
        assert!(!is_quiet(&opening(&[(7, 7), (4, 4), (7, 8), (4, 5), (7, 9)])));
        assert!(!is_quiet(&opening(&[(7, 7), (7, 6), (7, 8), (4, 5), (7, 9)])));
    }

    #[test]
    fn turned_and_reflected_openings_are_the_same() {
        let one = opening(&[(7, 7), (6, 8), (5, 7)]);
        for same in [
            [(7, 7), (6, 6), (5, 7)],
            [(7, 7), (8, 6), (7, 5)],
            [(5, 7), (6, 8), (7, 7)],
        ] {
            assert_eq!(canonical(&one), canonical(&opening(&same)));
        }
        assert_ne!(canonical(&one), canonical(&opening(&[(7, 7), (6, 8), (5, 8)])));
        assert_ne!(canonical(&one), canonical(&opening(&[(7, 7), (5, 7), (6, 8)])));
    }
}
