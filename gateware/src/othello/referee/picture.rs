//! The picture of the end, drawn in discs on the 8x8 board: a W for the winner.

const DRAWING: [&str; 8] = [
    "........", "#......#", "#......#", "#..##..#", "#..##..#", "#.#..#.#", ".#....#.", "........",
];

/// The squares that hold a disc.
pub const WINNER: u64 = {
    let (mut squares, mut square) = (0, 0);
    while square < 64 {
        if DRAWING[square / 8].as_bytes()[square % 8] == b'#' {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
};
