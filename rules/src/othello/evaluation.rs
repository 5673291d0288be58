//! The evaluation of middle game positions: a weighted sum of counts on the board, and the values of what stands in and
//! beside the corners.
//!
//! Each feature is counted for the mover and for the opponent, and the difference is multiplied by a weight. There is a
//! row of weights for each phase of the game. Each side of the board is read from both of its ends, and what is read
//! there has a value in each of two tables: that of the corner and that of the edge. Weights and tables are fitted by
//! `examples/othello_weights.rs` to perfectly played endings.

use std::sync::LazyLock;

use super::order::CORNERS;
use super::{Position, Squares};

/// One disc, in the units of a score.
pub const DISC: i32 = 16;
/// The greatest absolute value of a score.
pub const MOST: i32 = 63 * DISC;
/// The number of features, besides the constant.
pub const FEATURES: usize = 8;
/// The number of rows of weights; each covers six numbers of empty squares.
pub const PHASES: usize = 10;

/// Classes of squares that are equal by symmetry: those of d2, c3, d3 and d4. The others are in the tables.
pub const CLASSES: [Squares; 4] = classes();

const fn classes() -> [Squares; 4] {
    let places = [(1, 3), (2, 2), (2, 3), (3, 3)];
    let mut classes = [0; 4];
    let mut class = 0;
    while class < 4 {
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

/// The features of the mover.
pub fn counts(position: Position) -> [i32; FEATURES] {
    let own = position.own;
    let legal = position.legal();
    let [d2, c3, d3, d4] = CLASSES.map(|class| own & class);
    let beside = beside(position.opponent) & position.empty();
    let squares = [d2, c3, d3, d4, legal, beside, legal & CORNERS, stable_edges(own)];
    squares.map(|squares| squares.count_ones() as i32)
}

/// The differences between the mover's and the opponent's features.
pub fn differences(position: Position) -> [i32; FEATURES] {
    let (own, opponent) = (counts(position), counts(position.passed()));
    std::array::from_fn(|feature| own[feature] - opponent[feature])
}

/// A row of weights: one for each feature, and the constant.
pub type Row = [i32; FEATURES + 1];

/// The names of the features, which are the columns of `weights.csv`.
pub const NAMES: [&str; FEATURES + 1] = [
    "d2",
    "c3",
    "d3",
    "d4",
    "mobility",
    "potential",
    "corners",
    "stable",
    "constant",
];

/// The number of cells in a pattern.
pub const CELLS: usize = 7;
/// The number of contents of a pattern: each cell is empty, the mover's or the opponent's.
pub const CONTENTS: usize = 3usize.pow(CELLS as u32);
/// The tables, which are the columns of `patterns.csv`: a1 b1 c1 d1 a2 b2 c2, and a1 b1 c1 d1 e1 f1 g1.
pub const PATTERNS: [&str; 2] = ["corner", "edge"];
/// The greatest absolute value in a table.
pub const PATTERN_MOST: i32 = 255;

/// Something of each pattern, in the order of [`PATTERNS`].
pub type End<T> = [T; PATTERNS.len()];

/// Which cells of the patterns are in a set of squares, at each of the eight ends; the first cell is the lowest bit. The
/// ends are row 1 from a1 and from h1, the a file from a1 and from a8, row 8 from a8 and from h8, and the h file from h1 and
/// from h8.
pub fn ends(squares: Squares) -> [End<u8>; 8] {
    // The product moves the bits of the a file, eight apart, side by side into the highest byte.
    let file = |col: u32| ((squares >> col & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    let row = |row: u32| (squares >> (8 * row)) as u8;
    let sides = [
        (row(0), row(1)),
        (file(0), file(1)),
        (row(7), row(6)),
        (file(7), file(6)),
    ];
    let end = |edge: u8, inner: u8| [edge & 0xF | (inner & 7) << 4, edge & 0x7F];
    std::array::from_fn(|reading| match (sides[reading / 2], reading % 2) {
        ((edge, inner), 0) => end(edge, inner),
        ((edge, inner), _) => end(edge.reverse_bits(), inner.reverse_bits()),
    })
}

/// For each set of cells, the number with a ternary 1 for each of them and 0 for the others.
static TERNARY: [u16; 1 << CELLS] = ternary();

const fn ternary() -> [u16; 1 << CELLS] {
    let mut numbers = [0; 1 << CELLS];
    let mut cells = 1;
    while cells < numbers.len() {
        // The digits above the lowest are those of an entry before.
        numbers[cells] = 3 * numbers[cells / 2] + cells as u16 % 2;
        cells += 1;
    }
    numbers
}

/// The number of what is in a pattern's cells, its row in `patterns.csv`: a ternary digit for each cell, the first the
/// lowest; 1 is the mover's, 2 the opponent's.
pub fn contents(own: u8, opponent: u8) -> usize {
    let [own, opponent] = [own, opponent].map(|cells| usize::from(TERNARY[usize::from(cells)]));
    own + 2 * opponent
}

/// The numbers of the patterns' contents at each end, in the order of [`ends`].
pub fn patterns(position: Position) -> impl Iterator<Item = End<usize>> {
    let (own, opponent) = (ends(position.own), ends(position.opponent));
    let ends = own.into_iter().zip(opponent);
    ends.map(|(own, opponent)| std::array::from_fn(|pattern| contents(own[pattern], opponent[pattern])))
}

/// What a position is judged by. All values are in 1/[`DISC`] disc.
#[derive(Clone, Debug)]
pub struct Weights {
    /// For each phase.
    pub rows: [Row; PHASES],
    /// The value of each pattern's contents.
    pub patterns: Vec<End<i32>>,
}

/// `weights.csv`: a heading, then a row for each phase.
const ROWS: &str = include_str!("weights.csv");
/// `patterns.csv`: a heading, then a row for each contents of a pattern.
const VALUES: &str = include_str!("patterns.csv");

/// The numbers in the rows of a file, without its heading.
fn numbers<const N: usize>(table: &str) -> impl Iterator<Item = [i32; N]> {
    table.lines().skip(1).map(|row| {
        let mut numbers = row.split(',').map(|number| number.parse().unwrap_or(0));
        std::array::from_fn(|_| numbers.next().unwrap_or(0))
    })
}

/// The weights that the levels use, read from the two files.
pub static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let mut rows = numbers(ROWS);
    Weights {
        rows: std::array::from_fn(|_| rows.next().unwrap_or([0; FEATURES + 1])),
        patterns: numbers(VALUES).collect(),
    }
});

/// The score of a position in which the mover has a move.
pub fn evaluate(position: Position, weights: &Weights) -> i32 {
    let row = &weights.rows[phase(position.empties())];
    let counted: i32 = differences(position)
        .iter()
        .zip(row)
        .map(|(difference, weight)| difference * weight)
        .sum();
    let read: i32 = patterns(position)
        .map(|[corner, edge]| weights.patterns[corner][0] + weights.patterns[edge][1])
        .sum();
    (counted + row[FEATURES] + read).clamp(-MOST, MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_classes_and_the_squares_of_the_patterns_are_all_squares() {
        assert_eq!(CLASSES.map(Squares::count_ones), [8, 4, 8, 4]);
        // The squares that the patterns read, one by one.
        let read = (0..64).filter(|square| ends(1 << square).iter().flatten().any(|cells| *cells != 0));
        let read = read.fold(0, |set, square| set | 1 << square);
        assert_eq!(CLASSES.iter().fold(read, |all, class| all ^ class), Squares::MAX);
    }

    #[test]
    fn a_pattern_reads_its_cells_at_each_end() {
        let set = |names: &str| {
            let squares = names
                .split(' ')
                .map(|name| name.parse::<crate::othello::Square>().unwrap().bit());
            squares.fold(0, |set, bit| set | bit)
        };
        let corner = |names: &str| {
            let cells = names.split(' ').map(|name| ends(set(name)));
            cells.map(|ends| ends.map(|[corner, _]| corner)).collect::<Vec<_>>()
        };
        // Row 1 from a1 and from h1, the a file from a1 and from a8, and so on: each cell is one bit.
        for (end, names) in [
            "a1 b1 c1 d1 a2 b2 c2",
            "h1 g1 f1 e1 h2 g2 f2",
            "a1 a2 a3 a4 b1 b2 b3",
            "a8 a7 a6 a5 b8 b7 b6",
            "a8 b8 c8 d8 a7 b7 c7",
            "h8 g8 f8 e8 h7 g7 f7",
            "h1 h2 h3 h4 g1 g2 g3",
            "h8 h7 h6 h5 g8 g7 g6",
        ]
        .into_iter()
        .enumerate()
        {
            let found: Vec<u8> = corner(names).iter().map(|ends| ends[end]).collect();
            assert_eq!(found, [1, 2, 4, 8, 16, 32, 64], "{names}");
        }
        let edge = ends(set("a1 d1 g1 h1")).map(|[_, edge]| edge);
        assert_eq!(edge, [0b100_1001, 0b001_0011, 1, 0, 0, 0, 1, 0]);
    }

    #[test]
    fn contents_have_numbers_of_their_own() {
        let mut seen = std::collections::BTreeSet::new();
        for own in 0..1 << CELLS {
            let others = (0..1u8 << CELLS).filter(|opponent| own & opponent == 0);
            seen.extend(others.map(|opponent| contents(own, opponent)));
        }
        assert_eq!(seen, (0..CONTENTS).collect());
        assert_eq!([contents(1, 0), contents(0, 1), contents(4, 2)], [1, 2, 9 + 6]);
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
        let (head, rows) = ROWS.split_once('\n').unwrap();
        assert_eq!(head, NAMES.join(","));
        assert_eq!(rows.lines().count(), PHASES);
        // The greatest possible differences: for a class the number of its squares; for the others, the limits below.
        let most = CLASSES.map(|class| class.count_ones() as i32);
        let most: Vec<i32> = most.into_iter().chain([33, 40, 4, 28, 1]).collect();
        let (head, values) = VALUES.split_once('\n').unwrap();
        assert_eq!(head, PATTERNS.join(","));
        assert_eq!(values.lines().count(), CONTENTS);
        assert!(
            WEIGHTS
                .patterns
                .iter()
                .flatten()
                .all(|value| value.abs() <= PATTERN_MOST)
        );
        let read = 8 * 2 * PATTERN_MOST;
        for row in WEIGHTS.rows {
            let sum: i32 = row.iter().zip(&most).map(|(weight, most)| weight.abs() * most).sum();
            assert!(sum + read < 1 << 15, "{sum}: {row:?}");
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
