//! The squares of the board, and sets of them.
//!
//! A square's number is 8 * row + column: a1 is 0, h1 is 7, h8 is 63. Row 1 is at the top.

use std::fmt;
use std::str::FromStr;

/// The number of rows and of columns.
pub const SIZE: usize = 8;

/// A set of squares: the bit of each square's number.
pub type Squares = u64;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at that row and column, counted from 0 at the top left, or `None` off the board.
    pub fn new(row: usize, col: usize) -> Option<Square> {
        (row < SIZE && col < SIZE).then(|| Square((row * SIZE + col) as u8))
    }

    /// The square of that number, or `None` off the board.
    pub fn numbered(number: usize) -> Option<Square> {
        (number < SIZE * SIZE).then_some(Square(number as u8))
    }

    pub fn number(self) -> usize {
        self.0.into()
    }

    pub fn row(self) -> usize {
        self.number() / SIZE
    }

    pub fn col(self) -> usize {
        self.number() % SIZE
    }

    /// The set that contains only this square.
    pub fn bit(self) -> Squares {
        1 << self.0
    }

    /// Every square, row by row from the top, each from the left.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SIZE * SIZE).filter_map(Square::numbered)
    }

    /// The squares of a set, in the order of their numbers.
    pub fn of(squares: Squares) -> impl Iterator<Item = Square> {
        Square::all().filter(move |at| squares & at.bit() != 0)
    }
}

/// The usual notation: column a to h, then row 1 to 8.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let column = char::from(b'a' + self.col() as u8);
        write!(f, "{column}{row}", row = self.row() + 1)
    }
}

/// The error for a text that is not a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSquare(String);

impl fmt::Display for NoSquare {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?} is no square: a1 to h8", self.0)
    }
}

impl std::error::Error for NoSquare {}

/// Reads lower and upper case.
impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Square, NoSquare> {
        let found = match text.as_bytes() {
            [column, row] => column
                .to_ascii_lowercase()
                .checked_sub(b'a')
                .zip(row.checked_sub(b'1'))
                .and_then(|(col, row)| Square::new(row.into(), col.into())),
            _ => None,
        };
        found.ok_or_else(|| NoSquare(text.chars().take(8).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers() {
        for (name, row, col, number) in [("a1", 0, 0, 0), ("h1", 0, 7, 7), ("f5", 4, 5, 37), ("h8", 7, 7, 63)] {
            let at: Square = name.parse().unwrap();
            assert_eq!((at.row(), at.col(), at.number()), (row, col, number));
            assert_eq!((at.to_string(), Square::new(row, col)), (name.to_string(), Some(at)));
            assert_eq!(name.to_uppercase().parse(), Ok(at));
        }
        for text in ["", "a", "a0", "a9", "i1", "`1", "a1 ", "11", "é1"] {
            assert!(text.parse::<Square>().is_err(), "{text}");
        }
        assert_eq!(
            (Square::new(8, 0), Square::new(0, 8), Square::numbered(64)),
            (None, None, None)
        );
        assert!(Square::of(1 << 63 | 1).map(Square::number).eq([0, 63]));
    }
}
