//! The evaluation of middle game positions: a weighted sum of counts on the board.
//!
//! Each feature is counted for the mover and for the opponent, and the difference is multiplied by a weight. There is a
//! row of weights for each phase of the game, fitted by `examples/othello_weights.rs` to perfectly played endings.

use std::sync::LazyLock;

use super::order::{C_SQUARES, CORNERS, X_SQUARES};
use super::{Position, Squares};

/// One disc, in the units of a score.
pub const DISC: i32 = 16;
/// The greatest absolute value of a score.
pub const MOST: i32 = 63 * DISC;
/// The number of features, besides the constant.
pub const FEATURES: usize = 16;
/// The number of rows of weights; each covers six numbers of empty squares.
pub const PHASES: usize = 10;

/// Classes of squares that are equal by symmetry: those of a1, b1, c1, d1, b2, c2, d2, c3, d3, d4.
pub const CLASSES: [Squares; 10] = classes();

const fn classes() -> [Squares; 10] {
    let places = [
        (0, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 1),
        (1, 2),
        (1, 3),
        (2, 2),
        (2, 3),
        (3, 3),
    ];
    let mut classes = [0; 10];
    let mut class = 0;
    while class < 10 {
        let (row, col) = places[class];
        let mut turn = 0;
        while turn < 8 {
            let (row, col) = if turn & 1 == 0 { (row, col) } else { (col, row) };
            let row = if turn & 2 == 0 { row } else { 7 - row };
            let col = if turn & 4 == 0 { col } else { 7 - col };
            classes[class] |= 1 << (8 * row + col);
            turn += 1;
        }
        class += 1;
    }
    classes
}

/// The row of weights for a number of empty squares.
pub fn phase(empties: u32) -> usize {
    (60 - empties.min(60)) as usize * PHASES / 61
}

/// All squares adjacent to these.
pub fn beside(squares: Squares) -> Squares {
    let a_file = 0x0101_0101_0101_0101u64;
    let row = squares | (squares & !(a_file << 7)) << 1 | (squares & !a_file) >> 1;
    row | row << 8 | row >> 8
}

/// Discs on the edge that can never be flipped, because discs of the same colour reach from them to a corner.
pub fn stable_edges(own: Squares) -> Squares {
    let mut stable = own & CORNERS;
    let edge: Squares = 0xFF81_8181_8181_81FF;
    for _ in 0..7 {
        // Only along the edge: a corner's neighbours on it are C squares.
        stable |= ((stable << 8 | stable >> 8) & 0x8181_8181_8181_8181
            | ((stable & !(0x0101_0101_0101_0101u64 << 7)) << 1 | (stable & !0x0101_0101_0101_0101u64) >> 1)
                & 0xFF00_0000_0000_00FF)
            & own
            & edge;
    }
    stable
}

/// The empty C and X squares next to empty corners.
fn beside_empty_corners(empty: Squares) -> Squares {
    beside(empty & CORNERS)
}

/// The features of the mover.
pub fn counts(position: Position) -> [i32; FEATURES] {
    let (own, empty) = (position.own, position.empty());
    let legal = position.legal();
    let mut counts = [0; FEATURES];
    for (count, class) in counts.iter_mut().zip(CLASSES) {
        *count = (own & class).count_ones() as i32;
    }
    let exposed = beside_empty_corners(empty);
    let squares = [
        legal,
        beside(position.opponent) & empty,
        legal & CORNERS,
        own & X_SQUARES & exposed,
        own & C_SQUARES & exposed,
        stable_edges(own),
    ];
    for (count, squares) in counts[10..].iter_mut().zip(squares) {
        *count = squares.count_ones() as i32;
    }
    counts
}

/// The differences between the mover's and the opponent's features.
pub fn differences(position: Position) -> [i32; FEATURES] {
    let (own, opponent) = (counts(position), counts(position.passed()));
    std::array::from_fn(|feature| own[feature] - opponent[feature])
}

/// A row of weights: one for each feature, and the constant.
pub type Weights = [i32; FEATURES + 1];

/// The names of the features, which are the columns of `weights.csv`.
pub const NAMES: [&str; FEATURES + 1] = [
    "a1",
    "b1",
    "c1",
    "d1",
    "b2",
    "c2",
    "d2",
    "c3",
    "d3",
    "d4",
    "mobility",
    "potential",
    "corners",
    "x",
    "c",
    "stable",
    "constant",
];

/// `weights.csv`: a heading, then a row for each phase; units of 1/[`DISC`] disc per count.
pub const TABLE: &str = include_str!("weights.csv");

/// The weights of [`TABLE`].
pub static WEIGHTS: LazyLock<[Weights; PHASES]> = LazyLock::new(|| {
    let mut rows = TABLE.lines().skip(1).map(|row| {
        let mut numbers = row.split(',').map(|number| number.parse().unwrap_or(0));
        std::array::from_fn(|_| numbers.next().unwrap_or(0))
    });
    std::array::from_fn(|_| rows.next().unwrap_or([0; FEATURES + 1]))
});

/// The score of a position in which the mover has a move.
pub fn evaluate(position: Position, weights: &[Weights; PHASES]) -> i32 {
    let row = &weights[phase(position.empties())];
    let sum: i32 = differences(position)
        .iter()
        .zip(row)
        .map(|(difference, weight)| difference * weight)
        .sum();
    (sum + row[FEATURES]).clamp(-MOST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_of_one_class() {
        assert_eq!(CLASSES.iter().fold(0, |all, class| all ^ class), Squares::MAX);
        assert_eq!(CLASSES.map(Squares::count_ones), [4, 8, 8, 8, 4, 8, 8, 4, 8, 4]);
    }

    #[test]
    fn a_run_from_a_corner_is_stable_and_ends_at_the_first_gap() {
        let edge = |columns: &[u32]| columns.iter().fold(0, |set, column| set | 1 << column);
        assert_eq!(stable_edges(edge(&[0, 1, 2, 4])), edge(&[0, 1, 2]));
        assert_eq!(stable_edges(edge(&[1, 2, 3])), 0);
        assert_eq!(stable_edges(edge(&[5, 6, 7])), edge(&[5, 6, 7]));
        // Stable discs continue down the side, and not across into the board.
        assert_eq!(stable_edges(1 | 1 << 8 | 1 << 9 | 1 << 16), 1 | 1 << 8 | 1 << 16);
    }

    #[test]
    fn the_weights_are_there_and_their_sums_fit_sixteen_bits() {
        let (head, rows) = TABLE.split_once('\n').unwrap();
        assert_eq!(head, NAMES.join(","));
        assert_eq!(rows.lines().count(), PHASES);
        // The greatest possible differences: for a class the number of its squares; for the others, the limits below.
        let most = CLASSES.map(|class| class.count_ones() as i32);
        let most: Vec<i32> = most.into_iter().chain([33, 40, 4, 4, 8, 28, 1]).collect();
        for row in WEIGHTS.iter() {
            let sum: i32 = row.iter().zip(&most).map(|(weight, most)| weight.abs() * most).sum();
            assert!(sum < 1 << 15, "{sum}: {row:?}");
        }
    }

    #[test]
    fn what_is_good_for_one_side_is_as_bad_for_the_other() {
        let at = |name: &str| name.parse().unwrap();
        let position = Position::START.after(at("f5")).after(at("d6")).after(at("c3"));
        let (one, other) = (differences(position), differences(position.passed()));
        assert!(one.iter().zip(other).all(|(one, other)| *one == -other));
        assert_eq!((phase(60), phase(55), phase(54), phase(1)), (0, 0, 0, 9));
    }
}
