//! What a computer player sees: where the mover may play under the rule, and which lines count.
//!
//! Under Renju black's forbidden points are left out. A line longer than five is worth nothing to a colour that needs
//! exactly five.

use super::line::{FIVE, Line, line_through};
use super::{Board, Colour, Crossing, Direction, Rule, Shape, Window};

#[derive(Clone, Copy)]
pub struct Scan<'a> {
    pub rule: Rule,
    pub board: &'a Board,
    pub mover: Colour,
}

impl Scan<'_> {
    /// The crossings the mover may play, in scan order.
    pub fn playable(&self) -> impl Iterator<Item = Crossing> {
        let allowed = |&at: &Crossing| self.rule.foul(self.board, at, self.mover).is_none();
        self.board.vacant().filter(allowed)
    }

    /// The lines that a stone of `colour` on `at` would lie in, without the overlong ones that do not count.
    pub fn lines(&self, at: Crossing, colour: Colour) -> impl Iterator<Item = Line> {
        let exact = self.rule.exact(colour);
        Direction::ALL
            .into_iter()
            .map(move |direction| line_through(self.board, at, colour, direction))
            .filter(move |line| line.length <= FIVE || !exact)
    }

    /// The shapes of those lines.
    pub fn shapes(&self, at: Crossing, colour: Colour) -> impl Iterator<Item = Shape> {
        self.lines(at, colour)
            .map(move |line| Window::of(self.board, at, colour, line.direction).shape())
    }
}

#[cfg(test)]
mod tests {
    use super::super::renju::forbidden;
    use super::super::samples;
    use super::*;
    use Colour::{Black, White};

    #[test]
    fn black_may_not_play_what_renju_forbids() {
        let mut left_out = 0;
        for sample in samples::all() {
            for rule in Rule::ALL {
                for mover in [Black, White] {
                    let board = &sample.board;
                    let playable: Vec<Crossing> = Scan { rule, board, mover }.playable().collect();
                    let mut expected: Vec<Crossing> = board.vacant().collect();
                    if rule == Rule::Renju && mover == Black {
                        let points: Vec<Crossing> = forbidden(board).map(|(at, _)| at).collect();
                        expected.retain(|at| !points.contains(at));
                        left_out += board.vacant().count() - expected.len();
                    }
                    assert_eq!(playable, expected);
                }
            }
        }
        assert!(left_out > 0, "no sample has a forbidden point");
    }

    #[test]
    fn an_overlong_line_counts_where_it_wins() {
        let gap = Crossing::new(7, 6).unwrap();
        for colour in [Black, White] {
            let mut board = Board::new();
            for col in [3, 4, 5, 7, 8] {
                board.place(Crossing::new(7, col).unwrap(), colour).unwrap();
            }
            for rule in Rule::ALL {
                let scan = Scan {
                    rule,
                    board: &board,
                    mover: Black,
                };
                let lines = scan.lines(gap, colour).count();
                assert_eq!(
                    lines,
                    if rule.winning_line(&board, gap, colour).is_some() {
                        4
                    } else {
                        3
                    }
                );
            }
        }
    }
}
