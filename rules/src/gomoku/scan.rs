//! The view of a computer player: where the mover may play under the rule, and which lines count.
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

    /// The lines that a stone of `colour` on `at` would form, without overlines that do not count.
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
mod tests;
