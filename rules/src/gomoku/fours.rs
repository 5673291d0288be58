//! Wins by continuous fours: every stone of the attacker makes a four, which leaves one answer, until the attacker
//! makes five.
//!
//! The search tries every four, with only a board and the rules: a reference for tests of other searches.
//!
//! ```text
//! a four -> two crossings make five ----------> won: one block is not enough
//!        -> the only block is a foul ---------> won
//!        -> the block -> the next four -> ...
//! ```
//!
//! If the block makes a four itself, the attacker's next four has to block that.

use std::collections::HashMap;

use super::{Board, Colour, Crossing, Direction, Rule, Shape, Window};

/// The greatest distance of a stone from another one of the same five.
const REACH: isize = 4;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The shortest win: the attacker's stones and the blocks in turn. The last stone makes five, or a four whose only
    /// block is a foul.
    Won(Vec<Crossing>),
    /// There is no such win.
    Unwon,
    /// The limit was reached.
    Unknown,
}

/// Searches for a win of `attacker`, who is to move, in at most `limit` positions. Also returns the number of positions
/// visited.
pub fn solve(rule: Rule, board: &Board, attacker: Colour, limit: usize) -> (Found, usize) {
    let mut solver =
        Solver { rule, board: board.clone(), attacker, limit, placed: vec![], ruled_out: HashMap::new(), positions: 0 };
    let found = solver.solve();
    (found, solver.positions)
}

/// The crossings where a stone of `colour` makes a four or five and is not a foul.
pub fn fours(rule: Rule, board: &Board, colour: Colour) -> Vec<Crossing> {
    let mut after = board.clone();
    let mut is_four = |at: Crossing| {
        let shape = |direction| Window::of(board, at, colour, direction).shape();
        // The windows ignore overlines: they only rule crossings out; the rules decide.
        if Direction::ALL
            .iter()
            .all(|&direction| shape(direction) < Shape::RushFour)
        {
            return false;
        }
        if rule.winning_line(board, at, colour).is_some() {
            return true;
        }
        if after.place(at, colour).is_err() {
            return false;
        }
        let four = !fives_through(rule, &after, at, colour).is_empty();
        after.lift(at);
        four && rule.foul(board, at, colour).is_none()
    };
    board.vacant().filter(|&at| is_four(at)).collect()
}

/// The crossings where a stone of `colour` makes five.
pub fn fives(rule: Rule, board: &Board, colour: Colour) -> Vec<Crossing> {
    let makes_five = |&at: &Crossing| rule.winning_line(board, at, colour).is_some();
    board.vacant().filter(makes_five).collect()
}

/// The crossings where another stone makes five together with the stone on `at`.
fn fives_through(rule: Rule, board: &Board, at: Crossing, colour: Colour) -> Vec<Crossing> {
    let cells = Direction::ALL
        .into_iter()
        .flat_map(|direction| (-REACH..=REACH).filter_map(move |steps| direction.walk(at, steps)));
    cells
        .filter(|&cell| board.get(cell).is_none() && rule.winning_line(board, cell, colour).is_some())
        .collect()
}

/// The result for a position in which the attacker is to move.
#[derive(Clone, Debug)]
enum Outcome {
    Won(Vec<Crossing>),
    Unwon,
    /// No win with that few fours.
    Later,
    /// The limit is reached.
    Unknown,
}

struct Solver {
    rule: Rule,
    board: Board,
    attacker: Colour,
    limit: usize,
    /// The stones placed since the first position.
    placed: Vec<(Crossing, bool)>,
    /// Positions without a win within this number of fours; `true`: within any number.
    ruled_out: HashMap<Vec<(Crossing, bool)>, (usize, bool)>,
    positions: usize,
}

impl Solver {
    fn solve(&mut self) -> Found {
        if let Some(&five) = fives(self.rule, &self.board, self.attacker).first() {
            return Found::Won(vec![five]);
        }
        let threats = fives(self.rule, &self.board, self.attacker.other());
        // Shortest win first.
        for fours in 1.. {
            match self.attack(&threats, fours) {
                Outcome::Won(line) => return Found::Won(line),
                Outcome::Unwon => return Found::Unwon,
                Outcome::Later => {}
                Outcome::Unknown => break,
            }
        }
        Found::Unknown
    }

    /// Searches with at most `fours` more fours; the attacker has no five at once, and the opponent makes five on the
    /// `threats`.
    fn attack(&mut self, threats: &[Crossing], fours: usize) -> Outcome {
        if fours == 0 {
            return Outcome::Later;
        }
        let mut key = self.placed.clone();
        key.sort();
        match self.ruled_out.get(&key) {
            Some((_, true)) => return Outcome::Unwon,
            Some((known, false)) if *known >= fours => return Outcome::Later,
            _ => {}
        }
        self.positions += 1;
        if self.positions > self.limit {
            return Outcome::Unknown;
        }
        let mut for_good = true;
        for at in self::fours(self.rule, &self.board, self.attacker) {
            if threats.iter().all(|&threat| threat == at) {
                match self.four(at, fours) {
                    Outcome::Unwon => {}
                    Outcome::Later => for_good = false,
                    ended => return ended,
                }
            }
        }
        self.ruled_out.insert(key, (fours, for_good));
        if for_good { Outcome::Unwon } else { Outcome::Later }
    }

    fn four(&mut self, at: Crossing, fours: usize) -> Outcome {
        let defender = self.attacker.other();
        self.place(at, true);
        let fives = fives_through(self.rule, &self.board, at, self.attacker);
        let outcome = match fives[..] {
            [block] if self.rule.foul(&self.board, block, defender).is_some() => Outcome::Won(vec![at]),
            [block] => {
                self.place(block, false);
                let threats = fives_through(self.rule, &self.board, block, defender);
                let outcome = self.attack(&threats, fours - 1);
                self.lift();
                match outcome {
                    Outcome::Won(line) => Outcome::Won([vec![at, block], line].concat()),
                    other => other,
                }
            }
            [block, five, ..] => Outcome::Won(vec![at, block, five]),
            [] => unreachable!("a four makes five somewhere"),
        };
        self.lift();
        outcome
    }

    fn place(&mut self, at: Crossing, attacks: bool) {
        let colour = if attacks { self.attacker } else { self.attacker.other() };
        let placed = self.board.place(at, colour);
        debug_assert!(placed.is_ok(), "{at:?} is taken");
        self.placed.push((at, attacks));
    }

    fn lift(&mut self) {
        if let Some((at, _)) = self.placed.pop() {
            self.board.lift(at);
        }
    }
}

#[cfg(test)]
mod tests;
