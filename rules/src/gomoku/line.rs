//! Lines: the unbroken run of one colour through a crossing, and whether it has five stones or more.

use super::{Board, Colour, Crossing};

/// Five in a row win.
pub const FIVE: usize = 5;

/// The four directions of a line, in the order of search. Each is named by where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    AlongTheRow,
    DownTheColumn,
    DownRight,
    DownLeft,
}

impl Direction {
    pub const ALL: [Direction; 4] = [
        Direction::AlongTheRow,
        Direction::DownTheColumn,
        Direction::DownRight,
        Direction::DownLeft,
    ];

    /// Rows down and columns to the right per step.
    pub fn step(self) -> (isize, isize) {
        match self {
            Direction::AlongTheRow => (0, 1),
            Direction::DownTheColumn => (1, 0),
            Direction::DownRight => (1, 1),
            Direction::DownLeft => (1, -1),
        }
    }

    /// The crossing `steps` away from `at` (backwards if negative), or `None` off the board.
    pub fn walk(self, at: Crossing, steps: isize) -> Option<Crossing> {
        let (rows, cols) = self.step();
        at.shifted(rows * steps, cols * steps)
    }
}

/// All adjoining stones of one colour through a crossing in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    pub direction: Direction,
    /// The end with the smaller row, or along a row the smaller column.
    pub first: Crossing,
    pub length: usize,
}

/// How many stones of `colour` adjoin `at` without a gap on the side to which `sign` (1 or -1) points.
pub fn run(board: &Board, at: Crossing, colour: Colour, direction: Direction, sign: isize) -> usize {
    (1..)
        .take_while(|steps| {
            let next = direction.walk(at, sign * steps);
            next.is_some_and(|next| board.get(next) == Some(colour))
        })
        .count()
}

/// The line of `colour` through `at`, with a stone of that colour placed there.
pub fn line_through(board: &Board, at: Crossing, colour: Colour, direction: Direction) -> Line {
    let (before, after) = (
        run(board, at, colour, direction, -1),
        run(board, at, colour, direction, 1),
    );
    Line {
        direction,
        first: direction
            .walk(at, -(before as isize))
            .expect("the run lies on the board"),
        length: before + 1 + after,
    }
}

/// The first direction in which a stone of `colour` on `at` makes five or more.
pub fn five_or_more(board: &Board, at: Crossing, colour: Colour) -> Option<Line> {
    Direction::ALL
        .iter()
        .map(|&direction| line_through(board, at, colour, direction))
        .find(|line| line.length >= FIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crossing((row, col): (usize, usize)) -> Crossing {
        Crossing::new(row, col).unwrap()
    }

    fn black(stones: &[(usize, usize)]) -> Board {
        let mut board = Board::new();
        for &stone in stones {
            board.place(crossing(stone), Colour::Black).unwrap();
        }
        board
    }

    #[test]
    fn a_line_is_found_in_every_direction_with_its_first_end() {
        let expect = |stones: &[(usize, usize)], direction, first, length| {
            for &at in stones {
                let found = five_or_more(&black(stones), crossing(at), Colour::Black);
                let first = crossing(first);
                assert_eq!(found, Some(Line { direction, first, length }));
            }
        };
        let row: Vec<_> = (10..15).map(|col| (0, col)).collect();
        expect(&row, Direction::AlongTheRow, (0, 10), 5);
        let column: Vec<_> = (4..10).map(|row| (row, 14)).collect();
        expect(&column, Direction::DownTheColumn, (4, 14), 6);
        let right: Vec<_> = (0..5).map(|i| (10 + i, 10 + i)).collect();
        expect(&right, Direction::DownRight, (10, 10), 5);
        let left: Vec<_> = (0..9).map(|i| (i, 8 - i)).collect();
        expect(&left, Direction::DownLeft, (0, 8), 9);
    }

    #[test]
    fn four_a_gap_and_the_other_colour_are_no_five() {
        let mut board = black(&[(7, 3), (7, 4), (7, 5), (7, 6), (7, 8)]);
        assert_eq!(five_or_more(&board, crossing((7, 6)), Colour::Black), None);
        board.place(crossing((7, 7)), Colour::White).unwrap();
        assert_eq!(five_or_more(&board, crossing((7, 7)), Colour::White), None);
    }

    #[test]
    fn a_row_does_not_run_on_into_the_next() {
        let board = black(&[(3, 12), (3, 13), (3, 14), (4, 0), (4, 1)]);
        assert_eq!(five_or_more(&board, crossing((3, 14)), Colour::Black), None);
    }
}
