//! The three rules of the game: what wins, and what black may not play.
//!
//! | rule      | black wins with | white wins with | black loses by             |
//! |-----------|-----------------|-----------------|----------------------------|
//! | Freestyle | five or more    | five or more    | –                          |
//! | ExactFive | exactly five    | exactly five    | –                          |
//! | Renju     | exactly five    | five or more    | a forbidden point ([`renju`]) |

use super::line::{FIVE, Line, line_through};
use super::renju::{self, Verdict};
use super::{Board, Colour, Crossing, Direction};
use std::fmt;

/// The discriminant is the number the circuits use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    #[default]
    Freestyle = 0,
    ExactFive = 1,
    Renju = 2,
}

/// Why a point is forbidden to black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Foul {
    Overline,
    DoubleFour,
    DoubleThree,
}

impl Rule {
    pub const ALL: [Rule; 3] = [Rule::Freestyle, Rule::ExactFive, Rule::Renju];

    /// Whether six or more in a row do not win for `colour`.
    pub fn exact(self, colour: Colour) -> bool {
        match self {
            Rule::Freestyle => false,
            Rule::ExactFive => true,
            Rule::Renju => colour == Colour::Black,
        }
    }

    /// The first direction in which a stone of `colour` on `at` wins, whether it is already there or not.
    pub fn winning_line(self, board: &Board, at: Crossing, colour: Colour) -> Option<Line> {
        Direction::ALL
            .iter()
            .map(|&direction| line_through(board, at, colour, direction))
            .find(|line| line.length == FIVE || line.length > FIVE && !self.exact(colour))
    }

    /// Why a stone of `colour` on `at` loses, whether it is already there or not; `None` if it does not.
    pub fn foul(self, board: &Board, at: Crossing, colour: Colour) -> Option<Foul> {
        if self != Rule::Renju || colour != Colour::Black {
            return None;
        }
        let verdict = match board.get(at) {
            None => renju::verdict(board, at),
            Some(_) => {
                let mut before = board.clone();
                before.lift(at);
                renju::verdict(&before, at)
            }
        };
        match verdict {
            Verdict::Allowed | Verdict::ExactFive => None,
            Verdict::Overline => Some(Foul::Overline),
            Verdict::DoubleFour => Some(Foul::DoubleFour),
            Verdict::DoubleThree => Some(Foul::DoubleThree),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Rule::Freestyle => "freestyle",
            Rule::ExactFive => "exact five",
            Rule::Renju => "Renju",
        })
    }
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Foul::Overline => "OVERLINE",
            Foul::DoubleFour => "DOUBLE FOUR",
            Foul::DoubleThree => "DOUBLE THREE",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};

    fn crossing((row, col): (usize, usize)) -> Crossing {
        Crossing::new(row, col).unwrap()
    }

    fn with(colour: Colour, stones: &[(usize, usize)]) -> Board {
        let mut board = Board::new();
        for &stone in stones {
            board.place(crossing(stone), colour).unwrap();
        }
        board
    }

    #[test]
    fn five_wins_for_both_under_every_rule_and_four_for_none() {
        for colour in [Black, White] {
            let board = with(colour, &[(7, 3), (7, 4), (7, 5), (7, 6)]);
            for rule in Rule::ALL {
                let line = rule.winning_line(&board, crossing((7, 7)), colour).unwrap();
                assert_eq!((line.first, line.length), (crossing((7, 3)), 5));
                assert_eq!(rule.winning_line(&board, crossing((7, 8)), colour), None);
            }
        }
    }

    #[test]
    fn six_wins_where_the_rule_says_so() {
        for colour in [Black, White] {
            let board = with(colour, &[(7, 3), (7, 4), (7, 5), (7, 7), (7, 8)]);
            let wins = Rule::ALL.map(|rule| rule.winning_line(&board, crossing((7, 6)), colour).is_some());
            assert_eq!(wins, [true, false, colour == White]);
        }
    }

    #[test]
    fn of_a_six_and_a_five_the_five_wins_and_is_the_line_named() {
        let mut board = with(Black, &[(7, 3), (7, 4), (7, 5), (7, 7), (7, 8)]);
        for row in 3..7 {
            board.place(crossing((row, 6)), Black).unwrap();
        }
        let at = crossing((7, 6));
        for rule in [Rule::ExactFive, Rule::Renju] {
            assert_eq!(rule.foul(&board, at, Black), None);
            let line = rule.winning_line(&board, at, Black).unwrap();
            assert_eq!((line.direction, line.length), (Direction::DownTheColumn, 5));
        }
    }

    #[test]
    fn a_foul_is_blacks_and_renjus_and_the_same_before_and_after_the_stone() {
        let at = crossing((7, 6));
        for (stones, foul) in [
            (vec![(7, 3), (7, 4), (7, 5), (7, 7), (7, 8)], Foul::Overline),
            (vec![(7, 3), (7, 4), (7, 5), (8, 6), (9, 6), (10, 6)], Foul::DoubleFour),
            (vec![(7, 4), (7, 5), (8, 6), (9, 6)], Foul::DoubleThree),
        ] {
            let mut board = with(Black, &stones);
            assert_eq!(Rule::Renju.foul(&board, at, Black), Some(foul));
            assert_eq!(Rule::Renju.foul(&board, at, White), None);
            assert_eq!(Rule::ExactFive.foul(&board, at, Black), None);
            board.place(at, Black).unwrap();
            assert_eq!(Rule::Renju.foul(&board, at, Black), Some(foul));
        }
    }
}
