//! Move ordering: the moves that are probably best come first.
//!
//! The default order follows the board alone ([`first`]). At nodes where it pays, moves are sorted by how few answers
//! each leaves the opponent ([`answers`]).

use super::{Position, Square, Squares};

/// The four corners.
pub const CORNERS: Squares = 0x8100_0000_0000_0081;
/// The squares diagonally next to a corner; a disc there gives the corner away.
pub const X_SQUARES: Squares = 0x0042_0000_0000_4200;
/// The squares next to a corner on the edge.
pub const C_SQUARES: Squares = 0x4281_0000_0000_8142;
/// The edge without corners and their neighbours.
pub const EDGES: Squares = 0x3C00_8181_8181_003C;

/// The four quarters of the board.
pub const QUADRANTS: [Squares; 4] = [0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32];

/// The quadrants with an odd number of empty squares: the side that moves there first may well also move there last.
pub fn odd_quadrants(empty: Squares) -> Squares {
    let odd = QUADRANTS
        .into_iter()
        .filter(|quadrant| (empty & quadrant).count_ones() % 2 == 1);
    odd.fold(0, |squares, quadrant| squares | quadrant)
}

/// The one of these squares to try first, as a set: one in an odd quadrant if possible; then a corner, or one not next
/// to a corner, or one on the edge; then the one with the lowest number. Empty if `squares` is empty.
pub fn first(squares: Squares, empty: Squares) -> Squares {
    let mut left = squares;
    if left & odd_quadrants(empty) != 0 {
        left &= odd_quadrants(empty);
    }
    if left & CORNERS != 0 {
        left &= CORNERS;
    } else if left & !(X_SQUARES | C_SQUARES) != 0 {
        left &= !(X_SQUARES | C_SQUARES);
    } else if left & !X_SQUARES != 0 {
        left &= !X_SQUARES;
    }
    left & left.wrapping_neg()
}

/// The mobility of the side to move: its legal squares, with corners counted five times.
pub fn answers(position: Position) -> u32 {
    let legal = position.legal();
    legal.count_ones() + 4 * (legal & CORNERS).count_ones()
}

/// The penalty of a square by its place alone, from 0 for the best.
pub fn penalty(at: Square) -> u32 {
    let is = |squares: Squares| squares & at.bit() != 0;
    if is(CORNERS) {
        0
    } else if is(EDGES) {
        2
    } else if is(C_SQUARES) {
        6
    } else if is(X_SQUARES) {
        8
    } else {
        4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_goes_first_and_an_odd_quadrant_before_it() {
        let set = |names: &str| {
            let squares = names.split(' ').map(|name| name.parse::<Square>().unwrap().bit());
            squares.fold(0, |set, bit| set | bit)
        };
        assert_eq!(first(set("b2 a1 c3"), 0), set("a1"));
        assert_eq!(first(set("b2 b1 e6 c3"), 0), set("c3"));
        assert_eq!(first(set("b2 b1"), 0), set("b1"));
        assert_eq!(
            first(set("b2 a1"), set("g7")),
            set("a1"),
            "nothing can be put in the odd quadrant"
        );
        assert_eq!(first(set("g7 a1"), set("g7")), set("g7"));
        assert_eq!(first(0, set("g7")), 0);
    }

    #[test]
    fn the_classes_of_squares_do_not_overlap() {
        let classes = [CORNERS, EDGES, C_SQUARES, X_SQUARES];
        assert_eq!(classes.map(Squares::count_ones), [4, 16, 8, 4]);
        assert_eq!(classes.iter().fold(0, |all, class| all | class).count_ones(), 32);
        assert_eq!(QUADRANTS.iter().fold(0, |all, quadrant| all ^ quadrant), Squares::MAX);
        let penalties = ["a1", "c1", "d4", "b1", "b2"].map(|name| penalty(name.parse().unwrap()));
        assert!(penalties.windows(2).all(|two| two[0] < two[1]), "{penalties:?}");
    }
}
