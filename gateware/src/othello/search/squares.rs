//! Constant sets of squares: a1 is bit 0, h1 bit 7, h8 bit 63.
//!
//! `rules::othello` has the same sets; a test compares them.

/// The squares of the a file.
const A_FILE: u64 = 0x0101_0101_0101_0101;
/// The squares of row 1.
const ROW_1: u64 = 0xFF;

/// These squares and their mirror images.
const fn mirrored(squares: u64) -> u64 {
    let both = squares | squares.swap_bytes();
    both | both.reverse_bits()
}

/// The square in this row and column, counted from 0.
const fn at(row: usize, col: usize) -> u64 {
    1 << (8 * row + col)
}

pub const CORNERS: u64 = mirrored(at(0, 0));
/// The squares diagonally beside a corner.
pub const X_SQUARES: u64 = mirrored(at(1, 1));
/// The squares beside a corner, on the edge.
pub const C_SQUARES: u64 = mirrored(at(0, 1) | at(1, 0));
/// All squares on the edge.
pub const BORDER: u64 = mirrored(ROW_1 | A_FILE);
/// The files that are not on the edge.
pub const INNER_FILES: u64 = !mirrored(A_FILE);
/// The four quadrants of the board: those of a1, h1, a8 and h8.
pub const QUADRANTS: [u64; 4] = [0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32];

/// Classes of squares that symmetry makes equal: those of d2, c3, d3 and d4.
pub const CLASSES: [u64; 4] = [
    mirrored(at(1, 3) | at(3, 1)),
    mirrored(at(2, 2)),
    mirrored(at(2, 3) | at(3, 2)),
    mirrored(at(3, 3)),
];

/// The squares of each row.
pub fn rows() -> [u64; 8] {
    std::array::from_fn(|row| ROW_1 << (8 * row))
}

/// The squares of each file.
pub fn files() -> [u64; 8] {
    std::array::from_fn(|file| A_FILE << file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_rules::othello::order;

    #[test]
    fn they_are_those_of_the_rules() {
        assert_eq!(
            [CORNERS, X_SQUARES, C_SQUARES],
            [order::CORNERS, order::X_SQUARES, order::C_SQUARES]
        );
        assert_eq!(BORDER, order::CORNERS | order::C_SQUARES | order::EDGES);
        assert_eq!(QUADRANTS, order::QUADRANTS);
        assert_eq!(INNER_FILES, !(files()[0] | files()[7]));
        assert_eq!(rows().iter().fold(0, |all, row| all ^ row), u64::MAX);
    }
}
