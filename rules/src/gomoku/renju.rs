//! Renju's forbidden points, by the rules of the Renju International Federation (2.1 to 2.9 and 9): what a black stone
//! on an empty crossing would be.
//!
//! | term          | definition                                                                 |
//! |---------------|----------------------------------------------------------------------------|
//! | row           | black's stones in a line through the new one, without a gap                |
//! | five          | a row of exactly five                                                      |
//! | overline      | a row of six or more                                                       |
//! | four          | four stones, the new one among them, that one more stone turns into a five |
//! | straight four | a four in a row that two different stones turn into a five                 |
//! | three         | a line that one more stone turns into a straight four; that stone makes no five and is itself not forbidden |
//!
//! Two fours in one line count as two; a line never has more than one three. A three requires the verdict on another
//! crossing with its own stone placed, which may require another one, and so on. Each question has one more stone on
//! the board, so the recursion ends.

use super::line::{FIVE, line_through};
use super::{Board, Colour, Crossing, Direction};

/// What a black stone on a crossing would be. If several apply, the first in this order counts, with
/// [`Verdict::Allowed`] last. The discriminant is the number that the circuits use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    Allowed = 0,
    /// Wins, whatever else it makes.
    ExactFive = 1,
    Overline = 2,
    DoubleFour = 3,
    DoubleThree = 4,
}

impl Verdict {
    /// Whether black loses by playing there.
    pub fn is_forbidden(self) -> bool {
        !matches!(self, Verdict::Allowed | Verdict::ExactFive)
    }
}

/// What a black stone on `at` would be. A taken crossing counts as allowed: the board itself refuses the stone.
pub fn verdict(board: &Board, at: Crossing) -> Verdict {
    let Some(board) = with_black(board, at) else {
        return Verdict::Allowed;
    };
    let lengths = Direction::ALL.map(|direction| row(&board, at, direction).len());
    let fours = || Direction::ALL.map(|direction| fours(&board, at, direction).len());
    let threes = || Direction::ALL.map(|direction| is_three(&board, at, direction));
    if lengths.contains(&FIVE) {
        Verdict::ExactFive
    } else if lengths.iter().any(|&length| length > FIVE) {
        Verdict::Overline
    } else if fours().iter().sum::<usize>() >= 2 {
        Verdict::DoubleFour
    } else if threes().iter().filter(|&&three| three).count() >= 2 {
        Verdict::DoubleThree
    } else {
        Verdict::Allowed
    }
}

/// Every forbidden point of a position and what makes it one, in scan order.
pub fn forbidden(board: &Board) -> impl Iterator<Item = (Crossing, Verdict)> {
    let verdicts = board.vacant().map(|at| (at, verdict(board, at)));
    verdicts.filter(|(_, verdict)| verdict.is_forbidden())
}

/// The position with another black stone; `None` if the crossing is taken.
fn with_black(board: &Board, at: Crossing) -> Option<Board> {
    let mut board = board.clone();
    board.place(at, Colour::Black).is_ok().then_some(board)
}

/// The row through the black stone on `at`, from its first end to its last.
pub fn row(board: &Board, at: Crossing, direction: Direction) -> Vec<Crossing> {
    let line = line_through(board, at, Colour::Black, direction);
    (0..line.length as isize)
        .filter_map(|steps| direction.walk(line.first, steps))
        .collect()
}

/// Every way to extend the row through `at` by a stone: the stone, the position, and its new row.
fn grown(board: &Board, at: Crossing, direction: Direction) -> impl Iterator<Item = (Crossing, Board, Vec<Crossing>)> {
    let reach = FIVE as isize - 1;
    (-reach..=reach).filter_map(move |steps| {
        let stone = direction.walk(at, steps)?;
        let board = with_black(board, stone)?;
        let row = row(&board, at, direction);
        row.contains(&stone).then_some((stone, board, row))
    })
}

/// The different fours through the black stone on `at`, each as its four stones.
pub fn fours(board: &Board, at: Crossing, direction: Direction) -> Vec<Vec<Crossing>> {
    let mut fours: Vec<Vec<Crossing>> = vec![];
    for (stone, _, mut row) in grown(board, at, direction) {
        if row.len() == FIVE {
            row.retain(|&other| other != stone);
            if !fours.contains(&row) {
                fours.push(row);
            }
        }
    }
    fours
}

fn is_straight_four(board: &Board, at: Crossing, direction: Direction) -> bool {
    let fives = grown(board, at, direction).filter(|(_, _, row)| row.len() == FIVE);
    row(board, at, direction).len() == FIVE - 1 && fives.count() == 2
}

/// The crossings where one more stone turns the line through the black stone on `at` into a straight four, forbidden
/// ones included.
pub fn straight_fours(board: &Board, at: Crossing, direction: Direction) -> Vec<Crossing> {
    grown(board, at, direction)
        .filter(|(_, grown, _)| is_straight_four(grown, at, direction))
        .map(|(stone, _, _)| stone)
        .collect()
}

fn is_three(board: &Board, at: Crossing, direction: Direction) -> bool {
    let mut stones = straight_fours(board, at, direction).into_iter();
    stones.any(|stone| verdict(board, stone) == Verdict::Allowed)
}

#[cfg(test)]
mod tests;
